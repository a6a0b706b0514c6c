//! Many small files in one call, for `lanesum.scale`: opening and reading each from Python would cost more than hashing it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};

/// `O_NONBLOCK`: a FIFO in a file's place is not waited for.
const NONBLOCK: i32 = if cfg!(target_os = "linux") { 0o4000 } else { 4 };

/// Bytes, what has failed, size, mtime and ctime in nanoseconds.
type Found<'py> = (Option<Bound<'py, PyBytes>>, &'static str, u64, i64, i64);

/// Each file's bytes, or None if there are more than `most`, or where something has failed: "changed", or "failed" for anything else.
#[pyfunction]
pub(crate) fn _read_files<'py>(
    py: Python<'py>,
    paths: Vec<Bound<'py, PyBytes>>,
    most: u64,
) -> PyResult<Vec<Found<'py>>> {
    let mut found = Vec::with_capacity(paths.len());
    for path in paths {
        py.check_signals()?;
        found.push(read(py, path.as_bytes(), most).unwrap_or((None, "failed", 0, 0, 0)));
    }
    Ok(found)
}

fn read<'py>(py: Python<'py>, path: &[u8], most: u64) -> io::Result<Found<'py>> {
    let path = std::ffi::OsStr::from_bytes(path);
    let mut file: File = OpenOptions::new().read(true).custom_flags(NONBLOCK).open(path)?;
    let before = file.metadata()?;
    if !before.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let (size, mtime, ctime) = stamp(&before);
    if size > most {
        return Ok((None, "", size, mtime, ctime));
    }
    let mut result = Ok(());
    let bytes = PyBytes::new_with(py, size as usize, |room| {
        result = file.read_exact(room);
        Ok(())
    })
    .map_err(io::Error::other)?;
    let changed = match result {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => true,
        other => {
            other?;
            stamp(&file.metadata()?) != (size, mtime, ctime)
        }
    };
    Ok(if changed { (None, "changed", size, mtime, ctime) } else { (Some(bytes), "", size, mtime, ctime) })
}

fn stamp(metadata: &Metadata) -> (u64, i64, i64) {
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    let mtime = nanoseconds(metadata.mtime(), metadata.mtime_nsec());
    (metadata.len(), mtime, nanoseconds(metadata.ctime(), metadata.ctime_nsec()))
}
