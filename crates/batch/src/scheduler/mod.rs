//! Many messages at once: ragged queues over the slots of a kernel.
//!
//! | file | content |
//! | --- | --- |
//! | `message` | a message, and collections of them: slices, columns, strided buffers |
//! | `places` | places for digests |
//! | `digest_many` | many messages at once, for code that is generic over the hash function |
//! | `jobs` | messages and the places for their outputs |
//! | `ragged` | decides which messages are hashed together |
//! | `alike` | messages with the same number of blocks: straight through a kernel, group by group |
//! | `source` | the blocks of one message in order: straight from the caller's memory where they are whole |
//! | `queue` | slots that take the next message when theirs has ended, and narrower kernels when there is none |
//! | `function` | the trait through which the scheduler uses a hash function; the widths of backends; the slots |
//! | `chains` | that trait for SHA-2 and BLAKE (for sponges it is in the crate of Keccak) |
//! | `lockstep` | running hashers that get a piece of input each |

mod alike;
mod chains;
mod digest_many;
mod function;
mod jobs;
pub mod lockstep;
mod message;
pub mod places;
mod queue;
pub mod ragged;
mod source;

pub use chains::{Chained, run_chained};
pub use digest_many::DigestMany;
pub use function::{BlockFunction, Choose, Chosen, NOTHING, SlotRows, Slots};
pub use jobs::{Jobs, Survey};
pub use message::{AsMessage, Message, Messages, Strided};
pub use ragged::are_alone;
pub use source::{Progress, Source};
