//! Many messages at once: ragged queues over the slots of a kernel.
//!
//! | file | what |
//! | --- | --- |
//! | `message` | what a message is, and many of them: slices, columns, strided ones; places for digests |
//! | `digest_many` | many messages at once, for code that is generic over the hash function |
//! | `jobs` | messages and the places for their outputs |
//! | `ragged` | which of them go together |
//! | `alike` | messages that take as many blocks: straight through a kernel, group by group |
//! | `source` | the blocks of one message in order: straight from the caller's memory where they are whole |
//! | `queue` | slots that take the next message when theirs has ended, and narrower kernels when there is none |
//! | `family` | what those ask of a hash function, which backend takes how many messages at once, and the slots |
//! | `sponges`, `chains` | the answers of the sponges, and of SHA-2 and BLAKE |
//! | `leaves`, `leaf_threads` | a long message cut into leaves of one length, their chaining values in order |
//! | `leaf` | as many leaves at a time as is cheapest |
//! | `gang` | a few states in step, each with blocks of its own |
//! | `under_way` | the states of leaves that stay in slots between two calls |
//! | `lockstep` | hashers under way that take a piece of input each |
//! | `many_xof` | states that absorb once and squeeze in step |

mod alike;
#[cfg(any(feature = "sha2", feature = "blake"))]
mod chains;
mod digest_many;
mod family;
#[cfg(any(feature = "sp800-185", feature = "turboshake"))]
mod gang;
mod jobs;
#[cfg(any(feature = "sp800-185", feature = "turboshake"))]
mod leaf;
#[cfg(all(feature = "rayon", any(feature = "sp800-185", feature = "turboshake")))]
mod leaf_threads;
#[cfg(any(feature = "sp800-185", feature = "turboshake"))]
mod leaves;
pub(crate) mod lockstep;
#[cfg(any(feature = "sha3", feature = "turboshake"))]
mod many_xof;
mod message;
mod queue;
mod ragged;
mod source;
#[cfg(feature = "keccak")]
mod sponges;
#[cfg(any(feature = "sp800-185", feature = "turboshake"))]
mod under_way;

#[cfg(any(feature = "sha2", feature = "blake"))]
pub(crate) use chains::{Chained, run_chained};
pub use digest_many::DigestMany;
#[cfg(any(feature = "sha3", feature = "sp800-185", feature = "turboshake"))]
pub(crate) use digest_many::digest_many;
pub(crate) use family::{Choose, Family};
pub(crate) use jobs::{Jobs, Survey};
#[cfg(any(feature = "sp800-185", feature = "turboshake"))]
pub(crate) use leaf::{End, LONGEST_END, LeafHash, Root};
#[cfg(any(feature = "sp800-185", feature = "turboshake"))]
pub(crate) use leaves::Leaves;
#[cfg(any(feature = "sha3", feature = "turboshake"))]
pub use many_xof::{ManyXof, SpongeXof};
pub use message::{AsMessage, Message, Messages, Place, Strided};
pub(crate) use ragged::are_alone;
#[cfg(feature = "keccak")]
pub(crate) use sponges::{Sponges, WIDEST, run};
