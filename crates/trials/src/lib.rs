//! What of lanesum is timed, and how a timing is recorded: shared by `lanesum bench` and by lanesum-bench.

#![forbid(unsafe_code)]

mod record;

pub use record::{Instruction, Kind, Machine, Memory, Record, Run};
