//! A thread that reads and hashes.

use std::sync::Arc;

use super::arena::Arena;
use super::board::{Board, Numbered, Task};
use super::convoy::{self, Convoy};
use super::stream::Stream;
use super::{Event, Outcome, Settings};
use crate::function::Recipe;
use crate::progress;
use crate::read::{Kind, MadeUp, Open, ReadError};

pub(super) struct Worker<T, I> {
    board: Arc<Board<T, I>>,
    settings: Settings,
    arena: Arena,
    convoy: Option<Convoy>,
    made_up: MadeUp,
}

impl<T, I> Worker<T, I> {
    /// Counts as one of the board's workers from now on.
    pub(super) fn new(settings: Settings, board: Arc<Board<T, I>>) -> Self {
        board.enter();
        Self { board, settings, arena: Arena::new(), convoy: None, made_up: MadeUp::default() }
    }
}

impl<T, I> Drop for Worker<T, I> {
    fn drop(&mut self) {
        self.board.leave();
    }
}

impl<T, I: Iterator<Item = Event<T>>> Worker<T, I> {
    pub(super) fn run(mut self) {
        let room = convoy::room(self.settings);
        loop {
            match self.board.task(room) {
                Task::Stretch(jobs) => self.stretch(jobs),
                Task::Large(jobs) => {
                    let convoy = self.convoy.get_or_insert_with(|| Convoy::new(self.settings));
                    convoy.run(jobs, &self.board, &mut self.made_up);
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
        for Numbered { number, job } in jobs {
            if self.board.is_stopped() {
                return;
            }
            let mut open = match Open::new(&job.source, &mut self.made_up) {
                Ok(open) => open,
                Err(error) => {
                    self.board.deliver(vec![(number, Outcome { source: job.source, hashed: Err(error) })]);
                    continue;
                }
            };
            if open.kind == Kind::Flowing {
                // Whatever was read before must not wait for a pipe, and others may read files meanwhile.
                drop(disk);
                self.flush();
                let hashed = Stream::new(open, &job.recipes)
                    .and_then(|stream| stream.run(&job.recipes, self.settings, &self.board));
                self.board.deliver(vec![(number, Outcome { source: job.source, hashed })]);
                disk = board.disk(self.settings);
                continue;
            }
            match self.take_in(&mut open, &job.recipes) {
                Ok(None) => large.push(Numbered { number, job }),
                Ok(Some(read)) => {
                    progress::add(read as u64);
                    self.arena.hold(number, job, read);
                }
                Err(error) => self.board.deliver(vec![(number, Outcome { source: job.source, hashed: Err(error) })]),
            }
        }
        drop(disk);
        self.flush();
        if !large.is_empty() {
            self.board.put_large(large);
        }
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
        let outcomes = self.arena.flush();
        if !outcomes.is_empty() {
            self.board.deliver(outcomes);
        }
    }
}
