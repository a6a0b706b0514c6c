//! The board that all workers share: the jobs to do, and their results in order.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::hash::Digest;
use crate::progress;
use crate::workers::job::{Event, Job, Outcome, Weigh};
use crate::workers::settings::{IoOrder, Settings};

/// Jobs that a worker takes at a time: enough small files to fill the slots of a batch several times.
const STRETCH: usize = 64;

/// Jobs that may wait for a worker, and events that may wait for the consumer.
const QUEUE: usize = 1024;

/// The approximate number of bytes of pending results at which no worker takes more files. While one large file delays all lines after it,
/// a hundred thousand small ones can be hashed.
const WINDOW_BYTES: usize = 32 << 20;

/// The state that all threads share.
pub(super) struct Board<T> {
    inner: Mutex<Inner<T>>,
    /// Something is ready for the consumer, or everything is.
    ready: Condvar,
    /// Wakes workers: there is a job, or there will be none.
    work: Condvar,
    /// There is room for more events.
    room: Condvar,
    /// Held while reading, where only one file may be read at a time.
    disk: Mutex<()>,
    /// How many of the jobs that name standard input have read it.
    stdin_jobs_done: Mutex<u64>,
    stdin: Condvar,
}

struct Inner<T> {
    /// Jobs that nobody has looked at yet.
    fresh: VecDeque<Numbered>,
    /// No more events will come.
    exhausted: bool,
    /// All that was taken and not handed on, from number `first` on.
    slots: VecDeque<Slot<T>>,
    first: u64,
    /// About the memory of `slots`.
    bytes: usize,
    /// Files that turned out large, and that nobody reads yet.
    large: VecDeque<Numbered>,
    /// Jobs that name standard input, so far.
    stdin_jobs: u64,
    workers: usize,
    /// Workers that wait for something to do.
    idle: usize,
    stopped: bool,
}

/// An event under way: it is ready when it is there and has its outcome, if it is a job.
struct Slot<T> {
    event: T,
    /// About the memory that it holds elsewhere.
    weight: usize,
    outcome: Waiting,
}

enum Waiting {
    NoJob,
    Job,
    Done(Outcome),
}

/// A job and its place in the sequence.
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) job: Job,
    /// How many jobs before it name standard input, if it does.
    pub(super) stdin: Option<u64>,
}

pub(super) enum Task {
    /// Read these files: small ones at once; hand large ones back.
    Stretch(Vec<Numbered>),
    /// Read these large files side by side.
    Large(Vec<Numbered>),
    /// Nothing any more.
    End,
}

/// The answer to a consumer that asks for the next events.
pub(super) enum Next<T> {
    /// These, in order; and whether nothing comes after them.
    Ready(Vec<(T, Option<Outcome>)>, bool),
    /// Nothing within the time that it was ready to wait.
    Nothing,
    /// All has been handed over.
    End,
    /// No worker is left, but work is.
    Lost,
}

