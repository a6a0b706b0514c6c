//! Vector lanes for hashing: one register type per width, one *token* per set of instructions, and the traits over
//! which a kernel is written once. The rounds of Keccak and BLAKE on the registers of several messages also have a hand-scheduled text.
//!
//! - A **token** ([`Portable`], [`x86::Avx2`], …) is a zero-sized proof that the processor and the operating system support the
//!   instructions in its name. It has a private field and comes only from detection. So code that holds a token may use the registers, and
//!   the operators on vectors can be safe functions.
//! - A **vector** ([`Lanes`]) holds `N` independent words of 32 or 64 bits, one per message ([`Words`] add modulo 2^32 or 2^64); a
//!   **plane** ([`Plane`]) holds the five lanes of a Keccak plane, line or sheet of one message.
//! - A [`Kernel`] is straight-line code over those traits. [`Token::run`] enters it through the token's one function with
//!   `#[target_feature]`. Everything that touches lanes is `#[inline(always)]`, so it is inlined into that function.
//!
//! Enter a kernel once per bulk operation, not once per permutation: the call that enters it is never inlined.
//!
//! Of the algorithm code, only this crate and the assembler of the families' crates are `unsafe`. A comment on each block names the token
//! or the bound that makes it sound. The crate is `no_std` and allocates nothing. On aarch64, detection needs the feature `std` (see
//! [`Features`]).
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

#[cfg(feature = "std")]
extern crate std;

#[cfg(target_arch = "aarch64")]
pub mod aarch64;
mod elements;
pub mod features;
pub mod inlined;
mod interleaved;
mod model;
mod plane;
#[macro_use]
mod portable;
mod quads;
mod rows;
mod sha;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[doc(hidden)]
pub mod token;
mod traits;
mod two_words;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod wasm32;
mod words;
#[cfg(target_arch = "x86_64")]
pub mod x86;

pub use elements::{Element, Lanes, Word};
pub use features::Features;
pub use interleaved::{Interleaved, deinterleave, interleave};
pub use model::{LaneModel, ModelPlane, ModelVector};
pub use plane::{LaneMap, Plane, PlaneIsa};
pub use portable::{Compact, CompactRolled, Portable, Portable32};
pub use quads::{QuadIsa, QuadModel, QuadModelWords, Quads};
pub use rows::{Rows, RowsMut};
pub use sha::{ShaIsa, ShaModel, ShaModelWords, ShaWords, TwoRounds};
pub use traits::{Direction, Isa, Kernel, Theta, Token, forever};
pub use two_words::TwoWords;
pub use words::{WordIsa, Words};

/// Not a part of the interface: of other crates, only `lanesum-papers` implements this crate's traits, for what no plan chooses.
#[doc(hidden)]
pub mod sealed {
    /// Prevents implementations of this crate's traits elsewhere. (No safety rests on it: only tokens make the vectors of this crate.)
    pub trait Sealed {}
}
