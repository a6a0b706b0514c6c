//! The errors of the library: [`Error`] and [`SavedError`].

use crate::plan::Family;
use crate::{Backend, Parameter};
use core::fmt;
use core::str::FromStr;

/// Why a call failed. A call that fails changes nothing, with one exception: in Keyak and Ketje, a wrong tag ends the session and fills the
/// output with zeroes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The processor or the system lacks a feature that the backend needs, or the build is for another backend.
    BackendUnavailable(Backend),
    /// The backend failed its known-answer test on this processor. (Only backends that had never run on a processor are tested.)
    WrongHere(Backend),
    /// Only crate `lanesum-papers`, which this program lacks, has this backend of the function: no processor would be served best by it.
    /// (Other functions may have the backend by themselves.)
    OnlyInPapers(Backend),
    /// The function does not have this backend, on any machine.
    NoForm {
        /// The requested backend.
        backend: Backend,
        /// The function's backends.
        forms: &'static [Backend],
    },
    /// The backend has no form for lanes of this length.
    NoFormForLane {
        /// The requested backend.
        backend: Backend,
        /// Bits of a lane.
        bits: usize,
    },
    /// No backend has this name. The error does not keep the name: without an allocator it has no room for it. Quote the name when you show
    /// the error to a user.
    UnknownBackend,
    /// No algorithm has this name. The error does not keep the name.
    UnknownAlgorithm {
        /// The names of the algorithms in this build.
        names: &'static [&'static str],
    },
    /// No algorithm has this name; this one's is similar.
    MisspeltAlgorithm(&'static str),
    /// An order whose widths are not ascending powers of two from 1 to 16.
    Widths,
    /// An order with a backend for a number of messages that the backend does not take at once.
    NoFormForWidth {
        /// The backend.
        backend: Backend,
        /// The family that the order is for.
        family: Family,
        /// The number of messages at once.
        width: usize,
    },
    /// An order with a cost of 0 for this many messages at once.
    NoCost(usize),
    /// A range of bytes that goes past the end of the state.
    OutOfState {
        /// First byte.
        start: usize,
        /// Number of bytes.
        len: usize,
        /// Bytes of the state.
        size: usize,
    },
    /// The states have no instance with this index.
    NoSuchInstance {
        /// The requested index.
        index: usize,
        /// The number of instances.
        count: usize,
    },
    /// A number of rounds that the permutation does not have.
    Rounds(usize),
    /// A rate that is not a whole number of lanes from 1 to 24.
    Rate(usize),
    /// A rate in bits that the width or the construction does not allow.
    RateBits {
        /// The rate.
        bits: usize,
        /// The smallest rate allowed.
        least: usize,
        /// Every rate must be below this: the width, where the capacity must not be 0.
        width: usize,
    },
    /// More input than fits into a block.
    BlockFull {
        /// The input in bits.
        bits: usize,
        /// The room in bits.
        room: usize,
    },
    /// More output than a block has.
    BlockSpent {
        /// The bytes requested.
        bytes: usize,
        /// The bytes that are left.
        left: usize,
    },
    /// More output than a digest of fixed length has.
    DigestSpent {
        /// The bits requested.
        bits: u64,
        /// The bits that are left.
        left: u64,
    },
    /// Fewer bits would be overwritten than the capacity has.
    ForgetsTooLittle {
        /// Bits that would be overwritten.
        bits: usize,
        /// The capacity in bits.
        capacity: usize,
    },
    /// More than seven bits in a partial byte.
    PartialByte(u32),
    /// A message that does not end at a byte boundary, for a function of whole bytes.
    WholeBytes,
    /// Leaves of a tree in the wrong order.
    LeafOrder {
        /// The number of the leaf that comes next.
        expected: u64,
        /// The number of the leaf that was passed.
        got: u64,
    },
    /// A partial leaf that is not at the end of a message.
    PartOfLeaf {
        /// Bytes after the last whole leaf.
        bytes: usize,
    },
    /// Bytes that are not a saved state, or not one of this function.
    Saved(SavedError),
    /// A byte that is not a valid domain of `TurboSHAKE`.
    Domain(u8),
    /// A message of more bits than the standard allows.
    MessageTooLong,
    /// A digest length that SHA-512/t does not have.
    DigestBits(u32),
    /// A bit length greater than that of the given bytes.
    TooFewBytes {
        /// The bit length.
        bits: u64,
        /// The number of bytes.
        bytes: usize,
    },
    /// A `ParallelHash` with blocks of 0 bytes.
    BlockSize,
    /// The tag does not belong to the message.
    WrongTag,
    /// A tag of fewer bits than can be verified.
    ShortTag(u64),
    /// The session has ended with a wrong tag.
    SessionOver,
    /// A key of a length that the function does not take.
    KeyLength {
        /// The key's length in bytes.
        bytes: usize,
        /// The shortest key in bytes.
        least: usize,
        /// The longest key in bytes.
        most: usize,
    },
    /// A nonce too long to fit next to the key.
    NonceLength {
        /// The nonce's length in bytes.
        bytes: usize,
        /// The longest nonce with this key, in bytes.
        most: usize,
    },
    /// A salt of a length that the algorithm does not take.
    SaltLength {
        /// The salt's length in bytes; 0 if the algorithm takes no salt.
        expected: usize,
        /// The bytes given.
        got: usize,
    },
    /// A customization string for an algorithm that takes none.
    NoCustomization,
    /// A domain separation byte for an algorithm that takes none.
    NoDomain,
    /// No key for an algorithm that needs one.
    KeyMissing,
    /// An input that the algorithm does not take.
    NotTaken(Parameter),
    /// An argument whose length does not fit the others.
    Length {
        /// The argument's name.
        argument: &'static str,
        /// The required length: bytes, or items of a slice.
        expected: usize,
        /// The actual length.
        got: usize,
    },
    /// An argument that is too short for the others.
    TooShort {
        /// The argument's name.
        argument: &'static str,
        /// The least length in bytes; `usize::MAX` if no buffer can be as long.
        least: usize,
        /// The actual length in bytes.
        got: usize,
    },
}

