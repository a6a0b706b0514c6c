//! What tells the two compression functions apart: words of 32 and of 64 bits (FIPS 180-4, sections 4.1, 4.2 and 5).

use super::constants::{K_256, K_512};
use super::engine::{Engine32, Engine64};
use super::plan;
use crate::md::plan::{Known, Plan};
use crate::md::size::Size;
use digest::typenum::{U64, U112, U128, U208};
use lanes::Words;

/// SHA-224 and SHA-256.
#[derive(Clone, Copy, Debug)]
pub enum Words32 {}

/// SHA-384, SHA-512 and SHA-512/t.
#[derive(Clone, Copy, Debug)]
pub enum Words64 {}

/// What [`Size`] leaves out: the six functions, and the constants of the rounds.
pub trait Functions: Size {
    /// The constant of each round.
    const K: &'static [Self::Word];

    fn big_sigma0<V: Words>(x: V) -> V;
    fn big_sigma1<V: Words>(x: V) -> V;
    fn sigma0<V: Words>(x: V) -> V;
    fn sigma1<V: Words>(x: V) -> V;
}

/// The six functions by their numbers in the standard: three rotations, or two rotations and a shift.
macro_rules! functions {
    (@big $name:ident ($a:literal, $b:literal, $c:literal)) => {
        #[inline(always)]
        fn $name<V: Words>(x: V) -> V {
            V::xor3(x.rotr::<$a>(), x.rotr::<$b>(), x.rotr::<$c>())
        }
    };
    (@small $name:ident ($a:literal, $b:literal, $c:literal)) => {
        #[inline(always)]
        fn $name<V: Words>(x: V) -> V {
            V::xor3(x.rotr::<$a>(), x.rotr::<$b>(), x.shr::<$c>())
        }
    };
    ($S0:tt $S1:tt $s0:tt $s1:tt) => {
        functions!(@big big_sigma0 $S0);
        functions!(@big big_sigma1 $S1);
        functions!(@small sigma0 $s0);
        functions!(@small sigma1 $s1);
    };
}

macro_rules! size {
    ($name:ident: $word:ident, $block:ident, $saved:ident, $engine:ident, $plans:ident, $max_bits:expr, $k:ident, $($functions:tt)*) => {
        impl Size for $name {
            type Word = $word;
            type State<T: Copy> = [T; 8];
            /// The chaining value.
            type Start = [$word; 8];
            type Block = $block;
            type TwoBlocks = [u8; 32 * size_of::<$word>()];
            const EMPTY: Self::TwoBlocks = [0; 32 * size_of::<$word>()];
            type Engine = $engine;
            type Saved = $saved;
            const SAVED_WORDS: usize = 8;
            const ZEROES: [$word; 8] = [0; 8];
            // FIPS 180-4, section 1, figure 1.
            const MAX_BITS: u128 = $max_bits;
            const LENGTH_BYTES: usize = 2 * size_of::<$word>();
            const COUNTS: bool = false;
            const PLANS: &'static [Plan] = plan::$plans;

            fn known() -> &'static Known {
                static KNOWN: Known = Known::new();
                &KNOWN
            }

            #[inline(always)]
            fn begin(start: &[$word; 8]) -> [$word; 8] {
                *start
            }

            #[inline(always)]
            fn mark(_: &[$word; 8]) -> u8 {
                0
            }

            #[inline(always)]
            fn count(_: &mut [$word; 8], _: u128) {}

            #[inline(always)]
            fn spread<const N: usize>(state: &[$word; 8]) -> [[$word; N]; 8] {
                state.map(|word| [word; N])
            }
        }

        impl Functions for $name {
            const K: &'static [$word] = &$k;
            functions!($($functions)*);
        }
    };
}
// 4.1.2
size!(Words32: u32, U64, U112, Engine32, WORDS_32, (1 << 64) - 1, K_256, (2, 13, 22)(6, 11, 25)(7, 18, 3)(17, 19, 10));
// 4.1.3
size!(Words64: u64, U128, U208, Engine64, WORDS_64, u128::MAX, K_512, (28, 34, 39)(14, 18, 41)(1, 8, 7)(19, 61, 6));
