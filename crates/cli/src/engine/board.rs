//! What is known so far, in order, and what is to be done.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Event, IoOrder, Job, Outcome, Settings};
use crate::digest::Digest;

/// Events that a worker takes at a time: enough small files to fill the lanes of a kernel several times.
const STRETCH: usize = 64;

/// Bytes of what is taken and not yet handed on, about, at which no worker takes more: while one large file keeps all lines
/// behind it waiting, a hundred thousand small ones can be hashed.
const WINDOW_BYTES: usize = 32 << 20;

/// What all threads share. `I` yields the events.
pub(super) struct Board<T, I> {
    inner: Mutex<Inner<T, I>>,
    /// Something is ready for the consumer, or everything is.
    ready: Condvar,
    /// Something is to be done, or nothing will be.
    work: Condvar,
    /// Held while reading, where only one file may be read at a time.
    disk: Mutex<()>,
}

struct Inner<T, I> {
    /// `None` while a worker takes from it, which may have to wait for a pipe.
    events: Option<I>,
    /// No more events will come.
    exhausted: bool,
    /// All that was taken and not handed on, from number `first` on.
    slots: VecDeque<Slot<T>>,
    first: u64,
    /// About the memory of `slots`.
    bytes: usize,
    /// Large files that nobody reads yet.
    large: VecDeque<Numbered>,
    workers: usize,
    /// Workers that wait for something to do.
    idle: usize,
    stopped: bool,
}

/// An event under way: it is ready when it is there and has its outcome, if it is a job.
struct Slot<T> {
    event: T,
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
}

/// What a worker is to do.
pub(super) enum Task {
    /// Read these: small ones at once, large ones are to be handed back.
    Stretch(Vec<Numbered>),
    /// Read these large files side by side.
    Large(Vec<Numbered>),
    /// Nothing any more.
    End,
}

/// What the consumer gets.
pub(super) enum Next<T> {
    /// These, in order.
    Ready(Vec<(T, Option<Outcome>)>),
    /// Nothing within the time that it was ready to wait.
    Nothing,
    /// All has been handed over.
    End,
    /// No worker is left, but work is.
    Lost,
}

impl<T, I> Board<T, I> {
    pub(super) fn new(events: I) -> Self {
        Self {
            inner: Mutex::new(Inner {
                events: Some(events),
                exhausted: false,
                slots: VecDeque::new(),
                first: 0,
                bytes: 0,
                large: VecDeque::new(),
                workers: 0,
                idle: 0,
                stopped: false,
            }),
            ready: Condvar::new(),
            work: Condvar::new(),
            disk: Mutex::new(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T, I>> {
        // Nothing that holds the lock can panic half-way through a change.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets workers end.
    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.work.notify_all();
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
    }

    /// The right to read files, where only one thread may have it.
    pub(super) fn disk(&self, settings: Settings) -> Option<MutexGuard<'_, ()>> {
        match settings.io.order {
            IoOrder::Parallel => None,
            IoOrder::Sequential => Some(self.disk.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// How many workers have nothing to do.
    pub(super) fn idle(&self) -> usize {
        self.lock().idle
    }

    /// What is ready, all of it at once; waits up to `patience` for something.
    pub(super) fn next(&self, patience: Duration) -> Next<T> {
        let mut inner = self.lock();
        if !inner.is_front_ready() && !inner.is_over() && !patience.is_zero() {
            let waited = self.ready.wait_timeout(inner, patience);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let ready = inner.take_ready();
        if !ready.is_empty() {
            // There may be room for more.
            self.work.notify_all();
            Next::Ready(ready)
        } else if inner.exhausted && inner.slots.is_empty() {
            Next::End
        } else if inner.workers == 0 {
            Next::Lost
        } else {
            Next::Nothing
        }
    }

    /// Large files for later, or for another worker.
    pub(super) fn put_large(&self, jobs: Vec<Numbered>) {
        self.lock().large.extend(jobs);
        self.work.notify_all();
    }

    /// More large files for a worker that reads some and has `room` for others: its fair share of those that wait.
    pub(super) fn more_large(&self, room: usize) -> Vec<Numbered> {
        self.lock().share_of_large(room)
    }

    /// Hands over what came of some jobs.
    pub(super) fn deliver(&self, outcomes: Vec<(u64, Outcome)>) {
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
}

impl<T, I: Iterator<Item = Event<T>>> Board<T, I> {
    /// Waits for something to do; `room` is how many large files the worker can read side by side.
    pub(super) fn task(&self, room: usize) -> Task {
        let mut inner = self.lock();
        loop {
            if inner.stopped {
                return Task::End;
            }
            if !inner.large.is_empty() {
                return Task::Large(inner.share_of_large(room));
            }
            if inner.exhausted {
                return Task::End;
            }
            if inner.bytes < WINDOW_BYTES
                && let Some(events) = inner.events.take()
            {
                drop(inner);
                return Task::Stretch(self.take_stretch(events));
            }
            inner.idle += 1;
            inner = self.work.wait(inner).unwrap_or_else(PoisonError::into_inner);
            inner.idle -= 1;
        }
    }

    fn take_stretch(&self, mut events: I) -> Vec<Numbered> {
        // Not under the lock: the next name may come from a pipe, or from a large directory.
        let mut taken = Vec::with_capacity(STRETCH);
        let mut ended = false;
        while taken.len() < STRETCH && !ended {
            match events.next() {
                Some(event) => taken.push(event),
                None => ended = true,
            }
        }
        let mut inner = self.lock();
        inner.exhausted |= ended;
        inner.events = (!ended).then_some(events);
        let mut jobs = Vec::with_capacity(taken.len());
        for event in taken {
            let number = inner.first + inner.slots.len() as u64;
            let (event, outcome) = match event {
                Event::Note(event) => (event, Waiting::NoJob),
                Event::Job(job, event) => {
                    inner.bytes += job.source.name().len();
                    jobs.push(Numbered { number, job });
                    (event, Waiting::Job)
                }
            };
            inner.bytes += size_of::<Slot<T>>();
            inner.slots.push_back(Slot { event, outcome });
        }
        if inner.is_front_ready() || inner.exhausted {
            self.ready.notify_all();
        }
        self.work.notify_all();
        jobs
    }
}

impl<T, I> Inner<T, I> {
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
            let mut bytes = size_of::<Slot<T>>();
            let outcome = match slot.outcome {
                Waiting::Done(outcome) => {
                    bytes += outcome.source.name().len() + weight_of(&outcome);
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
        Digest::Short(bytes) => size_of::<Digest>() + bytes.len(),
        Digest::Long(_) => 512,
    };
    outcome.hashed.as_ref().map_or(0, |hashed| hashed.digests.iter().map(digest).sum())
}
