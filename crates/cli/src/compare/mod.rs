//! What `audit` and `update` share. `lanesum.scale` has the same rules (bindings/python/python/lanesum/scale).
//!
//! | file | what |
//! | --- | --- |
//! | `rules` | is other content an edit or corruption? |
//! | `presence` | what has a listed name that no walk has met |
//! | `report` | a line for each file, totals, JSON |

mod presence;
mod report;
mod rules;

pub(crate) use self::presence::{Blind, Place, Presence, Roots, UNMET, kind, leads};
pub(crate) use self::report::{Change, Finding, Other, Quiet, Report, by_directory, sort};
pub(crate) use self::rules::{Verdict, other_content};
