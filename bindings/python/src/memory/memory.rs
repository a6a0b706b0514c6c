//! Ranges of bytes.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Bytes that are readable for `'a`. Those of a Python buffer may change meanwhile: another thread can write to a `bytearray` or a
/// numpy array at any time, and no lock of Python prevents a C extension from it.
///
/// A Rust slice over bytes that change is undefined behaviour, so there is a slice of *stable* bytes only: those of `bytes` and `str`
/// objects and of Arrow arrays, which are immutable. All others are copied out by relaxed atomic loads, and the copy is hashed. If
/// another thread writes meanwhile, the digest is that of some mixture of old and new bytes, and nothing else happens.
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
        unsafe { copy_relaxed(self.start.add(offset), out) }
    }

    /// Hands over all bytes in order: in one piece if they are stable, else by way of a buffer.
    pub(crate) fn for_each_piece<E>(&self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        const SMALL: usize = 512;
        /// Eight leaves of KT128, and small enough for the second cache.
        const LARGE: usize = 64 << 10;
        if let Some(bytes) = self.stable() {
            return take(bytes);
        }
        if self.len <= SMALL {
            let mut copy = [0; SMALL];
            let copy = &mut copy[..self.len];
            self.copy_to(0, copy);
            return take(copy);
        }
        let mut copy = vec![0; self.len.min(LARGE)];
        let mut offset = 0;
        while offset < self.len {
            let piece = copy.len().min(self.len - offset);
            self.copy_to(offset, &mut copy[..piece]);
            take(&copy[..piece])?;
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

/// # Safety
/// `from` is valid for reads of `out.len()` bytes.
#[inline]
unsafe fn copy_relaxed(mut from: *const u8, out: &mut [u8]) {
    let head = from.align_offset(8).min(out.len());
    let (first, rest) = out.split_at_mut(head);
    // SAFETY: the pointer moves on by one for each byte of `out`, so it stays in the range; it is aligned where words are read.
    unsafe {
        for byte in first {
            *byte = AtomicU8::from_ptr(from.cast_mut()).load(Relaxed);
            from = from.add(1);
        }
        let (words, last) = rest.as_chunks_mut::<8>();
        for word in words {
            *word = AtomicU64::from_ptr(from.cast_mut().cast()).load(Relaxed).to_ne_bytes();
            from = from.add(8);
        }
        for byte in last {
            *byte = AtomicU8::from_ptr(from.cast_mut()).load(Relaxed);
            from = from.add(1);
        }
    }
}
