//! The functions of `lanesum.h`, in its order, over memory that belongs to the caller. Every pointer, length and state is checked before it
//! is used. Whatever is wrong is an error, and so is a panic.

mod batch;
mod digest;
mod error;
#[cfg(feature = "std")]
mod file;
#[cfg(not(feature = "std"))]
mod freestanding;
mod functions;
mod hasher;
mod keccak;
mod macs;
mod memory;
mod merkle;
mod options;
#[cfg(test)]
mod panics;
