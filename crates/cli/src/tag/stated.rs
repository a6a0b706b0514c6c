//! The part of a tag between a function's name and its number of bits: everything that a digest depends on in addition to the message,
//! except secrets.

use std::fmt;

use data_encoding::HEXLOWER;
use lanesum::Domain;

use crate::function::{Function, Parameter};

/// The longest function name or customization string: longer ones would make very long lines, and each line of a list may state another
/// one.
pub(crate) const MOST_TEXT: usize = 64 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Block,
    Domain,
    Name,
    Custom,
    Salt,
    Person,
    Key,
}

/// In this order they stand in a tag: `-B8192` the bytes of a block in decimal digits, `-D07` a domain, `-N4d79` and `-S456d`
/// texts in hexadecimal, `-S` the salt of a function that takes one, too, `-P` the personalisation of BLAKE2, and `-K` says that BLAKE2 or
/// BLAKE3 had a key. An empty text, the usual domain and a salt of zeroes, which is none, are left out, the block never.
const PARTS: [(Part, &str); 7] = [
    (Part::Block, "-B"),
    (Part::Domain, "-D"),
    (Part::Name, "-N"),
    (Part::Custom, "-S"),
    (Part::Salt, "-S"),
    (Part::Person, "-P"),
    (Part::Key, "-K"),
];

impl Part {
    fn is_of(self, function: Function) -> bool {
        match self {
            Self::Block => function.takes(Parameter::BlockBytes),
            Self::Domain => function.takes(Parameter::Domain),
            Self::Name => function.takes(Parameter::FunctionName),
            Self::Custom => function.takes(Parameter::Customization) && !function.is_blake2(),
            Self::Salt => function.takes(Parameter::Salt),
            Self::Person => function.is_blake2(),
            Self::Key => function.takes(Parameter::Key) && !function.needs_key(),
        }
    }
}

/// The parameters that a tag states. Those that the function does not take are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Stated {
    /// Bytes of a block of `ParallelHash`, from 1 on.
    pub(crate) block: Option<u64>,
    pub(crate) domain: Domain,
    /// The function name N of cSHAKE, at most [`MOST_TEXT`] bytes.
    pub(crate) name: Box<[u8]>,
    /// The customization string S, at most [`MOST_TEXT`] bytes.
    pub(crate) custom: Box<[u8]>,
    /// The salt of BLAKE: as many bytes as the function takes, not all of them zero; or none. Of BLAKE2, without zeroes at its end.
    pub(crate) salt: Box<[u8]>,
    /// The personalisation of BLAKE2, without zeroes at its end.
    pub(crate) person: Box<[u8]>,
    /// Whether BLAKE2 or BLAKE3 has a key.
    pub(crate) is_keyed: bool,
}

impl Stated {
    /// As much of it as the function takes.
    pub(crate) fn of(&self, function: Function) -> Self {
        let text = |part: Part, text: &[u8]| if part.is_of(function) { text.into() } else { Box::default() };
        let salt = if function.is_blake2() { without_zeroes(&self.salt) } else { &self.salt };
        Self {
            block: self.block.filter(|_| Part::Block.is_of(function)),
            domain: if Part::Domain.is_of(function) { self.domain } else { Domain::DEFAULT },
            name: text(Part::Name, &self.name),
            custom: text(Part::Custom, &self.custom),
            salt: text(Part::Salt, salt),
            person: text(Part::Person, without_zeroes(&self.person)),
            is_keyed: self.is_keyed && Part::Key.is_of(function),
        }
    }

    /// Reads what follows a function's name, and what follows that. There is one way to write each: no other is read.
    pub(crate) fn read(function: Function, text: &[u8]) -> Option<(Self, &[u8])> {
        let mut stated = Self::default();
        let mut rest = text;
        for (part, mark) in PARTS.into_iter().filter(|(part, _)| part.is_of(function)) {
            let digits = rest.strip_prefix(mark.as_bytes()).map(split);
            if let Some((_, behind)) = digits {
                rest = behind;
            }
            match (part, digits.map(|(digits, _)| digits)) {
                (Part::Block, Some(digits)) => stated.block = Some(block(digits)?),
                // Nothing could be computed.
                (Part::Block, None) => return None,
                (Part::Domain, Some(digits)) => stated.domain = domain(digits)?,
                (Part::Name, Some(digits)) => stated.name = self::text(digits)?,
                (Part::Custom, Some(digits)) => stated.custom = self::text(digits)?,
                (Part::Salt, Some(digits)) => stated.salt = salt(function, digits)?,
                (Part::Person, Some(digits)) => stated.person = of_blake2(function, digits)?,
                (Part::Key, Some(digits)) => stated.is_keyed = digits.is_empty().then_some(true)?,
                _ => {}
            }
        }
        Some((stated, rest))
    }

    /// About the memory that it holds elsewhere, in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.name.len() + self.custom.len() + self.salt.len() + self.person.len()
    }
}

/// Letters and digits, and what follows them.
fn split(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len()))
}

fn block(digits: &[u8]) -> Option<u64> {
    let canonical = digits.iter().all(u8::is_ascii_digit) && !digits.starts_with(b"0");
    str::from_utf8(digits).ok().filter(|_| canonical)?.parse().ok()
}

