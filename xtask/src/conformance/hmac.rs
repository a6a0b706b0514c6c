//! NIST's ACVP files for HMAC over SHA-3: the crate hmac's `SimpleHmac` over lanesum's types.

use std::cell::Cell;

use ::hmac::{KeyInit, Mac, SimpleHmac};
use anyhow::{Context, Result, ensure};
use lanesum::digest::common::BlockSizeUser;
use lanesum::digest::{FixedOutput, HashMarker, Output, OutputSizeUser, Update};
use lanesum::{Algorithm, Backend, FixedFunction, FixedHash, functions};
use serde::Deserialize;

use super::case::{Case, Suite, compare};
use super::vectors::unhex;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    algorithm: String,
    test_groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    tg_id: u64,
    test_type: String,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    tc_id: u64,
    key: String,
    key_len: usize,
    msg: String,
    msg_len: usize,
    mac: String,
    mac_len: usize,
}

/// The hash function of a file from its name, such as `HMAC-SHA3-256-2.0`.
pub(super) fn algorithm(stem: &str) -> Option<Algorithm> {
    let name = stem.strip_prefix("HMAC-")?.strip_suffix("-2.0")?.to_lowercase();
    name.parse().ok().filter(|algorithm: &Algorithm| name.starts_with("sha3-") && !algorithm.is_xof())
}

/// Reads a file of [`algorithm`].
pub(super) fn parse(json: &[u8], algorithm: Algorithm) -> Result<Suite> {
    let file: File = serde_json::from_slice(json)?;
    let expected = format!("hmac-{algorithm}");
    ensure!(file.algorithm.to_lowercase() == expected, "it is about {}", file.algorithm);
    let mut suite = Suite::default();
    for group in &file.test_groups {
        ensure!(group.test_type == "AFT", "test type {:?}", group.test_type);
        for test in &group.tests {
            let id = format!("tgId {} tcId {} ({})", group.tg_id, test.tc_id, group.test_type);
            suite.others.push(Box::new(case(algorithm, test, &id).with_context(|| id.clone())?));
        }
    }
    ensure!(!suite.others.is_empty(), "no case in it");
    Ok(suite)
}

struct Answer {
    id: String,
    algorithm: Algorithm,
    key: Vec<u8>,
    message: Vec<u8>,
    /// The first bytes of the tag.
    tag: Vec<u8>,
}

fn case(algorithm: Algorithm, test: &Test, id: &str) -> Result<Answer> {
    let bytes = |digits: &str, bits: usize| {
        let mut bytes = unhex(digits)?;
        if bits == 0 {
            bytes.clear(); // the empty string may be written as "00"
        }
        ensure!(8 * bytes.len() == bits, "{bits} bits of {} bytes", bytes.len());
        Ok(bytes)
    };
    let tag = bytes(&test.mac, test.mac_len)?;
    ensure!((1..=algorithm.digest_bits() / 8).contains(&tag.len()), "a tag of {} bytes", tag.len());
    let (key, message) = (bytes(&test.key, test.key_len)?, bytes(&test.msg, test.msg_len)?);
    Ok(Answer { id: id.to_owned(), algorithm, key, message, tag })
}

impl Case for Answer {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        match self.algorithm {
            Algorithm::Sha3_224 => self.check::<functions::Sha3_224>(backend),
            Algorithm::Sha3_256 => self.check::<functions::Sha3_256>(backend),
            Algorithm::Sha3_384 => self.check::<functions::Sha3_384>(backend),
            Algorithm::Sha3_512 => self.check::<functions::Sha3_512>(backend),
            other => Err(format!("{other} is not one of SHA-3")),
        }
    }
}

impl Answer {
    fn check<F: FixedFunction>(&self, backend: Backend) -> Result<(), String> {
        BACKEND.set(backend);
        let mut mac = SimpleHmac::<OnBackend<F>>::new_from_slice(&self.key).map_err(|e| e.to_string())?;
        Mac::update(&mut mac, &self.message);
        compare(&mac.finalize().into_bytes()[..self.tag.len()], &self.tag)
    }
}

thread_local! {
    /// The crate hmac makes its hashers by `Default`, which has no argument for it.
    static BACKEND: Cell<Backend> = const { Cell::new(Backend::Portable) };
}

/// lanesum's hasher on the thread's backend.
struct OnBackend<F>(FixedHash<F>);

impl<F: FixedFunction> Default for OnBackend<F> {
    fn default() -> Self {
        // The backends that run here were asked whether they are available.
        Self(FixedHash::with_backend(BACKEND.get()).expect("an available backend"))
    }
}

impl<F: FixedFunction> HashMarker for OnBackend<F> {}

impl<F: FixedFunction> BlockSizeUser for OnBackend<F> {
    type BlockSize = F::Rate;
}

impl<F: FixedFunction> OutputSizeUser for OnBackend<F> {
    type OutputSize = F::Digest;
}

impl<F: FixedFunction> Update for OnBackend<F> {
    fn update(&mut self, data: &[u8]) {
        Update::update(&mut self.0, data);
    }
}

impl<F: FixedFunction> FixedOutput for OnBackend<F> {
    fn finalize_into(self, out: &mut Output<Self>) {
        FixedOutput::finalize_into(self.0, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_give_algorithms() {
        assert_eq!(algorithm("HMAC-SHA3-512-2.0"), Some(Algorithm::Sha3_512));
        for other in ["HMAC-SHA2-512-2.0", "HMAC-SHAKE-128-2.0", "SHA3-256-2.0", "HMAC-KECCAK256-2.0"] {
            assert_eq!(algorithm(other), None, "{other}");
        }
    }

    /// NIST's example of HMAC-SHA3-256 with a key of a block, its tag cut to 16 bytes; and wrong by a bit.
    #[test]
    fn a_tag_is_compared() {
        let file = |tag: &str| {
            let key = (0..136).fold(String::new(), |text, byte: u8| text + &super::super::vectors::hex(&[byte]));
            let message = super::super::vectors::hex(b"Sample message for keylen=blocklen");
            format!(
                r#"{{"algorithm": "HMAC-SHA3-256", "testGroups": [{{"tgId": 1, "testType": "AFT", "tests": [{{"tcId": 1,
                "key": "{key}", "keyLen": 1088, "msg": "{message}", "msgLen": 272, "mac": "{tag}", "macLen": 128}}]}}]}}"#
            )
        };
        let passed = |tag| parse(file(tag).as_bytes(), Algorithm::Sha3_256).unwrap().run(Backend::Portable).passed;
        assert_eq!(passed("68B94E2E538A9BE4103BEBB5AA016D47"), 1);
        assert_eq!(passed("68B94E2E538A9BE4103BEBB5AA016D46"), 0);
        assert!(parse(file("00").as_bytes(), Algorithm::Sha3_256).is_err());
        assert!(parse(file("00").as_bytes(), Algorithm::Sha3_512).is_err());
    }
}
