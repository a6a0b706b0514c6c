//! The C library `lanesum`, which `include/lanesum.h` declares. It uses only the public API of the Rust library.
//!
//! | place | what |
//! | --- | --- |
//! | `functions` | the library's table of functions, with numbers and strings of C |
//! | `ffi/` | the functions of the header, over memory that belongs to the caller; the only place with `unsafe` |
//!
//! `cargo xtask tables --write` makes `include/lanesum.h` from the documentation and the declarations in `ffi/`, and from
//! the library's table of functions.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

#[allow(unsafe_code)]
mod ffi;
mod functions;
mod names;
