//! SHA-2 (FIPS 180-4).
//!
//! | file | what |
//! | --- | --- |
//! | `constants`, `size` | the constants; what tells words of 32 and of 64 bits apart |
//! | `lanewise`, `scheduled`, `packed`, `sha_ni` | the compression functions as kernels, beside those by hand in `lanes` |
//! | `engine` | from a backend's name to its kernel |
//! | `plan` | which backend is chosen, with the evidence |
//! | `oneshot` | functions for whole messages, and the compression functions over whole blocks |
//! | `sha512t` | SHA-512/t for any t |

pub(crate) mod constants;
pub(crate) mod engine;
mod lanewise;
pub(crate) mod oneshot;
// Forms that only x86-64 has registers for; elsewhere the tests still run these on their models.
#[cfg(any(target_arch = "x86_64", test))]
mod packed;
pub(crate) mod plan;
#[cfg(any(target_arch = "x86_64", test))]
mod scheduled;
mod sha512t;
#[cfg(any(target_arch = "x86_64", test))]
mod sha_ni;
pub(crate) mod size;

pub use oneshot::{
    sha224, sha224_bits, sha256, sha256_bits, sha256_compress, sha384, sha384_bits, sha512, sha512_224,
    sha512_224_bits, sha512_256, sha512_256_bits, sha512_bits, sha512_compress,
};
pub use sha512t::Sha512T;

use crate::{FixedHash, functions};

/// SHA-224: 28 bytes of digest, blocks of 64 bytes.
pub type Sha224 = FixedHash<functions::Sha224>;
/// SHA-256: 32 bytes of digest, blocks of 64 bytes.
pub type Sha256 = FixedHash<functions::Sha256>;
/// SHA-384: 48 bytes of digest, blocks of 128 bytes.
pub type Sha384 = FixedHash<functions::Sha384>;
/// SHA-512: 64 bytes of digest, blocks of 128 bytes.
pub type Sha512 = FixedHash<functions::Sha512>;
/// SHA-512/224: 28 bytes of digest, blocks of 128 bytes.
pub type Sha512_224 = FixedHash<functions::Sha512_224>;
/// SHA-512/256: 32 bytes of digest, blocks of 128 bytes.
pub type Sha512_256 = FixedHash<functions::Sha512_256>;
