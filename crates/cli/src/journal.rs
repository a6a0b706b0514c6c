//! `--resume FILE`: the digests of files that an interrupted run has hashed, so that the next one need not.
//!
//! A file is known again by everything that `update` trusts: device, inode, size, mtime and ctime, which nobody can set. A file that changed
//! just before it was read is not noted, because its times might not show another change. Digests that depend on a key are not noted either.
//! Each line bears a checksum: one that a crash has cut off, or a disk has damaged, is as good as none.
//!
//! ```text
//! lanesum-journal 1
//! 2f1d9c0b6f3f1f6e 9f86d081884c7d659a2feaa0c55ad015 KT128=ab17…,SHA256=ba78…
//! ```

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;

use crate::comments::Dated;
use crate::facts::{Identity, identity, identity_at};
use crate::hash::{Digest, Recipe};
use crate::output::{FileError, complain, is_standard_output, leave_out};
use crate::place::{Mark, mark};
use crate::quote::quote_path;

const HEADER: &str = "lanesum-journal 1\n";

/// The least time between two writings: notes wait that long.
const PATIENCE: Duration = Duration::from_secs(1);

/// The longest line that is read.
const LINE_BYTES: usize = 64 << 10;

static JOURNAL: OnceLock<Journal> = OnceLock::new();

struct Journal {
    path: PathBuf,
    known: HashMap<Mark, Box<str>>,
    writer: Mutex<Writer>,
}

