//! The test cases in the library's terms, whatever file they came from, and how each kind is run on one backend.

use std::collections::BTreeMap;

use lanesum::hazmat::{State, States};
use lanesum::{Algorithm, Backend, Hasher, Message};

use super::bits::{Bits, clear_spare, compare};

/// One message and its digest.
pub(super) struct Digest {
    pub(super) id: String,
    pub(super) message: Bits,
    pub(super) output: Bits,
}

/// A chain of 100 times 1000 digests, each hashing the one before; every thousandth is compared.
pub(super) struct MonteCarlo {
    pub(super) id: String,
    pub(super) algorithm: Algorithm,
    pub(super) seed: Vec<u8>,
    pub(super) outputs: Vec<Vec<u8>>,
    pub(super) chain: Chain,
}

/// How the next message of a chain comes about.
#[derive(Clone, Copy)]
pub(super) enum Chain {
    /// The digest before: SHA-3 (draft-celi-acvp-sha3, section 6.2.1).
    Digest,
    /// The first 128 bits of the output before, whose length it decides within these bounds: SHAKE (section 6.2.2).
    Output { shortest: usize, longest: usize },
    /// The three digests before: SHA-2 (draft-celi-acvp-sha, section 6.2, "standard"), or "alternate", where each message is cut
    /// off or filled up with zeroes to the first one's length.
    ThreeDigests { bytes: Option<usize> },
}

/// A message of gigabytes: `content` repeated up to `bytes`.
pub(super) struct Large {
    pub(super) id: String,
    pub(super) algorithm: Algorithm,
    pub(super) content: Vec<u8>,
    pub(super) bytes: u64,
    pub(super) output: Vec<u8>,
}

/// Keccak-p[1600, `rounds`] of one state.
pub(super) struct Permutation {
    pub(super) id: String,
    pub(super) rounds: usize,
    pub(super) input: Vec<u8>,
    pub(super) output: Vec<u8>,
}

/// A case of another kind, which knows how it is run.
pub(super) trait Case: Send + Sync {
    /// Which one it is.
    fn id(&self) -> &str;
    /// Whether it passes on this backend, which is available.
    fn run(&self, backend: Backend) -> Result<(), String>;
    /// Whether the backend has a form for it.
    fn exists_on(&self, _: Backend) -> bool {
        true
    }
    /// How long it takes, beside others.
    fn bytes(&self) -> u64 {
        0
    }
}

/// The cases of one file.
#[derive(Default)]
pub(super) struct Suite {
    /// `None` where the file tests the permutation alone, or something else.
    pub(super) algorithm: Option<Algorithm>,
    /// A second one whose backends the cases run on, too.
    pub(super) second: Option<Algorithm>,
    /// Run alone, and in ragged batches.
    pub(super) digests: Vec<Digest>,
    /// Run alone, and among several states.
    pub(super) permutations: Vec<Permutation>,
    pub(super) others: Vec<Box<dyn Case>>,
    /// Large messages, and what takes long: run with `--large`.
    pub(super) slow: Vec<Box<dyn Case>>,
}

/// The results of the cases of one file on one backend.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) passed: usize,
    pub(super) failed: usize,
    /// The first few failures.
    pub(super) failures: Vec<String>,
}

impl Outcome {
    /// Enough to see a pattern, few enough to read.
    const SHOWN: usize = 3;

    pub(super) fn record(&mut self, id: &str, result: Result<(), String>) {
        match result {
            Ok(()) => self.passed += 1,
            Err(what) => {
                self.failed += 1;
                if self.failures.len() < Self::SHOWN {
                    self.failures.push(format!("{id}: {what}"));
                }
            }
        }
    }

    pub(super) fn run(&self) -> usize {
        self.passed + self.failed
    }

    pub(super) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend(other.failures);
        self.failures.truncate(Self::SHOWN);
    }
}

impl Suite {
    /// The cases that [`Suite::run`] runs: digests and permutations count twice, alone and among others.
    pub(super) fn cases(&self) -> usize {
        2 * (self.digests.len() + self.permutations.len()) + self.others.len()
    }

    /// Whether the suite's algorithm has a form for `backend`.
    pub(super) fn exists_on(&self, backend: Backend) -> bool {
        // Files without an algorithm are about Keccak.
        let algorithms = [Some(self.algorithm.unwrap_or(Algorithm::Sha3_256)), self.second];
        algorithms.iter().flatten().any(|algorithm| algorithm.backends().contains(&backend))
            && self.others.iter().all(|case| case.exists_on(backend))
    }

