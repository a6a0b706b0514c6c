//! What SHA-2 alone has.
//!
//! | file | content |
//! | --- | --- |
//! | `pbkdf2` | PBKDF2 over HMAC |
//! | `sha2_core` | the block-level form |
//! | `sha512t` | SHA-512/t for any t |

mod pbkdf2;
mod sha2_core;
mod sha512t;

pub use sha2_core::Sha2Core;
pub use sha512t::Sha512T;
