//! The threads of `sum` and `check` that read and hash. Jobs come in as a sequence of events, and results go out in the same order. Memory
//! stays bounded, whatever the number and size of the files.
//!
//! | file | what |
//! | --- | --- |
//! | `job`, `settings` | jobs and results; the number of threads, and how they read |
//! | `board` | the results so far, in order; the next job of each worker |
//! | `worker` | a thread, which takes a range of files, reads small ones, and leaves large ones |
//! | `arena` | small files, read whole and hashed as one batch |
//! | `convoy` | large files, read side by side and hashed at once by one kernel |
//! | `tuple` | files that share one digest, one after the other |
//! | `stream` | a single file, read ahead and hashed by several threads if there are any |

mod arena;
mod board;
mod convoy;
mod job;
mod settings;
mod stream;
mod tuple;
mod worker;

use std::io;
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use self::board::{Board, Next};
pub(crate) use self::job::{Event, Hashed, Job, Outcome, Weigh};
pub(crate) use self::settings::{Io, IoOrder, Settings};
use self::worker::Worker;
use crate::output::Plain;
use crate::{interrupt, journal, progress};

pub(crate) trait Consumer<T> {
    /// Why the whole run ends early.
    type Error;

    /// The next event, in the order in which they came in; with its outcome if it was a job.
    fn take(&mut self, event: T, outcome: Option<Outcome>) -> Result<(), Self::Error>;

    /// Nothing more is known for now: what was held back for one large write should go out.
    fn idle(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Why a run could not be carried through.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkersError {
    #[error("cannot start a thread: {}; allow more (ulimit -u), or use fewer (--threads)", Plain(.0))]
    Thread(io::Error),
    #[error("not enough memory: at least {} MiB of address space are needed (see ulimit -v)", .0 >> 20)]
    Memory(usize),
    #[error("internal error: a thread ended before its work was done; please report this")]
    Lost,
}

/// How long to wait before looking whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long to wait for threads after an error.
const FAREWELL: Duration = Duration::from_millis(100);

/// Hashes all jobs of `events` and hands everything to `consumer`, in order, on this thread.
///
/// # Errors
/// The consumer's; nothing more is handed to it then. This does not wait long for the threads, because one of them may be reading from a
/// pipe that never delivers anything.
pub(crate) fn run<T, C>(
    settings: Settings,
    events: impl Iterator<Item = Event<T>> + Send + 'static,
    consumer: &mut C,
) -> Result<(), C::Error>
where
    T: Weigh + Send + 'static,
    C: Consumer<T>,
    C::Error: From<WorkersError>,
{
    interrupt::catch();
    let settings = settings.within_limits();
    // Where address space is limited, no thread works before all have begun.
    let closed = Arc::new(Mutex::new(()));
    let gate = settings::is_limited().then(|| closed.lock());
    // A thread that finds no memory when it starts aborts the process, and the C library keeps what it can get for a thread's
    // heap: this much is held until all threads have begun, and is there when they work.
    let (kept, mut rooms) = settings.reserve().map_err(WorkersError::Memory)?;
    let (begun, all_begun) = mpsc::sync_channel(settings.threads.max(1) + 1);
    let board = Arc::new(Board::new());
    let mut threads = Vec::new();
    let mut start = |name: &str, work: Box<dyn FnOnce() + Send>| {
        let (begins, closed) = (begun.clone(), Arc::clone(&closed));
        let thread = thread::Builder::new().name(name.into()).stack_size(settings::STACK_BYTES);
        // The next one is not to take what this one begins in.
        let is_alone = rooms.pop().is_some();
        let thread = thread.spawn(move || {
            let _ = begins.send(());
            drop(closed.lock());
            work();
        });
        threads.push(thread.map_err(WorkersError::Thread)?);
        if is_alone {
            let _ = all_begun.recv();
        }
        Ok::<_, WorkersError>(())
    };
    let feeder = Arc::clone(&board);
    start("list", Box::new(move || feeder.feed(events)))?;
    for number in 0..settings.threads.max(1) {
        let worker = Worker::new(settings, Arc::clone(&board));
        match start("hash", Box::new(move || worker.run())) {
            // Fewer do as well.
            Err(_) if number > 0 => break,
            started => started?,
        }
    }
    if gate.is_none() {
        all_begun.iter().take(threads.len()).for_each(drop);
    }
    drop((kept, gate));
    let result = consume(&board, consumer);
    board.stop();
    wait(threads, if result.is_ok() { Duration::MAX } else { FAREWELL });
    progress::finish();
    journal::flush();
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
    C::Error: From<WorkersError>,
{
    let mut held_back = false;
    loop {
        journal::tick();
        match board.next(if held_back { Duration::ZERO } else { PATIENCE }) {
            Next::Ready(ready, last) => {
                if last {
                    // A bar ends before what it was about is written.
                    progress::finish();
                }
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
            Next::Lost => return Err(WorkersError::Lost.into()),
        }
    }
}

/// The user has asked for an end: what is known goes out, in whole lines, and nothing more.
fn stop_early<T, C: Consumer<T>>(consumer: &mut C) -> Result<(), C::Error> {
    consumer.idle()?;
    journal::flush();
    progress::finish();
    interrupt::end()
}
