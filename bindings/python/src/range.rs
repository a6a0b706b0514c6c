//! A range of a large local file as leaves of KT128 or KT256, for `lanesum.scale`. In Python, every piece would be a new object.

use crate::batch::{Stamp, open, path};
use crate::state::exception;
use lanesum::Strength;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::Leaves;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io;
use std::num::NonZeroU64;
use std::os::unix::fs::FileExt;

/// Bytes that are read and hashed at a time: they stay in the second cache.
const PIECE: usize = 256 << 10;
const CHUNK: u64 = 8192;

/// The message's first chunk, if the range begins there, and the chaining values of the rest; as `_kt_leaves`.
type Values<'py> = (Option<Bound<'py, PyBytes>>, Bound<'py, PyBytes>);

/// Reads and hashes the bytes of a file from `start`, the beginning of a leaf, to `end`. `stamp` has its size, mtime and ctime. Returns
/// None if the file has others, before or afterwards.
#[pyfunction]
pub(crate) fn _kt_range<'py>(
    py: Python<'py>,
    bits: u16,
    folder: &[u8],
    key: &[u8],
    start: u64,
    end: u64,
    stamp: (u64, i64, i64),
) -> PyResult<Option<Values<'py>>> {
    let stamp = Stamp { size: stamp.0, mtime: stamp.1, ctime: stamp.2 };
    let path = path(folder, key);
    let found = py.detach(|| {
        let (file, found) = open(&path)?;
        if found != stamp {
            return Ok(None);
        }
        let values = match bits {
            128 => range::<Bits128>(&file, start, end, end == stamp.size),
            256 => range::<Bits256>(&file, start, end, end == stamp.size),
            _ => Err(PyValueError::new_err("bits must be 128 or 256")),
        }?;
        Ok::<_, PyErr>(values.filter(|_| file.metadata().is_ok_and(|after| Stamp::of(&after) == stamp)))
    })?;
    Ok(found.map(|(chunk, values)| (chunk.map(|chunk| PyBytes::new(py, &chunk)), PyBytes::new(py, &values))))
}

/// None if the file is shorter.
fn range<S: Strength>(file: &File, start: u64, end: u64, last: bool) -> PyResult<Option<(Option<Vec<u8>>, Vec<u8>)>> {
    let mut at = start;
    let mut room = vec![0; PIECE];
    let mut read = |most: u64| -> io::Result<Option<Vec<u8>>> { Ok(None) };
    let _ = (&mut read, &mut at, &mut room, last, end);
    todo!()
}
