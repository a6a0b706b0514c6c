//! NIST's ACVP files for HMAC (FIPS 198-1): the construction over each backend's hasher, and the crate `hmac` over our types.

use ::hmac::{Hmac, KeyInit, Mac, SimpleHmac};
use anyhow::{Result, ensure};
use lanesum::{Algorithm, Backend, FixedHash, functions as f};

use super::acvp::{self, Test};
use super::bits::compare;
use super::case::{Case, Suite, digest};

/// The hash function of a file from its name, if there is HMAC over it: `HMAC-SHA2-512-2.0`.
pub(super) fn algorithm(stem: &str) -> Option<Algorithm> {
    acvp::algorithm(stem.strip_prefix("HMAC-")?).filter(|algorithm| !algorithm.is_xof())
}

/// Reads a file of [`algorithm`]. All lengths are whole bytes in them; anything else is an error, not a gap.
pub(super) fn parse(json: &[u8], algorithm: Algorithm) -> Result<Suite> {
    acvp::read(json, "HMAC-", algorithm, |suite, test| {
        ensure!(test.kind() == "AFT", "test type {:?}", test.kind());
        suite.others.push(Box::new(case(algorithm, test)?));
        Ok(())
    })
}

/// A key, a message, and the first bytes of its tag.
struct Answer {
    id: String,
    algorithm: Algorithm,
    key: Vec<u8>,
    message: Vec<u8>,
    tag: Vec<u8>,
}

fn case(algorithm: Algorithm, test: Test<'_>) -> Result<Answer> {
    let bytes = |digits: &str, bits: &str| {
        let (mut bytes, bits) = (test.bytes(digits)?, test.number(bits)?);
        if bits == 0 {
            bytes.clear(); // the empty string may be written as "00"
        }
        ensure!(8 * bytes.len() as u64 == bits, "{} bytes for {bits} bits", bytes.len());
        Ok(bytes)
    };
    let (key, message, tag) = (bytes("key", "keyLen")?, bytes("msg", "msgLen")?, bytes("mac", "macLen")?);
    ensure!((1..=algorithm.digest_bits() / 8).contains(&tag.len()), "a tag of {} bytes", tag.len());
    Ok(Answer { id: test.id, algorithm, key, message, tag })
}

impl Case for Answer {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        self.check("by the hasher", &self.by_hasher(backend)?)?;
        // On the backend that the library chooses: over the block-level traits, or over messages.
        match self.algorithm {
            Algorithm::Sha224 => self.by_crate::<Hmac<FixedHash<f::Sha224>>>(),
            Algorithm::Sha256 => self.by_crate::<Hmac<FixedHash<f::Sha256>>>(),
            Algorithm::Sha384 => self.by_crate::<Hmac<FixedHash<f::Sha384>>>(),
            Algorithm::Sha512 => self.by_crate::<Hmac<FixedHash<f::Sha512>>>(),
            Algorithm::Sha512_224 => self.by_crate::<Hmac<FixedHash<f::Sha512_224>>>(),
            Algorithm::Sha512_256 => self.by_crate::<Hmac<FixedHash<f::Sha512_256>>>(),
            Algorithm::Sha3_224 => self.by_crate::<SimpleHmac<FixedHash<f::Sha3_224>>>(),
            Algorithm::Sha3_256 => self.by_crate::<SimpleHmac<FixedHash<f::Sha3_256>>>(),
            Algorithm::Sha3_384 => self.by_crate::<SimpleHmac<FixedHash<f::Sha3_384>>>(),
            Algorithm::Sha3_512 => self.by_crate::<SimpleHmac<FixedHash<f::Sha3_512>>>(),
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
    fn by_hasher(&self, backend: Backend) -> Result<Vec<u8>, String> {
        let hash =
            |parts: [&[u8]; 2]| digest(self.algorithm, backend, parts.into_iter(), self.algorithm.digest_bits() / 8);
        let block = self.algorithm.block_bytes();
        let mut k0 = if self.key.len() > block { hash([&self.key, &[]])? } else { self.key.clone() };
        k0.resize(block, 0);
        let padded = |pad: u8| k0.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>();
        hash([&padded(0x5c), &hash([&padded(0x36), &self.message])?])
    }

    fn by_crate<M: Mac + KeyInit>(&self) -> Result<(), String> {
        let mut mac = <M as KeyInit>::new_from_slice(&self.key).map_err(|error| error.to_string())?;
        mac.update(&self.message);
        self.check("by the crate hmac", &mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex::unhex;
    use super::*;

    /// RFC 4231, test case 2.
    #[test]
    fn a_tag_is_right_or_wrong() {
        let (key, message) = (b"Jefe".to_vec(), b"what do ya want for nothing?".to_vec());
        let tag = unhex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843").unwrap();
        let passes = |tag: Vec<u8>| {
            let (algorithm, key, message) = (Algorithm::Sha256, key.clone(), message.clone());
            Answer { id: String::new(), algorithm, key, message, tag }.run(Backend::Portable).is_ok()
        };
        assert!(passes(tag.clone()) && passes(tag[..1].to_vec()));
        for byte in 0..tag.len() {
            let mut wrong = tag.clone();
            wrong[byte] ^= 1;
            assert!(!passes(wrong), "byte {byte}");
        }
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
    }
}
