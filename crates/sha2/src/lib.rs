//! SHA-2 (FIPS 180-4).
//!
//! | file | content |
//! | --- | --- |
//! | `constants`, `functions` | the constants; the differences between words of 32 and of 64 bits |
//! | `ending` | padding, and the schedule of a last block that has no byte of the message |
//! | `lanewise`, `scheduled`, `packed`, `ahead`, `instructions` | the compression functions as kernels; hand-scheduled ones are in `x86_64` and `aarch64` |
//! | `forms` | one message, or several, by a kernel |
//! | `engines` | the forms of each backend; the compression functions, by the trait of `lanesum_batch::md` |
//! | `plan` | the cost of a block on each kind of processor |
//! | `blocks` | the compression functions over whole blocks |
//! | `states` | several chaining values, compressed in step |
//!
//! Details of `lanesum`: depend on that crate instead.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Allowed only in the assembler of `x86_64` and `aarch64`.
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
mod blocks;
pub mod constants;
mod ending;
pub mod engines;
pub mod forms;
pub mod functions;
pub mod instructions;
pub mod plan;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub mod x86_64;
#[macro_use] // its rounds, for `ahead`
pub mod lanewise;
// Only some machines have registers for these forms; on others, tests run them on models.
pub mod ahead;
pub mod packed;
pub mod scheduled;
mod states;

pub use blocks::{sha256_compress, sha512_compress};
pub use ending::Sha2Word;
pub use states::Sha2States;
