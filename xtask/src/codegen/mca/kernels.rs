//! The estimates: which loops of which kernels run how often, for which processors; and the measurements.

/// A processor, by LLVM's name for it.
pub(super) struct Processor {
    pub(super) cpu: &'static str,
    /// What it has beyond AVX2 and BMI2.
    pub(super) has: &'static [Needs],
    /// By how much 512-bit registers lower its clock. Only Skylake-SP's is known.
    pub(super) clock_512: f64,
}

/// The features beyond AVX2 and BMI2 that a kernel needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    Nothing,
    Sha,
    Avx512,
}
use Needs::{Avx512, Nothing, Sha};

const fn processor(cpu: &'static str, has: &'static [Needs]) -> Processor {
    Processor { cpu, has, clock_512: 1.0 }
}

pub(super) const PROCESSORS: &[Processor] = &[
    processor("haswell", &[]),
    processor("skylake", &[]),
    processor("alderlake", &[Sha]),
    processor("znver2", &[Sha]),
    processor("znver3", &[Sha]),
    Processor { clock_512: 1.15, ..processor("skylake-avx512", &[Avx512]) },
    processor("icelake-server", &[Sha, Avx512]),
    processor("sapphirerapids", &[Sha, Avx512]),
    processor("znver4", &[Sha, Avx512]),
    processor("znver5", &[Sha, Avx512]),
];

/// Which loop of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Which {
    /// The innermost one that has the most instructions: that over the rounds.
    Rounds,
    /// The longest of all: that over the blocks, with one turn of the loop over the rounds.
    Blocks,
    /// By their last instructions, from 0.
    Nth(usize),
}
use Which::{Blocks, Nth, Rounds};

