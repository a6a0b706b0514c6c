//! Rows of four words with SSE2 alone, in one register or two: rotations by shifts, and words one by one from memory.

use super::{message, parked_as_they_are, token};
use core::arch::x86_64::*;
use lanes::{QuadIsa, Quads, Rows, inlined, sealed::Sealed};

/// The token of `lanes`: its trait can be implemented here for a type of this crate only.
type OfLanes = lanes::x86::Sse2;

token! {
    /// 128-bit registers.
    Sse2 of OfLanes, enables "sse2"
}

/// A row in `N` registers.
#[derive(Clone, Copy)]
pub struct Row<const N: usize>([__m128i; N]);

impl<const N: usize> Sealed for Row<N> {}

impl<const N: usize> Row<N> {
    #[inline(always)]
    fn zip(self, rhs: Self, f: impl Fn(__m128i, __m128i) -> __m128i) -> Self {
        let mut out = self.0;
        inlined::zip(&mut out, &rhs.0, |a, b| *a = f(*a, b));
        Self(out)
    }
}

// SAFETY (all operators of this file): SSE2 is part of x86-64 itself, and a row proves the token besides. Counts of shifts are constants,
// so LLVM makes them immediate.
/// Four words of 32 bits.
impl Quads for Row<1> {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        // SAFETY: a row proves its token.
        self.zip(rhs, |a, b| unsafe { _mm_add_epi32(a, b) })
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a row proves its token.
        self.zip(rhs, |a, b| unsafe { _mm_xor_si128(a, b) })
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        let [v] = self.0;
        // SAFETY: a row proves its token.
        Self([unsafe {
            match R {
                16 => _mm_shufflehi_epi16::<0b10_11_00_01>(_mm_shufflelo_epi16::<0b10_11_00_01>(v)),
                _ => _mm_or_si128(
                    _mm_srl_epi32(v, _mm_cvtsi32_si128(R as i32)),
                    _mm_sll_epi32(v, _mm_cvtsi32_si128(32 - R as i32)),
                ),
            }
        }])
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        let [v] = self.0;
        // SAFETY: a row proves its token.
        Self([unsafe {
            match K {
                1 => _mm_shuffle_epi32::<0b00_11_10_01>(v),
                2 => _mm_shuffle_epi32::<0b01_00_11_10>(v),
                _ => _mm_shuffle_epi32::<0b10_01_00_11>(v),
            }
        }])
    }
    #[inline(always)]
    fn settled(self) -> Self {
        let [mut v] = self.0;
        // SAFETY: no instruction.
        unsafe { core::arch::asm!("/* {0} */", inout(xmm_reg) v, options(pure, nomem, nostack, preserves_flags)) };
        Self([v])
    }
}

/// Two pairs of words of 64 bits.
impl Quads for Row<2> {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        // SAFETY: a row proves its token.
        self.zip(rhs, |a, b| unsafe { _mm_add_epi64(a, b) })
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a row proves its token.
        self.zip(rhs, |a, b| unsafe { _mm_xor_si128(a, b) })
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        // SAFETY: a row proves its token.
        self.zip(self, |v, _| unsafe {
            match R {
                16 => _mm_shufflehi_epi16::<0b00_11_10_01>(_mm_shufflelo_epi16::<0b00_11_10_01>(v)),
                32 => _mm_shuffle_epi32::<0b10_11_00_01>(v),
                _ => _mm_or_si128(
                    _mm_srl_epi64(v, _mm_cvtsi32_si128(R as i32)),
                    _mm_sll_epi64(v, _mm_cvtsi32_si128(64 - R as i32)),
                ),
            }
        })
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        let [a, b] = self.0;
        if K == 2 {
            return Self([b, a]);
        }
        // SAFETY: a row proves its token. (Halves of two registers.)
        let [first, second] = unsafe {
            let [a, b] = [_mm_castsi128_pd(a), _mm_castsi128_pd(b)];
            [_mm_castpd_si128(_mm_shuffle_pd::<1>(a, b)), _mm_castpd_si128(_mm_shuffle_pd::<1>(b, a))]
        };
        Self(if K == 1 { [first, second] } else { [second, first] })
    }
    #[inline(always)]
    fn settled(self) -> Self {
        let [mut a, mut b] = self.0;
        // SAFETY: no instruction.
        unsafe {
            core::arch::asm!(
                "/* {0} {1} */", inout(xmm_reg) a, inout(xmm_reg) b, options(pure, nomem, nostack, preserves_flags)
            );
        };
        Self([a, b])
    }
}

/// The words of a block. Aligned, so that they lie in one or two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct InMemory<W>([W; 16]);

impl<W: Copy> InMemory<W> {
    /// Tells the compiler that the words may have been read and changed in memory. Otherwise it would move them to registers, one by one,
    /// and run out of registers.
    #[inline(always)]
    fn settle(&mut self) {
        // SAFETY: no instruction.
        unsafe { core::arch::asm!("/* {0} */", in(reg) self.0.as_mut_ptr(), options(nostack, preserves_flags)) };
    }
}

macro_rules! isa {
    ($word:ident in $n:literal, |$at:ident| $of_four:expr) => {
        impl QuadIsa<$word, 1> for Sse2 {
            type V = Row<$n>;
            type Block = InMemory<$word>;
            #[inline(always)]
            fn row(self, words: &[$word; 4]) -> Row<$n> {
                // SAFETY: the token proves SSE2.
                let mut row = Row([unsafe { _mm_setzero_si128() }; $n]);
                inlined::zip(&mut row.0, words.as_chunks::<{ 4 / $n }>().0, |v, words| {
                    // SAFETY: sixteen bytes are read from an array of as many, unaligned.
                    *v = unsafe { _mm_loadu_si128(words.as_ptr().cast()) };
                });
                row
            }
            #[inline(always)]
            fn load(self, src: &[[$word; 4]; 1]) -> Row<$n> {
                QuadIsa::<$word, 1>::row(self, &src[0])
            }
            #[inline(always)]
            fn store(self, v: Row<$n>, dst: &mut [[$word; 4]; 1]) {
                inlined::zip(dst[0].as_chunks_mut::<{ 4 / $n }>().0, &v.0, |words, v| {
                    // SAFETY: sixteen bytes are written to an array of as many, unaligned.
                    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), v) };
                });
            }
            #[inline(always)]
            fn no_block(self) -> InMemory<$word> {
                InMemory([0; 16])
            }
            #[inline(always)]
            fn load_block(self, rows: &Rows<'_, 1>, at: usize, block: &mut InMemory<$word>) {
                let [bytes] = rows.chunks::<{ 16 * size_of::<$word>() }>(at);
                inlined::zip(&mut block.0, bytes.as_chunks().0, |word, bytes| *word = $word::from_be_bytes(bytes));
                block.settle();
            }
            #[inline(always)]
            fn forget(self, block: &mut InMemory<$word>) {
                block.settle();
            }
            message!(|self, block: InMemory<$word>| -> Row<$n> {
                let of_four = |from: [usize; 4]| {
                    let $at = |i: usize| block.0[from[i]].cast_signed();
                    // SAFETY: the token proves SSE2.
                    Row(unsafe { $of_four })
                };
                [of_four([A0, A1, A2, A3]), of_four([B0, B1, B2, B3])]
            });
            parked_as_they_are!(Row<$n>);
        }
    };
}
isa!(u32 in 1, |at| [_mm_set_epi32(at(3), at(2), at(1), at(0))]);
isa!(u64 in 2, |at| [_mm_set_epi64x(at(1), at(0)), _mm_set_epi64x(at(3), at(2))]);
