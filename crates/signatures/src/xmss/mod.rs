//! XMSS and XMSS^MT, the stateful hash-based signatures of RFC 8391 and SP 800-208.
//!
//! A key makes 2^h signatures, each with an index that must never be used twice: two signatures with one index let anybody forge. So a
//! private key lives in a file ([`KeyFile`]), where indices are reserved durably before they are used.
//!
//! | file | content |
//! | --- | --- |
//! | `parameters` | the parameter sets, a line each |
//! | `hash`, `trees` | the functions under the scheme; one-time signatures and trees |
//! | `key` | public keys, signatures, and private keys in memory |
//! | `../stateful` | private keys in files, and the trees that they keep |

mod hash;
mod key;
mod parameters;
mod trees;

/// A private key of XMSS or XMSS^MT in a file.
#[cfg(feature = "std")]
pub type KeyFile = crate::stateful::file::KeyFile<hazmat::PrivateKey>;
#[cfg(feature = "std")]
pub use crate::stateful::file::FileError;
pub use key::{Signature, VerifyingKey};
pub use parameters::ParameterSet;

/// Signing with an index of the caller's choice, for test vectors and measurements. Signing twice with one index reveals the key.
pub mod hazmat {
    pub use super::key::{PrivateKey, verify_counted};
}
