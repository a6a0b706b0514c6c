//! Forms of lanesum that no plan chooses, because others are faster, or slower by at most 1 %, on every processor that was measured: the
//! variants of the papers that lanesum follows, XOP, and a tree of BLAKE-256. They are here to be measured and compared. No package that
//! users build has this crate.
//!
//! [`register`] makes them known to the library: from then on, their backends have forms (`Algorithm::backends`), can be named, and are
//! taken by an order that a program installs.
//!
//! | place | content |
//! | --- | --- |
//! | `forms` | which backend has which form |
//! | `planes_paper` | the round of the AVX-512 paper |
//! | `interleaving` | lanes cut into two, four or eight words, in place |
//! | `tree` | a binary tree of BLAKE-256 |
//! | `x86_64/` | tokens and registers |
#![no_std]
// Allowed only in `x86_64`.
#![deny(unsafe_code)]
// Only x86-64 has forms.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_imports))]

mod forms;
mod interleaving;
#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub mod planes_paper;
mod tree;
#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
#[allow(unsafe_code, missing_docs)]
pub mod x86_64;

pub use forms::{blake256, blake512, keccak1600, sha256, sha512};
#[cfg(feature = "std")]
pub use forms::{register, registered};
pub use interleaving::{Fractions, keccak_p1600_in_fractions};
pub use tree::{BLAKE256_TREE_LEAF_BYTES, blake256_tree};
