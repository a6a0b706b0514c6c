//! Rows of four words with AVX2: 64-bit words in a 256-bit register, 32-bit words in a 128-bit one (`quads_two` has two messages side by
//! side in a 256-bit register). Other ways to collect the words of a row are in crate `lanesum-papers`.

use super::Avx2;
use super::quad_rows::{BYTES_32, BYTES_64, ByteOrders, Q32, order};
use super::quads::{InMemory, block_in_memory};
use crate::{QuadIsa, Quads, Rows, arrays_of_32, message, parked_as_they_are, sealed::Sealed};
use core::arch::x86_64::*;

/// A row in a 256-bit register.
macro_rules! row {
    ($(#[$doc:meta])* $v:ident: $enable:literal $add:ident, |$self:ident, $r:ident| $rotr:block, |$that:ident, $k:ident| $turn:block) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $v(pub(super) __m256i);
        impl Sealed for $v {}
        impl Quads for $v {
            #[inline(always)]
            fn plus(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $add(self.0, rhs.0) })
            }
            #[inline(always)]
            fn xor(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { _mm256_xor_si256(self.0, rhs.0) })
            }
            #[inline(always)]
            fn rotr<const $r: u32>($self) -> Self $rotr
            #[inline(always)]
            fn turn<const $k: usize>($that) -> Self $turn
            #[inline(always)]
            fn settled(self) -> Self {
                // A separate function, because the registers of inline assembly need the features in the surrounding function.
                #[target_feature(enable = $enable)]
                #[inline]
                fn settled(v: __m256i) -> __m256i {
                    let mut v = v;
                    // SAFETY: no instruction.
                    unsafe { core::arch::asm!("/* {0} */", inout(ymm_reg) v, options(pure, nomem, nostack, preserves_flags)) };
                    v
                }
                // SAFETY: a vector proves its token.
                Self(unsafe { settled(self.0) })
            }
        }
    };
}
pub(super) use row;

/// A byte shuffle whose order is hidden from LLVM, as in [`quad_rows::shuffled_bytes`](super::quad_rows::shuffled_bytes).
///
/// # Safety
/// Needs AVX2.
#[inline(always)]
pub(super) unsafe fn shuffled_bytes(v: __m256i, order: (i64, i64)) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe { _mm256_shuffle_epi8(v, Q64Wide(order!(256, order)).settled().0) }
}

/// Rotates the four 64-bit words of a register by `K` places.
#[inline(always)]
pub(super) unsafe fn turn_64<const K: usize>(v: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        match K {
            1 => _mm256_permute4x64_epi64::<0b00_11_10_01>(v),
            2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(v),
            _ => _mm256_permute4x64_epi64::<0b10_01_00_11>(v),
        }
    }
}

super::register!(Q64Wide: __m256i);
row! {
    /// Four words of 64 bits.
    Q64Wide: "avx2" _mm256_add_epi64, |self, R| {
        // SAFETY: a vector proves its token. (The counts are constants, so LLVM makes immediate shifts of these.)
        unsafe {
            let v = self.0;
            Self(match R {
                16 => shuffled_bytes(v, BYTES_64.rotr16),
                24 => _mm256_shuffle_epi8(v, order!(256, BYTES_64.rotr24)),
                32 => _mm256_shuffle_epi32::<0b10_11_00_01>(v),
                _ => _mm256_or_si256(
                    _mm256_srl_epi64(v, _mm_cvtsi32_si128(R as i32)),
                    _mm256_sll_epi64(v, _mm_cvtsi32_si128(64 - R as i32)),
                ),
            })
        }
    }, |self, K| {
        // SAFETY: a vector proves its token.
        Self(unsafe { turn_64::<K>(self.0) })
    }
}
macro_rules! wide_arrays {
    ($v:ident) => {
        type V = $v;
        #[inline(always)]
        fn row(self, words: &[u64; 4]) -> $v {
            // SAFETY: the token proves AVX; 32 bytes are read from an array of as many, unaligned.
            $v(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
        }
        #[inline(always)]
        fn load(self, src: &[[u64; 4]; 1]) -> $v {
            QuadIsa::<u64, 1>::row(self, &src[0])
        }
        #[inline(always)]
        fn store(self, v: $v, dst: &mut [[u64; 4]; 1]) {
            // SAFETY: the token proves AVX; 32 bytes are written to an array of as many, unaligned.
            unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), v.0) };
        }
    };
}
pub(super) use wide_arrays;

/// [`QuadIsa::forget`] of a block in registers.
#[inline(always)]
pub(super) fn forget(block: &mut [__m256i]) {
    for words in block {
        *words = Q64Wide(*words).settled().0;
    }
}

