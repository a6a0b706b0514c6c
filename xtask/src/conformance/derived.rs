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
use lanesum::{
    Algorithm, Backend, BitOrder, BitStr, CShake, Error, Kmac, ParallelHash, Parameter, Strength, TupleHash,
};

use super::acvp::{self, Test, message};
use super::bits::{Bits, compare};
use super::case::{Case, Suite};

/// The function of a file from its name, such as `KMAC-128-1.0`.
pub(super) fn function(stem: &str) -> Option<Algorithm> {
    let name = stem.strip_suffix("-1.0")?.replace('-', "").to_lowercase();
    Algorithm::ALL.iter().copied().find(|algorithm| algorithm.is_derived() && algorithm.name() == name)
}

/// Reads a file of [`function`]. A kind of test that is not known here is an error, not a gap.
pub(super) fn parse(json: &[u8], function: Algorithm) -> Result<Suite> {
    acvp::read(json, "", function, |suite, test| {
        suite.others.push(case(function, test)?);
        Ok(())
    })
}

fn case(function: Algorithm, test: Test<'_>) -> Result<Box<dyn Case>> {
    let is_kmac = function.needs_key();
    let is_xof = match (function.is_xof(), test.group["xof"].as_bool()) {
        (true, None) => true,
        (_, Some(is_xof)) => is_xof,
        (false, None) => bail!("it is not said whether it is an XOF"),
    };
    let text = |name: &str| test.text(name).unwrap_or_default().to_owned();
    let parameters = Parameters {
        function,
        is_xof,
        name: text("functionName").into_bytes(),
        customization: match test.group["hexCustomization"].as_bool() {
            Some(true) => test.bytes("customizationHex")?,
            _ => test.text("customization")?.as_bytes().to_vec(),
        },
        key: if is_kmac { (test.bytes("key")?, test.number("keyLen")?) } else { (Vec::new(), 0) },
        block_bytes: test.number("blockSize").unwrap_or_default(),
    };
    ensure!(parameters.key.0.len() as u64 == parameters.key.1.div_ceil(8), "a key of other bits");
    let output = || {
        let (digits, bits) = if is_kmac { ("mac", "macLen") } else { ("md", "outLen") };
        message(BitOrder::LowestFirst, test.text(digits)?, test.number(bits)?)
    };
    match test.kind() {
        "AFT" => {
            let (strings, output) = (strings(&parameters, &test)?, output()?);
            Ok(Box::new(Answer { id: test.id, strings, output, parameters, right: None }))
        }
        "MVT" => {
            ensure!(is_kmac, "a tag of what is no MAC");
            let (strings, output) = (strings(&parameters, &test)?, output()?);
            let right = Some(test.content["testPassed"].as_bool().context("no testPassed")?);
            Ok(Box::new(Answer { id: test.id, strings, output, parameters, right }))
        }
        "MCT" => {
            let of = |bound: &str| test.group[bound].as_u64().context("no bounds of the output's length");
            let [shortest, longest, step] = [of("minOutLen")?, of("maxOutLen")?, of("outLenIncrement")?];
            let seed = strings(&parameters, &test)?.pop().context("no seed")?;
            let steps = test.content["resultsArray"].as_array().context("no resultsArray")?;
            ensure!(!steps.is_empty(), "no results");
            let output = |step: &serde_json::Value| {
                let (md, bits) = (step["md"].as_str().context("no md")?, step["outLen"].as_u64().context("no outLen")?);
                message(BitOrder::LowestFirst, md, bits)
            };
            let outputs = steps.iter().map(output).collect::<Result<_>>()?;
            let shortest_block = of("minBlockSize").unwrap_or(1);
            let blocks = of("maxBlockSize").unwrap_or(shortest_block).saturating_sub(shortest_block) + 1;
            Ok(Box::new(MonteCarlo {
                id: test.id,
                parameters,
                seed: seed.bytes().to_vec(),
                lengths: (shortest as usize, longest as usize, step as usize),
                blocks: (shortest_block, blocks),
                outputs,
            }))
        }
        other => bail!("test type {other:?}"),
    }
}

