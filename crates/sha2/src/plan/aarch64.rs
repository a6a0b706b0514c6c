//! The rows of aarch64: the costs of a block.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::row::{Row, width};

const NEON_SHA3: Features = Features::NEON.and(Features::SHA3);

const NEON_SHA2: Features = Features::NEON.and(Features::SHA2);

pub static SHA256: &[Row] = &[
    Row::new("aarch64 with SHA-2", WORDS_32, NEON_SHA2, None, &[width(1, Backend::Sha2Ce, 98)]).estimated(),
    Row::new("aarch64", WORDS_32, Features::NEON, None, &[width(1, Backend::Neon, 565), width(4, Backend::Neon, 1430)])
        .estimated(),
    any::SHA256,
];

pub static SHA512: &[Row] = &[
    Row::new("aarch64 with SHA-512", SHA_512_V2, NEON_SHA3, None, &[width(1, Backend::Sha512Ce, 240)]).estimated(),
    Row::new("aarch64", WORDS_64, Features::NEON, None, &[width(1, Backend::Neon, 719)]).estimated(),
    any::SHA512,
];

const WORDS_32: &str = "core cycles for one block of 64 bytes by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
const SHA_512_V2: &str = "core cycles for one block of 128 bytes by llvm-mca 19 for Neoverse V1 and V2; estimated, since no such processor was at hand";
const WORDS_64: &str = "core cycles for one block of 128 bytes by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
