//! SUPERCOP's checksums of hash functions: one string that depends on the digests of many messages of pseudo-random lengths and
//! contents. Source of the procedure: SUPERCOP, `try-anything.c` of 2014-04-25 and `crypto_hash/try.c`.

use std::sync::Arc;

use anyhow::{Result, ensure};
use lanesum::{Algorithm, Backend, Message};

use super::bits::compare;
use super::case::{Case, Suite, digest};
use super::hex::unhex;

/// The algorithm of a file, the number of its messages, and the length of the longest.
#[derive(Clone, Copy)]
pub(super) struct Contents {
    algorithm: Algorithm,
    messages: usize,
    longest: u64,
}

/// By a file's name without its ending, if the library has the algorithm.
pub(super) fn form(stem: &str) -> Option<Contents> {
    let (name, size) = stem.strip_prefix("supercop_")?.split_once("_checksum")?;
    let (messages, longest) = match size {
        "small" => (64, 128),
        "big" => (512, 4096),
        _ => return None,
    };
    Some(Contents { algorithm: name.parse().ok()?, messages, longest })
}

pub(super) fn parse(text: &str, form: Contents) -> Result<Suite> {
    let expected = unhex(text.trim_end())?;
    ensure!(expected.len() == 32, "{} bytes of checksum", expected.len());
    let messages: Arc<[Vec<u8>]> = messages(form).into();
    let case = |taken| -> Box<dyn Case> {
        Box::new(Checksum { taken, form, messages: messages.clone(), expected: expected.clone() })
    };
    let others = vec![case(Taken::OneByOne), case(Taken::Together)];
    Ok(Suite { algorithm: Some(form.algorithm), others, ..Suite::default() })
}

#[derive(Clone, Copy)]
enum Taken {
    OneByOne,
    Together,
}

struct Checksum {
    taken: Taken,
    form: Contents,
    messages: Arc<[Vec<u8>]>,
    expected: Vec<u8>,
}

impl Case for Checksum {
    fn id(&self) -> &str {
        match self.taken {
            Taken::OneByOne => "messages one by one",
            Taken::Together => "messages in one batch",
        }
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        compare(&checksum(self.digests(backend)?.chunks(self.form.algorithm.digest_bits() / 8)), &self.expected)
    }
}

impl Checksum {
    fn digests(&self, backend: Backend) -> Result<Vec<u8>, String> {
        let algorithm = self.form.algorithm;
        let bytes = algorithm.digest_bits() / 8;
        let mut digests = vec![0; bytes * self.messages.len()];
        match self.taken {
            Taken::OneByOne => {
                for (message, to) in self.messages.iter().zip(digests.chunks_exact_mut(bytes)) {
                    to.copy_from_slice(&digest(algorithm, backend, [&message[..]].into_iter(), bytes)?);
                }
            }
            Taken::Together => {
                let messages: Vec<Message<'_>> = self.messages.iter().map(|message| Message::new(message)).collect();
                algorithm.digest_many(Some(backend), &messages, &mut digests).map_err(|error| error.to_string())?;
            }
        }
        Ok(digests)
    }
}

/// Each by two draws: its length, then its content.
fn messages(form: Contents) -> Vec<Vec<u8>> {
    let mut number = 0;
    let mut draw = |len: usize| {
        let blocks = (0_u64..).flat_map(|block| core(&nonce(number, block), b"generate inputs for test vectors"));
        let drawn: Vec<u8> = blocks.take(len).collect();
        number += 1;
        drawn
    };
    let one = |_| {
        let length = draw(8).iter().rev().fold(0, |length, byte| length << 8 | u64::from(*byte));
        draw((length % (form.longest + 1)) as usize)
    };
    (0..form.messages).map(one).collect()
}

/// Salsa20's nonce and counter.
fn nonce(number: u64, block: u64) -> [u8; 16] {
    (u128::from(block) << 64 | u128::from(number)).to_le_bytes()
}

/// Each string goes into the state by sixteen bytes, the last of them padded.
fn checksum<'d>(strings: impl Iterator<Item = &'d [u8]>) -> [u8; 32] {
    let mut state = [0; 32];
    for string in strings {
        let (blocks, rest) = string.as_chunks();
        for block in blocks {
            state = front(core(block, &state));
        }
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        last[rest.len()] = 1;
        state[0] ^= 1;
        state = front(core(&last, &state));
    }
    state
}

fn front(block: [u8; 64]) -> [u8; 32] {
    core::array::from_fn(|i| block[i])
}

/// The block function of Salsa20 (Bernstein, "Salsa20 specification", sections 2 to 9). A crate of the cipher has it behind a
/// counter; the checksum wants it with any sixteen bytes there.
fn core(input: &[u8; 16], key: &[u8; 32]) -> [u8; 64] {
    const QUARTERS: [[usize; 4]; 8] = [
        [0, 4, 8, 12],
        [5, 9, 13, 1],
        [10, 14, 2, 6],
        [15, 3, 7, 11],
        [0, 1, 2, 3],
        [5, 6, 7, 4],
        [10, 11, 8, 9],
        [15, 12, 13, 14],
    ];
    let sigma = b"expand 32-byte k";
    let parts = [&sigma[..4], &key[..16], &sigma[4..8], input, &sigma[8..12], &key[16..], &sigma[12..]].concat();
    let start: Vec<u32> = parts.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let mut x = start.clone();
    for [a, b, c, d] in (0..10).flat_map(|_| QUARTERS) {
        x[b] ^= x[a].wrapping_add(x[d]).rotate_left(7);
        x[c] ^= x[b].wrapping_add(x[a]).rotate_left(9);
        x[d] ^= x[c].wrapping_add(x[b]).rotate_left(13);
        x[a] ^= x[d].wrapping_add(x[c]).rotate_left(18);
    }
    let mut out = [0; 64];
    for ((out, x), start) in out.as_chunks_mut().0.iter_mut().zip(x).zip(start) {
        *out = x.wrapping_add(start).to_le_bytes();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `crypto_hash/blake256/checksumsmall` of SUPERCOP.
    const SMALL: &str = "3b1dd815e015dd0ba095ff895f68c51124cc84bd98f1f5b3537def6057a8aa19\n";

    #[test]
    fn a_checksum_holds_and_a_wrong_one_does_not() {
        let form = form("supercop_blake256_checksumsmall").unwrap();
        let outcome = parse(SMALL, form).unwrap().run(Backend::Portable);
        assert_eq!((outcome.passed, outcome.failed), (2, 0), "{:?}", outcome.failures);
        let wrong = SMALL.replace("3b1d", "3b1e");
        assert_eq!(parse(&wrong, form).unwrap().run(Backend::Portable).failed, 2);
        assert!(parse(&SMALL[2..], form).is_err());
    }
}
