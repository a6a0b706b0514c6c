//! KT128 and KT256, known as `KangarooTwelve` (RFC 9861, section 3).
//!
//! | file | content |
//! | --- | --- |
//! | `length` | `length_encode` |
//! | `tree` | the final node, and an unfinished message, for both functions |
//! | `customized` | an unfinished message with its customization string |
//! | `kt`, `kt_kept` | the functions as types; what they can with an allocator |
//! | `oneshot` | each in one call |
//! | `serial` | one message with the least memory |
//! | `batch` | many messages |
//! | `subtree`, `root`, `saved` | separate parts of a tree, and their saved form |

mod batch;
mod customized;
mod kt;
#[cfg(feature = "alloc")]
mod kt_kept;
mod length;
mod oneshot;
#[cfg(feature = "alloc")]
mod root;
#[cfg(feature = "alloc")]
mod saved;
mod serial;
#[cfg(feature = "alloc")]
mod subtree;
mod tree;

pub(crate) use batch::{alone, many, one};
pub(crate) use customized::Customized;
pub use kt::Kt;
pub use oneshot::{kt128, kt256};
pub(crate) use tree::KtKind;
#[cfg(feature = "alloc")]
pub use {
    root::FinalNode,
    subtree::{CHUNK_BYTES, LastSubtree, Leaves, Subtree},
};

use crate::strength::strengths::{Bits128, Bits256};

/// KT128 (`KangarooTwelve`): any number of bytes of output, collision resistance of 128 bits.
pub type Kt128 = Kt<Bits128>;
/// KT256: any number of bytes of output, collision resistance of 256 bits.
pub type Kt256 = Kt<Bits256>;
