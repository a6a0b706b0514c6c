//! The digests of a batch while it runs: one growing buffer, and the rows that are null.

use crate::memory::digests::{Column, Digests};
use crate::memory::{no_memory, zeroes};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Where digests go, and which are null.
pub(super) struct Out {
    /// With room for some more, zeroes.
    bytes: Vec<u8>,
    /// The numbers of null rows, in order.
    pub(super) nulls: Vec<usize>,
    width: usize,
    pub(super) count: usize,
}

impl Out {
    pub(super) fn new(width: usize) -> Self {
        Self { bytes: Vec::new(), nulls: Vec::new(), width, count: 0 }
    }

    /// Makes room for this many more digests.
    pub(super) fn reserve(&mut self, py: Python<'_>, rows: usize) -> PyResult<()> {
        /// Bytes that are zeroed between two looks for Ctrl-C.
        const PIECE: usize = 16 << 20;

        let all = self.count.checked_add(rows).and_then(|rows| rows.checked_mul(self.width)).ok_or_else(no_memory)?;
        if self.bytes.is_empty() {
            self.bytes = zeroes(all)?;
        } else if all > self.bytes.len() {
            self.bytes.try_reserve(all - self.bytes.len()).map_err(|_| no_memory())?;
            while self.bytes.len() < all {
                self.bytes.resize(all.min(self.bytes.len() + PIECE), 0);
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// The places of this many more digests, zeroes, and the nulls.
    pub(super) fn grow(&mut self, py: Python<'_>, rows: usize) -> PyResult<(&mut [u8], &mut Vec<usize>)> {
        self.reserve(py, rows)?;
        let before = self.count * self.width;
        self.count += rows;
        Ok((&mut self.bytes[before..][..rows * self.width], &mut self.nulls))
    }

    /// The digest in this place.
    pub(super) fn get(&self, index: usize) -> &[u8] {
        &self.bytes[index * self.width..][..self.width]
    }

    /// The digests, if none is null.
    pub(super) fn into_bytes(mut self, argument: &str) -> PyResult<Vec<u8>> {
        if let Some(row) = self.nulls.first() {
            return Err(PyTypeError::new_err(format!("{argument}[{row}] is null")));
        }
        self.bytes.truncate(self.count * self.width);
        Ok(self.bytes)
    }

    pub(super) fn finish(mut self) -> Digests {
        self.bytes.truncate(self.count * self.width);
        Digests::new(Column::new(self.bytes, self.width, self.count, &self.nulls))
    }

    /// The digests, or with `hex` what their method of that name gives.
    pub(super) fn delivered(self, py: Python<'_>, hex: bool) -> PyResult<Bound<'_, PyAny>> {
        let digests = Bound::new(py, self.finish())?;
        if hex { digests.call_method0("hex") } else { Ok(digests.into_any()) }
    }
}
