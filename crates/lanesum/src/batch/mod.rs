//! Many messages at once: ragged queues over the slots of a kernel.
//!
//! | file | what |
//! | --- | --- |
//! | `message` | a message, and collections of them: slices, columns, strided buffers; places for digests |
//! | `digest_many` | many messages at once, for code that is generic over the hash function |
//! | `jobs` | messages and the places for their outputs |
//! | `ragged` | decides which messages are hashed together |
//! | `alike` | messages with the same number of blocks: straight through a kernel, group by group |
//! | `source` | the blocks of one message in order: straight from the caller's memory where they are whole |
//! | `queue` | slots that take the next message when theirs has ended, and narrower kernels when there is none |
//! | `family` | the trait through which the scheduler uses a hash function; the widths of backends; the slots |
//! | `sponges`, `chains` | that trait for sponges, and for SHA-2 and BLAKE |
//! | `leaves`, `leaf_threads` | a long message cut into leaves of equal length, their chaining values in order |
//! | `leaf` | hashes the cheapest number of leaves at a time |
//! | `gang` | a few states in step, each with blocks of its own |
//! | `under_way` | the states of leaves that stay in slots between two calls |
//! | `lockstep` | running hashers that get a piece of input each |
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
