//! Keccak-p (FIPS 202, section 3) and the constructions over it, in the layers of the Keccak code package. Details of `lanesum`: depend on
//! that crate instead.
//!
//! | place | what |
//! | --- | --- |
//! | `permutation` | the rounds: the generic text, plane forms, compact forms; kernels; which backends have which |
//! | `plan` | what a permutation costs on which processor |
//! | `states` | opaque states: bytes in and out, permuted alone or several in step |
//! | `constructions` | the sponge of the hash functions; the general sponge and the duplexes, whose blocks end at any bit |
//! | `sponges` | many messages of a sponge over the slots of a kernel |
//! | `leaves` | a long message cut into leaves of equal length |
//! | `reader` | output in pieces |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// In the assembler of `x86_64` and `aarch64` alone.
#![deny(unsafe_code)]
// `lanesum` documents what it shows of this crate.
#![allow(missing_docs, clippy::missing_errors_doc)]
// Where there are no vectors, not all is used that kernels share.
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unreachable_code, unused_imports, unused_mut, unused_variables)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
pub mod aarch64;
pub mod constructions;
pub mod leaves;
pub mod permutation;
mod plan;
pub mod reader;
pub mod sponges;
pub mod states;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub mod x86_64;

pub use reader::Reader;
