//! How to time code on a noisy, shared machine.
//!
//! A neighbour on the same physical core can halve the throughput for seconds at a time, and the
//! clock moves with the neighbours and with the width of the code. A plain stopwatch shows neither.
//! So this crate puts a [`probe`] on both sides of every short sample. A probe measures
//!
//! - the **clock**, by chains of dependent adds, one core cycle each: it turns time-stamp ticks into
//!   core cycles right beside the sample;
//! - the **quiet**, by a block of independent adds timed between two such chains: how many execute in one core cycle. A neighbour reduces
//!   this number. A change of the clock does not, because the chains slow down in the same way.
//!
//! [`Sampler`] builds on that. Closures run interleaved (A B C A B C …), and samples whose two probes were not at full rate are dropped.
//! The rest is reported as a lower quartile with its spread, or as [`NotEnoughQuietSamples`].
//!
//! A call that takes much longer than a sample should leaves time for a neighbour between its two probes. So there are many probes on both
//! sides of it, and the system is asked whether other threads had the CPU in between ([`lost_time`]). The call counts only if it took
//! hardly longer than the shortest of its kind that passed: [`Filter`] has the tolerances.
//!
//! ```
//! use measure::{Options, Sampler};
//! use std::hint::black_box;
//!
//! let _ = measure::pin_to_cpu(); // refused in some sandboxes: the figures are then rougher
//! let text = [7_u8; 64];
//! let rows = Sampler::new(Options { rounds: 7, ..Options::default() })
//!     .add("sum of 64 bytes", |n| {
//!         for _ in 0..n {
//!             black_box(black_box(&text).iter().map(|&b| u64::from(b)).sum::<u64>());
//!         }
//!     })
//!     .run();
//! println!("{}", rows[0]);
//! ```
//!
//! The feature `trials` adds the module `trials`: implementations of one function, compared with each other.
//!
//! # What it cannot see
//! It cannot see an interrupt, or another thread on this CPU, in the middle of a short sample; the lower quartile drops those. It cannot
//! see other people's traffic in shared caches and memory: code that misses the caches needs more rounds and a look at the spread. And it
//! cannot see that a machine has never been quiet since the process began: see [`full_rate`].
//!
//! # On other processors than x86-64
//! Everything compiles, times come from [`std::time::Instant`], and unknown values are `None`: [`tsc`], [`probe`], core cycles, and the
//! number of quiet samples (all are then used). `wasm32-unknown-unknown` has no clock at all, so `Sampler::run` panics there, as `Instant`
//! does.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

mod filter;
mod instructions;
mod lost;
mod pin;
mod probe;
mod sampler;
mod stack;
mod stats;
mod time;
#[cfg(feature = "trials")]
pub mod trials;

// One name for the implementation of this target. Tests on x86-64 also compile the fallback, so that it stays correct.
#[cfg_attr(not(target_arch = "x86_64"), path = "fallback.rs")]
#[cfg_attr(target_arch = "x86_64", path = "x86_64.rs")]
mod arch;
#[cfg(all(test, target_arch = "x86_64"))]
mod fallback;

pub use filter::Filter;
pub use instructions::{InstructionCost, instructions};
pub use lost::lost_time;
pub use pin::{PinError, cpus, on_quietest_cpu, pin_to, pin_to_cpu, pin_to_quietest_cpu};
pub use probe::{Reading, full_rate, probe, probe_for};
pub use sampler::{Figures, NotEnoughQuietSamples, Options, Sampled, Sampler, Tally};
pub use stack::with_stack_lower_by;
pub use stats::{Spread, quantile};
pub use time::{tsc, tsc_hz};
