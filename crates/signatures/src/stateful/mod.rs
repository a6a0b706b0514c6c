//! The common parts of XMSS and LMS: trees of one-time keys, private keys in files, from which each index is taken once, and encodings of
//! public keys.
//!
//! | file | content |
//! | --- | --- |
//! | `trees` | trees whose upper levels are kept |
//! | `file`, `durable` | private keys in files, and the reservation of indices |
//! | `keys` | calls that the keys and signatures have in common |
//! | `public` | public keys in DER and PEM |

#[cfg(feature = "std")]
mod durable;
#[cfg(feature = "std")]
pub(crate) mod file;
pub(crate) mod keys;
mod public;
pub(crate) mod trees;
