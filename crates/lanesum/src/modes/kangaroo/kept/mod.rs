//! What needs an allocator.
//!
//! | file | content |
//! | --- | --- |
//! | `kt` | KT128 and KT256 with a customization string of their own |
//! | `subtree`, `root` | separate parts of a tree |
//! | `saved`, `customized` | the saved form of these parts; saved states |

mod customized;
mod kt;
pub mod root;
mod saved;
pub mod subtree;
