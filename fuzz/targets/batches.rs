//! Fuzz target `batches`: calls `batches` of the crate lanesum_fuzz, which says what it checks.
#![no_main]
#![forbid(unsafe_code)]
lanesum_fuzz::target!(lanesum_fuzz::batches);
