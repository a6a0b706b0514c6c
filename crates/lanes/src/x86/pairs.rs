//! Pairs of words in 128-bit registers, and of two blocks in those of 256 bits.

use super::{avx512vl::XOR3, token};
use crate::words::plain_word_isa;
use crate::{PairIsa, Pairs, Rows, sealed::Sealed};
use core::arch::x86_64::*;

token! {
    /// 128-bit registers with byte shuffles, and what else there was before AVX.
    Sse41 needs SSE2 | SSSE3 | SSE41, enables "sse2,ssse3,sse4.1"
}

token! {
    /// 128-bit registers with instructions of three operands.
    Avx needs AVX, enables "avx"
}

token! {
    /// 256-bit registers, and the integer unit's rotations without flags.
    Avx2Bmi2 needs AVX2 | BMI1 | BMI2, enables "avx2,bmi1,bmi2"
}

token! {
    /// 256-bit registers with rotations and functions of three inputs, and the integer unit's rotations without flags.
    Avx512VlBmi2 needs AVX512F | AVX512VL | BMI1 | BMI2, enables "avx512f,avx512vl,bmi1,bmi2"
}

plain_word_isa!(Sse41, u64);
plain_word_isa!(Avx, u64);
plain_word_isa!(Avx2Bmi2, u64);
plain_word_isa!(Avx512VlBmi2, u64);

/// The same word, of which the compiler knows nothing: what is added to it later is added later. LLVM would put all terms that
/// are early into one sum, and those that are late on one long chain.
#[inline(always)]
pub fn settled(word: u64) -> u64 {
    let mut word = word;
    // SAFETY: no instruction.
    unsafe { core::arch::asm!("/* {0} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
    word
}

/// Two words.
#[derive(Clone, Copy)]
pub struct Pair(__m128i);

/// As [`Pair`], with rotations and functions of three inputs.
#[derive(Clone, Copy)]
pub struct PairVl(__m128i);

/// Two words of each of two blocks, those of the first block lower.
#[derive(Clone, Copy)]
pub struct TwoPairs(__m256i);

/// As [`TwoPairs`], with rotations and functions of three inputs.
#[derive(Clone, Copy)]
pub struct TwoPairsVl(__m256i);

macro_rules! pairs {
    ($name:ident: $add:ident $xor:ident $sll:ident $srl:ident $alignr:ident $(, $more:item)*) => {
        impl Sealed for $name {}
        impl Pairs for $name {
            #[inline(always)]
            fn plus(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $add(self.0, rhs.0) })
            }
            #[inline(always)]
            fn xor(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $xor(self.0, rhs.0) })
            }
            #[inline(always)]
            fn shl<const L: u32>(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $sll(self.0, _mm_cvtsi32_si128(L as i32)) })
            }
            #[inline(always)]
            fn shr<const R: u32>(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $srl(self.0, _mm_cvtsi32_si128(R as i32)) })
            }
            #[inline(always)]
            fn between(self, next: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $alignr::<8>(next.0, self.0) })
            }
            $($more)*
        }
    };
}

pairs!(Pair: _mm_add_epi64 _mm_xor_si128 _mm_sll_epi64 _mm_srl_epi64 _mm_alignr_epi8);
pairs!(
    PairVl: _mm_add_epi64 _mm_xor_si128 _mm_sll_epi64 _mm_srl_epi64 _mm_alignr_epi8,
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_ternarylogic_epi64::<XOR3>(a.0, b.0, c.0) })
    },
    #[inline(always)]
    fn rotr<const R: u32, const L: u32>(self) -> Self {
        // SAFETY: a vector proves its token. (The compiler makes a rotation by a constant of it.)
        Self(unsafe { _mm_rorv_epi64(self.0, _mm_set1_epi64x(R.into())) })
    }
);
pairs!(TwoPairs: _mm256_add_epi64 _mm256_xor_si256 _mm256_sll_epi64 _mm256_srl_epi64 _mm256_alignr_epi8);
pairs!(
    TwoPairsVl: _mm256_add_epi64 _mm256_xor_si256 _mm256_sll_epi64 _mm256_srl_epi64 _mm256_alignr_epi8,
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_ternarylogic_epi64::<XOR3>(a.0, b.0, c.0) })
    },
    #[inline(always)]
    fn rotr<const R: u32, const L: u32>(self) -> Self {
        // SAFETY: a vector proves its token. (The compiler makes a rotation by a constant of it.)
        Self(unsafe { _mm256_rorv_epi64(self.0, _mm256_set1_epi64x(R.into())) })
    }
);

