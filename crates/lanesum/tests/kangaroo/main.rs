//! TurboSHAKE, KT128 and KT256, on every backend: against the reference, published answers and other people's crates.

#[path = "../support/mod.rs"]
mod support;

mod known_answers;
