use crate::Backend;

/// What can be wrong with a call. Nothing has been changed by a call that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The machine cannot run the backend that was asked for.
    #[error("backend {0} is not available: {reason}", reason = .0.reason())]
    BackendUnavailable(Backend),
    /// The function has no form of this name, on any machine.
    #[error("there is no form {backend} of it; the forms are {names}", names = Names(|| forms.iter().map(|b| b.name())))]
    NoForm {
        /// What was asked for.
        backend: Backend,
        /// The forms that there are.
        forms: &'static [Backend],
    },
    /// The backend that was asked for has no form for such lanes.
    #[error("backend {backend} has no form for lanes of {bits} bits")]
    NoFormForLane {
        /// The backend.
        backend: Backend,
        /// Bits of a lane.
        bits: usize,
    },
    /// No backend has this name.
    #[error("unknown backend; the names are {names}", names = Names(|| Backend::ALL.iter().map(|b| b.name())))]
    UnknownBackend,
    /// No algorithm has this name.
    #[error("unknown algorithm; the names are {names}", names = Names(|| crate::Algorithm::ALL.iter().map(|a| a.name())))]
    UnknownAlgorithm,
    /// An order of backends with a cost of 0.
    #[error("an order with a cost of 0 for {0} messages at once")]
    NoCost(usize),
    /// An order of backends whose choice for so many messages at once is worse than groups that it knows.
    #[error("an order in which {0} messages at once cost more than in other groups")]
    CostlyWidth(usize),
    /// A range of bytes that goes past the end of the state.
    #[error("bytes {start} to {start} + {len} are not within the {size} bytes of the state")]
    OutOfState {
        /// First byte.
        start: usize,
        /// Number of bytes.
        len: usize,
        /// Bytes of the state.
        size: usize,
    },
    /// An instance that the states do not have.
    #[error("there is no instance {index} among {ways}")]
    NoSuchInstance {
        /// The index asked for.
        index: usize,
        /// How many there are.
        ways: usize,
    },
    /// A number of rounds that the permutation does not have.
    #[error("{0} rounds: there are 1 to 24, 22, 20 or 18 for lanes of 64, 32, 16 or 8 bits")]
    Rounds(usize),
    /// A rate that is no whole number of lanes from 1 to 24.
    #[error("a rate of {0} lanes: it must be 1 to 24")]
    Rate(usize),
    /// A rate in bits that the width or the construction rules out.
    #[error("a rate of {bits} bits: it must be {least} to {most}", most = width - 1)]
    RateBits {
        /// The rate.
        bits: usize,
        /// The smallest that is allowed.
        least: usize,
        /// The first that is too large: the width, where the capacity must not be 0.
        width: usize,
    },
    /// More input than a block takes.
    #[error("{bits} bits of input where the block has room for {room}")]
    BlockFull {
        /// The input in bits.
        bits: usize,
        /// The room in bits.
        room: usize,
    },
    /// More output than a block has.
    #[error("{bytes} bytes of output where the block has {left}")]
    BlockSpent {
        /// The bytes asked for.
        bytes: usize,
        /// The bytes that there are.
        left: usize,
    },
    /// Fewer bits would be overwritten than the capacity has.
    #[error("forgetting overwrites {bits} bits, which is fewer than the capacity of {capacity}")]
    ForgetsTooLittle {
        /// Bits that would be overwritten.
        bits: usize,
        /// The capacity in bits.
        capacity: usize,
    },
    /// More than seven bits in a partial byte.
    #[error("{0} bits in a partial byte: it has at most 7")]
    PartialByte(u32),
    /// A message that ends within a byte, of a function that takes whole bytes only.
    #[error("the function takes whole bytes only")]
    WholeBytes,
    /// Leaves of a tree that are not those that come next.
    #[error("leaf {got} where leaf {expected} comes next")]
    LeafOrder {
        /// The number of the leaf that comes next.
        expected: u64,
        /// The number of the leaf that came.
        got: u64,
    },
    /// A leaf that is not whole, and not at the end of a message.
    #[error("{bytes} bytes of a leaf: it has 8192, unless it is the last one")]
    PartOfLeaf {
        /// Bytes after the last whole leaf.
        bytes: usize,
    },
    /// Bytes that are not what was saved.
    #[error("not what was saved: {0}")]
    Saved(SavedError),
    /// A byte that separates no domain of `TurboSHAKE`.
    #[error("domain separation byte {0:#04x}: it must be 0x01 to 0x7f")]
    Domain(u8),
    /// A message of more bits than the standard allows.
    #[error("the message has more bits than the standard allows")]
    MessageTooLong,
    /// A length of digest that SHA-512/t does not have.
    #[error("{0} bits of digest: SHA-512/t has 1 to 511, but not 384")]
    DigestBits(u32),
    /// A bit length that the bytes given cannot hold.
    #[error("{bits} bits do not fit into {bytes} bytes")]
    TooFewBytes {
        /// The bit length.
        bits: u64,
        /// The number of bytes.
        bytes: usize,
    },
    /// A `ParallelHash` with blocks of 0 bytes.
    #[error("blocks of 0 bytes")]
    BlockSize,
    /// A tag that is not the message's.
    #[error("the tag is not that of the message")]
    WrongTag,
    /// A tag of fewer bits than can be verified.
    #[error("a tag of {0} bits: it must have 32 at least")]
    ShortTag(u64),
    /// A session whose other side sent a wrong tag before.
    #[error("the session is over: a tag was wrong")]
    SessionOver,
    /// A key that the function does not take.
    #[error("a key of {bytes} bytes: it must have {least} to {most} bytes")]
    KeyLength {
        /// Its length.
        bytes: usize,
        /// Of the shortest.
        least: usize,
        /// Of the longest.
        most: usize,
    },
    /// A nonce for which there is no room beside the key.
    #[error("a nonce of {bytes} bytes: beside this key it can have {most} bytes at most")]
    NonceLength {
        /// Its length.
        bytes: usize,
        /// Of the longest beside this key.
        most: usize,
    },
    /// A salt of a length that the algorithm does not take; 0 where it takes none.
    #[error("a salt of {got} bytes where the algorithm takes {expected}")]
    SaltLength {
        /// What it takes.
        expected: usize,
        /// What it got.
        got: usize,
    },
    /// Buffers whose lengths do not fit together.
    #[error("{got} bytes or items where {expected} are needed")]
    Length {
        /// What the call needs.
        expected: usize,
        /// What it got.
        got: usize,
    },
}

/// Why bytes are not what was saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// They do not begin as anything that was saved, or end too early.
    #[error("they are nothing that was saved")]
    Nothing,
    /// A version of this library saved them that this one does not know.
    #[error("version {0} of the format is not known")]
    Version(u8),
    /// They are something else, or of the other function.
    #[error("they are something else, or of another function")]
    Other,
    /// They were damaged.
    #[error("they are damaged")]
    Checksum,
    /// Numbers and contents do not fit together.
    #[error("their length or numbers are wrong")]
    Length,
}

/// For calls of which the caller knows that they cannot fail: all ranges are within a state, and the numbers of rounds exist.
#[inline(always)]
pub(crate) fn sure(result: Result<(), Error>) {
    debug_assert!(result.is_ok());
}

/// A list of names with commas.
struct Names<F>(F);

impl<I: Iterator<Item = &'static str>, F: Fn() -> I> core::fmt::Display for Names<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (i, name) in (self.0)().enumerate() {
            write!(f, "{}{name}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