    /// Everything but the slow cases.
    pub(super) fn run(&self, backend: Backend) -> Outcome {
        let mut outcome = Outcome::default();
        for case in &self.permutations {
            outcome.record(&case.id, permutation(case, backend));
        }
        for cases in self.permutations.chunk_by(|a, b| a.rounds == b.rounds) {
            let results = [side_by_side::<2>, side_by_side::<4>, side_by_side::<8>].map(|run| run(cases, backend));
            for (at, case) in cases.iter().enumerate() {
                let result = results.iter().try_for_each(|results| results[at].clone());
                outcome.record(&format!("{} among others", case.id), result);
            }
        }
        for case in &self.others {
            outcome.record(case.id(), case.run(backend));
        }
        let Some(algorithm) = self.algorithm else { return outcome };
        for case in &self.digests {
            outcome.record(&case.id, alone(algorithm, backend, case));
        }
        for (cases, output_bytes) in self.batches() {
            batch(algorithm, backend, &cases, output_bytes, &mut outcome);
        }
        outcome
    }

    /// The digests as ragged batches, by length of output. Lengths that few cases have share a batch with the longest
    /// output of them, so that variable-output files, where hardly two lengths are equal, fill a batch too.
    fn batches(&self) -> Vec<(Vec<&Digest>, usize)> {
        const FEW: usize = 8;
        let mut by_length = BTreeMap::<usize, Vec<&Digest>>::new();
        for case in &self.digests {
            by_length.entry(case.output.bytes().len()).or_default().push(case);
        }
        let (mut batches, mut shared, mut longest) = (Vec::new(), Vec::new(), 0);
        for (length, cases) in by_length {
            if cases.len() < FEW {
                shared.extend(cases);
                longest = length;
            } else {
                batches.push((cases, length));
            }
        }
        if !shared.is_empty() {
            batches.push((shared, longest));
        }
        batches
    }
}

fn alone(algorithm: Algorithm, backend: Backend, case: &Digest) -> Result<(), String> {
    let (whole, last, bits) = case.message.split();
    let mut hasher = Hasher::with_backend(algorithm, backend).map_err(|e| e.to_string())?;
    hasher.update(whole);
    let mut reader = hasher.finalize_with_last_bits(last, bits).map_err(|e| e.to_string())?;
    let mut got = vec![0xa5; case.output.bytes().len()];
    reader.read_bits(&mut got, case.output.len()).map_err(|e| e.to_string())?;
    compare(&got, case.output.bytes())
}

fn batch(algorithm: Algorithm, backend: Backend, cases: &[&Digest], output_bytes: usize, outcome: &mut Outcome) {
    let mut got = vec![0xa5; cases.len() * output_bytes];
    let all = cases
        .iter()
        .map(|case| Message::from_bits(case.message.bytes(), case.message.len()))
        .collect::<Result<Vec<_>, _>>()
        .and_then(|messages| algorithm.digest_many(Some(backend), &messages, &mut got));
    for (case, got) in cases.iter().zip(got.chunks_exact_mut(output_bytes)) {
        let id = format!("{} in a batch of {}", case.id, cases.len());
        let got = &mut got[..case.output.bytes().len()];
        clear_spare(algorithm.bit_order(), got, case.output.len());
        let result = match &all {
            Ok(()) => compare(got, case.output.bytes()),
            Err(error) => Err(error.to_string()),
        };
        outcome.record(&id, result);
    }
}

impl Case for MonteCarlo {
    fn id(&self) -> &str {
        &self.id
    }

    /// A round's last output begins the next round.
    fn run(&self, backend: Backend) -> Result<(), String> {
        /// SHAKE's messages are the first 128 bits of the output before, filled up with zeroes.
        const SHAKE_MESSAGE: usize = 16;
        let mut output = self.seed.clone();
        let mut length = match self.chain {
            Chain::Output { longest, .. } => longest,
            Chain::Digest | Chain::ThreeDigests { .. } => self.algorithm.digest_bits() / 8,
        };
        for (round, expected) in self.outputs.iter().enumerate() {
            let mut before = [output.clone(), output.clone(), output.clone()];
            for _ in 0..1000 {
                let message = match self.chain {
                    Chain::Digest => output,
                    Chain::Output { .. } => {
                        output.resize(SHAKE_MESSAGE, 0);
                        output
                    }
                    Chain::ThreeDigests { bytes } => {
                        let mut message = before.concat();
                        message.resize(bytes.unwrap_or(message.len()), 0);
                        message
                    }
                };
                output = digest(self.algorithm, backend, [&message[..]].into_iter(), length)?;
                if let (Chain::Output { shortest, longest }, [.., high, low]) = (self.chain, &output[..]) {
                    length = shortest + usize::from(u16::from_be_bytes([*high, *low])) % (longest - shortest + 1);
                }
                let [_, second, third] = before;
                before = [second, third, output.clone()];
            }
            compare(&output, expected).map_err(|what| format!("round {round}: {what}"))?;
        }
        Ok(())
    }
}

