//! Where digests go.

use crate::memory::digests::{Column, Digests};
use pyo3::prelude::*;

/// Where digests go, and which are null.
pub(super) struct Out {
    pub(super) bytes: Vec<u8>,
    /// The numbers of null rows, in order.
    pub(super) nulls: Vec<usize>,
    pub(super) width: usize,
    pub(super) count: usize,
}

impl Out {
    pub(super) fn new(width: usize) -> Self {
        Self { bytes: Vec::new(), nulls: Vec::new(), width, count: 0 }
    }

    /// Room for so many more digests, zeroes.
    pub(super) fn grow(&mut self, rows: usize) -> PyResult<&mut [u8]> {
        let memory = || pyo3::exceptions::PyMemoryError::new_err("not enough memory for the digests");
        let more = rows.checked_mul(self.width).ok_or_else(memory)?;
        let before = self.bytes.len();
        if before == 0 && self.bytes.capacity() == 0 {
            // Zeroes that the system gives, and that are not written twice.
            isize::try_from(more).map_err(|_| memory())?;
            self.bytes.try_reserve_exact(more).map_err(|_| memory())?;
            self.bytes = vec![0; more];
        } else {
            self.bytes.try_reserve(more).map_err(|_| memory())?;
            self.bytes.resize(before + more, 0);
        }
        self.count += rows;
        Ok(&mut self.bytes[before..])
    }

    /// The same with that room.
    pub(super) fn grown(&mut self, rows: usize) -> PyResult<&mut Self> {
        self.grow(rows)?;
        Ok(self)
    }

    pub(super) fn finish(self) -> Digests {
        let validity = (!self.nulls.is_empty()).then(|| {
            let mut bits = vec![0xff; self.count.div_ceil(8)];
            for row in &self.nulls {
                bits[row / 8] &= !(1 << (row % 8));
            }
            bits
        });
        Digests::new(Column { bytes: self.bytes, validity, width: self.width, count: self.count })
    }
}
