//! Collects the words of a row in 128-bit registers, with one text for all instruction sets, as in `vect128` by BLAKE's authors. The
//! instruction sets differ only here and in rotations by whole bytes (`quad_rows`).

use super::quad_rows::{BYTES_32, BYTES_64, Q32, Q64, order};
use super::{Avx, Sse41, token};
use crate::{QuadIsa, Quads, Rows, message, parked_as_they_are};
use core::arch::x86_64::*;

token! {
    /// 128-bit registers with byte shuffles.
    Ssse3 needs SSE2 | SSSE3, enables "sse2,ssse3"
}

token! {
    /// As [`Avx`], but the upper halves of 256-bit registers keep rows for later rounds.
    AvxParked needs AVX, enables "avx"
}

/// The words of a block in memory, to be loaded one by one. Aligned, so that they lie in one or two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct InMemory<W>(pub [W; 16]);

impl<W: Copy> InMemory<W> {
    /// Tells the compiler that the words may have been read and changed in memory. Otherwise it would move them to registers, one by one,
    /// and run out of registers.
    #[inline(always)]
    pub fn settle(&mut self) {
        // SAFETY: no instruction.
        unsafe { core::arch::asm!("/* {0} */", in(reg) self.0.as_mut_ptr(), options(nostack, preserves_flags)) };
    }
}

/// The choice of four words among the sixteen in four registers.
pub(super) struct Pick<const I0: usize, const I1: usize, const I2: usize, const I3: usize>;

impl<const I0: usize, const I1: usize, const I2: usize, const I3: usize> Pick<I0, I1, I2, I3> {
    const FROM: [usize; 4] = [I0, I1, I2, I3];
    /// Whether register `k` has any of the words.
    pub(super) const USED: [bool; 4] = {
        let mut used = [false; 4];
        let mut i = 0;
        while i < 4 {
            used[Self::FROM[i] / 4] = true;
            i += 1;
        }
        used
    };
    /// For each register: the index of its word for each place, or any index where the place takes no word of this register.
    const WORDS: [[i32; 4]; 4] = {
        let mut words = [[0, 1, 2, 3]; 4];
        let mut i = 0;
        while i < 4 {
            words[Self::FROM[i] / 4][i] = (Self::FROM[i] % 4) as i32;
            i += 1;
        }
        words
    };
    /// `WORDS` as byte indices, for words of 32 bits.
    pub(super) const BYTES: [[i8; 16]; 4] = {
        let mut bytes = [[0; 16]; 4];
        let mut i = 0;
        while i < 64 {
            bytes[i / 16][i % 16] = (4 * Self::WORDS[i / 16][i % 16 / 4] + i as i32 % 4) as i8;
            i += 1;
        }
        bytes
    };
    /// For each register: all ones in the places that take one of its words.
    pub(super) const PLACES: [[i32; 4]; 4] = {
        let mut places = [[0; 4]; 4];
        let mut i = 0;
        while i < 4 {
            places[Self::FROM[i] / 4][i] = -1;
            i += 1;
        }
        places
    };
}

/// Loads and stores rows of 32-bit words, in one register.
#[doc(hidden)]
#[macro_export]
macro_rules! arrays_of_32 {
    ($v:ident) => {
        type V = $v;
        #[inline(always)]
        fn row(self, words: &[u32; 4]) -> $v {
            // SAFETY: the token proves SSE2; sixteen bytes are read from an array of as many, unaligned.
            $v(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
        }
        #[inline(always)]
        fn load(self, src: &[[u32; 4]; 1]) -> $v {
            $crate::QuadIsa::<u32, 1>::row(self, &src[0])
        }
        #[inline(always)]
        fn store(self, v: $v, dst: &mut [[u32; 4]; 1]) {
            // SAFETY: the token proves SSE2; sixteen bytes are written to an array of as many, unaligned.
            unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), v.0) };
        }
    };
}

/// Loads and stores rows of 64-bit words, in two registers.
#[doc(hidden)]
#[macro_export]
macro_rules! arrays_of_64 {
    ($v:ident) => {
        type V = $v;
        #[inline(always)]
        fn row(self, words: &[u64; 4]) -> $v {
            let halves = words.as_chunks::<2>().0;
            // SAFETY: the token proves SSE2; sixteen bytes are read from arrays of as many, unaligned.
            $v(unsafe { [_mm_loadu_si128(halves[0].as_ptr().cast()), _mm_loadu_si128(halves[1].as_ptr().cast())] })
        }
        #[inline(always)]
        fn load(self, src: &[[u64; 4]; 1]) -> $v {
            $crate::QuadIsa::<u64, 1>::row(self, &src[0])
        }
        #[inline(always)]
        fn store(self, v: $v, dst: &mut [[u64; 4]; 1]) {
            // SAFETY: the token proves SSE2; sixteen bytes are written to an array of as many, unaligned.
            let store = |half: &mut [u64; 2], v| unsafe { _mm_storeu_si128(half.as_mut_ptr().cast(), v) };
            $crate::inlined::zip(dst[0].as_chunks_mut::<2>().0, &v.0, store);
        }
    };
}