fn domain(digits: &[u8]) -> Option<Domain> {
    let [byte] = HEXLOWER.decode(digits).ok()?[..] else { return None };
    Domain::new(byte).ok().filter(|domain| *domain != Domain::DEFAULT)
}

fn text(digits: &[u8]) -> Option<Box<[u8]>> {
    let fits = (1..=2 * MOST_TEXT).contains(&digits.len());
    HEXLOWER.decode(Some(digits).filter(|_| fits)?).ok().map(Into::into)
}

/// BLAKE2 takes a shorter salt or personalisation as if zeroes followed.
fn without_zeroes(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)]
}

fn of_blake2(function: Function, digits: &[u8]) -> Option<Box<[u8]>> {
    text(digits).filter(|bytes| bytes.len() <= function.salt_bytes() && bytes.last() != Some(&0))
}

fn salt(function: Function, digits: &[u8]) -> Option<Box<[u8]>> {
    if function.is_blake2() {
        return of_blake2(function, digits);
    }
    text(digits).filter(|salt| salt.len() == function.salt_bytes() && salt.iter().any(|byte| *byte != 0))
}

impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &[u8]| (!text.is_empty()).then(|| HEXLOWER.encode(text));
        for (part, mark) in PARTS {
            let value = match part {
                Part::Block => self.block.map(|block| block.to_string()),
                Part::Domain => (self.domain != Domain::DEFAULT).then(|| format!("{:02x}", self.domain.byte())),
                Part::Name => text(&self.name),
                Part::Custom => text(&self.custom),
                Part::Salt => text(&self.salt),
                Part::Person => text(&self.person),
                Part::Key => self.is_keyed.then(String::new),
            };
            if let Some(value) = value {
                write!(f, "{mark}{value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Every combination of few and many bytes that the function takes.
    pub(crate) fn all(function: Function) -> Vec<Stated> {
        let texts: [&[u8]; 4] = [b"", b"M", b"-S00-B8 (f) = ", b"\x00\xff\n"];
        let salt: Vec<u8> = (0..function.salt_bytes()).map(|i| i as u8).collect();
        // The first alone, if the function does not take it.
        let of = |part: Part, count: usize| if part.is_of(function) { count } else { 1 };
        let names = &texts[..of(Part::Name, 4)];
        let customs = &texts[..of(Part::Custom, 4)];
        let salts = &[&b""[..], &salt][..of(Part::Salt, 2)];
        let persons = &[&b""[..], b"p", b"\x00\xff"][..of(Part::Person, 3)];
        let blocks = if Part::Block.is_of(function) { vec![Some(1), Some(8192), Some(u64::MAX)] } else { vec![None] };
        let domains = if Part::Domain.is_of(function) { 1..=0x7f } else { 0x1f..=0x1f };
        let mut all = Vec::new();
        for (domain, block) in domains.flat_map(|domain| blocks.iter().map(move |block| (domain, *block))) {
            for (&name, &custom) in names.iter().flat_map(|name| customs.iter().map(move |custom| (name, custom))) {
                for (&salt, &person) in salts.iter().flat_map(|salt| persons.iter().map(move |person| (salt, person))) {
                    all.extend([false, true][..of(Part::Key, 2)].iter().map(|&is_keyed| Stated {
                        block,
                        domain: Domain::new(domain).unwrap(),
                        name: name.into(),
                        custom: custom.into(),
                        salt: salt.into(),
                        person: person.into(),
                        is_keyed,
                    }));
                }
            }
        }
        all
    }

    #[test]
    fn all_that_is_written_is_read() {
        for function in Function::all() {
            for stated in all(function) {
                for rest in ["", "-256 (f)", " (f)", "(f)"] {
                    let text = format!("{stated}{rest}");
                    let read = Stated::read(function, text.as_bytes());
                    assert_eq!(read, Some((stated.clone(), rest.as_bytes())), "{function}{text}");
                }
                assert_eq!(stated.of(function), stated);
            }
        }
    }

    #[test]
    fn each_function_states_what_it_takes() {
        let given = Stated {
            block: Some(1),
            domain: Domain::new(0x7f).unwrap(),
            name: b"n".as_slice().into(),
            custom: b"c".as_slice().into(),
            salt: [0x5a; 16].into(),
            person: b"p\0".as_slice().into(),
            is_keyed: true,
        };
        for (function, text) in [
            ("cshake128", "-N6e-S63"),
            ("kmacxof256", "-S63"),
            ("tuplehash128", "-S63"),
            ("parallelhash128", "-B1-S63"),
            ("kt256", "-S63"),
            ("turboshake256", "-D7f"),
            ("blake224", "-S5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"),
            ("sha3-256", ""),
            ("blake3", "-S63-K"),
            ("blake2b", "-S5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a-P70-K"),
        ] {
            assert_eq!(given.of(Function::named(function).unwrap()).to_string(), text, "{function}");
        }
    }

    #[test]
    fn the_longest_text() {
        let function = Function::named("cshake256").unwrap();
        let read = |bytes: usize| Stated::read(function, ["-N", &"5a".repeat(bytes)].concat().as_bytes()).is_some();
        assert!(read(MOST_TEXT) && !read(MOST_TEXT + 1));
    }
}
