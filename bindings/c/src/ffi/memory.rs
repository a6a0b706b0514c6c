//! Memory of the caller: checks of a pointer before it is used.

use super::error::lanesum_error;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::slice;
use lanesum_error::*;

/// The result of one step of a call, or the error that the step has found.
pub(super) type Checked<T> = Result<T, lanesum_error>;

/// The end of every call: an error, or a panic, becomes a number. Without `std`, a panic ends the process.
#[inline]
pub(super) fn call(body: impl FnOnce() -> Checked<()>) -> lanesum_error {
    #[cfg(feature = "std")]
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        // To drop it may panic again.
        core::mem::forget(payload);
        Err(LANESUM_ERROR_INTERNAL)
    });
    #[cfg(not(feature = "std"))]
    let result = body();
    result.err().unwrap_or(LANESUM_OK)
}

/// Writes zeroes, also where nobody reads them.
///
/// # Safety
/// The words are the caller's to write, and aligned. They may be uninitialised.
pub(super) unsafe fn erase<const WORDS: usize>(words: *mut [u64; WORDS]) {
    // SAFETY: as here.
    zeroize::Zeroize::zeroize(unsafe { &mut *words.cast::<[MaybeUninit<u64>; WORDS]>() }.as_mut_slice());
}

/// Whether this many bytes can lie there at all.
#[inline]
fn check(start: usize, len: usize) -> Checked<()> {
    // Not null, and its end is an address: start - 1 is below usize::MAX - len. One comparison, since every call pays for these.
    if start.wrapping_sub(1) < !len && isize::try_from(len).is_ok() {
        return Ok(());
    }
    Err(if start == 0 { LANESUM_ERROR_NULL } else { LANESUM_ERROR_LENGTH })
}

/// Fails for a null pointer, and for one that is not aligned.
pub(super) fn place<T>(pointer: *const T) -> Checked<()> {
    if pointer.is_null() {
        return Err(LANESUM_ERROR_NULL);
    }
    if pointer.is_aligned() { Ok(()) } else { Err(LANESUM_ERROR_ALIGNMENT) }
}

/// Bytes that are read. With a length of 0, the pointer may be null.
///
/// # Safety
/// If `data` is not null, `len` bytes from there on can be read, and nobody writes them during `'a`.
#[inline]
pub(super) unsafe fn bytes<'a>(data: *const c_void, len: usize) -> Checked<&'a [u8]> {
    if len == 0 {
        return Ok(&[]);
    }
    check(data.addr(), len)?;
    // SAFETY: the caller's promise, and the length is one that memory can have.
    Ok(unsafe { slice::from_raw_parts(data.cast(), len) })
}

/// Bytes that are written. With a length of 0, the pointer may be null.
///
/// # Safety
/// If `out` is not null, `len` bytes from there on can be written, and nobody else uses them during `'a`.
#[inline]
pub(super) unsafe fn bytes_mut<'a>(out: *mut c_void, len: usize) -> Checked<&'a mut [u8]> {
    if len == 0 {
        return Ok(&mut []);
    }
    check(out.addr(), len)?;
    // SAFETY: as in `bytes`.
    Ok(unsafe { slice::from_raw_parts_mut(out.cast(), len) })
}

/// Bytes that are read and bytes that are written, which must be [apart].
///
/// # Safety
/// As of [`bytes`] and [`bytes_mut`].
#[inline]
pub(super) unsafe fn in_and_out<'a>(
    data: *const c_void,
    len: usize,
    out: *mut c_void,
    out_len: usize,
) -> Checked<(&'a [u8], &'a mut [u8])> {
    apart(data, len, out, out_len)?;
    // SAFETY: as here; they are apart.
    unsafe { Ok((bytes(data, len)?, bytes_mut(out, out_len)?)) }
}

/// An array of values that are read. With a length of 0, the pointer may be null.
///
/// # Safety
/// As of [`bytes`].
#[inline]
pub(super) unsafe fn array<'a, T>(items: *const T, count: usize) -> Checked<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check(items.addr(), count.checked_mul(size_of::<T>()).ok_or(LANESUM_ERROR_LENGTH)?)?;
    if !items.is_aligned() {
        return Err(LANESUM_ERROR_ALIGNMENT);
    }
    // SAFETY: as in `bytes`, and the pointer is aligned.
    Ok(unsafe { slice::from_raw_parts(items, count) })
}

/// Fails if two ranges of memory share a byte, or one is longer than memory can be.
#[inline]
pub(super) fn apart(a: *const c_void, a_len: usize, b: *const c_void, b_len: usize) -> Checked<()> {
    if isize::try_from(a_len | b_len).is_err() {
        return Err(LANESUM_ERROR_LENGTH);
    }
    // From the end of b all around to its beginning, there is room for a from where it begins. This says no for some that are apart,
    // where one has no bytes.
    let after = a.addr().wrapping_sub(b.addr().wrapping_add(b_len));
    if after <= 0_usize.wrapping_sub(a_len + b_len) { Ok(()) } else { apart_if_empty(a.addr(), a_len, b.addr(), b_len) }
}

#[cold]
fn apart_if_empty(a: usize, a_len: usize, b: usize, b_len: usize) -> Checked<()> {
    // Each begins before the other one ends.
    let share = b.wrapping_sub(a) < a_len && b_len > 0 || a.wrapping_sub(b) < b_len && a_len > 0;
    if share { Err(LANESUM_ERROR_OVERLAP) } else { Ok(()) }
}

/// Sets C's `errno` of this thread.
#[cfg(all(feature = "std", not(windows)))]
pub(super) fn set_errno(number: core::ffi::c_int) {
    // SAFETY: the address of this thread's, which is always there.
    unsafe { *errno() = number };
}

#[cfg(all(feature = "std", not(windows)))]
unsafe extern "C" {
    #[cfg_attr(any(target_vendor = "apple", target_os = "freebsd"), link_name = "__error")]
    #[cfg_attr(any(target_os = "android", target_os = "netbsd", target_os = "openbsd"), link_name = "__errno")]
    #[cfg_attr(target_os = "linux", link_name = "__errno_location")]
    fn errno() -> *mut core::ffi::c_int;
}
