//! Writes lines to standard output or to a file, remembers errors of the output, and writes messages to standard error.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use tempfile::{NamedTempFile, TempPath};

use crate::quote::quote;
use crate::{interrupt, progress};

/// Lines are held back until there are this many bytes of them, or nothing more is known for now. Only a line that is longer
/// is written in several pieces.
const BUFFER_BYTES: usize = 64 * 1024;

/// Standard output by its descriptor.
///
/// `std::io::Stdout` cannot be used: it treats a bad descriptor as success, and has a buffer whose last error is lost at exit.
#[cfg(unix)]
type Stdout = File;
#[cfg(not(unix))]
type Stdout = io::StdoutLock<'static>;

/// Standard output, or the file that stands for it (`-o`), in whole lines; every error reaches the caller.
pub(crate) struct Output {
    sink: Sink,
    lines: Vec<u8>,
    /// Would escape sequences in names reach a terminal?
    pub(crate) on_terminal: bool,
}

enum Sink {
    Stdout(Stdout),
    /// A device or a pipe by its name.
    Device(File),
    /// Takes the place of the file of this name when all is written.
    New(NamedTempFile, PathBuf),
}

impl Output {
    /// Opens the file `to`, or standard output if there is none.
    ///
    /// One that the caller closed (`>&-`) fails at the first write, as with every other command. A run that writes nothing
    /// (`check --status`) does not need it.
    pub(crate) fn open(to: Option<&OsStr>) -> Result<Self, FileError> {
        let (sink, on_terminal) = if let Some(name) = to {
            (Sink::file(Path::new(name))?, false)
        } else {
            let stdout = stdout().map_err(|error| FileError { name: "standard output".into(), error })?;
            (Sink::Stdout(stdout), io::stdout().is_terminal())
        };
        Ok(Self { sink, lines: Vec::with_capacity(2 * BUFFER_BYTES), on_terminal })
    }

    /// A line has ended: now what is held back may go out.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        if self.lines.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    /// All is written and flushed: a file takes its name.
    pub(crate) fn finish(self) -> Result<(), FileError> {
        if let Sink::New(file, path) = self.sink {
            file.as_file().sync_all().map_err(|error| FileError::new(&path, error))?;
            file.persist(&path).map_err(|error| FileError::new(&path, error.error))?;
        }
        Ok(())
    }
}

impl Sink {
    fn file(name: &Path) -> Result<Self, FileError> {
        let failed = |error| FileError::new(name, error);
        let there = std::fs::metadata(name).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            return File::options().write(true).open(name).map(Self::Device).map_err(failed);
        }
        // What a link leads to is replaced, not the link.
        let path = if there.is_some() { std::fs::canonicalize(name).map_err(failed)? } else { name.to_owned() };
        let file = new_file(&path, File::options().write(true)).map_err(|error| match path.parent() {
            // What is missing is the directory.
            Some(directory) if error.kind() == io::ErrorKind::NotFound => FileError::new(directory, error),
            _ => failed(error),
        })?;
        if let Some(there) = &there {
            file.as_file().set_permissions(there.permissions()).map_err(failed)?;
        }
        let mut written = written();
        written.extend(there.as_ref().and_then(Identity::of).map(|identity| Written { identity, temporary: false }));
        let new = file.as_file().metadata().ok();
        written.extend(new.as_ref().and_then(Identity::of).map(|identity| Written { identity, temporary: true }));
        Ok(Self::New(file, path))
    }
}

