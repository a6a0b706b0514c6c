//! Tags: the one table that makes and reads the first word of a digest line, which says all that a check needs to know.

use std::fmt;

use lanesum::Algorithm;

use crate::derived::{Derived, Form, Mode, Strength};
use crate::function::{Function, Lengths, Parameter};

/// The one table. An algorithm of any output length has its bits behind the name, always: `SHAKE128-256`. One that has a
/// usual length and others has them where it is another: `BLAKE2b`, `BLAKE2b-256`, as GNU cksum writes it. `ParallelHash` has
/// the bytes of its blocks before them: `ParallelHash128-B8192-256`. Texts that customize a function are not in its tag: they
/// may be of any length and hold anything, and can be meant to be known to few.
const NAMES: &[(Function, &str)] = &[
    (Function::Own(Algorithm::Sha3_224), "SHA3-224"),
    (Function::Own(Algorithm::Sha3_256), "SHA3-256"),
    (Function::Own(Algorithm::Sha3_384), "SHA3-384"),
    (Function::Own(Algorithm::Sha3_512), "SHA3-512"),
    (Function::Own(Algorithm::Shake128), "SHAKE128"),
    (Function::Own(Algorithm::Shake256), "SHAKE256"),
    (Function::Own(Algorithm::Keccak256), "Keccak-256"),
    (Function::Own(Algorithm::TurboShake128), "TurboSHAKE128"),
    (Function::Own(Algorithm::TurboShake256), "TurboSHAKE256"),
    (Function::Own(Algorithm::Kt128), "KT128"),
    (Function::Own(Algorithm::Kt256), "KT256"),
    // As GNU cksum writes them; of the last two it has none.
    (Function::Own(Algorithm::Sha224), "SHA224"),
    (Function::Own(Algorithm::Sha256), "SHA256"),
    (Function::Own(Algorithm::Sha384), "SHA384"),
    (Function::Own(Algorithm::Sha512), "SHA512"),
    (Function::Own(Algorithm::Sha512_224), "SHA512-224"),
    (Function::Own(Algorithm::Sha512_256), "SHA512-256"),
    // As SP 800-185 writes them.
    (derived(Mode::CShake, Strength::Bits128), "cSHAKE128"),
    (derived(Mode::CShake, Strength::Bits256), "cSHAKE256"),
    (derived(Mode::Kmac(Form::Bound), Strength::Bits128), "KMAC128"),
    (derived(Mode::Kmac(Form::Bound), Strength::Bits256), "KMAC256"),
    (derived(Mode::Kmac(Form::Xof), Strength::Bits128), "KMACXOF128"),
    (derived(Mode::Kmac(Form::Xof), Strength::Bits256), "KMACXOF256"),
    (derived(Mode::TupleHash(Form::Bound), Strength::Bits128), "TupleHash128"),
    (derived(Mode::TupleHash(Form::Bound), Strength::Bits256), "TupleHash256"),
    (derived(Mode::TupleHash(Form::Xof), Strength::Bits128), "TupleHashXOF128"),
    (derived(Mode::TupleHash(Form::Xof), Strength::Bits256), "TupleHashXOF256"),
    (derived(Mode::ParallelHash(Form::Bound), Strength::Bits128), "ParallelHash128"),
    (derived(Mode::ParallelHash(Form::Bound), Strength::Bits256), "ParallelHash256"),
    (derived(Mode::ParallelHash(Form::Xof), Strength::Bits128), "ParallelHashXOF128"),
    (derived(Mode::ParallelHash(Form::Xof), Strength::Bits256), "ParallelHashXOF256"),
    (Function::Blake2b, "BLAKE2b"),
    (Function::Blake2s, "BLAKE2s"),
    (Function::Blake3, "BLAKE3"),
];

const fn derived(mode: Mode, strength: Strength) -> Function {
    Function::Derived(Derived { mode, strength })
}

/// A function with its output length in bits: what the first word of a tagged line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tag {
    pub(crate) function: Function,
    pub(crate) bits: u64,
    /// Bytes of a block, for a function that has a choice; none where the line does not say.
    pub(crate) block: Option<u64>,
}

impl Tag {
    /// The function with whose name `text` begins, and what follows the name: a blank, `-`, `(` or nothing.
    pub(crate) fn function_of(text: &[u8]) -> Option<(Function, &[u8])> {
        let fitting = NAMES.iter().filter_map(|&(function, name)| {
            let rest = text.strip_prefix(name.as_bytes())?;
            matches!(rest.first(), None | Some(b' ' | b'\t' | b'-' | b'(')).then_some((function, rest))
        });
        // Of two names, one of which begins with the other, the longer one leaves less.
        fitting.min_by_key(|(_, rest)| rest.len())
    }

