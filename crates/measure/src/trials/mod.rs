//! Trials of several implementations against each other: the messages, the contenders, the retries, and the resulting rows.
//!
//! A [`Case`] is one point of a grid, and [`Input`] holds its messages. A [`Contender`] hashes them. [`run`] compares the outputs of all
//! contenders of a case, samples them in turn, tries noisy cases again, and makes one [`Record`] for each contender. The caller supplies
//! the cases and the contenders: this module knows no hash function.
//!
//! | file | content |
//! | --- | --- |
//! | `record` | the rows, and the machine on which they were measured |
//! | `case` | one point of the grid, and its messages |
//! | `contender` | one implementation at work on a case |
//! | `sample` | one try at a case: compare the outputs, then sample in turn |
//! | `tries` | all cases, and the noisy ones again |

mod case;
mod contender;
mod record;
mod sample;
mod tries;

pub use case::{Case, Input, Numbers};
pub use contender::{Contender, Failed, Hash, LANESUM, Work};
pub use record::{Machine, Ratios, Record, RowKind};
pub use sample::{Begun, Enter, Mismatch, Sample, Settings, begin, sample_on_one_cpu};
pub use tries::{Outcome, Place, Watch, run};
