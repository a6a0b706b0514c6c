//! The library's tests in one program: compiled and linked once. What needs a process of its own stands beside this folder. `table` has
//! cases of all functions, `ways` all ways to call one; the others have what is peculiar to a part of the library.

#[path = "../support/mod.rs"]
mod support;

mod backends;
mod sp800_185;

// What keeps bytes of any length.
#[cfg(feature = "alloc")]
mod batches;
#[cfg(feature = "alloc")]
mod bits;
#[cfg(feature = "alloc")]
mod blake;
#[cfg(feature = "alloc")]
mod by_name;
#[cfg(feature = "alloc")]
mod constructions;
#[cfg(feature = "alloc")]
mod differential;
#[cfg(feature = "alloc")]
mod digest_traits;
#[cfg(feature = "alloc")]
mod erasure;
#[cfg(feature = "alloc")]
mod errors;
#[cfg(feature = "alloc")]
mod forged_states;
#[cfg(feature = "alloc")]
mod guard_pages;
#[cfg(feature = "alloc")]
mod hazmat_states;
#[cfg(feature = "alloc")]
mod kangaroo;
#[cfg(feature = "alloc")]
mod ketje;
#[cfg(feature = "alloc")]
mod keyak;
#[cfg(feature = "alloc")]
mod large;
#[cfg(feature = "alloc")]
mod lockstep;
#[cfg(feature = "alloc")]
mod many_generic;
#[cfg(feature = "alloc")]
mod many_xof;
#[cfg(feature = "alloc")]
mod oids;
#[cfg(feature = "alloc")]
mod public_types;
#[cfg(feature = "alloc")]
mod refusals;
#[cfg(feature = "alloc")]
mod saved_state;
#[cfg(feature = "alloc")]
mod sha2;
#[cfg(feature = "alloc")]
mod sha2_states;
#[cfg(feature = "alloc")]
mod splits;
#[cfg(feature = "alloc")]
mod table;
#[cfg(feature = "alloc")]
mod ways;
