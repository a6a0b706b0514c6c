//! The functions of the command, by name:
//!
//! - the library's algorithms;
//! - functions of other crates: MD5 and SHA-1 for old lists.
//!
//! `spelling` has the names that people use for functions.

mod spelling;

use std::fmt;

pub(crate) use lanesum::Parameter;
use lanesum::subtrees::CHUNK_BYTES;
use lanesum::{Algorithm, Backend};

#[cfg(test)]
pub(crate) use self::spelling::Unknown;
pub(crate) use self::spelling::{is_unsupported, plain, understood};

/// The longest output that `-l` gives and a tag can state: 512 MiB of digest.
pub(crate) const MAX_BITS: u64 = 1 << 32;

/// Bits of the shortest tag of a message authentication code: SP 800-185, section 8.4.2, forbids shorter ones.
pub(crate) const SHORTEST_TAG: u64 = 32;

/// The default function of `sum`. It will never change.
pub(crate) const USUAL: Function = Function::Own(Algorithm::Kt128);

pub(crate) const BLAKE2B: Function = Function::Own(Algorithm::Blake2b);

pub(crate) const BLAKE3: Function = Function::Own(Algorithm::Blake3);

/// A hash function by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    Own(Algorithm),
    /// RFC 1321, crate `md-5`: broken, for lists that exist.
    Md5,
    /// FIPS 180-4, crate `sha1dc`: broken, for lists that exist.
    Sha1,
}

/// How long an output may be, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lengths {
    /// The digest's own length and no other.
    Fixed,
    /// Any multiple of eight up to the digest's own length, which is the usual one; another length is another function.
    Bytes,
    /// Any number of bits up to [`MAX_BITS`].
    Any,
    /// Any number of bits from [`SHORTEST_TAG`] up to [`MAX_BITS`].
    Tag,
    /// Any multiple of eight up to [`MAX_BITS`].
    AnyBytes,
}

impl Function {
    pub(crate) fn all() -> impl Iterator<Item = Self> + Clone {
        Algorithm::ALL.iter().map(|algorithm| Self::Own(*algorithm)).chain([Self::Md5, Self::Sha1])
    }

