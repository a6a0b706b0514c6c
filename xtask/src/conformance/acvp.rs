//! NIST's ACVP files: JSON of prompts with their answers.
//!
//! A message that ends within a byte has its last bits at the high end of that byte. SHA-2 takes them from there; for SHA-3
//! every one of the 1,300 such cases with up to 3,000 bits asks for a shift to the right, whatever descriptions of the
//! format say ("80" of 1 bit is the bit 1). SHA-3's outputs are the other way round: their last bits are the low ones.

use anyhow::{Context, Result, bail, ensure};
use lanesum::{Algorithm, BitOrder};
use serde::Deserialize;

use super::bits::Bits;
use super::case::{Chain, Digest, Large, MonteCarlo, Suite};
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
    mct_version: Option<String>,
    min_out_len: Option<usize>,
    max_out_len: Option<usize>,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    tc_id: u64,
    len: u64,
    msg: Option<String>,
    md: Option<String>,
    out_len: Option<u64>,
    results_array: Option<Vec<Step>>,
    large_msg: Option<LargeMessage>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    md: String,
    out_len: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LargeMessage {
    content: String,
    content_length: u64,
    full_length: u64,
    expansion_technique: String,
}

/// The algorithm of a file from its name, if this module can run it: `SHA3-256-2.0` or `SHAKE-128-FIPS202`.
pub(super) fn algorithm(stem: &str) -> Option<Algorithm> {
    let (name, _revision) = stem.rsplit_once('-')?;
    let name = match name.split_once('-')? {
        ("SHA3", bits) => format!("sha3-{bits}"),
        ("SHAKE", bits) => format!("shake{bits}"),
        ("SHA2", bits) => format!("sha{bits}"),
        _ => return None,
    };
    name.parse().ok()
}

/// A name without what NIST and we write differently: SHA2-512/256 is sha512-256 here.
pub(super) fn plain(name: &str) -> String {
    name.to_lowercase().replace("sha2-", "sha").replace(['-', '/'], "")
}

/// Reads a file of [`algorithm`]. A kind of test that is not known here is an error, not a gap.
pub(super) fn parse(json: &[u8], algorithm: Algorithm) -> Result<Suite> {
    let file: File = serde_json::from_slice(json)?;
    ensure!(plain(&file.algorithm) == plain(algorithm.name()), "it is about {}", file.algorithm);
    let mut suite = Suite { algorithm: Some(algorithm), ..Suite::default() };
    for group in &file.test_groups {
        for test in &group.tests {
            let id = format!("tgId {} tcId {} ({})", group.tg_id, test.tc_id, group.test_type);
            add(&mut suite, group, test, &id).with_context(|| id.clone())?;
        }
    }
    ensure!(!suite.digests.is_empty(), "no case in it");
    Ok(suite)
}

