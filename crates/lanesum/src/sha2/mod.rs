//! SHA-2 (FIPS 180-4).
//!
//! | file | what |
//! | --- | --- |
//! | `constants`, `functions` | the constants; the differences between words of 32 and of 64 bits |
//! | `lanewise`, `scheduled`, `packed`, `ahead`, `instructions` | the compression functions as kernels; `lanes` has hand-scheduled ones |
//! | `engines` | which backends have which forms |
//! | `compression` | implements the trait of `md` |
//! | `blocks` | the compression functions over whole blocks |
//! | `states` | several chaining values, compressed in step |
//! | `sha512t` | SHA-512/t for any t |

mod blocks;
pub(crate) mod compression;
pub(crate) mod constants;
pub(crate) mod engines;
mod functions;
mod instructions;
#[macro_use] // its rounds, for `ahead`
mod lanewise;
#[cfg(any(all(target_arch = "wasm32", target_feature = "simd128"), test))]
mod ahead;
// Forms that only x86-64 has registers for; elsewhere the tests still run these on their models.
#[cfg(any(target_arch = "x86_64", test))]
mod packed;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"), test))]
mod scheduled;
mod sha512t;
mod states;

pub use blocks::{sha256_compress, sha512_compress};
pub use sha512t::Sha512T;
pub use states::{Sha2States, Sha2Word};
