//! A duplex over many blocks in place, for one state or for several among which the blocks are dealt (Keyak v2, section 3.2):
//! each block is added to the states and replaced by the sum.

use super::constants::Rounds;
#[cfg(target_arch = "x86_64")]
use super::engine::Engine;
use super::lane::Lane;
use super::states::{States, check};
use crate::error::sure;
use crate::wipe::wipe;
use crate::{Backend, Error};
use lanes::{Done, Lanes};

pub use lanes::Way;

/// How blocks of `lanes` lanes go through the states.
#[derive(Clone, Copy)]
pub struct Crypt<'b, W> {
    pub(crate) way: Way,
    /// At most 24.
    pub(crate) lanes: usize,
    /// Added to the lanes between those of the block and the last one: nothing, or as much as they take for each block, in the same
    /// order.
    pub(crate) beside: &'b [u8],
    /// Added to the last lane of every state with each block.
    pub(crate) last: W,
}

/// The backend for `ways` states that encrypt, when nobody asks for one: the plan's, unless that keeps planes in registers. Such
/// forms have none for blocks that come back, nor for single rounds: the state would move at each block.
pub(crate) fn backend<W: Lane>(ways: usize) -> Backend {
    let planned = W::engine(ways);
    #[cfg(target_arch = "x86_64")]
    if matches!(planned, Engine::Avx2Planes(_) | Engine::Avx512PlanesPaper(_) | Engine::Avx512Planes(_)) {
        return super::narrow::engine(ways).backend();
    }
    planned.backend()
}

impl<W: Lane, const N: usize> States<W, N> {
    /// All full deals of `data`, `N` blocks each, block `i` to state `i`: it is replaced by its sum with the state, the state takes
    /// the ciphertext in its place, and all are permuted.
    pub(crate) fn crypt_all(&mut self, crypt: Crypt<'_, W>, rounds: Rounds, data: &mut [u8]) {
        if W::crypt(self.engine(), N, self.lanes_mut().as_flattened_mut(), crypt, rounds, data) == Done::Yes {
            return;
        }
        let block = W::BYTES * crypt.lanes;
        let mut beside = crypt.beside.chunks_exact((24 * W::BYTES - block).max(1));
        for deal in data.chunks_exact_mut(N * block) {
            for (i, data) in deal.chunks_exact_mut(block).enumerate() {
                sure(self.crypt(i, 0, crypt.way, data));
                sure(self.add_bytes(i, block, beside.next().unwrap_or_default()));
            }
            self.add_lane_all(24, &[crypt.last; N]);
            self.permute_rounds(rounds);
        }
    }

    /// Replaces `data` by its sum with the bytes of one state from lane `first` on, which take the ciphertext in their place.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if it does not fit, [`Error::NoSuchInstance`].
    pub(crate) fn crypt(&mut self, instance: usize, first: usize, way: Way, data: &mut [u8]) -> Result<(), Error> {
        check::<W, N>(instance, W::BYTES * first, data.len())?;
        let (data, rest) = data.split_at_mut(data.len() / W::BYTES * W::BYTES);
        let end = W::BYTES * first + data.len();
        let engine = self.engine();
        let words = self.lanes_mut().get_mut(first..).unwrap_or_default();
        // For one state these loops are over contiguous words; without a decision in them they are done by vectors.
        match (way, engine.backend()) {
            (Way::Wrap, Backend::Portable32) => crypt::<W, N>(words, instance, data, |word, lane| {
                let sum = word.xor(lane.encode(engine));
                (sum, W::decode(sum, engine))
            }),
            (Way::Unwrap, Backend::Portable32) => crypt::<W, N>(words, instance, data, |word, lane| {
                let new = lane.encode(engine);
                (new, W::decode(word.xor(new), engine))
            }),
            (Way::Wrap, _) => crypt::<W, N>(words, instance, data, |word, lane| {
                let sum = word.xor(lane.expand());
                (sum, W::reduce(sum))
            }),
            (Way::Unwrap, _) => crypt::<W, N>(words, instance, data, |word, lane| {
                let new = lane.expand();
                (new, W::reduce(word.xor(new)))
            }),
        }
        let mut stream = [0; 8];
        let stream = &mut stream[..rest.len()];
        self.extract_bytes(instance, end, stream)?;
        match way {
            Way::Wrap => self.add_bytes(instance, end, rest)?,
            Way::Unwrap => self.overwrite_bytes(instance, end, rest)?,
        }
        for (byte, stream) in rest.iter_mut().zip(&*stream) {
            *byte ^= stream;
        }
        wipe(stream);
        Ok(())
    }

    /// Adds `data` to the first bytes of every state, at most all.
    pub(crate) fn add_to_all(&mut self, data: &[u8]) {
        let engine = self.engine();
        for (words, lane) in self.lanes_mut().iter_mut().zip(data.chunks(W::BYTES)) {
            let lane = W::read(lane).encode(engine);
            for word in words {
                *word = word.xor(lane);
            }
        }
    }

    /// Adds a lane to each state, all at one place.
    pub(crate) fn add_lane_all(&mut self, place: usize, lanes: &[W; N]) {
        let engine = self.engine();
        for (word, lane) in self.lanes_mut()[place].iter_mut().zip(lanes) {
            *word = word.xor(lane.encode(engine));
        }
    }
}

/// `both` makes of word and lane what the word becomes and what the lane becomes.
#[inline(always)]
fn crypt<W: Lane, const N: usize>(
    words: &mut [[W::Register; N]],
    instance: usize,
    data: &mut [u8],
    both: impl Fn(W::Register, W) -> (W::Register, W),
) {
    for (lane, words) in data.chunks_exact_mut(W::BYTES).zip(words) {
        let (new, out) = both(words[instance], W::read(lane));
        words[instance] = new;
        out.write(lane);
    }
}
