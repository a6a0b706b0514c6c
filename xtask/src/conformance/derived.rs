//! NIST's ACVP files for the functions of SP 800-185. They are for 128 bits; files for 256 would be read in the same way.
//!
//! The meaning of their bits, found by trying all readings of every case:
//! - A message that ends within a byte has its last bits at the high end of that byte, as in the files for SHA-3; outputs have
//!   them there, too, unlike those.
//! - A key has them there as well, but is hashed with that byte as it stands (`left_encode` of the number of bits before it).
//!   SP 800-185 would have them at the low end there: see `BitStr::with_whole_last_byte`.
//! - Of `ParallelHash`'s message, a last block of fewer than eight bits is left out and not counted, as if the number of blocks
//!   were made of whole bytes. SP 800-185 (section 6.3) counts it. Such a message is hashed here without these bits.

use anyhow::{Context, Result, bail, ensure};
use lanesum::digest::ExtendableOutput;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Backend, BitOrder, BitStr, CShake, Error, Kmac, ParallelHash, Strength, TupleHash};
use serde::Deserialize;

use super::acvp::message;
use super::bits::{Bits, compare};
use super::case::{Case, Suite};
use super::hex::unhex;

/// One of the functions, in one of the two strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Function {
    kind: Construction,
    strength: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Construction {
    CShake,
    Kmac,
    TupleHash,
    ParallelHash,
}

/// Whether the output's length is bound in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Bound,
    Arbitrary,
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
    xof: Option<bool>,
    hex_customization: bool,
    min_out_len: Option<usize>,
    max_out_len: Option<usize>,
    out_len_increment: Option<usize>,
    min_block_size: Option<u64>,
    max_block_size: Option<u64>,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    tc_id: u64,
    customization: String,
    customization_hex: Option<String>,
    function_name: Option<String>,
    key: Option<String>,
    key_len: Option<u64>,
    msg: Option<String>,
    #[serde(alias = "msgLen")]
    len: Option<Lengths>,
    tuple: Option<Vec<String>>,
    block_size: Option<u64>,
    #[serde(alias = "mac")]
    md: Option<String>,
    #[serde(alias = "macLen")]
    out_len: Option<u64>,
    #[serde(rename = "testPassed")]
    right: Option<bool>,
    results_array: Option<Vec<Step>>,
}

