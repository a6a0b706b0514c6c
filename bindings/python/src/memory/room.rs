//! Allocates memory for results; too little memory is a Python exception.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::alloc::{Layout, alloc_zeroed};

pub(crate) fn no_memory() -> PyErr {
    PyMemoryError::new_err("not enough memory for the digests; hash fewer messages in a call")
}

/// So many zeroes, which the system gives when they are first touched, or an exception.
pub(crate) fn zeroes(bytes: usize) -> PyResult<Vec<u8>> {
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let layout = Layout::array::<u8>(bytes).map_err(|_| no_memory())?;
    // SAFETY: the layout has a size; a box of bytes is allocated with such a layout, by the same allocator.
    unsafe {
        let start = alloc_zeroed(layout);
        if start.is_null() {
            return Err(no_memory());
        }
        let room = Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, bytes));
        take_huge_pages(&room);
        Ok(room.into_vec())
    }
}

/// Asks for pages of 2 MiB: with those of 4 KiB, a first write to each costs some nanoseconds for each digest.
#[cfg(target_os = "linux")]
fn take_huge_pages(room: &[u8]) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    /// `MADV_HUGEPAGE` of Linux, on all machines.
    const HUGE_PAGE: c_int = 14;
    const PAGE: usize = 2 << 20;
    let range = room.as_ptr_range();
    let (start, end) = (range.start.addr().next_multiple_of(PAGE), range.end.addr() & !(PAGE - 1));
    if start < end {
        let start = range.start.with_addr(start);
        // SAFETY: whole pages of an allocation of our own. It changes no byte, and what it answers does not matter.
        unsafe { madvise(start.cast_mut().cast(), end - start.addr(), HUGE_PAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn take_huge_pages(_: &[u8]) {}
