//! Computes the message schedules of several blocks of one message at once in the vector unit, with one word of each block in a register.
//! Then the rounds of each block follow. Those of SHA-256 run in the integer unit, scheduled by hand (`lanes::x86`; FIPS 180-4, section
//! 6.2.2); those of SHA-512 are in `packed.rs`. For WebAssembly, both are in `ahead.rs`.
//!
//! Schedules of one block, as in the hand-scheduled SHA-512, would not help SHA-256: a word of the schedule depends on the word two before
//! it, so half of the four words in a register would be late.

use super::functions::Functions;
use super::lanewise::schedule;
use core::marker::PhantomData;
use lanes::{Kernel, Rows, WordIsa, Words};

/// Computes the sums W\[t\] + K\[t\] of the first block of each row.
pub struct Schedule<'a, S: Functions, I, const N: usize> {
    pub isa: I,
    pub rows: Rows<'a, N>,
    /// For each round, a sum of each block.
    pub sums: &'a mut [[S::Word; N]],
    pub size: PhantomData<S>,
}

macro_rules! each_of_sixteen {
    ($t:ident => $do:expr) => {
        each_of_sixteen!(@ $t $do, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (@ $t:ident $do:expr, $($n:literal)*) => { $( {
        let $t: usize = $n;
        $do;
    } )* };
}

impl<S: Functions, I: WordIsa<S::Word, N>, const N: usize> Kernel for Schedule<'_, S, I, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, rows, sums, .. } = self;
        let mut words = isa.load_block::<false>(&rows, 0);
        let (Some((sums, later_sums)), Some((constants, later))) =
            (sums.as_chunks_mut::<16>().0.split_first_mut(), S::K.as_chunks::<16>().0.split_first())
        else {
            unreachable!("64 rounds or 80");
        };
        each_of_sixteen!(t => isa.store(words[t].add(isa.splat(constants[t])), &mut sums[t]));
        for (i, sums) in later_sums.iter_mut().enumerate() {
            let constants = &later[i];
            each_of_sixteen!(t => {
                schedule::<S, _>(&mut words, t);
                isa.store(words[t].add(isa.splat(constants[t])), &mut sums[t]);
            });
        }
    }
}
