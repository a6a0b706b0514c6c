//! lanesum's own contenders.
//!
//! | file | what |
//! | --- | --- |
//! | here | hash functions that are an [`Algorithm`] |
//! | `derived` | the functions of SP 800-185 |
//! | `encryption` | Keyak and Ketje |
//! | `permutations` | permutations alone |
//! | `tree` | limits of KT128 and KT256 |

mod derived;
mod encryption;
mod permutations;
mod tree;

use std::hint::black_box;

use lanesum::digest::ExtendableOutput;
use lanesum::{Algorithm, Backend, BitOrder, Domain, Kt, Message, Strength, strengths};

use crate::{Case, Contender, Hash, Input, Kind, Limits, Work};

pub use derived::{BLOCK_BYTES, CUSTOMIZATION, Construction, DERIVED, Derived, KEY};
pub use encryption::{ENCRYPTIONS, Encryption};
pub use permutations::{PERMUTATIONS, Permutation};
pub use tree::is_tree;

/// The name of the rows' `implementation`.
pub const LANESUM: &str = "lanesum";

/// lanesum's contenders on a case: what the dispatch chooses, or for [`Kind::Form`] and [`Kind::Permutation`] every backend
/// that takes so many messages at once.
pub fn contenders<'a>(case: &Case, input: &'a Input, limits: &Limits) -> Vec<Contender<'a>> {
    if let Some(permutation) = Permutation::of(&case.algorithm) {
        return permutation.contenders(case, input, limits);
    }
    if let Some(derived) = Derived::of(&case.algorithm) {
        return derived.contenders(case, input, limits);
    }
    if let Some(encryption) = Encryption::of(&case.algorithm) {
        return encryption.contenders(case, input, limits);
    }
    let Ok(algorithm) = case.algorithm.parse::<Algorithm>() else {
        return vec![Contender::missing(LANESUM, "not in lanesum yet")];
    };
    match case.kind {
        Kind::Form => {
            forms(algorithm, case.messages).map(|backend| form(algorithm, case, input, limits, backend)).collect()
        }
        _ => vec![chosen(algorithm, case, input, limits)],
    }
}

/// An algorithm's backends that take just so many messages at once; of KT128 and KT256, whose chunks fill the lanes, all that
/// take one message.
pub fn forms(algorithm: Algorithm, ways: usize) -> impl Iterator<Item = Backend> {
    let takes = move |backend: &Backend| match (is_tree(algorithm), ways) {
        (true, 1) => true,
        (true, _) => false,
        (false, _) => algorithm.ways(*backend).contains(&ways),
    };
    algorithm.backends().iter().copied().filter(takes)
}

/// Rounds of its permutation; of SHA-2 nothing that means anything.
pub fn rounds(algorithm: Algorithm) -> usize {
    let is_turbo = matches!(algorithm, Algorithm::TurboShake128 | Algorithm::TurboShake256);
    if is_turbo || is_tree(algorithm) { 12 } else { 24 }
}

/// Permutations, or blocks of SHA-2, that a message of so many bytes costs, output included; of KT128 and KT256 one of a single
/// chunk.
pub fn permutations(algorithm: Algorithm, bytes: usize, output_bytes: usize) -> usize {
    let rate = algorithm.block_bytes();
    if algorithm.bit_order() == BitOrder::HighestFirst {
        // The padding is at least one byte and the length, which is an eighth of a block.
        return (bytes + 1 + rate / 8).div_ceil(rate);
    }
    // Before the padding the length of an empty customization string.
    let bytes = if is_tree(algorithm) { bytes + 1 } else { bytes };
    // The padding is at least one byte; a first block of output comes with the last permutation of the input.
    bytes / rate + 1 + output_bytes.div_ceil(rate).saturating_sub(1)
}

