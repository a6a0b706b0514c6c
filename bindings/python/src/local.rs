//! Local files, for `lanesum.scale`: their names and stamps; and ranges of large ones as leaves of KT128 or KT256. In Python, every piece
//! would be a new object.

use crate::state::{exception, os_error};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::Leaves;
use lanesum::{Error, Strength};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::OsStr;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::num::NonZeroU64;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};

/// `O_NONBLOCK`: a FIFO in a file's place is not waited for.
const NONBLOCK: i32 = if cfg!(target_os = "linux") { 0o4000 } else { 4 };
/// Bytes of a range that are read and hashed at a time: they stay in the second cache.
const PIECE: usize = 256 << 10;
const CHUNK: usize = 8192;

/// The metadata that changes when a file does.
#[derive(PartialEq)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    pub(crate) mtime: i64,
    pub(crate) ctime: i64,
}

impl Stamp {
    pub(crate) fn of(metadata: &Metadata) -> Self {
        let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: metadata.len(),
            mtime: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            ctime: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

/// The path of a key: below `folder`, with NUL for `/`.
pub(crate) fn path(folder: &[u8], key: &[u8]) -> Vec<u8> {
    let mut path = Vec::with_capacity(folder.len() + 1 + key.len());
    if key.first() != Some(&0) {
        path.extend_from_slice(folder);
        path.push(b'/');
    }
    path.extend(key.iter().map(|byte| if *byte == 0 { b'/' } else { *byte }));
    path
}

/// A regular file.
pub(crate) fn open(path: &[u8]) -> io::Result<(File, Stamp)> {
    let file = OpenOptions::new().read(true).custom_flags(NONBLOCK).open(OsStr::from_bytes(path))?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    Ok((file, Stamp::of(&metadata)))
}

enum Trouble {
    /// It is not, or no longer, the file that was listed.
    Changed,
    System(io::Error),
    Wrong(Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // It is shorter, or a directory now.
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => Self::Changed,
            _ => Self::System(error),
        }
    }
}

/// Hashes the bytes of a file from `start` to `end`, where leaves begin; or the file ends at `end`. Returns the first chunk, if the range
/// begins with it, and the chaining values of the rest, as `_kt_leaves`; None if the file has not, or no longer, this size, mtime and ctime.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn _kt_range<'py>(
    py: Python<'py>,
    bits: u16,
    folder: &[u8],
    key: &[u8],
    start: u64,
    end: u64,
    size: u64,
    mtime: i64,
    ctime: i64,
) -> PyResult<Option<Vec<Bound<'py, PyBytes>>>> {
    let (path, stamp) = (path(folder, key), Stamp { size, mtime, ctime });
    let values = match bits {
        128 => py.detach(|| values::<Bits128>(&path, start, end, &stamp)),
        256 => py.detach(|| values::<Bits256>(&path, start, end, &stamp)),
        _ => return Err(PyValueError::new_err("bits must be 128 or 256")),
    };
    match values {
        Ok(values) => Ok(Some(values.iter().map(|value| PyBytes::new(py, value)).collect())),
        Err(Trouble::Changed) => Ok(None),
        Err(Trouble::System(error)) => Err(os_error(py, error)),
        Err(Trouble::Wrong(error)) => Err(exception(error)),
    }
}

fn values<S: Strength>(path: &[u8], start: u64, end: u64, stamp: &Stamp) -> Result<Vec<Vec<u8>>, Trouble> {
    let (file, found) = open(path)?;
    if found != *stamp {
        return Err(Trouble::Changed);
    }
    let mut values = Vec::new();
    let mut at = start;
    if start == 0 {
        let mut chunk = vec![0; CHUNK];
        file.read_exact_at(&mut chunk, 0)?;
        values.push(chunk);
        at = CHUNK as u64;
    }
    let first = NonZeroU64::new(at / CHUNK as u64).ok_or(Trouble::Changed)?;
    let mut leaves = Leaves::<S>::new(first);
    let mut room = vec![0; PIECE];
    while at < end {
        let piece = &mut room[..PIECE.min(usize::try_from(end - at).unwrap_or(PIECE))];
        file.read_exact_at(piece, at)?;
        leaves.update(piece);
        at += piece.len() as u64;
    }
    let last = end == stamp.size;
    values.push(if last {
        leaves.finish_last(b"").to_bytes()
    } else {
        leaves.finish().map_err(Trouble::Wrong)?.to_bytes()
    });
    if Stamp::of(&file.metadata()?) == *stamp { Ok(values) } else { Err(Trouble::Changed) }
}
