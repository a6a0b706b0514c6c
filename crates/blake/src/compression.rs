//! BLAKE as a compression function: the differences between its functions, and the counter ("SHA-3 proposal BLAKE", version 1.3, 2010, 3 to
//! 5).

use super::engines::{Many32, Many64, One32, One64, PORTABLE_32, PORTABLE_64};
use super::words::STATE;
pub use super::words::{Blake32, Blake64};
use digest::typenum::{U64, U128, U156, U268};
use lanesum_batch::md::compression::{Compression, MdWord, OneMessage};
use lanesum_batch::md::initial;

/// The parameters of a function with words of this size: the initial value, the salt, and the bit before the length.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Initial<W> {
    value: [W; 8],
    salt: [W; 4],
    mark: u8,
}

pub static BLAKE_224: Initial<u32> = Initial { value: initial::SHA_224, salt: [0; 4], mark: 0 };
pub static BLAKE_256: Initial<u32> = Initial { value: initial::SHA_256, salt: [0; 4], mark: 1 };
pub static BLAKE_384: Initial<u64> = Initial { value: initial::SHA_384, salt: [0; 4], mark: 0 };
pub static BLAKE_512: Initial<u64> = Initial { value: initial::SHA_512, salt: [0; 4], mark: 1 };

impl<W: MdWord> Initial<W> {
    /// The same parameters with a salt of four big-endian words.
    pub fn salted(&self, salt: &[u8]) -> Self {
        assert!(salt.len() == 4 * size_of::<W>(), "a salt has four words");
        let mut words = self.salt;
        for (word, bytes) in words.iter_mut().zip(salt.chunks_exact(size_of::<W>())) {
            *word = W::get(bytes);
        }
        Self { salt: words, ..*self }
    }
}

macro_rules! compression {
    ($name:ident: $word:ident, count in $count:ident, $block:ident, $saved:ident, $one:ident, $many:ident, $portable:ident, $known:expr) => {
        impl Compression for $name {
            type Word = $word;
            /// The chaining value, the salt, and the number of bits before the next block, its low word first.
            type State = [$word; STATE];
            type Initial = Initial<$word>;
            type Wide = [$word; STATE * 64 / size_of::<$word>()];
            const WIDE: Self::Wide = [0; STATE * 64 / size_of::<$word>()];
            type Block = $block;
            type TwoBlocks = [u8; 32 * size_of::<$word>()];
            const EMPTY: Self::TwoBlocks = [0; 32 * size_of::<$word>()];
            type Ends = [Self::TwoBlocks; 64 / size_of::<$word>()];
            const ENDS: Self::Ends = [Self::EMPTY; 64 / size_of::<$word>()];
            type One = $one;
            type Many = $many;
            const KNOWN_ANSWER: [$word; 8] = $known;
            const PORTABLE: &'static dyn OneMessage<[$word; STATE]> = &$portable;
            type Saved = $saved;
            const SAVED_WORDS: usize = 12;
            const ZEROES: [$word; STATE] = [0; STATE];
            const MAX_BITS: u128 = $count::MAX as u128;
            const LENGTH_BYTES: usize = size_of::<$count>();
            const COUNTS: bool = true;

            #[inline(always)]
            fn begin(initial: &Initial<$word>) -> [$word; STATE] {
                let mut state = [0; STATE];
                state[..8].copy_from_slice(&initial.value);
                state[8..12].copy_from_slice(&initial.salt);
                state
            }

            fn salted(initial: &Initial<$word>, salt: &[u8]) -> Option<Initial<$word>> {
                Some(initial.salted(salt))
            }

            #[inline(always)]
            fn mark(initial: &Initial<$word>) -> u8 {
                initial.mark
            }

            #[inline(always)]
            fn count(state: &mut [$word; STATE], bits: u128) {
                // The kernels add a block's bits before they hash it.
                let before = (bits as $count).wrapping_sub(16 * $count::from($word::BITS));
                (state[12], state[13]) = (before as $word, (before >> $word::BITS) as $word);
            }

            fn last_block(bits: u128, mark: u8) -> Option<[$word; 80]> {
                bits.is_multiple_of(16 * u128::from($word::BITS)).then(|| {
                    let mut words = [0; 80];
                    words[0] = 1 << ($word::BITS - 1);
                    (words[13], words[14], words[15]) = (mark.into(), (bits >> $word::BITS) as $word, bits as $word);
                    words
                })
            }
        }
    };
}
compression!(
    Blake32: u32, count in u64, U64, U156, One32, Many32, PORTABLE_32,
    [
        0x34eb_e466, 0x5448_6695, 0xb6aa_4cf9, 0x9fa3_d9b8,
        0x1ae0_70cf, 0x8163_e177, 0x06fb_d47e, 0x438d_c59f,
    ]
);
compression!(
    Blake64: u64, count in u128, U128, U268, One64, Many64, PORTABLE_64,
    [
        0x23b5_22ab_8d65_ab13, 0x8c51_c84d_6960_a65a, 0x0ba3_18da_a075_b7dc, 0x173c_1dbd_b760_3a0a,
        0x1bd9_620f_43e7_02bf, 0x67c5_9bbf_150e_c5df, 0xad2b_5d7c_4fa8_9da6, 0x1d04_4df7_8d41_06ad,
    ]
);
