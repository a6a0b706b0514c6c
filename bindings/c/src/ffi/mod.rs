//! The functions of `lanesum.h`, in its order, over memory that belongs to the caller. Every pointer, length and state is looked at
//! before it is used; what is wrong with one is an error, and a panic is one, too.

mod batch;
mod digest;
mod error;
mod file;
mod functions;
mod hasher;
mod keccak;
mod memory;
mod options;
#[cfg(test)]
mod panics;
