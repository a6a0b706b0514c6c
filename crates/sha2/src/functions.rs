//! The differences between the compression functions with words of 32 and of 64 bits (FIPS 180-4, sections 4.1 and 4.2).

use super::constants::{K_256, K_512};
use lanes::Words;

/// SHA-224 and SHA-256.
#[derive(Clone, Copy, Debug)]
pub enum Words32 {}

/// SHA-384, SHA-512 and SHA-512/t.
#[derive(Clone, Copy, Debug)]
pub enum Words64 {}

/// The sigma functions, and the constants of the rounds.
pub trait Functions: Copy + Send + Sync + 'static {
    type Word: Copy + Default + PartialEq + Send + Sync + 'static;
    const K: &'static [Self::Word];

    fn big_sigma0<V: Words>(x: V) -> V;
    fn big_sigma1<V: Words>(x: V) -> V;
    fn sigma0<V: Words>(x: V) -> V;
    fn sigma1<V: Words>(x: V) -> V;
}

/// The sigma functions, by their distances in the standard: three rotations, or two rotations and a shift.
macro_rules! functions {
    (@big $name:ident ($a:literal, $b:literal, $c:literal)) => {
        #[inline(always)]
        fn $name<V: Words>(x: V) -> V {
            V::rotr3::<$a, $b, $c>(x)
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

impl Functions for Words32 {
    type Word = u32;
    // Section 4.2.2
    const K: &'static [u32] = &K_256;
    // Section 4.1.2
    functions!((2, 13, 22)(6, 11, 25)(7, 18, 3)(17, 19, 10));
}

impl Functions for Words64 {
    type Word = u64;
    // Section 4.2.3
    const K: &'static [u64] = &K_512;
    // Section 4.1.3
    functions!((28, 34, 39)(14, 18, 41)(1, 8, 7)(19, 61, 6));
}
