//! Ranges of bytes that another thread may write to while they are read.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Bytes that are readable for `'a`. Those of a Python buffer may change meanwhile: another thread can write to a `bytearray` or a
/// numpy array at any time, and no lock of Python prevents a C extension from it.
///
/// A Rust slice over bytes that change is undefined behaviour, so there is a slice of *stable* bytes only: those of `bytes` and `str`
/// objects and of Arrow arrays, which are immutable. All others are copied out by relaxed atomic loads, or by an instruction of the
/// processor that the compiler knows nothing of, and the copy is hashed. If another thread writes meanwhile, the digest is that of some mixture of old and new bytes, and nothing else happens.
#[derive(Clone, Copy)]
pub(crate) struct Memory<'a> {
    start: *const u8,
    len: usize,
    stable: bool,
    owner: PhantomData<&'a [u8]>,
}

// SAFETY: it is a shared reference to bytes, or to bytes that are only read by atomic loads.
unsafe impl Send for Memory<'_> {}
// SAFETY: as above.
unsafe impl Sync for Memory<'_> {}

impl<'a> Memory<'a> {
    /// # Safety
    /// `start` is valid for reads of `len` bytes for `'a` (it may be anything if `len` is 0). If `stable`, nobody writes to them.
    pub(super) unsafe fn new(start: *const u8, len: usize, stable: bool) -> Self {
        Self { start, len, stable, owner: PhantomData }
    }

    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { start: bytes.as_ptr(), len: bytes.len(), stable: true, owner: PhantomData }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes in place, if nobody can change them.
    #[inline]
    pub(crate) fn stable(&self) -> Option<&'a [u8]> {
        if self.len == 0 {
            return Some(&[]);
        }
        // SAFETY: by the contract of `new`: readable, and stable.
        self.stable.then(|| unsafe { std::slice::from_raw_parts(self.start, self.len) })
    }

    /// Copies the bytes from `offset` on into `out`.
    ///
    /// # Panics
    /// If there are not as many.
    #[inline]
    pub(crate) fn copy_to(&self, offset: usize, out: &mut [u8]) {
        assert!(offset <= self.len && out.len() <= self.len - offset, "bytes beyond the buffer");
        if out.is_empty() {
            return;
        }
        // SAFETY: the assertion, and the contract of `new`.
        unsafe { copy_racing(self.start.add(offset), out.as_mut_ptr(), out.len()) }
    }

    /// Appends a copy of the bytes to those in `out`.
    #[inline]
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        out.reserve(self.len);
        if self.len > 0 {
            // SAFETY: the contract of `new`; there is room, and all bytes that the length then counts have been written.
            unsafe {
                copy_racing(self.start, out.as_mut_ptr().add(out.len()), self.len);
                out.set_len(out.len() + self.len);
            }
        }
    }

    /// A copy of the bytes as an object.
    pub(crate) fn to_object(self, py: Python<'_>) -> PyResult<Bound<'_, PyBytes>> {
        let len = isize::try_from(self.len).unwrap_or(isize::MAX);
        // SAFETY: an object without contents is an exception, or has room for `len` bytes, which nobody else knows yet.
        unsafe {
            let object = ffi::PyBytes_FromStringAndSize(ptr::null(), len);
            let object = Bound::from_owned_ptr_or_err(py, object)?.cast_into_unchecked::<PyBytes>();
            if self.len > 0 {
                copy_racing(self.start, ffi::PyBytes_AsString(object.as_ptr()).cast(), self.len);
            }
            Ok(object)
        }
    }

    /// So many bytes are copied to the stack.
    pub(crate) const SMALL: usize = 512;

    /// Hands over all bytes in order: in one piece if they are stable, else by way of a buffer of up to `most` bytes.
    #[inline]
    pub(crate) fn for_each_piece<E>(&self, most: usize, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        if let Some(bytes) = self.stable() {
            return take(bytes);
        }
        if self.len <= Self::SMALL {
            let mut copy = [MaybeUninit::<u8>::uninit(); Self::SMALL];
            // SAFETY: the contract of `new`; no more bytes than there is room for, all of which have been written before the slice is made.
            return take(unsafe {
                copy_racing(self.start, copy.as_mut_ptr().cast(), self.len);
                std::slice::from_raw_parts(copy.as_ptr().cast(), self.len)
            });
        }
        let mut copy = Vec::with_capacity(self.len.min(most));
        let mut offset = 0;
        while offset < self.len {
            let piece = most.min(self.len - offset);
            // SAFETY: the capacity is that of the longest piece; all bytes that the length then counts have been written.
            unsafe {
                copy_racing(self.start.add(offset), copy.as_mut_ptr(), piece);
                copy.set_len(piece);
            }
            take(&copy)?;
            offset += piece;
        }
        Ok(())
    }

    /// `len` bytes from `offset` on.
    pub(crate) fn part(&self, offset: usize, len: usize) -> Self {
        assert!(offset <= self.len && len <= self.len - offset, "bytes beyond the buffer");
        // Not beyond the allocation; anything goes for no bytes.
        Self { start: self.start.wrapping_add(offset), len, ..*self }
    }
}