fn chosen<'a>(algorithm: Algorithm, case: &Case, input: &'a Input, limits: &Limits) -> Contender<'a> {
    let at_once = if is_tree(algorithm) && case.messages == 1 { case.bytes / tree::CHUNK + 1 } else { case.messages };
    let choice = algorithm.chosen(at_once);
    let work = if case.kind == Kind::OneMessage {
        match algorithm {
            Algorithm::Kt128 => Work::one_by_one(input, case.output_bytes, over_threads::<strengths::Bits128>()),
            Algorithm::Kt256 => Work::one_by_one(input, case.output_bytes, over_threads::<strengths::Bits256>()),
            _ => Err("one message of it is one thread's".into()),
        }
    } else if case.messages == 1 {
        Work::one_by_one(input, case.output_bytes, Box::new(one_shot(algorithm)))
    } else {
        batch(algorithm, None, input, case.output_bytes)
    };
    let limit = match case.kind {
        Kind::Ragged => {
            Err("messages of different lengths keep the lanes busy to an extent that no formula tells".into())
        }
        Kind::Threads | Kind::OneMessage => {
            Err("a limit is one core's, and this is the time of several threads".into())
        }
        _ if is_tree(algorithm) && case.messages == 1 => {
            let choose = |chunks| (algorithm.chosen(chunks).backend, algorithm.chosen(chunks).ways);
            limit_of_tree(algorithm, case, limits, choose)
        }
        _ if is_tree(algorithm) && case.bytes >= tree::CHUNK => {
            Err("the chunks of several messages share lanes to an extent that no formula tells".into())
        }
        _ => {
            known(limit_of_batch(algorithm, case.messages, limits)).and_then(|cycles| per_byte(algorithm, case, cycles))
        }
    };
    Contender {
        backend: Some(choice.backend.name().into()),
        ways: Some(choice.ways as u64),
        limit_core_cpb: limit,
        ..Contender::new(LANESUM, work)
    }
}

fn known(limit: Option<f64>) -> Result<f64, String> {
    limit.ok_or_else(|| "the operations of this form are not counted, or one of them was not measured here".into())
}

/// Core cycles of one permutation, or block, of all messages of a batch, in the groups that the dispatch makes of them.
fn limit_of_batch(algorithm: Algorithm, messages: usize, limits: &Limits) -> Option<f64> {
    let (mut left, mut cycles) = (messages, 0.0);
    while left > 0 {
        let choice = algorithm.chosen(left);
        cycles += if algorithm.follows_order() {
            limits.permutation(choice.backend, choice.ways, rounds(algorithm))?
        } else {
            limits.block(algorithm, choice.backend, choice.ways)?
        };
        left = left.saturating_sub(choice.ways);
    }
    Some(cycles)
}

/// From core cycles of one permutation of all messages to core cycles per byte.
fn per_byte(algorithm: Algorithm, case: &Case, cycles: f64) -> Result<f64, String> {
    let bytes = (case.bytes * case.messages) as f64;
    let permutations = permutations(algorithm, case.bytes, case.output_bytes) as f64;
    if bytes > 0.0 { Ok(cycles * permutations / bytes) } else { Err("there is no byte to divide by".into()) }
}

fn form<'a>(algorithm: Algorithm, case: &Case, input: &'a Input, limits: &Limits, backend: Backend) -> Contender<'a> {
    let native = algorithm.ways(backend);
    let least = |chunks: usize| native.iter().find(|ways| **ways >= chunks).or(native.last()).copied().unwrap_or(1);
    let limit = if is_tree(algorithm) {
        limit_of_tree(algorithm, case, limits, |chunks| (backend, least(chunks)))
    } else {
        let cycles = if algorithm.follows_order() {
            limits.permutation(backend, case.messages, rounds(algorithm))
        } else {
            limits.block(algorithm, backend, case.messages)
        };
        known(cycles).and_then(|cycles| per_byte(algorithm, case, cycles))
    };
    Contender {
        backend: Some(backend.name().into()),
        ways: Some(if is_tree(algorithm) { least(case.bytes.div_ceil(tree::CHUNK)) } else { case.messages } as u64),
        limit_core_cpb: limit,
        ..Contender::new(LANESUM, batch(algorithm, Some(backend), input, case.output_bytes))
    }
}

fn limit_of_tree(
    algorithm: Algorithm,
    case: &Case,
    limits: &Limits,
    choose: impl Fn(usize) -> (Backend, usize),
) -> Result<f64, String> {
    if case.bytes == 0 {
        return Err("there is no byte to divide by".into());
    }
    known(tree::cycles(algorithm, case.bytes, case.output_bytes, limits, choose)).map(|c| c / case.bytes as f64)
}

