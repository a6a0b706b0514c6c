//! The hash functions of all families: by a name at run time, and as types. `algorithm.rs` has the one table of them.
//!
//! | file | content |
//! | --- | --- |
//! | `construction` | the construction of each algorithm |
//! | `choice` | the backend that an algorithm uses |
//! | `options` | the options of an algorithm |
//! | `many` | any algorithm in one call: one message, and many at once |
//! | `hasher`, `hasher_traits`, `output` | any algorithm, incremental; its traits; its output |
//! | `function`, `typed` | the traits of a function as a type; the functions as types, made from the table |
//! | `incremental` | the calls that all constructions have |
//! | `fixed`, `xof` | a function with a digest of fixed length, and one with output of any length, also in step, with the traits of the crate `digest` |
//! | `hmac`, `hmac_keys`, `hmac_by_name` | HMAC of one message and of many, with one key and with many |
//! | `oid` | object identifiers |
//! | `sha2/` | what SHA-2 alone has: PBKDF2, the block-level form, SHA-512/t for any t |
//! | `io`, `bits` | the traits of `std::io`; bits of an output |
//! | `oneshot` | functions for whole messages, made from the table |

pub(crate) mod bits;
mod choice;
mod construction;
mod fixed;
mod function;
mod hasher;
mod hasher_traits;
mod hmac;
mod hmac_by_name;
#[cfg(feature = "alloc")]
mod hmac_keys;
mod incremental;
#[cfg(feature = "std")]
mod io;
mod many;
#[cfg(feature = "oid")]
mod oid;
mod oneshot;
mod options;
mod output;
#[cfg(feature = "sha2")]
mod sha2;
mod typed;
#[cfg(feature = "keccak")]
pub(crate) mod xof;

pub use choice::Choice;
pub use fixed::FixedHash;
pub use function::{BlakeFunction, FixedFunction, Function, Sha2Function};
pub use hasher::Hasher;
pub(crate) use incremental::{Beginning, Incremental, Later};
pub use oneshot::*;
pub use options::Options;
pub use output::HasherReader;
#[cfg(feature = "sha2")]
pub use sha2::*;
pub use typed::functions;
pub use typed::types::*;
