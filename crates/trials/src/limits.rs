//! What the processor could reach at best.
//!
//! A limit belongs to one form of a kernel: it is the larger of what its operations take on the ports that can do them, and
//! of its chain of dependent operations. Both are made from the latencies and throughputs that were measured on this very
//! processor ([`measure::instructions`]), so a limit is given in core cycles of this machine. Stores, copies between
//! registers and the front end are not counted, and loads only where they are in the chain: a kernel of that form cannot be
//! faster, and one that has to do more than the bare operations will be slower. (The throughput of ternary operations is that
//! with constant operands; where all three come from registers that were just written, it is lower.)

use lanesum::{Algorithm, Backend, cpu};
use measure::InstructionCost;

/// The limits of this processor.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    costs: Vec<InstructionCost>,
}

/// The operations of one round, and the chain that a round adds to the one before it.
struct Form(Vec<Operation>);

struct Operation {
    name: &'static str,
    bits: u32,
    /// How many in a round.
    count: f64,
    /// How many of them in the chain.
    in_chain: f64,
    /// Operations of one class share their ports: together they take no less than the sum of their times.
    class: Class,
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    /// Wherever there is a port.
    Any,
    Shift,
    Permutation,
    /// Only its latency counts.
    Latency,
}

impl Limits {
    /// Measures the instructions of this processor; about a third of a second. Pin the thread first.
    pub fn measure() -> Limits {
        Limits { costs: measure::instructions() }
    }

    /// Limits from instructions that have been measured.
    pub fn new(costs: Vec<InstructionCost>) -> Limits {
        Limits { costs }
    }

    /// The instructions that the limits rest on.
    pub fn instructions(&self) -> &[InstructionCost] {
        &self.costs
    }

    /// Core cycles of one call that permutes `ways` states on `backend`, with `rounds` rounds.
    ///
    /// `None` for a form whose instructions were not measured.
    pub fn permutation(&self, backend: Backend, ways: usize, rounds: usize) -> Option<f64> {
        let native = Algorithm::Sha3_256.ways(backend).iter().rev().find(|native| **native <= ways)?;
        let groups = ways.div_ceil(*native) as f64;
        form(backend, *native).and_then(|form| self.round(&form)).map(|cycles| cycles * rounds as f64 * groups)
    }

    fn round(&self, Form(operations): &Form) -> Option<f64> {
        let (mut chain, mut slots, mut widest) = (0.0, 0.0, f64::MAX);
        let mut of_class = [(Class::Shift, 0.0), (Class::Permutation, 0.0)];
        let mut alone = 0.0_f64;
        for Operation { name, bits, count, in_chain, class } in operations {
            let cost = self.costs.iter().find(|cost| cost.name == *name && cost.bits == *bits)?;
            if *in_chain > 0.0 {
                chain += in_chain * cost.latency?;
            }
            if *class == Class::Latency {
                continue;
            }
            let reciprocal = cost.reciprocal_throughput?;
            alone = alone.max(count * reciprocal);
            if let Some((_, sum)) = of_class.iter_mut().find(|(other, _)| other == class) {
                *sum += count * reciprocal;
            }
            // All together have no more than the ports of the kind that has the most.
            slots += count;
            widest = widest.min(reciprocal);
        }
        let of_class = of_class.iter().fold(0.0_f64, |most, (_, sum)| most.max(*sum));
        Some(chain.max(alone).max(of_class).max(slots * widest))
    }
}

fn any(name: &'static str, bits: u32, count: f64, in_chain: f64) -> Operation {
    Operation { name, bits, count, in_chain, class: Class::Any }
}

fn shift(name: &'static str, bits: u32, count: f64, in_chain: f64) -> Operation {
    Operation { name, bits, count, in_chain, class: Class::Shift }
}

fn permutation(name: &'static str, bits: u32, count: f64, in_chain: f64) -> Operation {
    Operation { name, bits, count, in_chain, class: Class::Permutation }
}

