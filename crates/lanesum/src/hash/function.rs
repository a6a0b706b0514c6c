//! The traits of functions that are known at compile time; the table of algorithms implements them.

use super::incremental::Incremental;
use crate::Algorithm;
use digest::array::ArraySize;
use digest::block_buffer::BlockSizes;
use digest::typenum::Unsigned;
use lanes::sealed::Sealed;
use lanesum_batch::md::chain::Md;
use lanesum_batch::md::compression::Compression;

/// A hash function as a type.
pub trait Function: Clone + Copy + Send + Sync + Sealed + 'static {
    /// The same function as an [`Algorithm`].
    const ALGORITHM: Algorithm;
    /// The length of a block in bytes; for a sponge, the rate.
    type Rate: ArraySize;
    /// The length of the digest in bytes; for an XOF, twice its collision resistance.
    type Digest: ArraySize;
    /// The collision resistance in bytes (FIPS 202, table 4); for Keccak-256 as for SHA3-256.
    type Resistance: Unsigned;
}

/// A function whose digest has one length: for [`FixedHash`](crate::FixedHash).
pub trait FixedFunction: Function {
    #[doc(hidden)]
    type Incremental: Incremental;
    #[doc(hidden)]
    const INITIAL: <Self::Incremental as Incremental>::Initial;
}

/// A function of BLAKE: its [`FixedHash`](crate::FixedHash) takes a salt.
pub trait BlakeFunction: FixedFunction<Incremental = Md<<Self as BlakeFunction>::Compression>> {
    /// The salt in bytes: four words.
    type Salt: ArraySize;
    #[doc(hidden)]
    type Compression: Compression;
}

/// A function of SHA-2: its [`FixedHash`](crate::FixedHash) has the block-level traits of the crate `digest`, too.
pub trait Sha2Function: FixedFunction<Rate: BlockSizes, Incremental = Md<<Self as Sha2Function>::Compression>> {
    #[doc(hidden)]
    type Compression: Compression<Block = Self::Rate>;
}
