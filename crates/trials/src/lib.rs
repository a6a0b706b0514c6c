//! What of lanesum is timed, and how a timing is recorded: shared by `lanesum bench` and by lanesum-bench.
//!
//! A [`Case`] is one point of the grid, and [`Input`] its messages; a [`Contender`] hashes them. [`run`] compares the outputs
//! of all contenders of a case, samples them by turns, and makes a [`Record`] of each. [`subjects`] are lanesum's contenders;
//! rivals are their user's business.

#![forbid(unsafe_code)]

mod case;
mod contender;
mod engine;
mod limits;
mod machine;
mod paper;
mod record;
pub mod subjects;
mod threads;

pub use case::{Case, Input};
pub use contender::{Contender, Failed, Hash, Work};
pub use engine::{Enter, Mismatch, Outcome, Place, Settings, Watch, run};
pub use limits::Limits;
pub use paper::by_paper;
pub use record::{ByPaper, Instruction, Kind, Machine, Memory, Record, Rival, Run};
pub use threads::read_memory;
