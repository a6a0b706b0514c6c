//! KT128 and KT256, known as `KangarooTwelve` (RFC 9861, section 3).
//!
//! | file | content |
//! | --- | --- |
//! | `length` | `length_encode` |
//! | `tree` | the final node, and an unfinished message, for both functions |
//! | `customized` | an unfinished message with its customization string |
//! | `kt` | the functions as types |
//! | `oneshot` | each in one call |
//! | `serial` | one message with the least memory |
//! | `batch` | many messages |
//! | `kept/` | what needs an allocator: customization strings, saved states, separate parts of a tree |

mod batch;
mod customized;
#[cfg(feature = "alloc")]
mod kept;
mod kt;
mod length;
mod oneshot;
mod serial;
pub(in crate::modes) mod tree;

pub(crate) use batch::{alone, many, one};
pub(crate) use customized::Customized;
#[cfg(feature = "alloc")]
pub use kept::{
    root::FinalNode,
    subtree::{CHUNK_BYTES, LastSubtree, Leaves, Subtree},
};
pub use kt::Kt;
pub use oneshot::{kt128, kt256};
pub(crate) use tree::KtKind;

use crate::strength::strengths::{Bits128, Bits256};

/// KT128 (`KangarooTwelve`): any number of bytes of output, collision resistance of 128 bits.
pub type Kt128 = Kt<Bits128>;
/// KT256: any number of bytes of output, collision resistance of 256 bits.
pub type Kt256 = Kt<Bits256>;
