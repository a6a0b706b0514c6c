//! Code that `audit` and `update` share. `lanesum.scale` has the same rules (bindings/python/python/lanesum/scale).
//!
//! | file | what |
//! | --- | --- |
//! | `rules` | is other content an edit or corruption? |
//! | `presence` | looks up listed names that no walk has met |
//! | `names` | names of very many files |
//! | `settled` | the algorithm of lines that do not tell it |
//! | `report` | a line for each file, totals, JSON |

mod names;
mod presence;
mod report;
mod rules;
mod settled;

pub(crate) use self::names::{Name, Names, small};
pub(crate) use self::presence::{Blind, Presence, Roots, UNMET, kind, leads};
pub(crate) use self::report::{Change, Finding, Other, Report, by_directory, sort};
pub(crate) use self::rules::{Verdict, other_content};
pub(crate) use self::settled::Settled;
