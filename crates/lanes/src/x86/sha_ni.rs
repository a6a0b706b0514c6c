//! The SHA extensions: two rounds of SHA-256, or of SHA-512, in one instruction.

use super::token;
use super::word_lanes::moved;
use crate::{Rows, ShaIsa, TwoRounds, sealed::Sealed};
use core::arch::x86_64::*;

token! {
    /// The SHA-256 instructions.
    ShaNi needs SSE2 | SSSE3 | SSE41 | SHA, enables "sse2,ssse3,sse4.1,sha"
}

token! {
    /// The SHA-512 instructions.
    Sha512Ni needs AVX2 | SHA512, enables "avx2,sha512"
}

/// Four 32-bit words, the first one lowest.
#[derive(Clone, Copy)]
pub struct W(__m128i);

impl Sealed for W {}

impl ShaIsa<u32> for ShaNi {
    type V = W;
    #[inline(always)]
    fn words(self, words: [u32; 4]) -> W {
        let [a, b, c, d] = words;
        // SAFETY: the token proves SSE2. (Loaded from the array, they would be copied to the stack before.)
        W(unsafe { _mm_set_epi32(d as i32, c as i32, b as i32, a as i32) })
    }
    #[inline(always)]
    fn load_block(self, row: &Rows<'_, 1>, at: usize) -> [W; 4] {
        let [bytes] = row.chunks::<64>(at);
        // By name, because a loop over the four would go through memory.
        // SAFETY: the token proves SSSE3; four times sixteen bytes are read from an array of as many, unaligned.
        unsafe {
            let from: *const __m128i = bytes.as_ptr().cast();
            let reversed = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
            [
                W(_mm_shuffle_epi8(_mm_loadu_si128(from), reversed)),
                W(_mm_shuffle_epi8(_mm_loadu_si128(from.add(1)), reversed)),
                W(_mm_shuffle_epi8(_mm_loadu_si128(from.add(2)), reversed)),
                W(_mm_shuffle_epi8(_mm_loadu_si128(from.add(3)), reversed)),
            ]
        }
    }
    #[inline(always)]
    fn arranged(self, variables: &[u32; 8]) -> [W; 2] {
        // SAFETY: the token proves SSE4.1; two times sixteen bytes are read from an array of as many, unaligned.
        unsafe {
            let from: *const __m128i = variables.as_ptr().cast();
            let (dcba, hgfe) = (_mm_loadu_si128(from), _mm_loadu_si128(from.add(1)));
            let (badc, efgh) = (_mm_shuffle_epi32::<0xb1>(dcba), _mm_shuffle_epi32::<0x1b>(hgfe));
            [W(_mm_alignr_epi8::<8>(badc, efgh)), W(_mm_blend_epi16::<0xf0>(efgh, badc))]
        }
    }
    #[inline(always)]
    fn variables(self, [abef, cdgh]: [W; 2]) -> [u32; 8] {
        let mut variables = [0; 8];
        // SAFETY: the token proves SSE4.1; two times sixteen bytes are written to an array of as many, unaligned.
        unsafe {
            let to: *mut __m128i = variables.as_mut_ptr().cast();
            let (feba, dchg) = (_mm_shuffle_epi32::<0x1b>(abef.0), _mm_shuffle_epi32::<0xb1>(cdgh.0));
            _mm_storeu_si128(to, _mm_blend_epi16::<0xf0>(feba, dchg));
            _mm_storeu_si128(to.add(1), _mm_alignr_epi8::<8>(dchg, feba));
        }
        variables
    }
    const LOADS_ENDS: bool = true;
    #[inline(always)]
    fn load_end(self, row: &Rows<'_, 1>, lead: usize, at: usize) -> [W; 4] {
        assert!(lead == 0 || lead < 16 && row.len() >= 16, "the row is too short");
        assert!(at <= lead + row.len(), "the row is too short");
        let left = lead + row.len() - at;
        // The first sixteen bytes of all are those with the zeroes.
        let led = if at == 0 && lead > 0 { 16 } else { 0 };
        let from = at + led - lead;
        let [p] = row.at(from, row.len() - from);
        // SAFETY: the token proves SSSE3; each load of sixteen bytes is of as many, or of bytes that the row has.
        unsafe {
            let reversed = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
            let in_order = |bytes: *const u8, order: [u8; 16]| {
                _mm_shuffle_epi8(_mm_loadu_si128(bytes.cast()), _mm_loadu_si128(order.as_ptr().cast()))
            };
            // The bytes that fill no sixteen, and the 1 after them.
            let last = if row.len() < 16 {
                let bytes = few(row.row(0)) | 0x80 << (8 * left);
                _mm_set_epi64x((bytes >> 64) as i64, bytes as i64)
            } else {
                let [last] = row.at(row.len() - 16, 16);
                let one = ONE.as_ptr().add(16 - left % 16);
                _mm_or_si128(in_order(last, moved(32 - left % 16)), _mm_loadu_si128(one.cast()))
            };
            macro_rules! words {
                ($i:literal) => {
                    W(if 16 * $i + 16 <= left {
                        _mm_shuffle_epi8(
                            if 16 * $i >= led {
                                _mm_loadu_si128(p.add(16 * $i - led).cast())
                            } else {
                                in_order(row.at(0, 16)[0], moved(16 - lead))
                            },
                            reversed,
                        )
                    } else if $i == left / 16 {
                        _mm_shuffle_epi8(last, reversed)
                    } else {
                        _mm_setzero_si128()
                    })
                };
            }
            [words!(0), words!(1), words!(2), words!(3)]
        }
    }
}

