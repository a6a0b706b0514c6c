//! SLH-DSA, the stateless hash-based signature standard (FIPS 205).
//!
//! | file | content |
//! | --- | --- |
//! | `parameters` | the parameter sets, a line each |
//! | `address` | addresses |
//! | `tweakable`, `message` | the functions under the scheme: of short messages, many at a time; of the message that is signed |
//! | `wots`, `trees` | one-time signatures; Merkle trees, the hypertree, FORS |
//! | `internal` | key generation, signing and verification without encoding of the message |
//! | `keys`, `signature`, `prehash`, `sign`, `many` | the public interface |
//! | `encoding`, `traits` | PKCS#8 and `SubjectPublicKeyInfo`; the traits of the crate `signature` |

pub(crate) mod address;
mod encoding;
mod internal;
mod keys;
mod many;
pub(crate) mod message;
mod parameters;
mod prehash;
mod sign;
mod signature;
mod traits;
mod trees;
pub(crate) mod tweakable;
pub(crate) mod wots;

pub use keys::{FaultCheck, SigningKey, VerifyingKey};
pub use parameters::{HashFamily, ParameterSet};
pub use prehash::{Prehash, PrehashFunction, Prehasher};
pub use signature::Signature;
pub use tweakable::Calls;

/// The internal functions of FIPS 205 (section 9), for test vectors and measurements: they sign bytes as they are, without the context
/// that keeps uses apart.
pub mod hazmat {
    pub use super::internal::{sign_internal, sign_internal_counted, verify_internal, verify_internal_counted};
    pub use super::keys::generate_counted;
}
