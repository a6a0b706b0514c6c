//! Many messages at once: ragged queues over the lanes of a kernel.
//!
//! | file | what |
//! | --- | --- |
//! | `message` | what a message is: prefix, body and last bits |
//! | `source` | the blocks of one message in order: straight from the caller's memory where they are whole |
//! | `queue` | lanes that take the next message when theirs has ended, and narrower kernels when there is none |
//! | `family` | what those two ask of a hash function, and which backend takes how many messages at once |
//! | `sponges`, `chains` | the answers of the sponges and of SHA-2 |
//! | `leaves` | a long message cut into leaves of one length, their chaining values in order |
//! | `lockstep` | hashers under way that take a piece of input each |
//! | `many_xof` | states that absorb once and squeeze in step |

mod chains;
mod family;
mod leaves;
pub(crate) mod lockstep;
mod many_xof;
mod message;
mod queue;
mod source;
mod sponges;

pub(crate) use chains::{Sha2, run_sha2};
pub(crate) use leaves::{LeafHash, Leaves};
pub use many_xof::ManyXof;
pub use message::Message;
pub(crate) use message::{outputs, strided};
pub(crate) use sponges::run;
