//! The engines of SHA-2: the forms of each backend; and the compression functions that they compute.

use super::ending::{sums_32, sums_64};
use super::forms::{Lanewise, Repeated, ShaInstructions, Wordwise};
use super::functions::{Words32, Words64};
use crate::plan;
use digest::typenum::{U64, U128, U140, U236};
use lanes::Portable;
use lanesum_batch::Backend;
use lanesum_batch::engine::Form;
use lanesum_batch::md::compression::{Compression, ManyMessages, OneMessage, is_right};
use lanesum_batch::plan::Plan;

/// The plan of SHA-256 and SHA-224.
pub static SHA256: Plan = Plan::new(plan::SHA256, || true);

/// The plan of SHA-512, SHA-384 and SHA-512/t.
pub static SHA512: Plan = Plan::new(plan::SHA512, || is_right::<Words64>(Backend::Sha512Ni));

lanesum_batch::engine! {
    One32 by SHA256: dyn OneMessage<[u32; 8]>;
    all {
        Plan Portable(Portable) 1: Wordwise;
    }
    x86_64 {
        Plan Sse41(lanes::x86::Sse41) 1: crate::x86_64::Scheduled<4>;
        Plan Avx(lanes::x86::Avx) 1: crate::x86_64::Scheduled<4>;
        Plan Avx2(lanes::x86::Avx2) 1: crate::x86_64::Scheduled<8>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 1: crate::x86_64::Scheduled<8>;
        Padded Avx512(lanes::x86::Avx512) 1: Repeated<16>;
        Plan ShaNi(lanes::x86::ShaNi) 1: ShaInstructions;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 1: crate::aarch64::InWords;
        Plan Sha2Ce(lanes::aarch64::Sha2Ce) 1: ShaInstructions;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 1: super::ahead::Ahead<4>;
    }
    papers { Bmi2 }
}

lanesum_batch::engine! {
    Many32 by SHA256: dyn ManyMessages<u32>;
    all {}
    x86_64 {
        Plan Sse41(lanes::x86::Sse41) 4: Lanewise<4>;
        Plan Avx(lanes::x86::Avx) 4: Lanewise<4>;
        Plan Avx2(lanes::x86::Avx2) 8: Lanewise<8>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 4: Lanewise<4>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 8: Lanewise<8>;
        Plan Avx512(lanes::x86::Avx512) 16: crate::x86_64::Paired;
        Plan ShaNi(lanes::x86::ShaNi) 2: crate::x86_64::TwoInStep;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 4: Lanewise<4>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 4: Lanewise<4>;
    }
}

lanesum_batch::engine! {
    One64 by SHA512: dyn OneMessage<[u64; 8]>;
    all {
        Plan Portable(Portable) 1: Wordwise;
    }
    x86_64 {
        Plan Sse41(lanes::x86::Sse41) 1: crate::x86_64::ByHand;
        Plan Avx(lanes::x86::Avx) 1: crate::x86_64::ByHand;
        Plan Avx2(lanes::x86::Avx2) 1: crate::x86_64::ByHand;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 1: crate::x86_64::ByHand;
        Plan Avx512VlPacked(lanes::x86::Avx512Vl) 1: crate::x86_64::Packed;
        Padded Avx512(lanes::x86::Avx512) 1: Repeated<8>;
        Plan Sha512Ni(lanes::x86::Sha512Ni) 1: ShaInstructions;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 1: crate::aarch64::InWords;
        Plan Sha512Ce(lanes::aarch64::Sha512Ce) 1: ShaInstructions;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 1: super::ahead::Ahead<2>;
    }
    papers { Bmi2 }
}

lanesum_batch::engine! {
    Many64 by SHA512: dyn ManyMessages<u64>;
    all {}
    x86_64 {
        Plan Avx2(lanes::x86::Avx2) 4: Lanewise<4>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 2: Lanewise<2>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 4: Lanewise<4>;
        Plan Avx512(lanes::x86::Avx512) 8: Lanewise<8>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 2: Lanewise<2>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 2: Lanewise<2>;
    }
}

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

            fn last_block(bits: u128, _: u8) -> Option<[$word; 80]> {
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

/// `portable`, which needs no detection.
pub static PORTABLE: Form<Portable, Wordwise, { Backend::Portable as usize }> = Form::new(Portable);
