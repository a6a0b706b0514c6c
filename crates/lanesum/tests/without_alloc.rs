//! The tests that need no allocator in the library, in builds without one.
#![cfg(not(feature = "alloc"))]

#[macro_use]
mod support;

#[path = "all/backends.rs"]
mod backends;
#[path = "all/batches/mod.rs"]
mod batches;
#[allow(dead_code)]
#[path = "all/bits.rs"]
mod bits;
#[allow(dead_code)]
#[path = "all/case.rs"]
mod case;
#[path = "all/lockstep.rs"]
mod lockstep;
#[path = "all/sp800_185/mod.rs"]
mod sp800_185;
