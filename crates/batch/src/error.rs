//! The errors of the library: [`Error`] and [`SavedError`].

use crate::plan::Family;
use crate::{Backend, Parameter};
use core::fmt;
use core::str::FromStr;

/// What went wrong with a call. A call that fails changes nothing, with one exception: in Keyak and Ketje, a wrong tag ends
/// the session and fills the output with zeroes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The processor or the system lacks what the backend needs, or the build is for another backend.
    BackendUnavailable(Backend),
    /// A backend whose kernel gave a wrong answer: it had never run on a processor before, and failed its known-answer test on this one.
    WrongHere(Backend),
    /// The function has this backend only in builds with this cargo feature. (Other functions may have it without the feature.)
    FeatureMissing {
        /// The requested backend.
        backend: Backend,
        /// The cargo feature.
        feature: &'static str,
    },
    /// The function does not have this backend, on any machine.
    NoForm {
        /// The requested backend.
        backend: Backend,
        /// The backends that the function has.
        forms: &'static [Backend],
    },
    /// The backend has no form for lanes of this length.
    NoFormForLane {
        /// The requested backend.
        backend: Backend,
        /// Bits of a lane.
        bits: usize,
    },
    /// No backend has the name. Without an allocator, the error cannot keep the text, so quote the text when you show the error to a user.
    UnknownBackend,
    /// No algorithm has the name. The error does not keep the text either.
    UnknownAlgorithm {
        /// The names of those that this build has.
        names: &'static [&'static str],
    },
    /// No algorithm has the name, but this one's is nearly the same.
    MisspeltAlgorithm(&'static str),
    /// An order whose widths are not ascending powers of two from 1 to 16.
    Widths,
    /// An order with a backend for a number of messages that it does not take at once.
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
    /// An instance that the states do not have.
    NoSuchInstance {
        /// The index requested.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A number of rounds that the permutation does not have.
    Rounds(usize),
    /// A rate that is no whole number of lanes from 1 to 24.
    Rate(usize),
    /// A rate in bits that the width or the construction rules out.
    RateBits {
        /// The rate.
        bits: usize,
        /// The smallest that is allowed.
        least: usize,
        /// The first that is too large: the width, where the capacity must not be 0.
        width: usize,
    },
    /// More input than a block takes.
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
    /// A message that ends within a byte, of a function that takes whole bytes only.
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
    /// A length of digest that SHA-512/t does not have.
    DigestBits(u32),
    /// A bit length that the bytes given cannot hold.
    TooFewBytes {
        /// The bit length.
        bits: u64,
        /// The number of bytes.
        bytes: usize,
    },
    /// A `ParallelHash` with blocks of 0 bytes.
    BlockSize,
    /// A tag that does not belong to the message.
    WrongTag,
    /// A tag of fewer bits than can be verified.
    ShortTag(u64),
    /// A session that ended with a wrong tag.
    SessionOver,
    /// A key that the function does not take.
    KeyLength {
        /// Its length in bytes.
        bytes: usize,
        /// The shortest in bytes.
        least: usize,
        /// The longest in bytes.
        most: usize,
    },
    /// A nonce that does not fit next to the key.
    NonceLength {
        /// Its length in bytes.
        bytes: usize,
        /// The longest nonce with this key, in bytes.
        most: usize,
    },
    /// A salt of a length that the algorithm does not take.
    SaltLength {
        /// The bytes that it takes; 0 if it takes no salt.
        expected: usize,
        /// The bytes that it got.
        got: usize,
    },
    /// A customization string for an algorithm that takes none.
    NoCustomization,
    /// A domain separation byte for an algorithm that takes none.
    NoDomain,
    /// No key for an algorithm that needs one.
    KeyMissing,
    /// An input for an algorithm that does not take it.
    NotTaken(Parameter),
    /// An argument whose length does not fit the others.
    Length {
        /// The argument's name.
        argument: &'static str,
        /// The length that it must have: bytes, or items of a slice.
        expected: usize,
        /// The length that it has.
        got: usize,
    },
    /// An argument that is too short for the others.
    TooShort {
        /// The argument's name.
        argument: &'static str,
        /// The bytes that it must have at least; `usize::MAX` if no buffer has as many.
        least: usize,
        /// The bytes that it has.
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
            Self::FeatureMissing { backend, feature } => {
                write!(f, "the function has backend {backend} only with the cargo feature `{feature}`")
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
    /// The bytes do not begin like a saved state, or end too early.
    Nothing,
    /// The bytes have a version of the format that this lanesum does not know. Restore them with the lanesum that saved them.
    Version(u8),
    /// The bytes are a saved state of something else.
    Other,
    /// The bytes were damaged.
    Checksum,
    /// Numbers and contents contradict each other.
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

/// A number of something.
struct Of<N>(N, &'static str);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Of<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == N::from(1) { "" } else { "s" })
    }
}

/// A list of names with commas.
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

    /// A new variant does not compile here: give its message a line in `tests/errors/table.rs`, then a place here.
    #[test]
    fn every_message_has_a_line_in_the_table() {
        match Error::WrongTag {
            Error::BackendUnavailable(_)
            | Error::WrongHere(_)
            | Error::FeatureMissing { .. }
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
