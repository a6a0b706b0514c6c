//! The bytes around messages: leading bytes, padding, and the last block where it has no byte of the message.

use super::constants::{K_256, K_512};
use super::functions::{Functions, Words32, Words64};
use core::fmt::Debug;
use lanesum_batch::md::compression::{Compression, MdWord};

/// The leading bytes and the padding of whole messages of one length.
#[derive(Clone, Copy)]
pub struct Around<'a, W> {
    /// The same bytes before each of them, at most 15, and their words, followed by zeroes. (Words in this place would be stored one by
    /// one and loaded together, for which the processor has to wait, even where there are none.)
    pub lead_bytes: usize,
    pub lead: &'a [W; 4],
    /// The message's length in bits (FIPS 180-4, section 5.1).
    pub bits: [W; 2],
    /// If the last block has no byte of the message: [`sums_32`] or [`sums_64`] of it.
    pub known: Option<&'a [W]>,
}

/// The length in bytes of a message of `len` bytes with its padding (FIPS 180-4, section 5.1).
#[inline(always)]
pub const fn padded<W>(len: usize) -> usize {
    (len + 1 + 2 * size_of::<W>()).next_multiple_of(16 * size_of::<W>())
}

/// Of messages of one block: the nodes of most Merkle trees.
pub static NODE_32: Option<[u32; 80]> = sums_32([0, 512]);
pub static NODE_64: Option<[u64; 80]> = sums_64([0, 1024]);

/// Bytes before messages as words, followed by zeroes, and their number.
pub type Lead<W> = ([W; 4], usize);

/// A word of SHA-2: `u32` for SHA-256 and SHA-224, `u64` for SHA-512, SHA-384 and SHA-512/t.
pub trait Sha2Word: MdWord + Debug {
    /// Bytes of a block: sixteen words.
    const BLOCK_BYTES: usize = 16 * size_of::<Self>();
    #[doc(hidden)]
    type Functions: Functions<Word = Self> + Compression<Word = Self, State = [Self; 8]>;
    /// The padding of messages of `bits` bits, and the bytes before them. `known` has the sums of the last block, if the caller has made
    /// them.
    #[doc(hidden)]
    fn around<'a>(lead: &'a Lead<Self>, bits: u128, known: Option<&'a [Self]>) -> Around<'a, Self>;
    #[doc(hidden)]
    const NO_LEAD: &'static Lead<Self>;
    #[doc(hidden)]
    fn lead(bytes: &[u8]) -> Lead<Self>;
    /// The padding's first 1 in the word in which a message of `bytes` bytes ends.
    #[doc(hidden)]
    fn padding_bit(bytes: usize) -> Self;
}

macro_rules! sha2_word {
    ($word:ident, $words:ident, $node:ident, $sums:ident, $k:ident: ($a:literal, $b:literal, $c:literal), ($d:literal, $e:literal, $f:literal)) => {
        /// For the last block of a message of `bits` bits, if it has no byte of it: the sum of word and constant for each round (FIPS
        /// 180-4, sections 6.1.2, 6.2.2 and 6.4.2), then zeroes. All messages of that length have this block, so that nobody has to make its schedule again.
        pub const fn $sums(bits: [$word; 2]) -> Option<[$word; 80]> {
            const BYTES: u32 = size_of::<$word>() as u32;
            let rest = (bits[1] / 8) as u32 % (16 * BYTES);
            if bits[1] % 8 != 0 || 0 < rest && rest < 14 * BYTES {
                return None;
            }
            let mut words = [0; 80];
            words[0] = if rest == 0 { 1 << ($word::BITS - 1) } else { 0 };
            words[14] = bits[0];
            words[15] = bits[1];
            let mut t = 16;
            while t < $k.len() {
                let (x, y): ($word, $word) = (words[t - 15], words[t - 2]);
                let sigma0 = x.rotate_right($a) ^ x.rotate_right($b) ^ x >> $c;
                let sigma1 = y.rotate_right($d) ^ y.rotate_right($e) ^ y >> $f;
                words[t] = sigma1.wrapping_add(words[t - 7]).wrapping_add(sigma0).wrapping_add(words[t - 16]);
                t += 1;
            }
            t = 0;
            while t < $k.len() {
                words[t] = words[t].wrapping_add($k[t]);
                t += 1;
            }
            Some(words)
        }

        impl Sha2Word for $word {
            type Functions = $words;
            #[inline(always)]
            fn around<'a>(lead: &'a Lead<Self>, bits: u128, known: Option<&'a [Self]>) -> Around<'a, Self> {
                // (Of both halves at once, the processor would have to wait: they have been stored one by one.)
                let of_node = $node.as_ref().filter(|_| bits as u64 == u64::from(16 * Self::BITS) && bits >> 64 == 0);
                let known = known.or(of_node.map(|sums| sums.as_slice()));
                let bits = [(bits >> Self::BITS) as Self, bits as Self];
                Around { lead: &lead.0, lead_bytes: lead.1, bits, known }
            }
            const NO_LEAD: &'static Lead<Self> = &([0; 4], 0);
            #[inline(always)]
            fn lead(bytes: &[u8]) -> Lead<Self> {
                let mut words = [0; 4];
                for (word, bytes) in words.iter_mut().zip(bytes.chunks(size_of::<Self>())) {
                    for (place, byte) in bytes.iter().enumerate() {
                        *word |= Self::from(*byte) << (Self::BITS - 8 - 8 * place as u32);
                    }
                }
                (words, bytes.len())
            }
            #[inline(always)]
            fn padding_bit(bytes: usize) -> Self {
                0x80 << (Self::BITS - 8 - 8 * (bytes % size_of::<Self>()) as u32)
            }
        }
    };
}
sha2_word!(u32, Words32, NODE_32, sums_32, K_256: (7, 18, 3), (17, 19, 10));
sha2_word!(u64, Words64, NODE_64, sums_64, K_512: (1, 8, 7), (19, 61, 6));
