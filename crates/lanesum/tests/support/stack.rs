//! How much stack a function uses, by painting.

use super::guard::{Flush, Guarded};
use std::arch::asm;

/// Bytes of stack to paint: far more than a measured function may use.
const ROOM: usize = 1 << 16;

/// The bytes from the stack pointer of a caller of `f` down to the lowest word that `f` or what it calls has written: the
/// return address, saved registers, locals and the red zone. Room that is set aside and not written is not seen.
pub fn stack_used<T>(f: extern "C" fn(&mut T), argument: &mut T) -> usize {
    let mut stack = Guarded::new(ROOM);
    let painted = stack.room(ROOM, Flush::End);
    for (i, word) in painted.chunks_exact_mut(8).enumerate() {
        word.copy_from_slice(&paint(i).to_le_bytes());
    }
    let top = painted.as_mut_ptr_range().end;
    assert!(top.addr().is_multiple_of(16), "the ABI wants the stack aligned at a call");
    // SAFETY: `f` is called as its ABI says: its argument in rdi, a valid exclusive reference; rsp 16-aligned; below it ROOM
    // writable bytes that nothing else uses, and then a page that cannot be touched. It cannot unwind out of an
    // `extern "C"` function. The stack pointer is back before the block ends: r12 is the callee's to keep.
    unsafe {
        asm!(
            "mov r12, rsp",
            "mov rsp, {top}",
            "call {f}",
            "mov rsp, r12",
            top = in(reg) top,
            f = in(reg) f,
            in("rdi") std::ptr::from_mut(argument),
            out("r12") _,
            clobber_abi("C"),
        );
    }
    let words = stack.used().chunks_exact(8).enumerate();
    let untouched = words.take_while(|(i, word)| **word == paint(*i).to_le_bytes()).count();
    ROOM - 8 * untouched
}

/// Another word in every place, so that nothing that is written (a register may well hold the paint's constant) can look
/// like paint.
fn paint(i: usize) -> u64 {
    (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Uses exactly 24 bytes of stack: the return address, a push, and a byte in the word below.
#[unsafe(naked)]
pub extern "C" fn uses_24_bytes(_: &mut ()) {
    std::arch::naked_asm!("push rdi", "mov byte ptr [rsp - 8], 0x5a", "pop rdi", "ret")
}
