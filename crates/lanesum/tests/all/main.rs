//! The library's tests in one program: compiled and linked once. What needs a process of its own stands beside this folder. `table` has
//! cases of all functions, `ways` all ways to call one; the others have what is peculiar to a part of the library.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod adoption;
mod backends;
mod batches;
mod bits;
mod blake;
mod blake2_3;
mod by_name;
mod case;
mod compact_stack;
mod constructions;
mod debug;
mod differential;
mod digest_traits;
mod encryption;
mod erasure;
mod errors;
mod file;
// Under qemu, a program cannot run itself.
#[cfg(target_arch = "x86_64")]
mod first_named;
mod forged_states;
mod guards;
mod hazmat_states;
mod kangaroo;
mod large;
mod lockstep;
mod macs;
mod many_generic;
mod many_xof;
mod merkle;
mod oids;
mod places;
mod public_types;
mod published;
mod refusals;
mod rivals;
mod saved_state;
mod sha2;
mod sha2_states;
mod sp800_185;
mod splits;
mod table;
mod trees;
mod ways;