impl Case for Large {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        /// Many times the content, but no multiple of any rate: the pieces begin and end anywhere in a block.
        const REPEATS: usize = 0x1_ffff;
        let piece = self.content.repeat(REPEATS);
        let (whole, rest) = (self.bytes / piece.len() as u64, (self.bytes % piece.len() as u64) as usize);
        let pieces = (0..whole).map(|_| &piece[..]).chain([&piece[..rest]]);
        compare(&digest(self.algorithm, backend, pieces, self.output.len())?, &self.output)
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The digest of a message in pieces.
pub(super) fn digest<'p>(
    algorithm: Algorithm,
    backend: Backend,
    pieces: impl Iterator<Item = &'p [u8]>,
    length: usize,
) -> Result<Vec<u8>, String> {
    let mut hasher = Hasher::with_backend(algorithm, backend).map_err(|error| error.to_string())?;
    pieces.for_each(|piece| hasher.update(piece));
    let mut got = vec![0; length];
    hasher.finalize().read(&mut got).map_err(|error| error.to_string())?;
    Ok(got)
}

fn permutation(case: &Permutation, backend: Backend) -> Result<(), String> {
    let run = || {
        let mut state = State::<u64>::with_backend(backend)?;
        state.overwrite_bytes(0, &case.input)?;
        state.permute(case.rounds)?;
        let mut got = vec![0; case.output.len()];
        state.extract_bytes(0, &mut got)?;
        Ok(got)
    };
    let got = run().map_err(|error: lanesum::Error| error.to_string())?;
    compare(&got, &case.output)
}

/// The cases as instances of `N` states, as often as they are needed to fill them; all have the same rounds.
fn side_by_side<const N: usize>(cases: &[Permutation], backend: Backend) -> Vec<Result<(), String>> {
    let run = |cases: &[Permutation]| {
        let mut states = States::<u64, N>::with_backend(backend)?;
        for instance in 0..N {
            states.overwrite_bytes(instance, 0, &cases[instance % cases.len()].input)?;
        }
        states.permute_all(cases[0].rounds)?;
        let mut results = vec![Ok(()); cases.len()];
        for instance in 0..N {
            let (at, mut got) = (instance % cases.len(), vec![0; cases[0].output.len()]);
            states.extract_bytes(instance, 0, &mut got)?;
            let result = compare(&got, &cases[at].output).map_err(|what| format!("{instance} of {N}: {what}"));
            results[at] = results[at].clone().and(result);
        }
        Ok(results)
    };
    let chunk = |cases: &[Permutation]| {
        run(cases).unwrap_or_else(|error: lanesum::Error| vec![Err(error.to_string()); cases.len()])
    };
    cases.chunks(N).flat_map(chunk).collect()
}

#[cfg(test)]
mod tests {
    use lanesum::BitOrder;

    use super::*;

    #[test]
    fn a_wrong_digest_fails_alone_and_in_a_batch() {
        let digest = |first: u8| {
            let mut output = vec![0; 32];
            let mut hasher = Hasher::new(Algorithm::Sha3_256);
            hasher.update(b"abc");
            hasher.finalize().read(&mut output).unwrap();
            output[0] ^= first;
            let message = Bits::new(BitOrder::LowestFirst, b"abc".to_vec(), 24).unwrap();
            Digest {
                id: format!("abc {first}"),
                message,
                output: Bits::new(BitOrder::LowestFirst, output, 256).unwrap(),
            }
        };
        let suite =
            Suite { algorithm: Some(Algorithm::Sha3_256), digests: vec![digest(0), digest(1)], ..Suite::default() };
        let outcome = suite.run(Backend::Portable);
        assert_eq!((suite.cases(), outcome.passed, outcome.failed), (4, 2, 2));
        assert!(outcome.failures.iter().all(|failure| failure.starts_with("abc 1")));
    }
}
