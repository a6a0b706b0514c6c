//! The jobs of the workers, and their results.

use std::sync::Arc;

use crate::comments::Dated;
use crate::hash::{Digest, Recipe};
use crate::journal;
use crate::read::ReadError;
use crate::root::{Root, Roots};
use crate::subject::{Source, Subject, Tuple};
use crate::walk::{Found, Reason, Trouble};

/// The files to hash, and the recipes to compute in one reading.
pub(crate) struct Job {
    pub(crate) subject: Subject,
    /// The root that opens the file, if it is one file that a walk found.
    pub(super) root: Option<Root>,
    /// The roots that open the files of a tuple.
    pub(super) roots: Roots,
    pub(crate) recipes: Arc<[Recipe]>,
    /// The digest that it should have by one of the recipes, the first most likely: the others are not needed where it is that one.
    pub(crate) likely: Option<Box<[u8]>>,
}

impl Job {
    /// For files that were named by the user.
    pub(crate) fn new(subject: Subject, recipes: Arc<[Recipe]>) -> Self {
        Self { subject, root: None, roots: Roots::default(), recipes, likely: None }
    }

    /// For files that stand in a list.
    pub(crate) fn listed(subject: Subject, recipes: Arc<[Recipe]>) -> Self {
        let mut roots = Roots::default();
        if let Subject::Tuple(tuple) = &subject {
            tuple.sources().for_each(|_| roots.push(Some(Root::Listed)));
        }
        Self { subject, root: Some(Root::Listed), roots, recipes, likely: None }
    }

    /// For a file that a walk found.
    pub(crate) fn found(found: Found, recipes: Arc<[Recipe]>) -> Self {
        let Found { source, root } = found;
        Self { subject: Subject::One(source), root, roots: Roots::default(), recipes, likely: None }
    }

    /// For files that a walk found, together.
    pub(crate) fn tuple(tuple: Tuple, roots: Roots, recipes: Arc<[Recipe]>) -> Self {
        Self { subject: Subject::Tuple(tuple), root: None, roots, recipes, likely: None }
    }

    /// The recipes to compute in the next reading.
    pub(super) fn first(&self) -> &[Recipe] {
        if self.likely.is_some() { self.recipes.get(..1).unwrap_or_default() } else { &self.recipes }
    }

    /// The digests and the size that an interrupted run has found for a file with these times.
    pub(super) fn known(&self, dated: Option<Dated>) -> Option<(Vec<Digest>, u64)> {
        let is_likely = |digests: &[Digest]| match (&self.likely, digests) {
            (Some(likely), [Digest::Short(digest)]) => digest == likely,
            _ => true,
        };
        let first = journal::known(dated, self.first()).filter(|(digests, _)| is_likely(digests));
        first.or_else(|| journal::known(dated, &self.recipes))
    }

    /// Is no other recipe needed? If some are, the next reading computes all.
    pub(super) fn is_done(&mut self, hashed: &Result<Hashed, ReadError>) -> bool {
        match (self.likely.take(), hashed.as_ref().map(|hashed| hashed.digests.first())) {
            (Some(likely), Ok(Some(Digest::Short(digest)))) => *digest == likely,
            (Some(_), Ok(_)) => false,
            _ => true,
        }
    }
}

/// The next thing in the sequence. `T` is the caller's own and comes back to it.
pub(crate) enum Event<T> {
    Job(Job, T),
    /// Nothing to hash: a complaint, say, that must keep its place.
    Note(T),
}

/// The result of a job: one digest for each recipe, in their order.
pub(crate) struct Hashed {
    pub(crate) size: u64,
    pub(crate) digests: Vec<Digest>,
    /// Of a regular file that was named: its size and times before it was read.
    pub(crate) dated: Option<Dated>,
}

impl Hashed {
    /// Does the file bear the traces of a collision attack?
    pub(crate) fn is_attacked(&self) -> bool {
        self.digests.iter().any(|digest| matches!(digest, Digest::Attacked(_)))
    }
}

pub(crate) struct Outcome {
    pub(crate) subject: Subject,
    pub(crate) hashed: Result<Hashed, ReadError>,
}

impl Outcome {
    /// The remark on a file that was a regular one when a walk found it, and something else when it was opened.
    pub(crate) fn left_out(&self) -> Option<Trouble> {
        match (&self.subject, &self.hashed) {
            (Subject::One(Source::File(path)), Err(ReadError::LeftOut(odd))) => {
                Some(Trouble { path: path.clone(), reason: Reason::Odd(*odd) })
            }
            _ => None,
        }
    }
}

/// The approximate memory that an event holds elsewhere, in bytes. Many events may be under way.
pub(crate) trait Weigh {
    fn weight(&self) -> usize;
}