    /// As `-a` takes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Own(algorithm) => algorithm.name(),
            Self::Md5 => "md5",
            Self::Sha1 => "sha1",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::all().find(|function| function.name() == name)
    }

    /// Is this one of its usual names, in any case and with any separators?
    pub(crate) fn is_called(self, name: &str) -> bool {
        match self {
            Self::Own(algorithm) => algorithm.is_called(name),
            other => lanesum::spelling::are_same(other.name(), name),
        }
    }

    pub(crate) fn usual_bits(self) -> u64 {
        match self {
            Self::Own(algorithm) => algorithm.digest_bits() as u64,
            Self::Md5 => 128,
            Self::Sha1 => 160,
        }
    }

    pub(crate) fn lengths(self) -> Lengths {
        match self {
            Self::Own(algorithm) if algorithm.takes(Parameter::DigestBytes) => Lengths::Bytes,
            Self::Own(algorithm) if algorithm.takes_whole_bytes() => Lengths::AnyBytes,
            Self::Own(algorithm) if algorithm.needs_key() => Lengths::Tag,
            Self::Own(algorithm) if algorithm.has_any_length() => Lengths::Any,
            Self::Own(_) | Self::Md5 | Self::Sha1 => Lengths::Fixed,
        }
    }

    /// Does this function give outputs of this many bits?
    pub(crate) fn gives(self, bits: u64) -> bool {
        let usual = self.usual_bits();
        match self.lengths() {
            Lengths::Fixed => bits == usual,
            Lengths::Bytes => bits.is_multiple_of(8) && (8..=usual).contains(&bits),
            Lengths::Any => (1..=MAX_BITS).contains(&bits),
            Lengths::Tag => (SHORTEST_TAG..=MAX_BITS).contains(&bits),
            Lengths::AnyBytes => bits.is_multiple_of(8) && (8..=MAX_BITS).contains(&bits),
        }
    }

    /// Bytes that it takes in at a time.
    pub(crate) fn block_bytes(self) -> usize {
        match self {
            // A chunk: what is no whole number of them is copied before it is hashed.
            Self::Own(Algorithm::Kt128 | Algorithm::Kt256) => CHUNK_BYTES,
            Self::Own(Algorithm::Blake3) => 1024,
            Self::Own(algorithm) => algorithm.block_bytes(),
            Self::Md5 | Self::Sha1 => 64,
        }
    }

    /// The machine codes that can be asked for by name: none for what is not lanesum's own.
    pub(crate) fn backends(self) -> &'static [Backend] {
        self.algorithm().map_or(&[], Algorithm::backends)
    }

    /// The library's algorithm: none for what is not lanesum's own.
    pub(crate) fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Own(algorithm) => Some(algorithm),
            Self::Md5 | Self::Sha1 => None,
        }
    }

    /// Does it take this from the command line?
    pub(crate) fn takes(self, parameter: Parameter) -> bool {
        self.algorithm().is_some_and(|algorithm| algorithm.takes(parameter))
    }

    /// Does it take a key in any case? BLAKE2 and BLAKE3 may have one.
    pub(crate) fn needs_key(self) -> bool {
        self.algorithm().is_some_and(Algorithm::needs_key)
    }

    /// BLAKE2, whose personalisation is what others call customization?
    pub(crate) fn is_blake2(self) -> bool {
        self.takes(Parameter::DigestBytes)
    }

    pub(crate) fn is_blake2_or_3(self) -> bool {
        self == BLAKE3 || self.is_blake2()
    }

    /// Bytes of the salt that it takes, of BLAKE2 the most; 0 if it takes none.
    pub(crate) fn salt_bytes(self) -> usize {
        self.algorithm().map_or(0, Algorithm::salt_bytes)
    }

    /// Is it the library's, and does its digest depend on nothing but a file, unless options say otherwise?
    pub(crate) fn is_plain(self) -> bool {
        self.algorithm().is_some_and(|algorithm| !algorithm.is_derived() && !algorithm.takes(Parameter::DigestBytes))
    }

    /// Can anybody make two files with the same digest?
    pub(crate) fn is_broken(self) -> bool {
        matches!(self, Self::Md5 | Self::Sha1)
    }

    /// The warning to show when a list is written with this function, if the function is broken.
    pub(crate) fn warning(self) -> Option<String> {
        let warning = || format!("{self} is broken: anyone can make two files with the same digest; use sha256");
        self.is_broken().then(warning)
    }

    /// Is its message all files together, and not each by itself?
    pub(crate) fn is_of_a_tuple(self) -> bool {
        self.algorithm().is_some_and(Algorithm::is_of_tuples)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known_and_no_other() {
        for function in Function::all() {
            assert_eq!(Function::named(function.name()), Some(function));
            assert!(function.gives(function.usual_bits()));
        }
        assert_eq!(Function::named("blake"), None);
        assert!(Function::named("kmacxof256").unwrap().takes(Parameter::Key));
    }

    #[test]
    fn lengths() {
        let sha3 = Function::Own(Algorithm::Sha3_256);
        let shake = Function::Own(Algorithm::Shake128);
        assert!(sha3.gives(256) && !sha3.gives(255) && !sha3.gives(0));
        assert!(shake.gives(1) && shake.gives(MAX_BITS) && !shake.gives(MAX_BITS + 1) && !shake.gives(0));
        assert!(BLAKE2B.gives(8) && BLAKE2B.gives(512));
        assert!(!BLAKE2B.gives(513) && !BLAKE2B.gives(520) && !Function::Own(Algorithm::Blake2s).gives(512));
        let kmac = Function::named("kmac128").unwrap();
        assert!(
            kmac.gives(32) && kmac.gives(33) && !kmac.gives(31) && kmac.gives(MAX_BITS) && !kmac.gives(MAX_BITS + 1)
        );
        assert!(BLAKE3.gives(4096) && !BLAKE3.gives(4095) && !BLAKE3.gives(0));
    }
}
