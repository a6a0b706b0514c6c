//! Keccak-p (FIPS 202, section 3) and the constructions over it, in the layers of the Keccak code package. Details of `lanesum`: depend on
//! that crate instead.
//!
//! | place | content |
//! | --- | --- |
//! | `permutation` | the rounds: the generic text, plane forms, compact forms; kernels; which backends have which |
//! | `plan` | the cost of a permutation on each kind of processor |
//! | `states` | opaque states: bytes in and out, permuted alone or several in step |
//! | `constructions` | the sponge of the hash functions; the general sponge and the duplexes, whose blocks end at any bit |
//! | `sponges` | many messages of a sponge over the slots of a kernel |
//! | `leaves` | a long message cut into leaves of equal length |
//! | `reader` | output in pieces |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Allowed only in the assembler of `x86_64`, `aarch64` and `arm`.
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

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
pub mod aarch64;
#[cfg(lanesum_small = "thumb2")]
#[allow(unsafe_code)]
mod arm;
pub mod constructions;
pub mod leaves;
pub mod permutation;
pub mod plan;
pub mod reader;
pub mod sponges;
pub mod states;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub mod x86_64;
#[cfg(feature = "zeroize")]
mod zeroized;

pub use reader::Reader;
