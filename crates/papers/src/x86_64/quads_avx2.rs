//! Rows of four words with AVX2, as in `avx2`: 64-bit words in a 256-bit register, 32-bit words in a 128-bit one. The ways to collect the
//! words of a row are from Neves and Aumasson, "BLAKE and 256-bit advanced vector extensions" (2012), slides 17, 21, 22 and 24, each under
//! its own token. All else is that of `lanes`.

use super::token;
use core::arch::x86_64::*;
use lanes::x86::{Avx, Avx2};
use lanes::{QuadIsa, Quads, Rows, message};

token! {
    /// As `Avx2`; shuffles and blends pick the words of a row from registers (slide 17, option 1).
    Avx2Shuffle of Avx2 Avx, enables "avx2"
}

token! {
    /// As `Avx2`; one instruction gathers the words of a row from memory (slides 17 and 21).
    Avx2Gather of Avx2, enables "avx2"
}

token! {
    /// As `Avx2`; permutations with indices in memory, and blends, pick the words of a row from registers (slide 22).
    Avx2Permute of Avx2, enables "avx2"
}

token! {
    /// As `Avx2`; the last rounds reuse the sums of message words and constants of the first rounds (slide 24).
    Avx2Cached of Avx2, enables "avx2"
}

/// A row of words of 32 bits, and one of words of 64.
type Q32 = <Avx2 as QuadIsa<u32, 1>>::V;
type Q64 = <Avx2 as QuadIsa<u64, 1>>::V;

/// Rows as another token has them.
macro_rules! rows_of {
    ($base:ty, $word:ident, |$self:ident| $token:expr) => {
        type V = <$base as QuadIsa<$word, 1>>::V;
        type Parked = <$base as QuadIsa<$word, 1>>::Parked;
        #[inline(always)]
        fn row($self, words: &[$word; 4]) -> Self::V {
            QuadIsa::<$word, 1>::row($token, words)
        }
        #[inline(always)]
        fn load($self, src: &[[$word; 4]; 1]) -> Self::V {
            QuadIsa::<$word, 1>::load($token, src)
        }
        #[inline(always)]
        fn store($self, v: Self::V, dst: &mut [[$word; 4]; 1]) {
            QuadIsa::<$word, 1>::store($token, v, dst);
        }
        #[inline(always)]
        fn park($self, rows: [Self::V; 2]) -> Self::Parked {
            QuadIsa::<$word, 1>::park($token, rows)
        }
        #[inline(always)]
        fn unpark($self, parked: Self::Parked) -> [Self::V; 2] {
            QuadIsa::<$word, 1>::unpark($token, parked)
        }
    };
}

/// The block as another token has it.
macro_rules! block_of {
    ($base:ty, $word:ident, |$self:ident| $token:expr) => {
        type Block = <$base as QuadIsa<$word, 1>>::Block;
        #[inline(always)]
        fn no_block($self) -> Self::Block {
            QuadIsa::<$word, 1>::no_block($token)
        }
        #[inline(always)]
        fn load_block<const LITTLE: bool>($self, rows: &Rows<'_, 1>, at: usize, block: &mut Self::Block) {
            QuadIsa::<$word, 1>::load_block::<LITTLE>($token, rows, at, block);
        }
        #[inline(always)]
        fn forget($self, block: &mut Self::Block) {
            QuadIsa::<$word, 1>::forget($token, block);
        }
    };
}

impl QuadIsa<u32, 1> for Avx2Cached {
    rows_of!(Avx2, u32, |self| self.0);
    block_of!(Avx2, u32, |self| self.0);
    const CACHED: bool = true;
    message!(|self, block: Self::Block| -> Q32 {
        QuadIsa::<u32, 1>::message::<A0, A1, A2, A3, B0, B1, B2, B3>(self.0, block)
    });
}

impl QuadIsa<u64, 1> for Avx2Cached {
    rows_of!(Avx2, u64, |self| self.0);
    block_of!(Avx2, u64, |self| self.0);
    const CACHED: bool = true;
    message!(|self, block: Self::Block| -> Q64 {
        QuadIsa::<u64, 1>::message::<A0, A1, A2, A3, B0, B1, B2, B3>(self.0, block)
    });
}

/// The same steps as `avx`, in AVX2's instructions.
impl QuadIsa<u32, 1> for Avx2Shuffle {
    rows_of!(Avx, u32, |self| self.1);
    block_of!(Avx, u32, |self| self.1);
    message!(|self, block: Self::Block| -> Q32 {
        QuadIsa::<u32, 1>::message::<A0, A1, A2, A3, B0, B1, B2, B3>(self.1, block)
    });
}