/// Up to fifteen bytes, little-endian.
#[inline(always)]
fn few(bytes: &[u8]) -> u128 {
    macro_rules! ends {
        ($word:ident, $len:literal) => {
            if let (Some(first), Some(last)) = (bytes.first_chunk::<$len>(), bytes.last_chunk::<$len>()) {
                let last = u128::from($word::from_le_bytes(*last)) << (8 * (bytes.len() - $len));
                return u128::from($word::from_le_bytes(*first)) | last;
            }
        };
    }
    ends!(u64, 8);
    ends!(u32, 4);
    ends!(u16, 2);
    bytes.first().map_or(0, |byte| u128::from(*byte))
}

/// From index 16 - n on: n zeroes, then the 1 of the padding.
static ONE: [u8; 32] = {
    let mut one = [0; 32];
    one[16] = 0x80;
    one
};

impl TwoRounds<u32> for W {
    #[inline(always)]
    fn to_words(self) -> [u32; 4] {
        let mut words = [0; 4];
        // SAFETY: a vector proves its token; sixteen bytes are written to an array of as many, unaligned.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_add_epi32(self.0, rhs.0) })
    }
    #[inline(always)]
    fn high(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_shuffle_epi32::<0b00_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn second_on(self, next: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_alignr_epi8::<4>(next.0, self.0) })
    }
    #[inline(always)]
    fn two_rounds(self, abef: Self, wk: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_sha256rnds2_epu32(self.0, abef.0, wk.0) })
    }
    #[inline(always)]
    fn schedule_first(self, next: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_sha256msg1_epu32(self.0, next.0) })
    }
    #[inline(always)]
    fn schedule_second(self, last: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_sha256msg2_epu32(self.0, last.0) })
    }
}

/// Four 64-bit words, the first one lowest.
#[derive(Clone, Copy)]
pub struct W512(__m256i);

impl Sealed for W512 {}

impl ShaIsa<u64> for Sha512Ni {
    type V = W512;
    #[inline(always)]
    fn words(self, words: [u64; 4]) -> W512 {
        let [a, b, c, d] = words;
        // SAFETY: the token proves AVX.
        W512(unsafe { _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64) })
    }
    #[inline(always)]
    fn load_block(self, row: &Rows<'_, 1>, at: usize) -> [W512; 4] {
        let [bytes] = row.chunks::<128>(at);
        // SAFETY: the token proves AVX2; four times 32 bytes are read from an array of as many, unaligned.
        unsafe {
            let from: *const __m256i = bytes.as_ptr().cast();
            let (low, high) = (0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
            let reversed = _mm256_set_epi64x(high, low, high, low);
            [
                W512(_mm256_shuffle_epi8(_mm256_loadu_si256(from), reversed)),
                W512(_mm256_shuffle_epi8(_mm256_loadu_si256(from.add(1)), reversed)),
                W512(_mm256_shuffle_epi8(_mm256_loadu_si256(from.add(2)), reversed)),
                W512(_mm256_shuffle_epi8(_mm256_loadu_si256(from.add(3)), reversed)),
            ]
        }
    }
}

impl TwoRounds<u64> for W512 {
    #[inline(always)]
    fn to_words(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: a vector proves its token; 32 bytes are written to an array of as many, unaligned.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_add_epi64(self.0, rhs.0) })
    }
    #[inline(always)]
    fn high(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_permute4x64_epi64::<0b00_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn second_on(self, next: Self) -> Self {
        // SAFETY: a vector proves its token. (The lowest word of `next`, the others of `self`; then one place down.)
        Self(unsafe { _mm256_permute4x64_epi64::<0b00_11_10_01>(_mm256_blend_epi32::<0b0000_0011>(self.0, next.0)) })
    }
    #[inline(always)]
    fn two_rounds(self, abef: Self, wk: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_sha512rnds2_epi64(self.0, abef.0, _mm256_castsi256_si128(wk.0)) })
    }
    #[inline(always)]
    fn schedule_first(self, next: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_sha512msg1_epi64(self.0, _mm256_castsi256_si128(next.0)) })
    }
    #[inline(always)]
    fn schedule_second(self, last: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_sha512msg2_epi64(self.0, last.0) })
    }
}
