//! SHA-256 of one message with the message schedules of several blocks in the vector unit at a time, a word of each block in a
//! register; then follow the rounds of one block after the other in the integer unit, scheduled by hand (`lanes::x86`; FIPS 180-4,
//! section 6.2.2).
//!
//! Pairs of words, as for SHA-512 in `stitched.rs`, would not do: a word of the schedule depends on the last but one, so that half
//! of four in a register are late.

use super::constants::K_256;
use super::lanewise::schedule;
use super::size::Words32;
use lanes::{Kernel, Rows, WordIsa, Words};

/// W[t] + K[t] of all rounds, of each block.
pub(super) type Sums<const N: usize> = [[u32; N]; 64];

/// Makes the sums of the first block of each row.
pub(super) struct Schedule<'a, I, const N: usize> {
    pub(super) isa: I,
    pub(super) rows: Rows<'a, N>,
    pub(super) sums: &'a mut Sums<N>,
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

impl<I: WordIsa<u32, N>, const N: usize> Kernel for Schedule<'_, I, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, rows, sums } = self;
        let mut words = isa.load_block(&rows, 0);
        let sums = sums.as_chunks_mut::<16>().0;
        let constants = K_256.as_chunks::<16>().0;
        each_of_sixteen!(t => isa.store(words[t].add(isa.splat(constants[0][t])), &mut sums[0][t]));
        for (sums, constants) in sums.iter_mut().zip(constants).skip(1) {
            each_of_sixteen!(t => {
                schedule::<Words32, _>(&mut words, t);
                isa.store(words[t].add(isa.splat(constants[t])), &mut sums[t]);
            });
        }
    }
}
