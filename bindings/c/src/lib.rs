//! The C library `lanesum`, which `include/lanesum.h` declares. It uses only the public API of the Rust library.
//!
//! | place | what |
//! | --- | --- |
//! | `functions` | the table of functions, and the options of each |
//! | `state` | an unfinished message of any function, and its output |
//! | `ffi/` | the functions of the header, over memory that belongs to the caller; the only place with `unsafe` |
//!
//! `cargo xtask header --write` makes `include/lanesum.h` from the documentation and the declarations in `ffi/`.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod ffi;
mod functions;
mod state;