/// Byte orders of big-endian words, in each half of a register.
const REVERSED_32: [u8; 32] = reversed(4);
const REVERSED_64: [u8; 32] = reversed(8);

const fn reversed(bytes: usize) -> [u8; 32] {
    let mut order = [0; 32];
    let mut i = 0;
    while i < 32 {
        order[i] = (i % 16 / bytes * bytes + bytes - 1 - i % bytes) as u8;
        i += 1;
    }
    order
}

/// The block in 256-bit registers.
macro_rules! block_in_registers {
    ($n:literal, $order:ident) => {
        type Block = [__m256i; $n];
        #[inline(always)]
        fn no_block(self) -> [__m256i; $n] {
            // SAFETY: the token proves AVX.
            [unsafe { _mm256_setzero_si256() }; $n]
        }
        #[inline(always)]
        fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut [__m256i; $n]) {
            let [p] = rows.at(at, 32 * $n);
            for (i, words) in block.iter_mut().enumerate() {
                // SAFETY: the token proves AVX2; `at` has checked 32 bytes for each register; the order has 32 bytes.
                *words = unsafe {
                    let order = _mm256_loadu_si256($order.as_ptr().cast());
                    let words = _mm256_loadu_si256(p.add(32 * i).cast());
                    if LITTLE { words } else { _mm256_shuffle_epi8(words, order) }
                };
            }
        }
        #[inline(always)]
        fn forget(self, block: &mut [__m256i; $n]) {
            for words in block {
                *words = settled(self.0, *words);
            }
        }
    };
}

/// Hides a register from the optimiser.
#[inline(always)]
fn settled(_: Avx2, v: __m256i) -> __m256i {
    // SAFETY: the token proves AVX2.
    unsafe { Q64::of(v) }.settled().register()
}

/// The choice of four words of 64 bits among the sixteen in four registers.
struct Pick<const I0: usize, const I1: usize, const I2: usize, const I3: usize>;

impl<const I0: usize, const I1: usize, const I2: usize, const I3: usize> Pick<I0, I1, I2, I3> {
    const FROM: [usize; 4] = [I0, I1, I2, I3];
    /// Whether register `k` has any of the words.
    const USED: [bool; 4] = {
        let mut used = [false; 4];
        let mut i = 0;
        while i < 4 {
            used[Self::FROM[i] / 4] = true;
            i += 1;
        }
        used
    };
    /// For each register: the indices of the halves of its word for each place, or any indices where the place takes no word of it.
    const HALVES: [[i32; 8]; 4] = {
        let mut halves = [[0, 1, 2, 3, 4, 5, 6, 7]; 4];
        let mut i = 0;
        while i < 8 {
            halves[Self::FROM[i / 2] / 4][i] = (2 * (Self::FROM[i / 2] % 4) + i % 2) as i32;
            i += 1;
        }
        halves
    };
    /// For each register: all ones in the places that take one of its words.
    const PLACES: [[i64; 4]; 4] = {
        let mut places = [[0; 4]; 4];
        let mut i = 0;
        while i < 4 {
            places[Self::FROM[i] / 4][i] = -1;
            i += 1;
        }
        places
    };
}

/// Whether the compiler may know the indices of a permutation. If it does, it replaces the permutation by other instructions.
#[derive(Clone, Copy, PartialEq)]
enum Indices {
    Known,
    InMemory,
}

/// Picks four 64-bit words of sixteen in four registers.
#[inline(always)]
fn pick<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(
    avx2: Avx2,
    block: &[__m256i; 4],
    indices: Indices,
) -> Q64 {
    let mut picked = permuted::<I0, I1, I2, I3>(avx2, block, I0 / 4, indices);
    for k in 0..4 {
        if k != I0 / 4 && Pick::<I0, I1, I2, I3>::USED[k] {
            // SAFETY: the token proves AVX2; 32 bytes are read from an array of as many.
            picked = unsafe {
                let places = _mm256_loadu_si256(Pick::<I0, I1, I2, I3>::PLACES[k].as_ptr().cast());
                _mm256_blendv_epi8(picked, permuted::<I0, I1, I2, I3>(avx2, block, k, indices), places)
            };
        }
    }
    // SAFETY: the token proves AVX2.
    unsafe { Q64::of(picked) }
}

