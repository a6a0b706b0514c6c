//! Everything that a walk has met.

use std::path::PathBuf;

use crate::comments::Dated;
use crate::compare::Blind;
use crate::failure::Failure;
use crate::hash::Digest;
use crate::output::complain;
use crate::subject::{Source, Subject};
use crate::walk::{LeftOut, Reason, Trouble, Weight};
use crate::workers::{Consumer, Outcome};

/// A file that was met.
pub(super) struct Met {
    pub(super) path: PathBuf,
    pub(super) size: u64,
    pub(super) dated: Option<Dated>,
    /// The digests by each tag of the lists.
    pub(super) digests: Vec<Box<[u8]>>,
}

/// Everything that was met.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) files: Vec<Met>,
    pub(super) here: PathBuf,
    /// Files that could not be read, and why.
    pub(super) unread: Vec<(PathBuf, String)>,
    pub(super) blind: Blind,
    /// Symbolic links, if the lists record some.
    pub(super) links: Vec<PathBuf>,
    pub(super) recorded: bool,
    /// Could everything be looked into?
    pub(super) complete: bool,
    pub(super) quiet: bool,
    pub(super) left_out: LeftOut,
}

impl Consumer<Option<Trouble>> for Seen {
    type Error = Failure;

    fn take(&mut self, trouble: Option<Trouble>, outcome: Option<Outcome>) -> Result<(), Failure> {
        if let Some(trouble) = trouble.or_else(|| outcome.as_ref().and_then(Outcome::left_out)) {
            let failure = trouble.weight() == Weight::Failure;
            self.complete &= !failure;
            if self.recorded && matches!(trouble.reason, Reason::Link) {
                self.links.push(trouble.path);
                return Ok(());
            }
            if failure {
                self.blind.add(&self.here, &trouble.path, trouble.reason.to_string());
            }
            if (failure || !self.quiet)
                && let Some(trouble) = self.left_out.count(trouble)
            {
                complain(&trouble.message());
            }
            return Ok(());
        }
        let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
        let Subject::One(Source::File(path)) = &subject else { return Ok(()) };
        match hashed {
            Ok(hashed) => {
                let attacked = hashed.digests.iter().any(|digest| matches!(digest, Digest::Attacked(_)));
                let digests = if attacked {
                    complain(&[&subject.quoted(), b": made for a collision attack on SHA-1, so another file has the same digest; do not rely on it".as_slice()].concat());
                    // Its content is nobody's.
                    Vec::new()
                } else {
                    hashed.digests.into_iter().map(Digest::bytes).collect::<Result<_, _>>()?
                };
                self.files.push(Met { path: path.clone(), size: hashed.size, dated: hashed.dated, digests });
            }
            Err(error) => {
                complain(&error.message(&subject));
                self.unread.push((path.clone(), error.to_string()));
                self.complete = false;
            }
        }
        Ok(())
    }

    fn idle(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}
