//! The compression functions, applied to whole blocks.

use super::compression::{Blake32, Blake64};
use super::engines::{TWO, two};
use super::words::STATE;
use lanesum_batch::md::compression::{Compression, MdWord, one_or_best};
use lanesum_batch::{Backend, Error};

/// The chaining value, salt and bit count of BLAKE between two blocks: words of 32 bits for BLAKE-256, of 64 for BLAKE-512.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlakeChain<W> {
    /// The chaining value.
    pub value: [W; 8],
    /// The salt.
    pub salt: [W; 4],
    /// The number of bits hashed before, its low word first. Each block adds its length before it is hashed, modulo 2^64 or 2^128: before a
    /// block with padding, set the counter so that the sum is right.
    pub counter: [W; 2],
}

impl<W: MdWord> BlakeChain<W> {
    fn state(&self) -> [W; STATE] {
        let mut state = [W::default(); STATE];
        state[..8].copy_from_slice(&self.value);
        state[8..12].copy_from_slice(&self.salt);
        state[12..].copy_from_slice(&self.counter);
        state
    }

    fn take(&mut self, state: &[W; STATE]) {
        self.value.copy_from_slice(&state[..8]);
        self.counter.copy_from_slice(&state[12..]);
    }

    fn compress<C>(&mut self, backend: Option<Backend>, blocks: &[u8]) -> Result<(), Error>
    where
        C: Compression<Word = W, State = [W; STATE]>,
    {
        let form = one_or_best::<C>(backend)?;
        let mut state = self.state();
        form.compress(&mut state, blocks);
        self.take(&state);
        Ok(())
    }
}

/// Compresses each block in turn by BLAKE's compression function with words of u32 ("SHA-3 proposal BLAKE", version 1.3, 2010).
///
/// The caller pads the message and adds its length. Runs on `backend`, or without one on the best for this machine.
///
/// # Errors
/// [`Error::BackendUnavailable`] if the machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers` has it,
/// [`Error::NoForm`] if no backend has this name here.
pub fn blake256_compress(
    backend: Option<Backend>,
    chain: &mut BlakeChain<u32>,
    blocks: &[[u8; 64]],
) -> Result<(), Error> {
    chain.compress::<Blake32>(backend, blocks.as_flattened())
}

/// As [`blake256_compress`], with words of u64.
///
/// # Errors
/// As [`blake256_compress`].
pub fn blake512_compress(
    backend: Option<Backend>,
    chain: &mut BlakeChain<u64>,
    blocks: &[[u8; 128]],
) -> Result<(), Error> {
    chain.compress::<Blake64>(backend, blocks.as_flattened())
}

/// Compresses blocks of two messages of BLAKE-256 at once, for tree modes.
///
/// Their rows are side by side in registers of 256 bits (Neves and Aumasson, "BLAKE and 256-bit advanced vector extensions", 2012, slides
/// 21 and 23). `backend` must be `avx2` or `avx512vl`; without one, the faster of those that the machine has is used.
///
/// # Errors
/// [`Error::BackendUnavailable`], [`Error::NoForm`]; [`Error::Length`] unless all messages have the same number of blocks.
pub fn blake256_compress_two(
    backend: Option<Backend>,
    chains: [&mut BlakeChain<u32>; 2],
    blocks: [&[[u8; 64]]; 2],
) -> Result<(), Error> {
    if blocks[0].len() != blocks[1].len() {
        return Err(Error::Length { argument: "blocks", expected: blocks[0].len(), got: blocks[1].len() });
    }
    let best = || TWO.iter().rev().copied().find(|backend| backend.is_available());
    let backend = backend.or_else(best).unwrap_or(TWO[0]);
    let [first, second] = chains;
    let mut states = [first.state(), second.state()];
    let [one, other] = &mut states;
    two(backend, [one, other], blocks.map(<[[u8; 64]]>::as_flattened))?;
    first.take(&states[0]);
    second.take(&states[1]);
    Ok(())
}
