//! A single file of any length, read from its beginning to its end.

use std::io;
use std::sync::OnceLock;

#[cfg(unix)]
use lanesum::Algorithm;
use lanesum::file::{Change, FileError};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::hash::{MessageState, Recipe, piece_bytes};
use crate::journal;
use crate::progress;
use crate::read::{Open, ReadError};
use crate::workers::board::Board;
use crate::workers::job::Hashed;
use crate::workers::settings::Settings;

/// Bytes that one thread reads and hashes at a time: enough to make a system call's cost vanish; the copy is cheapest
/// where it is still in a small cache when it is hashed.
const ALONE_BYTES: usize = 64 << 10;

/// The most of it, where a kernel gets as many long blocks of `ParallelHash` as it takes only so.
const MOST_ALONE_BYTES: usize = 16 << 20;

/// Bytes that several threads read and hash at a time: enough to make the cost of sharing them vanish.
const SHARED_BYTES: usize = 4 << 20;

/// A subtree of BLAKE3 that a thread reads by itself, and how much is shared out at a time.
#[cfg(unix)]
const SUBTREE_BYTES: usize = lanesum::file::Input::SUBTREE_BYTES;
#[cfg(unix)]
const TOGETHER_BYTES: u64 = 32 << 20;

/// Threads that help with one file while they have none of their own.
static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();

fn pool(settings: Settings) -> Option<&'static ThreadPool> {
    let build =
        || rayon::ThreadPoolBuilder::new().num_threads(settings.threads).thread_name(|_| "share".into()).build().ok();
    POOL.get_or_init(build).as_ref()
}

pub(super) struct Stream {
    open: Open,
    pub(super) states: Vec<MessageState>,
}

impl Stream {
    pub(super) fn new(open: Open, recipes: &[Recipe]) -> Self {
        open.advise();
        let states = recipes.iter().filter_map(Recipe::state).collect();
        Self { open, states }
    }

    /// Reads until `buffer` is full or the file has ended; returns the number of bytes.
    pub(super) fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        let read = self.open.input.fill(buffer)?;
        progress::add(read as u64);
        Ok(read)
    }

    /// Reads and hashes all that is left.
    pub(super) fn run<T>(
        mut self,
        recipes: &[Recipe],
        settings: Settings,
        board: &Board<T>,
    ) -> Result<Hashed, ReadError> {
        let bytes = settings.io.bytes.unwrap_or_else(|| piece_bytes(recipes, ALONE_BYTES, MOST_ALONE_BYTES));
        let mut buffer = vec![0; bytes];
        loop {
            let read = self.fill(&mut buffer)?;
            // If the file gets shorter meanwhile, `end` notices that.
            let follows = self.open.input.stated_bytes().is_some_and(|bytes| self.open.input.bytes_read() < bytes);
            for state in &mut self.states {
                match state.hasher() {
                    Some(hasher) if follows => hasher.update_followed(&buffer[..read]),
                    _ => state.update(&buffer[..read]),
                }
            }
            if read < buffer.len() || board.is_stopped() {
                return self.end(recipes);
            }
            if board.idle() > 0
                && settings.threads > 1
                && let Some(pool) = pool(settings)
            {
                let least = if settings.io.bytes.is_some() { ALONE_BYTES } else { SHARED_BYTES };
                self.run_shared(bytes.max(least), board, pool)?;
            }
        }
    }

    /// Reads and hashes with the help of threads that have nothing else to do, for as long as there are any.
    fn run_shared<T>(&mut self, bytes: usize, board: &Board<T>, pool: &ThreadPool) -> Result<(), ReadError> {
        #[cfg(unix)]
        if let ([state], true) = (&mut *self.states, bytes == SHARED_BYTES)
            && let Some(hasher) = state.hasher()
            && hasher.algorithm() == Algorithm::Blake3
        {
            let input = &mut self.open.input;
            let left = input.stated_bytes().unwrap_or(0).saturating_sub(input.bytes_read());
            if left > 2 * SUBTREE_BYTES as u64 {
                // To where a subtree begins.
                let ahead = input.bytes_read().next_multiple_of(SUBTREE_BYTES as u64) - input.bytes_read();
                let mut before = vec![0; ahead as usize];
                let read = input.fill(&mut before)?;
                progress::add(read as u64);
                hasher.update_followed(&before[..read]);
                while board.idle() > 0 && !board.is_stopped() {
                    let read = pool.install(|| input.hash_subtrees(hasher, TOGETHER_BYTES))?;
                    progress::add(read);
                    if read == 0 {
                        break;
                    }
                }
                return Ok(());
            }
        }
        let (mut present, mut next) = (vec![0; bytes], vec![0; bytes]);
        let Self { open: Open { input, .. }, states } = self;
        let mut read = pool.install(|| input.fill_beside(&mut present, || ()))?;
        loop {
            progress::add(read as u64);
            let more = read == present.len() && board.idle() > 0 && !board.is_stopped();
            let hash = || states.par_iter_mut().for_each(|state| state.update_shared(&present[..read]));
            // Only these calls are in the pool: with all of the loop in it, the same work took a third longer beside other programs and more.
            if !more {
                pool.install(hash);
                return Ok(());
            }
            read = pool.install(|| input.fill_beside(&mut next, hash))?;
            std::mem::swap(&mut present, &mut next);
        }
    }

    fn again(&mut self, recipes: &[Recipe]) -> Result<(), ReadError> {
        self.open.again()?;
        self.states = recipes.iter().filter_map(Recipe::state).collect();
        let mut buffer = vec![0; ALONE_BYTES];
        loop {
            let read = self.open.input.fill(&mut buffer)?;
            self.states.iter_mut().for_each(|state| state.update(&buffer[..read]));
            if read < buffer.len() {
                return Ok(self.open.input.check()?);
            }
        }
    }

    /// The digests of a file that has been read to its end. If its status alone has changed, it is read once more.
    pub(super) fn end(mut self, recipes: &[Recipe]) -> Result<Hashed, ReadError> {
        match self.open.input.check() {
            Err(FileError::Changed(Change::Status)) => self.again(recipes)?,
            checked => checked?,
        }
        let size = self.open.input.bytes_read();
        let digests = self.states.into_iter().zip(recipes).map(|(state, recipe)| state.finalize(recipe.tag.bits));
        let digests = digests.collect::<io::Result<Vec<_>>>()?;
        journal::note(self.open.dated, size, recipes, &digests);
        Ok(Hashed { size, digests, dated: self.open.dated })
    }
}
