//! Hash-based signatures on all vector lanes that the processor has.
//!
//! [`slh_dsa`] is the standard SLH-DSA (FIPS 205): keys sign as often as you like. [`xmss`] is XMSS and XMSS^MT (RFC 8391, SP 800-208),
//! whose keys have a state that must never be used twice.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// The example of the page of crates.io.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod error;
pub mod slh_dsa;
mod slots;
pub mod xmss;

pub use error::Error;
pub use {pkcs8, signature, spki};
