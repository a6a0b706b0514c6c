//! A worker: a thread that takes jobs from the board, reads and hashes.

use std::sync::Arc;
use std::thread;

use crate::hash::Recipe;
use crate::progress;
use crate::read::{Expectation, Open, ReadError};
use crate::subject::{Source, Subject};
use crate::workers::arena::Arena;
use crate::workers::board::{Board, Numbered, Task};
use crate::workers::convoy::{self, Convoy};
use crate::workers::job::{Hashed, Outcome};
use crate::workers::settings::Settings;
use crate::workers::stream::Stream;
use crate::workers::tuple;

pub(super) struct Worker<T> {
    board: Arc<Board<T>>,
    settings: Settings,
    arena: Arena,
    convoy: Option<Convoy>,
    /// The outcomes that have not been handed over yet.
    done: Vec<(u64, Outcome)>,
}

impl<T> Worker<T> {
    /// Counts as one of the board's workers from now on. Takes no memory before it runs: others may still have to start.
    pub(super) fn new(settings: Settings, board: Arc<Board<T>>) -> Self {
        board.enter();
        Self { board, settings, arena: Arena::default(), convoy: None, done: Vec::new() }
    }

    pub(super) fn run(mut self) {
        let settings = self.settings;
        self.arena = Arena::new();
        loop {
            match self.board.task(|first| convoy::room(settings, &first.job)) {
                Task::Stretch(jobs) => self.stretch(jobs),
                Task::Large(jobs) => {
                    let convoy = self.convoy.get_or_insert_with(|| Convoy::new(self.settings));
                    convoy.run(jobs, &self.board);
                }
                Task::End => return,
            }
        }
    }

    /// Reads what is small and leaves what is large for later.
    fn stretch(&mut self, jobs: Vec<Numbered>) {
        let board = Arc::clone(&self.board);
        let mut disk = board.disk(self.settings);
        let mut large = Vec::new();
        for numbered in jobs {
            if self.board.is_stopped() {
                return;
            }
            let Numbered { number, ref job, .. } = numbered;
            let mut open = None;
            if let Subject::One(source @ Source::File(_)) = &job.subject {
                match Open::new(source, job.root.as_ref()) {
                    Ok(file) => match job.known(file.dated) {
                        Some((digests, size)) => {
                            progress::add(size);
                            self.done(numbered, Ok(Hashed { size, digests, dated: file.dated }));
                            continue;
                        }
                        None => open = Some(file),
                    },
                    Err(error) if error.is_crowd() => {
                        large.push(numbered);
                        continue;
                    }
                    Err(error) => {
                        self.done(numbered, Err(error));
                        continue;
                    }
                }
            }
            match open {
                Some(mut open) if open.kind != Expectation::Flowing => match self.take_in(&mut open, &job.recipes) {
                    Ok(None) => large.push(numbered),
                    Ok(Some(read)) => {
                        progress::add(read as u64);
                        self.arena.hold(number, numbered.job, read, open.dated);
                    }
                    Err(error) => self.done(numbered, Err(error)),
                },
                flowing => {
                    // Whatever was read before must not wait for a pipe, and others may read files meanwhile.
                    drop(disk);
                    self.flush();
                    self.board.put_large(std::mem::take(&mut large));
                    let hashed = self.flow(&numbered, flowing);
                    self.done(numbered, hashed);
                    self.flush();
                    disk = board.disk(self.settings);
                }
            }
        }
        drop(disk);
        self.flush();
        self.board.put_large(large);
    }

    /// Reads what comes, until it ends: standard input, what has been opened, or all files of a tuple.
    fn flow(&mut self, numbered: &Numbered, open: Option<Open>) -> Result<Hashed, ReadError> {
        let Self { board, settings, .. } = self;
        let recipes = &numbered.job.recipes;
        board.in_turn(numbered.stdin, || {
            let source = match &numbered.job.subject {
                Subject::One(source) => source,
                Subject::Tuple(tuple) => return tuple::hash(tuple, &numbered.job, *settings, board),
            };
            let open = open.map_or_else(|| Open::new(source, numbered.job.root.as_ref()), Ok)?;
            open.wait_for_writer()?;
            Stream::new(open, recipes).run(recipes, *settings, board)
        })
    }

    fn done(&mut self, numbered: Numbered, hashed: Result<Hashed, ReadError>) {
        self.done.push((numbered.number, Outcome { subject: numbered.job.subject, hashed }));
    }

    /// All of a small file, or `None` if it is no small one.
    fn take_in(&mut self, open: &mut Open, recipes: &[Recipe]) -> Result<Option<usize>, ReadError> {
        if !Arena::suits(open.kind, recipes) {
            return Ok(None);
        }
        if !self.arena.has_room(open.kind) {
            self.flush();
        }
        self.arena.read(open)
    }

    fn flush(&mut self) {
        self.done.append(&mut self.arena.flush());
        if !self.done.is_empty() {
            self.board.deliver(std::mem::take(&mut self.done));
        }
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Its jobs are lost, and with them the run.
            self.board.stop();
        }
        self.board.leave();
    }
}
