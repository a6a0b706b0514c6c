//! Many messages at once: ragged queues over the lanes of a kernel.
//!
//! | file | what |
//! | --- | --- |
//! | `message` | what a message is: prefix, body and last bits |
//! | `source` | the blocks of one message in order: straight from the caller's memory where they are whole |
//! | `queue` | lanes that take the next message when theirs has ended, and narrower kernels when there is none |
//! | `family` | what those two ask of a hash function, and which backend takes how many messages at once |
//! | `sponges`, `chains` | the answers of the sponges, and of SHA-2 and BLAKE |
//! | `leaves`, `leaf_threads` | a long message cut into leaves of one length, their chaining values in order |
//! | `leaf` | as many leaves at a time as is cheapest |
//! | `gang` | a few states in step, each with blocks of its own |
//! | `under_way` | the states of leaves that stay in lanes between two calls |
//! | `lockstep` | hashers under way that take a piece of input each |
//! | `many_xof` | states that absorb once and squeeze in step |

mod chains;
mod family;
mod gang;
mod leaf;
#[cfg(feature = "rayon")]
mod leaf_threads;
mod leaves;
pub(crate) mod lockstep;
mod many_xof;
mod message;
mod queue;
mod source;
mod sponges;
mod under_way;

pub(crate) use chains::{Chained, run_chained};
pub(crate) use family::Choose;
pub(crate) use leaf::{End, LONGEST_END, LeafHash, Root};
pub(crate) use leaves::Leaves;
pub use many_xof::ManyXof;
pub use message::Message;
pub(crate) use message::{converted, outputs, prefixed, strided, typical, whole_bytes};
pub(crate) use sponges::run;
