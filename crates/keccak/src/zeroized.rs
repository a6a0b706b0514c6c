//! Erasing on drop, with the feature `zeroize`.

use crate::constructions::duplex::Duplex;
use crate::constructions::keccak_sponge::{KeccakReader, KeccakSponge};
use crate::leaves::gang::Strand;
use crate::permutation::engines::Lane;
use crate::states::many::States;
use crate::states::snp::TwistedState;
use crate::states::state::State;
use zeroize::{Zeroize, ZeroizeOnDrop};

impl<W: Lane> Zeroize for State<W> {
    fn zeroize(&mut self) {
        self.erase();
    }
}

impl<W: Lane> Drop for State<W> {
    fn drop(&mut self) {
        self.erase();
    }
}

impl<W: Lane> Zeroize for TwistedState<W> {
    fn zeroize(&mut self) {
        self.0.erase();
    }
}

impl<W: Lane, const N: usize> Zeroize for States<W, N> {
    fn zeroize(&mut self) {
        self.erase();
    }
}

impl<W: Lane, const N: usize> Drop for States<W, N> {
    fn drop(&mut self) {
        self.erase();
    }
}

impl Drop for Strand<'_> {
    fn drop(&mut self) {
        if let Some(words) = &mut self.words {
            lanesum_batch::wipe::wipe(words);
        }
    }
}

impl<W: Lane> ZeroizeOnDrop for Duplex<W> {}
impl<W: Lane> ZeroizeOnDrop for KeccakReader<W> {}
impl<W: Lane> ZeroizeOnDrop for KeccakSponge<W> {}
impl<W: Lane> ZeroizeOnDrop for State<W> {}
impl<W: Lane, const N: usize> ZeroizeOnDrop for States<W, N> {}
impl<W: Lane> ZeroizeOnDrop for TwistedState<W> {}
