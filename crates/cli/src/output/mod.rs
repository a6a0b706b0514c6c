//! Writes lines to standard output or to a file, remembers errors of the output, and writes messages to standard error.
//!
//! | file | what |
//! | --- | --- |
//! | here | lines, and which files the output goes to |
//! | `replace` | a file that is read and then replaced: nobody else's change is lost |
//! | `owner` | owner and permissions of a file that replaces another one |
//! | `temporary` | the file in which the output lies until it is complete |
//! | `message`, `error` | messages on standard error; errors of files that are written |

mod error;
mod message;
#[cfg(unix)]
mod owner;
mod replace;
mod temporary;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

pub(crate) use self::error::{FileError, Plain};
pub(crate) use self::message::{FAILED, call_as, complain};
pub(crate) use self::replace::Held;
pub(crate) use self::temporary::{Existing, Temporary, is_temporary};
use crate::facts::{Identity, identity, identity_at};
use crate::progress;
use crate::refusal::Refusal;

/// Lines are held back until there are this many bytes of them, or nothing more is known for now. Only a line that is longer
/// is written in several pieces.
const BUFFER_BYTES: usize = 64 * 1024;

/// Standard output by its descriptor, but for a console of Windows, which takes no bytes.
///
/// `std::io::Stdout` cannot be used otherwise: it treats a bad descriptor as success, and has a buffer whose last error is lost at exit.
#[cfg(not(windows))]
type Stdout = File;
#[cfg(windows)]
type Stdout = Box<dyn Write>;

/// Standard output, or the file that stands for it (`-o`), in whole lines; every error reaches the caller.
pub(crate) struct Output {
    sink: Sink,
    lines: Vec<u8>,
    /// Would escape sequences in names reach a terminal?
    pub(crate) on_terminal: bool,
    /// May what failed be coloured?
    pub(crate) coloured: bool,
    /// The mtime that a list gets.
    begun: Option<SystemTime>,
}

enum Sink {
    Stdout(Stdout),
    /// A device or a pipe by its name.
    Device(File),
    /// Takes the place of a file when all is written.
    New(Temporary, Target),
}

impl Output {
    /// Opens the file `to`, or standard output if there is none.
    ///
    /// One that the caller closed (`>&-`) fails at the first write, as with every other command. A run that writes nothing
    /// (`check --status`) does not need it.
    pub(crate) fn open(to: Option<&OsStr>) -> Result<Self, FileError> {
        let (sink, on_terminal, coloured) = if let Some(name) = to {
            (Sink::new(Path::new(name), None)?, false, false)
        } else {
            let stdout = stdout().map_err(|error| FileError::System { name: "standard output".into(), error })?;
            (Sink::Stdout(stdout), io::stdout().is_terminal(), may_colour(&io::stdout()))
        };
        Ok(Self { sink, lines: Vec::with_capacity(2 * BUFFER_BYTES), on_terminal, coloured, begun: None })
    }

    /// Opens what takes the place of a file that has been read.
    pub(crate) fn replacing(held: Held) -> Result<Self, FileError> {
        let name = held.path.clone();
        let sink = Sink::new(&name, Some(held))?;
        Ok(Self { sink, lines: Vec::with_capacity(2 * BUFFER_BYTES), on_terminal: false, coloured: false, begun: None })
    }

    /// The file gets the time of now for its mtime, when it is complete: a list says what files were at the beginning of its run. A file
    /// that is edited meanwhile is newer than its list.
    pub(crate) fn dated(mut self) -> Self {
        // Times of files come from a clock that is a few milliseconds late.
        self.begun = SystemTime::now().checked_sub(Duration::from_millis(10));
        self
    }

    /// A line has ended: now what is held back may go out.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        if self.lines.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    /// All is written and flushed: a file takes its name.
    pub(crate) fn finish(self) -> Result<(), FileError> {
        if let Sink::New(mut file, target) = self.sink {
            let path = target.path();
            if target.is_old() {
                keep_owner(path, file.file()).map_err(|error| FileError::new(path, error))?;
            }
            // A file system without times has none to compare.
            let _ = self.begun.map(|begun| file.file().set_modified(begun));
            file.file().sync_all().map_err(|error| FileError::new(path, error))?;
            match target {
                Target::Held(held) => drop(held.replace(file)?),
                Target::Any { path, .. } => {
                    file.rename(&path, Existing::Replace).map_err(|error| FileError::new(&path, error))?;
                }
            }
        }
        Ok(())
    }
}