/// One length, or one for each string of a tuple.
#[derive(Deserialize)]
#[serde(untagged)]
enum Lengths {
    One(u64),
    Each(Vec<u64>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    md: String,
    out_len: u64,
}

/// The function of a file from its name, such as `KMAC-128-1.0`.
pub(super) fn function(stem: &str) -> Option<Function> {
    let (name, strength) = stem.strip_suffix("-1.0")?.rsplit_once('-')?;
    let kind = match name {
        "cSHAKE" => Construction::CShake,
        "KMAC" => Construction::Kmac,
        "TupleHash" => Construction::TupleHash,
        "ParallelHash" => Construction::ParallelHash,
        _ => return None,
    };
    let strength = strength.parse().ok().filter(|strength| [128, 256].contains(strength))?;
    Some(Function { kind, strength })
}

/// Reads a file of [`function`]. A kind of test that is not known here is an error, not a gap.
pub(super) fn parse(json: &[u8], function: Function) -> Result<Suite> {
    let file: File = serde_json::from_slice(json)?;
    let of = self::function(&format!("{}-1.0", file.algorithm));
    ensure!(of == Some(function), "it is about {}", file.algorithm);
    let mut suite = Suite::default();
    for group in &file.test_groups {
        for test in &group.tests {
            let id = format!("tgId {} tcId {} ({})", group.tg_id, test.tc_id, group.test_type);
            suite.others.push(case(function, group, test, id.clone()).context(id)?);
        }
    }
    ensure!(!suite.others.is_empty(), "no case in it");
    Ok(suite)
}

fn case(function: Function, group: &Group, test: &Test, id: String) -> Result<Box<dyn Case>> {
    let length = match (function.kind, group.xof) {
        (Construction::CShake, None) | (_, Some(true)) => Length::Arbitrary,
        (_, Some(false)) => Length::Bound,
        (_, None) => bail!("it is not said whether it is an XOF"),
    };
    let parameters = Parameters {
        function,
        length,
        name: test.function_name.clone().unwrap_or_default().into_bytes(),
        customization: match (&test.customization_hex, group.hex_customization) {
            (Some(digits), true) => unhex(digits)?,
            (None | Some(_), false) => test.customization.clone().into_bytes(),
            (None, true) => bail!("no customizationHex"),
        },
        key: match function.kind {
            Construction::Kmac => Some(key(test)?),
            _ => None,
        },
        block_bytes: test.block_size.unwrap_or_default(),
    };
    match group.test_type.as_str() {
        "AFT" => Ok(Box::new(Answer { id, strings: strings(&parameters, test)?, output: output(test)?, parameters })),
        "MVT" => {
            ensure!(function.kind == Construction::Kmac, "a tag of what is no MAC");
            let (strings, tag) = (strings(&parameters, test)?, output(test)?);
            Ok(Box::new(Verification { id, strings, tag, right: test.right.context("no testPassed")?, parameters }))
        }
        "MCT" => {
            let of = |bound: Option<usize>| bound.context("no bounds of the output's length");
            let seed = strings(&parameters, test)?.pop().context("no seed")?;
            let outputs = test.results_array.as_deref().context("no resultsArray")?;
            ensure!(!outputs.is_empty(), "no results");
            let shortest_block = group.min_block_size.unwrap_or(1);
            let blocks = group.max_block_size.unwrap_or(shortest_block).saturating_sub(shortest_block) + 1;
            Ok(Box::new(MonteCarlo {
                id,
                parameters,
                seed: seed.bytes().to_vec(),
                lengths: (of(group.min_out_len)?, of(group.max_out_len)?, of(group.out_len_increment)?),
                blocks: (shortest_block, blocks),
                outputs: outputs
                    .iter()
                    .map(|step| message(BitOrder::LowestFirst, &step.md, step.out_len))
                    .collect::<Result<_>>()?,
            }))
        }
        other => bail!("test type {other:?}"),
    }
}

fn key(test: &Test) -> Result<(Vec<u8>, u64)> {
    let bits = test.key_len.context("no keyLen")?;
    let key = unhex(test.key.as_deref().context("no key")?)?;
    ensure!(key.len() as u64 == bits.div_ceil(8), "{} bytes for a key of {bits} bits", key.len());
    Ok((key, bits))
}

fn output(test: &Test) -> Result<Bits> {
    message(BitOrder::LowestFirst, test.md.as_deref().context("no md")?, test.out_len.context("no outLen")?)
}

/// The message, or the strings of a tuple.
fn strings(parameters: &Parameters, test: &Test) -> Result<Vec<Bits>> {
    match (&test.tuple, &test.msg, &test.len) {
        (Some(tuple), None, Some(Lengths::Each(lengths))) => {
            ensure!(tuple.len() == lengths.len(), "{} strings and {} lengths", tuple.len(), lengths.len());
            tuple.iter().zip(lengths).map(|(string, bits)| message(BitOrder::LowestFirst, string, *bits)).collect()
        }
        (None, Some(msg), Some(Lengths::One(bits))) => {
            let mut whole = message(BitOrder::LowestFirst, msg, *bits)?;
            if parameters.function.kind == Construction::ParallelHash {
                ensure!(parameters.block_bytes > 0, "no blockSize");
                let rest = bits % (8 * parameters.block_bytes);
                if rest < 8 {
                    whole.truncate(bits - rest);
                }
            }
            Ok(vec![whole])
        }
        _ => bail!("neither a message nor a tuple"),
    }
}

/// All but the message.
#[derive(Clone)]
struct Parameters {
    function: Function,
    length: Length,
    name: Vec<u8>,
    customization: Vec<u8>,
    key: Option<(Vec<u8>, u64)>,
    block_bytes: u64,
}

impl Parameters {
    /// `bits` bits of output of the strings: of one message but for `TupleHash`.
    fn hash(&self, backend: Backend, strings: &[BitStr<'_>], bits: u64) -> Result<Vec<u8>, Error> {
        match self.function.strength {
            128 => self.hash_with::<Bits128>(backend, strings, bits),
            _ => self.hash_with::<Bits256>(backend, strings, bits),
        }
    }

    fn mac<S: Strength>(&self, backend: Backend, strings: &[BitStr<'_>]) -> Result<Kmac<S>, Error> {
        let (key, bits) = self.key.as_ref().map_or((&[][..], 0), |(key, bits)| (key, *bits));
        let key = BitStr::with_whole_last_byte(key, bits)?;
        let mut mac = Kmac::with_backend(backend, key, &self.customization[..])?;
        for string in strings {
            mac.update_bits(*string);
        }
        Ok(mac)
    }

    fn hash_with<S: Strength>(&self, backend: Backend, strings: &[BitStr<'_>], bits: u64) -> Result<Vec<u8>, Error> {
        let mut out = vec![0xa5; bits.div_ceil(8) as usize];
        let customization = &self.customization[..];
        match (self.function.kind, self.length) {
            (Construction::CShake, _) => {
                let mut hasher = CShake::<S>::with_backend(backend, &self.name[..], customization)?;
                for string in strings {
                    hasher.update_bits(*string);
                }
                hasher.finalize_xof().read_bits(&mut out, bits)?;
            }
            (Construction::Kmac, Length::Bound) => self.mac::<S>(backend, strings)?.finalize_bits_to(&mut out, bits)?,
            (Construction::Kmac, Length::Arbitrary) => {
                self.mac::<S>(backend, strings)?.finalize_xof().read_bits(&mut out, bits)?;
            }
            (Construction::TupleHash, length) => {
                let mut hasher = TupleHash::<S>::with_backend(backend, customization)?;
                for string in strings {
                    hasher.push(*string);
                }
                match length {
                    Length::Bound => hasher.finalize_bits_to(&mut out, bits)?,
                    Length::Arbitrary => hasher.finalize_xof().read_bits(&mut out, bits)?,
                }
            }
            (Construction::ParallelHash, length) => {
                let mut hasher = <ParallelHash<S>>::with_backend(backend, self.block_bytes, customization)?;
                for string in strings {
                    hasher.update_bits(*string);
                }
                match length {
                    Length::Bound => hasher.finalize_bits_to(&mut out, bits)?,
                    Length::Arbitrary => hasher.finalize_xof().read_bits(&mut out, bits)?,
                }
            }
        }
        Ok(out)
    }
}

fn borrowed(strings: &[Bits]) -> Result<Vec<BitStr<'_>>, String> {
    strings.iter().map(|bits| BitStr::from_bits(bits.bytes(), bits.len()).map_err(|e| e.to_string())).collect()
}

/// One message and its output.
struct Answer {
    id: String,
    parameters: Parameters,
    strings: Vec<Bits>,
    output: Bits,
}

impl Case for Answer {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        let strings = borrowed(&self.strings)?;
        let got = self.parameters.hash(backend, &strings, self.output.len()).map_err(|e| e.to_string())?;
        compare(&got, self.output.bytes())
    }
}

/// One message and a tag, right or wrong.
struct Verification {
    id: String,
    parameters: Parameters,
    strings: Vec<Bits>,
    tag: Bits,
    right: bool,
}

impl Case for Verification {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        match self.parameters.function.strength {
            128 => self.verify::<Bits128>(backend),
            _ => self.verify::<Bits256>(backend),
        }
    }
}

impl Verification {
    fn verify<S: Strength>(&self, backend: Backend) -> Result<(), String> {
        let mac = self.parameters.mac::<S>(backend, &borrowed(&self.strings)?).map_err(|e| e.to_string())?;
        let (tag, bits) = (self.tag.bytes(), self.tag.len());
        let verified = match self.parameters.length {
            Length::Bound => mac.verify_bits(tag, bits),
            Length::Arbitrary => mac.verify_xof_bits(tag, bits),
        };
        match (verified, self.right) {
            (Ok(()), true) | (Err(Error::WrongTag), false) => Ok(()),
            (Ok(()), false) => Err("a wrong tag was taken".to_owned()),
            (Err(error), _) => Err(error.to_string()),
        }
    }
}

/// A chain of 1000 outputs for each result: each makes the message, the customization and the length of the next, of
/// `TupleHash` how many strings there are, of `ParallelHash` the block (draft-celi-acvp-xof, section 6.2).
struct MonteCarlo {
    id: String,
    parameters: Parameters,
    seed: Vec<u8>,
    /// The shortest and the longest output, and the steps between, in bits.
    lengths: (usize, usize, usize),
    /// The shortest block, and how many lengths there are.
    blocks: (u64, u64),
    outputs: Vec<Bits>,
}

impl Case for MonteCarlo {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        let (shortest, longest, step) = self.lengths;
        let mut parameters = self.parameters.clone();
        parameters.block_bytes = self.blocks.0;
        let (mut output, mut bits) = (self.seed.clone(), longest / 8 * 8);
        for (round, expected) in self.outputs.iter().enumerate() {
            let mut last = 0;
            for _ in 0..1000 {
                let message = self.next_message(&output);
                let strings = message.iter().map(|string| BitStr::new(string)).collect::<Vec<_>>();
                output = parameters.hash(backend, &strings, bits as u64).map_err(|e| e.to_string())?;
                last = bits;
                // From here on, the bits are those of the file: at the high end of the last byte.
                let spare = (8 - bits % 8) % 8;
                if let Some(byte) = output.last_mut() {
                    *byte <<= spare;
                }
                let [.., a, b, c] = output[..] else { return Err("an output of fewer than 17 bits".to_owned()) };
                let rightmost = (u32::from_be_bytes([0, a, b, c]) >> spare) as u16;
                bits = shortest + usize::from(rightmost) % (longest - shortest + 1) / step * step;
                parameters.block_bytes = self.blocks.0 + u64::from(rightmost & 0xff) % self.blocks.1;
                let source = message[0].iter().copied().chain(rightmost.to_be_bytes());
                parameters.customization = source.map(|byte| b'A' + byte % 26).collect();
            }
            let mut low = output.clone();
            if let Some(byte) = low.last_mut() {
                *byte >>= (8 - last % 8) % 8;
            }
            compare(&low, expected.bytes()).map_err(|what| format!("round {round}: {what}"))?;
        }
        Ok(())
    }
}

