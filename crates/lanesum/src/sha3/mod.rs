//! SHA-3 and SHAKE (FIPS 202), and Keccak-256 with the padding that it had before the standard, as Ethereum uses it.

mod oneshot;
mod xof;

use crate::{FixedHash, functions};
pub use oneshot::*;
pub use xof::{Xof, XofOutput};

/// SHA3-224: 28 bytes of digest, rate 144 bytes.
pub type Sha3_224 = FixedHash<functions::Sha3_224>;
/// SHA3-256: 32 bytes of digest, rate 136 bytes.
pub type Sha3_256 = FixedHash<functions::Sha3_256>;
/// SHA3-384: 48 bytes of digest, rate 104 bytes.
pub type Sha3_384 = FixedHash<functions::Sha3_384>;
/// SHA3-512: 64 bytes of digest, rate 72 bytes.
pub type Sha3_512 = FixedHash<functions::Sha3_512>;
/// Keccak-256 with the padding from before the standard: 32 bytes of digest, rate 136 bytes.
pub type Keccak256 = FixedHash<functions::Keccak256>;
/// SHAKE128: any number of bits of output, rate 168 bytes.
pub type Shake128 = Xof<functions::Shake128>;
/// SHAKE256: any number of bits of output, rate 136 bytes.
pub type Shake256 = Xof<functions::Shake256>;
