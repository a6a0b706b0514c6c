//! Implements [`Compression`] for SHA-2.

use super::ending::{sums_32, sums_64};
use super::engines::{Many32, Many64, One32, One64, PORTABLE};
pub use super::functions::{Words32, Words64};
use digest::typenum::{U64, U128, U140, U236};
use lanesum_batch::md::compression::{Compression, OneMessage};

macro_rules! compression {
    ($name:ident: $word:ident, $block:ident, $saved:ident, $one:ident, $many:ident, $max_bits:expr, $sums:path, $known:expr) => {
        impl Compression for $name {
            type Word = $word;
            type State = [$word; 8];
            type Initial = [$word; 8];
            type Wide = [$word; 8 * 64 / size_of::<$word>()];
            const WIDE: Self::Wide = [0; 8 * 64 / size_of::<$word>()];
            type Block = $block;
            type TwoBlocks = [u8; 32 * size_of::<$word>()];
            const EMPTY: Self::TwoBlocks = [0; 32 * size_of::<$word>()];
            type Ends = [Self::TwoBlocks; 64 / size_of::<$word>()];
            const ENDS: Self::Ends = [Self::EMPTY; 64 / size_of::<$word>()];
            type One = $one;
            type Many = $many;
            const KNOWN_ANSWER: [$word; 8] = $known;
            const PORTABLE: &'static dyn OneMessage<[$word; 8]> = &PORTABLE;
            type Saved = $saved;
            const SAVED_WORDS: usize = 8;
            const ZEROES: [$word; 8] = [0; 8];
            // FIPS 180-4, section 1, figure 1.
            const MAX_BITS: u128 = $max_bits;
            const LENGTH_BYTES: usize = 2 * size_of::<$word>();
            const COUNTS: bool = false;

            #[inline(always)]
            fn begin(initial: &[$word; 8]) -> [$word; 8] {
                *initial
            }

            #[inline(always)]
            fn mark(_: &[$word; 8]) -> u8 {
                0
            }

            #[inline(always)]
            fn count(_: &mut [$word; 8], _: u128) {}

            fn last_block(bits: u128) -> Option<[$word; 80]> {
                $sums([(bits >> $word::BITS) as $word, bits as $word])
            }
        }
    };
}
compression!(
    Words32: u32, U64, U140, One32, Many32, (1 << 64) - 1, sums_32,
    [
        0xb8a2_cb01, 0x54f1_92d0, 0x9ba8_2c3e, 0xd395_a330,
        0x32bf_fe30, 0xccd3_3389, 0xdf2e_b38f, 0x30d2_e891,
    ]
);
compression!(
    Words64: u64, U128, U236, One64, Many64, u128::MAX, sums_64,
    [
        0xc16d_604b_6e96_09ff, 0x3e86_f78c_82c5_c90d, 0xdafd_6762_14f0_46e6, 0xf94e_78f7_ee8d_1d87,
        0x78a4_ff20_36f6_025a, 0x4ed2_dcf2_afb7_f74a, 0xb0a8_2f46_9da1_808e, 0x6d4f_e0c0_a6ba_17cb,
    ]
);
