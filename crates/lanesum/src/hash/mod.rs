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
//! | `fixed`, `xof` | a function with a digest of fixed length, and one with output of any length, with the traits of the crate `digest` |
//! | `hmac`, `pbkdf2` | HMAC of one message and of many; PBKDF2 over it |
//! | `oid` | object identifiers |
//! | `many_xof` | XOFs that absorb once and squeeze in step |
//! | `sha2_core` | the block-level form of SHA-2 |
//! | `sha512t` | SHA-512/t for any t |
//! | `oneshot` | functions for whole messages, made from the table |

mod choice;
mod construction;
mod fixed;
mod function;
mod hasher;
mod hasher_traits;
mod hmac;
mod incremental;
mod many;
#[cfg(feature = "keccak")]
mod many_xof;
#[cfg(feature = "oid")]
mod oid;
mod oneshot;
mod options;
mod output;
#[cfg(feature = "sha2")]
mod pbkdf2;
#[cfg(feature = "sha2")]
mod sha2_core;
#[cfg(feature = "sha2")]
mod sha512t;
mod typed;
#[cfg(feature = "keccak")]
mod xof;

pub use choice::Choice;
pub use fixed::FixedHash;
#[cfg(feature = "blake")]
pub use function::BlakeFunction;
pub use function::{FixedFunction, Function};
pub use hasher::Hasher;
pub(crate) use incremental::{Beginning, Incremental, Later};
#[cfg(feature = "keccak")]
pub(crate) use many_xof::SpongeXof;
pub use oneshot::*;
pub use options::Options;
pub use output::HasherReader;
pub use typed::functions;
pub use typed::types::*;
#[cfg(feature = "sha2")]
pub use {function::Sha2Function, sha2_core::Sha2Core, sha512t::Sha512T};
#[cfg(feature = "keccak")]
pub use {
    function::XofFunction,
    many_xof::ManyXof,
    xof::{Xof, XofOutput},
};
