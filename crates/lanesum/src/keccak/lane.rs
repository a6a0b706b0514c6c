//! The widths of the permutation: what differs with the length of a lane.

use super::constants::{RC, RC_INTERLEAVED, Rounds, narrow_constants};
use super::crypt::Crypt;
#[cfg(target_arch = "x86_64")]
use super::crypt_registers;
use super::engine::{Engine, MAX_WAYS, Op, native_ways};
use super::lanewise::Group;
use super::narrow;
use super::order::Here;
use super::steps::{self, Steps};
use crate::Backend;
use lanes::{Done, Element, deinterleave, interleave};

/// A lane: the unit of the state. `u8`, `u16`, `u32` and `u64` are those of Keccak-p\[200\], \[400\], \[800\] and \[1600\].
pub trait Lane: sealed::Sealed {
    /// Bytes of a lane.
    const BYTES: usize;
    /// Rounds of Keccak-f: 12 + 2l, where a lane has 2^l bits (FIPS 202, section 3.4). Keccak-p has 1 to as many here.
    const ROUNDS: usize;
    /// How many states the backend can take at once; none, if it has no form for these lanes.
    fn ways(backend: Backend) -> &'static [usize];
}

pub(crate) mod sealed {
    use super::{Crypt, Done, Element, Engine, Group, Op, Rounds, Steps};
    use core::ops::{BitAnd, BitXor, Not};

    pub trait Sealed: Element + BitXor<Output = Self> + BitAnd<Output = Self> + Not<Output = Self> {
        /// The round constants, cut to the lane's length (FIPS 202, section 3.2.5).
        const RC: &'static [Self];
        /// The stored form of zero.
        const ZERO: Self::Register;
        /// The most states at once.
        const MAX_WAYS: usize;
        /// Rotates left.
        fn rotl(self, by: u32) -> Self;
        /// As the backend stores it.
        fn encode(self, engine: Engine) -> Self::Register;
        /// The inverse of [`Sealed::encode`].
        fn decode(word: Self::Register, engine: Engine) -> Self;
        /// The constants of the last rounds, as the backend stores lanes.
        fn constants(engine: Engine, rounds: Rounds) -> &'static [Self::Register];
        /// The best backend for so many states here.
        fn engine(ways: usize) -> Engine;
        /// `op` on `w` states, a number that the backend has.
        fn group(engine: Engine, w: usize, group: Group<'_, Self::Register>, op: Op<'_, '_>, rounds: Rounds);
        /// [`States::crypt_all`](super::super::states::States::crypt_all) without leaving the registers, where there is such a form.
        #[inline(always)]
        fn crypt(_: Engine, _: usize, _: &mut [Self::Register], _: Crypt<'_, Self>, _: Rounds, _: &mut [u8]) -> Done {
            Done::No
        }
        /// [`States::steps`](super::super::states::States::steps), where there is such a form.
        fn steps(engine: Engine, group: Group<'_, Self::Register>, steps: Steps<Self>, rows: &mut [&mut [u8]]) -> Done;
        /// `op` on fewer states than `w`, a number that the backend has.
        fn padded(engine: Engine, w: usize, words: &mut [Self::Register], ways: usize, op: Op<'_, '_>, rounds: Rounds);
    }
}

impl Lane for u64 {
    const BYTES: usize = 8;
    const ROUNDS: usize = 24;
    #[inline(always)]
    fn ways(backend: Backend) -> &'static [usize] {
        native_ways(backend)
    }
}

impl sealed::Sealed for u64 {
    const RC: &'static [u64] = &RC;
    const ZERO: u64 = 0;
    const MAX_WAYS: usize = MAX_WAYS;
    #[inline(always)]
    fn rotl(self, by: u32) -> u64 {
        self.rotate_left(by)
    }
    #[inline(always)]
    fn encode(self, engine: Engine) -> u64 {
        if matches!(engine, Engine::Portable32) { interleave(self) } else { self }
    }
    #[inline(always)]
    fn decode(word: u64, engine: Engine) -> u64 {
        if matches!(engine, Engine::Portable32) { deinterleave(word) } else { word }
    }
    #[inline(always)]
    fn constants(engine: Engine, rounds: Rounds) -> &'static [u64] {
        let table = if matches!(engine, Engine::Portable32) { &RC_INTERLEAVED } else { &RC };
        &table[24 - rounds.get()..]
    }
    fn engine(ways: usize) -> Engine {
        Here::plan().engine(ways)
    }
    #[inline(always)]
    fn group(engine: Engine, w: usize, group: Group<'_, u64>, op: Op<'_, '_>, rounds: Rounds) {
        engine.apply_group(w, group, op, rounds);
    }
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn crypt(
        engine: Engine,
        ways: usize,
        words: &mut [u64],
        crypt: Crypt<'_, u64>,
        rounds: Rounds,
        data: &mut [u8],
    ) -> Done {
        crypt_registers::in_registers(engine, ways, words, crypt, rounds, data)
    }
    fn steps(engine: Engine, group: Group<'_, u64>, steps: Steps<u64>, rows: &mut [&mut [u8]]) -> Done {
        steps::of_64_bits(engine, group, steps, RC[23], rows)
    }
    fn padded(engine: Engine, w: usize, words: &mut [u64], ways: usize, op: Op<'_, '_>, rounds: Rounds) {
        engine.apply_padded::<u64, MAX_WAYS>(w, words, ways, op, rounds);
    }
}

