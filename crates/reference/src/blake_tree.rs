//! lanesum's own binary tree of BLAKE-256, which is not a standard, level by level as in its documentation (`blake256_tree`).

use crate::bits::BitString;
use crate::blake::{Function, hash};

/// The length of a leaf in bytes.
pub const LEAF: usize = 4096;

/// The role of a node, as its salt says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Whether the input is two values, not a part of the message.
    pub is_inner: bool,
    /// Whether the value is the digest.
    pub is_root: bool,
}

/// The value of a node.
pub fn value(node: Node, input: &[u8]) -> Vec<u8> {
    let mut salt = b"lanesum-tree".to_vec();
    salt.push(u8::from(node.is_inner) + 2 * u8::from(node.is_root));
    // The leaf length as a power of two, the fan-out, 0.
    salt.extend([LEAF.trailing_zeros() as u8, 2, 0]);
    hash(Function::Blake256, Some(&salt), &BitString::from_bytes_msb(input)).to_bytes_msb()
}

/// The digest of a message.
pub fn tree(message: &[u8]) -> Vec<u8> {
    let mut leaves: Vec<&[u8]> = message.chunks(LEAF).collect();
    if leaves.is_empty() {
        leaves.push(&[]);
    }
    let is_root = leaves.len() == 1;
    let mut level: Vec<Vec<u8>> = leaves.iter().map(|leaf| value(Node { is_inner: false, is_root }, leaf)).collect();
    while level.len() > 1 {
        let is_root = level.len() == 2;
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [alone] => alone.clone(),
                _ => value(Node { is_inner: true, is_root }, &pair.concat()),
            })
            .collect();
    }
    level.swap_remove(0)
}
