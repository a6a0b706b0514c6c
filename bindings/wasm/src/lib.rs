//! The WebAssembly module of the npm package `lanesum`, for one family of functions; `js/core.js` calls it.
//!
//! | place | what |
//! | --- | --- |
//! | `exports` | the functions that JavaScript sees |
//! | `instance` | the memory that both sides share, and the states by their numbers |
//! | `functions` | the functions by their numbers |
//! | `message` | an unfinished message of any function, and its output |
//! | `keccak` | the functions of SP 800-185, and the parts of KT128 and KT256 |
//!
//! JavaScript never passes a pointer: a state is a number, and bytes are exchanged through one buffer, whose address it asks for. So wrong
//! arguments can only give a wrong answer or an error.
#![deny(unsafe_code)]

#[cfg(not(any(feature = "keccak", feature = "sha2", feature = "blake")))]
compile_error!("enable one of the features keccak, sha2 and blake");

#[allow(unsafe_code)] // the attribute that exports a function is all of it
mod exports;
mod functions;
mod instance;
#[cfg(feature = "keccak")]
mod keccak;
mod message;
mod wrong;
