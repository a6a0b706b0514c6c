//! The SHA-256 instructions, four rounds at a time, and the SHA-512 instructions, two at a time (Arm Architecture Reference Manual,
//! `FEAT_SHA256` and `FEAT_SHA512`).

use super::crypto;
use crate::token::token;
use crate::{Rows, ShaIsa, ShaWords, sealed::Sealed};
use core::arch::aarch64::*;

token! {
    /// The SHA-256 instructions.
    Sha2Ce needs NEON | SHA2, enables "neon,sha2"
}

token! {
    /// The SHA-512 instructions. (Processors have these and the SHA-3 instructions, or neither.)
    Sha512Ce needs NEON | SHA3, enables "neon,sha3"
}

/// Four 32-bit words, the first one lowest.
#[derive(Clone, Copy)]
pub struct W(uint32x4_t);
impl Sealed for W {}

impl ShaIsa<u32> for Sha2Ce {
    type V = W;
    #[inline(always)]
    fn words(self, words: [u32; 4]) -> W {
        // SAFETY: the token proves NEON; four words are read from an array of as many.
        W(unsafe { vld1q_u32(words.as_ptr()) })
    }
    #[inline(always)]
    fn load_block(self, row: &Rows<'_, 1>, at: usize) -> [W; 4] {
        let [bytes] = row.chunks::<64>(at);
        let from = bytes.as_ptr();
        // By name, because a loop over the four would go through memory.
        // SAFETY: the token proves NEON; four times sixteen bytes are read from an array of as many.
        unsafe {
            [
                W(vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(from)))),
                W(vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(from.add(16))))),
                W(vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(from.add(32))))),
                W(vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(from.add(48))))),
            ]
        }
    }
}

impl ShaWords<u32> for W {
    #[inline(always)]
    fn arranged([a, b, c, d, e, f, g, h]: [u32; 8]) -> [[u32; 4]; 2] {
        [[a, b, c, d], [e, f, g, h]]
    }
    #[inline(always)]
    fn variables([abcd, efgh]: [W; 2]) -> [u32; 8] {
        let mut words = [0; 8];
        // SAFETY: a vector proves its token; twice four words are written to an array of as many.
        unsafe {
            vst1q_u32(words.as_mut_ptr(), abcd.0);
            vst1q_u32(words.as_mut_ptr().add(4), efgh.0);
        }
        words
    }
    #[inline(always)]
    fn plus(self, rhs: W) -> W {
        // SAFETY: a vector proves its token.
        W(unsafe { vaddq_u32(self.0, rhs.0) })
    }
    #[inline(always)]
    fn four_rounds([abcd, efgh]: [W; 2], wk: W) -> [W; 2] {
        // SAFETY: a vector proves its token.
        unsafe { [W(crypto::sha256h(abcd.0, efgh.0, wk.0)), W(crypto::sha256h2(efgh.0, abcd.0, wk.0))] }
    }
    #[inline(always)]
    fn schedule([w0, w1, w2, w3]: [W; 4]) -> W {
        // SAFETY: a vector proves its token.
        W(unsafe { crypto::sha256su1(crypto::sha256su0(w0.0, w1.0), w2.0, w3.0) })
    }
}

/// Four 64-bit words in two registers, the first one lowest.
#[derive(Clone, Copy)]
pub struct Pair([uint64x2_t; 2]);
impl Sealed for Pair {}

impl ShaIsa<u64> for Sha512Ce {
    type V = Pair;
    #[inline(always)]
    fn words(self, words: [u64; 4]) -> Pair {
        // SAFETY: the token proves NEON; four words are read from an array of as many.
        Pair(unsafe { [vld1q_u64(words.as_ptr()), vld1q_u64(words.as_ptr().add(2))] })
    }
    #[inline(always)]
    fn load_block(self, row: &Rows<'_, 1>, at: usize) -> [Pair; 4] {
        let [bytes] = row.chunks::<128>(at);
        let from = bytes.as_ptr();
        macro_rules! two {
            ($at:literal) => {
                vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(from.add($at))))
            };
        }
        // SAFETY: the token proves NEON; eight times sixteen bytes are read from an array of as many.
        unsafe {
            [
                Pair([two!(0), two!(16)]),
                Pair([two!(32), two!(48)]),
                Pair([two!(64), two!(80)]),
                Pair([two!(96), two!(112)]),
            ]
        }
    }
}

impl ShaWords<u64> for Pair {
    #[inline(always)]
    fn arranged([a, b, c, d, e, f, g, h]: [u64; 8]) -> [[u64; 4]; 2] {
        [[a, b, c, d], [e, f, g, h]]
    }
    #[inline(always)]
    fn variables([Pair([ab, cd]), Pair([ef, gh])]: [Pair; 2]) -> [u64; 8] {
        let mut words = [0; 8];
        for (two, v) in words.as_chunks_mut::<2>().0.iter_mut().zip([ab, cd, ef, gh]) {
            // SAFETY: a vector proves its token; two words are written to an array of as many.
            unsafe { vst1q_u64(two.as_mut_ptr(), v) };
        }
        words
    }
    #[inline(always)]
    fn plus(self, rhs: Pair) -> Pair {
        let ([a, b], [c, d]) = (self.0, rhs.0);
        // SAFETY: a vector proves its token.
        Pair(unsafe { [vaddq_u64(a, c), vaddq_u64(b, d)] })
    }
    #[inline(always)]
    fn four_rounds([Pair([ab, cd]), Pair([ef, gh])]: [Pair; 2], Pair([first, second]): Pair) -> [Pair; 2] {
        let [ab, cd, ef, gh] = two_rounds(two_rounds([ab, cd, ef, gh], first), second);
        [Pair([ab, cd]), Pair([ef, gh])]
    }
    #[inline(always)]
    fn schedule([Pair([w0, w2]), Pair([w4, _]), Pair([w8, w10]), Pair([w12, w14])]: [Pair; 4]) -> Pair {
        // SAFETY: a vector proves its token.
        unsafe {
            let w16 = crypto::sha512su1(crypto::sha512su0(w0, w2), w14, vextq_u64::<1>(w8, w10));
            Pair([w16, crypto::sha512su1(crypto::sha512su0(w2, w4), w16, vextq_u64::<1>(w10, w12))])
        }
    }
}

/// Two rounds of SHA-512 on A B, C D, E F, G H; the first of each pair is the low word.
#[inline(always)]
fn two_rounds([ab, cd, ef, gh]: [uint64x2_t; 4], wk: uint64x2_t) -> [uint64x2_t; 4] {
    // SAFETY: the caller is a method of a vector, which proves its token.
    unsafe {
        let sum = vaddq_u64(vextq_u64::<1>(wk, wk), gh);
        let t1 = crypto::sha512h(sum, vextq_u64::<1>(ef, gh), vextq_u64::<1>(cd, ef));
        [crypto::sha512h2(t1, cd, ab), ab, vaddq_u64(cd, t1), ef]
    }
}
