//! Reads lists of digests in the forms of many programs, line by line, in bounded memory.
//!
//! | file | what |
//! | --- | --- |
//! | `lists` | all lists of a run, one after the other |
//! | `parse`, `entry` | one line and its content |
//! | `foreign`, `blocks`, `mtree`, `deep` | the forms of other programs, of one line and of several; those of mtree and hashdeep |
//! | `alone` | a digest without a list |
//! | `shasum` | lines as perl's shasum parses them |
//! | `envelope` | marks around the lines: signatures, a byte-order mark |
//! | `kind` | the algorithm of lines that name none |
//! | `lines` | lines of any length |

mod alone;
mod blocks;
mod deep;
mod entry;
mod envelope;
mod foreign;
pub(crate) mod kind;
mod lines;
mod lists;
mod mtree;
mod packages;
mod parse;
mod shasum;

pub(crate) use self::alone::alone;
pub(crate) use self::entry::Entry;
pub(crate) use self::lines::LINE_BYTES;
pub(crate) use self::lists::{Found, FoundLists, ListError, Lists, Reading, Stdin, Verified, list_name};
#[cfg(test)]
pub(crate) use self::packages::Packages;
pub(crate) use self::parse::{Dialect, Only};
pub(crate) use self::shasum::of_size;
