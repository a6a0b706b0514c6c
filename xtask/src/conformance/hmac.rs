//! NIST's ACVP files for HMAC (FIPS 198-1): the construction over each backend's hasher, and the crate `hmac` over our types.

use std::cell::Cell;

use ::hmac::{Hmac, KeyInit, Mac, SimpleHmac};
use anyhow::{Context, Result, ensure};
use lanesum::digest::common::BlockSizeUser;
use lanesum::digest::{FixedOutput, HashMarker, Output, OutputSizeUser, Update};
use lanesum::{Algorithm, Backend, FixedFunction, FixedHash, Hasher, functions};
use serde::Deserialize;

use super::acvp;
use super::bits::compare;
use super::case::{Case, Suite};
use super::hex::unhex;

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

/// The hash function of a file from its name, if there is HMAC over it: `HMAC-SHA2-512-2.0`.
pub(super) fn algorithm(stem: &str) -> Option<Algorithm> {
    acvp::algorithm(stem.strip_prefix("HMAC-")?).filter(|algorithm| !algorithm.is_xof())
}

/// Reads a file of [`algorithm`]. All lengths are whole bytes in them; anything else is an error, not a gap.
pub(super) fn parse(json: &[u8], algorithm: Algorithm) -> Result<Suite> {
    let file: File = serde_json::from_slice(json)?;
    let name = file.algorithm.strip_prefix("HMAC-").with_context(|| format!("it is about {}", file.algorithm))?;
    ensure!(acvp::plain(name) == acvp::plain(algorithm.name()), "it is about {name}");
    let mut suite = Suite { algorithm: Some(algorithm), ..Suite::default() };
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

/// A key, a message, and the first bytes of its tag.
struct Answer {
    id: String,
    algorithm: Algorithm,
    key: Vec<u8>,
    message: Vec<u8>,
    tag: Vec<u8>,
}

fn case(algorithm: Algorithm, test: &Test, id: &str) -> Result<Answer> {
    let bytes = |digits: &str, bits: usize| {
        let mut bytes = unhex(digits)?;
        if bits == 0 {
            bytes.clear(); // the empty string may be written as "00"
        }
        ensure!(8 * bytes.len() == bits, "{} bytes for {bits} bits", bytes.len());
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
        let by_hasher = self.by_hasher(backend).map_err(|error| error.to_string())?;
        self.check("by the hasher", &by_hasher)?;
        match self.algorithm {
            Algorithm::Sha224 => self.with_blocks::<functions::Sha224>(backend),
            Algorithm::Sha256 => self.with_blocks::<functions::Sha256>(backend),
            Algorithm::Sha384 => self.with_blocks::<functions::Sha384>(backend),
            Algorithm::Sha512 => self.with_blocks::<functions::Sha512>(backend),
            Algorithm::Sha512_224 => self.with_blocks::<functions::Sha512_224>(backend),
            Algorithm::Sha512_256 => self.with_blocks::<functions::Sha512_256>(backend),
            Algorithm::Sha3_224 => self.with_messages::<functions::Sha3_224>(backend),
            Algorithm::Sha3_256 => self.with_messages::<functions::Sha3_256>(backend),
            Algorithm::Sha3_384 => self.with_messages::<functions::Sha3_384>(backend),
            Algorithm::Sha3_512 => self.with_messages::<functions::Sha3_512>(backend),
            other => Err(format!("no HMAC over {other}: add it here")),
        }
    }
}

impl Answer {
    fn check(&self, how: &str, tag: &[u8]) -> Result<(), String> {
        let begin = tag.get(..self.tag.len()).ok_or_else(|| format!("a tag of {} bytes", tag.len()))?;
        compare(begin, &self.tag).map_err(|what| format!("{how}: {what}"))
    }

    /// FIPS 198-1, table 1.
    fn by_hasher(&self, backend: Backend) -> Result<Vec<u8>, lanesum::Error> {
        let Self { algorithm, key, message, .. } = self;
        let hash = |parts: [&[u8]; 2]| {
            let mut hasher = Hasher::with_backend(*algorithm, backend)?;
            for part in parts {
                hasher.update(part);
            }
            let mut digest = vec![0; algorithm.digest_bits() / 8];
            hasher.finalize().read(&mut digest)?;
            Ok(digest)
        };
        let block = algorithm.block_bytes();
        let mut k0 = if key.len() > block { hash([key, &[]])? } else { key.clone() };
        k0.resize(block, 0);
        let padded = |pad: u8| k0.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>();
        hash([&padded(0x5c), &hash([&padded(0x36), message])?])
    }

    /// The crate `hmac` over whole messages.
    fn with_messages<F: FixedFunction>(&self, backend: Backend) -> Result<(), String> {
        BACKEND.set(backend);
        self.by_crate::<SimpleHmac<OnBackend<F>>>("over messages")
    }

    /// The crate `hmac` over the block-level traits, too, on the backend that the library chooses.
    fn with_blocks<F: lanesum::Sha2Function>(&self, backend: Backend) -> Result<(), String>
    where
        Hmac<FixedHash<F>>: Mac + KeyInit,
    {
        self.with_messages::<F>(backend)?;
        self.by_crate::<Hmac<FixedHash<F>>>("over blocks")
    }

    fn by_crate<M: Mac + KeyInit>(&self, how: &str) -> Result<(), String> {
        let mut mac = <M as KeyInit>::new_from_slice(&self.key).map_err(|error| error.to_string())?;
        mac.update(&self.message);
        self.check(how, &mac.finalize().into_bytes())
    }
}

thread_local! {
    /// The crate hmac makes its hashers by `Default`, which has no argument for it.
    static BACKEND: Cell<Backend> = const { Cell::new(Backend::Portable) };
}

/// lanesum's hasher on the thread's backend.
struct OnBackend<F: FixedFunction>(FixedHash<F>);

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
        assert_eq!(algorithm("HMAC-SHA2-512-256-2.0"), Some(Algorithm::Sha512_256));
        for other in ["SHA2-512-1.0", "SHA3-256-2.0", "HMAC-SHAKE-128-1.0", "HMAC-KECCAK256-2.0", "KMAC-128-1.0"] {
            assert_eq!(algorithm(other), None, "{other}");
        }
    }

    fn file(name: &str, [key, message, tag]: [&[u8]; 3]) -> String {
        let hex = super::super::hex::hex;
        let bits = |bytes: &[u8]| 8 * bytes.len();
        format!(
            r#"{{"algorithm": "{name}", "testGroups": [{{"tgId": 1, "testType": "AFT", "tests": [{{"tcId": 1, "key": "{}",
            "keyLen": {}, "msg": "{}", "msgLen": {}, "mac": "{}", "macLen": {}}}]}}]}}"#,
            hex(key),
            bits(key),
            hex(message),
            bits(message),
            hex(tag),
            bits(tag)
        )
    }

    /// Each on all its backends: the beginning of a tag, and wrong by a bit.
    fn is_compared(name: &str, algorithm: Algorithm, key: &[u8], message: &[u8], tag: &str) {
        let tag = unhex(tag).unwrap();
        for &backend in algorithm.backends().iter().filter(|backend| backend.is_available()) {
            let passed = |tag: &[u8]| {
                parse(file(name, [key, message, tag]).as_bytes(), algorithm).unwrap().run(backend).passed == 1
            };
            assert!(passed(&tag) && passed(&tag[..1]), "{algorithm}, {backend}");
            for byte in 0..tag.len() {
                let mut wrong = tag.clone();
                wrong[byte] ^= 1;
                assert!(!passed(&wrong), "{algorithm}, {backend}, byte {byte}");
            }
        }
    }

    /// NIST's example of HMAC-SHA3-256 with a key of a block, its tag cut to 16 bytes; RFC 4231, test case 2.
    #[test]
    fn a_tag_is_right_or_wrong() {
        let key: Vec<u8> = (0..136).collect();
        let (message, tag) = (b"Sample message for keylen=blocklen", "68B94E2E538A9BE4103BEBB5AA016D47");
        is_compared("HMAC-SHA3-256", Algorithm::Sha3_256, &key, message, tag);
        let (message, tag) =
            (b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        is_compared("HMAC-SHA2-256", Algorithm::Sha256, b"Jefe", message, tag);
    }

    #[test]
    fn odd_files_are_errors() {
        let file = |kind: &str, bits: u32, mac: &str| {
            format!(
                r#"{{"algorithm": "HMAC-SHA2-256", "testGroups": [{{"tgId": 1, "testType": "{kind}", "tests":
                [{{"tcId": 1, "key": "00", "keyLen": {bits}, "msg": "", "msgLen": 0, "mac": "{mac}", "macLen": 8}}]}}]}}"#
            )
        };
        let parse = |text: String, algorithm| super::parse(text.as_bytes(), algorithm);
        assert_eq!(parse(file("AFT", 8, "00"), Algorithm::Sha256).unwrap().cases(), 1);
        assert!(parse(file("AFT", 7, "00"), Algorithm::Sha256).is_err());
        assert!(parse(file("AFT", 8, ""), Algorithm::Sha256).is_err());
        assert!(parse(file("MVT", 8, "00"), Algorithm::Sha256).is_err());
        assert!(parse(file("AFT", 8, "00"), Algorithm::Sha512).is_err());
        assert!(parse(file("AFT", 8, "00"), Algorithm::Sha3_256).is_err());
    }
}
