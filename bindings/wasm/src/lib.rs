//! The WebAssembly under the npm package `lanesum`: one family of functions, as `js/lanesum.js` calls it.
//!
//! | place | what |
//! | --- | --- |
//! | `exports` | the functions that JavaScript sees |
//! | `instance` | the memory that both sides share, and the states by their numbers |
//! | `functions` | the functions by their numbers |
//! | `message` | a message under way and its output, whatever the function |
//! | `keccak` | the functions of SP 800-185, and the parts of KT128 and KT256 |
//!
//! No pointer comes in: a state is a number, and bytes go to and fro through one buffer, whose place alone goes out. So nothing that
//! JavaScript can pass is more than a wrong answer or an error.
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
