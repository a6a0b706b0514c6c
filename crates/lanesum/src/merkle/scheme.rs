//! A function with a rule: how leaves and nodes are hashed, and what a node without a sibling becomes.

use crate::DigestMany;
use core::fmt;
use digest::Update;

/// The digests of verifiers are on the stack: longer ones are cut.
pub(super) const MOST: usize = 64;

/// How a tree is made of its leaves. `H` is the function, `‖` joins bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Certificate Transparency (RFC 9162, section 2.1.1; RFC 6962): `H(0x00 ‖ leaf)` and `H(0x01 ‖ left ‖ right)`. A node without a sibling
    /// moves up. A tree without leaves has the root `H("")`.
    Rfc9162,
    /// Bitcoin's blocks: `H(H(leaf))` and `H(H(left ‖ right))`. A node without a sibling is paired with itself, which lets other leaves have
    /// the same root (CVE-2012-2459): see `Tree::is_mutated`. A tree without leaves has a root of zeroes.
    Bitcoin,
    /// Ethereum's SSZ: leaves are chunks of a digest's length, and are not hashed. A node is `H(left ‖ right)`, and chunks of zeroes follow
    /// the last one, up to the limit or else the next power of two. [`Scheme::mix_in_length`] makes the root of a list.
    Ssz {
        /// The chunks that the type has room for.
        limit: Option<u64>,
    },
    /// `H(leaf)` and `H(left ‖ right)`. A node without a sibling moves up. A tree without leaves has a root of zeroes. With
    /// [`Keccak256`](crate::Keccak256) these are the binary trees of Ethereum's contracts. Nothing tells leaves from nodes: whoever chooses
    /// leaves of two digests' length can pass off a node as a leaf, in a tree of another number of leaves.
    Pairs,
}

/// Where the sibling of a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sibling {
    Left,
    Right,
    Itself,
    /// The node moves up.
    None,
}

impl Rule {
    /// The levels above the leaves.
    pub(super) fn depth(self, leaves: u64) -> Result<u32, Error> {
        let room = match self {
            Self::Ssz { limit: Some(limit) } if leaves > limit => return Err(Error::Limit { leaves, limit }),
            Self::Ssz { limit: Some(limit) } => limit,
            _ => leaves,
        };
        Ok(u64::BITS - room.saturating_sub(1).leading_zeros())
    }

    /// For the node at place `at` of a level whose last place is `last`.
    pub(super) fn sibling(self, at: u64, last: u64) -> Sibling {
        match self {
            _ if at % 2 == 1 => Sibling::Left,
            _ if at < last => Sibling::Right,
            Self::Ssz { .. } => Sibling::Right,
            Self::Bitcoin => Sibling::Itself,
            Self::Rfc9162 | Self::Pairs => Sibling::None,
        }
    }
}

/// Why a call failed. It has changed nothing; `Tree` names the one exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The hash function rejected a message, or a buffer has the wrong length.
    Hash(crate::Error),
    /// No leaf has this index.
    Index {
        /// The index.
        index: u64,
        /// The number of leaves.
        leaves: u64,
    },
    /// The indexes of a proof of many leaves must ascend, without duplicates; this one does not.
    Order {
        /// The index.
        index: u64,
    },
    /// A proof of many leaves must be about at least one.
    NoIndex,
    /// The type of SSZ has room for fewer chunks.
    Limit {
        /// The number of chunks.
        leaves: u64,
        /// The limit.
        limit: u64,
    },
    /// The tree would not fit into memory.
    TooLarge,
    /// The proof has fewer digests than the tree's shape asks for, or part of one.
    ProofTooShort,
    /// Bytes are left over of the proof.
    ProofTooLong,
    /// Two siblings are equal, or a node's copy differs from it: the tree of Bitcoin was mutated (CVE-2012-2459).
    Mutated,
    /// The proof leads to another root.
    WrongRoot,
    /// There is no proof of consistency of these numbers of leaves.
    Sizes {
        /// The leaves before.
        old: u64,
        /// The leaves after.
        new: u64,
    },
    /// Only [`Rule::Rfc9162`] and [`Rule::Pairs`] have proofs of consistency.
    NoConsistency,
}

impl From<crate::Error> for Error {
    fn from(error: crate::Error) -> Self {
        Self::Hash(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Hash(error) => error.fmt(f),
            Self::Index { index, leaves } => write!(f, "there is no leaf {index}: the number of leaves is {leaves}"),
            Self::Order { index } => write!(f, "index {index} is out of order: indexes must ascend, each once"),
            Self::NoIndex => f.write_str("no index: a proof must be about at least one leaf"),
            Self::Limit { leaves, limit } => write!(f, "a tree of {leaves} chunks: its limit is {limit}"),
            Self::TooLarge => f.write_str("the tree would not fit into memory"),
            Self::ProofTooShort => f.write_str("the proof is too short for this leaf and number of leaves"),
            Self::ProofTooLong => f.write_str("the proof is too long for this leaf and number of leaves"),
            Self::Mutated => {
                f.write_str("the tree was mutated: siblings that must differ are equal, or a copy differs")
            }
            Self::WrongRoot => f.write_str("wrong root: the proof does not belong to this leaf and root"),
            Self::Sizes { old, new } => {
                write!(f, "consistency of {old} leaves with {new}: there must be at least 1 before, and no fewer after")
            }
            Self::NoConsistency => f.write_str("the rule has no proofs of consistency"),
        }
    }
}

