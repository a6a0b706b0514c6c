//! Opens a file or standard input to be read; `lanesum::file` reads it.

mod error;

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal};
use std::path::Path;
#[cfg(windows)]
use std::sync::{Mutex, OnceLock, PoisonError};

use lanesum::file::Input;

pub(crate) use self::error::ReadError;
use crate::comments::Dated;
use crate::facts::Facts;
#[cfg(windows)]
use crate::output::{FAILED, Plain, complain};
use crate::place::kept_or_device;
use crate::progress;
use crate::root::{Odd, Root, open_without_waiting};
use crate::subject::Source;

/// A source ready to be read.
pub(crate) struct Open {
    pub(crate) input: Input,
    pub(crate) kind: Expectation,
    /// Of a regular file: its size and times before it is read.
    pub(crate) dated: Option<Dated>,
    #[cfg(unix)]
    opened_here: bool,
}

/// The kind of a source: how it can be read, and whether its size is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// A regular file that states its size; it may be read at any place and opened again.
    Sized(u64),
    /// A regular file whose stated size cannot be trusted: empty, or made up by the kernel.
    Unsized,
    /// A pipe, a terminal, a device, or standard input: to be read once, as it comes, and it may keep a reader waiting.
    Flowing,
}

impl Open {
    /// `root` opens what was found in a directory.
    ///
    /// # Errors
    /// Whatever the system reports; a directory; what was found in a directory and is no regular file.
    pub(crate) fn new(source: &Source, root: Option<&Root>) -> Result<Self, ReadError> {
        progress::begin(source.name());
        match source {
            // From where it is: a shell may have read the beginning already, `{ read line; lanesum sum; } < file`.
            Source::Stdin => Ok(Self::flowing(stdin_file()?)),
            Source::File(path) => Self::file(path, root),
        }
    }

    fn flowing(file: File) -> Self {
        Self {
            input: Input::new(file),
            kind: Expectation::Flowing,
            dated: None,
            #[cfg(unix)]
            opened_here: false,
        }
    }

    fn file(path: &Path, root: Option<&Root>) -> Result<Self, ReadError> {
        let opened = match root {
            Some(root) => root.open(path).map_err(ReadError::from),
            None => kept_or_device(path).and_then(|()| open_without_waiting(path)).map_err(ReadError::from),
        };
        let file = opened.map_err(|error| match error {
            ReadError::System(error) if error.kind() == io::ErrorKind::IsADirectory => ReadError::Directory,
            error => error,
        })?;
        let facts = match Facts::of(&file) {
            Ok(facts) => facts,
            // Windows has none of a pipe, which only the user may name, of a console, see `typed`, and of `NUL` in a list.
            Err(_) if cfg!(windows) && root.is_none() && !file.is_terminal() => return Ok(Self::flowing(file)),
            Err(_) if cfg!(windows) && matches!(root, Some(Root::Listed)) => {
                return Err(ReadError::LeftOut(Odd::OTHER));
            }
            Err(error) => return Err(error.into()),
        };
        let metadata = &facts.metadata;
        if metadata.is_dir() {
            return Err(ReadError::Directory);
        }
        if let Some(odd) = root.and_then(|root| root.refuses(metadata.file_type())) {
            return Err(ReadError::LeftOut(odd));
        }
        let input = Input::at_start(file, metadata);
        Ok(Self {
            kind: Expectation::of(&input, metadata),
            input,
            dated: Dated::now(&facts).filter(|_| metadata.is_file()),
            #[cfg(unix)]
            opened_here: true,
        })
    }

    /// Waits until somebody writes to a FIFO; one without a writer looks as if it had ended.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub(crate) fn wait_for_writer(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use rustix::event::{PollFd, PollFlags, poll};
            use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
            use std::os::unix::fs::FileTypeExt;

            // Not of a standard input: that is shared with others, and was opened by them.
            let flags = fcntl_getfl(self.input.file())?;
            if !flags.contains(OFlags::NONBLOCK) || !self.opened_here {
                return Ok(());
            }
            fcntl_setfl(self.input.file(), flags - OFlags::NONBLOCK)?;
            if self.input.file().metadata()?.file_type().is_fifo() {
                while let Err(error) = poll(&mut [PollFd::new(self.input.file(), PollFlags::IN)], None) {
                    if error != rustix::io::Errno::INTR {
                        return Err(error.into());
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins again, after a [`Change::Status`](lanesum::file::Change::Status).
    ///
    /// # Errors
    /// Whatever the system reports.
    pub(crate) fn again(&mut self) -> Result<(), ReadError> {
        self.input.rewind()?;
        let facts = Facts::of(self.input.file())?;
        self.dated = self.dated.and_then(|_| Dated::now(&facts));
        if self.kind != Expectation::Flowing {
            self.kind = Expectation::of(&self.input, &facts.metadata);
        }
        Ok(())
    }

    /// Tells the system that the file will be read once, from its beginning to its end, so that it reads further ahead.
    pub(crate) fn advise(&self) {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let _ = rustix::fs::fadvise(self.input.file(), 0, None, rustix::fs::Advice::Sequential);
    }
}

impl Expectation {
    fn of(input: &Input, metadata: &Metadata) -> Self {
        match input.stated_bytes() {
            Some(bytes) => Self::Sized(bytes),
            None if metadata.is_file() => Self::Unsized,
            None => Self::Flowing,
        }
    }
}

/// Standard input by its descriptor: `std::io::Stdin` would read through a small buffer.
///
/// # Errors
/// The caller closed it (`<&-`): it would look empty, see crate `startup`.
#[cfg(unix)]
pub(crate) fn stdin_file() -> io::Result<File> {
    use std::os::fd::AsFd;
    if !startup::Stream::Input.was_open() {
        return Err(rustix::io::Errno::BADF.into());
    }
    Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
pub(crate) fn stdin_file() -> io::Result<File> {
    use std::os::windows::io::{AsHandle, OwnedHandle};
    let handle = if io::stdin().is_terminal() {
        typed()?.try_clone()?.into()
    } else {
        io::stdin().as_handle().try_clone_to_owned()?
    };
    Ok(OwnedHandle::into(handle))
}

/// A pipe with the text that is typed at a console.
///
/// A console answers a read that Ctrl-C interrupts as it answers one at the end. std knows the difference and reads again, until the handler
/// of Ctrl-C has ended the process: no cut input gets a digest.
#[cfg(windows)]
fn typed() -> io::Result<&'static io::PipeReader> {
    static READER: OnceLock<io::PipeReader> = OnceLock::new();
    static STARTED: Mutex<()> = Mutex::new(());
    let _started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(reader) = READER.get() {
        return Ok(reader);
    }
    let (reader, mut writer) = io::pipe()?;
    std::thread::Builder::new().name("console".into()).spawn(move || {
        match io::copy(&mut io::stdin().lock(), &mut writer) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                // The reader must not take it for the end.
                startup::unfinished::remove();
                complain(format_args!("standard input: {}", Plain(&error)));
                std::process::exit(FAILED.into())
            }
            _ => {}
        }
    })?;
    Ok(READER.get_or_init(|| reader))
}

#[cfg(not(any(unix, windows)))]
pub(crate) fn stdin_file() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
