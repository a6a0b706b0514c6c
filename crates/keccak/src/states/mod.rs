//! States (the `SnP` and `PlSnP` of the Keccak code package): bytes in and out of opaque states, and their permutation.
//!
//! | file | content |
//! | --- | --- |
//! | `bytes` | bytes of one state among several |
//! | `state`, `many` | one state; several, permuted in step |
//! | `interleaved` | several states by forms that may take fewer at once, or more |
//! | `snp` | one state with bytes in plain or in twisted order, for code that works with both |
//! | `caesar/` | duplexes over many blocks in place, for Keyak and Ketje |

pub mod bytes;
#[cfg(feature = "caesar")]
pub mod caesar;
pub mod interleaved;
pub mod many;
pub mod snp;
pub mod state;
