//! Many small files in one call, for `lanesum.scale`: opening and reading each from Python would cost more than hashing it.

use super::gather::{Source, each};
use super::out::Out;
use super::run::run;
use super::template::Template;
use crate::functions;
use crate::local::{Stamp, open, path};
use crate::memory::Block;
use crate::memory::column::Malformed;
use crate::memory::digests::Digests;
use crate::state::os_error;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::ffi::OsStr;
use std::fmt::Write;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;

/// Bytes that are hashed together: they stay in the second cache, and are enough files for all lanes.
const TOGETHER: usize = 256 << 10;

/// The results for the files that have digests, in columns: digests; sizes and mtimes as native `i64`; ctimes as decimal numbers between
/// NULs; whether each file is settled, one byte each. Then the other files, by number and whether they changed meanwhile; and the number of
/// the first file that was not looked at.
type Found<'py> = (
    Bound<'py, Digests>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Vec<(usize, bool)>,
    usize,
);

/// Reads and hashes files of at most `most` bytes, until they have `enough` bytes together. `keys` are paths below `folder` with NUL for
/// `/`. A file whose times are not before `settled` may change without another mtime. The keywords are those of the function.
#[pyfunction]
#[pyo3(signature = (name, folder, keys, most, enough, settled, **options))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn _digest_files<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    folder: &[u8],
    keys: Vec<Bound<'py, PyBytes>>,
    most: u64,
    enough: u64,
    settled: i64,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Found<'py>> {
    let function = functions::of(name, "name")?;
    let (options, width) = super::options_of("_digest_files", function, options)?;
    let template = Template::new(function, &options, width)?;
    let mut out = Out::new(width);
    let mut files = Files::default();
    let mut columns = Columns::default();
    let mut left = Vec::new();
    let (mut next, mut bytes) = (0, 0);
    while next < keys.len() && bytes < enough {
        match files.read(&path(folder, keys[next].as_bytes()), most) {
            Ok(Outcome::Whole(stamp)) => {
                bytes += stamp.size;
                columns.push(&stamp, settled);
            }
            Ok(Outcome::Large(size)) => {
                bytes += size;
                left.push((next, false));
            }
            Ok(Outcome::Changed) => left.push((next, true)),
            Err(_) => left.push((next, false)),
        }
        next += 1;
        if files.bytes >= TOGETHER || next == keys.len() || bytes >= enough {
            run(py, &files, &template, 1, &mut out)?;
            files.clear();
        }
    }
    let digests = Bound::new(py, out.finish())?;
    let bytes = |column: &[u8]| PyBytes::new(py, column);
    let Columns { sizes, mtimes, ctimes, is_settled } = columns;
    Ok((digests, bytes(&sizes), bytes(&mtimes), bytes(ctimes.as_bytes()), bytes(&is_settled), left, next))
}

/// The names in a directory, in order, each behind `above`; and of each whether it is a file (`f`), a directory (`d`) or anything else.
#[pyfunction]
pub(crate) fn _list_directory<'py>(
    py: Python<'py>,
    path: &[u8],
    above: &[u8],
) -> PyResult<(Vec<Bound<'py, PyBytes>>, Bound<'py, PyBytes>)> {
    let found = list(path, above).map_err(|error| os_error(py, error))?;
    let (keys, kinds): (Vec<_>, Vec<u8>) = found.iter().map(|(key, kind)| (PyBytes::new(py, key), kind)).unzip();
    Ok((keys, PyBytes::new(py, &kinds)))
}

fn list(path: &[u8], above: &[u8]) -> io::Result<Vec<(Vec<u8>, u8)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(OsStr::from_bytes(path))? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let kind = if kind.is_file() { b'f' } else { b"?d"[usize::from(kind.is_dir())] };
        found.push(([above, entry.file_name().as_bytes()].concat(), kind));
    }
    found.sort_unstable();
    Ok(found)
}

#[derive(Default)]
struct Columns {
    sizes: Vec<u8>,
    mtimes: Vec<u8>,
    ctimes: String,
    is_settled: Vec<u8>,
}

impl Columns {
    fn push(&mut self, stamp: &Stamp, settled: i64) {
        if !self.ctimes.is_empty() {
            self.ctimes.push('\0');
        }
        let _ = write!(self.ctimes, "{}", stamp.ctime);
        self.sizes.extend_from_slice(&stamp.size.to_ne_bytes());
        self.mtimes.extend_from_slice(&stamp.mtime.to_ne_bytes());
        self.is_settled.push(u8::from(stamp.mtime.max(stamp.ctime) < settled));
    }
}

enum Outcome {
    Whole(Stamp),
    /// Of so many bytes.
    Large(u64),
    Changed,
}

/// Files that are hashed together.
#[derive(Default)]
struct Files {
    /// Room, which begins with their bytes.
    room: Vec<u8>,
    bytes: usize,
    ends: Vec<usize>,
}

impl Files {
    fn clear(&mut self) {
        self.bytes = 0;
        self.ends.clear();
    }

    fn read(&mut self, path: &[u8], most: u64) -> io::Result<Outcome> {
        let (mut file, stamp) = open(path)?;
        if stamp.size > most {
            return Ok(Outcome::Large(stamp.size));
        }
        let end = self.bytes + stamp.size as usize;
        if self.room.len() < end {
            self.room.resize(end.max(2 * TOGETHER), 0);
        }
        match file.read_exact(&mut self.room[self.bytes..end]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(Outcome::Changed),
            other => other?,
        }
        if Stamp::of(&file.metadata()?) != stamp {
            return Ok(Outcome::Changed);
        }
        self.bytes = end;
        self.ends.push(end);
        Ok(Outcome::Whole(stamp))
    }
}

impl Source for Files {
    fn rows(&self) -> usize {
        self.ends.len()
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        let mut start = if first == 0 { 0 } else { self.ends[first - 1] };
        each(most, block, |row| {
            let end = self.ends[first + row];
            Ok(Some(&self.room[std::mem::replace(&mut start, end)..end]))
        })
    }
}
