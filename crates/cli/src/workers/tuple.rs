//! One digest of many files together (`TupleHash`): each is a string of the tuple, in order.
//!
//! The length of a string is absorbed before the string. A regular file has a known length; input from a pipe must be kept in memory until
//! it ends.

use crate::hash::{Digest, MessageState, Recipe};
use crate::progress;
use crate::read::{Expectation, Open, ReadError};
use crate::root::{NotOpened, Root};
use crate::subject::{Source, Tuple};
use crate::workers::board::Board;
use crate::workers::job::{Hashed, Job};
use crate::workers::settings::Settings;

const PIECE_BYTES: usize = 64 << 10;

/// The most that is held of what does not state its length.
pub(super) const HELD_BYTES: usize = 64 << 20;

/// Hashes all files of a tuple; one that cannot be read leaves no digest, since that would be another tuple's.
pub(super) fn hash<T>(tuple: &Tuple, job: &Job, settings: Settings, board: &Board<T>) -> Result<Hashed, ReadError> {
    let recipes = &*job.recipes;
    let mut states: Vec<MessageState> = recipes.iter().filter_map(Recipe::tuple).collect();
    let mut reader = Reader { buffer: vec![0; settings.io.bytes.unwrap_or(PIECE_BYTES)], settings, board };
    let mut size = 0;
    for (source, root) in tuple.sources().zip(job.roots.iter()) {
        if board.is_stopped() {
            break;
        }
        match reader.push(&source, root, &mut states) {
            Ok(read) => size += read,
            Err(error) => {
                let error = match error {
                    // The names in the digest's line would not be those of its files.
                    ReadError::LeftOut(odd) => ReadError::System(NotOpened::Odd(odd).into_error()),
                    error => error,
                };
                return Err(ReadError::Element { of: source, error: Box::new(error) });
            }
        }
    }
    let digests = states.into_iter().zip(recipes).map(|(state, recipe)| state.finalize(recipe.tag.bits));
    Ok(Hashed { size, digests: digests.collect::<Result<Vec<Digest>, _>>()?, dated: None })
}

struct Reader<'a, T> {
    buffer: Vec<u8>,
    settings: Settings,
    board: &'a Board<T>,
}

impl<T> Reader<'_, T> {
    /// Appends a file to all tuples; the number of its bytes.
    fn push(&mut self, source: &Source, root: Option<&Root>, states: &mut [MessageState]) -> Result<u64, ReadError> {
        let mut open = Open::new(source, root)?;
        let _disk = (open.kind != Expectation::Flowing).then(|| self.board.disk(self.settings));
        match (states, open.input.stated_bytes()) {
            ([state], Some(bytes)) => self.stated(&mut open, bytes, state),
            // Several tuples at once would each have to be handed the pieces: the command line does not ask for that.
            (states, _) => {
                let held = self.held(&mut open)?;
                for state in states {
                    state.push(held.len() as u64, |element| Ok::<_, ReadError>(element(&held)?))?;
                }
                Ok(held.len() as u64)
            }
        }
    }

    fn stated(&mut self, open: &mut Open, bytes: u64, state: &mut MessageState) -> Result<u64, ReadError> {
        open.advise();
        state.push(bytes, |element| {
            let mut left = bytes;
            while left > 0 && !self.board.is_stopped() {
                let most = usize::try_from(left).unwrap_or(usize::MAX).min(self.buffer.len());
                let piece = &mut self.buffer[..most];
                let read = open.input.fill(piece)?;
                progress::add(read as u64);
                element(&piece[..read])?;
                left -= read as u64;
                if read < most {
                    break;
                }
            }
            // A file that has become shorter is reported as such.
            Ok::<_, ReadError>(open.input.check()?)
        })?;
        Ok(bytes)
    }

    /// All that comes, until it ends.
    fn held(&mut self, open: &mut Open) -> Result<Vec<u8>, ReadError> {
        open.wait_for_writer()?;
        let mut held = Vec::new();
        loop {
            let read = open.input.fill(&mut self.buffer)?;
            progress::add(read as u64);
            if held.len() + read > HELD_BYTES {
                return Err(ReadError::Unstated { most: HELD_BYTES >> 20 });
            }
            held.extend_from_slice(&self.buffer[..read]);
            if read < self.buffer.len() || self.board.is_stopped() {
                open.input.check()?;
                return Ok(held);
            }
        }
    }
}
