//! Lists of digests, as many programs write them: line by line, in bounded memory.
//!
//! | file | what |
//! | --- | --- |
//! | `lists` | all lists of a run, one after the other |
//! | `parse`, `entry` | one line: what it says |
//! | `deep`, `shasum` | the format of hashdeep; lines as perl's shasum judges them |
//! | `envelope` | what stands around the lines: signatures, a byte-order mark |
//! | `kind` | the algorithm of lines that name none |
//! | `lines` | lines, however long |

mod deep;
mod entry;
mod envelope;
pub(crate) mod kind;
mod lines;
mod lists;
mod parse;
mod shasum;

pub(crate) use self::lines::LINE_BYTES;
pub(crate) use self::lists::{Found, ListError, Lists, Reading, Stdin, Verified, list_name, undecided};
pub(crate) use self::parse::{Dialect, Only};
