//! Slow, specification-shaped implementations: the oracle of lanesum's tests.
//!
//! This crate shares no code with the library, so that one mistake cannot hide in both. It is
//! written to be compared with the documents line by line; nothing here runs in constant time,
//! and nothing is tuned beyond what keeps the tests short.
//!
//! - [`bits`]: bit strings, and the hexadecimal form of FIPS 202, B.1.
//! - [`keccak_p`]: the Keccak-p permutations, FIPS 202, section 3.
//! - [`sponge`]: the sponge construction and pad10\*1, FIPS 202, sections 4 and 5.
//! - [`twisted`]: the permutation of Ketje v2. [`duplex`]: the duplex constructions and the
//!   generator over them.
//! - [`sha3`]: SHA-3, SHAKE, `RawSHAKE` and the Keccak-256 of before the standard.
//! - [`sp800_185`]: cSHAKE, KMAC, `TupleHash` and `ParallelHash`.
//! - [`keyak`], [`ketje`]: authenticated encryption, version 2 of both.
//! - [`turboshake`]: `TurboSHAKE`, KT128 and KT256, RFC 9861.
//! - [`sha2`]: SHA-2, FIPS 180-4. [`blake`]: BLAKE, as submitted to the last round of the SHA-3 competition;
//!   [`blake_tree`]: lanesum's tree of it. [`blake2`]: RFC 7693. [`blake3`]: BLAKE3, from its paper.
//! - [`named`]: all of these by name. [`answers`]: published answers, for the tests of all crates.
//!
//! ```
//! use reference::{BitString, Function, b2h, hash};
//!
//! let digest = hash(Function::Shake128, &BitString::from_binary("11001"), 64);
//! assert_eq!(b2h(&digest), "2e0abfba83e6720b");
//! ```

#![forbid(unsafe_code)]

pub mod answers;
pub mod bits;
pub mod blake;
pub mod blake2;
pub mod blake3;
pub mod blake_tree;
pub mod duplex;
pub mod keccak_p;
pub mod ketje;
pub mod keyak;
pub mod named;
pub mod sha2;
pub mod sha3;
pub mod sp800_185;
pub mod sponge;
pub mod turboshake;
pub mod twisted;

pub use bits::{BitString, b2h, h2b};
pub use keccak_p::{State, Width};
pub use sha3::{Function, hash};

/// States for tests: arbitrary, and the same in every run.
#[cfg(test)]
mod sample {
    use crate::keccak_p::{State, Width};

    /// The sample number `index`: distinct lanes, with about half of the bits set.
    pub(crate) fn state(width: Width, index: u64) -> State {
        State::from_fn(width, |x, y| {
            let seed = index * 25 + (5 * y + x) as u64 + 1;
            // Only the high bits of a product with an odd constant are well mixed.
            let product = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (product ^ (product >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - width.lane())
        })
    }
}
