//! Hash-based signatures on all vector lanes that the processor has.
//!
//! [`slh_dsa`] is the standard SLH-DSA (FIPS 205).
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
pub mod slh_dsa;
mod slots;

pub use error::Error;
pub use {pkcs8, signature, spki};
