//! KT128 and KT256 in parts, for `lanesum.scale`: the leaves of a piece of a message, and the digest from the results of all pieces.

use crate::memory::buffer::{copied, with_bytes};
use crate::state::{LARGE, exception};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::{FinalNode, LastSubtree, Leaves, Subtree};
use lanesum::{Error, Strength};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::num::NonZeroU64;

/// The chaining values of the leaves in `data`, the first of which has the number `first`; `last` says that the message ends there.
#[pyfunction]
pub(crate) fn _kt_leaves<'py>(
    py: Python<'py>,
    bits: u16,
    first: u64,
    data: &Bound<'py, PyAny>,
    last: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let first = NonZeroU64::new(first).ok_or_else(|| PyValueError::new_err("first must be at least 1"))?;
    let values = match bits {
        128 => leaves::<Bits128>(py, first, data, last),
        256 => leaves::<Bits256>(py, first, data, last),
        _ => Err(PyValueError::new_err("bits must be 128 or 256")),
    }?;
    Ok(PyBytes::new(py, &values))
}

/// The digest of a message from its first chunk and what `_kt_leaves` gave for the rest, in order.
#[pyfunction]
pub(crate) fn _kt_root<'py>(
    py: Python<'py>,
    bits: u16,
    first_chunk: &Bound<'py, PyAny>,
    pieces: &Bound<'py, PyAny>,
    digest_size: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, digest_size, |digest| match bits {
        128 => root::<Bits128>(first_chunk, pieces, digest),
        256 => root::<Bits256>(first_chunk, pieces, digest),
        _ => Err(PyValueError::new_err("bits must be 128 or 256")),
    })
}

fn leaves<S: Strength + Send>(
    py: Python<'_>,
    first: NonZeroU64,
    data: &Bound<'_, PyAny>,
    last: bool,
) -> PyResult<Vec<u8>> {
    with_bytes(data, "data", |memory| {
        py.detach(|| {
            let mut leaves = Leaves::<S>::new(first);
            match memory.stable() {
                Some(bytes) => leaves.update(bytes),
                None => memory.for_each_piece(LARGE, |piece| {
                    leaves.update(piece);
                    Ok::<(), Error>(())
                })?,
            }
            if last { Ok(leaves.finish_last(b"").to_bytes()) } else { Ok(leaves.finish()?.to_bytes()) }
        })
        .map_err(exception)
    })
}

fn root<S: Strength>(first_chunk: &Bound<'_, PyAny>, pieces: &Bound<'_, PyAny>, digest: &mut [u8]) -> PyResult<()> {
    let chunk = copied(first_chunk, "first_chunk")?;
    let chunk = chunk.first_chunk().filter(|all| all.len() == chunk.len());
    let chunk = chunk.ok_or_else(|| PyValueError::new_err("first_chunk must have 8192 bytes"))?;
    let mut node = FinalNode::<S>::new(chunk);
    let mut pieces = pieces.try_iter()?;
    let mut piece = pieces.next();
    while let Some(this) = piece {
        let saved = copied(&this?, "pieces")?;
        piece = pieces.next();
        if piece.is_none() {
            let last = LastSubtree::<S>::from_bytes(&saved).map_err(exception)?;
            node.finish(&last).map_err(exception)?.read(digest);
            return Ok(());
        }
        node.absorb(&Subtree::from_bytes(&saved).map_err(exception)?).map_err(exception)?;
    }
    Err(PyValueError::new_err("pieces must have the message's last leaf"))
}
