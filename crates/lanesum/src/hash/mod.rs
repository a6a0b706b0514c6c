//! The hash functions of all families, as one enum chosen at run time and as types.
//!
//! | file | what |
//! | --- | --- |
//! | `algorithm` | the enum: names, lengths, what is chosen, batches |
//! | `hasher` | any algorithm, incremental |
//! | `digest` | a digest that is read in pieces |
//! | `function` | the functions as types, and what each is built of |
//! | `state` | the constructions under them, with the same calls |
//! | `fixed` | a function with a digest of fixed length, with the traits of the crate `digest` |

mod algorithm;
mod digest;
mod fixed;
mod function;
mod hasher;
mod state;

pub use algorithm::{Algorithm, BitOrder, Choice, Strided};
pub use fixed::{FixedHash, Sha2Core};
pub use function::{BlakeFunction, FixedFunction, Function, Sha2Function, XofFunction, functions};

pub use hasher::{Hasher, Reader};

pub(crate) use function::sealed;
pub(crate) use state::State;
