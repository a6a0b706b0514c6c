//! Assembler for x86-64, and the tokens that prove its instructions; forms of two messages in step, and of two groups (`in_step`, `paired`).

mod in_step;
mod one;
mod paired;
mod sha256;
mod sha512;

pub use in_step::TwoInStep;
pub use one::{Packed, Scheduled};
pub use paired::Paired;
pub use sha256::{
    NODES, PADDED, PairWords, Sha256Rounds, compress_pair, compress_pair_known, hash_levels, hash_nodes, hash_nodes_of,
    hash_padded,
};
pub use sha512::ByHand;
