//! Assembler for x86-64, and the tokens that prove its instructions.

mod one;
mod sha256;
mod sha512;

pub use one::{Packed, Scheduled};
pub use sha256::{
    Groups, NODES, Sha256Rounds, compress_pair, compress_pair_known, hash_levels, hash_nodes, hash_nodes_of,
};
pub use sha512::ByHand;