impl core::error::Error for Error {}

/// A hash function with a [`Rule`]. The function can be a type with its key, salt or customization string, or a [`Hasher`](crate::Hasher).
/// All leaves and nodes begin with the bytes that it has absorbed.
///
/// ```
/// # #[cfg(feature = "sha2")] {
/// use lanesum::{Algorithm, Hasher, Sha256};
/// use lanesum::merkle::{Rule, Scheme};
///
/// let (mut typed, mut named) = ([0; 32], [0; 32]);
/// Scheme::new(Sha256::new(), Rule::Rfc9162).leaf(b"", &mut typed)?;
/// Scheme::new(Hasher::new(Algorithm::Sha256), Rule::Rfc9162).leaf(b"", &mut named)?;
/// assert_eq!(typed, lanesum::sha256(b"\0"));
/// assert_eq!(typed, named);
/// # }
/// # Ok::<(), lanesum::merkle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scheme<H> {
    pub(super) rule: Rule,
    pub(super) plain: H,
    /// With the bytes that come before leaves, and before nodes, if there are any.
    tagged: Option<[H; 2]>,
}

impl<H: DigestMany + Update + Clone> Scheme<H> {
    /// This function, with what it has absorbed, by this rule.
    #[must_use]
    pub fn new(hasher: H, rule: Rule) -> Self {
        let tagged = (rule == Rule::Rfc9162).then(|| [0, 1].map(|tag| hasher.clone().chain([tag])));
        Self { rule, plain: hasher, tagged }
    }
}

impl<H> Scheme<H> {
    /// The function.
    #[must_use]
    pub const fn hasher(&self) -> &H {
        &self.plain
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    pub(super) const fn of_leaves(&self) -> &H {
        if let Some([of_leaves, _]) = &self.tagged { of_leaves } else { &self.plain }
    }

    pub(super) const fn of_nodes(&self) -> &H {
        if let Some([_, of_nodes]) = &self.tagged { of_nodes } else { &self.plain }
    }
}

impl<H: DigestMany> Scheme<H> {
    /// The bytes of a digest, 1 to 64: of longer output, the first 64 are taken.
    #[must_use]
    pub fn digest_bytes(&self) -> usize {
        self.plain.digest_bytes().clamp(1, MOST)
    }

    /// The digest of a leaf, to `out`.
    ///
    /// # Errors
    /// [`Error::Hash`] if `out` has another length than a digest, or if a chunk of SSZ has; or if the function rejects the message.
    pub fn leaf(&self, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
        if let Rule::Ssz { .. } = self.rule {
            self.is_digest("message", message)?;
            self.is_digest("out", out)?;
            out.copy_from_slice(message);
            return Ok(());
        }
        self.one(self.of_leaves(), message, out)
    }

    /// The node above two others, to `out`.
    ///
    /// # Errors
    /// [`Error::Hash`] if an argument has another length than a digest.
    pub fn node(&self, left: &[u8], right: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.is_digest("left", left)?;
        self.is_digest("right", right)?;
        let (mut pair, bytes) = ([0; 2 * MOST], left.len());
        pair[..bytes].copy_from_slice(left);
        pair[bytes..2 * bytes].copy_from_slice(right);
        self.one(self.of_nodes(), &pair[..2 * bytes], out)
    }

    /// The root of a list of SSZ, to `out`: the root of its chunks, with its length in elements mixed in.
    ///
    /// A proof for a chunk of a list is a proof for the chunk, and then the length in 32 bytes, little-endian. Verify it with twice the limit.
    ///
    /// # Errors
    /// [`Error::Hash`] if an argument has another length than a digest, or a digest has fewer than eight bytes.
    pub fn mix_in_length(&self, root: &[u8], length: u64, out: &mut [u8]) -> Result<(), Error> {
        let mut chunk = [0; MOST];
        chunk[..8].copy_from_slice(&length.to_le_bytes());
        let bytes = self.digest_bytes();
        if bytes < 8 {
            return Err(crate::Error::Length { argument: "digest", expected: 8, got: bytes }.into());
        }
        self.node(root, &chunk[..bytes], out)
    }

    /// The root of a tree without leaves, or for SSZ the digest of a chunk of zeroes.
    pub(super) fn empty(&self, out: &mut [u8]) -> Result<(), Error> {
        out.fill(0);
        if self.rule == Rule::Rfc9162 { self.one(&self.plain, &[], out) } else { Ok(()) }
    }

    pub(super) fn is_digest(&self, argument: &'static str, bytes: &[u8]) -> Result<(), Error> {
        let (expected, got) = (self.digest_bytes(), bytes.len());
        if expected == got { Ok(()) } else { Err(crate::Error::Length { argument, expected, got }.into()) }
    }

    fn one(&self, hasher: &H, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.is_digest("out", out)?;
        hasher.finalize_many(&[message], out.len(), out)?;
        if self.rule == Rule::Bitcoin {
            let (mut first, bytes) = ([0; MOST], out.len());
            first[..bytes].copy_from_slice(out);
            self.plain.finalize_many(&[&first[..bytes]], bytes, out)?;
        }
        Ok(())
    }
}
