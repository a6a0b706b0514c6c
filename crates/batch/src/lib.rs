//! The code that the families of functions of `lanesum` share: backends, the choice among them, and many messages over the slots of a
//! kernel. Details of `lanesum`: depend on that crate instead.
//!
//! | place | content |
//! | --- | --- |
//! | `backend` | the table of backends: their names and the features that they need |
//! | `engine` | the macro `engine!`, which maps a backend's name to a form: the one place where a token meets a kernel |
//! | `plan` | the default choice of backends: rows of costs, the cheapest split, the row in force |
//! | `scheduler` | many messages over slots, whole or in pieces |
//! | `md` | code shared by SHA-2 and BLAKE: chaining value, padding, length |
//! | `error`, `parameter`, `tail`, `saved` | errors; inputs beside the message; the last bits of a message; the frame of saved states |
//! | `kept`, `wipe`, `sure` | bytes on the heap, if there is one; erasing; calls that cannot fail |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// `lanesum` documents the items that it re-exports.
#![allow(missing_docs, clippy::missing_errors_doc)]
// Targets without vectors leave some of the shared code unused.
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unreachable_code, unused_imports, unused_mut, unused_variables)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod backend;
pub mod engine;
pub mod error;
#[cfg_attr(not(feature = "alloc"), path = "kept_nothing.rs")]
pub mod kept;
#[cfg_attr(not(feature = "std"), path = "never_later.rs")]
mod later;
pub mod md;
mod parameter;
pub mod plan;
pub mod saved;
pub mod scheduler;
pub mod sure;
pub mod tail;
pub mod wipe;
#[cfg(feature = "zeroize")]
mod zeroized;

pub use backend::Backend;
pub use error::{Error, SavedError};
pub use lanes;
pub use parameter::Parameter;
