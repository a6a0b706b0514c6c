//! The rounds of Keccak-p, form by form.

use lanesum::{Backend, cpu};

use super::form::{Class, Operation, Round, any, permutation, shift};

/// Counted in the texts: crates/keccak/src/permutation/`round.rs`, `planes_line.rs`, `planes_paper.rs`, and
/// the `.s` files of keccak and lanes for what is hand-scheduled.
pub(super) fn form(backend: Backend, width: usize) -> Option<Round> {
    match (backend, width) {
        (Backend::Portable, _) => Some(words("xor", shift("rol", 64, 29.0, 2.0))),
        (Backend::Bmi2, _) => Some(words("andn", shift("rorx", 64, 29.0, 2.0))),
        (Backend::Sse2, _) => Some(shifts("vpsllq", 128, 29.0)),
        (Backend::Avx2, _) => Some(shifts_and_bytes("vpsllq")),
        (Backend::Avx512Vl, 1) => Some(both_units()),
        (Backend::Avx512Vl, 2) => Some(ternary("vprolq", 128, cpu::theta_once())),
        (Backend::Avx512Vl, _) => Some(ternary("vprolq", 256, cpu::theta_once())),
        (Backend::Avx512, _) => Some(ternary("vprolq", 512, cpu::theta_once())),
        // 195 operations in six rounds. The chain of most: two for the parities, its rotation and the lanes', three
        // permutations, theta and chi.
        (Backend::Avx512Planes, _) => Some(Round(vec![
            any("vpternlogq", 512, 12.0, 4.0),
            shift("vprolvq", 512, 6.0, 2.0),
            permutation("vpermq", 512, 10.0, 3.0),
            any("vpxord", 512, 4.5, 0.0),
        ])),
        // Algorithm 1: eight selections from two registers and four blends a round, of which two and two in a row.
        (Backend::Avx512PlanesPaper, _) => Some(Round(vec![
            any("vpternlogq", 512, 12.0, 4.0),
            shift("vprolvq", 512, 6.0, 2.0),
            permutation("vpermq", 512, 2.0, 1.0),
            permutation("vpermi2q", 512, 8.0, 2.0),
            any("vpblendmq", 512, 4.0, 2.0),
            any("vpxord", 512, 1.0, 0.0),
        ])),
        // `portable32` is for machines that are not measured here, `compact` is made for its size, and the planes of AVX2 mix
        // three widths.
        _ => None,
    }
}

/// Lanes of 32 bits and less, each in a word of 32 bits: `keccak/permutation/forms.rs` of lanesum. In the integer unit words of
/// 32 bits take no longer than those of 64, nor in one lane of a vector; there is one text for all vectors of several states, which
/// adds theta's D to each lane.
pub(super) fn short_lanes(backend: Backend, width: usize) -> Option<Round> {
    match (backend, width) {
        (Backend::Portable | Backend::Bmi2 | Backend::Avx512Vl, 1) => form(backend, 1),
        (Backend::Sse2, 4) => Some(shifts("vpslld", 128, 29.0)),
        (Backend::Avx2, 8) => Some(shifts_and_bytes("vpslld")),
        (Backend::Avx512Vl, 4) => Some(ternary("vprold", 128, true)),
        (Backend::Avx512Vl, 8) => Some(ternary("vprold", 256, true)),
        (Backend::Avx512, 16) => Some(ternary("vprold", 512, true)),
        _ => None,
    }
}

/// One round of states that stay in registers: crates/keccak/src/states/`steps.rs`, which has one text for all.
pub(super) fn step(backend: Backend, width: usize, bits: usize) -> Option<Round> {
    match (backend, width) {
        (Backend::Portable | Backend::Bmi2, 1) => form(backend, 1),
        (Backend::Avx512Vl, 1) if bits == 1600 => Some(ternary("vprolq", 128, true)),
        (Backend::Avx512Vl, 4) if bits == 1600 => Some(ternary("vprolq", 256, true)),
        (Backend::Avx512, 8) if bits == 1600 => Some(ternary("vprolq", 512, true)),
        (Backend::Avx2, 4) if bits == 1600 => form(backend, 4),
        (Backend::Avx512Vl, 1) => Some(ternary("vprold", 128, true)),
        (Backend::Avx512Vl | Backend::Avx2, 8) if bits < 1600 => short_lanes(backend, width),
        _ => None,
    }
}

/// Theta: 20 exclusive-ors for the parities, 5 rotations, 5 + 25 exclusive-ors; rho: 24 rotations; chi: 25 and-nots (or what
/// stands for them) and 25 exclusive-ors; iota: one. The chain: the last plane into the parity, its rotation, the two
/// additions of theta, rho, and chi's two operations.
fn words(andn: &'static str, rotations: Operation) -> Round {
    Round(vec![any("xor", 64, 76.0, 4.0), any(andn, 64, 25.0, 1.0), rotations])
}

/// The same in vectors; a rotation is two shifts side by side, and an exclusive-or.
fn shifts(instruction: &'static str, bits: u32, rotations: f64) -> Round {
    Round(vec![
        any("vpxor", bits, 76.0 + rotations, 4.0 + 2.0),
        any("vpandn", bits, 25.0, 1.0),
        shift(instruction, bits, 2.0 * rotations, 2.0),
    ])
}

/// Under AVX2, where two lanes are rotated by whole bytes, in one operation each.
fn shifts_and_bytes(instruction: &'static str) -> Round {
    let Round(mut operations) = shifts(instruction, 256, 27.0);
    operations.push(permutation("vpshufb", 256, 2.0, 0.0));
    Round(operations)
}

/// The parities and chi take one operation each of three inputs; in the text for most processors, theta too.
fn ternary(rotation: &'static str, bits: u32, theta_once: bool) -> Round {
    let xor = if bits == 512 { "vpxord" } else { "vpxor" };
    let (ternary, additions, chain) = if theta_once { (35.0, 31.0, 2.0) } else { (60.0, 1.0, 1.0) };
    Round(vec![
        any("vpternlogq", bits, ternary, 4.0 - chain),
        any(xor, bits, additions, 2.0 * (chain - 1.0)),
        shift(rotation, bits, 29.0, 2.0),
    ])
}

/// Three planes, all parities and theta's D in the integer unit; two planes in the vector unit, which has less to do. The
/// chain goes through both: D to the vector unit, theta, rho and chi there, through memory back into the two parities.
fn both_units() -> Round {
    Round(vec![
        any("xor", 64, 56.0, 2.0),
        any("andn", 64, 15.0, 0.0),
        shift("rorx", 64, 19.0, 1.0),
        Operation { name: "vpxor", bits: 128, count: 0.0, in_chain: 1.0, class: Class::Latency },
        Operation { name: "vprolq", bits: 128, count: 0.0, in_chain: 1.0, class: Class::Latency },
        Operation { name: "vpternlogq", bits: 128, count: 0.0, in_chain: 1.0, class: Class::Latency },
        Operation {
            name: "store and load, vector to integer",
            bits: 64,
            count: 0.0,
            in_chain: 1.0,
            class: Class::Latency,
        },
    ])
}