/// One message as a user hashes it.
fn one_shot(algorithm: Algorithm) -> impl FnMut(&[u8], &mut [u8]) -> Result<(), crate::Failed> {
    move |message, out| {
        match algorithm {
            Algorithm::Sha3_224 => out.copy_from_slice(&lanesum::sha3_224(message)),
            Algorithm::Sha3_256 => out.copy_from_slice(&lanesum::sha3_256(message)),
            Algorithm::Sha3_384 => out.copy_from_slice(&lanesum::sha3_384(message)),
            Algorithm::Sha3_512 => out.copy_from_slice(&lanesum::sha3_512(message)),
            Algorithm::Keccak256 => out.copy_from_slice(&lanesum::keccak256(message)),
            Algorithm::Shake128 => lanesum::shake128(message, out),
            Algorithm::Shake256 => lanesum::shake256(message, out),
            Algorithm::TurboShake128 => lanesum::turboshake128(message, Domain::default(), out),
            Algorithm::TurboShake256 => lanesum::turboshake256(message, Domain::default(), out),
            Algorithm::Kt128 => lanesum::kt128(message, &[], out),
            Algorithm::Kt256 => lanesum::kt256(message, &[], out),
            Algorithm::Sha224 => out.copy_from_slice(&lanesum::sha224(message)),
            Algorithm::Sha256 => out.copy_from_slice(&lanesum::sha256(message)),
            Algorithm::Sha384 => out.copy_from_slice(&lanesum::sha384(message)),
            Algorithm::Sha512 => out.copy_from_slice(&lanesum::sha512(message)),
            Algorithm::Sha512_224 => out.copy_from_slice(&lanesum::sha512_224(message)),
            Algorithm::Sha512_256 => out.copy_from_slice(&lanesum::sha512_256(message)),
            Algorithm::Blake224 => out.copy_from_slice(&lanesum::blake224(message)),
            Algorithm::Blake256 => out.copy_from_slice(&lanesum::blake256(message)),
            Algorithm::Blake384 => out.copy_from_slice(&lanesum::blake384(message)),
            Algorithm::Blake512 => out.copy_from_slice(&lanesum::blake512(message)),
            other => {
                let mut hasher = lanesum::Hasher::new(other);
                hasher.update(message);
                hasher.finalize().read(out);
            }
        }
        Ok(())
    }
}

/// One message of KT128 or KT256 on all threads of rayon's pool.
fn over_threads<S: Strength>() -> Hash {
    Box::new(|message, out| {
        let mut hasher = Kt::<S>::new([]);
        hasher.update_rayon(message);
        hasher.finalize_xof().read(out);
        Ok(())
    })
}

