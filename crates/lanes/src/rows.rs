//! The messages of a batch as kernels read them: several slices of equal length.

use crate::inlined::{map, zip};
use crate::{Element, Word};
use core::marker::PhantomData;

/// `N` byte slices of a common length, read in step: the messages of a batch.
///
/// Holds pointers, so that a kernel checks one length per access and not `N`.
#[derive(Clone, Copy)]
pub struct Rows<'a, const N: usize> {
    start: [*const u8; N],
    len: usize,
    ahead: usize,
    data: PhantomData<&'a [u8]>,
}

impl<'a, const N: usize> Rows<'a, N> {
    /// The common length is the length of the shortest slice.
    #[inline(always)]
    #[must_use]
    pub fn new(rows: &[&'a [u8]; N]) -> Self {
        let mut start = [core::ptr::null(); N];
        let mut len = usize::MAX;
        zip(&mut start, rows, |start, row| {
            *start = row.as_ptr();
            len = len.min(row.len());
        });
        Self { start, len, ahead: 0, data: PhantomData }
    }

    /// Consecutive parts of one buffer, `len` bytes each.
    ///
    /// # Panics
    /// If it has fewer than `N * len` bytes.
    #[inline(always)]
    #[must_use]
    pub fn dealt(data: &'a [u8], len: usize) -> Self {
        assert!(data.len() / N >= len, "the buffer is too short");
        let mut start = [data.as_ptr(); N];
        for (i, start) in start.iter_mut().enumerate() {
            // SAFETY: i < N, and N * len bytes are in the buffer.
            *start = unsafe { start.add(i * len) };
        }
        Self { start, len, ahead: 0, data: PhantomData }
    }

    /// Prefetches `ahead` bytes past each byte read into the L2 cache; 0 turns prefetching off.
    ///
    /// The processor's own prefetchers stop at page borders, and eight rows meet these eight times as often as one. Only for data in no
    /// cache: on Zen 5, prefetching costs a kernel of eight states 8 % for data in a cache, and gains 14 % for data from memory.
    #[inline(always)]
    #[must_use]
    pub fn with_ahead(self, ahead: usize) -> Self {
        Self { ahead, ..self }
    }

    /// Prefetches the `N` rows that follow these in memory, if these lie side by side.
    #[inline(always)]
    #[must_use]
    pub fn with_next(self) -> Self {
        let are_side_by_side = self.start[N - 1] == self.start[0].wrapping_add((N - 1) * self.len);
        self.with_ahead(if are_side_by_side { N * self.len } else { 0 })
    }

    /// Whether prefetching is on.
    #[inline(always)]
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        self.ahead != 0
    }

    /// Prefetches, in every row, the bytes that lie `ahead` of the `bytes` bytes at byte `at`.
    #[inline(always)]
    pub fn prefetch(&self, at: usize, bytes: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            for start in self.start {
                for line in (0..bytes).step_by(64) {
                    let p = start.wrapping_add(at.wrapping_add(self.ahead).wrapping_add(line));
                    // SAFETY: a prefetch is a hint, and may be given any address.
                    unsafe { _mm_prefetch::<_MM_HINT_T1>(p.cast()) };
                }
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (at, bytes, self.ahead);
    }

    /// The length of each row in bytes.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the rows are empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The `bytes` bytes from byte `at` of every row. If `bytes` is a constant, reads within the part need no further check.
    ///
    /// # Panics
    /// If the rows are shorter than `at + bytes`.
    #[inline(always)]
    #[must_use]
    pub fn part(&self, at: usize, bytes: usize) -> Self {
        Self { start: self.at(at, bytes), len: bytes, ..*self }
    }

    /// The bytes of one row.
    ///
    /// # Panics
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, i: usize) -> &'a [u8] {
        // SAFETY: every row has this many bytes, for as long as the rows are borrowed.
        unsafe { core::slice::from_raw_parts(self.start[i], self.len) }
    }

    /// Pointers to byte `at` of every row; at least `bytes` bytes can be read there.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, at: usize, bytes: usize) -> [*const u8; N] {
        assert!(at <= self.len && bytes <= self.len - at, "rows are too short");
        let mut p = self.start;
        for p in &mut p {
            // SAFETY: at <= len, so the pointer stays within (or just past) the slice that `new` took it from.
            *p = unsafe { p.add(at) };
        }
        p
    }

    /// Pointers to the rows; at least `bytes` bytes can be read from byte `at` of each.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn starts(&self, at: usize, bytes: usize) -> &[*const u8; N] {
        assert!(at <= self.len && bytes <= self.len - at, "rows are too short");
        &self.start
    }

    /// `BYTES` bytes from byte `at` of every row.
    ///
    /// # Panics
    /// If the rows do not reach to `at + BYTES`.
    #[inline(always)]
    #[must_use]
    pub fn chunks<const BYTES: usize>(&self, at: usize) -> [&'a [u8; BYTES]; N] {
        // SAFETY: `at` has checked that this many bytes can be read there, for as long as the rows are borrowed.
        map(self.at(at, BYTES), |p| unsafe { &*p.cast() })
    }

    /// The little-endian word at byte `at` of every row.
    ///
    /// # Panics
    /// If the rows do not reach to `at + W::LEN`.
    #[inline(always)]
    #[must_use]
    pub fn words<W: Word>(&self, at: usize) -> [W; N] {
        let p = self.at(at, W::LEN);
        let mut w = [W::default(); N];
        // SAFETY: `at` has checked that this many bytes can be read there; the read is unaligned, and any bits are a word.
        zip(&mut w, &p, |w, p| *w = unsafe { p.cast::<W>().read_unaligned() }.to_le());
        w
    }

    /// The little-endian element at byte `at` of every row.
    #[inline(always)]
    pub(crate) fn elements<E: Element>(&self, at: usize) -> [E; N] {
        let p = self.at(at, E::LEN);
        let mut e = [E::default(); N];
        // SAFETY: `at` has checked that this many bytes can be read there, within the slice that `new` took.
        zip(&mut e, &p, |e, p| *e = E::read(unsafe { core::slice::from_raw_parts(p, E::LEN) }));
        e
    }
}