impl<T> Board<T> {
    pub(super) fn new() -> Self {
        Self {
            inner: Mutex::new(Inner {
                fresh: VecDeque::new(),
                exhausted: false,
                slots: VecDeque::new(),
                first: 0,
                bytes: 0,
                large: VecDeque::new(),
                stdin_jobs: 0,
                workers: 0,
                idle: 0,
                stopped: false,
            }),
            ready: Condvar::new(),
            work: Condvar::new(),
            room: Condvar::new(),
            disk: Mutex::new(()),
            stdin_jobs_done: Mutex::new(0),
            stdin: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        // Nothing that holds the lock can panic half-way through a change.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets workers end.
    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.work.notify_all();
        self.room.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    pub(super) fn enter(&self) {
        self.lock().workers += 1;
    }

    pub(super) fn leave(&self) {
        self.lock().workers -= 1;
        self.ready.notify_all();
        self.work.notify_all();
    }

    /// The right to read files, where only one thread may have it.
    pub(super) fn disk(&self, settings: Settings) -> Option<MutexGuard<'_, ()>> {
        match settings.io.order {
            IoOrder::Parallel => None,
            IoOrder::Sequential => Some(self.disk.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// Calls `read` when all jobs before this one that name the same standard input have read it: the first one gets what
    /// there is.
    pub(super) fn in_turn<R>(&self, stdin: Option<u64>, read: impl FnOnce() -> R) -> R {
        let Some(before) = stdin else { return read() };
        let wait = |done| self.stdin.wait_while(done, |done| *done < before).unwrap_or_else(PoisonError::into_inner);
        drop(wait(self.stdin_jobs_done.lock().unwrap_or_else(PoisonError::into_inner)));
        let result = read();
        *self.stdin_jobs_done.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.stdin.notify_all();
        result
    }

    /// Does another worker read files?
    pub(super) fn others_read(&self) -> bool {
        let inner = self.lock();
        inner.idle + 1 < inner.workers
    }

    /// How many workers have nothing to do.
    pub(super) fn idle(&self) -> usize {
        self.lock().idle
    }

    /// All events that are ready. Waits up to `patience` if there are none.
    pub(super) fn next(&self, patience: Duration) -> Next<T> {
        let mut inner = self.lock();
        if !inner.is_front_ready() && !inner.is_over() && !patience.is_zero() {
            let waited = self.ready.wait_timeout(inner, patience);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let ready = inner.take_ready();
        if !ready.is_empty() {
            self.room.notify_all();
            let last = inner.is_over();
            Next::Ready(ready, last)
        } else if inner.is_over() {
            Next::End
        } else if inner.workers == 0 {
            Next::Lost
        } else {
            Next::Nothing
        }
    }

    /// Large files for later, or for another worker.
    pub(super) fn put_large(&self, jobs: Vec<Numbered>) {
        if !jobs.is_empty() {
            self.lock().large.extend(jobs);
            self.work.notify_all();
        }
    }

    /// More large files for a worker that reads some and has `room` for others: its fair share of those that wait.
    pub(super) fn more_large(&self, room: usize) -> Vec<Numbered> {
        self.lock().share_of_large(room)
    }

    /// Hands over what came of some jobs.
    pub(super) fn deliver(&self, outcomes: Vec<(u64, Outcome)>) {
        progress::done(outcomes.len() as u64);
        let mut inner = self.lock();
        for (number, outcome) in outcomes {
            let index = (number - inner.first) as usize;
            inner.bytes += weight_of(&outcome);
            if let Some(slot) = inner.slots.get_mut(index) {
                slot.outcome = Waiting::Done(outcome);
            }
        }
        if inner.is_front_ready() {
            self.ready.notify_all();
        }
    }

    /// Takes in all events, each as soon as it is known: the next one may have to come through a pipe.
    pub(super) fn feed(&self, events: impl Iterator<Item = Event<T>>)
    where
        T: Weigh,
    {
        let _end = Feeding(self);
        for event in events {
            let inner = self.lock();
            let full = |inner: &mut Inner<T>| !inner.stopped && inner.is_full();
            let mut inner = self.room.wait_while(inner, full).unwrap_or_else(PoisonError::into_inner);
            if inner.stopped {
                return;
            }
            inner.push(event);
            if inner.idle > 0 && !inner.fresh.is_empty() {
                self.work.notify_one();
            }
            // A complaint that nothing is before.
            if inner.slots.len() == 1 && inner.is_front_ready() {
                self.ready.notify_all();
            }
        }
        self.lock().exhausted = true;
        self.work.notify_all();
        self.ready.notify_all();
    }

    /// Waits for something to do; `room` is how many large files the worker can read side by side with a first one.
    pub(super) fn task(&self, room: impl Fn(&Numbered) -> usize) -> Task {
        let mut inner = self.lock();
        loop {
            if inner.stopped {
                return Task::End;
            }
            if let Some(room) = inner.large.front().map(&room) {
                return Task::Large(inner.share_of_large(room));
            }
            if !inner.fresh.is_empty() {
                let share = inner.fresh.len().div_ceil(inner.idle + 1).min(STRETCH);
                let stretch = inner.fresh.drain(..share).collect();
                self.room.notify_all();
                return Task::Stretch(stretch);
            }
            // Workers that still read may find large files, or need help with one.
            if inner.exhausted && inner.idle + 1 == inner.workers {
                self.work.notify_all();
                return Task::End;
            }
            inner.idle += 1;
            inner = self.work.wait(inner).unwrap_or_else(PoisonError::into_inner);
            inner.idle -= 1;
        }
    }
}

/// The thread that takes events: if it panics, the run ends.
struct Feeding<'a, T>(&'a Board<T>);

impl<T> Drop for Feeding<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

impl<T> Inner<T> {
    fn push(&mut self, event: Event<T>)
    where
        T: Weigh,
    {
        let number = self.first + self.slots.len() as u64;
        let (event, outcome) = match event {
            Event::Note(event) => (event, Waiting::NoJob),
            Event::Job(job, event) => {
                self.bytes += job.subject.name().len();
                let stdin = job.subject.reads_stdin().then_some(self.stdin_jobs);
                self.stdin_jobs += u64::from(stdin.is_some());
                self.fresh.push_back(Numbered { number, job, stdin });
                (event, Waiting::Job)
            }
        };
        let weight = event.weight();
        self.bytes += size_of::<Slot<T>>() + weight;
        self.slots.push_back(Slot { event, weight, outcome });
    }

    fn is_full(&self) -> bool {
        // Ready events wait for the consumer alone: there is no need to be far ahead of it.
        let behind = self.is_front_ready() && self.slots.len() >= QUEUE;
        behind || self.fresh.len() >= QUEUE || self.bytes >= WINDOW_BYTES
    }

    fn is_front_ready(&self) -> bool {
        self.slots.front().is_some_and(|slot| !matches!(slot.outcome, Waiting::Job))
    }

    fn is_over(&self) -> bool {
        self.exhausted && self.slots.is_empty()
    }

    fn take_ready(&mut self) -> Vec<(T, Option<Outcome>)> {
        let mut ready = Vec::new();
        while self.is_front_ready()
            && let Some(slot) = self.slots.pop_front()
        {
            self.first += 1;
            let mut bytes = size_of::<Slot<T>>() + slot.weight;
            let outcome = match slot.outcome {
                Waiting::Done(outcome) => {
                    bytes += outcome.subject.name().len() + weight_of(&outcome);
                    Some(outcome)
                }
                _ => None,
            };
            self.bytes = self.bytes.saturating_sub(bytes);
            ready.push((slot.event, outcome));
        }
        ready
    }

    /// At most `room`, and no more than leaves as many for each worker that has nothing to do.
    fn share_of_large(&mut self, room: usize) -> Vec<Numbered> {
        let share = self.large.len().div_ceil(self.idle + 1);
        self.large.drain(..share.min(room)).collect()
    }
}

/// About the memory that an outcome holds beside its source's name.
fn weight_of(outcome: &Outcome) -> usize {
    let digest = |digest: &Digest| match digest {
        Digest::Short(bytes) | Digest::Attacked(bytes) => size_of::<Digest>() + bytes.len(),
        Digest::Long(_) => 512,
    };
    outcome.hashed.as_ref().map_or(0, |hashed| hashed.digests.iter().map(digest).sum())
}
