//! What XMSS and LMS share: trees of one-time keys, and private keys in files, from which each index is taken once.
//!
//! | file | content |
//! | --- | --- |
//! | `trees` | trees whose upper levels are kept |
//! | `file`, `durable` | private keys in files, and the reservation of indices |

#[cfg(feature = "std")]
mod durable;
#[cfg(feature = "std")]
pub(crate) mod file;
pub(crate) mod trees;