impl<'a> Rows<'a, 4> {
    /// The first two rows, and the last two.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn halves(&self) -> [Rows<'a, 2>; 2] {
        let Self { start: [a, b, c, d], len, ahead, data } = *self;
        [Rows { start: [a, b], len, ahead, data }, Rows { start: [c, d], len, ahead, data }]
    }
}

/// `N` byte slices written in step: the outputs of a batch.
pub struct RowsMut<'a, const N: usize> {
    start: [*mut u8; N],
    len: usize,
    data: PhantomData<&'a mut [u8]>,
}

impl<'a, const N: usize> RowsMut<'a, N> {
    /// The common length is the length of the shortest slice.
    #[inline(always)]
    pub fn new(rows: [&'a mut [u8]; N]) -> Self {
        let mut start = [core::ptr::null_mut(); N];
        let mut len = usize::MAX;
        for (start, row) in start.iter_mut().zip(rows) {
            len = len.min(row.len());
            *start = row.as_mut_ptr();
        }
        Self { start, len, data: PhantomData }
    }

    /// Consecutive parts of one buffer, `len` bytes each.
    ///
    /// # Panics
    /// If it has fewer than `N * len` bytes.
    #[inline(always)]
    pub fn dealt(data: &'a mut [u8], len: usize) -> Self {
        assert!(data.len() / N >= len, "the buffer is too short");
        let mut start = [data.as_mut_ptr(); N];
        for (i, start) in start.iter_mut().enumerate() {
            // SAFETY: i < N, and N * len bytes are in the buffer.
            *start = unsafe { start.add(i * len) };
        }
        Self { start, len, data: PhantomData }
    }

    /// The rows, to be read.
    #[inline(always)]
    pub fn as_rows(&self) -> Rows<'_, N> {
        Rows { start: map(self.start, <*mut u8>::cast_const), len: self.len, ahead: 0, data: PhantomData }
    }

    /// The length of each row in bytes.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the rows are empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Pointers to byte `at` of every row; at least `bytes` bytes can be written there.
    #[inline(always)]
    pub(crate) fn at(&mut self, at: usize, bytes: usize) -> [*mut u8; N] {
        assert!(at <= self.len && bytes <= self.len - at, "rows are too short");
        let mut p = self.start;
        for p in &mut p {
            // SAFETY: at <= len, so the pointer stays within (or just past) the slice that `new` took it from.
            *p = unsafe { p.add(at) };
        }
        p
    }

    /// Writes `words[i]`, little-endian, to byte `at` of row `i`.
    #[inline(always)]
    pub(crate) fn put<W: Word>(&mut self, at: usize, words: &[W; N]) {
        // SAFETY: `at` has checked that this many bytes can be written there; the rows are exclusive borrows.
        zip(&mut self.at(at, W::LEN), words, |p, w| unsafe { p.cast::<W>().write_unaligned(w.to_le()) });
    }
    /// Writes the element in `words[i]`, little-endian, to byte `at` of row `i`.
    #[inline(always)]
    pub(crate) fn put_elements<E: Element>(&mut self, at: usize, words: &[E::Register; N]) {
        zip(&mut self.at(at, E::LEN), words, |p, word| {
            // SAFETY: `at` has checked that this many bytes can be written there; the rows are exclusive borrows.
            E::reduce(word).write(unsafe { core::slice::from_raw_parts_mut(*p, E::LEN) });
        });
    }
}
