//! lanesum against its rivals and against the limits of the machine.

fn main() {}