/// Counted in the texts: crates/lanesum/src/keccak/`round.rs`, `planes_line.rs`, `planes_paper.rs`, and
/// crates/lanes/generate/keccak.py for what is hand-scheduled.
fn form(backend: Backend, ways: usize) -> Option<Form> {
    match (backend, ways) {
        (Backend::Portable, _) => Some(words("xor", shift("rol", 64, 29.0, 2.0))),
        (Backend::Bmi2, _) => Some(words("andn", shift("rorx", 64, 29.0, 2.0))),
        (Backend::Sse2, _) => Some(shifts(128, 29.0)),
        // Two lanes are rotated by whole bytes, in one operation each.
        (Backend::Avx2, _) => {
            let Form(mut operations) = shifts(256, 27.0);
            operations.push(permutation("vpshufb", 256, 2.0, 0.0));
            Some(Form(operations))
        }
        (Backend::Avx512Vl, 1) => Some(both_units()),
        (Backend::Avx512Vl, 2) => Some(ternary(128)),
        (Backend::Avx512Vl, _) => Some(ternary(256)),
        (Backend::Avx512, _) => Some(ternary(512)),
        // 195 operations in six rounds. The chain of most: two for the parities, its rotation and the lanes', three
        // permutations, theta and chi.
        (Backend::Avx512Planes, _) => Some(Form(vec![
            any("vpternlogq", 512, 12.0, 4.0),
            shift("vprolvq", 512, 6.0, 2.0),
            permutation("vpermq", 512, 10.0, 3.0),
            any("vpxord", 512, 4.5, 0.0),
        ])),
        // Algorithm 1: eight selections from two registers and four blends a round, of which two and two in a row.
        (Backend::Avx512PlanesPaper, _) => Some(Form(vec![
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

/// Theta: 20 exclusive-ors for the parities, 5 rotations, 5 + 25 exclusive-ors; rho: 24 rotations; chi: 25 and-nots (or what
/// stands for them) and 25 exclusive-ors; iota: one. The chain: the last plane into the parity, its rotation, the two
/// additions of theta, rho, and chi's two operations.
fn words(andn: &'static str, rotations: Operation) -> Form {
    Form(vec![any("xor", 64, 76.0, 4.0), any(andn, 64, 25.0, 1.0), rotations])
}

/// The same in vectors; a rotation is two shifts side by side, and an exclusive-or.
fn shifts(bits: u32, rotations: f64) -> Form {
    Form(vec![
        any("vpxor", bits, 76.0 + rotations, 4.0 + 2.0),
        any("vpandn", bits, 25.0, 1.0),
        shift("vpsllq", bits, 2.0 * rotations, 2.0),
    ])
}

/// The parities and chi take one operation each of three inputs; in the text for most processors, theta too.
fn ternary(bits: u32) -> Form {
    let xor = if bits == 512 { "vpxord" } else { "vpxor" };
    let (ternary, additions, chain) = if cpu::theta_once() { (35.0, 31.0, 2.0) } else { (60.0, 1.0, 1.0) };
    Form(vec![
        any("vpternlogq", bits, ternary, 4.0 - chain),
        any(xor, bits, additions, 2.0 * (chain - 1.0)),
        shift("vprolq", bits, 29.0, 2.0),
    ])
}

/// Three planes, all parities and theta's D in the integer unit; two planes in the vector unit, which has less to do. The
/// chain goes through both: D to the vector unit, theta, rho and chi there, through memory back into the two parities.
fn both_units() -> Form {
    Form(vec![
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(name: &'static str, bits: u32, latency: f64, reciprocal: f64) -> InstructionCost {
        InstructionCost { name, bits, latency: Some(latency), reciprocal_throughput: Some(reciprocal) }
    }

    #[test]
    fn limits_of_a_processor_with_known_instructions() {
        // Zen 5's, rounded.
        let mut limits = Limits::new(vec![
            cost("vpternlogq", 512, 2.0, 0.25),
            cost("vpxord", 512, 2.0, 0.25),
            cost("vprolq", 512, 2.0, 0.5),
            cost("xor", 64, 1.0, 0.2),
            cost("andn", 64, 1.0, 0.2),
            cost("rorx", 64, 1.0, 0.34),
        ]);
        let (operations, chain) = if cpu::theta_once() { (95.0, 6.0) } else { (90.0, 5.0) };
        assert_eq!(limits.permutation(Backend::Avx512, 8, 24), Some(operations / 4.0 * 24.0));
        assert_eq!(limits.permutation(Backend::Bmi2, 1, 12), Some(130.0 * 0.2 * 12.0));
        assert_eq!(limits.permutation(Backend::Bmi2, 4, 12), Some(4.0 * 130.0 * 0.2 * 12.0));
        assert_eq!(limits.permutation(Backend::Avx512, 4, 24), None);
        assert_eq!(limits.permutation(Backend::Avx2, 4, 24), None);
        assert_eq!(limits.permutation(Backend::Avx512Vl, 1, 24), None);
        // Where a latency is long, the chain decides.
        limits.costs[2].latency = Some(30.0);
        assert_eq!(limits.permutation(Backend::Avx512, 8, 24), Some((2.0 * (chain - 2.0) + 60.0) * 24.0));
    }

    #[test]
    fn ports_that_are_shared_are_shared() {
        let operations = vec![
            permutation("vpermq", 512, 2.0, 0.0),
            permutation("vpermi2q", 512, 8.0, 0.0),
            any("vpxord", 512, 1.0, 0.0),
        ];
        let limits = Limits::new(vec![
            cost("vpermq", 512, 3.0, 1.0),
            cost("vpermi2q", 512, 3.0, 1.0),
            cost("vpxord", 512, 1.0, 0.5),
        ]);
        assert_eq!(limits.round(&Form(operations)), Some(10.0));
    }
}
