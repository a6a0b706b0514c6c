//! The engine under `sum` and `check`: what to read comes in as a sequence of events, what came of it goes out in the same
//! order, and memory stays bounded in between, whatever the number and size of the files.

use std::sync::Arc;

use crate::digest::{Digest, State};
use crate::function::Recipe;
use crate::read::{BUFFER_BYTES, ReadError, Source, read_all};

/// A file, and what to compute of it in one reading.
pub(crate) struct Job {
    pub(crate) source: Source,
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
}

/// A job that has ended.
pub(crate) struct Outcome {
    pub(crate) source: Source,
    pub(crate) hashed: Result<Hashed, ReadError>,
}

/// Who gets what comes out.
pub(crate) trait Consumer<T> {
    /// Why the whole run ends early.
    type Error;

    /// The next event, in the order in which they came in; with its outcome if it was a job.
    fn take(&mut self, event: T, outcome: Option<Outcome>) -> Result<(), Self::Error>;

    /// Nothing more is known for now: what was held back for one large write should go out.
    fn idle(&mut self) -> Result<(), Self::Error>;
}

/// How to go about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Threads that read and hash.
    pub(crate) threads: usize,
    pub(crate) io: Io,
}

/// How files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Io {
    pub(crate) order: IoOrder,
    /// Bytes asked for in one call, where the user has said so.
    pub(crate) bytes: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IoOrder {
    /// Several files at once.
    Parallel,
    /// One file after the other, from its beginning to its end: for disks whose head must move.
    Sequential,
}

impl Default for Io {
    fn default() -> Self {
        Self { order: IoOrder::Parallel, bytes: None }
    }
}

/// Hashes all jobs of `events` and hands everything to `consumer`, in order.
///
/// # Errors
/// The consumer's; nothing more is handed to it then.
pub(crate) fn run<T: Send, C: Consumer<T>>(
    _settings: Settings,
    events: impl Iterator<Item = Event<T>> + Send,
    consumer: &mut C,
) -> Result<(), C::Error> {
    let mut buffer = vec![0; BUFFER_BYTES];
    for event in events {
        match event {
            Event::Note(event) => consumer.take(event, None)?,
            Event::Job(Job { source, recipes }, event) => {
                let hashed = hash(&recipes, &source, &mut buffer);
                consumer.take(event, Some(Outcome { source, hashed }))?;
            }
        }
        consumer.idle()?;
    }
    Ok(())
}

fn hash(recipes: &[Recipe], source: &Source, buffer: &mut [u8]) -> Result<Hashed, ReadError> {
    let mut states = recipes.iter().map(|recipe| State::new(*recipe)).collect::<Result<Vec<_>, _>>()?;
    let mut size = 0;
    read_all(source, buffer, |piece| {
        size += piece.len() as u64;
        for state in &mut states {
            state.update(piece);
        }
    })?;
    let digests = states.into_iter().zip(recipes).map(|(state, recipe)| state.finalize(*recipe));
    Ok(Hashed { size, digests: digests.collect::<Result<_, _>>()? })
}
