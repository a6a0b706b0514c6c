//! The jobs of the workers, and their results.

use std::sync::Arc;

use crate::comments::Dated;
use crate::hash::{Digest, Recipe};
use crate::read::ReadError;
use crate::root::{Root, Roots};
use crate::subject::{Source, Subject, Tuple};
use crate::walk::{Found, Trouble};

/// What to hash, and what to compute of it in one reading.
pub(crate) struct Job {
    pub(crate) subject: Subject,
    /// What opens it, if it is one file that a walk found.
    pub(super) root: Option<Root>,
    /// What opens each file of a tuple.
    pub(super) roots: Roots,
    pub(crate) recipes: Arc<[Recipe]>,
}

impl Job {
    /// For files that were named by the user.
    pub(crate) fn new(subject: Subject, recipes: Arc<[Recipe]>) -> Self {
        Self { subject, root: None, roots: Roots::default(), recipes }
    }

    /// For files that stand in a list.
    pub(crate) fn listed(subject: Subject, recipes: Arc<[Recipe]>) -> Self {
        let mut roots = Roots::default();
        if let Subject::Tuple(tuple) = &subject {
            tuple.sources().for_each(|_| roots.push(Some(Root::Listed)));
        }
        Self { subject, root: Some(Root::Listed), roots, recipes }
    }

    /// For a file that a walk found.
    pub(crate) fn found(found: Found, recipes: Arc<[Recipe]>) -> Self {
        let Found { source, root } = found;
        Self { subject: Subject::One(source), root, roots: Roots::default(), recipes }
    }

    /// For files that a walk found, together.
    pub(crate) fn tuple(tuple: Tuple, roots: Roots, recipes: Arc<[Recipe]>) -> Self {
        Self { subject: Subject::Tuple(tuple), root: None, roots, recipes }
    }
}

/// The next thing in the sequence. `T` is the caller's own and comes back to it.
pub(crate) enum Event<T> {
    /// Hash this.
    Job(Job, T),
    /// Nothing to hash: a complaint, say, that must keep its place.
    Note(T),
}

/// What came of a job: one digest for each recipe, in their order.
pub(crate) struct Hashed {
    /// Bytes read.
    pub(crate) size: u64,
    pub(crate) digests: Vec<Digest>,
    /// Of a regular file that was named: its size and times before it was read.
    pub(crate) dated: Option<Dated>,
}

/// A job that has ended.
pub(crate) struct Outcome {
    pub(crate) subject: Subject,
    pub(crate) hashed: Result<Hashed, ReadError>,
}

impl Outcome {
    /// The remark on a file that was a regular one when a walk found it, and something else when it was opened.
    pub(crate) fn left_out(&self) -> Option<Trouble> {
        match (&self.subject, &self.hashed) {
            (Subject::One(Source::File(path)), Err(ReadError::LeftOut(odd))) => {
                Some(Trouble { path: path.clone(), reason: (*odd).into() })
            }
            _ => None,
        }
    }
}

/// What an event holds in memory elsewhere, in bytes, about: there may be many under way.
pub(crate) trait Weigh {
    fn weight(&self) -> usize;
}
