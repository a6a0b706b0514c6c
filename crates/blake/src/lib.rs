//! BLAKE, as submitted to the last round of the SHA-3 competition ("SHA-3 proposal BLAKE", version 1.3, 2010): not BLAKE2, nor
//! BLAKE3.
//!
//! | file | content |
//! | --- | --- |
//! | `constants`, `words` | the constants; the differences between words of 32 and of 64 bits |
//! | `lanewise`, `rowwise` | the compression functions as kernels |
//! | `engines` | the forms of each backend |
//! | `plan` | the cost of a block on each kind of processor |
//! | `compression` | implements the trait of `lanesum_batch::md`: initial values and the counter |
//! | `blocks` | the compression functions over whole blocks |
//!
//! Details of `lanesum`: depend on that crate instead.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Allowed only in the assembler of `x86_64`.
#![deny(unsafe_code)]
// `lanesum` documents the items that it re-exports.
#![allow(missing_docs, clippy::missing_errors_doc)]
// Targets without vectors leave some of the shared code unused.
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unreachable_code, unused_imports, unused_mut, unused_variables)
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod blocks;
pub mod compression;
mod constants;
pub mod engines;
mod lanewise;
mod plan;
mod rowwise;
mod words;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub mod x86_64;

pub use blocks::{BlakeChain, blake256_compress, blake256_compress_two, blake512_compress};

/// Shared by the tests of kernels.
#[cfg(test)]
mod tests {
    use super::words::STATE;
    use reference::blake::Word;
    use std::vec::Vec;

    macro_rules! check {
        ($name:ident: $word:ident, $of:expr) => {
            /// Compares a kernel with the reference, for no block, one and several, with counters that carry.
            pub fn $name(compress: impl Fn(&mut [$word; STATE], &[u8])) {
                let cases = [(1, 0), (2, $word::MAX - 900), (0, 0), (3, 5), (5, $word::MAX - 1023)];
                // Miri takes minutes for all cases.
                for (blocks, low) in cases.into_iter().take(if cfg!(miri) { 2 } else { 5 }) {
                    let data: Vec<u8> = (0..blocks * 2 * $word::BITS as usize).map(|i| (i * i % 251) as u8).collect();
                    let mut state: [$word; STATE] = core::array::from_fn(|i| (i as $word).wrapping_mul($word::MAX / 7));
                    (state[12], state[13]) = (low, 3);
                    let words: [u64; STATE] = state.map(|word| word.into());
                    let mut h: [u64; 8] = core::array::from_fn(|i| words[i]);
                    let mut t = (3 << $word::BITS) + u128::from(low);
                    for block in data.chunks(2 * $word::BITS as usize) {
                        t += 16 * u128::from($word::BITS);
                        let m: Vec<u64> = block
                            .chunks(size_of::<$word>())
                            .map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
                            .collect();
                        let mask = u128::from($word::MAX);
                        let t = [t & mask, t >> $word::BITS & mask].map(|t| t as u64);
                        h = $of.compress(h, &m, core::array::from_fn(|i| words[8 + i]), t);
                    }
                    compress(&mut state, &data);
                    assert_eq!(state.map(|word| u64::from(word))[..8], h, "{blocks} blocks");
                    assert_eq!([state[12], state[13]], [t as $word, (t >> $word::BITS) as $word]);
                    assert_eq!(state.map(|word| u64::from(word))[8..12], words[8..12]);
                }
            }
        };
    }
    check!(check_32: u32, Word::W32);
    check!(check_64: u64, Word::W64);
}
