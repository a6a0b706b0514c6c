//! The test cases in the library's terms, whatever file they came from, and how each kind is run on one backend.

use std::collections::BTreeMap;

use lanesum::hazmat::{State, States};
use lanesum::{Algorithm, Backend, Hasher, Message};

use super::bits::{Bits, clear_spare, compare};
use super::keccak;

/// One message and its digest.
pub(super) struct Digest {
    pub(super) id: String,
    pub(super) message: Bits,
    pub(super) output: Bits,
}

/// A chain of 100 times 1000 digests, each hashing the one before; every thousandth is compared.
pub(super) struct MonteCarlo {
    pub(super) id: String,
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
}

/// The cases of one file.
#[derive(Default)]
pub(super) struct Suite {
    /// `None` where the file tests the permutation alone, or something else.
    pub(super) algorithm: Option<Algorithm>,
    /// A second one whose backends the cases run on, too.
    pub(super) second: Option<Algorithm>,
    pub(super) digests: Vec<Digest>,
    pub(super) monte_carlo: Vec<MonteCarlo>,
    pub(super) large: Vec<Large>,
    pub(super) permutations: Vec<Permutation>,
    /// Those of what is no [`Algorithm`] itself: HMAC over one, the functions of SP 800-185.
    pub(super) others: Vec<Box<dyn Case>>,
    /// The same, of which each takes long: run with the large messages.
    pub(super) slow: Vec<Box<dyn Case>>,
    /// Of any width.
    pub(super) constructions: Vec<keccak::Case>,
}

/// What the cases of one file gave on one backend.
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

    fn record(&mut self, id: &str, result: Result<(), String>) {
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

    /// Every one of `cases` has failed for the same reason.
    pub(super) fn all_failed(cases: usize, why: String) -> Self {
        Self { passed: 0, failed: cases, failures: vec![why] }
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
        2 * (self.digests.len() + self.permutations.len())
            + self.monte_carlo.len()
            + self.others.len()
            + self.constructions.len()
    }

    /// Whether the suite's algorithm has a form for `backend`.
    pub(super) fn exists_on(&self, backend: Backend) -> bool {
        // Files without an algorithm are about Keccak.
        let algorithms = [Some(self.algorithm.unwrap_or(Algorithm::Sha3_256)), self.second];
        algorithms.iter().flatten().any(|algorithm| algorithm.backends().contains(&backend))
            && self.constructions.iter().all(|case| case.exists_on(backend))
    }

    /// Everything but the large messages.
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
        for case in &self.constructions {
            outcome.record(&case.id, case.run(backend));
        }
        let Some(algorithm) = self.algorithm else { return outcome };
        for case in &self.digests {
            outcome.record(&case.id, alone(algorithm, backend, case));
        }
        for (cases, output_bytes) in self.batches() {
            batch(algorithm, backend, &cases, output_bytes, &mut outcome);
        }
        for case in &self.monte_carlo {
            outcome.record(&case.id, monte_carlo(algorithm, backend, case));
        }
        outcome
    }

    /// A slow case.
    pub(super) fn run_slow(case: &dyn Case, backend: Backend) -> Outcome {
        let mut outcome = Outcome::default();
        outcome.record(case.id(), case.run(backend));
        outcome
    }

    /// One large message.
    pub(super) fn run_large(&self, case: &Large, backend: Backend) -> Outcome {
        let mut outcome = Outcome::default();
        if let Some(algorithm) = self.algorithm {
            outcome.record(&case.id, large(algorithm, backend, case));
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
        .and_then(|messages| algorithm.digest_many(Some(backend), &messages, output_bytes, &mut got));
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

/// ACVP's Monte Carlo tests; a round's last output begins the next round.
fn monte_carlo(algorithm: Algorithm, backend: Backend, case: &MonteCarlo) -> Result<(), String> {
    /// SHAKE's messages are the first 128 bits of the output before, filled up with zeroes.
    const SHAKE_MESSAGE: usize = 16;
    let mut output = case.seed.clone();
    let mut length = match case.chain {
        Chain::Output { longest, .. } => longest,
        Chain::Digest | Chain::ThreeDigests { .. } => algorithm.digest_bits() / 8,
    };
    for (round, expected) in case.outputs.iter().enumerate() {
        let mut before = [output.clone(), output.clone(), output.clone()];
        for _ in 0..1000 {
            let message = match case.chain {
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
            let mut hasher = Hasher::with_backend(algorithm, backend).map_err(|e| e.to_string())?;
            hasher.update(&message);
            output = vec![0; length];
            hasher.finalize().read(&mut output).map_err(|error| error.to_string())?;
            if let (Chain::Output { shortest, longest }, [.., high, low]) = (case.chain, &output[..]) {
                length = shortest + usize::from(u16::from_be_bytes([*high, *low])) % (longest - shortest + 1);
            }
            let [_, second, third] = before;
            before = [second, third, output.clone()];
        }
        compare(&output, expected).map_err(|what| format!("round {round}: {what}"))?;
    }
    Ok(())
}

fn large(algorithm: Algorithm, backend: Backend, case: &Large) -> Result<(), String> {
    /// Many times the content, but no multiple of any rate: the pieces begin and end anywhere in a block.
    const REPEATS: usize = 0x1_ffff;
    let piece = case.content.repeat(REPEATS);
    let mut hasher = Hasher::with_backend(algorithm, backend).map_err(|e| e.to_string())?;
    let mut left = case.bytes;
    while left > 0 {
        let now = usize::try_from(left).map_or(piece.len(), |left| left.min(piece.len()));
        hasher.update(&piece[..now]);
        left -= now as u64;
    }
    let mut got = vec![0; case.output.len()];
    hasher.finalize().read(&mut got).map_err(|error| error.to_string())?;
    compare(&got, &case.output)
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

    #[test]
    fn rare_output_lengths_share_a_batch() {
        let digest = |length: usize| Digest {
            id: String::new(),
            message: Bits::new(BitOrder::LowestFirst, vec![], 0).unwrap(),
            output: Bits::new(BitOrder::LowestFirst, vec![0; length], 8 * length as u64).unwrap(),
        };
        let digests = (0..9).map(|_| digest(32)).chain((40..43).map(digest)).collect();
        let suite = Suite { digests, ..Suite::default() };
        let sizes = suite.batches().iter().map(|(cases, length)| (cases.len(), *length)).collect::<Vec<_>>();
        assert_eq!(sizes, [(9, 32), (3, 42)]);
    }
}
