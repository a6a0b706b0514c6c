//! The states that turn bytes into digests.
//!
//! | file | what |
//! | --- | --- |
//! | `recipe` | what is computed of each file, with a state that is ready for it |
//! | `message` | any function at work on one message |
//! | `derived` | the functions of SP 800-185 at work |
//! | `digest` | digests, however long |
//! | `setup` | what a state starts with that no tag says |

mod derived;
mod digest;
mod message;
mod recipe;
mod setup;

pub(crate) use self::derived::TupleState;
pub(crate) use self::digest::{Digest, Expected, Output, SHORT_BYTES};
pub(crate) use self::message::MessageState;
pub(crate) use self::recipe::{Recipe, USUAL_WIDTH, piece_bytes, width};
pub(crate) use self::setup::{Blake3Mode, Setup, SetupError};