impl Journal {
    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Writer {
    file: File,
    lines: Vec<u8>,
    written: Instant,
    /// Files that were known.
    met: u64,
}

/// Opens the journal, and reads what an earlier run has left.
///
/// # Errors
/// It cannot be opened, another run has it, it is another file, or other users may write to it.
pub(crate) fn open(path: &OsStr) -> Result<(), FileError> {
    let path = Path::new(path);
    let failed = |error| FileError::new(path, error);
    let mut options = File::options();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !metadata.is_file() || is_open_to_others(&metadata) {
        return Err(failed(io::Error::other("other users may write to it; name another file")));
    }
    if is_standard_output(&file) {
        return Err(failed(io::Error::other("standard output goes to it; name another file")));
    }
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(failed(io::Error::other("another run is using it"))),
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    // The run that had it may have removed it meanwhile.
    if !leads_to(path, &file) {
        return Err(failed(io::Error::other("another run is using it")));
    }
    let known = if file.metadata().map_err(failed)?.len() == 0 {
        file.write_all(HEADER.as_bytes()).map_err(failed)?;
        HashMap::new()
    } else {
        read(&mut file).map_err(failed)?
    };
    leave_out(path);
    let writer = Writer { file, lines: Vec::new(), written: Instant::now(), met: 0 };
    let _ = JOURNAL.set(Journal { path: path.to_owned(), known, writer: Mutex::new(writer) });
    Ok(())
}

/// Is it this very file that has the name?
fn leads_to(path: &Path, file: &File) -> bool {
    let here = identity(file);
    // Where files have no identity, nothing more can be said.
    here.is_none() || identity_at(path) == here
}

/// Whoever may write to it could make a changed file pass.
#[cfg(unix)]
fn is_open_to_others(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.mode() & 0o022 != 0 || metadata.uid() != rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_open_to_others(_: &std::fs::Metadata) -> bool {
    false
}

fn read(file: &mut File) -> io::Result<HashMap<Mark, Box<str>>> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(LINE_BYTES, &mut *file);
    let mut known = HashMap::new();
    let mut line = Vec::new();
    let (mut first, mut is_cut) = (true, false);
    loop {
        line.clear();
        if io::Read::take(&mut reader, LINE_BYTES as u64).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        is_cut = !line.ends_with(b"\n");
        if std::mem::take(&mut first) {
            if line != HEADER.as_bytes() {
                return Err(io::Error::other("not a journal of lanesum; name another file"));
            }
        } else if let Some((mark, digests)) = parse(&line) {
            // A list may have a line for each function.
            known
                .entry(mark)
                .and_modify(|more: &mut Box<str>| *more = format!("{more},{digests}").into())
                .or_insert(digests);
        }
    }
    // Ends the line that was cut off, so that the next entry begins a new line.
    if is_cut {
        file.write_all(b"\n")?;
    }
    Ok(known)
}

/// The checksum of a line, with the blank behind it.
fn checksum(rest: &str) -> String {
    HEXLOWER.encode(&lanesum::blake3(rest.as_bytes())[..8])
}

fn parse(line: &[u8]) -> Option<(Mark, Box<str>)> {
    let line = str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (sum, rest) = line.split_once(' ')?;
    let (place, digests) = rest.split_once(' ').filter(|_| sum == checksum(rest))?;
    let place = HEXLOWER.decode(place.as_bytes()).ok()?.try_into().ok()?;
    Some((place, digests.into()))
}

/// A file by its identity, size and times.
fn key(dated: Dated) -> Option<Mark> {
    let Identity { device, file: inode } = dated.identity?;
    Some(mark(&[dated.stamp.to_string().as_bytes(), &device.to_le_bytes(), &inode.to_le_bytes()]))
}

fn is_noted(recipe: &Recipe) -> bool {
    !recipe.tag.has_key() && !recipe.tag.function.is_of_a_tuple()
}

/// The digests and the size of a file that was hashed before, if it is as it was.
pub(crate) fn known(dated: Option<Dated>, recipes: &[Recipe]) -> Option<(Vec<Digest>, u64)> {
    let journal = JOURNAL.get().filter(|journal| !journal.known.is_empty())?;
    let dated = dated?;
    let digests = journal.known.get(&key(dated)?)?;
    let digest = |recipe: &Recipe| {
        let tag = recipe.tag.to_string();
        let of = |text: &str| Some(text.strip_prefix(&tag)?.strip_prefix('=')?.to_owned());
        let digest = HEXLOWER.decode(digests.split(',').find_map(of)?.as_bytes()).ok()?;
        (is_noted(recipe) && digest.len() == recipe.bytes()).then(|| Digest::Short(digest.into()))
    };
    let digests = recipes.iter().map(digest).collect::<Option<_>>()?;
    journal.writer().met += 1;
    Some((digests, dated.stamp.size))
}

/// Notes the digests of a file of which so many bytes were read.
pub(crate) fn note(dated: Option<Dated>, size: u64, recipes: &[Recipe], digests: &[Digest]) {
    let Some(journal) = JOURNAL.get() else { return };
    // A reader that was stopped may not have come to the end.
    let whole = |dated: &Dated| dated.lasting().is_some_and(|stamp| stamp.size == size);
    let Some(key) = dated.filter(whole).and_then(key) else { return };
    let texts = recipes.iter().zip(digests).map(|(recipe, digest)| match digest {
        Digest::Short(bytes) if is_noted(recipe) => Some(format!("{}={}", recipe.tag, HEXLOWER.encode(bytes))),
        _ => None,
    });
    let Some(texts) = texts.collect::<Option<Vec<_>>>() else { return };
    let rest = format!("{} {}", HEXLOWER.encode(&key), texts.join(","));
    if rest.len() + 32 > LINE_BYTES {
        return;
    }
    let mut writer = journal.writer();
    let line = format!("{} {rest}\n", checksum(&rest));
    writer.lines.extend_from_slice(line.as_bytes());
    if writer.lines.len() >= LINE_BYTES {
        writer.write(&journal.path);
    }
}

/// Writes what has waited long enough: no other file may end for minutes.
pub(crate) fn tick() {
    let Some(journal) = JOURNAL.get() else { return };
    let mut writer = journal.writer();
    if !writer.lines.is_empty() && writer.written.elapsed() >= PATIENCE {
        writer.write(&journal.path);
    }
}

/// Writes what is held back.
pub(crate) fn flush() {
    if let Some(journal) = JOURNAL.get() {
        journal.writer().write(&journal.path);
    }
}

/// The run has come to its end: nothing is left to resume.
pub(crate) fn finish() {
    let Some(journal) = JOURNAL.get() else { return };
    let met = journal.writer().met;
    if met > 0 {
        let name = quote_path(&journal.path);
        complain(format_args!("{name}: files whose digests were taken from it, and that were not read again: {met}"));
    }
    // A list that was written to the same name stays.
    if leads_to(&journal.path, &journal.writer().file) {
        let _ = std::fs::remove_file(&journal.path);
    }
}

impl Writer {
    fn write(&mut self, path: &Path) {
        // The run itself is as good without it.
        if let Err(error) = self.file.write_all(&self.lines) {
            complain(format_args!("{}: {error}", quote_path(path)));
        }
        self.lines.clear();
        self.written = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_count() {
        let rest = format!("{} SHA256=00", "0f".repeat(16));
        let line = format!("{} {rest}\n", checksum(&rest));
        assert_eq!(parse(line.as_bytes()), Some(([0x0f; 16], "SHA256=00".into())));
        for end in 0..line.len() {
            assert_eq!(parse(&line.as_bytes()[..end]), None);
        }
        for at in 0..line.len() {
            let mut other = line.clone().into_bytes();
            other[at] ^= 1;
            assert_eq!(parse(&other), None, "{at}");
        }
    }
}
