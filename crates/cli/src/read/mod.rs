//! Reads a file or standard input, and detects changes of a file during reading.
//!
//! Files are read, never mapped: a mapped file that shrinks kills the process with SIGBUS.

mod error;
mod promise;

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

#[cfg(unix)]
use rayon::prelude::*;

pub(crate) use self::error::ReadError;
pub(crate) use self::promise::MadeUp;
use self::promise::Promise;
use crate::comments::Dated;
use crate::root::{Root, open_without_waiting};
use crate::subject::Source;

/// A source ready to be read, with what it promised at that moment.
pub(crate) struct Open {
    pub(crate) file: File,
    pub(crate) kind: Kind,
    promise: Option<Promise>,
    /// Of a regular file: its size and times before it is read.
    pub(crate) dated: Option<Dated>,
    #[cfg(unix)]
    opened_here: bool,
}

/// What can be expected of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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
    pub(crate) fn new(source: &Source, root: Option<&Root>, made_up: &mut MadeUp) -> Result<Self, ReadError> {
        match source {
            Source::Stdin => Self::stdin(made_up),
            Source::File(path) => Self::file(path, root, made_up),
        }
    }

    /// How many bytes are to come, where that is known beforehand.
    pub(crate) fn stated_bytes(&self) -> Option<u64> {
        self.promise.map(Promise::bytes)
    }

    fn file(path: &Path, root: Option<&Root>, made_up: &mut MadeUp) -> Result<Self, ReadError> {
        let file = match root {
            Some(root) => root.open(path)?,
            None => open_without_waiting(path)?,
        };
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(ReadError::Directory);
        }
        if let Some(odd) = root.and_then(|root| root.refuses(metadata.file_type())) {
            return Err(ReadError::LeftOut(odd));
        }
        let promise = Promise::of(&file, &metadata, 0, made_up);
        let kind = match promise {
            Some(promise) => Kind::Sized(promise.bytes()),
            None if metadata.is_file() => Kind::Unsized,
            None => Kind::Flowing,
        };
        Ok(Self {
            file,
            kind,
            promise,
            dated: Dated::now(&metadata).filter(|_| metadata.is_file()),
            #[cfg(unix)]
            opened_here: true,
        })
    }

    fn stdin(made_up: &mut MadeUp) -> Result<Self, ReadError> {
        let mut file = stdin_file()?;
        // Windows has no metadata for consoles and pipes: such an input promises nothing.
        let Ok(metadata) = file.metadata() else {
            return Ok(Self::flowing(file, None));
        };
        // A shell may have read the beginning of the file already: `{ read line; lanesum sum; } < file`.
        let start = file.stream_position().unwrap_or(0);
        let promise = Promise::of(&file, &metadata, start, made_up);
        Ok(Self::flowing(file, promise))
    }

    fn flowing(file: File, promise: Option<Promise>) -> Self {
        Self {
            file,
            kind: Kind::Flowing,
            promise,
            dated: None,
            #[cfg(unix)]
            opened_here: false,
        }
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
            let flags = fcntl_getfl(&self.file)?;
            if !flags.contains(OFlags::NONBLOCK) || !self.opened_here {
                return Ok(());
            }
            fcntl_setfl(&self.file, flags - OFlags::NONBLOCK)?;
            if self.file.metadata()?.file_type().is_fifo() {
                while let Err(error) = poll(&mut [PollFd::new(&self.file, PollFlags::IN)], None) {
                    if error != rustix::io::Errno::INTR {
                        return Err(error.into());
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads until `buffer` is full or the source has ended; returns the number of bytes.
    ///
    /// # Errors
    /// Whatever the system reports; a directory, as standard input.
    pub(crate) fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        fill(&mut self.file, buffer, usize::MAX).map_err(ReadError::from)
    }

    /// As [`Open::fill`], on all threads of the calling pool, if the file can be read at any place; `at` is how much of it has been read.
    ///
    /// # Errors
    /// As [`Open::fill`].
    #[cfg(unix)]
    pub(crate) fn fill_shared(&mut self, buffer: &mut [u8], at: u64) -> Result<usize, ReadError> {
        if !matches!(self.kind, Kind::Sized(_)) {
            return self.fill(buffer);
        }
        let file = &self.file;
        let pieces = buffer
            .par_chunks_mut(SHARED_PIECE_BYTES)
            .enumerate()
            .map(|(i, piece)| fill(&mut At { file, at: at + (i * SHARED_PIECE_BYTES) as u64 }, piece, usize::MAX));
        // Of a file that becomes shorter meanwhile, what comes behind a piece that is not full is missing in the sum: it
        // will not be what was stated.
        let total = pieces.try_reduce(|| 0, |one, other| Ok(one + other))?;
        // Where a thread by itself goes on.
        self.file.seek(io::SeekFrom::Start(at + total as u64))?;
        Ok(total)
    }

    #[cfg(not(unix))]
    pub(crate) fn fill_shared(&mut self, buffer: &mut [u8], _at: u64) -> Result<usize, ReadError> {
        self.fill(buffer)
    }

    /// As [`Open::fill`], but what has come to its stated end is not asked whether there is more: [`Open::check`] sees it.
    ///
    /// # Errors
    /// As [`Open::fill`].
    pub(crate) fn fill_to_stated_end(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        let stated = match self.kind {
            Kind::Sized(size) => usize::try_from(size).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        Ok(fill(&mut self.file, buffer, stated)?)
    }

    /// Whether the `read` bytes all come from the same version of the file.
    ///
    /// # Errors
    /// A regular file that another process changed meanwhile (see `promise`): then the bytes are not the content of any version.
    pub(crate) fn check(&self, read: u64) -> Result<(), ReadError> {
        match self.promise {
            Some(promise) => promise.check(&self.file.metadata()?, read),
            None => Ok(()),
        }
    }

    /// Begins again, after [`ReadError::Touched`], with the same file, whatever its name leads to now.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub(crate) fn again(&mut self) -> Result<(), ReadError> {
        let Some(promise) = &mut self.promise else { return Err(ReadError::Touched) };
        let metadata = self.file.metadata()?;
        self.dated = self.dated.and_then(|_| Dated::now(&metadata));
        *promise =
            Promise::of(&self.file, &metadata, promise.start, &mut MadeUp::default()).ok_or(ReadError::Touched)?;
        if let Kind::Sized(size) = &mut self.kind {
            *size = promise.bytes();
        }
        self.file.seek(io::SeekFrom::Start(promise.start))?;
        Ok(())
    }

    /// Tells the system that the file will be read once, from its beginning to its end, so that it reads further ahead.
    pub(crate) fn advise(&self) {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let _ = rustix::fs::fadvise(&self.file, 0, None, rustix::fs::Advice::Sequential);
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
    use std::os::windows::io::AsHandle;
    Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
}

#[cfg(not(any(unix, windows)))]
pub(crate) fn stdin_file() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Bytes that one of several threads reads at a time.
#[cfg(unix)]
const SHARED_PIECE_BYTES: usize = 512 << 10;

/// A place of its own in a file that others read, too.
#[cfg(unix)]
struct At<'a> {
    file: &'a File,
    at: u64,
}

#[cfg(unix)]
impl Read for At<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = std::os::unix::fs::FileExt::read_at(self.file, out, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// Reads until `buffer` is full, the source has ended, or just `stated` bytes have come.
fn fill(source: &mut impl Read, buffer: &mut [u8], stated: usize) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() && filled != stated {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write;
    use std::time::{Duration, SystemTime};

    use super::*;

    /// Gives its steps one by one, each a piece or an error.
    struct Script(Vec<io::Result<&'static [u8]>>);

    impl Read for Script {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0)?;
            out[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn short_reads_and_interruptions_lose_nothing() {
        let interrupted = || Err(io::ErrorKind::Interrupted.into());
        let mut script = Script(vec![Ok(b"ab"), interrupted(), interrupted(), Ok(b"c"), Ok(b"d"), Ok(b"efg")]);
        let mut buffer = [0; 4];
        assert_eq!(fill(&mut script, &mut buffer, usize::MAX).unwrap(), 4);
        assert_eq!(&buffer, b"abcd");
        assert_eq!(fill(&mut script, &mut buffer, usize::MAX).unwrap(), 3);
        assert_eq!(&buffer[..3], b"efg");
        assert_eq!(fill(&mut script, &mut buffer, usize::MAX).unwrap(), 0);
    }

    #[test]
    fn an_error_in_the_middle_is_reported() {
        let mut script = Script(vec![Ok(b"ab"), Err(io::ErrorKind::InvalidData.into()), Ok(b"c")]);
        let error = fill(&mut script, &mut [0; 4], usize::MAX).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    /// Reads a file of 10 bytes in pieces of 4 while `meddle` is let at it after the first piece.
    fn read_meddled(meddle: impl Fn(&File)) -> Result<(), ReadError> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"0123456789").unwrap();
        let other = OpenOptions::new().write(true).open(file.path()).unwrap();
        let mut open = Open::new(&Source::File(file.path().into()), None, &mut MadeUp::default())?;
        assert_eq!(open.kind, Kind::Sized(10));
        let mut read = open.fill(&mut [0; 4])? as u64;
        meddle(&other);
        while let more @ 1.. = open.fill(&mut [0; 4])? {
            read += more as u64;
        }
        open.check(read)
    }

    #[test]
    fn a_file_left_alone_is_accepted() {
        read_meddled(|_| {}).unwrap();
    }

    #[test]
    fn a_time_that_is_set_back_does_not_hide_a_change() {
        let touched = read_meddled(|file| {
            let before = file.metadata().unwrap().modified().unwrap();
            // The clock of file systems is no finer than a few milliseconds.
            std::thread::sleep(Duration::from_millis(50));
            (&*file).write_all(b"!").unwrap();
            file.set_modified(before).unwrap();
        });
        assert!(matches!(touched, Err(ReadError::Touched)), "{touched:?}");
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_refused() {
        let grown = read_meddled(|file| file.set_len(11).unwrap()).unwrap_err();
        assert!(matches!(grown, ReadError::Size { before: 10, after: 11, read: 11 }), "{grown}");
        let cut = read_meddled(|file| file.set_len(5).unwrap()).unwrap_err();
        assert!(matches!(cut, ReadError::Size { before: 10, after: 5, read: 5 }), "{cut}");
        let later = SystemTime::now() + Duration::from_secs(5);
        let rewritten = read_meddled(|file| file.set_modified(later).unwrap()).unwrap_err();
        assert!(matches!(rewritten, ReadError::Modified), "{rewritten}");
    }
}
