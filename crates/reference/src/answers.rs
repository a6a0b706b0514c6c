//! Published answers of all functions: `answers.txt`, which says how to read it.

use crate::bits::BitString;
use crate::named::{self, Inputs};

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The line, to name it where a test fails.
    pub line: &'static str,
    /// The function's name.
    pub function: &'static str,
    /// The inputs of the function beside the message.
    pub inputs: Inputs,
    /// The message; for `TupleHash`, its strings. Bytes, and the number of bits.
    pub strings: Vec<(Vec<u8>, usize)>,
    /// How many bytes of output come before [`output`](Self::output).
    pub from: usize,
    /// The output.
    pub output: Vec<u8>,
    /// Whether the output is only the beginning of a digest.
    pub is_cut: bool,
}

impl Answer {
    /// The strings as strings of bits, in the function's order.
    pub fn bit_strings(&self) -> Vec<BitString> {
        let of =
            if named::is_highest_first(self.function) { BitString::from_bits_msb } else { BitString::from_bits_lsb };
        self.strings.iter().map(|(bytes, bits)| of(bytes, *bits)).collect()
    }
}

/// All lines.
pub fn all() -> Vec<Answer> {
    include_str!("answers.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(read).collect()
}

/// The lines that begin so: for Miri, to which all of them are too many.
pub fn beginning_with(text: &str) -> Vec<Answer> {
    include_str!("answers.txt").lines().filter(|line| line.starts_with(text)).map(read).collect()
}

fn read(line: &'static str) -> Answer {
    let (asked, output) = line.rsplit_once(" = ").expect("an output");
    let (function, mut rest) = asked.split_once(' ').expect("a function");
    let (mut inputs, mut from) = (Inputs::default(), 0);
    while let Some((word, more)) = rest.split_once(' ')
        && let Some((key, value)) = word.split_once('=')
    {
        let string = || BitString::from_bytes(&bytes(&value.replace('_', " ")).0);
        match key {
            "salt" => inputs.salt = Some(hex(value)),
            "K" => inputs.key = string(),
            "S" => inputs.custom = string(),
            "B" => inputs.block_bytes = value.parse().expect("bytes"),
            "D" => inputs.domain = hex(value)[0],
            "from" => from = value.parse().expect("bytes"),
            _ => panic!("{line}"),
        }
        rest = more;
    }
    let is_cut = output.ends_with('…');
    let strings = rest.split(" , ").map(bytes).collect();
    Answer { line, function, inputs, strings, from, output: hex(output.trim_end_matches('…')), is_cut }
}

/// A string, and its length in bits.
fn bytes(text: &str) -> (Vec<u8>, usize) {
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let pattern = |text: &str, modulus: usize| (0..number(text)).map(|i| (i % modulus) as u8).collect();
    let (text, bits) = match text.split_once(':') {
        Some((kind, rest)) if ["x", "ptn", "count"].contains(&kind) => match rest.split_once(':') {
            Some((digits, bits)) => (format!("{kind}:{digits}"), Some(number(bits))),
            None => (text.to_owned(), None),
        },
        Some((repeated, bits)) if repeated.contains('*') => (repeated.to_owned(), Some(number(bits))),
        _ => (text.to_owned(), None),
    };
    let bytes: Vec<u8> = if let Some(text) = text.strip_prefix('\'') {
        text.trim_end_matches('\'').into()
    } else if let Some(digits) = text.strip_prefix("x:") {
        hex(digits)
    } else if let Some(len) = text.strip_prefix("ptn:") {
        pattern(len, 251)
    } else if let Some(len) = text.strip_prefix("count:") {
        pattern(len, 256)
    } else {
        let (byte, count) = text.split_once('*').expect("a message");
        vec![hex(byte)[0]; number(count)]
    };
    let bits = bits.unwrap_or(8 * bytes.len());
    (bytes, bits)
}

fn hex(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).expect("digits")).collect()
}

#[test]
fn the_reference_gives_all_answers() {
    let all = all();
    assert!(all.len() > 300, "only {} answers", all.len());
    // The longest take seconds here; the library's tests have them.
    let short = |answer: &Answer| answer.strings.iter().all(|(bytes, _)| bytes.len() <= 100_000);
    for answer in all.into_iter().filter(short) {
        let bytes = answer.from + answer.output.len();
        let out = named::hash(answer.function, &answer.inputs, &answer.bit_strings(), 8 * bytes);
        let out = if named::is_highest_first(answer.function) { out.to_bytes_msb() } else { out.to_bytes() };
        assert!(answer.is_cut || out.len() == bytes, "{}", answer.line);
        assert_eq!(out[answer.from..bytes], answer.output, "{:.200}", answer.line);
    }
}
