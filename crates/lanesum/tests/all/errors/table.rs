//! All messages of the library in one table: each says what is wrong, with the value, and what to do or what is allowed.

use lanesum::dispatch::Family;
use lanesum::{Backend, Error, Parameter, SavedError};

#[test]
fn messages() {
    let avx2 = Backend::Avx2;
    // Those that give the machine's reasons are tested beside this file, lists of names by `names.rs`.
    let table = [
        (
            Error::WrongHere(avx2),
            "backend avx2 is not used: it failed its test on this processor; choose another, or none",
        ),
        (
            Error::OnlyInPapers(avx2),
            "the function has backend avx2 only in crate lanesum-papers, which this program lacks",
        ),
        (
            Error::NoForm { backend: avx2, forms: &[Backend::Portable, Backend::Bmi2] },
            "the function has no backend avx2; it has portable, bmi2",
        ),
        (
            Error::NoFormForLane { backend: avx2, bits: 16 },
            "backend avx2 has no form for lanes of 16 bits: choose another, or none",
        ),
        (Error::Widths, "an order must have ascending widths from 1 on, each a power of two and 16 at most"),
        (
            Error::NoFormForWidth { backend: avx2, family: Family::Sha256, width: 16 },
            "backend avx2 does not take 16 messages of sha256 at once",
        ),
        (Error::NoCost(4), "the order has a cost of 0 for 4 messages at once: it must be 1 or more"),
        (Error::OutOfState { start: 190, len: 20, size: 200 }, "20 bytes from byte 190 on: the state has 200 bytes"),
        (Error::NoSuchInstance { index: 4, count: 4 }, "there is no instance 4: there are 4, counted from 0"),
        (Error::Rounds(25), "25 rounds: there are 1 to 24, 22, 20 or 18 for lanes of 64, 32, 16 or 8 bits"),
        (Error::Rate(25), "a rate of 25 lanes: it must be 1 to 24"),
        (Error::RateBits { bits: 200, least: 1, width: 200 }, "a rate of 200 bits: it must be 1 to 199"),
        (Error::BlockFull { bits: 24, room: 18 }, "24 bits of input, but the block has room for 18"),
        (Error::BlockSpent { bytes: 1, left: 0 }, "1 byte of output requested, but the block has 0 left"),
        (Error::DigestSpent { bits: 264, left: 256 }, "264 bits of output requested, but the digest has 256 left"),
        (
            Error::ForgetsTooLittle { bits: 96, capacity: 102 },
            "forgetting would overwrite 96 bits, fewer than the capacity of 102",
        ),
        (Error::PartialByte(8), "8 bits in a partial byte: it has at most 7"),
        (Error::WholeBytes, "the function takes whole bytes only: end the message without last bits"),
        (Error::LeafOrder { expected: 1, got: 2 }, "leaf 1 comes next, not leaf 2"),
        (Error::PartOfLeaf { bytes: 7 }, "the last leaf has 7 bytes: all but the last one of a message must have 8192"),
        (
            Error::Saved(SavedError::Nothing),
            "invalid saved state: unrecognised header: these are not bytes that lanesum saved",
        ),
        (
            Error::Saved(SavedError::Version(9)),
            "invalid saved state: unknown version 9 of the format: restore it with the version of lanesum that saved it",
        ),
        (Error::Saved(SavedError::Other), "invalid saved state: it is of something else, or of another function"),
        (Error::Saved(SavedError::Checksum), "invalid saved state: wrong checksum: the bytes are damaged"),
        (Error::Saved(SavedError::Length), "invalid saved state: wrong length or numbers: the bytes are damaged"),
        (Error::Domain(0), "domain separation byte 0x00: it must be 0x01 to 0x7f"),
        (Error::MessageTooLong, "the message has more bits than the standard allows"),
        (Error::DigestBits(384), "a digest of 384 bits: SHA-512/t allows 1 to 511, but not 384"),
        (Error::TooFewBytes { bits: 25, bytes: 3 }, "25 bits do not fit into 3 bytes"),
        (Error::BlockSize, "the block size is 0 bytes: it must be 1 or more"),
        (Error::WrongTag, "wrong tag: it does not belong to the message"),
        (Error::ShortTag(8), "the tag has 8 bits: it must have at least 32"),
        (Error::SessionOver, "the session is over: a tag was wrong; begin a new one"),
        (Error::KeyLength { bytes: 1, least: 16, most: 32 }, "the key has 1 byte: it must have 16 to 32"),
        (Error::NonceLength { bytes: 60, most: 58 }, "the nonce has 60 bytes: with this key it can have at most 58"),
        (
            Error::SaltLength { expected: 0, got: 1 },
            "the salt has 1 byte, but the algorithm takes no salt: leave it empty",
        ),
        (Error::SaltLength { expected: 16, got: 15 }, "the salt has 15 bytes: the algorithm takes 16"),
        (Error::NoCustomization, "the algorithm takes no customization string: leave it empty"),
        (Error::NoDomain, "the algorithm takes no domain separation byte: leave it out"),
        (Error::KeyMissing, "the algorithm needs a key: give one in the options"),
        (Error::NotTaken(Parameter::FunctionName), "the algorithm takes no function name: leave it out"),
        (Error::MisspeltAlgorithm("sha256"), "unknown algorithm; did you mean sha256?"),
        (Error::Length { argument: "out", expected: 2, got: 3 }, "`out` has a length of 3: it must be 2"),
        (Error::TooShort { argument: "data", least: 4, got: 3 }, "`data` has 3 bytes: it must have at least 4"),
    ];
    for (error, text) in table {
        assert_eq!(error.to_string(), text);
        // As an error of any kind, too: through a box, across threads.
        assert_eq!(Box::<dyn std::error::Error + Send + Sync>::from(error).to_string(), text);
    }
}

/// `Error` may grow: a variant without a line here, or in its neighbours, is a failure.
#[test]
fn no_variant_is_missing() {
    let source = include_str!("../../../../batch/src/error.rs");
    let tables = [include_str!("table.rs"), include_str!("mod.rs"), include_str!("names.rs")].concat();
    let words: Vec<_> = tables.split(|char: char| !char.is_alphanumeric() && char != ':').collect();
    for name in ["Error", "SavedError"] {
        let (_, body) = source.split_once(&format!("pub enum {name} {{\n")).unwrap();
        let (body, _) = body.split_once("\n}").unwrap();
        let variants = body.lines().filter_map(|line| line.strip_prefix("    "));
        let variants = variants.filter(|line| line.starts_with(|char: char| char.is_ascii_uppercase()));
        let names: Vec<_> = variants.map(|line| line.split([' ', '(', ',', '{']).next().unwrap()).collect();
        assert!(names.len() > 4, "{names:?}");
        for variant in names {
            assert!(words.contains(&format!("{name}::{variant}").as_str()), "{name}::{variant} has no line");
        }
    }
}
