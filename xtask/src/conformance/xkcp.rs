//! The text files of the eXtended Keccak Code Package. In a message that ends within a byte, the last bits are the low
//! ones of that byte.

use anyhow::{Context, Result, bail, ensure};
use lanesum::{Algorithm, BitOrder};

use super::bits::Bits;
use super::case::{Case, Digest, Permutation, Suite};
use super::hex::unhex;
use super::keccak::{self, Construction, What};

/// The rounds of Keccak-f\[1600\].
const ROUNDS: usize = 24;
/// Bytes of its state.
const STATE: usize = 200;

/// How the states after each step are written.
#[derive(Clone, Copy)]
enum Lanes {
    Words,
    /// Pairs `even:odd` of bit-interleaved 32-bit words.
    Interleaved,
}

/// Reads a text.
pub(super) type Read = Box<dyn Fn(&str) -> Result<Suite>>;

/// The function that reads a file of this name, if this module can run it:
/// - `ShortMsgKAT_*`: lines of `Len = `, `Msg = ` and `MD = ` or `Squeezed = `; of `Keccakr…c…`, of the sponge without a suffix;
/// - `KeccakSpongeIntermediateValues_*`: messages in bits, each state before and after the permutation, outputs;
/// - `KeccakF-*-IntermediateValues*`: the state after every step of every round;
/// - `KeccakDuplexIntermediateValues_r*c*`: the duplex of this rate and capacity in steps;
/// - `KangarooTwelve`: titles say how message and customization string are made.
pub(super) fn reader(stem: &str) -> Option<Read> {
    let algorithm = |name: &str| match name.split_at_checked(5)? {
        ("SHA3-" | "SHAKE", _) => name.to_lowercase().parse::<Algorithm>().ok(),
        _ => None,
    };
    let narrow = |width| -> Read { Box::new(move |text| Ok(narrow(permutation(text, Lanes::Words, width)?))) };
    let whole: Option<Read> = match stem {
        "KeccakF-1600-IntermediateValues" => Some(Box::new(|text| permutation(text, Lanes::Words, 1600))),
        "KeccakF-1600-IntermediateValues32BI" => Some(Box::new(|text| permutation(text, Lanes::Interleaved, 1600))),
        "KeccakF-200-IntermediateValues" => Some(narrow(200)),
        "KeccakF-400-IntermediateValues" => Some(narrow(400)),
        "KeccakF-800-IntermediateValues" => Some(narrow(800)),
        "KangarooTwelve" => Some(Box::new(kangaroo)),
        _ => None,
    };
    let parts = || -> Option<Read> {
        let (kind, name) = stem.split_once('_')?;
        let general = keccak::rate_and_capacity(name.strip_prefix("Keccak").unwrap_or(name));
        let of: fn(&str, Option<Algorithm>) -> Result<Suite> = match kind {
            "ShortMsgKAT" => short_messages,
            "KeccakSpongeIntermediateValues" => sponge,
            "KeccakDuplexIntermediateValues" => {
                let (rate, capacity) = general?;
                return Some(Box::new(move |text| duplex(text, rate, capacity)));
            }
            _ => return None,
        };
        if let Some((rate, capacity)) = general {
            return Some(Box::new(move |text| Ok(without_suffix(of(text, None)?, rate, capacity))));
        }
        let algorithm = algorithm(name)?;
        Some(Box::new(move |text| of(text, Some(algorithm))))
    };
    whole.or_else(parts)
}

fn boxed(id: String, width: usize, what: What) -> Box<dyn Case> {
    Box::new(Construction { id, width, what })
}

/// The permutations of a width below 1600.
fn narrow(mut suite: Suite) -> Suite {
    let of = |Permutation { id, rounds, input, output }| {
        boxed(id, output.len(), What::Permutation { rounds, input, output })
    };
    Suite { others: suite.permutations.drain(..).map(of).collect(), ..Suite::default() }
}

