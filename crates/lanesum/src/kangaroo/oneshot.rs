//! One-shot functions: a message in, output out.

use super::tree::{Size, Tree};

/// Fills `out` with KT128 output of `message` and a customization string, which may be empty (RFC 9861, section 3.2).
///
/// Reads the message where it lies. Allocates at most 9 KiB, and nothing if message and customization have fewer than 8192 bytes.
pub fn kt128(message: &[u8], customization: &[u8], out: &mut [u8]) {
    Tree::new(Size::Kt128, None).finish_into(message, customization, out);
}

/// Fills `out` with KT256 output of `message` and a customization string, which may be empty (RFC 9861, section 3.2).
///
/// Reads the message where it lies. Allocates at most 9 KiB, and nothing if message and customization have fewer than 8192 bytes.
pub fn kt256(message: &[u8], customization: &[u8], out: &mut [u8]) {
    Tree::new(Size::Kt256, None).finish_into(message, customization, out);
}
