//! Keccak-p[1600] on one state, all of it in general registers, in assembler. `keccak_one.s` says what is in which register.

use core::arch::naked_asm;

/// For each of `blocks` blocks: adds `lanes` words, in little-endian order, from `row`, which then moves on, to the state, and does the
/// rounds whose constants lie from `begin` to `end`.
///
/// # Safety
/// `state` is 25 words; `row` has as many bytes as the blocks; `blocks` is not 0. `lanes` is 0, 9, 13, 17, 18, 21 or 25, and 0 where the
/// byte order is not little-endian. From `begin` to `end` is an even number of words, not 0.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn integer(
    state: *mut u64,
    row: *const u8,
    blocks: usize,
    lanes: usize,
    begin: *const u64,
    end: *const u64,
) {
    naked_asm!(include_str!("frame.s"), include_str!("keccak_rounds.s"), include_str!("keccak_one.s"), options(raw))
}
