//! SHA-256 and SHA-512 of one message, in general registers, in assembler. `sha2.s` says what is in which register.

use core::arch::naked_asm;

/// Applies the compression function of SHA-256 to `blocks` blocks.
///
/// # Safety
/// `state` is eight words; `data` has as many bytes as the blocks; `blocks` is not 0; `constants` are K, 64 words; the byte order is
/// little-endian.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn sha256(state: *mut u32, data: *const u8, blocks: usize, constants: *const u32) {
    naked_asm!(include_str!("frame.s"), include_str!("sha256.s"), include_str!("sha2.s"), options(raw))
}

/// Applies the compression function of SHA-512 to `blocks` blocks.
///
/// # Safety
/// `state` is eight words; `data` has as many bytes as the blocks; `blocks` is not 0; `constants` are K, 80 words; the byte order is
/// little-endian.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn sha512(state: *mut u64, data: *const u8, blocks: usize, constants: *const u64) {
    naked_asm!(include_str!("frame.s"), include_str!("sha512.s"), include_str!("sha2.s"), options(raw))
}
