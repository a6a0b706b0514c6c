//! Tags: the one table that makes and reads the first word of a digest line, which says all that a check needs to know.

use std::fmt;

use lanesum::Algorithm;

use crate::function::{Function, Lengths, Recipe};

/// The one table. An algorithm of any output length has its bits behind the name, always: `SHAKE128-256`. One that has a
/// usual length and others has them where it is another: `BLAKE2b`, `BLAKE2b-256`, as GNU cksum writes it.
const NAMES: &[(Function, &str)] = &[
    (Function::Own(Algorithm::Sha3_224), "SHA3-224"),
    (Function::Own(Algorithm::Sha3_256), "SHA3-256"),
    (Function::Own(Algorithm::Sha3_384), "SHA3-384"),
    (Function::Own(Algorithm::Sha3_512), "SHA3-512"),
    (Function::Own(Algorithm::Shake128), "SHAKE128"),
    (Function::Own(Algorithm::Shake256), "SHAKE256"),
    (Function::Own(Algorithm::Keccak256), "Keccak-256"),
    (Function::Blake2b, "BLAKE2b"),
    (Function::Blake2s, "BLAKE2s"),
    (Function::Blake3, "BLAKE3"),
];

/// A function with its output length in bits: what the first word of a tagged line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tag {
    pub(crate) function: Function,
    pub(crate) bits: u64,
}

impl Tag {
    /// Reads what [`fmt::Display`] writes, and nothing else.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        NAMES.iter().find_map(|&(function, name)| {
            let rest = text.strip_prefix(name)?;
            let usual = function.usual_bits();
            let bits = match rest.strip_prefix('-') {
                None => (rest.is_empty() && function.lengths() != Lengths::Any).then_some(usual)?,
                // One spelling for each tag.
                Some(bits) => parse_bits(bits).filter(|bits| *bits != usual || function.lengths() == Lengths::Any)?,
            };
            function.gives(bits).then_some(Self { function, bits })
        })
    }
}

fn parse_bits(text: &str) -> Option<u64> {
    // One spelling for each number: no sign, no leading zero.
    if !text.starts_with(|c: char| matches!(c, '1'..='9')) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

impl From<Recipe> for Tag {
    fn from(Recipe { function, bits, .. }: Recipe) -> Self {
        Self { function, bits }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = NAMES.iter().find(|(function, _)| *function == self.function);
        // A test holds the table against `Function::all`: the library's name is never needed.
        f.write_str(known.map_or(self.function.name(), |(_, name)| name))?;
        if self.function.lengths() == Lengths::Any || self.bits != self.function.usual_bits() {
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
            lengths.into_iter().map(move |bits| Tag { function, bits })
        })
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
            assert_eq!(Tag::parse(&tag.to_string()), Some(tag), "{tag}");
        }
    }

    #[test]
    fn tags_as_documented() {
        let text = |function, bits| Tag { function, bits }.to_string();
        assert_eq!(text(Function::Own(Algorithm::Sha3_256), 256), "SHA3-256");
        assert_eq!(text(Function::Own(Algorithm::Shake128), 256), "SHAKE128-256");
        assert_eq!(text(Function::Own(Algorithm::Shake256), 13), "SHAKE256-13");
        assert_eq!(text(Function::Own(Algorithm::Keccak256), 256), "Keccak-256");
        assert_eq!(text(Function::Blake2b, 512), "BLAKE2b");
        assert_eq!(text(Function::Blake2b, 256), "BLAKE2b-256");
        assert_eq!(text(Function::Blake3, 512), "BLAKE3-512");
    }

    #[test]
    fn no_other_text_is_a_tag() {
        let others = [
            "",
            "SHA3",
            "SHA3-257",
            "SHA3-256-256",
            "sha3-256",
            "SHAKE128",
            "SHAKE128-",
            "SHAKE128-0",
            "SHAKE128-+8",
            "SHAKE128-08",
            "SHAKE128-8 ",
            "SHAKE128-4294967297",
            "SHAKE128-99999999999999999999",
            "BLAKE2b-512",
            "BLAKE2b-7",
            "BLAKE2b-520",
            "BLAKE3-256",
            "BLAKE3-257",
        ];
        for text in others {
            assert_eq!(Tag::parse(text), None, "{text}");
        }
    }
}