macro_rules! narrow_lanes {
    ($($lane:ident $rounds:literal $(, $crypt:ident)?;)*) => { $(
        impl Lane for $lane {
            const BYTES: usize = size_of::<$lane>();
            const ROUNDS: usize = $rounds;
            #[inline(always)]
            fn ways(backend: Backend) -> &'static [usize] {
                narrow::ways(backend)
            }
        }

        impl sealed::Sealed for $lane {
            const RC: &'static [$lane] = &{
                let mut constants = [0; $rounds];
                let mut i = 0;
                while i < $rounds {
                    constants[i] = RC[i] as $lane;
                    i += 1;
                }
                constants
            };
            const ZERO: u32 = 0;
            const MAX_WAYS: usize = narrow::MAX_WAYS;
            #[inline(always)]
            fn rotl(self, by: u32) -> $lane {
                self.rotate_left(by % $lane::BITS)
            }
            #[inline(always)]
            fn encode(self, _: Engine) -> u32 {
                self.expand()
            }
            #[inline(always)]
            fn decode(word: u32, _: Engine) -> $lane {
                $lane::reduce(word)
            }
            #[inline(always)]
            fn constants(_: Engine, rounds: Rounds) -> &'static [u32] {
                static CONSTANTS: [u32; $rounds] = narrow_constants($lane::BITS);
                &CONSTANTS[$rounds - rounds.get()..]
            }
            fn engine(ways: usize) -> Engine {
                narrow::engine(ways)
            }
            // Not inlined: the kernels are compiled here, and not in each crate that has such states.
            fn group(engine: Engine, w: usize, group: Group<'_, u32>, op: Op<'_, '_>, rounds: Rounds) {
                narrow::apply_group::<$lane>(engine, w, group, op, rounds);
            }
            $(
                #[cfg(target_arch = "x86_64")]
                fn crypt(
                    engine: Engine,
                    _: usize,
                    words: &mut [u32],
                    crypt: Crypt<'_, $lane>,
                    rounds: Rounds,
                    data: &mut [u8],
                ) -> Done {
                    crypt_registers::$crypt(engine, words, crypt, rounds, data)
                }
            )?
            fn steps(engine: Engine, group: Group<'_, u32>, steps: Steps<$lane>, rows: &mut [&mut [u8]]) -> Done {
                steps::of_short_lanes(engine, group, steps, $lane::expand(Self::RC[$rounds - 1]), rows)
            }
            fn padded(engine: Engine, w: usize, words: &mut [u32], ways: usize, op: Op<'_, '_>, rounds: Rounds) {
                engine.apply_padded::<$lane, { narrow::MAX_WAYS }>(w, words, ways, op, rounds);
            }
        }
    )* };
}
narrow_lanes! {
    u8 18;
    u16 20;
    u32 22, of_32_bits;
}
