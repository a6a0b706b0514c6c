//! Python objects that may be long: they are made piece by piece, and each piece is followed by a check for Ctrl-C.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ptr;

/// Bytes that are made at once: some milliseconds of work.
const PIECE: usize = 1 << 20;

/// A `bytes` object of `len` bytes, which `fill` writes piece by piece, in order.
///
/// # Errors
/// Those of `fill`, or what a handler of signals raises, as `KeyboardInterrupt`.
pub(crate) fn bytes_in_pieces(
    py: Python<'_>,
    len: usize,
    mut fill: impl FnMut(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'_, PyBytes>> {
    // SAFETY: without contents to copy from this is an exception, or an object with room for `len` bytes. Nobody else knows it before it is
    // returned: not even handlers of signals, since Python's collector does not list `bytes`.
    let object = unsafe {
        let object = ffi::PyBytes_FromStringAndSize(ptr::null(), isize::try_from(len).unwrap_or(isize::MAX));
        Bound::from_owned_ptr_or_err(py, object)?.cast_into_unchecked::<PyBytes>()
    };
    let mut done = 0;
    while done < len {
        let piece = PIECE.min(len - done);
        // SAFETY: within the room, which is written before a slice of it is made. All at once would take tenths of a second.
        let piece = unsafe {
            let start = ffi::PyBytes_AsString(object.as_ptr()).cast::<u8>().add(done);
            ptr::write_bytes(start, 0, piece);
            std::slice::from_raw_parts_mut(start, piece)
        };
        fill(piece)?;
        done += piece.len();
        if done < len {
            py.check_signals()?;
        }
    }
    Ok(object)
}

/// A copy as a `bytes` object.
pub(crate) fn bytes_of<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    if bytes.len() <= PIECE {
        return Ok(PyBytes::new(py, bytes));
    }
    let mut pieces = bytes.chunks(PIECE);
    bytes_in_pieces(py, bytes.len(), |out| {
        out.copy_from_slice(pieces.next().unwrap_or_default());
        Ok(())
    })
}

fn hex(bytes: &[u8], text: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    text.clear();
    text.extend(bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]));
}

/// The bytes in hexadecimal. `text` is room that can be used again.
pub(crate) fn hex_string<'py>(py: Python<'py>, bytes: &[u8], text: &mut Vec<u8>) -> PyResult<Bound<'py, PyString>> {
    let mut string = |piece: &[u8]| {
        hex(piece, text);
        PyString::new(py, std::str::from_utf8(text).unwrap_or_default())
    };
    if bytes.len() <= PIECE {
        return Ok(string(bytes));
    }
    let mut whole = PyString::new(py, "").into_any();
    for piece in bytes.chunks(PIECE) {
        let piece = string(piece);
        let mut joined = whole.into_ptr();
        // SAFETY: `joined` is a reference of its own to a `str`, which is taken and replaced by one to the longer one, or by null with an
        // exception. A `str` that nobody else knows is not copied for that but made longer.
        whole = unsafe {
            ffi::PyUnicode_Append(&raw mut joined, piece.as_ptr());
            Bound::from_owned_ptr_or_err(py, joined)?
        };
        py.check_signals()?;
    }
    Ok(whole.cast_into::<PyString>()?)
}
