//! Target `hashes`: see the function.
#![no_main]
#![forbid(unsafe_code)]
lanesum_fuzz::target!(lanesum_fuzz::hashes);
