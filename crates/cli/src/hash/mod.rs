//! The states that turn bytes into digests.
//!
//! | file | what |
//! | --- | --- |
//! | `recipe` | a function with its parameters, and a state that is ready for a file |
//! | `message` | any function on one message |
//! | `digest` | digests of any length |
//! | `setup` | the parameters that no tag states: backend and key |

mod digest;
mod message;
mod recipe;
mod setup;

pub(crate) use self::digest::{Digest, Expected, SHORT_BYTES};
pub(crate) use self::message::MessageState;
pub(crate) use self::recipe::{Recipe, USUAL_WIDTH, piece_bytes, width};
pub(crate) use self::setup::{Blake3Mode, Setup, SetupError};
