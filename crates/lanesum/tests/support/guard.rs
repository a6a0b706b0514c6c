//! Buffers that end, or begin, exactly where memory ends: a byte too far, read or written, kills the test process.
//!
//! On Unix a buffer lies in pages of its own between two that cannot be touched. Elsewhere, and under Miri (which needs
//! no such help), it is a plain allocation, and only the canaries beside the bytes in use are left.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut, Range};

/// Which end of the bytes in use lies at the inaccessible page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flush {
    /// They begin right after the page before.
    Start,
    /// They end right before the page after.
    End,
}

impl Flush {
    pub const BOTH: [Flush; 2] = [Flush::Start, Flush::End];

    /// One or the other in turn.
    pub fn turn(i: usize) -> Self {
        Self::BOTH[i % 2]
    }
}

/// The content of the bytes beside those in use, and how many of them are looked at.
const CANARY: u8 = 0xc9;
const BESIDE: usize = 64;

/// Memory between two inaccessible pages, of which one stretch at a time is in use.
pub struct Guarded {
    memory: Memory,
    used: Range<usize>,
}

impl Guarded {
    /// At least `capacity` bytes; none of them in use.
    pub fn new(capacity: usize) -> Self {
        Self { memory: Memory::new(capacity), used: 0..0 }
    }

    /// `len` bytes at one of the two pages, in place of those that were in use.
    ///
    /// # Panics
    /// If `len` exceeds the capacity.
    pub fn room(&mut self, len: usize, flush: Flush) -> &mut [u8] {
        let all = self.memory.bytes_mut();
        self.used = match flush {
            Flush::Start => 0..len,
            Flush::End => all.len() - len..all.len(),
        };
        let used = self.used.clone();
        for beside in beside(&used, all.len()) {
            all[beside].fill(CANARY);
        }
        &mut all[used]
    }

    /// The bytes in use.
    pub fn used(&self) -> &[u8] {
        &self.memory.bytes()[self.used.clone()]
    }

    /// # Panics
    /// If a byte that is not in use has been written.
    pub fn check(&self) {
        let all = self.memory.bytes();
        let is_whole =
            beside(&self.used, all.len()).into_iter().all(|beside| all[beside].iter().all(|byte| *byte == CANARY));
        assert!(is_whole, "bytes beside the {} in use were written", self.used.len());
    }

    /// Writes a byte that is not in use, where there is one: for the test of [`Guarded::check`].
    pub fn write_beside(&mut self) {
        let used = self.used.clone();
        let all = self.memory.bytes_mut();
        if let Some(byte) = all[..used.start].last_mut() {
            *byte = !CANARY;
        }
    }

    /// Reads the byte before or after the memory. Where there are guard pages, this does not return.
    pub fn read_beyond(&self, side: Flush) -> u8 {
        self.memory.read_beyond(side)
    }
}

/// Before and after.
fn beside(used: &Range<usize>, len: usize) -> [Range<usize>; 2] {
    [used.start.saturating_sub(BESIDE)..used.start, used.end..len.min(used.end + BESIDE)]
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.check();
        }
    }
}

thread_local! {
    /// Memories that were used and may be again.
    static POOL: RefCell<Vec<Guarded>> = const { RefCell::new(Vec::new()) };
}

/// Bytes at a page. Buffers of all tests lie so, at either page in turn.
pub struct Edge(Option<Guarded>);

impl Edge {
    /// `len` bytes of any content.
    pub fn new(len: usize, flush: Flush) -> Self {
        // None that is much larger.
        let fits = |memory: &Guarded| (len.max(1)..=len.max(1) + 4095).contains(&memory.memory.bytes().len());
        let again = POOL.with_borrow_mut(|pool| pool.iter().position(fits).map(|at| pool.swap_remove(at)));
        let mut memory = again.unwrap_or_else(|| Guarded::new(len));
        memory.room(len, flush);
        Self(Some(memory))
    }

    /// A copy of `data`.
    pub fn of(data: &[u8], flush: Flush) -> Self {
        let mut edge = Self::new(data.len(), flush);
        edge.copy_from_slice(data);
        edge
    }
}

