//! A Merkle tree, level by level; docs/recipes/merkle.md shows this very text.
//!
//! `cargo run --release -p lanesum --example merkle`

use lanesum::digest::Digest;
use lanesum::{Sha256, Strided};

/// The root of the Merkle tree of RFC 9162 (Certificate Transparency), section 2.1.1.
fn root(leaves: &[Vec<u8>]) -> Result<[u8; 32], lanesum::Error> {
    if leaves.is_empty() {
        return Ok(lanesum::sha256(b""));
    }
    // All leaves in one call. The byte 0 keeps leaves apart from nodes; it is absorbed once.
    let mut level = vec![[0; 32]; leaves.len()];
    Sha256::new_with_prefix([0]).finalize_many(leaves, &mut level)?;
    while level.len() > 1 {
        // All nodes of a level in one call. A node's message is two digests that lie side by side already.
        let pairs = level.len() / 2;
        let mut above = vec![[0; 32]; pairs];
        let messages = Strided::new(level.as_flattened(), 64, 64, pairs)?;
        Sha256::new_with_prefix([1]).finalize_many(&messages, &mut above)?;
        // A last digest without a partner moves up.
        above.extend(&level[2 * pairs..]);
        level = above;
    }
    Ok(level[0])
}

fn main() -> Result<(), lanesum::Error> {
    let leaves: Vec<Vec<u8>> = (0..1_000_001).map(|i| format!("entry {i}").into_bytes()).collect();
    let root = root(&leaves)?;
    println!("{}", root.map(|byte| format!("{byte:02x}")).concat());
    Ok(())
}
