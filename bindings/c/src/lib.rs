//! The C library `lanesum`: what `include/lanesum.h` declares. Only the public API of the Rust library is used.
//!
//! | place | what |
//! | --- | --- |
//! | `functions` | the table of functions, and what each can be given beside the message |
//! | `state` | a message under way and its output, whatever the function |
//! | `ffi/` | the functions of the header, over memory that belongs to the caller; the only place with `unsafe` |
//!
//! `cargo xtask header --write` makes `include/lanesum.h` of the documentation and the declarations in `ffi/`.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod ffi;
mod functions;
mod state;
