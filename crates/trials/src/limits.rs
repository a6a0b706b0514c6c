//! What the processor could reach at best.
//!
//! A limit belongs to one form of a kernel: it is the larger of what its operations take on the ports that can do them, and
//! of its chain of dependent operations. Both are made from the latencies and throughputs that were measured on this very
//! processor ([`measure::instructions`]), so a limit is given in core cycles of this machine. Loads, stores, copies between
//! registers and the front end are not counted: no kernel can be faster than its limit, and one that has to do more than
//! the bare operations will be slower.

use lanesum::Backend;
use measure::InstructionCost;

/// The limits of this processor.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    costs: Vec<InstructionCost>,
}

/// The operations of one round, and the chain that a round adds to the one before it.
struct Form {
    /// Instruction, how many of them, how many in the chain.
    operations: Vec<(&'static str, f64, f64)>,
    bits: u32,
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
        let native = backend.ways().iter().rev().find(|native| **native <= ways)?;
        let groups = ways.div_ceil(*native) as f64;
        form(backend, *native).and_then(|form| self.round(&form)).map(|cycles| cycles * rounds as f64 * groups)
    }

    fn round(&self, form: &Form) -> Option<f64> {
        let (mut chain, mut alone, mut slots, mut widest) = (0.0, 0.0_f64, 0.0, f64::MAX);
        for (name, count, in_chain) in &form.operations {
            let cost = self.costs.iter().find(|cost| cost.name == *name && cost.bits == form.bits)?;
            let reciprocal = cost.reciprocal_throughput?;
            chain += in_chain * cost.latency?;
            // On its own ports each kind of operation takes this long, and all together have no more than the ports of the
            // kind that has the most.
            alone = alone.max(count * reciprocal);
            slots += count;
            widest = widest.min(reciprocal);
        }
        Some(chain.max(alone).max(slots * widest))
    }
}

/// Counted in the texts of crates/lanesum/src/keccak (`round.rs`, `planes_line.rs`, `planes_paper.rs`).
fn form(backend: Backend, ways: usize) -> Option<Form> {
    // Theta: 20 exclusive-ors for the parities, 5 rotations, 5 + 25 exclusive-ors; rho: 24 rotations; chi: 25 and-nots and
    // 25 exclusive-ors; iota: one. The chain: the last plane into the parity, its rotation, the two additions of theta, rho,
    // and chi's two operations.
    let words = |xor, andn, rotation: &[(&'static str, f64)], bits| {
        let mut operations = vec![(xor, 76.0, 4.0), (andn, 25.0, 1.0)];
        // A rotation by shifts: two of them side by side and an addition.
        operations.extend(rotation.iter().map(|(name, each)| (*name, 29.0 * each, 2.0)));
        Some(Form { operations, bits })
    };
    let shifts = |bits| {
        let mut form = words("vpxor", "vpandn", &[("vpsllq", 2.0)], bits)?;
        form.operations.push(("vpxor", 29.0, 2.0));
        Some(form)
    };
    // The parities and chi take one operation each of three inputs.
    let ternary = |bits| {
        let xor = if bits == 512 { "vpxord" } else { "vpxor" };
        let operations = vec![("vpternlogq", 35.0, 2.0), (xor, 31.0, 2.0), ("vprolq", 29.0, 2.0)];
        Some(Form { operations, bits })
    };
    match (backend, ways) {
        (Backend::Portable | Backend::Compact, _) => words("xor", "xor", &[("rol", 1.0)], 64),
        (Backend::Bmi2, _) => words("xor", "andn", &[("rorx", 1.0)], 64),
        (Backend::Sse2, _) => shifts(128),
        (Backend::Avx2, _) => shifts(256),
        // The integer unit's share of both units' work: three planes, all parities, and theta's D. The vector unit does the
        // other two at the same time, in fewer cycles.
        (Backend::Avx512Vl, 1) => {
            Some(Form { operations: vec![("xor", 56.0, 4.0), ("andn", 15.0, 1.0), ("rorx", 19.0, 2.0)], bits: 64 })
        }
        (Backend::Avx512Vl, 2) => ternary(128),
        (Backend::Avx512Vl, _) => ternary(256),
        (Backend::Avx512, _) => ternary(512),
        // 195 operations in six rounds. The chain of most: two for the parities, its rotation and the lanes', three
        // permutations, theta and chi.
        (Backend::Avx512Planes, _) => Some(Form {
            operations: vec![
                ("vpternlogq", 12.0, 4.0),
                ("vprolvq", 6.0, 2.0),
                ("vpermq", 10.0, 3.0),
                ("vpxord", 4.5, 0.0),
            ],
            bits: 512,
        }),
        // Algorithm 1: eight selections from two registers and four blends a round, of which two and two in a row.
        (Backend::Avx512PlanesPaper, _) => Some(Form {
            operations: vec![
                ("vpternlogq", 12.0, 4.0),
                ("vprolvq", 6.0, 2.0),
                ("vpermq", 2.0, 1.0),
                ("vpermi2q", 8.0, 2.0),
                ("vpblendmq", 4.0, 2.0),
                ("vpxord", 1.0, 0.0),
            ],
            bits: 512,
        }),
        // The bit-interleaved form is for machines that are not measured here, and the planes of AVX2 mix three widths.
        _ => None,
    }
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
        // 95 operations at four a cycle.
        assert_eq!(limits.permutation(Backend::Avx512, 8, 24), Some(95.0 / 4.0 * 24.0));
        assert_eq!(limits.permutation(Backend::Bmi2, 1, 12), Some(130.0 * 0.2 * 12.0));
        assert_eq!(limits.permutation(Backend::Bmi2, 4, 12), Some(4.0 * 130.0 * 0.2 * 12.0));
        assert_eq!(limits.permutation(Backend::Avx512, 4, 24), None);
        assert_eq!(limits.permutation(Backend::Avx2, 4, 24), None);
        // Where a latency is long, the chain decides.
        limits.costs[2].latency = Some(30.0);
        assert_eq!(limits.permutation(Backend::Avx512, 8, 24), Some(68.0 * 24.0));
    }
}
