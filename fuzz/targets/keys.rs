//! Fuzz target `keys`: calls `keys` of the crate lanesum_fuzz, which says what it checks.
#![no_main]
#![forbid(unsafe_code)]
lanesum_fuzz::target!(lanesum_fuzz::keys);
