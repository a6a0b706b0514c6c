//! The functions derived from SHA-3 (NIST SP 800-185): cSHAKE, KMAC, `TupleHash` and `ParallelHash`.
//!
//! | file | content |
//! | --- | --- |
//! | `encode` | `left_encode`, `right_encode` |
//! | `bits` | strings of any number of bits, and sponges that take them |
//! | `started` | states that begin with a name |
//! | `length` | the encoded length of the output; the parameters that all functions share |
//! | `cshake`, `kmac`, `tuple_hash`, `parallel_hash` | the functions |
//! | `oneshot` | each in one call |
//! | `derived`, `kept` | any of them, chosen at run time; its saved state |

mod bits;
mod cshake;
mod derived;
mod encode;
#[cfg(feature = "alloc")]
mod kept;
mod kmac;
mod length;
mod oneshot;
mod parallel_hash;
mod started;
mod tuple_hash;

pub use bits::BitStr;
pub use cshake::CShake;
pub(crate) use derived::{Derived, DerivedState, Inputs};
pub use kmac::{Kmac, KmacReader};
pub use oneshot::*;
pub use parallel_hash::ParallelHash;
pub use tuple_hash::{TupleElement, TupleHash};

use crate::strength::strengths::{Bits128, Bits256};

/// cSHAKE128: any number of bits of output, rate 168 bytes.
pub type CShake128 = CShake<Bits128>;
/// cSHAKE256: any number of bits of output, rate 136 bytes.
pub type CShake256 = CShake<Bits256>;
/// KMAC128 and KMACXOF128; as a [`digest::Mac`] with tags of 32 bytes.
pub type Kmac128 = Kmac<Bits128>;
/// KMAC256 and KMACXOF256; as a [`digest::Mac`] with tags of 64 bytes.
pub type Kmac256 = Kmac<Bits256>;
/// `TupleHash128` and `TupleHashXOF128`.
pub type TupleHash128 = TupleHash<Bits128>;
/// `TupleHash256` and `TupleHashXOF256`.
pub type TupleHash256 = TupleHash<Bits256>;
/// `ParallelHash128` and `ParallelHashXOF128`; as [`digest::FixedOutput`] with 32 bytes of output.
pub type ParallelHash128 = ParallelHash<Bits128>;
/// `ParallelHash256` and `ParallelHashXOF256`; as [`digest::FixedOutput`] with 64 bytes of output.
pub type ParallelHash256 = ParallelHash<Bits256>;
