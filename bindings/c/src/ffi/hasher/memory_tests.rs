//! Which hashers own memory, by a count of allocations.

use super::{Algorithm, Hasher, begins_with_memory, may_own_memory};
use lanesum::Options;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

std::thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: the system's allocator, with a count.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as here.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes of a hasher that owns memory must not be copied.
#[test]
fn a_hasher_that_is_copied_as_bytes_owns_no_memory() {
    static DATA: [u8; 100_000] = [7; 100_000];
    for &algorithm in Algorithm::ALL {
        let options = if algorithm.needs_key() { Options::new().key(&[1; 32]) } else { Options::new() };
        let mut hasher = Hasher::with_options(algorithm, options).unwrap();
        let mut owns = false;
        for piece in [0, 1, 3000, 9000, 87_000] {
            hasher.update(&DATA[..piece]);
            let before = COUNT.get();
            let twin = hasher.clone();
            let allocates = COUNT.get() > before;
            drop(twin);
            owns |= allocates;
            assert!(piece > 0 || !allocates || begins_with_memory(algorithm), "{algorithm} begins with memory");
        }
        assert!(!owns || may_own_memory(algorithm), "{algorithm} owns memory");
    }
}
