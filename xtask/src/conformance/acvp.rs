//! NIST's ACVP files: JSON of prompts with their answers. Those of hash functions are read here.
//!
//! A message that ends within a byte has its last bits at the high end of that byte. SHA-2 takes them from there; for SHA-3
//! every one of the 1,300 such cases with up to 3,000 bits asks for a shift to the right, whatever descriptions of the
//! format say ("80" of 1 bit is the bit 1). SHA-3's outputs are the other way round: their last bits are the low ones.

use anyhow::{Context, Result, bail, ensure};
use lanesum::{Algorithm, BitOrder};
use serde_json::Value;

use super::bits::Bits;
use super::case::{Chain, Digest, Large, MonteCarlo, Suite};
use super::hex::unhex;

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
fn plain(name: &str) -> String {
    name.to_lowercase().replace("sha2-", "sha").replace(['-', '/'], "")
}

/// A group of a file, one of its tests, and what both are called.
pub(super) struct Test<'a> {
    pub(super) group: &'a Value,
    pub(super) content: &'a Value,
    pub(super) id: String,
}

impl Test<'_> {
    pub(super) fn kind(&self) -> &str {
        self.group["testType"].as_str().unwrap_or_default()
    }

    pub(super) fn text(&self, name: &str) -> Result<&str> {
        self.content[name].as_str().with_context(|| format!("no {name}"))
    }

    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        unhex(self.text(name)?)
    }

    pub(super) fn number(&self, name: &str) -> Result<u64> {
        self.content[name].as_u64().with_context(|| format!("no {name}"))
    }
}

/// Reads a file about `prefix` and the algorithm: `add` takes each test. A kind of test that it does not know is an error, not a gap.
pub(super) fn read(
    json: &[u8],
    prefix: &str,
    algorithm: Algorithm,
    add: impl Fn(&mut Suite, Test<'_>) -> Result<()>,
) -> Result<Suite> {
    let file: Value = serde_json::from_slice(json)?;
    let about = file["algorithm"].as_str().unwrap_or_default();
    let is_right = about.strip_prefix(prefix).is_some_and(|name| plain(name) == plain(algorithm.name()));
    ensure!(is_right, "it is about {about}");
    let mut suite = Suite { algorithm: Some(algorithm), ..Suite::default() };
    for group in file["testGroups"].as_array().into_iter().flatten() {
        for test in group["tests"].as_array().into_iter().flatten() {
            let id = format!("tgId {} tcId {} ({})", group["tgId"], test["tcId"], group["testType"]).replace('"', "");
            add(&mut suite, Test { group, content: test, id: id.clone() }).context(id)?;
        }
    }
    Ok(suite)
}

pub(super) fn parse(json: &[u8], algorithm: Algorithm) -> Result<Suite> {
    read(json, "", algorithm, |suite, test| add(suite, algorithm, test))
}

fn add(suite: &mut Suite, algorithm: Algorithm, test: Test<'_>) -> Result<()> {
    match test.kind() {
        "AFT" | "VOT" => {
            let message = message(algorithm.bit_order(), test.text("msg")?, test.number("len")?)?;
            let output = Bits::new(algorithm.bit_order(), test.bytes("md")?, output_bits(algorithm, &test)?)?;
            suite.digests.push(Digest { id: test.id, message, output });
        }
        "MCT" => {
            let seed = test.bytes("msg")?;
            ensure!(test.number("len")? == 8 * seed.len() as u64, "a seed of other bits");
            let bound = |name: &str| {
                let bits = test.group[name].as_u64().context("no bounds of the output's length")?;
                Ok::<_, anyhow::Error>(bits as usize)
            };
            let chain = match (algorithm.is_xof(), algorithm.bit_order(), test.group["mctVersion"].as_str()) {
                (true, _, Some("standard")) => {
                    Chain::Output { shortest: bound("minOutLen")?.div_ceil(8), longest: bound("maxOutLen")? / 8 }
                }
                (false, BitOrder::LowestFirst, Some("standard")) => Chain::Digest,
                (false, BitOrder::HighestFirst, Some("standard")) => Chain::ThreeDigests { bytes: None },
                (false, BitOrder::HighestFirst, Some("alternate")) => Chain::ThreeDigests { bytes: Some(seed.len()) },
                (_, _, other) => bail!("MCT version {other:?}"),
            };
            let steps = test.content["resultsArray"].as_array().context("no resultsArray")?;
            let outputs = steps.iter().map(|step| {
                let output = unhex(step["md"].as_str().context("no md")?)?;
                let bits = step["outLen"].as_u64();
                ensure!(bits.is_none_or(|bits| bits == 8 * output.len() as u64), "a digest of {bits:?} bits");
                Ok(output)
            });
            let outputs = outputs.collect::<Result<Vec<_>>>()?;
            ensure!(outputs.len() == 100, "{} results", outputs.len());
            suite.others.push(Box::new(MonteCarlo { id: test.id, algorithm, seed, outputs, chain }));
        }
        "LDT" => {
            let large = &test.content["largeMsg"];
            ensure!(large["expansionTechnique"] == "repeating", "expansion {}", large["expansionTechnique"]);
            let content = unhex(large["content"].as_str().context("no content")?)?;
            let bits = large["fullLength"].as_u64().context("no fullLength")?;
            let content_bits = 8 * content.len() as u64;
            ensure!(large["contentLength"] == content_bits && bits.is_multiple_of(8), "not whole bytes");
            let output = test.bytes("md")?;
            ensure!(8 * output.len() as u64 == output_bits(algorithm, &test)?, "an md of {} bytes", output.len());
            suite.slow.push(Box::new(Large { id: test.id, algorithm, content, bytes: bits / 8, output }));
        }
        other => bail!("test type {other:?}"),
    }
    Ok(())
}

fn output_bits(algorithm: Algorithm, test: &Test<'_>) -> Result<u64> {
    let given = test.number("outLen");
    if algorithm.is_xof() {
        return given;
    }
    let bits = algorithm.digest_bits() as u64;
    ensure!(given.as_ref().is_ok_and(|given| *given == bits) || given.is_err(), "another outLen");
    Ok(bits)
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
