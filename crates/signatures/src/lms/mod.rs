//! LMS and HSS, the stateful hash-based signatures of RFC 8554, RFC 9858 and SP 800-208.
//!
//! A key of HSS has one to eight levels of trees of LMS; with one level, it is a key of LMS. Each signature has an index that must never be
//! used twice: two signatures with one index let anybody forge. So a private key lives in a file ([`KeyFile`]), where indices are reserved
//! durably before they are used. All levels have the same hash function, as SP 800-208 demands.
//!
//! | file | content |
//! | --- | --- |
//! | `parameters` | hash functions, heights and Winternitz parameters |
//! | `encoding` | public keys and signatures as bytes |
//! | `verifier` | verifies a message in pieces, without `alloc` |
//! | `hash` | one-time signatures and trees, many hashes at a time |
//! | `key` | public keys, signatures, and private keys in memory |
//! | `../stateful` | private keys in files, and the trees that they keep |

mod encoding;
#[cfg(feature = "alloc")]
mod hash;
#[cfg(feature = "alloc")]
mod key;
mod parameters;
mod verifier;

#[cfg(feature = "std")]
pub use crate::stateful::file::FileError;
#[cfg(feature = "alloc")]
pub use key::{Signature, VerifyingKey};
pub use parameters::{HashFunction, Level, ParameterSet};
pub use verifier::{Function, Verifier};

/// A private key of LMS or HSS in a file.
#[cfg(feature = "std")]
pub type KeyFile = crate::stateful::file::KeyFile<hazmat::PrivateKey>;

/// Signing with an index of the caller's choice, for test vectors and measurements. Signing twice with one index reveals the key.
#[cfg(feature = "alloc")]
pub mod hazmat {
    pub use super::key::{PrivateKey, verify_counted};
}
