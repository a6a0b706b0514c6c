//! What SHA-2 and BLAKE share: compression functions that are applied block by block to a chaining value.
//!
//! | file | what |
//! | --- | --- |
//! | `compression` | a compression function: its forms, and what a family has of its own |
//! | `initial` | initial values that both have |
//! | `chain` | chaining value, block, padding and length; messages in pieces and whole |

pub(crate) mod chain;
pub(crate) mod compression;
pub(crate) mod initial;
