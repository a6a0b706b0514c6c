//! Keccak-p\[1600\] on one interleaved state in place, in assembler, for processors with Thumb-2. `rounds.s` says which register holds what.

use core::arch::naked_asm;

/// Does the rounds with these constants, in fours, on 25 cells of two words, even bits and odd bits; cell (x, c) is number `5 * x + c`.
///
/// # Panics
/// Unless the number of rounds is a multiple of four, and not 0.
pub fn permute(cells: &mut [u64; 25], constants: &[[u64; 2]]) {
    assert!(!constants.is_empty() && constants.len().is_multiple_of(2), "a multiple of four rounds");
    let constants = constants.as_flattened().as_ptr_range();
    // SAFETY: the constants are as many as the assertion says.
    unsafe { rounds(cells, constants.start, constants.end) }
}

/// # Safety
/// From `begin` to `end` are interleaved constants, a multiple of four, not 0.
#[unsafe(naked)]
unsafe extern "C" fn rounds(cells: &mut [u64; 25], begin: *const u64, end: *const u64) {
    naked_asm!(include_str!("rounds.s"), options(raw))
}
