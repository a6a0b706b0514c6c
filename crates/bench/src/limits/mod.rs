//! The best that the processor could reach.
//!
//! A limit belongs to one form of a kernel: it is the larger of what its operations take on the ports that can do them, and
//! of its chain of dependent operations. Both are made from the latencies and throughputs that were measured on this very
//! processor ([`measure::instructions`]), so a limit is given in core cycles of this machine. Stores, copies between
//! registers and the front end are not counted, and loads only where they are in the chain: a kernel of that form cannot be
//! faster, and one that has to do more than the bare operations will be slower. (The throughput of ternary operations is that
//! with constant operands; where all three come from registers that were just written, it is lower.)

mod blake;
mod form;
mod keccak;
mod sha2;

use lanesum::{Algorithm, Backend};
use measure::InstructionCost;

use self::form::{Class, Operation, Round};

/// The limits of this processor.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    costs: Vec<InstructionCost>,
}

impl Limits {
    /// Measures the instructions of this processor; about a third of a second, and again while an instruction was not quiet.
    pub fn measure() -> Limits {
        const TRIES: usize = 3;
        let is_whole = |costs: &[InstructionCost]| {
            costs.iter().all(|cost| cost.latency.is_some() && cost.reciprocal_throughput.is_some())
        };
        let mut costs = Vec::new();
        for _ in 0..TRIES {
            costs = measure::on_quietest_cpu(measure::instructions);
            if is_whole(&costs) {
                break;
            }
        }
        Limits { costs }
    }