/// A new file with a unique name, next to the file that it will replace. `tempfile` is not used for it, because its errors have additional
/// words, and its files can be read only by their owner.
pub(crate) fn new_file(beside: &Path, options: &mut OpenOptions) -> io::Result<NamedTempFile> {
    let directory = beside.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut number = 0_u32;
    loop {
        let path = directory.join(format!(".lanesum-{}-{number}", std::process::id()));
        match options.create_new(true).open(&path) {
            Ok(file) => {
                interrupt::remove_at_the_end(&path);
                return Ok(NamedTempFile::from_parts(file, TempPath::try_from_path(path)?));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

#[cfg(unix)]
fn stdout() -> io::Result<Stdout> {
    use std::os::fd::AsFd;
    if startup::Stream::Output.was_open() {
        return Ok(Stdout::from(io::stdout().as_fd().try_clone_to_owned()?));
    }
    // Open for reading alone: a write is answered as one to no descriptor at all, with EBADF.
    Stdout::open("/dev/null")
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it is a descriptor")]
fn stdout() -> io::Result<Stdout> {
    Ok(io::stdout().lock())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.lines.len() + bytes.len() > 2 * BUFFER_BYTES {
            // A line of more than `BUFFER_BYTES`.
            self.flush()?;
        }
        self.lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let lines = &self.lines;
        let written = match &mut self.sink {
            // It may be the terminal that a bar is on, or lead there.
            Sink::Stdout(stdout) => progress::aside(|| stdout.write_all(lines)),
            Sink::Device(file) => progress::aside(|| file.write_all(lines)),
            Sink::New(file, _) => file.as_file_mut().write_all(lines),
        };
        // What could not be written once is not written again.
        self.lines.clear();
        written
    }
}

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {}", Plain(.error))]
pub(crate) struct FileError {
    name: String,
    error: io::Error,
}

impl FileError {
    pub(crate) fn new(path: &Path, error: io::Error) -> Self {
        let name = quote(path.as_os_str().as_encoded_bytes());
        Self { name: String::from_utf8_lossy(&name).into_owned(), error }
    }
}

/// Which file, whatever its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) file: u64,
}

impl Identity {
    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Self { device: metadata.dev(), file: metadata.ino() })
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Option<Self> {
        None
    }
}

/// A file that the output goes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    #[cfg_attr(not(unix), expect(dead_code, reason = "files cannot be told apart there"))]
    pub(crate) identity: Identity,
    /// Nobody else's: it is not spoken of.
    pub(crate) temporary: bool,
}

/// Files that `-o` has opened.
static WRITTEN: Mutex<Vec<Written>> = Mutex::new(Vec::new());

fn written() -> MutexGuard<'static, Vec<Written>> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The regular files that the output goes to: that of `-o`, and standard output if it is one.
pub(crate) fn output_files() -> Vec<Written> {
    let mut all = written().clone();
    all.extend(standard_output().map(|identity| Written { identity, temporary: false }));
    all
}

#[cfg(unix)]
fn standard_output() -> Option<Identity> {
    use std::os::fd::AsFd;
    let stdout = startup::Stream::Output.was_open().then(io::stdout)?;
    Identity::of(&Stdout::from(stdout.as_fd().try_clone_to_owned().ok()?).metadata().ok()?)
}

#[cfg(not(unix))]
fn standard_output() -> Option<Identity> {
    None
}

/// The name before complaints: that of the program that lanesum was called as.
static NAME: OnceLock<&'static str> = OnceLock::new();

/// From now on complaints are those of the program of this name.
pub(crate) fn call_as(name: &'static str) {
    let _ = NAME.set(name);
}

/// One line on standard error, with the command's name before it.
///
/// `message` may hold any bytes (file names); the caller has quoted what needs it. An error of standard error itself
/// has nowhere to go.
pub(crate) fn complain(message: &[u8]) {
    let name = NAME.get().copied().unwrap_or("lanesum");
    let mut line = [name.as_bytes(), b": "].concat();
    line.extend_from_slice(message);
    line.push(b'\n');
    let _ = progress::aside(|| io::stderr().write_all(&line));
}

/// A system error in the words of every other command: Rust adds "(os error 2)".
pub(crate) struct Plain<'a>(pub(crate) &'a io::Error);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let bare = self.0.raw_os_error().and_then(|code| text.strip_suffix(&format!(" (os error {code})")));
        f.write_str(bare.unwrap_or(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_lose_their_number() {
        let missing = std::fs::File::open("/no/such/file").unwrap_err();
        assert!(!Plain(&missing).to_string().contains("os error"));
        assert_eq!(Plain(&io::Error::other("own words")).to_string(), "own words");
    }
}