    /// Reads what follows the name of `function`, up to the parenthesis before a file's name, which begins what is left.
    /// Takes every spelling that GNU cksum takes: `BLAKE2b-256 (`, `BLAKE2b-0x100(`, `BLAKE2b(`, `BLAKE2b  (`.
    pub(crate) fn read(function: Function, rest: &[u8]) -> Option<(Self, &[u8])> {
        let (block, rest) = match rest.strip_prefix(b"-B") {
            Some(rest) if function.takes(Parameter::Block) => {
                read_block(rest).map(|(block, rest)| (Some(block), rest))?
            }
            _ => (None, rest),
        };
        let (bits, rest) = match rest.split_first()? {
            (b'-', rest) => read_bits(rest)?,
            (b'(', _) if !has_bits_always(function) => (function.usual_bits(), rest),
            (_, rest) if !has_bits_always(function) => (function.usual_bits(), rest),
            _ => return None,
        };
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        (function.gives(bits) && rest.starts_with(b"(")).then_some((Self { function, bits, block }, rest))
    }

    /// The function's name in tags, without bits.
    pub(crate) fn name_of(function: Function) -> &'static str {
        let known = NAMES.iter().find(|(other, _)| *other == function);
        // A test holds the table against `Function::all`: the library's name is never needed.
        known.map_or(function.name(), |(_, name)| name)
    }
}

fn has_bits_always(function: Function) -> bool {
    matches!(function.lengths(), Lengths::Any | Lengths::Tag)
}

/// The bytes of a block, in decimal digits as they are written, and what follows them.
fn read_block(text: &[u8]) -> Option<(u64, &[u8])> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let block = str::from_utf8(digits).ok()?.parse().ok()?;
    (block > 0 && !digits.starts_with(b"0")).then_some((block, rest))
}