#[inline(always)]
fn permuted<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(
    avx2: Avx2,
    block: &[__m256i; 4],
    k: usize,
    indices: Indices,
) -> __m256i {
    // SAFETY: the token proves AVX2; 32 bytes are read from an array of as many.
    unsafe {
        let halves = _mm256_loadu_si256(Pick::<I0, I1, I2, I3>::HALVES[k].as_ptr().cast());
        let halves = if indices == Indices::Known { halves } else { settled(avx2, halves) };
        _mm256_permutevar8x32_epi32(block[k], halves)
    }
}

macro_rules! picked {
    ($token:ident, $indices:ident) => {
        impl QuadIsa<u64, 1> for $token {
            rows_of!(Avx2, u64, |self| self.0);
            block_in_registers!(4, REVERSED_64);
            message!(|self, block: [__m256i; 4]| -> Q64 {
                [
                    pick::<A0, A1, A2, A3>(self.0, block, Indices::$indices),
                    pick::<B0, B1, B2, B3>(self.0, block, Indices::$indices),
                ]
            });
        }
    };
}
picked!(Avx2Shuffle, Known);
picked!(Avx2Permute, InMemory);

/// The rows in the halves of a register.
#[inline(always)]
fn halves(_: Avx2, both: __m256i) -> [Q32; 2] {
    // SAFETY: the token proves AVX2.
    unsafe { [Q32::of(_mm256_castsi256_si128(both)), Q32::of(_mm256_extracti128_si256::<1>(both))] }
}

impl QuadIsa<u32, 1> for Avx2Permute {
    rows_of!(Avx2, u32, |self| self.0);
    block_in_registers!(2, REVERSED_32);
    message!(|self, block: [__m256i; 2]| -> Q32 {
        // Both rows at once: eight words of sixteen in two registers.
        const fn indices(from: [usize; 8]) -> [i32; 8] {
            let mut indices = [0; 8];
            let mut i = 0;
            while i < 8 {
                indices[i] = from[i] as i32;
                i += 1;
            }
            indices
        }
        let from = const { indices([A0, A1, A2, A3, B0, B1, B2, B3]) };
        // SAFETY: the token proves AVX2; 32 bytes are read from an array of as many. (A permutation takes its indices modulo 8;
        // the fourth bit of them, moved to the top, says which register has the word.)
        let both = unsafe {
            let indices = settled(self.0, _mm256_loadu_si256(from.as_ptr().cast()));
            let low = _mm256_permutevar8x32_epi32(block[0], indices);
            let high = _mm256_permutevar8x32_epi32(block[1], indices);
            let second = _mm256_set_epi32(
                -(from[7] >> 3),
                -(from[6] >> 3),
                -(from[5] >> 3),
                -(from[4] >> 3),
                -(from[3] >> 3),
                -(from[2] >> 3),
                -(from[1] >> 3),
                -(from[0] >> 3),
            );
            _mm256_blendv_epi8(low, high, second)
        };
        halves(self.0, both)
    });
}

impl QuadIsa<u32, 1> for Avx2Gather {
    rows_of!(Avx2, u32, |self| self.0);
    block_of!(Avx2, u32, |self| self.0);
    message!(|self, block: Self::Block| -> Q32 {
        // SAFETY: the token proves AVX2; the indices are those of the block's sixteen words.
        let both = unsafe {
            let indices = _mm256_set_epi32(
                B3 as i32, B2 as i32, B1 as i32, B0 as i32, A3 as i32, A2 as i32, A1 as i32, A0 as i32,
            );
            _mm256_i32gather_epi32::<4>(block.0.as_ptr().cast(), indices)
        };
        halves(self.0, both)
    });
}

impl QuadIsa<u64, 1> for Avx2Gather {
    rows_of!(Avx2, u64, |self| self.0);
    block_of!(Avx2, u64, |self| self.0);
    message!(|self, block: Self::Block| -> Q64 {
        let words = block.0.as_ptr().cast();
        // SAFETY: the token proves AVX2; the indices are those of the block's sixteen words.
        unsafe {
            let of_a = _mm_set_epi32(A3 as i32, A2 as i32, A1 as i32, A0 as i32);
            let of_b = _mm_set_epi32(B3 as i32, B2 as i32, B1 as i32, B0 as i32);
            [Q64::of(_mm256_i32gather_epi64::<8>(words, of_a)), Q64::of(_mm256_i32gather_epi64::<8>(words, of_b))]
        }
    });
}
