//! The bytes of a file or of standard input, and whether they are those of one moment.
//!
//! Files are read, never mapped: a mapped file that shrinks kills the process with SIGBUS.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::time::SystemTime;

#[cfg(unix)]
use rayon::prelude::*;

use crate::output::Plain;
use crate::subject::{Source, Subject};

/// Why a source has no digest. Displays as the part of the message behind the name.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("{}", Plain(.0))]
    System(#[from] io::Error),
    #[error("Is a directory")]
    Directory,
    #[error(
        "file changed while it was read ({read} bytes read, size {before} before and {after} after), no digest written"
    )]
    Size { before: u64, after: u64, read: u64 },
    #[error("file changed while it was read (it was written to meanwhile), no digest written")]
    Modified,
    #[error(
        "TupleHash takes the length of each input before its bytes, which a pipe does not tell, and no more than {most} MiB are \
         held: write it to a file first"
    )]
    Unstated { most: usize },
    /// A tuple without this one would be another tuple.
    #[error("{error}, no digest written")]
    Element { of: Source, error: Box<ReadError> },
}

impl From<lanesum::Error> for ReadError {
    fn from(error: lanesum::Error) -> Self {
        Self::System(io::Error::other(error))
    }
}

/// A source ready to be read, with what it promised at that moment.
pub(crate) struct Open {
    pub(crate) file: File,
    pub(crate) kind: Kind,
    promise: Option<Promise>,
    #[cfg(unix)]
    opened_here: bool,
}

/// What can be expected of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A regular file that states its size; it may be read at any place and opened again.
    Sized(u64),
    /// A regular file whose stated size says nothing: empty, or made up by the kernel.
    Unsized,
    /// A pipe, a terminal, a device, or standard input: to be read once, as it comes, and it may keep a reader waiting.
    Flowing,
}

impl Open {
    /// # Errors
    /// Whatever the system reports; a directory.
    pub(crate) fn new(source: &Source, made_up: &mut MadeUp) -> Result<Self, ReadError> {
        match source {
            Source::Stdin => Self::stdin(made_up),
            Source::File(path) => Self::file(path, made_up),
        }
    }

    /// How many bytes are to come, where that is known beforehand.
    pub(crate) fn stated_bytes(&self) -> Option<u64> {
        self.promise.map(|Promise { size, start, .. }| size.saturating_sub(start))
    }