/// The block in memory; unless `LITTLE`, its bytes are swapped in registers.
macro_rules! block_in_memory {
    ($word:ident, $bytes:ident) => {
        type Block = InMemory<$word>;
        #[inline(always)]
        fn no_block(self) -> InMemory<$word> {
            InMemory([0; 16])
        }
        #[inline(always)]
        fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut InMemory<$word>) {
            let [bytes] = rows.chunks::<{ 16 * size_of::<$word>() }>(at);
            let words = block.0.as_chunks_mut::<{ 16 / size_of::<$word>() }>().0;
            $crate::inlined::zip(words, bytes.as_chunks::<16>().0, |words, bytes| {
                // SAFETY: the token proves SSSE3; sixteen bytes are read from and written to arrays of as many, unaligned.
                unsafe {
                    let v = _mm_loadu_si128(bytes.as_ptr().cast());
                    let v = if LITTLE { v } else { _mm_shuffle_epi8(v, order!(128, $bytes.reversed)) };
                    _mm_storeu_si128(words.as_mut_ptr().cast(), v);
                }
            });
            block.settle();
        }
        #[inline(always)]
        fn forget(self, block: &mut InMemory<$word>) {
            block.settle();
        }
    };
}
pub(super) use block_in_memory;

/// Loads the words of rows of 32-bit words from memory.
#[doc(hidden)]
#[macro_export]
macro_rules! message_of_32 {
    ($v:ident) => {
        $crate::message!(|self, block: $crate::x86::InMemory<u32>| -> $v {
            let at = |i: usize| block.0[i].cast_signed();
            // SAFETY: the token proves SSE2.
            unsafe {
                [$v(_mm_set_epi32(at(A3), at(A2), at(A1), at(A0))), $v(_mm_set_epi32(at(B3), at(B2), at(B1), at(B0)))]
            }
        });
    };
}

/// Loads the words of rows of 64-bit words from memory.
#[doc(hidden)]
#[macro_export]
macro_rules! message_of_64 {
    ($v:ident) => {
        $crate::message!(|self, block: $crate::x86::InMemory<u64>| -> $v {
            let word = |i: usize| block.0[i].cast_signed();
            // SAFETY: the token proves SSE2.
            unsafe {
                [
                    $v([_mm_set_epi64x(word(A1), word(A0)), _mm_set_epi64x(word(A3), word(A2))]),
                    $v([_mm_set_epi64x(word(B1), word(B0)), _mm_set_epi64x(word(B3), word(B2))]),
                ]
            }
        });
    };
}

/// The block in four registers, from which words of 32 bits are picked.
macro_rules! block_in_registers_of_32 {
    ($v:ident) => {
        type Block = [__m128i; 4];
        #[inline(always)]
        fn no_block(self) -> [__m128i; 4] {
            // SAFETY: the token proves SSE2.
            [unsafe { _mm_setzero_si128() }; 4]
        }
        #[inline(always)]
        fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 1>, at: usize, block: &mut [__m128i; 4]) {
            let [bytes] = rows.chunks::<64>(at);
            $crate::inlined::zip(block, bytes.as_chunks::<16>().0, |words, bytes| {
                let p = bytes.as_ptr().cast();
                // SAFETY: the token proves SSSE3; sixteen bytes are read from an array of as many, unaligned.
                *words = unsafe {
                    let v = _mm_loadu_si128(p);
                    if LITTLE { v } else { _mm_shuffle_epi8(v, order!(128, BYTES_32.reversed)) }
                };
            });
        }
        #[inline(always)]
        fn forget(self, block: &mut [__m128i; 4]) {
            for words in block {
                *words = Q32(*words).settled().0;
            }
        }
        message!(|self, block: [__m128i; 4]| -> $v {
            [$v(pick::<A0, A1, A2, A3>(block)), $v(pick::<B0, B1, B2, B3>(block))]
        });
    };
}