    /// Of a processor that has these instructions alone, four a cycle of each, and waits for none.
    #[cfg(test)]
    pub(crate) fn of(bits: u32, names: &[&'static str]) -> Limits {
        let cost =
            |name: &&'static str| InstructionCost { name, bits, latency: Some(0.0), reciprocal_throughput: Some(0.25) };
        Limits { costs: names.iter().map(cost).collect() }
    }

    /// The instructions that the limits rest on.
    pub fn instructions(&self) -> &[InstructionCost] {
        &self.costs
    }

    /// Core cycles of one call that permutes `width` states of Keccak-p\[1600\] on `backend`, with `rounds` rounds.
    ///
    /// `None` for a form whose instructions were not measured.
    pub fn permutation(&self, backend: Backend, width: usize, rounds: usize) -> Option<f64> {
        let native = Algorithm::Sha3_256.widths(backend).iter().rev().find(|native| **native <= width)?;
        let groups = width.div_ceil(*native) as f64;
        keccak::form(backend, *native).and_then(|form| self.round(&form)).map(|cycles| cycles * rounds as f64 * groups)
    }

    /// The same of Keccak-p\[800\], \[400\] or \[200\], for a number of states that the backend takes at once.
    pub fn short_lanes(&self, backend: Backend, width: usize, rounds: usize) -> Option<f64> {
        keccak::short_lanes(backend, width).and_then(|form| self.round(&form)).map(|cycles| cycles * rounds as f64)
    }

    /// Core cycles of one round of this many states of `bits` bits that stay in registers over many blocks, as Ketje's do.
    ///
    /// `None` for a backend that takes them block by block, and for a form whose instructions were not measured.
    pub fn step(&self, backend: Backend, width: usize, bits: usize) -> Option<f64> {
        keccak::step(backend, width, bits).and_then(|form| self.round(&form))
    }

    /// Core cycles of one block of SHA-2 or BLAKE of each of `width` messages on `backend`, a number that it takes at once.
    ///
    /// `None` for what is neither, and for a form whose instructions were not measured.
    pub fn block(&self, algorithm: Algorithm, backend: Backend, width: usize) -> Option<f64> {
        if let Some(form) = blake::form(algorithm, backend, width) {
            return self.round(&form);
        }
        // The two units work at the same time. On some processors they share ports, and the limit is higher.
        let of_units = sha2::form(algorithm, backend, width)?;
        of_units.iter().try_fold(0.0_f64, |most, unit| Some(most.max(self.round(unit)?)))
    }

    fn round(&self, Round(operations): &Round) -> Option<f64> {
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

#[cfg(test)]
mod tests {
    use lanesum::cpu;

    use super::form::{any, permutation};
    use super::*;

    /// Zen 5's, rounded, at all widths; as if each had a latency of one cycle, but for some.
    fn limits() -> Limits {
        let cost = |name, bits, latency, reciprocal| InstructionCost {
            name,
            bits,
            latency: Some(latency),
            reciprocal_throughput: Some(reciprocal),
        };
        let mut costs = Vec::new();
        for (name, reciprocal) in [("xor", 0.2), ("andn", 0.2), ("add", 0.2), ("rol", 0.4), ("rorx", 0.34)] {
            costs.push(cost(name, 64, 1.0, reciprocal));
        }
        for bits in [128, 256, 512] {
            let any = ["vpternlogq", "vpxor", "vpxord", "vpandn", "vpaddq"].map(|name| cost(name, bits, 1.0, 0.25));
            let shifts = ["vprolq", "vprold", "vpsllq", "vpslld", "vpshufb", "vpalignr"];
            costs.extend(any.into_iter().chain(shifts.map(|name| cost(name, bits, 1.0, 0.5))));
            costs.push(cost("vpermq", bits, 3.0, 0.5));
        }
        costs.push(cost("vpermi2q", 512, 3.0, 1.0));
        costs.push(cost("sha256rnds2", 128, 4.0, 2.0));
        costs.push(cost("store and load, vector to integer", 64, 10.0, 1.0));
        Limits { costs }
    }

    fn with(name: &str, change: impl Fn(&mut InstructionCost)) -> Limits {
        let mut limits = limits();
        limits.costs.iter_mut().filter(|cost| cost.name == name).for_each(change);
        limits
    }

    #[test]
    fn permutations_fill_the_ports_or_are_a_chain() {
        let (operations, chain) = if cpu::theta_once() { (95.0, 6.0) } else { (90.0, 5.0) };
        assert_eq!(limits().permutation(Backend::Avx512, 8, 24), Some(operations / 4.0 * 24.0));
        assert_eq!(limits().permutation(Backend::Bmi2, 1, 12), Some(130.0 * 0.2 * 12.0));
        assert_eq!(limits().permutation(Backend::Bmi2, 4, 12), Some(4.0 * 130.0 * 0.2 * 12.0));
        assert_eq!(limits().permutation(Backend::Avx512, 4, 24), None, "it takes eight at once");
        assert_eq!(Limits::default().permutation(Backend::Avx2, 4, 24), None, "its instructions are not there");
        let slow = with("vprolq", |cost| cost.latency = Some(30.0));
        assert_eq!(slow.permutation(Backend::Avx512, 8, 24), Some((chain - 2.0 + 60.0) * 24.0));
    }

    #[test]
    fn a_block_takes_what_the_busier_unit_takes() {
        let block = |algorithm, backend, width| limits().block(algorithm, backend, width);
        // 80 rounds of 24 operations, 64 words of 13, eight additions at the end.
        let expected = (80.0 * 24.0 + 64.0 * 13.0 + 8.0) * 0.2;
        assert_eq!(block(Algorithm::Sha512, Backend::Portable, 1), Some(expected));
        // A chain of six operations a round, while the vector unit makes 320 shifts.
        assert_eq!(block(Algorithm::Sha384, Backend::Avx, 1), Some(480.0));
        let slow = with("vpsllq", |cost| cost.reciprocal_throughput = Some(2.0));
        assert_eq!(slow.block(Algorithm::Sha512, Backend::Sse41, 1), Some(640.0));
        assert_eq!([1, 2].map(|width| block(Algorithm::Sha256, Backend::ShaNi, width)), [Some(128.0); 2]);
        assert_eq!(block(Algorithm::Sha3_256, Backend::Portable, 1), None);
        // Many messages are one unit's work: 13 operations a round and 5 a word, 8 at the end; 6 rotations a round and 6 shifts a word,
        // on half of the ports.
        let of =
            |rounds: f64, words: f64, per_round, per_word| Some((rounds * per_round + words * per_word + 8.0) / 4.0);
        assert_eq!(block(Algorithm::Sha512, Backend::Avx512, 8), of(80.0, 64.0, 19.0, 11.0));
        assert_eq!(block(Algorithm::Sha256, Backend::Avx512, 16), of(64.0, 48.0, 19.0, 11.0));
        // Of 64-bit words one rotation of a word is by a byte: one shuffle in place of two shifts and an "or".
        assert_eq!(block(Algorithm::Sha512, Backend::Avx2, 4), of(80.0, 64.0, 35.0, 19.0));
        assert_eq!(block(Algorithm::Sha256, Backend::Avx2, 8), of(64.0, 48.0, 35.0, 21.0));
        assert_eq!(block(Algorithm::Sha256, Backend::Avx2, 4), None, "it takes eight at once");
    }

    #[test]
    fn a_block_of_blake_is_a_chain_or_fills_the_ports() {
        lanesum_papers::register();
        let block = |algorithm, backend, width| limits().block(algorithm, backend, width);
        // 128 G of 16 operations, five a cycle; the chain has 12 in each of two steps a round.
        assert_eq!(block(Algorithm::Blake512, Backend::Portable, 1), Some(128.0 * 16.0 * 0.2));
        assert_eq!(block(Algorithm::Blake256, Backend::Portable, 1), Some(112.0 * 16.0 * 0.2));
        assert_eq!(block(Algorithm::Blake512, Backend::Avx512Vl, 1), Some(16.0 * 24.0));
        // A rotation by shifts has one operation more in the chain.
        assert_eq!(block(Algorithm::Blake384, Backend::Avx2Gather, 1), Some(16.0 * 28.0));
        assert_eq!(block(Algorithm::Blake512, Backend::Avx512Vl, 4), Some(128.0 * 16.0 * 0.25));
        assert_eq!(block(Algorithm::Blake512, Backend::Avx2, 4), Some(128.0 * 20.0 * 0.25));
        assert_eq!(block(Algorithm::Blake512, Backend::Sse41, 1), None, "two registers a row are not counted");
    }

    #[test]
    fn short_lanes_and_states_that_stay_in_registers_have_limits_of_their_own() {
        let limits = limits();
        assert_eq!(limits.short_lanes(Backend::Avx512Vl, 4, 22), Some(95.0 * 0.25 * 22.0));
        // In both units, as with lanes of 64 bits: the chain through both, or 90 operations in the integer unit.
        assert_eq!(limits.short_lanes(Backend::Avx512Vl, 1, 22), Some(90.0 * 0.2 * 22.0));
        assert_eq!(limits.short_lanes(Backend::Avx512Vl, 2, 22), None, "it takes four at once, or one");
        assert_eq!([200, 1600].map(|bits| limits.step(Backend::Avx512Vl, 1, bits)), [Some(95.0 * 0.25); 2]);
        assert_eq!(limits.step(Backend::Sse2, 4, 800), None, "it has no such form");
    }

    #[test]
    fn ports_that_are_shared_are_shared() {
        let shuffles = [permutation("vpermq", 512, 2.0, 0.0), permutation("vpermi2q", 512, 8.0, 0.0)];
        let operations = shuffles.into_iter().chain([any("vpxord", 512, 1.0, 0.0)]);
        assert_eq!(limits().round(&Round(operations.collect())), Some(9.0));
    }
}
