//! Hash-based signatures that compute many hashes at once in vector registers.
//!
//! [`slh_dsa`] is the standard SLH-DSA (FIPS 205): a key can sign any number of messages. [`xmss`] is XMSS and XMSS^MT (RFC 8391),
//! and [`lms`] is LMS and HSS (RFC 8554): each signature uses up a part of the key, which must never be used twice (SP 800-208).
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// Tests the example in README.md, which crates.io shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod error;
pub mod lms;
#[cfg(feature = "alloc")]
pub mod slh_dsa;
#[cfg(feature = "alloc")]
mod slots;
#[cfg(feature = "alloc")]
mod stateful;
#[cfg(feature = "alloc")]
pub mod xmss;

pub use error::Error;
#[cfg(feature = "alloc")]
pub use {pkcs8, signature, spki};