/// The messages and outputs of the bare sponge.
fn without_suffix(mut suite: Suite, rate: usize, capacity: usize) -> Suite {
    let of = |Digest { id, message, output }| boxed(id, (rate + capacity) / 8, What::Sponge { rate, message, output });
    suite.others = suite.digests.drain(..).map(of).collect();
    suite
}

/// Whether an algorithm puts out this many bits; any number, where there is none.
fn puts_out(algorithm: Option<Algorithm>, bits: u64) -> bool {
    algorithm.is_none_or(|algorithm| algorithm.is_xof() || bits == algorithm.digest_bits() as u64)
}

/// `algorithm` is `None` for the bare sponge.
fn short_messages(text: &str, algorithm: Option<Algorithm>) -> Result<Suite> {
    let mut suite = Suite { algorithm, ..Suite::default() };
    let (mut length, mut message) = (None, None);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once(" = ").with_context(|| format!("line {number}: {line:?}"))?;
        match key {
            "Len" => length = Some(value.parse::<u64>().with_context(|| format!("line {number}"))?),
            "Msg" => message = Some(unhex(value).with_context(|| format!("line {number}"))?),
            "MD" | "Squeezed" => {
                let length = length.take().with_context(|| format!("line {number}: no Len"))?;
                let mut data = message.take().with_context(|| format!("line {number}: no Msg"))?;
                if length == 0 {
                    data.clear(); // the empty message is written as "00"
                }
                let output = unhex(value)?;
                let bits = 8 * output.len() as u64;
                let is_xof = algorithm.is_none_or(Algorithm::is_xof);
                ensure!(
                    (key == "Squeezed") == is_xof && puts_out(algorithm, bits),
                    "line {number}: {bits} bits of {key}"
                );
                suite.digests.push(Digest {
                    id: format!("Len {length}"),
                    message: Bits::new(BitOrder::LowestFirst, data, length)
                        .with_context(|| format!("line {number}"))?,
                    output: Bits::new(BitOrder::LowestFirst, output, bits)?,
                });
            }
            other => bail!("line {number}: {other:?} is no known field"),
        }
    }
    Ok(suite)
}

/// Titles such as `KangarooTwelve(M=7 times byte 0xFF, C=pattern 0x00 to 0xFA for 41^3 bytes, 10032 bytes), last 32 bytes`.
fn kangaroo(text: &str) -> Result<Suite> {
    let string = |text: &str| -> Option<Vec<u8>> {
        if text == "empty" {
            return Some(Vec::new());
        }
        if let Some(power) = text.strip_prefix("pattern 0x00 to 0xFA for ") {
            let (base, exponent) = power.strip_suffix(" bytes")?.split_once('^')?;
            let len = base.parse::<usize>().ok()?.checked_pow(exponent.parse().ok()?)?;
            return Some((0..=0xfa).cycle().take(len).collect());
        }
        let count = text.strip_suffix(" times byte 0xFF")?;
        Some(vec![0xff; count.parse().ok()?])
    };
    let mut suite = Suite::default();
    for section in sections(text) {
        let read = || {
            let (inside, after) = section.title.strip_prefix("KangarooTwelve(M=")?.split_once(')')?;
            let (message, rest) = inside.split_once(", C=")?;
            let (customization, len) = rest.rsplit_once(", ")?;
            let len: usize = len.strip_suffix(" bytes")?.parse().ok()?;
            let given = match after {
                "" => len,
                _ => after.strip_prefix(", last ")?.strip_suffix(" bytes")?.parse().ok()?,
            };
            Some((string(message)?, string(customization)?, len.checked_sub(given)?, given))
        };
        let (message, customization, skipped, given) = read().with_context(|| section.title.to_owned())?;
        let output = section.bytes()?;
        ensure!(output.len() == given, "{}: {} bytes", section.title, output.len());
        let id = section.title.to_owned();
        suite.others.push(boxed(id, STATE, What::Kt { message, customization, skipped, output }));
    }
    Ok(suite)
}

