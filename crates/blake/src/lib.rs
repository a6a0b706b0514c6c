//! BLAKE, as submitted to the last round of the SHA-3 competition ("SHA-3 proposal BLAKE", version 1.3, 2010), and its descendants
//! `BLAKE2b`, `BLAKE2s` (RFC 7693) and BLAKE3, which use the same kernels.
//!
//! | file | content |
//! | --- | --- |
//! | `constants`, `words` | the constants; the differences between the functions |
//! | `lanewise`, `rowwise` | the compression functions as kernels |
//! | `engines`, `choice` | the forms of each backend; the choice among those of BLAKE2 and BLAKE3 |
//! | `plan` | the cost of a block on each kind of processor |
//! | `compression` | implements the trait of `lanesum_batch::md`: initial values and the counter |
//! | `blocks` | the compression functions over whole blocks |
//! | `blake2`, `blake3` | messages by the descendants, one in pieces or several in lanes |
//!
//! Details of `lanesum`: depend on that crate instead.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Allowed only in the assembler of `x86_64`.
#![deny(unsafe_code)]
// `lanesum` documents the items that it re-exports.
#![allow(missing_docs, clippy::missing_errors_doc)]
// Targets without vectors leave some of the shared code unused.
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unreachable_code, unused_imports, unused_mut, unused_variables)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod blake2;
pub mod blake3;
mod blocks;
mod choice;
pub mod compression;
mod constants;
pub mod engines;
mod lanewise;
pub mod plan;
pub mod rowwise;
pub mod words;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub mod x86_64;

pub use blocks::{BlakeChain, blake256_compress, blake256_compress_two, blake512_compress};
