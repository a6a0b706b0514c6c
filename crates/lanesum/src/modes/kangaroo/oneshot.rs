//! One-shot functions: a message in, output out.

use super::batch::one;
use super::tree::KtKind;
use lanesum_batch::scheduler::Choose;
use lanesum_keccak::sponges::Sponges;

/// Fills `out` with KT128 output of `message` and a customization string, which may be empty (RFC 9861, section 3.2).
///
/// Reads the message in place. Allocates at most 9 KiB, and nothing if message and customization have fewer than 8192 bytes.
pub fn kt128(message: &[u8], customization: &[u8], out: &mut [u8]) {
    one(KtKind::Kt128, Choose::here::<Sponges<'_>>(), message, customization, out);
}

/// Fills `out` with KT256 output of `message` and a customization string, which may be empty (RFC 9861, section 3.2).
///
/// Reads the message in place. Allocates at most 9 KiB, and nothing if message and customization have fewer than 8192 bytes.
pub fn kt256(message: &[u8], customization: &[u8], out: &mut [u8]) {
    one(KtKind::Kt256, Choose::here::<Sponges<'_>>(), message, customization, out);
}
