//! Makes `alloy_primitives::keccak256` hash by lanesum: turn on its feature `native-keccak`, and write `use lanesum_alloy as _;` somewhere
//! in the program, so that this crate is linked.
//!
//! alloy's `Keccak256`, which takes a message in pieces, does not use the function of that feature. For many messages,
//! `lanesum::Keccak256::digest_many` takes `&mut [B256]`.
#![no_std]

/// Writes the Keccak-256 of `len` bytes from `bytes` on to the 32 bytes from `output` on.
///
/// # Safety
/// `bytes` must be valid for reads of `len` bytes, and `output` for writes of 32; they must not overlap. For a `len` of 0, `bytes` may be
/// any pointer that is not null.
// SAFETY: alloy-primitives is the only crate that declares a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn native_keccak256(bytes: *const u8, len: usize, output: *mut u8) {
    // SAFETY: the caller promises it.
    let message = unsafe { core::slice::from_raw_parts(bytes, len) };
    let digest = lanesum::keccak256(message);
    // SAFETY: the caller promises it; an array of bytes has no alignment.
    unsafe { output.cast::<[u8; 32]>().write(digest) };
}