/// Blends a 64-bit word into the places of `row` that `MASK` selects, as a mask of 32-bit halves.
#[inline(always)]
fn broadcast_64<const MASK: i32>(row: __m256i, word: u64) -> __m256i {
    // SAFETY: the callers are methods of tokens that prove AVX2. (Unless the word is hidden from LLVM, LLVM uses insertions, which all need
    // the same port of the processor.)
    unsafe {
        let word = Q64Wide(_mm256_set1_epi64x(word.cast_signed())).settled();
        _mm256_blend_epi32::<MASK>(row, word.0)
    }
}

/// Four 64-bit words from memory: one loaded, three broadcast and blended.
#[inline(always)]
fn blended_64(at: [u64; 4]) -> Q64Wide {
    // SAFETY: the callers are methods of tokens that prove AVX2.
    let first = unsafe { _mm256_zextsi128_si256(_mm_cvtsi64_si128(at[0].cast_signed())) };
    let row = broadcast_64::<0b0000_1100>(first, at[1]);
    let row = broadcast_64::<0b0011_0000>(row, at[2]);
    Q64Wide(broadcast_64::<0b1100_0000>(row, at[3]))
}

/// Blends a 32-bit word into the places of `row` that `MASK` selects.
#[inline(always)]
fn broadcast_32<const MASK: i32>(row: __m128i, word: u32) -> __m128i {
    // SAFETY: as above.
    unsafe { _mm_blend_epi32::<MASK>(row, Q32(_mm_set1_epi32(word.cast_signed())).settled().0) }
}

/// Four 32-bit words from memory, as in [`blended_64`].
#[inline(always)]
fn blended_32(at: [u32; 4]) -> Q32 {
    // SAFETY: the callers are methods of tokens that prove AVX2.
    let first = unsafe { _mm_cvtsi32_si128(at[0].cast_signed()) };
    let row = broadcast_32::<0b0010>(first, at[1]);
    let row = broadcast_32::<0b0100>(row, at[2]);
    Q32(broadcast_32::<0b1000>(row, at[3]))
}

/// The block of 64-bit words in memory; its bytes are swapped in 256-bit registers.
macro_rules! wide_block_in_memory {
    () => {
        type Block = InMemory<u64>;
        #[inline(always)]
        fn no_block(self) -> InMemory<u64> {
            InMemory([0; 16])
        }
        #[inline(always)]
        fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut InMemory<u64>) {
            let words = block.0.as_chunks_mut::<4>().0;
            $crate::inlined::zip(words, &wide_block::<LITTLE, 4>(rows, at, &BYTES_64), |words, ordered| {
                // SAFETY: the token proves AVX; 32 bytes are written to an array of as many, unaligned.
                unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), ordered) };
            });
            block.settle();
        }
        #[inline(always)]
        fn forget(self, block: &mut InMemory<u64>) {
            block.settle();
        }
    };
}
pub(super) use wide_block_in_memory;

/// Loads the block to 256-bit registers, and unless `LITTLE`, swaps its bytes in the order of `bytes`.
#[inline(always)]
pub(super) fn wide_block<const LITTLE: bool, const REGISTERS: usize>(
    rows: &Rows<'_, 1>,
    at: usize,
    bytes: &ByteOrders,
) -> [__m256i; REGISTERS] {
    let [p] = rows.at(at, 32 * REGISTERS);
    // SAFETY: the callers are methods of tokens that prove AVX2.
    let mut block = [unsafe { _mm256_setzero_si256() }; REGISTERS];
    for (i, words) in block.iter_mut().enumerate() {
        // SAFETY: as above; `at` has checked 32 bytes for each register.
        *words = unsafe {
            let words = _mm256_loadu_si256(p.add(32 * i).cast());
            if LITTLE { words } else { _mm256_shuffle_epi8(words, order!(256, bytes.reversed)) }
        };
    }
    block
}

impl QuadIsa<u32, 1> for Avx2 {
    arrays_of_32!(Q32);
    block_in_memory!(u32, BYTES_32);
    message!(|self, block: InMemory<u32>| -> Q32 {
        [
            blended_32([block.0[A0], block.0[A1], block.0[A2], block.0[A3]]),
            blended_32([block.0[B0], block.0[B1], block.0[B2], block.0[B3]]),
        ]
    });
    parked_as_they_are!(Q32);
}
impl QuadIsa<u64, 1> for Avx2 {
    wide_arrays!(Q64Wide);
    wide_block_in_memory!();
    message!(|self, block: InMemory<u64>| -> Q64Wide {
        [
            blended_64([block.0[A0], block.0[A1], block.0[A2], block.0[A3]]),
            blended_64([block.0[B0], block.0[B1], block.0[B2], block.0[B3]]),
        ]
    });
    parked_as_they_are!(Q64Wide);
}
