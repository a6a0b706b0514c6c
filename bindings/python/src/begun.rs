//! A message under way, and the bytes that wait until there are enough of them.

use crate::functions::Function;
use crate::memory::Memory;
#[cfg(not(Py_GIL_DISABLED))]
use crate::memory::buffer::append_array;
use crate::state;
use lanesum::{Error, Hasher};
#[cfg(not(Py_GIL_DISABLED))]
use pyo3::{Bound, types::PyByteArray};

/// Bytes that wait at most: whole blocks of SHA-2, and few enough for the first cache.
const ROOM: usize = 4096;
/// More bytes that cannot change are hashed in place.
const FEW: usize = 512;
/// A message that is hashed again as fast as its absorbed state is finished, or nearly so.
pub(crate) const AGAIN: usize = 256;

/// A message under way. Few bytes are only copied, and hashed together when the room is full or somebody asks: that takes less than a call
/// of the hasher for each. What could change meanwhile is copied in any case, and here it is copied once.
#[derive(Clone)]
pub(crate) struct Begun {
    function: Function,
    /// None before it has absorbed anything, for a function without options.
    hasher: Option<Hasher>,
    /// Nothing of a tuple, where each update is an element.
    waiting: Vec<u8>,
    asked: bool,
}

impl Begun {
    /// An empty message of a function without options.
    pub(crate) fn plain(function: Function) -> Self {
        Self { function, hasher: None, waiting: Vec::new(), asked: false }
    }

    pub(crate) fn of(function: Function, hasher: Hasher) -> Self {
        Self { hasher: Some(hasher), ..Self::plain(function) }
    }

    /// The hasher, with all bytes so far.
    pub(crate) fn hasher(&mut self) -> Result<&mut Hasher, Error> {
        let hasher = self.hasher.get_or_insert_with(|| Hasher::new(self.function.0));
        // No bytes would be an element of a tuple.
        if !self.waiting.is_empty() {
            hasher.try_update(&self.waiting)?;
            self.waiting.clear();
        }
        Ok(hasher)
    }

    /// The message so far, if it is hashed fastest in one call: the first time, and again if it is short.
    pub(crate) fn in_one_call(&mut self) -> Option<&[u8]> {
        let is_again = std::mem::replace(&mut self.asked, true);
        (self.hasher.is_none() && (!is_again || self.waiting.len() <= AGAIN)).then_some(&self.waiting)
    }

    /// Takes bytes that cannot change if there are few, and room for them; says whether it did.
    #[inline]
    pub(crate) fn took_few(&mut self, bytes: &[u8]) -> bool {
        bytes.len() <= FEW && self.took(Memory::of(bytes))
    }

    /// Takes bytes if there is room for them; says whether it did.
    #[inline]
    pub(crate) fn took(&mut self, memory: Memory<'_>) -> bool {
        let has_room = memory.len() < self.waiting.capacity() - self.waiting.len();
        if has_room {
            memory.append_to(&mut self.waiting);
        }
        has_room
    }

    /// The same of a `bytearray`, without its being lent.
    #[cfg(not(Py_GIL_DISABLED))]
    #[inline]
    pub(crate) fn took_array(&mut self, array: &Bound<'_, PyByteArray>) -> bool {
        append_array(array, &mut self.waiting)
    }

    /// Appends any number of bytes.
    pub(crate) fn append(&mut self, memory: Memory<'_>) -> Result<(), Error> {
        let is_of_tuples = self.function.0.is_of_tuples();
        if let Some(bytes) = memory.stable()
            && (bytes.len() > FEW || is_of_tuples)
        {
            return self.hasher()?.try_update(bytes);
        }
        if is_of_tuples || memory.len() > ROOM && state::piece(self.function.0) == state::LARGE {
            let most = state::piece(self.function.0);
            let bytes = memory.len() as u64;
            return self.hasher()?.update_in_pieces(bytes, |take| memory.for_each_piece(most, take));
        }
        let mut at = 0;
        while at < memory.len() {
            if self.waiting.len() >= ROOM {
                self.hasher()?;
            }
            let room = ROOM - self.waiting.len();
            self.waiting.reserve_exact(room);
            let piece = room.min(memory.len() - at);
            memory.part(at, piece).append_to(&mut self.waiting);
            at += piece;
        }
        Ok(())
    }
}
