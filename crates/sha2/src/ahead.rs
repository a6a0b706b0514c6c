//! The rounds of one message in words, after the schedules of several of its blocks in vectors (`scheduled.rs`): the text of `lanewise.rs`,
//! with the sums W[t] + K[t] read from memory. For WebAssembly: its engines have few registers, and a schedule in words takes sixteen of
//! them (docs/tried.md has the figures).

use super::functions::Functions;
use core::marker::PhantomData;
use lanes::{
    Kernel, WordIsa, Words,
    inlined::{map, zip},
};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::{Words32, Words64};
    use crate::lanewise::Compress;
    use crate::scheduled::Schedule;
    use lanes::{Model, Portable, Rows, Token};

    /// Schedules on arrays and rounds in words, compared with the plain text, for one block up to the words of a vector.
    macro_rules! against_the_plain_text {
        ($($name:ident: $size:ident of $word:ident x $n:literal, $rounds:literal;)*) => { $(
            #[test]
            fn $name() {
                const BLOCK: usize = 16 * size_of::<$word>();
                let data: [u8; $n * BLOCK] = core::array::from_fn(|i| (i * i % 251) as u8);
                for blocks in if cfg!(miri) { $n..=$n } else { 1..=$n } {
                    let mut state = core::array::from_fn(|i| ($word::MAX / 3).wrapping_mul(i as $word + 1));
                    let mut expected = state.map(|word| [word]);
                    Portable.run(Compress::<$size, _, 1> {
                        isa: Portable,
                        state: &mut expected,
                        parts: [Rows::new(&[&[]]), Rows::new(&[&data[..BLOCK * blocks]])],
                        whole: None,
                        size: PhantomData,
                    });
                    let mut sums = [[0; $n]; $rounds];
                    let rows = Rows::new(&core::array::from_fn::<_, $n, _>(|block| &data[BLOCK * block..][..BLOCK]));
                    Model.run(Schedule::<$size, _, $n> { isa: Model, rows, sums: &mut sums, size: PhantomData });
                    Portable.run(RoundsAhead::<$size, _, $n> {
                        isa: Portable,
                        state: &mut state,
                        sums: &sums,
                        blocks,
                        size: PhantomData,
                    });
                    assert_eq!(state.map(|word| [word]), expected, "{blocks} blocks");
                }
            }
        )* };
    }
    against_the_plain_text! {
        sha256_is_right_on_the_model: Words32 of u32 x 4, 64;
        sha512_is_right_on_the_model: Words64 of u64 x 2, 80;
    }
}
