//! The goals on an Intel Skylake-SP core.
//!
//! Those of SHA-2 were set in TSC cycles. They are converted by the clock that was measured with them: 1.23 core cycles for each,
//! 1.07 with 512-bit registers.

use super::goal::{Goal, cpb, form, keccak, messages, tie};
use crate::report::figures::{Subject, Unit};

/// Core cycles of a round of short lanes.
const ROUND: f64 = 35.0;

const fn short_lanes(name: &'static str, algorithm: &'static str, figure: f64, rounds: u32) -> Goal {
    let subject = Subject::permutation(algorithm, 1, &[]);
    Goal { unit: Unit::CoreCycles, ..cpb(name, subject, figure, Some(ROUND * rounds as f64)) }
}

/// Wrapping of a long message, which stays in nearer caches.
const fn wrap(name: &'static str, algorithm: &'static str, figure: f64, floor: f64) -> Goal {
    cpb(name, messages(algorithm, 64 << 10, 1), figure, Some(floor))
}

const fn long(algorithm: &'static str, count: u64) -> Subject {
    messages(algorithm, 4096, count)
}

const fn kt128(bytes: u64) -> Subject {
    messages("kt128", bytes, 1)
}

const fn sha512(bytes: u64) -> Subject {
    messages("sha512", bytes, 1)
}

const fn at_16_kib(algorithm: &'static str) -> Subject {
    messages(algorithm, 16 << 10, 1)
}