/// The messages of `input` in one call of `digest_many`, on the backend asked for or the best one.
///
/// # Errors
/// Why it cannot be done, in a few words.
pub fn batch(
    algorithm: Algorithm,
    backend: Option<Backend>,
    input: &Input,
    output_bytes: usize,
) -> Result<Work<'_>, String> {
    let messages: Vec<Message<'_>> = input.messages().map(Message::new).collect();
    let mut out = vec![0; messages.len() * output_bytes];
    algorithm.digest_many(backend, &messages, output_bytes, &mut out).map_err(|error| error.to_string())?;
    let output = out.clone();
    let run = move |n| {
        for _ in 0..n {
            let done = algorithm.digest_many(backend, black_box(&messages), output_bytes, &mut out);
            // It has worked for these very messages.
            let _ = black_box(done);
            black_box(&out);
        }
    };
    Ok(Work { output, run: Box::new(run) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output<'a>(contender: &'a Contender<'_>) -> Option<&'a [u8]> {
        contender.work.as_ref().ok().map(|work| &work.output[..])
    }

    #[test]
    fn all_forms_and_the_dispatch_have_the_same_outputs() {
        for &algorithm in Algorithm::ALL {
            for ways in [1, 2, 4, 8] {
                let case = |kind| Case {
                    algorithm: algorithm.name().into(),
                    kind,
                    bytes: 300,
                    messages: ways,
                    output_bytes: algorithm.digest_bits() / 8,
                    threads: 1,
                };
                let input = Input::of(&case(Kind::Messages));
                let chosen = contenders(&case(Kind::Messages), &input, &Limits::default());
                let forms = contenders(&case(Kind::Form), &input, &Limits::default());
                let expected = output(&chosen[0]).expect("the dispatch chooses what is there");
                assert_eq!(expected.len(), ways * algorithm.digest_bits() / 8);
                for form in &forms {
                    assert!(is_tree(algorithm) || form.ways == Some(ways as u64));
                    let name = form.backend.as_deref().expect("a form is a backend's");
                    let backend: Backend = name.parse().expect("lanesum knows its own");
                    assert_eq!(backend.is_available(), output(form).is_some(), "{name}");
                    assert!(output(form).is_none_or(|output| output == expected), "{algorithm} on {name}");
                }
            }
        }
    }

    #[test]
    fn one_message_on_many_threads_has_the_same_output() {
        let mut names = vec!["kt128", "kt256"];
        names.extend(DERIVED.iter().map(|derived| derived.name).filter(|name| name.starts_with("parallelhash")));
        for name in names {
            let case = |kind| Case {
                algorithm: name.into(),
                kind,
                bytes: 1_000_000,
                messages: 1,
                output_bytes: 64,
                threads: 2,
            };
            let input = Input::of(&case(Kind::Messages));
            let of = |kind| {
                let all = contenders(&case(kind), &input, &Limits::default());
                output(&all[0]).expect("it runs").to_vec()
            };
            assert_eq!(of(Kind::Messages), of(Kind::OneMessage), "{name}");
        }
        let kind = Kind::OneMessage;
        let case = Case { algorithm: "sha512".into(), kind, bytes: 1, messages: 1, output_bytes: 64, threads: 2 };
        assert!(contenders(&case, &Input::of(&case), &Limits::default())[0].work.is_err());
    }

    #[test]
    fn a_limit_is_a_number_or_has_a_reason_of_its_own() {
        let instruction =
            |name| measure::InstructionCost { name, bits: 64, latency: Some(1.0), reciprocal_throughput: Some(0.25) };
        let limits = Limits::new(["xor", "rol"].map(instruction).to_vec());
        let limit = |kind, bytes| {
            let algorithm = "sha3-256".into();
            let case = Case { algorithm, kind, bytes, messages: 1, output_bytes: 32, threads: 1 };
            let input = Input::of(&case);
            let of = |c: &Contender<'_>| c.backend.as_deref() == Some("portable") || kind != Kind::Form;
            contenders(&case, &input, &limits).into_iter().find(of).expect("there is one").limit_core_cpb
        };
        assert!(limit(Kind::Form, 100).is_ok_and(|cpb| cpb > 1.0));
        let reasons =
            [(Kind::Form, 0, "no byte"), (Kind::Ragged, 100, "no formula"), (Kind::Threads, 100, "several threads")];
        for (kind, bytes, words) in reasons {
            assert!(limit(kind, bytes).is_err_and(|reason| reason.contains(words)), "{kind:?}");
        }
        let rival = Contender::missing("rival", "it has none").limit_core_cpb;
        assert_eq!(rival, Err("a rival's form is not known".into()));
    }

    #[test]
    fn what_lanesum_lacks_is_told() {
        let kind = Kind::Messages;
        let case = Case { algorithm: "blake2b".into(), kind, bytes: 1, messages: 1, output_bytes: 0, threads: 1 };
        let input = Input::of(&case);
        let all = contenders(&case, &input, &Limits::default());
        assert_eq!(all[0].work.as_ref().err().map(String::as_str), Some("not in lanesum yet"));
    }

    #[test]
    fn permutations_are_counted_with_padding_and_output() {
        let of = |bytes, output| permutations(Algorithm::Sha3_256, bytes, output);
        assert_eq!([of(0, 32), of(135, 32), of(136, 32), of(4096, 32)], [1, 1, 2, 31]);
        let of = |bytes, output| permutations(Algorithm::Shake128, bytes, output);
        assert_eq!([of(0, 0), of(4096, 168), of(4096, 169), of(167, 337)], [1, 25, 26, 3]);
        let of = |bytes, output| permutations(Algorithm::TurboShake128, bytes, output);
        assert_eq!([of(0, 32), of(167, 32), of(168, 169)], [1, 1, 3]);
        let of = |bytes, output| permutations(Algorithm::Sha256, bytes, output);
        assert_eq!([of(0, 32), of(55, 32), of(56, 32), of(64, 32), of(4096, 32)], [1, 1, 2, 2, 65]);
        let of = |bytes, output| permutations(Algorithm::Sha512, bytes, output);
        assert_eq!([of(0, 64), of(111, 64), of(112, 64), of(4096, 64)], [1, 1, 2, 33]);
    }
}
