//! How much memory is allocated at once, and what is in it when it is freed: for a test binary that makes [`Counting`] its global allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// The system's allocator, counting.
pub struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// A byte to look for in memory that is freed, if it is not 0; how often it was there.
static WATCHED: AtomicU8 = AtomicU8::new(0);
static FREED: AtomicUsize = AtomicUsize::new(0);

/// How many bytes of all memory that `work` frees are `byte`.
pub fn freed_with(byte: u8, work: impl FnOnce()) -> usize {
    FREED.store(0, Ordering::SeqCst);
    WATCHED.store(byte, Ordering::SeqCst);
    work();
    WATCHED.store(0, Ordering::SeqCst);
    FREED.load(Ordering::SeqCst)
}

/// The most bytes that were allocated at once during `work`, by all threads, beyond those before it.
pub fn most_at_once(work: impl FnOnce()) -> usize {
    let before = NOW.load(Ordering::SeqCst);
    MOST.store(before, Ordering::SeqCst);
    work();
    MOST.load(Ordering::SeqCst) - before
}

// SAFETY: both methods pass their arguments on to the system's allocator, whose contract is the same; counting allocates
// nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::SeqCst) + layout.size();
        MOST.fetch_max(now, Ordering::SeqCst);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::SeqCst);
        let watched = WATCHED.load(Ordering::SeqCst);
        if watched != 0 {
            // SAFETY: `place` is still allocated, with this many bytes; a volatile read of a byte that nobody wrote is that of any byte.
            let found = (0..layout.size()).filter(|i| unsafe { place.add(*i).read_volatile() } == watched).count();
            FREED.fetch_add(found, Ordering::SeqCst);
        }
        // SAFETY: `place` came from `alloc` above with this layout, as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }
}