/// Picks four words of sixteen in four registers, with SSE4.1: a shuffle of each register that has one of them, and blends. All operands
/// are constants, so the compiler chooses the shortest instructions.
#[inline(always)]
pub(super) fn pick<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(
    block: &[__m128i; 4],
) -> __m128i {
    let mut picked = shuffled::<I0, I1, I2, I3>(block, I0 / 4);
    for k in 0..4 {
        if k != I0 / 4 && Pick::<I0, I1, I2, I3>::USED[k] {
            // SAFETY: the callers are methods of tokens that prove SSE4.1; sixteen bytes are read from an array of as many.
            picked = unsafe {
                let places = _mm_loadu_si128(Pick::<I0, I1, I2, I3>::PLACES[k].as_ptr().cast());
                _mm_blendv_epi8(picked, shuffled::<I0, I1, I2, I3>(block, k), places)
            };
        }
    }
    picked
}

#[inline(always)]
fn shuffled<const I0: usize, const I1: usize, const I2: usize, const I3: usize>(
    block: &[__m128i; 4],
    k: usize,
) -> __m128i {
    // SAFETY: the callers are methods of tokens that prove SSSE3; sixteen bytes are read from an array of as many.
    unsafe { _mm_shuffle_epi8(block[k], _mm_loadu_si128(Pick::<I0, I1, I2, I3>::BYTES[k].as_ptr().cast())) }
}

impl QuadIsa<u32, 1> for Ssse3 {
    arrays_of_32!(Q32);
    block_in_memory!(u32, BYTES_32);
    message_of_32!(Q32);
    parked_as_they_are!(Q32);
}

/// Tokens that pick words of 32 bits from registers and load words of 64 bits from memory.
macro_rules! sse41 {
    ($($token:ident)+) => { $(
        impl QuadIsa<u32, 1> for $token {
            arrays_of_32!(Q32);
            block_in_registers_of_32!(Q32);
            parked_as_they_are!(Q32);
        }
    )+ };
}
sse41!(Sse41 Avx);

macro_rules! of_64 {
    ($($token:ident)+) => { $(
        impl QuadIsa<u64, 1> for $token {
            arrays_of_64!(Q64);
            block_in_memory!(u64, BYTES_64);
            message_of_64!(Q64);
            parked_as_they_are!(Q64);
        }
    )+ };
}
of_64!(Ssse3 Sse41 Avx);

/// Two 128-bit registers as the halves of a 256-bit one. Hidden from the optimiser, which would keep them apart.
#[inline(always)]
fn together(_: AvxParked, [low, high]: [__m128i; 2]) -> __m256i {
    // A separate function, because the registers of inline assembly need the features in the surrounding function.
    #[target_feature(enable = "avx")]
    #[inline]
    fn together([low, high]: [__m128i; 2]) -> __m256i {
        let mut both = _mm256_set_m128i(high, low);
        // SAFETY: no instruction.
        unsafe { core::arch::asm!("/* {0} */", inout(ymm_reg) both, options(pure, nomem, nostack, preserves_flags)) };
        both
    }
    // SAFETY: the token proves AVX.
    unsafe { together([low, high]) }
}

#[inline(always)]
fn apart(_: AvxParked, both: __m256i) -> [__m128i; 2] {
    // SAFETY: the token proves AVX.
    unsafe { [_mm256_castsi256_si128(both), _mm256_extractf128_si256::<1>(both)] }
}

impl QuadIsa<u32, 1> for AvxParked {
    arrays_of_32!(Q32);
    block_in_registers_of_32!(Q32);
    type Parked = __m256i;
    const CACHED: bool = true;
    #[inline(always)]
    fn park(self, rows: [Q32; 2]) -> __m256i {
        together(self, [rows[0].0, rows[1].0])
    }
    #[inline(always)]
    fn unpark(self, parked: __m256i) -> [Q32; 2] {
        let [first, second] = apart(self, parked);
        [Q32(first), Q32(second)]
    }
}

impl QuadIsa<u64, 1> for AvxParked {
    arrays_of_64!(Q64);
    block_in_memory!(u64, BYTES_64);
    message_of_64!(Q64);
    type Parked = [__m256i; 2];
    const CACHED: bool = true;
    #[inline(always)]
    fn park(self, rows: [Q64; 2]) -> [__m256i; 2] {
        [together(self, rows[0].0), together(self, rows[1].0)]
    }
    #[inline(always)]
    fn unpark(self, parked: [__m256i; 2]) -> [Q64; 2] {
        [Q64(apart(self, parked[0])), Q64(apart(self, parked[1]))]
    }
}
