//! Saved states that somebody has changed, with the checksum mended. Such a state is refused if its parts contradict each other. Otherwise
//! it may be the state of some message, and all ways to finish that message must give the same digest.

mod contradictions;
use crate::support;
mod ways;

use digest::common::hazmat::SerializableState;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, BitOrder, BitStr, CShake, Domain, Hasher, Kmac, Options, ParallelHash, Parameter, Sha512T, Strength,
    TupleHash,
};
use std::ops::Range;
use support::{message, resealed};
use ways::{Finish, cshake, hasher, kmac, parallel, sha512t, tuple};

/// Bytes before the contents of a saved state, and those of the checksum behind them.
const HEAD: usize = 20;
const CHECK: usize = 8;

/// Saved states of one function after messages of several lengths, and where their fields are.
struct Subject {
    name: String,
    saved: Vec<Vec<u8>>,
    fields: Vec<Range<usize>>,
    finish: Finish,
}

/// Fields of these lengths, one behind the other, after the head.
fn fields(lengths: &[usize]) -> Vec<Range<usize>> {
    let mut end = HEAD;
    let next = |len: &usize| {
        end += len;
        end - len..end
    };
    lengths.iter().map(next).collect()
}

/// States of all functions whose hashers can be saved.
fn subjects() -> Vec<Subject> {
    let data = message(100_000, 1);
    let mut all = Vec::new();
    for &algorithm in Algorithm::PLAIN {
        let block = algorithm.block_bytes();
        let is_tree = matches!(algorithm, Algorithm::Kt128 | Algorithm::Kt256);
        let is_turbo = algorithm.takes(Parameter::Domain);
        // BLAKE2's states are those without a salt: `table.rs` has others.
        let is_blake2 = algorithm.takes(Parameter::DigestBytes);
        let salt = if is_blake2 { &[][..] } else { &data[..algorithm.salt_bytes()] };
        let mut options = vec![Options::new()];
        if !salt.is_empty() {
            options = vec![Options::new().salt(salt)];
        } else if is_tree {
            options.push(Options::new().customization(b"customization"));
        } else if is_turbo {
            options = vec![Options::new().domain(Domain::new(0x23).unwrap())];
        }
        let mut cuts = vec![0, 5, block - 1, block, 3 * block + 9];
        if is_tree || algorithm == Algorithm::Blake3 {
            cuts.extend([8191, 8192, 8192 + 5, 3 * 8192, 4 * 8192 + 200, data.len()]);
        }
        let fields = match algorithm.bit_order() {
            _ if algorithm == Algorithm::Blake3 => fields(&[8]),
            _ if algorithm.takes(Parameter::DigestBytes) => fields(&[1, block / 2, 16, block]),
            BitOrder::LowestFirst if is_tree => fields(&[16, 200, 200]),
            BitOrder::LowestFirst => fields(&[200, 1]),
            BitOrder::HighestFirst => fields(&[block / 2, salt.len(), 16, block]),
        };
        for options in options {
            let saved = |cut: &usize| {
                let mut hasher = Hasher::with_options(algorithm, options).unwrap();
                hasher.update(&data[..*cut]);
                hasher.to_bytes()
            };
            let saved = cuts.iter().map(saved).collect();
            all.push(Subject { name: algorithm.name().into(), saved, fields: fields.clone(), finish: hasher });
        }
    }
    with_names::<Bits128>(&data, &mut all);
    with_names::<Bits256>(&data, &mut all);
    for t in [5, 256] {
        let saved = |cut: &usize| {
            let mut hasher = Sha512T::new(t).unwrap();
            hasher.update(&data[..*cut]);
            hasher.serialize().to_vec()
        };
        let saved = [0, 5, 127, 128, 300].iter().map(saved).collect();
        all.push(Subject { name: format!("SHA-512/{t}"), saved, fields: fields(&[2, 64, 16, 128]), finish: sha512t });
    }
    all
}