impl fmt::Display for Error {
    #[allow(clippy::too_many_lines)] // an arm a variant
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WrongHere(backend) => {
                write!(
                    f,
                    "backend {backend} is not used: it failed its test on this processor; choose another, or none"
                )
            }
            Self::BackendUnavailable(backend) => write!(f, "backend {backend} is not available: {}", backend.reason()),
            Self::OnlyInPapers(backend) => {
                write!(f, "the function has backend {backend} only in crate lanesum-papers, which this program lacks")
            }
            Self::NoForm { backend, forms } => {
                write!(f, "the function has no backend {backend}; it has ")?;
                names(f, forms.iter().map(|backend| backend.name()))
            }
            Self::NoFormForLane { backend, bits } => {
                write!(f, "backend {backend} has no form for lanes of {bits} bits: choose another, or none")
            }
            Self::UnknownBackend => {
                f.write_str("unknown backend; the names are ")?;
                names(f, Backend::ALL.iter().map(|backend| backend.name()))
            }
            Self::UnknownAlgorithm { names: all } => {
                f.write_str("unknown algorithm; the names are ")?;
                names(f, all.iter().copied())
            }
            Self::MisspeltAlgorithm(near) => write!(f, "unknown algorithm; did you mean {near}?"),
            Self::Widths => {
                f.write_str("an order must have ascending widths from 1 on, each a power of two and 16 at most")
            }
            Self::NoFormForWidth { backend, family, width } => {
                write!(f, "backend {backend} does not take {width} messages of {family} at once")
            }
            Self::NoCost(width) => {
                write!(f, "the order has a cost of 0 for {width} messages at once: it must be 1 or more")
            }
            Self::OutOfState { start, len, size } => {
                write!(f, "{} from byte {start} on: the state has {}", Of(len, "byte"), Of(size, "byte"))
            }
            Self::NoSuchInstance { index, count } => {
                write!(f, "there is no instance {index}: there are {count}, counted from 0")
            }
            Self::Rounds(rounds) => {
                write!(f, "{}: there are 1 to 24, 22, 20 or 18 for lanes of 64, 32, 16 or 8 bits", Of(rounds, "round"))
            }
            Self::Rate(lanes) => write!(f, "a rate of {}: it must be 1 to 24", Of(lanes, "lane")),
            Self::RateBits { bits, least, width } => {
                write!(f, "a rate of {}: it must be {least} to {}", Of(bits, "bit"), width - 1)
            }
            Self::BlockFull { bits, room } => {
                write!(f, "{} of input, but the block has room for {room}", Of(bits, "bit"))
            }
            Self::BlockSpent { bytes, left } => {
                write!(f, "{} of output requested, but the block has {left} left", Of(bytes, "byte"))
            }
            Self::DigestSpent { bits, left } => {
                write!(f, "{} of output requested, but the digest has {left} left", Of(bits, "bit"))
            }
            Self::ForgetsTooLittle { bits, capacity } => {
                write!(f, "forgetting would overwrite {}, fewer than the capacity of {capacity}", Of(bits, "bit"))
            }
            Self::PartialByte(bits) => write!(f, "{bits} bits in a partial byte: it has at most 7"),
            Self::WholeBytes => f.write_str("the function takes whole bytes only: end the message without last bits"),
            Self::LeafOrder { expected, got } => write!(f, "leaf {expected} comes next, not leaf {got}"),
            Self::PartOfLeaf { bytes } => {
                write!(f, "the last leaf has {}: all but the last one of a message must have 8192", Of(bytes, "byte"))
            }
            Self::Saved(error) => write!(f, "invalid saved state: {error}"),
            Self::Domain(byte) => write!(f, "domain separation byte {byte:#04x}: it must be 0x01 to 0x7f"),
            Self::MessageTooLong => f.write_str("the message has more bits than the standard allows"),
            Self::DigestBits(bits) => {
                write!(f, "a digest of {}: SHA-512/t allows 1 to 511, but not 384", Of(bits, "bit"))
            }
            Self::TooFewBytes { bits, bytes } => write!(f, "{} do not fit into {}", Of(bits, "bit"), Of(bytes, "byte")),
            Self::BlockSize => f.write_str("the block size is 0 bytes: it must be 1 or more"),
            Self::WrongTag => f.write_str("wrong tag: it does not belong to the message"),
            Self::ShortTag(bits) => write!(f, "the tag has {}: it must have at least 32", Of(bits, "bit")),
            Self::SessionOver => f.write_str("the session is over: a tag was wrong; begin a new one"),
            Self::KeyLength { bytes, least, most } => {
                write!(f, "the key has {}: it must have {least} to {most}", Of(bytes, "byte"))
            }
            Self::NonceLength { bytes, most } => {
                write!(f, "the nonce has {}: with this key it can have at most {most}", Of(bytes, "byte"))
            }
            Self::SaltLength { expected: 0, got } => {
                write!(f, "the salt has {}, but the algorithm takes no salt: leave it empty", Of(got, "byte"))
            }
            Self::SaltLength { expected, got } => {
                write!(f, "the salt has {}: the algorithm takes {expected}", Of(got, "byte"))
            }
            Self::NoCustomization => f.write_str("the algorithm takes no customization string: leave it empty"),
            Self::NoDomain => f.write_str("the algorithm takes no domain separation byte: leave it out"),
            Self::KeyMissing => f.write_str("the algorithm needs a key: give one in the options"),
            Self::NotTaken(parameter) => write!(f, "the algorithm takes no {parameter}: leave it out"),
            Self::Length { argument, expected, got } => {
                write!(f, "`{argument}` has a length of {got}: it must be {expected}")
            }
            Self::TooShort { argument, least, got } => {
                write!(f, "`{argument}` has {}: it must have at least {least}", Of(got, "byte"))
            }
        }
    }
}