pub(super) static GOALS: &[Goal] = &[
    keccak("Keccak-p[1600]\u{a0}×1", 1, &[], 565.0, Some(390.0)),
    keccak("Keccak-p[1600]\u{a0}×2, 128-bit VL", 2, &["avx512vl"], 835.0, Some(815.0)),
    keccak("Keccak-p[1600]\u{a0}×4, 256-bit VL", 4, &["avx512vl"], 835.0, Some(815.0)),
    keccak("Keccak-p[1600]\u{a0}×4, true AVX2", 4, &["avx2"], 1530.0, Some(1472.0)),
    keccak("Keccak-p[1600]\u{a0}×8, 512-bit", 8, &["avx512"], 1115.0, Some(1080.0)),
    cpb("SHAKE128\u{a0}×1, 4096 B", long("shake128", 1), 3.6, Some(3.47)),
    cpb("SHA3-256\u{a0}×1, 4096 B", long("sha3-256", 1), 4.45, Some(4.30)),
    cpb("SHA3-512\u{a0}×1, 4096 B", long("sha3-512", 1), 8.3, Some(7.90)),
    cpb("SHAKE128\u{a0}×2, 4096 B", long("shake128", 2), 2.6, Some(2.49)),
    cpb("SHAKE128\u{a0}×4, 4096 B", long("shake128", 4), 1.32, Some(1.24)),
    cpb("SHAKE128\u{a0}×8, 4096 B", long("shake128", 8), 0.90, Some(0.856)),
    cpb("SHAKE256\u{a0}×2, 4096 B", long("shake256", 2), 3.2, Some(3.08)),
    cpb("SHAKE256\u{a0}×4, 4096 B", long("shake256", 4), 1.62, Some(1.54)),
    cpb("SHAKE256\u{a0}×8, 4096 B", long("shake256", 8), 1.11, Some(1.054)),
    cpb("SHAKE128\u{a0}×4, long, true AVX2", long("shake128", 4).on(&["avx2"]).longest_from(4096), 2.5, Some(2.22)),
    cpb("KT128, 1 KiB", kt128(1 << 10), 2.1, None),
    cpb("KT128, 8 KiB", kt128(8 << 10), 1.85, None),
    cpb("KT128, 16 KiB", kt128(16 << 10), 1.2, None),
    cpb("KT128, 64 KiB", kt128(64 << 10), 0.58, Some(0.47)),
    cpb("KT128, 1 MiB", kt128(1 << 20), 0.49, Some(0.445)),
    cpb("KT128, long, true AVX2", kt128(0).on(&["avx2"]).longest_from(1 << 20), 1.2, Some(1.12)),
    cpb("ParallelHash128 in blocks of 8192 B, 1 MiB", messages("parallelhash128", 1 << 20, 1), 0.95, Some(0.84)),
    cpb("TurboSHAKE128, 4096 B", long("turboshake128", 1), 1.85, None),
    wrap("River Keyak, wrap, long", "river-keyak", 5.2, 4.3),
    wrap("Lake Keyak, wrap, long", "lake-keyak", 2.0, 1.75),
    wrap("Sea Keyak, wrap, long", "sea-keyak", 1.4, 1.25),
    wrap("Ocean Keyak, wrap, long", "ocean-keyak", 0.75, 0.65),
    wrap("Lunar Keyak, wrap, long", "lunar-keyak", 0.55, 0.46),
    wrap("Ketje Jr, wrap, long", "ketje-jr", 22.0, 12.0),
    wrap("Ketje Sr, wrap, long", "ketje-sr", 11.0, 6.0),
    wrap("Ketje Minor, wrap, long", "ketje-minor", 2.8, 1.5),
    wrap("Ketje Major, wrap, long", "ketje-major", 1.4, 0.75),
    short_lanes("Keccak-f[800]", "keccak-f800", 850.0, 22),
    short_lanes("Keccak-f[400]", "keccak-f400", 800.0, 20),
    short_lanes("Keccak-f[200]", "keccak-f200", 720.0, 18),
    cpb("SHA-512, 16 KiB", sha512(16 << 10), 3.49, Some(3.1)),
    cpb("SHA-512, 1 KiB", sha512(1 << 10), 3.81, Some(3.1)),
    cpb("SHA-512, 16 KiB, AVX2", form("sha512", 1, &["avx2"]), 4.80, Some(4.47)),
    cpb("SHA-512, 16 KiB, AVX", sha512(16 << 10).on(&["avx"]).against_held(), 5.90, None),
    cpb("SHA-512, 16 KiB, SSE4.1", sha512(16 << 10).on(&["sse41"]).against_held(), 6.64, None),
    tie(cpb("SHA-512\u{a0}×8, 8 KiB", messages("sha512", 8 << 10, 8), 1.05, Some(1.043))),
    cpb("SHA-512\u{a0}×4, 16 KiB, 256-bit VL", form("sha512", 4, &["avx512vl"]), 1.48, Some(1.38)),
    cpb("SHA-512\u{a0}×4, 16 KiB, AVX2", form("sha512", 4, &["avx2"]), 2.87, Some(2.73)),
    cpb("SHA-512, 32 messages of 64 B", messages("sha512", 64, 32), 2.78, None),
    tie(cpb("SHA-256\u{a0}×16, 16 KiB, 512-bit", form("sha256", 16, &["avx512"]), 0.86, Some(0.83))),
    cpb("SHA-256\u{a0}×8, 16 KiB, AVX2", form("sha256", 8, &["avx2"]), 2.31, None),
    cpb("SHA-256, 16 KiB", at_16_kib("sha256"), 7.38, None),
    cpb("BLAKE-512, 16 KiB", at_16_kib("blake512"), 3.25, Some(3.0)),
    cpb("BLAKE-512, 16 KiB, AVX2", form("blake512", 1, &["avx2"]), 3.85, Some(3.5)),
    cpb("BLAKE-256, 16 KiB", at_16_kib("blake256"), 5.5, Some(5.25)),
    cpb("BLAKE-256, 16 KiB, AVX", form("blake256", 1, &["avx"]), 6.6, Some(6.13)),
    cpb("BLAKE-512\u{a0}×8, 512-bit, 16 KiB", form("blake512", 8, &["avx512"]), 1.03, Some(0.99)),
    cpb("BLAKE-512\u{a0}×4, AVX2, 16 KiB", form("blake512", 4, &["avx2"]), 1.85, Some(1.70)),
    cpb("BLAKE-256\u{a0}×16, 512-bit, 16 KiB", form("blake256", 16, &["avx512"]), 0.95, Some(0.89)),
    cpb("BLAKE-256\u{a0}×8, AVX2, 16 KiB", form("blake256", 8, &["avx2"]), 1.65, Some(1.51)),
];