impl Deref for Edge {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        let memory = self.0.as_ref().expect("until it is dropped");
        &memory.memory.bytes()[memory.used.clone()]
    }
}

impl AsRef<[u8]> for Edge {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl DerefMut for Edge {
    fn deref_mut(&mut self) -> &mut [u8] {
        let memory = self.0.as_mut().expect("until it is dropped");
        &mut memory.memory.bytes_mut()[memory.used.clone()]
    }
}

impl Drop for Edge {
    fn drop(&mut self) {
        if let Some(memory) = self.0.take().filter(|_| !std::thread::panicking()) {
            memory.check();
            // At the end of a thread there is no pool any more.
            let _ = POOL.try_with(|pool| pool.borrow_mut().push(memory));
        }
    }
}

/// Whether a byte too far is noticed at once.
pub const HAS_PAGES: bool = cfg!(all(unix, not(miri)));

#[cfg(all(unix, not(miri)))]
mod memory {
    use super::Flush;
    use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
    use rustix::param::page_size;
    use std::ptr::{NonNull, null_mut};
    use std::slice;

    /// Pages that can be read and written between two that cannot.
    pub(super) struct Memory {
        /// The first of the two.
        start: NonNull<u8>,
        /// Bytes between the two: whole pages, at least one.
        inner: usize,
    }

    impl Memory {
        pub(super) fn new(capacity: usize) -> Self {
            let page = page_size();
            let inner = capacity.max(1).next_multiple_of(page);
            // SAFETY: a new mapping at an address of the system's choice touches no memory that anyone has.
            let start = unsafe { mmap_anonymous(null_mut(), inner + 2 * page, ProtFlags::empty(), MapFlags::PRIVATE) }
                .expect("mmap");
            let start = NonNull::new(start.cast::<u8>()).expect("mmap gives no null");
            let memory = Self { start, inner };
            let access = MprotectFlags::READ | MprotectFlags::WRITE;
            // SAFETY: these are pages of the new mapping, which nobody else knows.
            unsafe { mprotect(memory.inner_start().as_ptr().cast(), inner, access) }.expect("mprotect");
            memory
        }

        fn inner_start(&self) -> NonNull<u8> {
            // SAFETY: the mapping is a page longer than `inner` at either end.
            unsafe { self.start.add(page_size()) }
        }

        pub(super) fn bytes(&self) -> &[u8] {
            // SAFETY: `inner` bytes from there on are readable and, being anonymous, initialised, as long as `self`
            // lives; they are written through a `&mut self` only.
            unsafe { slice::from_raw_parts(self.inner_start().as_ptr(), self.inner) }
        }

        pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
            // SAFETY: as in `bytes`; the exclusive borrow of `self`, whose only pointer this is, makes it exclusive.
            unsafe { slice::from_raw_parts_mut(self.inner_start().as_ptr(), self.inner) }
        }

        pub(super) fn read_beyond(&self, side: Flush) -> u8 {
            let inner = self.inner_start().as_ptr();
            let beyond = match side {
                Flush::Start => inner.wrapping_sub(1),
                Flush::End => inner.wrapping_add(self.inner),
            };
            // SAFETY: the byte belongs to this mapping, in whose first and last page every access is a fault: the
            // process ends here, and no value is made.
            unsafe { beyond.read_volatile() }
        }
    }

    impl Drop for Memory {
        fn drop(&mut self) {
            // SAFETY: the mapping is this value's own, and every borrow of it has ended.
            let unmapped = unsafe { munmap(self.start.as_ptr().cast(), self.inner + 2 * page_size()) };
            assert!(unmapped.is_ok() || std::thread::panicking(), "munmap");
        }
    }
}

#[cfg(not(all(unix, not(miri))))]
mod memory {
    use super::Flush;

    pub(super) struct Memory(Vec<u8>);

    impl Memory {
        pub(super) fn new(capacity: usize) -> Self {
            Self(vec![0; capacity])
        }

        pub(super) fn bytes(&self) -> &[u8] {
            &self.0
        }

        pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.0
        }

        pub(super) fn read_beyond(&self, _: Flush) -> u8 {
            0
        }
    }
}

use memory::Memory;
