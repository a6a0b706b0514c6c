//! One message, with the schedules of several of its blocks at a time in the vector unit.

use super::{ByHand, Sha256Rounds};
use crate::forms::{Wordwise, in_groups, rows_of};
use crate::functions::{Words32, Words64};
use crate::{packed, scheduled};
use core::marker::PhantomData;
use lanes::x86::Avx512Vl;
use lanes::{Portable, Token, WordIsa};
use lanesum_batch::md::compression::CompressOne;
use lanesum_batch::wipe::wipe_if_asked;

/// Aligned so that no register is stored across two cache lines: later loads of such words would be delayed.
#[repr(align(64))]
struct Aligned<T>(T);

/// One message of SHA-256, with the schedules of `N` blocks at a time in the vector unit.
pub struct Scheduled<const N: usize>;

impl<I: WordIsa<u32, N> + Sha256Rounds<N>, const N: usize> CompressOne<I, [u32; 8]> for Scheduled<N> {
    #[inline]
    fn compress(isa: I, state: &mut [u32; 8], data: &[u8]) {
        let (groups, rest) = in_groups::<N>(data, 64);
        if !groups.is_empty() {
            let mut sums = Aligned([[0; N]; 64]);
            for group in groups.chunks(64 * N) {
                let (rows, blocks) = rows_of(group, 64);
                isa.run(scheduled::Schedule::<Words32, _, N> { isa, rows, sums: &mut sums.0, size: PhantomData });
                isa.sha256_rounds(state, &sums.0, blocks);
            }
            wipe_if_asked(sums.0.as_flattened_mut());
        }
        if !rest.is_empty() {
            Wordwise::compress(Portable, state, rest);
        }
    }
}

/// One message of SHA-512, with A and E in one register.
pub struct Packed;

impl CompressOne<Avx512Vl, [u64; 8]> for Packed {
    #[inline]
    fn compress(isa: Avx512Vl, state: &mut [u64; 8], data: &[u8]) {
        let (groups, rest) = in_groups::<4>(data, 128);
        if !groups.is_empty() {
            let mut sums = Aligned([[0; 4]; 80]);
            for group in groups.chunks(4 * 128) {
                let (rows, blocks) = rows_of(group, 128);
                isa.run(scheduled::Schedule::<Words64, _, 4> { isa, rows, sums: &mut sums.0, size: PhantomData });
                isa.run(packed::PackedRounds { isa, state, sums: &sums.0, blocks });
            }
            wipe_if_asked(sums.0.as_flattened_mut());
        }
        if !rest.is_empty() {
            ByHand::compress(isa, state, rest);
        }
    }
}