/// Those of SP 800-185, with a partial byte at the end of some messages.
fn with_names<S: Strength>(data: &[u8], all: &mut Vec<Subject>) {
    let bits = [0, 3, 40, 8 * 135, 8 * 136, 8 * 168, 8 * 500 + 5];
    let message = |bits: u64| BitStr::from_bits(data, bits).unwrap();
    let started = fields(&[200, 1, 200, 1, 2]);
    let mut push = |name: String, fields: &[Range<usize>], finish: Finish, save: &dyn Fn(u64) -> Vec<u8>| {
        let saved = bits.iter().map(|bits| save(*bits)).collect();
        all.push(Subject { name: format!("{name} of {} bits", S::BITS), saved, fields: fields.to_vec(), finish });
    };
    for (function, customization) in [("", ""), ("", "x"), ("name", "custom")] {
        push(format!("cSHAKE {function:?}, {customization:?}"), &started, cshake::<S>, &|bits| {
            let mut hasher = CShake::<S>::new(function, customization);
            hasher.update_bits(message(bits));
            hasher.serialize().to_vec()
        });
    }
    push("KMAC".into(), &started, kmac::<S>, &|bits| {
        let mut hasher = Kmac::<S>::with_customization("key", "custom");
        hasher.update_bits(message(bits));
        hasher.serialize().to_vec()
    });
    push("TupleHash".into(), &started, tuple::<S>, &|bits| {
        let mut hasher = TupleHash::<S>::new("custom");
        if bits > 0 {
            hasher.push(message(bits));
        }
        hasher.serialize().to_vec()
    });
    let parts = fields(&[8, 16, 200, 200, 1, 200, 1, 2]);
    for block in [7, 100, 1000] {
        push(format!("ParallelHash, {block}"), &parts, parallel::<S>, &|bits| {
            let mut hasher = ParallelHash::<S>::new(block, "custom").unwrap();
            hasher.update_bits(message(bits));
            hasher.serialize().to_vec()
        });
    }
}

/// States that differ from a saved one in one bit, any bit of the first two and many of the others, and those with one field of another
/// state of the same function. The checksum is right.
fn forged(subject: &Subject, mut each: impl FnMut(usize, Vec<u8>)) {
    for (index, saved) in subject.saved.iter().enumerate() {
        for bit in (0..8 * (saved.len() - CHECK)).step_by(if index < 2 { 1 } else { 7 }) {
            let mut other = saved.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            each(index, resealed(&other));
        }
        for field in &subject.fields {
            for donor in &subject.saved {
                let mut other = saved.clone();
                other[field.clone()].copy_from_slice(&donor[field.clone()]);
                if other != *saved {
                    each(index, resealed(&other));
                }
            }
        }
    }
}

#[test]
fn a_forged_state_is_refused_or_has_one_digest() {
    let data = message(20_000, 2);
    let mut wrong = Vec::new();
    let (mut states, mut accepted) = (0, 0);
    for subject in subjects() {
        let is_tree = subject.name.starts_with("KT");
        for saved in &subject.saved {
            assert!((subject.finish)(saved, &[]).is_some(), "{}: refused as it was saved", subject.name);
        }
        let (mut of_subject, mut taken) = (0_usize, 0_usize);
        forged(&subject, |index, saved| {
            // Of longer ends there are samples.
            let more: &[&[u8]] = match of_subject % 31 {
                0 if is_tree => &[&[], &data],
                7 => &[&[], &data[..700]],
                _ => &[&[]],
            };
            of_subject += 1;
            let mut one = true;
            for more in more {
                let Some(ways) = (subject.finish)(&saved, more) else { return };
                one &= ways.iter().all(|(_, digest)| *digest == ways[0].1);
            }
            taken += 1;
            if !one {
                wrong.push(format!("{}, saved state {index}", subject.name));
            }
        });
        assert!(taken > 0 && taken < of_subject, "{}: {taken} of {of_subject} accepted", subject.name);
        (states, accepted) = (states + of_subject, accepted + taken);
    }
    println!("{states} forged states, {accepted} accepted, {} with several digests", wrong.len());
    let count = wrong.len();
    wrong.dedup();
    assert!(wrong.is_empty(), "{count} of {states} forged states have several digests: {wrong:#?}");
}
