//! Memory and panics for a library without Rust's standard library: C's functions allocate memory, and a panic, which would be a defect,
//! ends the process.

use core::alloc::{GlobalAlloc, Layout};
use core::ffi::{c_int, c_void};
use core::ptr;

unsafe extern "C" {
    fn malloc(len: usize) -> *mut c_void;
    fn posix_memalign(out: *mut *mut c_void, alignment: usize, len: usize) -> c_int;
    fn free(memory: *mut c_void);
    fn abort() -> !;
}

struct OfC;

// SAFETY: C's memory has the length and alignment that it was asked for, and belongs to nobody else until it is given back.
unsafe impl GlobalAlloc for OfC {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // malloc aligns for everything that C has, two words.
        if layout.align() <= 2 * size_of::<usize>() {
            // SAFETY: any length may be asked for.
            return unsafe { malloc(layout.size()) }.cast();
        }
        let mut memory = ptr::null_mut();
        // SAFETY: the alignment is a power of two, and a multiple of a word.
        unsafe { posix_memalign(&raw mut memory, layout.align(), layout.size()) };
        memory.cast()
    }

    unsafe fn dealloc(&self, memory: *mut u8, _: Layout) {
        // SAFETY: it is from one of the two above.
        unsafe { free(memory.cast()) };
    }
}

#[global_allocator]
static MEMORY: OfC = OfC;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: it may be called at any time.
    unsafe { abort() }
}

/// Rust's library `core` names it in its tables for unwinding, which nobody reads here.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