/// The order of bytes that makes big-endian words of what was loaded.
const REVERSED: (i64, i64) = (0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);

macro_rules! one_block {
    ($token:ident, $v:ident $(, $in_place:item)?) => {
        impl PairIsa<1> for $token {
            type V = $v;
            $($in_place)?
            #[inline(always)]
            fn load_pairs(self, row: &Rows<'_, 1>, at: usize) -> [$v; 8] {
                let [block] = row.chunks::<128>(at);
                let mut pairs = [PairIsa::<1>::pair(self, &[0; 2]); 8];
                for (pair, bytes) in pairs.iter_mut().zip(block.as_chunks::<16>().0) {
                    // SAFETY: the token proves SSSE3; sixteen bytes are read from an array of as many, unaligned.
                    *pair = $v(unsafe {
                        let order = _mm_set_epi64x(REVERSED.1, REVERSED.0);
                        _mm_shuffle_epi8(_mm_loadu_si128(bytes.as_ptr().cast()), order)
                    });
                }
                pairs
            }
            #[inline(always)]
            fn pair(self, words: &[u64; 2]) -> $v {
                // SAFETY: the token proves SSE2; two words are read from an array of as many, unaligned.
                $v(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn put(self, pair: $v, to: [&mut [u64; 2]; 1]) {
                // SAFETY: the token proves SSE2; two words are written to an array of as many, unaligned.
                unsafe { _mm_storeu_si128(to[0].as_mut_ptr().cast(), pair.0) };
            }
        }
    };
}
one_block!(Sse41, Pair, const IN_PLACE: bool = true;);
one_block!(Avx, Pair);
one_block!(Avx2Bmi2, Pair, const RORX: bool = true;);
one_block!(Avx512VlBmi2, PairVl, const RORX: bool = true;);

macro_rules! two_blocks {
    ($token:ident, $v:ident) => {
        impl PairIsa<2> for $token {
            type V = $v;
            const RORX: bool = true;
            #[inline(always)]
            fn load_pairs(self, row: &Rows<'_, 1>, at: usize) -> [$v; 8] {
                let [blocks] = row.chunks::<256>(at);
                let [first, second] = [&blocks[..128], &blocks[128..]].map(|block| block.as_chunks::<16>().0);
                let mut pairs = [PairIsa::<2>::pair(self, &[0; 2]); 8];
                for (pair, (low, high)) in pairs.iter_mut().zip(first.iter().zip(second)) {
                    // SAFETY: the token proves AVX2; sixteen bytes are read from each of two arrays of as many, unaligned.
                    *pair = $v(unsafe {
                        let order = _mm256_set_epi64x(REVERSED.1, REVERSED.0, REVERSED.1, REVERSED.0);
                        let low = _mm_loadu_si128(low.as_ptr().cast());
                        let high = _mm_loadu_si128(high.as_ptr().cast());
                        _mm256_shuffle_epi8(_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high), order)
                    });
                }
                pairs
            }
            #[inline(always)]
            fn pair(self, words: &[u64; 2]) -> $v {
                // SAFETY: the token proves AVX2; two words are read from an array of as many, unaligned.
                $v(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(words.as_ptr().cast())) })
            }
            #[inline(always)]
            fn put(self, pair: $v, to: [&mut [u64; 2]; 2]) {
                let [first, second] = to;
                // SAFETY: the token proves AVX2; two words are written to each of two arrays of as many, unaligned.
                unsafe {
                    _mm_storeu_si128(first.as_mut_ptr().cast(), _mm256_castsi256_si128(pair.0));
                    _mm_storeu_si128(second.as_mut_ptr().cast(), _mm256_extracti128_si256::<1>(pair.0));
                }
            }
        }
    };
}
two_blocks!(Avx2Bmi2, TwoPairs);
two_blocks!(Avx512VlBmi2, TwoPairsVl);