fn add(suite: &mut Suite, group: &Group, test: &Test, id: &str) -> Result<()> {
    let algorithm = suite.algorithm.context("no algorithm")?;
    let id = id.to_owned();
    match group.test_type.as_str() {
        "AFT" | "VOT" => {
            let length = output_bits(algorithm, test.out_len)?;
            let message = message(algorithm.bit_order(), test.msg.as_deref().context("no msg")?, test.len)?;
            let output = Bits::new(algorithm.bit_order(), unhex(test.md.as_deref().context("no md")?)?, length)?;
            suite.digests.push(Digest { id, message, output });
        }
        "MCT" => {
            let seed = unhex(test.msg.as_deref().context("no msg")?)?;
            ensure!(test.len == 8 * seed.len() as u64, "a seed of {} bits", test.len);
            let chain = match (algorithm.is_xof(), algorithm.bit_order(), group.mct_version.as_deref()) {
                (true, _, Some("standard")) => match (group.min_out_len, group.max_out_len) {
                    (Some(shortest), Some(longest)) => {
                        Chain::Output { shortest: shortest.div_ceil(8), longest: longest / 8 }
                    }
                    _ => bail!("no bounds of the output's length"),
                },
                (false, BitOrder::LowestFirst, Some("standard")) => Chain::Digest,
                (false, BitOrder::HighestFirst, Some("standard")) => Chain::ThreeDigests { bytes: None },
                (false, BitOrder::HighestFirst, Some("alternate")) => Chain::ThreeDigests { bytes: Some(seed.len()) },
                (_, _, other) => bail!("MCT version {other:?}"),
            };
            let outputs = test.results_array.as_deref().context("no resultsArray")?.iter().map(|step| {
                let output = unhex(&step.md)?;
                ensure!(
                    step.out_len.is_none_or(|bits| bits == 8 * output.len() as u64),
                    "a digest of {:?} bits",
                    step.out_len
                );
                Ok(output)
            });
            let outputs = outputs.collect::<Result<Vec<_>>>()?;
            ensure!(outputs.len() == 100, "{} results", outputs.len());
            suite.monte_carlo.push(MonteCarlo { id, seed, outputs, chain });
        }
        "LDT" => {
            let large = test.large_msg.as_ref().context("no largeMsg")?;
            ensure!(large.expansion_technique == "repeating", "expansion {:?}", large.expansion_technique);
            let content = unhex(&large.content)?;
            ensure!(
                large.content_length == 8 * content.len() as u64 && large.full_length.is_multiple_of(8),
                "not whole bytes"
            );
            let output = unhex(test.md.as_deref().context("no md")?)?;
            ensure!(
                8 * output.len() as u64 == output_bits(algorithm, test.out_len)?,
                "an md of {} bytes",
                output.len()
            );
            suite.large.push(Large { id, content, bytes: large.full_length / 8, output });
        }
        other => bail!("test type {other:?}"),
    }
    Ok(())
}

fn output_bits(algorithm: Algorithm, given: Option<u64>) -> Result<u64> {
    match (algorithm.is_xof(), given) {
        (true, Some(bits)) => Ok(bits),
        (true, None) => bail!("no outLen"),
        (false, None) => Ok(algorithm.digest_bits() as u64),
        (false, Some(bits)) => {
            ensure!(bits == algorithm.digest_bits() as u64, "outLen {bits}");
            Ok(bits)
        }
    }
}

/// The message of `len` bits that `hex` holds in ACVP's way, for a function that takes its bits in this order; an empty one may be written as "00".
pub(super) fn message(order: BitOrder, hex: &str, len: u64) -> Result<Bits> {
    let mut data = unhex(hex)?;
    if len == 0 {
        data.clear();
    }
    let shift = order == BitOrder::LowestFirst && !len.is_multiple_of(8);
    if let Some(last) = data.last_mut().filter(|_| shift) {
        *last >>= 8 - len % 8;
    }
    Bits::new(order, data, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_give_algorithms() {
        assert_eq!(algorithm("SHA3-256-2.0"), Some(Algorithm::Sha3_256));
        assert_eq!(algorithm("SHAKE-128-FIPS202"), Some(Algorithm::Shake128));
        assert_eq!(algorithm("SHA2-512-256-1.0"), Some(Algorithm::Sha512_256));
        for other in ["HMAC-SHA3-256-2.0", "cSHAKE-128-1.0", "SHA3-257-2.0", "x"] {
            assert_eq!(algorithm(other), None, "{other}");
        }
    }

    #[test]
    fn unknown_kinds_of_test_are_errors() {
        let file = |test_type: &str| {
            format!(
                r#"{{"algorithm": "SHA3-256", "testGroups": [{{"tgId": 1, "testType": "{test_type}", "tests":
                [{{"tcId": 1, "msg": "80", "len": 1, "md": "{}"}}]}}]}}"#,
                "00".repeat(32)
            )
        };
        let parse = |text: String, algorithm| super::parse(text.as_bytes(), algorithm);
        assert_eq!(parse(file("AFT"), Algorithm::Sha3_256).unwrap().digests.len(), 1);
        assert!(parse(file("MCT"), Algorithm::Sha3_256).is_err());
        assert!(parse(file("new"), Algorithm::Sha3_256).is_err());
        assert!(parse(file("AFT"), Algorithm::Sha3_512).is_err());
    }
}