/// The message, or the strings of a tuple.
fn strings(parameters: &Parameters, test: &Test<'_>) -> Result<Vec<Bits>> {
    // KMAC's files have other names than the others, and tuples several lengths.
    let len = if test.content["len"].is_null() { &test.content["msgLen"] } else { &test.content["len"] };
    match (test.content["tuple"].as_array(), len.as_array(), len.as_u64()) {
        (Some(tuple), Some(lengths), _) => {
            ensure!(tuple.len() == lengths.len(), "{} strings and {} lengths", tuple.len(), lengths.len());
            let string = |(string, bits): (&serde_json::Value, &serde_json::Value)| {
                let (string, bits) = (string.as_str().context("no string")?, bits.as_u64().context("no length")?);
                message(BitOrder::LowestFirst, string, bits)
            };
            tuple.iter().zip(lengths).map(string).collect()
        }
        (None, None, Some(bits)) => {
            let mut whole = message(BitOrder::LowestFirst, test.text("msg")?, bits)?;
            if parameters.function.takes(Parameter::BlockBytes) {
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
    function: Algorithm,
    /// Whether the output's length is not bound in.
    is_xof: bool,
    name: Vec<u8>,
    customization: Vec<u8>,
    key: (Vec<u8>, u64),
    block_bytes: u64,
}

impl Parameters {
    /// `bits` bits of output of the strings: of one message but for `TupleHash`.
    fn hash(&self, backend: Backend, strings: &[BitStr<'_>], bits: u64) -> Result<Vec<u8>, Error> {
        if self.function.name().ends_with("128") {
            self.hash_with::<Bits128>(backend, strings, bits)
        } else {
            self.hash_with::<Bits256>(backend, strings, bits)
        }
    }

    fn mac<S: Strength>(&self, backend: Backend, strings: &[BitStr<'_>]) -> Result<Kmac<S>, Error> {
        let key = BitStr::with_whole_last_byte(&self.key.0, self.key.1)?;
        let mut mac = Kmac::with_backend(backend, key, &self.customization[..])?;
        for string in strings {
            mac.update_bits(*string);
        }
        Ok(mac)
    }

    fn hash_with<S: Strength>(&self, backend: Backend, strings: &[BitStr<'_>], bits: u64) -> Result<Vec<u8>, Error> {
        let mut out = vec![0xa5; bits.div_ceil(8) as usize];
        let customization = &self.customization[..];
        // The types have no trait in common that takes bits.
        macro_rules! finish {
            ($hasher:ident) => {
                if self.is_xof {
                    $hasher.finalize_xof().read_bits(&mut out, bits)?
                } else {
                    $hasher.finalize_bits_to(&mut out, bits)?
                }
            };
        }
        if self.function.takes(Parameter::FunctionName) {
            let mut hasher = CShake::<S>::with_backend(backend, &self.name[..], customization)?;
            for string in strings {
                hasher.update_bits(*string);
            }
            hasher.finalize_xof().read_bits(&mut out, bits)?;
        } else if self.function.needs_key() {
            let mac = self.mac::<S>(backend, strings)?;
            finish!(mac);
        } else if self.function.is_of_tuples() {
            let mut hasher = TupleHash::<S>::with_backend(backend, customization)?;
            for string in strings {
                hasher.push(*string);
            }
            finish!(hasher);
        } else {
            let mut hasher = <ParallelHash<S>>::with_backend(backend, self.block_bytes, customization)?;
            for string in strings {
                hasher.update_bits(*string);
            }
            finish!(hasher);
        }
        Ok(out)
    }
}

fn borrowed(strings: &[Bits]) -> Result<Vec<BitStr<'_>>, String> {
    strings.iter().map(|bits| BitStr::from_bits(bits.bytes(), bits.len()).map_err(|e| e.to_string())).collect()
}

/// One message and its output, or a tag that is right or wrong.
struct Answer {
    id: String,
    parameters: Parameters,
    strings: Vec<Bits>,
    output: Bits,
    right: Option<bool>,
}

impl Case for Answer {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        let strings = borrowed(&self.strings)?;
        let Some(right) = self.right else {
            let got = self.parameters.hash(backend, &strings, self.output.len()).map_err(|e| e.to_string())?;
            return compare(&got, self.output.bytes());
        };
        let verified = if self.parameters.function.name().ends_with("128") {
            self.verify::<Bits128>(backend, &strings)
        } else {
            self.verify::<Bits256>(backend, &strings)
        };
        match (verified, right) {
            (Ok(()), true) | (Err(Error::WrongTag), false) => Ok(()),
            (Ok(()), false) => Err("a wrong tag was taken".to_owned()),
            (Err(error), _) => Err(error.to_string()),
        }
    }
}

impl Answer {
    fn verify<S: Strength>(&self, backend: Backend, strings: &[BitStr<'_>]) -> Result<(), Error> {
        let mac = self.parameters.mac::<S>(backend, strings)?;
        let (tag, bits) = (self.output.bytes(), self.output.len());
        if self.parameters.is_xof { mac.verify_xof_bits(tag, bits) } else { mac.verify_bits(tag, bits) }
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
        if !self.parameters.function.is_of_tuples() {
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
        assert_eq!(function("KMAC-128-1.0"), Some(Algorithm::Kmac128));
        assert_eq!(function("ParallelHash-256-1.0"), Some(Algorithm::ParallelHash256));
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
        let kmac = Algorithm::Kmac128;
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
        let kmac = Algorithm::Kmac128;
        let test = r#""key": "00", "keyLen": 8, "msg": "00", "msgLen": 8, "mac": "00000000", "macLen": 32"#;
        let parse = |group: &str, function| super::parse(file(group, test).as_bytes(), function);
        assert!(parse(r#""testType": "AFT", "xof": true"#, kmac).is_ok());
        assert!(parse(r#""testType": "AFT""#, kmac).is_err());
        assert!(parse(r#""testType": "LDT", "xof": true"#, kmac).is_err());
        assert!(parse(r#""testType": "MVT", "xof": true"#, kmac).is_err());
        assert!(parse(r#""testType": "AFT", "xof": true"#, Algorithm::CShake128).is_err());
    }
}
