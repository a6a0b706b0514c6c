//! The part of a tag between a function's name and its number of bits: everything that a digest depends on in addition to the message,
//! except secrets.

use std::fmt;

use data_encoding::HEXLOWER;
use lanesum::Domain;

use crate::function::{Function, Parameter};

/// The longest function name or customization string: longer ones would make very long lines, and each line of a list may state another
/// one.
pub(crate) const MOST_TEXT: usize = 64 << 10;

/// In this order they stand in a tag: `-B8192` the bytes of a block in decimal digits, `-D07` a domain, `-N4d79` and `-S456d`
/// texts in hexadecimal, `-S` the salt of a function that takes one, too. An empty text, the usual domain and a salt of zeroes,
/// which is none, are left out, the block never.
const PARTS: [(Parameter, &str); 5] = [
    (Parameter::BlockBytes, "-B"),
    (Parameter::Domain, "-D"),
    (Parameter::FunctionName, "-N"),
    (Parameter::Customization, "-S"),
    (Parameter::Salt, "-S"),
];

/// What is stated: nothing where the function takes no such thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Stated {
    /// Bytes of a block of `ParallelHash`, from 1 on.
    pub(crate) block: Option<u64>,
    /// The domain of `TurboSHAKE`.
    pub(crate) domain: Domain,
    /// The function name N of cSHAKE, at most [`MOST_TEXT`] bytes.
    pub(crate) name: Box<[u8]>,
    /// The customization string S, at most [`MOST_TEXT`] bytes.
    pub(crate) custom: Box<[u8]>,
    /// The salt of BLAKE: as many bytes as the function takes, not all of them zero; or none.
    pub(crate) salt: Box<[u8]>,
}

impl Stated {
    /// As much of it as the function takes.
    pub(crate) fn of(&self, function: Function) -> Self {
        let text = |parameter, text: &[u8]| if function.takes(parameter) { text.into() } else { Box::default() };
        Self {
            block: self.block.filter(|_| function.takes(Parameter::BlockBytes)),
            domain: if function.takes(Parameter::Domain) { self.domain } else { Domain::DEFAULT },
            name: text(Parameter::FunctionName, &self.name),
            custom: text(Parameter::Customization, &self.custom),
            salt: text(Parameter::Salt, &self.salt),
        }
    }

    /// Reads what follows a function's name, and what follows that. There is one way to write each: no other is read.
    pub(crate) fn read(function: Function, text: &[u8]) -> Option<(Self, &[u8])> {
        let mut stated = Self::default();
        let mut rest = text;
        for (parameter, mark) in PARTS.into_iter().filter(|(parameter, _)| function.takes(*parameter)) {
            let part = rest.strip_prefix(mark.as_bytes()).map(split);
            if let Some((_, behind)) = part {
                rest = behind;
            }
            match (parameter, part.map(|(part, _)| part)) {
                (Parameter::BlockBytes, Some(part)) => stated.block = Some(block(part)?),
                // Nothing could be computed.
                (Parameter::BlockBytes, None) => return None,
                (Parameter::Domain, Some(part)) => stated.domain = domain(part)?,
                (Parameter::FunctionName, Some(part)) => stated.name = self::text(part)?,
                (Parameter::Customization, Some(part)) => stated.custom = self::text(part)?,
                (Parameter::Salt, Some(part)) => stated.salt = salt(function, part)?,
                _ => {}
            }
        }
        Some((stated, rest))
    }

    /// About the memory that it holds elsewhere, in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.name.len() + self.custom.len() + self.salt.len()
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

fn salt(function: Function, digits: &[u8]) -> Option<Box<[u8]>> {
    text(digits).filter(|salt| salt.len() == function.salt_bytes() && salt.iter().any(|byte| *byte != 0))
}

impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (parameter, mark) in PARTS {
            let text = match parameter {
                Parameter::BlockBytes => {
                    if let Some(block) = self.block {
                        write!(f, "{mark}{block}")?;
                    }
                    continue;
                }
                Parameter::Domain => {
                    if self.domain != Domain::DEFAULT {
                        write!(f, "{mark}{:02x}", self.domain.byte())?;
                    }
                    continue;
                }
                Parameter::FunctionName => &self.name,
                Parameter::Customization => &self.custom,
                Parameter::Salt => &self.salt,
                _ => continue,
            };
            if !text.is_empty() {
                write!(f, "{mark}{}", HEXLOWER.encode_display(text))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Every combination of few and many bytes that the function takes.
    pub(crate) fn all(function: Function) -> impl Iterator<Item = Stated> {
        let texts: [&[u8]; 4] = [b"", b"M", b"-S00-B8 (f) = ", b"\x00\xff\n"];
        let names = texts.into_iter().filter(move |name| name.is_empty() || function.takes(Parameter::FunctionName));
        names.flat_map(move |name| {
            let customs =
                texts.into_iter().filter(move |custom| custom.is_empty() || function.takes(Parameter::Customization));
            customs.flat_map(move |custom| {
                let blocks = if function.takes(Parameter::BlockBytes) {
                    vec![Some(1), Some(8192), Some(u64::MAX)]
                } else {
                    vec![None]
                };
                let domains = if function.takes(Parameter::Domain) { 1..=0x7f } else { 0x1f..=0x1f };
                let mut salts = vec![Box::default()];
                if function.takes(Parameter::Salt) {
                    salts.push((0..function.salt_bytes()).map(|i| i as u8).collect::<Box<[u8]>>());
                }
                blocks.into_iter().flat_map(move |block| {
                    let salts = salts.clone();
                    domains.clone().flat_map(move |domain| {
                        let domain = Domain::new(domain).unwrap();
                        let of = move |salt| Stated { block, domain, name: name.into(), custom: custom.into(), salt };
                        salts.clone().into_iter().map(of)
                    })
                })
            })
        })
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
            ("blake3", ""),
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
