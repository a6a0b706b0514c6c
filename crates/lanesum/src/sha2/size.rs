//! What tells the two compression functions apart: words of 32 and of 64 bits (FIPS 180-4, sections 4.1, 4.2 and 5).

use super::constants::{K_256, K_512};
use super::engine::{Engine32, Engine64, Kernels};
use super::plan::{self, Plan};
use digest::array::ArraySize;
use digest::block_buffer::BlockSizes;
use digest::typenum::{U64, U112, U128, U208};
use lanes::Words;

/// SHA-224 and SHA-256.
#[derive(Clone, Copy, Debug)]
pub enum Words32 {}

/// SHA-384, SHA-512 and SHA-512/t.
#[derive(Clone, Copy, Debug)]
pub enum Words64 {}

/// One of the two.
pub trait Size: Copy + Send + Sync + 'static {
    type Word: Word;
    /// 0, where nothing but a constant will do.
    const ZERO: Self::Word;
    /// Bytes of a block: sixteen words.
    type Block: ArraySize + BlockSizes;
    /// Bytes of two blocks.
    type TwoBlocks: AsRef<[u8]> + AsMut<[u8]>;
    const EMPTY: Self::TwoBlocks;
    /// From a backend to its kernel.
    type Engine: Kernels<Self::Word>;
    /// Bytes of a saved state: chaining value, 16 bytes of length, and a block.
    type Saved: ArraySize;
    /// The constant of each round.
    const K: &'static [Self::Word];
    /// The most bits that a message may have (FIPS 180-4, section 1, figure 1).
    const MAX_BITS: u128;
    /// The padding's last bytes, which hold the number of bits of the message.
    const LENGTH_BYTES: usize;
    /// Which backend is taken when nobody asks.
    const PLANS: &'static [Plan];
    /// The row of [`Size::PLANS`] for this machine, once known.
    fn known() -> &'static plan::Known;

    fn big_sigma0<V: Words>(x: V) -> V;
    fn big_sigma1<V: Words>(x: V) -> V;
    fn sigma0<V: Words>(x: V) -> V;
    fn sigma1<V: Words>(x: V) -> V;
}

/// `u32` or `u64`.
pub trait Word: Copy + Default + Send + Sync + 'static {
    fn put(self, bytes: &mut [u8]);
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! word {
    ($word:ident) => {
        impl Word for $word {
            #[inline(always)]
            fn put(self, bytes: &mut [u8]) {
                let all = self.to_be_bytes();
                if let Some(bytes) = bytes.first_chunk_mut() {
                    *bytes = all;
                    return;
                }
                for (byte, of_word) in bytes.iter_mut().zip(all) {
                    *byte = of_word;
                }
            }

            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |bytes| $word::from_be_bytes(*bytes))
            }
        }
    };
}
word!(u32);
word!(u64);

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

impl Size for Words32 {
    type Word = u32;
    const ZERO: u32 = 0;
    type Block = U64;
    type TwoBlocks = [u8; 128];
    const EMPTY: [u8; 128] = [0; 128];
    type Saved = U112;
    type Engine = Engine32;
    const K: &'static [u32] = &K_256;
    const MAX_BITS: u128 = (1 << 64) - 1;
    const LENGTH_BYTES: usize = 8;
    const PLANS: &'static [Plan] = plan::WORDS_32;

    fn known() -> &'static plan::Known {
        static KNOWN: plan::Known = plan::Known::new();
        &KNOWN
    }

    // 4.1.2
    functions!((2, 13, 22)(6, 11, 25)(7, 18, 3)(17, 19, 10));
}

impl Size for Words64 {
    type Word = u64;
    const ZERO: u64 = 0;
    type Block = U128;
    type TwoBlocks = [u8; 256];
    const EMPTY: [u8; 256] = [0; 256];
    type Saved = U208;
    type Engine = Engine64;
    const K: &'static [u64] = &K_512;
    const MAX_BITS: u128 = u128::MAX;
    const LENGTH_BYTES: usize = 16;
    const PLANS: &'static [Plan] = plan::WORDS_64;

    fn known() -> &'static plan::Known {
        static KNOWN: plan::Known = plan::Known::new();
        &KNOWN
    }

    // 4.1.3
    functions!((28, 34, 39)(14, 18, 41)(1, 8, 7)(19, 61, 6));
}