impl core::error::Error for Error {}

/// Why bytes cannot be restored as a saved state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SavedError {
    /// The bytes do not begin like a saved state, or are too short for one.
    Nothing,
    /// The bytes are of a version of the format that this version of lanesum does not know. Restore them with the version that saved them.
    Version(u8),
    /// The bytes are a saved state of another function.
    Other,
    /// The bytes were damaged.
    Checksum,
    /// The lengths in the saved state contradict its contents.
    Length,
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Nothing => f.write_str("unrecognised header: these are not bytes that lanesum saved"),
            Self::Version(version) => write!(
                f,
                "unknown version {version} of the format: restore it with the version of lanesum that saved it"
            ),
            Self::Other => f.write_str("it is of something else, or of another function"),
            Self::Checksum => f.write_str("wrong checksum: the bytes are damaged"),
            Self::Length => f.write_str("wrong length or numbers: the bytes are damaged"),
        }
    }
}

impl core::error::Error for SavedError {}

/// A number with a noun, in the plural where needed.
struct Of<N>(N, &'static str);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Of<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == N::from(1) { "" } else { "s" })
    }
}

/// The names, separated by commas.
fn names(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'static str>) -> fmt::Result {
    for (i, name) in names.enumerate() {
        write!(f, "{}{name}", if i == 0 { "" } else { ", " })?;
    }
    Ok(())
}

impl FromStr for Backend {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().copied().find(|backend| backend.name() == name).ok_or(Error::UnknownBackend)
    }
}

#[cfg(test)]
mod tests {
    use super::Error;

    /// A new variant makes this fail to compile: add its message to `tests/errors/table.rs`, then the variant here.
    #[test]
    fn every_message_has_a_line_in_the_table() {
        match Error::WrongTag {
            Error::BackendUnavailable(_)
            | Error::WrongHere(_)
            | Error::OnlyInPapers(_)
            | Error::NoForm { .. }
            | Error::NoFormForLane { .. }
            | Error::UnknownBackend
            | Error::UnknownAlgorithm { .. }
            | Error::MisspeltAlgorithm(_)
            | Error::Widths
            | Error::NoFormForWidth { .. }
            | Error::NoCost(_)
            | Error::OutOfState { .. }
            | Error::NoSuchInstance { .. }
            | Error::Rounds(_)
            | Error::Rate(_)
            | Error::RateBits { .. }
            | Error::BlockFull { .. }
            | Error::BlockSpent { .. }
            | Error::DigestSpent { .. }
            | Error::ForgetsTooLittle { .. }
            | Error::PartialByte(_)
            | Error::WholeBytes
            | Error::LeafOrder { .. }
            | Error::PartOfLeaf { .. }
            | Error::Saved(_)
            | Error::Domain(_)
            | Error::MessageTooLong
            | Error::DigestBits(_)
            | Error::TooFewBytes { .. }
            | Error::BlockSize
            | Error::WrongTag
            | Error::ShortTag(_)
            | Error::SessionOver
            | Error::KeyLength { .. }
            | Error::NonceLength { .. }
            | Error::SaltLength { .. }
            | Error::NoCustomization
            | Error::NoDomain
            | Error::KeyMissing
            | Error::NotTaken(_)
            | Error::Length { .. }
            | Error::TooShort { .. } => {}
        }
    }
}
