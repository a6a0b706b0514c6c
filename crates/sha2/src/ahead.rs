//! The rounds of one message in words, after the schedules of several of its blocks in vectors (`scheduled.rs`): the text of `lanewise.rs`,
//! with the sums W\[t\] + K\[t\] read from memory. For WebAssembly: its engines have few registers, and a schedule in words takes sixteen of
//! them (docs/tried.md has the figures).

use super::ending::Sha2Word;
use super::forms::{Wordwise, in_groups, rows_of};
use super::functions::Functions;
use super::scheduled::Schedule;
use core::marker::PhantomData;
use lanes::{
    Kernel, Portable, Token, WordIsa, Words,
    inlined::{map, zip},
};
use lanesum_batch::md::compression::CompressOne;
use lanesum_batch::wipe::wipe_if_asked;

/// Does the rounds of the first `blocks` blocks, and adds the state after each block. `sums` comes from `Schedule`.
pub struct RoundsAhead<'a, S: Functions, I, const N: usize> {
    pub isa: I,
    pub state: &'a mut [S::Word; 8],
    pub sums: &'a [[S::Word; N]],
    pub blocks: usize,
    pub size: PhantomData<S>,
}

impl<S: Functions, I: WordIsa<S::Word, 1>, const N: usize> Kernel for RoundsAhead<'_, S, I, N> {
    type Output = ();

    #[inline(always)]
    #[allow(unused_assignments)] // Rust 1.89 warns of the last round's `bc`
    fn call(self) {
        let Self { isa, state, sums, blocks, .. } = self;
        let [first, second, third, fourth, rest @ ..] = sums.as_chunks::<16>().0 else {
            unreachable!("64 rounds or 80");
        };
        let mut chain = map(*state, |word| isa.splat(word));
        for block in 0..blocks.min(N) {
            let mut variables = chain;
            let mut bc = I::V::difference(chain[1], chain[2]);
            macro_rules! rounds_of {
                ($sums:ident) => {
                    macro_rules! sum {
                        ($t:literal) => {
                            isa.splat($sums[$t][block])
                        };
                    }
                    sixteen_rounds!(S, I::V, variables, bc, sum);
                };
            }
            // Written out: in WebAssembly, this takes a tenth less time than a loop.
            rounds_of!(first);
            rounds_of!(second);
            rounds_of!(third);
            rounds_of!(fourth);
            if S::K.len() > 64
                && let [fifth] = rest
            {
                rounds_of!(fifth);
            }
            zip(&mut chain, &variables, |chain, variable| *chain = chain.add(variable));
        }
        zip(state, &chain, |word, chain| {
            let mut one = [*word];
            isa.store(chain, &mut one);
            [*word] = one;
        });
    }
}

/// One message: the schedules of `N` blocks at a time in the vector unit, then the rounds of each block in words.
pub struct Ahead<const N: usize>;

impl<W: Sha2Word, I: WordIsa<W, N>, const N: usize> CompressOne<I, [W; 8]> for Ahead<N>
where
    Portable: WordIsa<W, 1>,
{
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        let block = 16 * size_of::<W>();
        let (groups, rest) = in_groups::<N>(data, block);
        if !groups.is_empty() {
            let mut sums = [[W::default(); N]; 80];
            let sums = &mut sums[..W::Functions::K.len()];
            for group in groups.chunks(block * N) {
                let (rows, blocks) = rows_of(group, block);
                isa.run(Schedule::<W::Functions, _, N> { isa, rows, sums, size: PhantomData });
                Portable.run(RoundsAhead::<W::Functions, _, N> {
                    isa: Portable,
                    state,
                    sums,
                    blocks,
                    size: PhantomData,
                });
            }
            wipe_if_asked(sums.as_flattened_mut());
        }
        if !rest.is_empty() {
            Wordwise::compress(Portable, state, rest);
        }
    }
}