    fn file(path: &Path, made_up: &mut MadeUp) -> Result<Self, ReadError> {
        let file = open_without_waiting(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(ReadError::Directory);
        }
        let promise = Promise::of(&file, &metadata, 0, made_up);
        let kind = match promise {
            Some(promise) => Kind::Sized(promise.size),
            None if metadata.is_file() => Kind::Unsized,
            None => Kind::Flowing,
        };
        Ok(Self {
            file,
            kind,
            promise,
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

    /// As [`Open::fill`], by all threads of the pool that calls it where the file can be read at any place; `at` is how much
    /// of it has been read.
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

    /// Were the `read` bytes that came those of one moment?
    ///
    /// # Errors
    /// A regular file that another process changed meanwhile (see [`Promise`]): what was read is no file's content.
    pub(crate) fn check(&self, read: u64) -> Result<(), ReadError> {
        match self.promise {
            Some(promise) => promise.check(&self.file.metadata()?, read),
            None => Ok(()),
        }
    }

    /// Tells the system that the file will be read once, from its beginning to its end, so that it reads further ahead.
    pub(crate) fn advise(&self) {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let _ = rustix::fs::fadvise(&self.file, 0, None, rustix::fs::Advice::Sequential);
    }
}

/// A FIFO that nobody writes to is opened at once: who waits for it is to be decided when it is known to be one.
#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NONBLOCK.bits() as i32;
    File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
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

/// What a regular file said about itself before it was read. If size or time of modification differ afterwards, or
/// not as many bytes came as were stated, then the bytes read are a mixture of two contents that nobody ever had on
/// disk, and their digest would be a lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Promise {
    size: u64,
    modified: Option<SystemTime>,
    start: u64,
}

impl ReadError {
    /// Is a file, or a directory on the way to it, not there?
    pub(crate) fn is_absence(&self) -> bool {
        match self {
            Self::System(error) => error.kind() == io::ErrorKind::NotFound,
            Self::Element { error, .. } => error.is_absence(),
            _ => false,
        }
    }

    /// Is it a directory that was taken for a file?
    pub(crate) fn is_directory(&self) -> bool {
        match self {
            Self::Directory => true,
            Self::Element { error, .. } => error.is_directory(),
            _ => false,
        }
    }

    /// A message about a subject, which names the very file that could not be read.
    pub(crate) fn message(&self, subject: &Subject) -> Vec<u8> {
        let name = if let Self::Element { of, .. } = self { of.quoted() } else { subject.quoted() };
        [&name, b": ".as_slice(), self.to_string().as_bytes()].concat()
    }

    /// Were there too many open files? What is closed meanwhile may make room.
    pub(crate) fn is_crowd(&self) -> bool {
        #[cfg(unix)]
        if let Self::System(error) = self {
            use rustix::io::Errno;
            return [Errno::MFILE, Errno::NFILE].iter().any(|crowd| error.raw_os_error() == Some(crowd.raw_os_error()));
        }
        false
    }
}

impl Promise {
    /// None where sizes mean nothing: pipes and devices, files of stated size 0, files made up by the kernel.
    fn of(file: &File, metadata: &Metadata, start: u64, made_up: &mut MadeUp) -> Option<Self> {
        let kept = metadata.is_file() && metadata.len() > 0 && !made_up.has(file, metadata);
        kept.then(|| Self { size: metadata.len(), modified: metadata.modified().ok(), start })
    }

    fn check(self, after: &Metadata, read: u64) -> Result<(), ReadError> {
        self.compare(after.len(), after.modified().ok(), read)
    }

    fn compare(self, size: u64, modified: Option<SystemTime>, read: u64) -> Result<(), ReadError> {
        if size != self.size || read != self.size.saturating_sub(self.start) {
            return Err(ReadError::Size { before: self.size, after: size, read });
        }
        if modified != self.modified {
            return Err(ReadError::Modified);
        }
        Ok(())
    }
}

/// Which file systems are procfs or sysfs, where the kernel makes up the content at each reading and states any size. Files
/// that follow each other are mostly on one: the system is asked once.
#[derive(Debug, Default)]
pub(crate) struct MadeUp {
    /// The last device and what it is.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    last: Option<(u64, bool)>,
}

impl MadeUp {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn has(&mut self, file: &File, metadata: &Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        // linux/magic.h
        const PROC_SUPER_MAGIC: u32 = 0x9fa0;
        const SYSFS_MAGIC: u32 = 0x6265_6572;
        let device = metadata.dev();
        if let Some((last, made_up)) = self.last
            && last == device
        {
            return made_up;
        }
        let Ok(system) = rustix::fs::fstatfs(file) else { return false };
        let made_up = matches!(system.f_type as u32, PROC_SUPER_MAGIC | SYSFS_MAGIC);
        self.last = Some((device, made_up));
        made_up
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    #[expect(clippy::unused_self)]
    fn has(&mut self, _file: &File, _metadata: &Metadata) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write;
    use std::time::Duration;

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
        let mut open = Open::new(&Source::File(file.path().into()), &mut MadeUp::default())?;
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
    fn a_file_that_changes_while_it_is_read_is_refused() {
        let grown = read_meddled(|file| file.set_len(11).unwrap()).unwrap_err();
        assert!(matches!(grown, ReadError::Size { before: 10, after: 11, read: 11 }), "{grown}");
        let cut = read_meddled(|file| file.set_len(5).unwrap()).unwrap_err();
        assert!(matches!(cut, ReadError::Size { before: 10, after: 5, read: 5 }), "{cut}");
        let later = SystemTime::now() + Duration::from_secs(5);
        let rewritten = read_meddled(|file| file.set_modified(later).unwrap()).unwrap_err();
        assert!(matches!(rewritten, ReadError::Modified), "{rewritten}");
    }

    #[test]
    fn size_and_bytes_read_must_agree() {
        let promise = Promise { size: 10, modified: None, start: 0 };
        promise.compare(10, None, 10).unwrap();
        promise.compare(10, None, 9).unwrap_err();
        let from_the_middle = Promise { start: 4, ..promise };
        from_the_middle.compare(10, None, 6).unwrap();
        from_the_middle.compare(10, None, 10).unwrap_err();
        let past_the_end = Promise { start: 12, ..promise };
        past_the_end.compare(10, None, 0).unwrap();
    }

    #[test]
    fn nothing_is_promised_where_sizes_mean_nothing() {
        let empty = tempfile::tempfile().unwrap();
        assert_eq!(Promise::of(&empty, &empty.metadata().unwrap(), 0, &mut MadeUp::default()), None);
        #[cfg(target_os = "linux")]
        {
            // One memory for all: it must tell the file systems apart.
            let mut made_up = MadeUp::default();
            let mut is_made_up = |file: &File| made_up.has(file, &file.metadata().unwrap());
            let status = File::open("/proc/self/status").unwrap();
            assert!(is_made_up(&status) && !is_made_up(&empty) && is_made_up(&status));
            // sysfs is not mounted everywhere.
            if let Ok(file) = File::open("/sys/devices/system/cpu/online") {
                assert!(file.metadata().unwrap().len() > 0 && is_made_up(&file));
            }
        }
    }
}