/// A kernel by the name that `codegen --kernels` prints, a loop of it, and how often it runs for a permutation or a block.
pub(super) type Part = (&'static str, Which, f64);

pub(super) struct Estimate {
    pub(super) family: &'static str,
    pub(super) messages: usize,
    pub(super) backend: &'static str,
    pub(super) needs: Needs,
    pub(super) parts: &'static [Part],
}

const fn estimate(
    family: &'static str,
    messages: usize,
    backend: &'static str,
    needs: Needs,
    parts: &'static [Part],
) -> Estimate {
    Estimate { family, messages, backend, needs, parts }
}

const KECCAK: &str = "keccak-p1600";
const SHORT: &str = "keccak-p800";

/// The backends that builds without the feature `papers` have. Two rounds of Keccak stand in a loop, six of the planes' form; absorbing is
/// left out. SHA-2 of several messages has 16 rounds before the loop and 16 in it; its message schedules for one message serve two, four
/// or eight blocks. BLAKE of several messages in registers of AVX-512, and of 64-bit words, goes through ten rounds in a loop, once and a part.
pub(super) const ESTIMATES: &[Estimate] = &[
    estimate(KECCAK, 1, "portable", Nothing, &[("Absorb<Portable, u64, 1, true>", Rounds, 12.0)]),
    estimate(KECCAK, 1, "bmi2", Nothing, &[("integer", Rounds, 12.0)]),
    estimate(KECCAK, 1, "avx512vl", Avx512, &[("integer_and_vector", Rounds, 12.0)]),
    estimate(KECCAK, 1, "avx512-planes", Avx512, &[("Absorb<Avx512Planes, Line>", Nth(0), 4.0)]),
    estimate(KECCAK, 2, "sse2", Nothing, &[("Absorb<Sse2, u64, 2, false>", Rounds, 12.0)]),
    estimate(KECCAK, 4, "avx2", Nothing, &[("Absorb<Avx2, u64, 4, false>", Nth(0), 12.0)]),
    estimate(KECCAK, 2, "avx512vl", Avx512, &[("Absorb<Avx512Vl, u64, 2, false>", Nth(0), 12.0)]),
    estimate(KECCAK, 4, "avx512vl", Avx512, &[("Absorb<Avx512Vl, u64, 4, false>", Nth(0), 12.0)]),
    estimate(KECCAK, 8, "avx512", Avx512, &[("Absorb<Avx512, u64, 8, false>", Nth(0), 12.0)]),
    // The same with what theta adds computed once.
    estimate(KECCAK, 2, "avx512vl once", Avx512, &[("Absorb<Avx512Vl, u64, 2, false>", Nth(1), 12.0)]),
    estimate(KECCAK, 4, "avx512vl once", Avx512, &[("Absorb<Avx512Vl, u64, 4, false>", Nth(1), 12.0)]),
    estimate(KECCAK, 8, "avx512 once", Avx512, &[("Absorb<Avx512, u64, 8, false>", Nth(1), 12.0)]),
    estimate(SHORT, 1, "portable", Nothing, &[("Permute<Portable, u32, 1, true>", Rounds, 11.0)]),
    estimate(SHORT, 1, "bmi2", Nothing, &[("integer_32", Rounds, 11.0)]),
    estimate(SHORT, 1, "avx512vl", Avx512, &[("integer_and_vector_32", Rounds, 11.0)]),
    estimate(SHORT, 4, "sse2", Nothing, &[("Permute<Sse2, u32, 4>", Rounds, 11.0)]),
    estimate(SHORT, 8, "avx2", Nothing, &[("Permute<Avx2, u32, 8>", Rounds, 11.0)]),
    estimate(SHORT, 4, "avx512vl", Avx512, &[("Permute<Avx512Vl, u32, 4>", Rounds, 11.0)]),
    estimate(SHORT, 8, "avx512vl", Avx512, &[("Permute<Avx512Vl, u32, 8>", Rounds, 11.0)]),
    estimate(SHORT, 16, "avx512", Avx512, &[("Permute<Avx512, u32, 16>", Rounds, 11.0)]),
    estimate("sha256", 1, "sha-ni", Sha, &[("Compress<Words32, ShaNi>", Rounds, 1.0)]),
    estimate("sha256", 2, "sha-ni", Sha, &[("CompressTwo<Words32, ShaNi>", Rounds, 1.0)]),
    estimate("sha256", 1, "portable", Nothing, &blocks_and("Compress<Words32, Portable, 1>", 2.0)),
    estimate(
        "sha256",
        1,
        "sse41",
        Nothing,
        &[("sha256_4", Rounds, 4.0), ("Schedule<Words32, Sse41, 4>", Rounds, 0.75)],
    ),
    estimate("sha256", 1, "avx", Nothing, &[("sha256_4", Rounds, 4.0), ("Schedule<Words32, Avx, 4>", Rounds, 0.75)]),
    estimate("sha256", 1, "avx2", Nothing, &[("sha256_8", Rounds, 4.0), ("Schedule<Words32, Avx2, 8>", Rounds, 0.375)]),
    estimate(
        "sha256",
        1,
        "avx512vl",
        Avx512,
        &[("sha256_8", Rounds, 4.0), ("Schedule<Words32, Avx512Vl, 8>", Rounds, 0.375)],
    ),
    estimate("sha256", 4, "sse41", Nothing, &blocks_and("Compress<Words32, Sse41, 4>", 2.0)),
    estimate("sha256", 4, "avx", Nothing, &blocks_and("Compress<Words32, Avx, 4>", 2.0)),
    estimate("sha256", 8, "avx2", Nothing, &blocks_and("Compress<Words32, Avx2, 8>", 2.0)),
    estimate("sha256", 4, "avx512vl", Avx512, &blocks_and("Compress<Words32, Avx512Vl, 4>", 2.0)),
    estimate("sha256", 8, "avx512vl", Avx512, &blocks_and("Compress<Words32, Avx512Vl, 8>", 2.0)),
    estimate("sha256", 16, "avx512", Avx512, &blocks_and("Compress<Words32, Avx512, 16>", 2.0)),
    estimate("sha512", 1, "portable", Nothing, &blocks_and("Compress<Words64, Portable, 1>", 3.0)),
    estimate("sha512", 1, "sse41", Nothing, &blocks_and("sha512_sse41", 3.0)),
    estimate("sha512", 1, "avx", Nothing, &blocks_and("sha512_avx", 3.0)),
    // Two blocks: 64 rounds with the schedules of both, 96 without.
    estimate("sha512", 1, "avx2", Nothing, &[("sha512_avx2", Nth(0), 2.0), ("sha512_avx2", Nth(1), 3.0)]),
    estimate("sha512", 1, "avx512vl", Avx512, &[("sha512_avx512vl", Nth(0), 2.0), ("sha512_avx512vl", Nth(1), 3.0)]),
    // Four rounds in a loop, and the schedules of four blocks in another one.
    estimate(
        "sha512",
        1,
        "avx512vl-packed",
        Avx512,
        &[("PackedRounds<Avx512Vl, 4>", Rounds, 20.0), ("Schedule<Words64, Avx512Vl, 4>", Rounds, 1.0)],
    ),
    estimate("sha512", 4, "avx2", Nothing, &blocks_and("Compress<Words64, Avx2, 4>", 3.0)),
    estimate("sha512", 2, "avx512vl", Avx512, &blocks_and("Compress<Words64, Avx512Vl, 2>", 3.0)),
    estimate("sha512", 4, "avx512vl", Avx512, &blocks_and("Compress<Words64, Avx512Vl, 4>", 3.0)),
    estimate("sha512", 8, "avx512", Avx512, &blocks_and("Compress<Words64, Avx512, 8>", 3.0)),
    estimate("blake256", 1, "portable", Nothing, &both_loops("Compress<u32, Portable, 1>")),
    estimate("blake256", 1, "sse41", Nothing, &[("Compress<u32, Sse41, 1>", Rounds, 1.0)]),
    estimate("blake256", 1, "avx", Nothing, &[("Compress<u32, Avx, 1>", Rounds, 1.0)]),
    estimate("blake256", 1, "avx-words", Nothing, &[("blake256", Rounds, 1.0)]),
    estimate("blake256", 1, "avx2", Nothing, &[("Compress<u32, Avx2, 1>", Rounds, 1.0)]),
    estimate("blake256", 1, "avx512vl", Avx512, &[("Compress<u32, Avx512Vl, 1>", Rounds, 1.0)]),
    estimate("blake256", 4, "sse41", Nothing, &[("Compress<u32, Sse41, 4>", Rounds, 1.0)]),
    estimate("blake256", 4, "avx", Nothing, &[("Compress<u32, Avx, 4>", Rounds, 1.0)]),
    estimate("blake256", 8, "avx2", Nothing, &[("Compress<u32, Avx2, 8>", Rounds, 1.0)]),
    estimate("blake256", 4, "avx512vl", Avx512, &blocks_and("Compress<u32, Avx512Vl, 4>", 0.4)),
    estimate("blake256", 8, "avx512vl", Avx512, &blocks_and("Compress<u32, Avx512Vl, 8>", 0.4)),
    estimate("blake256", 16, "avx512", Avx512, &blocks_and("Compress<u32, Avx512, 16>", 0.4)),
    estimate("blake512", 1, "portable", Nothing, &both_loops("Compress<u64, Portable, 1>")),
    estimate("blake512", 1, "avx-words", Nothing, &[("blake512", Rounds, 1.0)]),
    estimate("blake512", 1, "avx2", Nothing, &[("Compress<u64, Avx2, 1>", Rounds, 1.0)]),
    estimate("blake512", 1, "avx512vl", Avx512, &[("Compress<u64, Avx512Vl, 1>", Rounds, 1.0)]),
    estimate("blake512", 4, "avx2", Nothing, &both_loops("Compress<u64, Avx2, 4>")),
    estimate("blake512", 2, "avx512vl", Avx512, &blocks_and("Compress<u64, Avx512Vl, 2>", 0.6)),
    estimate("blake512", 4, "avx512vl", Avx512, &blocks_and("Compress<u64, Avx512Vl, 4>", 0.6)),
    estimate("blake512", 8, "avx512", Avx512, &blocks_and("Compress<u64, Avx512, 8>", 0.6)),
];

/// The loop over the blocks, and so many turns more of the one over the rounds.
pub(super) const fn blocks_and(kernel: &'static str, rounds: f64) -> [Part; 2] {
    [(kernel, Blocks, 1.0), (kernel, Rounds, rounds)]
}

pub(super) const fn both_loops(kernel: &'static str) -> [Part; 2] {
    [(kernel, Nth(0), 1.0), (kernel, Nth(1), 1.0)]
}

/// Core cycles, by processor, family, messages and backend: what the plan's rows and their comments (`plan/` of the families' crates) have from
/// measurements; that of `avx512-planes` on Zen 5 is example `cycles`, 2026-11-23.
/// Those of Skylake-SP are of like kernels, before this suite, without the factor for the clock.
pub(super) const MEASURED: &[(&str, &str, usize, &str, u32)] = &[
    ("skylake-avx512", KECCAK, 1, "avx512-planes", 600),
    ("skylake-avx512", KECCAK, 2, "avx512vl", 850),
    ("skylake-avx512", KECCAK, 4, "avx512vl", 850),
    ("skylake-avx512", KECCAK, 8, "avx512", 1117),
    ("skylake-avx512", "sha512", 1, "avx512vl-packed", 447),
    ("skylake-avx512", "blake256", 1, "sse41", 450),
    ("skylake-avx512", "blake256", 1, "avx", 433),
    ("skylake-avx512", "blake256", 1, "avx2", 424),
    ("skylake-avx512", "blake256", 1, "avx512vl", 363),
    ("skylake-avx512", "blake512", 1, "avx2", 495),
    ("skylake-avx512", "blake512", 1, "avx512vl", 431),
    ("znver3", KECCAK, 1, "portable", 1002),
    ("znver3", KECCAK, 1, "bmi2", 1001),
    ("znver3", KECCAK, 2, "sse2", 1362),
    ("znver3", KECCAK, 4, "avx2", 1321),
    ("znver3", SHORT, 1, "portable", 938),
    ("znver3", SHORT, 1, "bmi2", 953),
    ("znver3", SHORT, 4, "sse2", 1317),
    ("znver3", SHORT, 8, "avx2", 1270),
    ("znver3", "sha256", 1, "sha-ni", 129),
    ("znver3", "sha256", 2, "sha-ni", 136),
    ("znver3", "sha256", 1, "portable", 700),
    ("znver3", "sha256", 1, "sse41", 537),
    ("znver3", "sha256", 1, "avx", 496),
    ("znver3", "sha256", 1, "avx2", 446),
    ("znver3", "sha256", 4, "sse41", 1327),
    ("znver3", "sha256", 4, "avx", 993),
    ("znver3", "sha256", 8, "avx2", 1000),
    ("znver3", "sha512", 1, "portable", 812),
    ("znver3", "sha512", 1, "sse41", 677),
    ("znver3", "sha512", 1, "avx", 677),
    ("znver3", "sha512", 1, "avx2", 534),
    ("znver3", "sha512", 4, "avx2", 1207),
    ("znver3", "blake256", 1, "portable", 543),
    ("znver3", "blake256", 1, "sse41", 475),
    ("znver3", "blake256", 1, "avx", 473),
    ("znver3", "blake256", 1, "avx-words", 535),
    ("znver3", "blake256", 1, "avx2", 500),
    ("znver3", "blake256", 4, "sse41", 974),
    ("znver3", "blake256", 4, "avx", 792),
    ("znver3", "blake256", 8, "avx2", 905),
    ("znver3", "blake512", 1, "portable", 699),
    ("znver3", "blake512", 1, "avx-words", 618),
    ("znver3", "blake512", 1, "avx2", 636),
    ("znver3", "blake512", 4, "avx2", 971),
    ("znver4", KECCAK, 1, "avx512vl", 836),
    ("znver4", KECCAK, 2, "avx512vl", 853),
    ("znver4", KECCAK, 4, "avx512vl", 861),
    ("znver4", KECCAK, 8, "avx512", 1567),
    ("znver4", "sha256", 1, "sha-ni", 129),
    ("znver4", "sha256", 8, "avx512vl", 581),
    ("znver4", "sha256", 16, "avx512", 1141),
    ("znver4", "sha512", 1, "avx512vl", 523),
    ("znver4", "sha512", 2, "avx512vl", 686),
    ("znver4", "sha512", 4, "avx512vl", 698),
    ("znver4", "sha512", 8, "avx512", 1387),
    ("znver4", "blake256", 1, "avx512vl", 463),
    ("znver4", "blake256", 4, "avx512vl", 689),
    ("znver4", "blake256", 8, "avx512vl", 719),
    ("znver4", "blake256", 16, "avx512", 1218),
    ("znver4", "blake512", 1, "avx512vl", 552),
    ("znver4", "blake512", 2, "avx512vl", 763),
    ("znver4", "blake512", 4, "avx512vl", 799),
    ("znver4", "blake512", 8, "avx512", 1333),
    ("znver5", KECCAK, 1, "portable", 937),
    ("znver5", KECCAK, 1, "bmi2", 869),
    ("znver5", KECCAK, 1, "avx512vl", 697),
    ("znver5", KECCAK, 1, "avx512-planes", 900),
    ("znver5", KECCAK, 2, "sse2", 1424),
    ("znver5", KECCAK, 4, "avx2", 1402),
    ("znver5", KECCAK, 2, "avx512vl once", 776),
    ("znver5", KECCAK, 4, "avx512vl once", 778),
    ("znver5", KECCAK, 8, "avx512 once", 793),
    ("znver5", SHORT, 1, "portable", 894),
    ("znver5", SHORT, 1, "bmi2", 794),
    ("znver5", SHORT, 1, "avx512vl", 637),
    ("znver5", SHORT, 4, "sse2", 1376),
    ("znver5", SHORT, 8, "avx2", 1327),
    ("znver5", SHORT, 4, "avx512vl", 774),
    ("znver5", SHORT, 8, "avx512vl", 768),
    ("znver5", SHORT, 16, "avx512", 812),
    ("znver5", "sha256", 1, "sha-ni", 130),
    ("znver5", "sha256", 1, "portable", 520),
    ("znver5", "sha256", 1, "sse41", 440),
    ("znver5", "sha256", 1, "avx", 421),
    ("znver5", "sha256", 1, "avx2", 374),
    ("znver5", "sha256", 4, "sse41", 1171),
    ("znver5", "sha256", 4, "avx", 1098),
    ("znver5", "sha256", 8, "avx2", 1100),
    ("znver5", "sha256", 8, "avx512vl", 599),
    ("znver5", "sha256", 16, "avx512", 634),
    ("znver5", "sha512", 1, "portable", 657),
    ("znver5", "sha512", 1, "sse41", 545),
    ("znver5", "sha512", 1, "avx", 513),
    ("znver5", "sha512", 1, "avx2", 421),
    ("znver5", "sha512", 1, "avx512vl", 421),
    ("znver5", "sha512", 4, "avx2", 1318),
    ("znver5", "sha512", 2, "avx512vl", 729),
    ("znver5", "sha512", 4, "avx512vl", 730),
    ("znver5", "sha512", 8, "avx512", 765),
    ("znver5", "blake256", 1, "portable", 453),
    ("znver5", "blake256", 1, "avx", 875),
    ("znver5", "blake256", 1, "avx-words", 388),
    ("znver5", "blake256", 1, "avx2", 881),
    ("znver5", "blake256", 1, "avx512vl", 685),
    ("znver5", "blake256", 4, "avx512vl", 776),
    ("znver5", "blake256", 8, "avx512vl", 795),
    ("znver5", "blake256", 16, "avx512", 818),
    ("znver5", "blake512", 1, "portable", 544),
    ("znver5", "blake512", 1, "avx-words", 452),
    ("znver5", "blake512", 1, "avx2", 1006),
    ("znver5", "blake512", 1, "avx512vl", 790),
    ("znver5", "blake512", 2, "avx512vl", 871),
    ("znver5", "blake512", 4, "avx512vl", 887),
    ("znver5", "blake512", 8, "avx512", 906),
];
