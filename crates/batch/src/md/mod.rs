//! The code that SHA-2 and BLAKE share: both apply a compression function to a chaining value, block by block.
//!
//! | file | content |
//! | --- | --- |
//! | `compression` | the trait of compression functions |
//! | `initial` | initial values that both use |
//! | `chain` | chaining value, block, padding and length; messages in pieces and whole |

pub mod chain;
pub mod compression;
pub mod initial;
