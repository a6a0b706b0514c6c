//! A recipe for digests of files: a function, the length of its output, and all other parameters from the command line.

use std::sync::Arc;

use lanesum::{Backend, Error};

use crate::hash::message::MessageState;
use crate::hash::setup::{Setup, SetupError};
use crate::tag::Tag;

/// The most blocks of one message that a kernel takes at a time, and the fewest files that are worth reading side by side.
pub(crate) const USUAL_WIDTH: usize = 8;

/// The most messages that any kernel takes at a time.
const MOST_WIDTH: usize = 16;

/// How many files of which all this is computed to read side by side: as many as a kernel takes at a time.
pub(crate) fn width(recipes: &[Recipe]) -> usize {
    recipes.iter().filter_map(Recipe::width).fold(USUAL_WIDTH, usize::max)
}

/// Bytes to read at a time of a file of which all this is computed: at least `usual`, and up to `most` where only so much
/// gives a kernel as many blocks of one file as it takes. The library holds short blocks until they are enough, long ones it does not.
pub(crate) fn piece_bytes(recipes: &[Recipe], usual: usize, most: usize) -> usize {
    recipes.iter().filter_map(|recipe| recipe.blocks_bytes(most)).fold(usual, usize::max)
}

/// The digest to compute of a file, or of all files together, with a state that has absorbed everything before the message.
#[derive(Clone)]
pub(crate) struct Recipe {
    pub(crate) tag: Tag,
    pub(crate) backend: Option<Backend>,
    /// Each file, or tuple of files, begins with a copy of it.
    initial: Arc<MessageState>,
}

impl Recipe {
    /// # Errors
    /// No key for a function that needs one; a backend that the machine lacks.
    pub(crate) fn new(tag: Tag, setup: &Setup) -> Result<Self, SetupError> {
        let initial = Arc::new(MessageState::start(&tag, setup)?);
        Ok(Self { tag, backend: setup.backend, initial })
    }

    /// Those of several digests of one file.
    pub(crate) fn all(tags: &[Tag], setup: &Setup) -> Result<Arc<[Self]>, SetupError> {
        tags.iter().map(|tag| Self::new(tag.clone(), setup)).collect()
    }

    /// Bytes of the digest, the last of which may not be full.
    pub(crate) fn bytes(&self) -> usize {
        // At most 2^29, whatever `usize` is.
        self.tag.bits.div_ceil(8) as usize
    }

    /// The most messages that a kernel takes at a time, if several are hashed at once while they are read.
    fn width(&self) -> Option<usize> {
        let function = self.tag.function;
        let algorithm = function.algorithm().filter(|_| function.is_plain() && !function.is_blake2_or_3())?;
        match self.backend {
            Some(backend) => algorithm.widths(backend).last().copied(),
            None => Some(algorithm.chosen(MOST_WIDTH).width),
        }
    }

    /// The most bytes, up to `most`, that hold as many whole blocks of `ParallelHash` as a kernel takes at a time, or fewer.
    /// None for any other function, and where not one block fits.
    fn blocks_bytes(&self, most: usize) -> Option<usize> {
        let block = usize::try_from(self.tag.stated.block?).ok()?;
        let blocks = (most / block).min(USUAL_WIDTH);
        (blocks > 0).then_some(blocks * block)
    }

    /// A state that waits for a message. None if the function is one of a tuple.
    pub(crate) fn state(&self) -> Option<MessageState> {
        (!self.tag.function.is_of_a_tuple()).then(|| (*self.initial).clone())
    }

    /// The digests of whole messages, by kernels that take several at a time; none of a function that needs each by itself.
    pub(crate) fn hash_many(&self, messages: &[&[u8]]) -> Option<Result<Vec<u8>, Error>> {
        let MessageState::Own(hasher) = &*self.initial else { return None };
        (!hasher.algorithm().is_derived()).then(|| {
            let mut out = vec![0; self.bytes() * messages.len()];
            hasher.finalize_many(messages, self.bytes(), &mut out).map(|()| out)
        })
    }

    /// A state that waits for the first string of a tuple.
    pub(crate) fn tuple(&self) -> Option<MessageState> {
        self.tag.function.is_of_a_tuple().then(|| (*self.initial).clone())
    }
}

/// All recipes of a run have the same setup.
impl PartialEq for Recipe {
    fn eq(&self, other: &Self) -> bool {
        // Most are the same one, and what a tag states may be long.
        let same = Arc::ptr_eq(&self.initial, &other.initial);
        same || (self.tag == other.tag && self.backend == other.backend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::{BLAKE3, Function};
    use crate::tag::Stated;

    #[test]
    fn pieces_hold_as_many_long_blocks_as_a_kernel_takes() {
        let piece = |block: u64| {
            let function = Function::named("parallelhash128").unwrap();
            let tag = Tag { function, bits: 256, stated: Stated { block: Some(block), ..Stated::default() } };
            let other = Tag::plain(BLAKE3, 256);
            let recipes = [other, tag].map(|tag| Recipe::new(tag, &Setup::default()).unwrap());
            assert_eq!(piece_bytes(&recipes[..1], 64 << 10, 16 << 20), 64 << 10);
            piece_bytes(&recipes, 64 << 10, 16 << 20)
        };
        for (block, bytes) in [
            (1, 64 << 10),
            (8 << 10, 64 << 10),
            (10_007, 80_056),
            (64 << 10, 512 << 10),
            (2 << 20, 16 << 20),
            // Five of them.
            (3 << 20, 15 << 20),
            (16 << 20, 16 << 20),
            ((16 << 20) + 1, 64 << 10),
            (u64::MAX, 64 << 10),
        ] {
            assert_eq!(piece(block), bytes, "{block}");
        }
    }
}
