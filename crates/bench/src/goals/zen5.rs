//! The goals on an EPYC of Zen 5.

use super::goal::{Aim, Goal, cpb, form, keccak, messages, tie};
use crate::report::figures::{Subject, Unit};

/// One message of 16 KiB.
const fn long(algorithm: &'static str) -> Subject {
    messages(algorithm, 16 << 10, 1)
}

const fn kt128(bytes: u64) -> Subject {
    messages("kt128", bytes, 1)
}

/// The floor of a permutation is what its operations take with load and store; of one state, on the integer and the vector unit
/// together. The floor of short messages is the kernel alone.
pub(super) static GOALS: &[Goal] = &[
    keccak("Keccak-f[1600]\u{a0}×1", 1, &[], 640.0, Some(445.0)),
    keccak("Keccak-f[1600]\u{a0}×2", 2, &[], 765.0, Some(690.0)),
    keccak("Keccak-f[1600]\u{a0}×4", 4, &[], 765.0, Some(690.0)),
    keccak("Keccak-f[1600]\u{a0}×8", 8, &[], 780.0, Some(690.0)),
    keccak("Keccak-f[1600]\u{a0}×4, true AVX2", 4, &["avx2"], 1390.0, None),
    keccak("Keccak-f[1600]\u{a0}×2, SSE", 2, &["sse2", "ssse3"], 1400.0, None),
    cpb("SHAKE128\u{a0}×1, 4096 B", messages("shake128", 4096, 1), 3.85, None),
    cpb("SHAKE128\u{a0}×2, 4096 B", messages("shake128", 4096, 2), 2.35, None),
    cpb("SHAKE128\u{a0}×4, 4096 B", messages("shake128", 4096, 4), 1.20, None),
    cpb("SHAKE128\u{a0}×8, 4096 B", messages("shake128", 4096, 8), 0.64, None),
    cpb("SHA3-256\u{a0}×1, 4096 B", messages("sha3-256", 4096, 1), 4.75, None),
    cpb("SHA3-256\u{a0}×8, 4096 B", messages("sha3-256", 4096, 8), 0.77, None),
    cpb("SHA3-256, 64 B", messages("sha3-256", 64, 1), 12.9, None),
    cpb("SHA3-256, 8 messages of 64 B", messages("sha3-256", 64, 8), 2.0, Some(1.62)),
    cpb("SHA3-256, 64 messages of 64 B", messages("sha3-256", 64, 64), 1.95, Some(1.62)),
    cpb("SHA3-256, 8 messages of 256 B", messages("sha3-256", 256, 8), 0.92, Some(0.81)),
    Goal {
        name: "SHA3-256, 1000 messages of 32 B, cargo's default profile: ns a message",
        subject: messages("sha3-256", 32, 1000).with_default_profile(),
        unit: Unit::Nanoseconds,
        figure: 36.0,
        floor: Some(28.0),
        aim: Aim::Lead,
    },
    cpb("TurboSHAKE128, 4096 B", messages("turboshake128", 4096, 1), 2.0, None),
    cpb("KT128, 1 KiB", kt128(1 << 10), 2.4, None),
    cpb("KT128, 8 KiB", kt128(8 << 10), 2.1, None),
    cpb("KT128, 16 KiB", kt128(16 << 10), 1.25, None),
    cpb("KT128, 64 KiB", kt128(64 << 10), 0.39, None),
    cpb("KT128, 1 MiB", kt128(1 << 20), 0.32, None),
    cpb("SHA-512, 16 KiB", long("sha512"), 3.25, None),
    cpb("SHA-512, 64 B", messages("sha512", 64, 1), 7.5, None),
    cpb("SHA-512\u{a0}×8, 4096 B", messages("sha512", 4096, 8), 0.77, None),
    cpb("SHA-512, 8 messages of 64 B", messages("sha512", 64, 8), 1.8, Some(1.50)),
    cpb("SHA-512, 8 messages of 256 B", messages("sha512", 256, 8), 1.27, Some(1.12)),
    cpb("SHA-512\u{a0}×4, 16 KiB, AVX2", form("sha512", 4, &["avx2"]), 2.5, None),
    // A hundredth more than libgcrypt takes: all of them are at the limit of the SHA instructions.
    tie(cpb("SHA-256, 16 KiB", long("sha256"), 2.06, None)),
    cpb("SHA-256\u{a0}×16, 4096 B", messages("sha256", 4096, 16), 0.64, None),
    cpb("SHA-256, 16 messages of 64 B", messages("sha256", 64, 16), 1.45, Some(1.24)),
    cpb("SHA-256, 16 messages of 256 B", messages("sha256", 256, 16), 0.85, Some(0.77)),
    cpb("SHA-256, 16 messages of 1 KiB", messages("sha256", 1 << 10, 16), 0.70, Some(0.66)),
    cpb("SHA-256\u{a0}×8, 16 KiB, AVX2", form("sha256", 8, &["avx2"]), 2.05, None),
    cpb("BLAKE-512, 16 KiB", long("blake512"), 3.45, None),
    cpb("BLAKE-256, 16 KiB", long("blake256"), 5.9, None),
];