/// A title and the text under it, up to the next title.
struct Section<'a> {
    title: &'a str,
    body: Vec<&'a str>,
}

impl Section<'_> {
    fn bytes(&self) -> Result<Vec<u8>> {
        unhex(&self.body.concat().replace(' ', "")).with_context(|| self.title.to_owned())
    }
}

/// A title is a line that ends with a colon, or one in dashes or crosses.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = Vec::<Section<'_>>::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let titled =
            line.strip_suffix(':').or_else(|| (line.starts_with("---") || line.starts_with("+++")).then_some(line));
        if let Some(title) = titled {
            sections.push(Section { title, body: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.body.push(line);
        }
    }
    sections
}

/// A state after the permutation.
fn after(suite: &mut Suite, before: &mut Option<Vec<u8>>, section: &Section<'_>) -> Result<()> {
    let input = before.take().context("a state after the permutation, but none before")?;
    let output = section.bytes()?;
    ensure!(input.len() == STATE && output.len() == STATE, "a state of {} bytes", output.len());
    let id = format!("permutation {}", suite.permutations.len());
    suite.permutations.push(Permutation { id, rounds: ROUNDS, input, output });
    Ok(())
}

/// `algorithm` is `None` for the bare sponge.
fn sponge(text: &str, algorithm: Option<Algorithm>) -> Result<Suite> {
    let mut suite = Suite { algorithm, ..Suite::default() };
    let (mut message, mut before) = (None, None);
    let mut output = Vec::new();
    let mut example = 0;
    let finish = |suite: &mut Suite, message: &mut Option<Bits>, output: &mut Vec<u8>, example: usize| {
        if let Some(message) = message.take() {
            let bits = 8 * output.len() as u64;
            ensure!(bits > 0 && puts_out(algorithm, bits), "{bits} bits squeezed");
            let output = Bits::new(BitOrder::LowestFirst, std::mem::take(output), bits)?;
            suite.digests.push(Digest { id: format!("example {example}"), message, output });
        }
        Ok(())
    };
    for section in sections(text) {
        match section.title {
            title if title.starts_with("+++") => {
                finish(&mut suite, &mut message, &mut output, example)?;
                example += 1;
            }
            "Input message (in bits)" => message = Some(from_digits(&section.body)?),
            "Input of permutation" => before = Some(section.bytes()?),
            "State after permutation" => after(&mut suite, &mut before, &section)?,
            "Squeezed block" | "Squeezed block (part)" => output.extend(section.bytes()?),
            _ => {}
        }
    }
    finish(&mut suite, &mut message, &mut output, example)?;
    Ok(suite)
}

/// Each call takes an input and gives an output; the states in between test the permutation.
fn duplex(text: &str, rate: usize, capacity: usize) -> Result<Suite> {
    let mut suite = Suite::default();
    let (mut inputs, mut outputs, mut before) = (Vec::new(), Vec::new(), None);
    for section in sections(text) {
        if let Some(bits) = keccak::bits_of_title(section.title, "Input") {
            inputs.push(Bits::new(BitOrder::LowestFirst, section.bytes()?, bits)?);
        } else if let Some(bits) = keccak::bits_of_title(section.title, "Output") {
            outputs.push(Bits::new(BitOrder::LowestFirst, section.bytes()?, bits)?);
        } else if section.title == "Input of permutation" {
            before = Some(section.bytes()?);
        } else if section.title == "State after permutation" {
            after(&mut suite, &mut before, &section)?;
        }
    }
    let calls = keccak::calls(inputs, outputs)?;
    let id = format!("{} calls", calls.len());
    suite.others.push(boxed(id, (rate + capacity) / 8, What::Duplex { rate, calls }));
    Ok(suite)
}