impl MonteCarlo {
    /// The first bits of an output, filled up with zeroes: 128, or 288 in one to four strings of equal length.
    fn next_message(&self, output: &[u8]) -> Vec<Vec<u8>> {
        let first = |bytes: usize| output.iter().copied().chain(std::iter::repeat(0)).take(bytes).collect::<Vec<u8>>();
        if self.parameters.function.kind != Construction::TupleHash {
            return vec![first(16)];
        }
        let message = first(36);
        let strings = usize::from(message[0] >> 5) % 4 + 1;
        message.chunks(message.len() / strings).map(<[u8]>::to_vec).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_give_functions() {
        assert_eq!(function("KMAC-128-1.0"), Some(Function { kind: Construction::Kmac, strength: 128 }));
        assert_eq!(
            function("ParallelHash-256-1.0"),
            Some(Function { kind: Construction::ParallelHash, strength: 256 })
        );
        for other in ["KMAC-128-2.0", "KMAC-512-1.0", "SHAKE-128-1.0", "HMAC-SHA3-256-2.0", "KMAC"] {
            assert_eq!(function(other), None, "{other}");
        }
    }

    fn file(group: &str, test: &str) -> String {
        format!(
            r#"{{"algorithm": "KMAC-128", "testGroups": [{{"tgId": 1, "hexCustomization": false, {group}, "tests":
            [{{"tcId": 1, "customization": "", {test}}}]}}]}}"#
        )
    }

    /// NIST's first sample of KMAC128: right, wrong by a bit, and with a tag that is said to be wrong.
    #[test]
    fn answers_and_verifications() {
        let kmac = Function { kind: Construction::Kmac, strength: 128 };
        let tag = "E5780B0D3EA6F7D3A429C5706AA43A00FADBD7D49628839E3187243F456EE14E";
        let passed = |test_type: &str, tag: &str, more: &str| {
            let key = "404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F";
            let test = format!(
                r#""key": "{key}", "keyLen": 256, "msg": "00010203", "msgLen": 32, "mac": "{tag}", "macLen": 256 {more}"#
            );
            let text = file(&format!(r#""testType": "{test_type}", "xof": false"#), &test);
            let suite = parse(text.as_bytes(), kmac).unwrap();
            assert_eq!(suite.cases(), 1);
            suite.run(Backend::Portable).passed == 1
        };
        let wrong = tag.replace("E14E", "E14F");
        assert!(passed("AFT", tag, "") && !passed("AFT", &wrong, ""));
        assert!(passed("MVT", tag, r#", "testPassed": true"#) && !passed("MVT", &wrong, r#", "testPassed": true"#));
        assert!(passed("MVT", &wrong, r#", "testPassed": false"#) && !passed("MVT", tag, r#", "testPassed": false"#));
    }

    #[test]
    fn unknown_kinds_of_test_are_errors() {
        let kmac = Function { kind: Construction::Kmac, strength: 128 };
        let test = r#""key": "00", "keyLen": 8, "msg": "00", "msgLen": 8, "mac": "00000000", "macLen": 32"#;
        let parse = |group: &str, function| super::parse(file(group, test).as_bytes(), function);
        assert!(parse(r#""testType": "AFT", "xof": true"#, kmac).is_ok());
        assert!(parse(r#""testType": "AFT""#, kmac).is_err());
        assert!(parse(r#""testType": "LDT", "xof": true"#, kmac).is_err());
        assert!(parse(r#""testType": "MVT", "xof": true"#, kmac).is_err());
        assert!(parse(r#""testType": "AFT", "xof": true"#, Function { kind: Construction::CShake, ..kmac }).is_err());
    }
}
