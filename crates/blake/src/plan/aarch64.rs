//! The rows of aarch64: the costs of a block.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::row::{Row, width};

pub static BLAKE256: &[Row] = &[
    Row::new(
        "aarch64",
        WORDS_32,
        Features::NEON,
        None,
        &[width(1, Backend::Portable, 593), width(4, Backend::Neon, 1225)],
    )
    .estimated(),
    any::BLAKE256,
];

pub static BLAKE512: &[Row] = &[
    Row::new(
        "aarch64",
        WORDS_64,
        Features::NEON,
        None,
        &[width(1, Backend::Portable, 702), width(2, Backend::Neon, 1394)],
    )
    .estimated(),
    any::BLAKE512,
];

const WORDS_32: &str = "core cycles for one block of 64 bytes by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
const WORDS_64: &str = "core cycles for one block of 128 bytes by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