/// Bits as `0 1 1 …`, in the order of the message.
fn from_digits(lines: &[&str]) -> Result<Bits> {
    let (mut data, mut len) = (Vec::new(), 0);
    for digit in lines.concat().chars().filter(|digit| !digit.is_whitespace()) {
        let bit = digit.to_digit(2).with_context(|| format!("bit {digit:?}"))? as u8;
        if len % 8 == 0 {
            data.push(0);
        }
        if let Some(last) = data.last_mut() {
            *last |= bit << (len % 8);
        }
        len += 1;
    }
    Bits::new(BitOrder::LowestFirst, data, len)
}

/// The state before each round becomes a case of its own: Keccak-p[1600, n] is the last n rounds, so that one file tests
/// every number of rounds.
fn permutation(text: &str, lanes: Lanes, width: usize) -> Result<Suite> {
    let (bytes, rounds) = (width / 8, 12 + 2 * (width / 25).ilog2() as usize);
    let mut suite = Suite::default();
    let mut starts = Vec::new();
    let mut example = 0;
    for section in sections(text) {
        match section.title {
            title if title.starts_with("+++ Example") => example += 1,
            "Input of permutation" => starts = vec![section.bytes()?],
            "After iota" => starts.push(state(&section.body, lanes, bytes)?),
            "State after permutation" => {
                let output = section.bytes()?;
                ensure!(output.len() == bytes, "a state of {} bytes", output.len());
                ensure!(starts.len() == rounds + 1, "{} states instead of {}", starts.len(), rounds + 1);
                ensure!(starts.pop().as_ref() == Some(&output), "the last round does not end in the output");
                for (round, input) in starts.drain(..).enumerate() {
                    let id = format!("example {example} from round {round}");
                    let output = output.clone();
                    suite.permutations.push(Permutation { id, rounds: rounds - round, input, output });
                }
            }
            _ => {}
        }
    }
    // Those with equally many rounds side by side: they are run in one go too.
    suite.permutations.sort_by_key(|case| case.rounds);
    Ok(suite)
}

/// 25 lanes as bytes, little end first.
fn state(lines: &[&str], lanes: Lanes, size: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size);
    for lane in lines.iter().flat_map(|line| line.split_whitespace()) {
        let lane = match lanes {
            Lanes::Words => u64::from_str_radix(lane, 16)?,
            Lanes::Interleaved => {
                let (even, odd) = lane.split_once(':').with_context(|| format!("lane {lane:?}"))?;
                spread(u32::from_str_radix(even, 16)?) | spread(u32::from_str_radix(odd, 16)?) << 1
            }
        };
        bytes.extend(&lane.to_le_bytes()[..size / 25]);
    }
    ensure!(bytes.len() == size, "a state of {} bytes", bytes.len());
    Ok(bytes)
}

/// Bit i of `half` becomes bit 2 i.
fn spread(half: u32) -> u64 {
    (0..32).map(|i| u64::from(half >> i & 1) << (2 * i)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interleaved_lanes_are_put_together() {
        let line = "00000000:8000008B ".repeat(25);
        let bytes = state(&[&line], Lanes::Interleaved, STATE).unwrap();
        assert_eq!(bytes[..8], 0x8000_0000_0000_808a_u64.to_le_bytes());
    }

    #[test]
    fn a_sponge_example_gives_a_digest_and_its_permutations() {
        let zero = "00 ".repeat(200);
        let text = format!(
            "+++ Example +++\n\nInput message (in bits):\n1 1 0 0 1 \n\nInput of permutation:\n{zero}\n\n\
             State after permutation:\n{zero}\n\nSqueezed block (part):\n{}\n",
            "AB ".repeat(28)
        );
        let suite = sponge(&text, Some(Algorithm::Sha3_224)).unwrap();
        assert_eq!((suite.digests.len(), suite.permutations.len(), suite.cases()), (1, 1, 4));
        assert!(sponge(&text, Some(Algorithm::Sha3_256)).is_err());
    }
}