/// By `--color`, or on a terminal, unless `NO_COLOR` or the like is set (`CLICOLOR`, `TERM=dumb`). Old consoles of Windows want other means.
pub(crate) fn may_colour(stream: &impl anstream::stream::RawStream) -> bool {
    !cfg!(windows) && anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// The escape sequences before and after what failed.
pub(crate) const RED: (&str, &str) = ("\x1b[1;31m", "\x1b[0m");
/// Those before and after a total without a failure.
pub(crate) const GREEN: (&str, &str) = ("\x1b[32m", "\x1b[0m");

/// The file whose place the output takes.
enum Target {
    /// It has been read.
    Held(Held),
    /// Whatever it is by then.
    Any { path: PathBuf, is_old: bool },
}

impl Target {
    fn path(&self) -> &Path {
        match self {
            Self::Held(held) => &held.path,
            Self::Any { path, .. } => path,
        }
    }

    /// Was there a file before?
    fn is_old(&self) -> bool {
        match self {
            Self::Held(held) => held.path.is_file(),
            Self::Any { is_old, .. } => *is_old,
        }
    }
}

/// Lets a file that replaces another one have its owner and permissions.
pub(crate) fn keep_owner(old: &Path, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    return owner::keep(old, new);
    #[cfg(not(unix))]
    new.set_permissions(old.metadata()?.permissions())
}

impl Sink {
    fn new(name: &Path, held: Option<Held>) -> Result<Self, FileError> {
        let failed = |error| FileError::new(name, error);
        let there = std::fs::metadata(name).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            return File::options().write(true).open(name).map(Self::Device).map_err(failed);
        }
        // Replaces the file that a link leads to, not the link.
        let path = if there.is_some() { std::fs::canonicalize(name).map_err(failed)? } else { name.to_owned() };
        let mut options = File::options();
        options.write(true);
        // Until it belongs to whom the old one belongs to, only this user reads it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, if there.is_some() { 0o600 } else { 0o666 });
        let mut file = Temporary::new(&path, &mut options).map_err(|error| match path.parent() {
            // The directory is missing, not the file.
            Some(directory) if error.kind() == io::ErrorKind::NotFound => FileError::new(directory, error),
            _ => failed(error),
        })?;
        let mut written = written();
        written.extend(identity_at(name).map(|identity| Written { identity, temporary: false }));
        written.extend(identity(file.file()).map(|identity| Written { identity, temporary: true }));
        let target = held.map_or(Target::Any { path, is_old: there.is_some() }, Target::Held);
        Ok(Self::New(file, target))
    }
}

#[cfg(not(windows))]
fn stdout() -> io::Result<Stdout> {
    standard_file()
}

#[cfg(windows)]
fn stdout() -> io::Result<Stdout> {
    let stdout = io::stdout();
    if stdout.is_terminal() { Ok(Box::new(stdout.lock())) } else { Ok(Box::new(standard_file()?)) }
}

#[cfg(unix)]
fn standard_file() -> io::Result<File> {
    use std::os::fd::AsFd;
    if startup::Stream::Output.was_open() {
        return Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?));
    }
    // Open for reading alone: a write is answered as one to no descriptor at all, with EBADF.
    File::open("/dev/null")
}

#[cfg(windows)]
fn standard_file() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

#[cfg(not(any(unix, windows)))]
fn standard_file() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
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
            Sink::Stdout(stdout) => progress::aside(|| stdout.write_all(lines).and_then(|()| stdout.flush())),
            Sink::Device(file) => progress::aside(|| file.write_all(lines)),
            Sink::New(file, _) => file.file().write_all(lines),
        };
        // Lines that could not be written are dropped, not written again.
        self.lines.clear();
        written
    }
}

/// A file that the output goes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) identity: Identity,
    /// Nobody else's: it is not spoken of.
    pub(crate) temporary: bool,
}

/// Files that `-o` has opened.
static WRITTEN: Mutex<Vec<Written>> = Mutex::new(Vec::new());

fn written() -> MutexGuard<'static, Vec<Written>> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that an output would replace: a walk leaves it out.
pub(crate) fn leave_out(name: &Path) {
    written().extend(identity_at(name).map(|identity| Written { identity, temporary: false }));
}

/// Refuses an output that would take the place of a list that is read.
pub(crate) fn refuse_own(output: &OsStr, lists: &[OsString]) -> Result<(), Refusal> {
    let whole = |name: &OsStr| std::fs::canonicalize(name).ok();
    let Some(target) = whole(output).filter(|target| target.is_file()) else { return Ok(()) };
    if lists.iter().any(|list| whole(list).as_ref() == Some(&target)) {
        return Err(Refusal("-o names one of the lists, which would be replaced: write to another file".into()));
    }
    Ok(())
}

/// The regular files that the output goes to: that of `-o`, and standard output if it is one.
pub(crate) fn output_files() -> Vec<Written> {
    let mut all = written().clone();
    all.extend(standard_output().map(|identity| Written { identity, temporary: false }));
    all
}

pub(crate) fn is_standard_output(file: &File) -> bool {
    standard_output().is_some_and(|output| identity(file) == Some(output))
}

fn standard_output() -> Option<Identity> {
    identity(&standard_file().ok()?)
}
