//! A long message cut into leaves of equal length, whose chaining values a root absorbs: for `ParallelHash` and `KangarooTwelve`.
//!
//! | file | content |
//! | --- | --- |
//! | `message` | cuts the message into leaves, and passes on their chaining values in order |
//! | `leaf` | hashes the cheapest number of leaves at a time |
//! | `leaf_threads` | divides the leaves of one message among threads |
//! | `gang` | a few states in step, each with blocks of its own |
//! | `under_way` | the states of leaves that stay in slots between two calls |

pub(crate) mod gang;
mod leaf;
#[cfg(feature = "rayon")]
mod leaf_threads;
mod message;
#[cfg_attr(not(feature = "alloc"), path = "none_under_way.rs")]
mod under_way;

pub use leaf::{LONGEST_END, LeafEnd, LeafHash, Root};
pub use message::CutMessage;