/// A number as C's `strtoumax` reads it with base 0, which is what GNU cksum uses; and what follows it.
fn read_bits(text: &[u8]) -> Option<(u64, &[u8])> {
    // What C takes for white space: `trim_ascii_start` leaves vertical tabs.
    let start = text.iter().position(|byte| !matches!(byte, b'\t'..=b'\r' | b' ')).unwrap_or(text.len());
    let text = &text[start..];
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let (base, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] if digits.first().is_some_and(u8::is_ascii_hexdigit) => (16, digits),
        [b'0', ..] => (8, text),
        _ => (10, text),
    };
    let end = digits.iter().position(|&byte| !char::from(byte).is_digit(base)).unwrap_or(digits.len());
    let (number, rest) = digits.split_at(end);
    Some((u64::from_str_radix(str::from_utf8(number).ok()?, base).ok()?, rest))
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::name_of(self.function))?;
        if let Some(block) = self.block {
            write!(f, "-B{block}")?;
        }
        if has_bits_always(self.function) || self.bits != self.function.usual_bits() {
            write!(f, "-{}", self.bits)?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::function::MAX_BITS;

    pub(crate) fn tags() -> impl Iterator<Item = Tag> {
        Function::all().flat_map(|function| {
            let mut lengths = vec![1, 7, 8, 9, 128, 256, 512, 4095, 4096, MAX_BITS, function.usual_bits()];
            lengths.retain(|bits| function.gives(*bits));
            let block = function.takes(Parameter::Block).then_some(8192);
            lengths.into_iter().map(move |bits| Tag { function, bits, block })
        })
    }

    /// A whole tag, as it stands before a name.
    fn parse(text: &str) -> Option<Tag> {
        let text = format!("{text} (");
        let (function, rest) = Tag::function_of(text.as_bytes())?;
        Tag::read(function, rest).filter(|(_, rest)| *rest == b"(").map(|(tag, _)| tag)
    }

    #[test]
    fn the_table_has_every_function_once() {
        for function in Function::all() {
            assert_eq!(NAMES.iter().filter(|(other, _)| *other == function).count(), 1, "{function}");
        }
        assert_eq!(NAMES.len(), Function::all().count());
    }

    #[test]
    fn tags_come_back_as_they_were_written() {
        for tag in tags() {
            assert_eq!(parse(&tag.to_string()), Some(tag), "{tag}");
        }
    }

    #[test]
    fn tags_as_documented() {
        let text = |function, bits| Tag { function, bits, block: None }.to_string();
        assert_eq!(text(Function::Own(Algorithm::Sha3_256), 256), "SHA3-256");
        assert_eq!(text(Function::Own(Algorithm::Shake128), 256), "SHAKE128-256");
        assert_eq!(text(Function::Own(Algorithm::Shake256), 13), "SHAKE256-13");
        assert_eq!(text(Function::Own(Algorithm::Keccak256), 256), "Keccak-256");
        assert_eq!(text(Function::Own(Algorithm::Sha512), 512), "SHA512");
        assert_eq!(text(Function::Own(Algorithm::Sha512_256), 256), "SHA512-256");
        assert_eq!(text(Function::Blake2b, 512), "BLAKE2b");
        assert_eq!(text(Function::Blake2b, 256), "BLAKE2b-256");
        assert_eq!(text(Function::Blake3, 512), "BLAKE3-512");
        assert_eq!(text(Function::Own(Algorithm::Kt128), 256), "KT128");
        assert_eq!(text(Function::Own(Algorithm::Kt128), 512), "KT128-512");
        assert_eq!(text(Function::Own(Algorithm::TurboShake256), 512), "TurboSHAKE256");
        let derived = |name: &str| Function::named(name).unwrap();
        assert_eq!(text(derived("cshake128"), 256), "cSHAKE128-256");
        assert_eq!(text(derived("kmacxof256"), 512), "KMACXOF256-512");
        let parallel = Tag { function: derived("parallelhash128"), bits: 256, block: Some(8192) };
        assert_eq!(parallel.to_string(), "ParallelHash128-B8192-256");
    }

    #[test]
    fn blocks() {
        let function = Function::named("parallelhashxof256").unwrap();
        let block = |text: &str| parse(text).map(|tag| tag.block);
        assert_eq!(block("ParallelHashXOF256-B1-13"), Some(Some(1)));
        assert_eq!(block(&format!("ParallelHashXOF256-B{}-13", u64::MAX)), Some(Some(u64::MAX)));
        // From a program that leaves it out: whoever checks the list may know it.
        assert_eq!(parse("ParallelHashXOF256-13"), Some(Tag { function, bits: 13, block: None }));
    }

    #[test]
    fn no_other_text_is_a_tag() {
        let others = [
            "",
            "SHA3",
            "SHA3-257",
            "sha3-256",
            "SHAKE128",
            "SHAKE128-",
            "SHAKE128-0",
            "SHAKE128-08",
            "SHAKE128-4294967297",
            "SHAKE128-99999999999999999999",
            "SHAKE128--8",
            "SHAKE128-8  ",
            "SHAKE128-8\t",
            "SHAKE128-8-8",
            "SHAKE128-0x",
            "SHA3-256-128",
            "SHA3-256-",
            "BLAKE2b   ",
            "BLAKE2bx",
            "BLAKE2b-7",
            "BLAKE2b-520",
            "BLAKE3-257",
            "cSHAKE128",
            "CSHAKE128-256",
            "cSHAKE128-B8192-256",
            "KMAC128-31",
            "ParallelHash128-B8192",
            "ParallelHash128-B0-256",
            "ParallelHash128-B08-256",
            "ParallelHash128-B-256",
            "ParallelHash128-B+8-256",
            "ParallelHash128-B18446744073709551616-256",
            "ParallelHash128-B8192-B8192-256",
            "ParallelHash128-256-B8192",
            "ParallelHash128-b8192-256",
        ];
        for text in others {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn spellings_that_gnu_takes() {
        let is =
            |text: &str, function, bits| assert_eq!(parse(text), Some(Tag { function, bits, block: None }), "{text:?}");
        for text in ["BLAKE2b", "BLAKE2b ", "BLAKE2b\t", "BLAKE2b-512", "BLAKE2b-0x200", "BLAKE2b-01000"] {
            is(text, Function::Blake2b, 512);
        }
        is("BLAKE2b-+256", Function::Blake2b, 256);
        is("BLAKE2b- 256", Function::Blake2b, 256);
        is("SHA3-256-256", Function::Own(Algorithm::Sha3_256), 256);
        let (function, rest) = Tag::function_of(b"BLAKE2b(abc)").unwrap();
        assert_eq!(Tag::read(function, rest), Some((Tag { function, bits: 512, block: None }, b"(abc)".as_slice())));
    }
}
