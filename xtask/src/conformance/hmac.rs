//! NIST's ACVP files for HMAC (FIPS 198-1): the construction over each backend's hasher, and the crate `hmac` over our types.

use anyhow::{Context, Result, ensure};
use hmac::{Hmac, KeyInit, SimpleHmac};
use lanesum::{Algorithm, Backend, Hasher};
use serde::Deserialize;

use super::acvp;
use super::case::Suite;
use super::vectors::unhex;

/// A key, a message, and the first bytes of its code.
pub(super) struct Mac {
    pub(super) id: String,
    key: Vec<u8>,
    message: Vec<u8>,
    code: Vec<u8>,
}

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
    key_len: u64,
    msg: String,
    msg_len: u64,
    mac: String,
    mac_len: u64,
}

/// The hash function of a file from its name, if this module can run it: `HMAC-SHA2-512-2.0`.
pub(super) fn algorithm(stem: &str) -> Option<Algorithm> {
    acvp::algorithm(stem.strip_prefix("HMAC-")?).filter(|algorithm| !algorithm.is_xof())
}

/// Reads a file of [`algorithm`]. All lengths are whole bytes in them; anything else is an error, not a gap.
pub(super) fn parse(json: &[u8], algorithm: Algorithm) -> Result<Suite> {
    let file: File = serde_json::from_slice(json)?;
    let name = file.algorithm.strip_prefix("HMAC-").with_context(|| format!("it is about {}", file.algorithm))?;
    ensure!(acvp::plain(name) == acvp::plain(algorithm.name()), "it is about {name}");
    let mut suite = Suite { algorithm: Some(algorithm), ..Suite::default() };
    for Group { tg_id, test_type, tests } in &file.test_groups {
        ensure!(test_type == "AFT", "test type {test_type:?}");
        for test in tests {
            let id = format!("tgId {tg_id} tcId {}", test.tc_id);
            let bytes = |hex: &str, bits: u64| -> Result<Vec<u8>> {
                let bytes = unhex(hex)?;
                ensure!(8 * bytes.len() as u64 == bits, "{} bytes for {bits} bits", bytes.len());
                Ok(bytes)
            };
            let read = || -> Result<Mac> {
                let code = bytes(&test.mac, test.mac_len)?;
                ensure!(!code.is_empty() && 8 * code.len() <= algorithm.digest_bits(), "{} bytes of code", code.len());
                Ok(Mac {
                    id: id.clone(),
                    key: bytes(&test.key, test.key_len)?,
                    message: bytes(&test.msg, test.msg_len)?,
                    code,
                })
            };
            suite.macs.push(read().with_context(|| id.clone())?);
        }
    }
    ensure!(!suite.macs.is_empty(), "no case in it");
    Ok(suite)
}

/// The case on one backend, and through the crate `hmac`, which takes what the library chooses.
pub(super) fn run(algorithm: Algorithm, backend: Backend, case: &Mac) -> Result<(), String> {
    let Mac { key, message, code, .. } = case;
    let ours = by_hasher(algorithm, backend, key, message).map_err(|error| error.to_string())?;
    let theirs = by_crate(algorithm, key, message)?;
    for (name, got) in [("by the hasher", ours), ("by the crate hmac", theirs)] {
        if got.get(..code.len()) != Some(code) {
            return Err(format!("another code {name}"));
        }
    }
    Ok(())
}

/// FIPS 198-1, table 1.
fn by_hasher(algorithm: Algorithm, backend: Backend, key: &[u8], text: &[u8]) -> Result<Vec<u8>, lanesum::Error> {
    let hash = |parts: [&[u8]; 2]| {
        let mut hasher = Hasher::with_backend(algorithm, backend)?;
        for part in parts {
            hasher.update(part);
        }
        let mut digest = vec![0; algorithm.digest_bits() / 8];
        hasher.finalize().read(&mut digest);
        Ok(digest)
    };
    let block = algorithm.block_bytes();
    let mut k0 = if key.len() > block { hash([key, &[]])? } else { key.to_vec() };
    k0.resize(block, 0);
    let padded = |pad: u8| k0.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>();
    hash([&padded(0x5c), &hash([&padded(0x36), text])?])
}

fn by_crate(algorithm: Algorithm, key: &[u8], text: &[u8]) -> Result<Vec<u8>, String> {
    fn code<M: hmac::Mac + KeyInit>(key: &[u8], text: &[u8]) -> Result<Vec<u8>, String> {
        let mut mac = <M as KeyInit>::new_from_slice(key).map_err(|error| error.to_string())?;
        mac.update(text);
        Ok(mac.finalize().into_bytes().to_vec())
    }
    match algorithm {
        Algorithm::Sha224 => code::<Hmac<lanesum::Sha224>>(key, text),
        Algorithm::Sha256 => code::<Hmac<lanesum::Sha256>>(key, text),
        Algorithm::Sha384 => code::<Hmac<lanesum::Sha384>>(key, text),
        Algorithm::Sha512 => code::<Hmac<lanesum::Sha512>>(key, text),
        Algorithm::Sha512_224 => code::<Hmac<lanesum::Sha512_224>>(key, text),
        Algorithm::Sha512_256 => code::<Hmac<lanesum::Sha512_256>>(key, text),
        Algorithm::Sha3_224 => code::<SimpleHmac<lanesum::Sha3_224>>(key, text),
        Algorithm::Sha3_256 => code::<SimpleHmac<lanesum::Sha3_256>>(key, text),
        Algorithm::Sha3_384 => code::<SimpleHmac<lanesum::Sha3_384>>(key, text),
        Algorithm::Sha3_512 => code::<SimpleHmac<lanesum::Sha3_512>>(key, text),
        other => Err(format!("no HMAC over {other}: add it here")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(key: &[u8], message: &[u8], code: &str) -> Mac {
        Mac { id: String::new(), key: key.to_vec(), message: message.to_vec(), code: unhex(code).unwrap() }
    }

    /// RFC 4231, test case 2, and one bit of it changed.
    #[test]
    fn a_code_is_right_or_wrong() {
        let right = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        let run =
            |code| run(Algorithm::Sha256, Backend::Portable, &case(b"Jefe", b"what do ya want for nothing?", code));
        assert_eq!(run(right), Ok(()));
        assert_eq!(run(&right[..20]), Ok(()));
        assert!(run(&right.replace("5bdc", "5bdd")).is_err());
    }

    #[test]
    fn file_names_give_algorithms() {
        assert_eq!(algorithm("HMAC-SHA2-512-256-2.0"), Some(Algorithm::Sha512_256));
        for other in ["SHA2-512-1.0", "HMAC-SHAKE-128-1.0", "KMAC-128-1.0"] {
            assert_eq!(algorithm(other), None, "{other}");
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
        assert_eq!(parse(file("AFT", 8, "00"), Algorithm::Sha256).unwrap().macs.len(), 1);
        assert!(parse(file("AFT", 7, "00"), Algorithm::Sha256).is_err());
        assert!(parse(file("AFT", 8, ""), Algorithm::Sha256).is_err());
        assert!(parse(file("MVT", 8, "00"), Algorithm::Sha256).is_err());
        assert!(parse(file("AFT", 8, "00"), Algorithm::Sha512).is_err());
    }
}
