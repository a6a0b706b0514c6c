//! The rows of aarch64: the costs of a permutation.

use super::any;
use lanes::Features;
use lanesum_batch::Backend;
use lanesum_batch::plan::processors::Processors;
use lanesum_batch::plan::row::{Row, width};

const NEON_SHA3: Features = Features::NEON.and(Features::SHA3);

static NEOVERSE_V1: Processors =
    Processors { vendor: b"Arm\0\0\0\0\0\0\0\0\0", family: 0xd40, models: &[], marks: Features::NONE };

static CORTEX_A72: Processors =
    Processors { vendor: b"Arm\0\0\0\0\0\0\0\0\0", family: 0xd08, models: &[], marks: Features::NONE };

/// All of Apple's processors; their families have no numbers here.
static APPLE: Processors = Processors { vendor: b"Apple\0\0\0\0\0\0\0", family: 0, models: &[], marks: Features::NONE };

pub static KECCAK: &[Row] = &[
    Row::new(
        "Apple silicon",
        "instructions for 24 rounds, of which such cores take as many of one kind as of the other; estimated, since no such processor was \
         at hand and llvm-mca has no model of one",
        NEON_SHA3,
        Some(&APPLE),
        &[width(1, Backend::NeonSha3, 1632), width(2, Backend::NeonSha3, 1632)],
    )
    .estimated(),
    Row::new(
        "Arm Neoverse V1",
        KECCAK_V1,
        NEON_SHA3,
        Some(&NEOVERSE_V1),
        &[width(1, Backend::Neon, 612), width(2, Backend::Neon, 1183)],
    )
    .estimated(),
    // Two states in vectors take 1213 on Neoverse V2, and 2112 on Neoverse N1: longer than one after the other. Where all SHA-3
    // instructions go through one of four pipelines, they take 1536 for one or two states.
    Row::new("aarch64 with SHA-3", KECCAK_V2, NEON_SHA3, None, &[width(1, Backend::Neon, 432)]).estimated(),
    // Only one pipeline of three rotates operands on Cortex-A72, so the hand-scheduled form for one state takes 2376.
    Row::new(
        "Arm Cortex-A72",
        KECCAK_A72,
        Features::NEON,
        Some(&CORTEX_A72),
        &[width(1, Backend::Portable, 1502), width(2, Backend::Neon, 2041)],
    )
    .estimated(),
    Row::new("aarch64", KECCAK_N1, Features::NEON, None, &[width(1, Backend::Neon, 822)]).estimated(),
    any::KECCAK,
];

pub static KECCAK_SHORT: &[Row] = &[
    Row::new(
        "aarch64",
        SHORT_N1,
        Features::NEON,
        None,
        &[width(1, Backend::Portable, 946), width(4, Backend::Neon, 2013)],
    )
    .estimated(),
    any::KECCAK_SHORT,
];

const KECCAK_V1: &str =
    "core cycles for 24 rounds by llvm-mca 19 for Neoverse V1; estimated, since no such processor was at hand";
const KECCAK_V2: &str =
    "core cycles for 24 rounds by llvm-mca 19 for Neoverse V2; estimated, since no such processor was at hand";
const KECCAK_N1: &str =
    "core cycles for 24 rounds by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
const KECCAK_A72: &str = "core cycles for 24 rounds by llvm-mca 19 for Cortex-A72, which it takes for a Cortex-A57; estimated, since no such processor was at hand";
const SHORT_N1: &str = "core cycles for 22 rounds of Keccak-f[800] by llvm-mca 19 for Neoverse N1; estimated, since no such processor was at hand";
