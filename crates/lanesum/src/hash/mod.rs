//! The hash functions of all families: by a name at run time, and as types. What they are stands in the one table of algorithms.
//!
//! | file | what |
//! | --- | --- |
//! | `construction` | how each algorithm begins |
//! | `choice` | which backend an algorithm takes |
//! | `options` | what an algorithm can be given beside the message |
//! | `many` | any algorithm in one call: one message, and many at once |
//! | `hasher`, `hasher_traits`, `output` | any algorithm, incremental; other crates' traits of it; its output |
//! | `function`, `typed` | what a function is as a type; the functions, made of the table |
//! | `incremental` | the constructions under them, with the same calls |
//! | `fixed`, `xof` | a function with a digest of fixed length, or of any, with the traits of the crate `digest` |
//! | `oid` | object identifiers |
//! | `sha2_core` | the block-level form of SHA-2 |
//! | `oneshot` | functions for whole messages, made of the table |

mod choice;
mod construction;
mod fixed;
mod function;
mod hasher;
mod hasher_traits;
mod incremental;
mod many;
#[cfg(all(feature = "oid", any(feature = "sha2", feature = "sha3")))]
mod oid;
mod oneshot;
mod options;
mod output;
#[cfg(feature = "sha2")]
mod sha2_core;
mod typed;
#[cfg(feature = "sha3")]
mod xof;

pub use choice::Choice;
pub use fixed::FixedHash;
#[cfg(feature = "blake")]
pub use function::BlakeFunction;
#[cfg(feature = "sha2")]
pub use function::Sha2Function;
#[cfg(feature = "sha3")]
pub use function::XofFunction;
pub use function::{FixedFunction, Function};
pub use hasher::Hasher;
pub use oneshot::*;
pub use options::Options;
pub use output::HasherReader;
#[cfg(feature = "sha2")]
pub use sha2_core::Sha2Core;
pub use typed::functions;
pub use typed::types::*;
#[cfg(feature = "sha3")]
pub use xof::{Xof, XofOutput};