/// Copies `len` bytes that another thread may write to meanwhile.
///
/// # Safety
/// `from` is valid for reads of `len` bytes, and `out` for writes, by nobody else.
#[inline]
unsafe fn copy_racing(from: *const u8, out: *mut u8, len: usize) {
    // The lengths that small updates have, which are not worth a call.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if (8..=16).contains(&len) {
        // SAFETY: two words of 8 bytes, within the ranges. The compiler does not know what the instructions read.
        unsafe {
            std::arch::asm!("mov {a}, [{from}]", "mov {b}, [{from} + {last}]", "mov [{out}], {a}", "mov [{out} + {last}], {b}",
                a = out(reg) _, b = out(reg) _, from = in(reg) from, out = in(reg) out, last = in(reg) len - 8,
                options(nostack, preserves_flags));
        }
        return;
    }
    // SAFETY: as the caller promises.
    unsafe { copy_any(from, out, len) }
}

/// # Safety
/// As of [`copy_racing`].
unsafe fn copy_any(mut from: *const u8, mut out: *mut u8, len: usize) {
    // SAFETY: both pointers move on by what was copied, and so stay in their ranges.
    unsafe {
        // To the compiler these instructions are code that it does not know: what they read are no accesses of Rust that could race.
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::asm;
            if len >= 64 && is_x86_feature_detected!("avx") {
                // Stores across the end of a line take twice as long: between the first bytes and the last ones, all are at multiples of 32.
                let ahead = out.addr().wrapping_neg() % 32;
                asm!("vmovdqu ymm0, [{from}]", "vmovdqu ymm1, [{from} + {len} - 64]", "vmovdqu ymm2, [{from} + {len} - 32]",
                    "vmovdqu [{out}], ymm0", "vmovdqu [{out} + {len} - 64], ymm1", "vmovdqu [{out} + {len} - 32], ymm2",
                    "cmp {at}, {end}", "jae 3f", "2:",
                    "vmovdqu ymm0, [{from} + {at}]", "vmovdqu ymm1, [{from} + {at} + 32]",
                    "vmovdqa [{out} + {at}], ymm0", "vmovdqa [{out} + {at} + 32], ymm1",
                    "add {at}, 64", "cmp {at}, {end}", "jb 2b", "3:", "vzeroupper",
                    from = in(reg) from, out = in(reg) out, len = in(reg) len, at = inout(reg) ahead => _,
                    end = in(reg) ahead + (len - ahead) / 64 * 64, 
                    // The last instruction clears the upper halves of all of them.
                    out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _, out("xmm6") _,
                    out("xmm7") _, out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _, out("xmm12") _, out("xmm13") _,
                    out("xmm14") _, out("xmm15") _, options(nostack));
                return;
            }
            if let Some(last) = len.checked_sub(16) {
                let sixteen = |at: usize| {
                    asm!("movdqu {t}, [{from}]", "movdqu [{out}], {t}", t = out(xmm_reg) _, from = in(reg) from.add(at),
                        out = in(reg) out.add(at), options(nostack, preserves_flags));
                };
                (0..last).step_by(16).for_each(sixteen);
                // Some bytes twice, unless whole sixteens end here.
                return sixteen(last);
            }
            if let Some(last) = len.checked_sub(4) {
                // Four words of 4 bytes, most of them twice.
                let four = |at: usize| {
                    asm!("mov {t:e}, [{from}]", "mov [{out}], {t:e}", t = out(reg) _, from = in(reg) from.add(at),
                        out = in(reg) out.add(at), options(nostack, preserves_flags));
                };
                return [0, len / 8 * 4, last - len / 8 * 4, last].into_iter().for_each(four);
            }
        }
        let mut rest = len;
        while rest > 0 {
            if rest >= 8 && from.addr().is_multiple_of(8) {
                out.cast::<u64>().write_unaligned(AtomicU64::from_ptr(from.cast_mut().cast()).load(Relaxed));
                (from, out, rest) = (from.add(8), out.add(8), rest - 8);
            } else {
                out.write(AtomicU8::from_ptr(from.cast_mut()).load(Relaxed));
                (from, out, rest) = (from.add(1), out.add(1), rest - 1);
            }
        }
    }
}
