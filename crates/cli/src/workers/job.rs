//! The jobs of the workers, and their results.

use std::sync::Arc;

use crate::comments::Dated;
use crate::hash::{Digest, Recipe};
use crate::read::ReadError;
use crate::subject::Subject;

/// What to hash, and what to compute of it in one reading.
pub(crate) struct Job {
    pub(crate) subject: Subject,
    pub(crate) recipes: Arc<[Recipe]>,
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

/// What an event holds in memory elsewhere, in bytes, about: there may be many under way.
pub(crate) trait Weigh {
    fn weight(&self) -> usize;
}
