//! The engine under `sum` and `check`: what to read comes in as a sequence of events, what came of it goes out in the same
//! order, and memory stays bounded in between, whatever the number and size of the files.

//!
//! | file | what |
//! | --- | --- |
//! | `board` | what is known so far, in order; which worker does what next |
//! | `worker` | a thread: takes a stretch of files, reads what is small, leaves what is large |
//! | `arena` | small files, held whole and hashed as one batch over the lanes of a kernel |
//! | `convoy` | large files, read side by side and hashed in the lanes of a kernel |
//! | `tuple` | files of which there is one digest together, one after the other |
//! | `stream` | one file by itself, read ahead and hashed by several threads where there are some |

mod arena;
mod board;
mod convoy;
mod stream;
mod tuple;
mod worker;

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use self::board::{Board, Next};
use self::worker::Worker;
use crate::hash::{Digest, Recipe};
use crate::output::Plain;
use crate::read::ReadError;
use crate::subject::Subject;
use crate::{interrupt, progress};

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
}

/// A job that has ended.
pub(crate) struct Outcome {
    pub(crate) subject: Subject,
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

/// What an event holds in memory elsewhere, in bytes, about: there may be many under way.
pub(crate) trait Weigh {
    fn weight(&self) -> usize;
}

/// Why a run could not be carried through.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineError {
    #[error("cannot start a thread: {}", Plain(.0))]
    Thread(io::Error),
    #[error("a thread has ended before its work: a defect of lanesum")]
    Lost,
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

/// How long to wait before looking whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long to wait for threads after an error.
const FAREWELL: Duration = Duration::from_millis(100);

/// Hashes all jobs of `events` and hands everything to `consumer`, in order, on this thread.
///
/// # Errors
/// The consumer's; nothing more is handed to it then. The threads are not waited for long: one of them may be about to read
/// from a pipe that never speaks.
pub(crate) fn run<T, C>(
    settings: Settings,
    events: impl Iterator<Item = Event<T>> + Send + 'static,
    consumer: &mut C,
) -> Result<(), C::Error>
where
    T: Weigh + Send + 'static,
    C: Consumer<T>,
    C::Error: From<EngineError>,
{
    interrupt::catch();
    let board = Arc::new(Board::new());
    let feeder = Arc::clone(&board);
    let feed = thread::Builder::new().name("list".into()).spawn(move || feeder.feed(events));
    let mut threads = vec![feed.map_err(EngineError::Thread)?];
    for _ in 0..settings.threads.max(1) {
        let worker = Worker::new(settings, Arc::clone(&board));
        match thread::Builder::new().name("hash".into()).spawn(|| worker.run()) {
            Ok(worker) => threads.push(worker),
            // Fewer do as well.
            Err(_) if threads.len() > 1 => break,
            Err(error) => return Err(EngineError::Thread(error).into()),
        }
    }
    let result = consume(&board, consumer);
    board.stop();
    wait(threads, if result.is_ok() { Duration::MAX } else { FAREWELL });
    progress::finish();
    result
}

/// Lets threads end, so that they drop what they hold: states that have absorbed a key, and the key itself, are erased then.
fn wait(threads: Vec<JoinHandle<()>>, most: Duration) {
    let start = Instant::now();
    for thread in threads {
        while most < Duration::MAX && !thread.is_finished() {
            if start.elapsed() > most {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        // Its panic has been reported, and has ended the run.
        let _ = thread.join();
    }
}

fn consume<T, C>(board: &Board<T>, consumer: &mut C) -> Result<(), C::Error>
where
    C: Consumer<T>,
    C::Error: From<EngineError>,
{
    let mut held_back = false;
    loop {
        match board.next(if held_back { Duration::ZERO } else { PATIENCE }) {
            Next::Ready(ready) => {
                for (event, outcome) in ready {
                    if interrupt::came() {
                        stop_early(consumer)?;
                    }
                    consumer.take(event, outcome)?;
                }
                held_back = true;
            }
            Next::Nothing => {
                if interrupt::came() {
                    stop_early(consumer)?;
                }
                if held_back {
                    consumer.idle()?;
                }
                held_back = false;
            }
            Next::End => return consumer.idle(),
            Next::Lost => return Err(EngineError::Lost.into()),
        }
    }
}

/// The user has asked for an end: what is known goes out, in whole lines, and nothing more.
fn stop_early<T, C: Consumer<T>>(consumer: &mut C) -> Result<(), C::Error> {
    consumer.idle()?;
    progress::finish();
    interrupt::end()
}
