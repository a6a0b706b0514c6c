//! The bytes of a file or of standard input, and whether they are those of one moment.
//!
//! Files are read, never mapped: a mapped file that shrinks kills the process with SIGBUS.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::output::Plain;

/// Bytes asked for in one system call: enough to make its cost vanish, few enough to stay in a second-level cache
/// until they are hashed.
pub(crate) const BUFFER_BYTES: usize = 256 * 1024;

/// One thing to hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The name as it stands in digest lines and messages. On Unix these are the name's own bytes, on Windows its
    /// UTF-8 (lone surrogates as in WTF-8).
    pub(crate) fn name(&self) -> &[u8] {
        match self {
            Self::Stdin => b"-",
            Self::File(path) => path.as_os_str().as_encoded_bytes(),
        }
    }
}

impl From<OsString> for Source {
    /// `-` means standard input; a file of that name is `./-`.
    fn from(argument: OsString) -> Self {
        if argument == OsStr::new("-") { Self::Stdin } else { Self::File(argument.into()) }
    }
}

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
}

/// Hands all bytes of `source` to `take`, piece by piece, through `buffer`.
///
/// # Errors
/// Whatever the system reports; a directory; a regular file that another process changed meanwhile (see
/// [`Promise`]). What was taken until then is no file's content.
pub(crate) fn read_all(source: &Source, buffer: &mut [u8], take: impl FnMut(&[u8])) -> Result<(), ReadError> {
    let mut open = match source {
        Source::Stdin => Open::stdin()?,
        Source::File(path) => Open::file(path)?,
    };
    let read = drain(&mut open.file, buffer, take)?;
    match open.promise {
        Some(promise) => promise.check(&open.file.metadata()?, read),
        None => Ok(()),
    }
}

/// A source ready to be read, with what it promised at that moment.
struct Open {
    file: File,
    promise: Option<Promise>,
}

impl Open {
    fn file(path: &Path) -> Result<Self, ReadError> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(ReadError::Directory);
        }
        let promise = Promise::of(&file, &metadata, 0);
        Ok(Self { file, promise })
    }

    fn stdin() -> Result<Self, ReadError> {
        let mut file = stdin_file()?;
        // Windows has no metadata for consoles and pipes: such an input promises nothing.
        let Ok(metadata) = file.metadata() else {
            return Ok(Self { file, promise: None });
        };
        // A shell may have read the beginning of the file already: `{ read line; lanesum sum; } < file`.
        let start = file.stream_position().unwrap_or(0);
        let promise = Promise::of(&file, &metadata, start);
        Ok(Self { file, promise })
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

/// Reads to the end; returns the number of bytes.
fn drain(source: &mut impl Read, buffer: &mut [u8], mut take: impl FnMut(&[u8])) -> io::Result<u64> {
    let mut total = 0;
    loop {
        match source.read(buffer) {
            Ok(0) => return Ok(total),
            Ok(count) => {
                take(&buffer[..count]);
                total += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
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

impl Promise {
    /// None where sizes mean nothing: pipes and devices, files of stated size 0, files made up by the kernel.
    fn of(file: &File, metadata: &Metadata, start: u64) -> Option<Self> {
        let kept = metadata.is_file() && metadata.len() > 0 && !is_made_up(file);
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

/// Is this a file of procfs or sysfs, where the kernel makes up the content at each reading and states any size?
#[cfg(any(target_os = "linux", target_os = "android"))]
fn is_made_up(file: &File) -> bool {
    // linux/magic.h
    const PROC_SUPER_MAGIC: u32 = 0x9fa0;
    const SYSFS_MAGIC: u32 = 0x6265_6572;
    rustix::fs::fstatfs(file).is_ok_and(|system| matches!(system.f_type as u32, PROC_SUPER_MAGIC | SYSFS_MAGIC))
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn is_made_up(_file: &File) -> bool {
    false
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
        let mut script = Script(vec![Ok(b"ab"), interrupted(), interrupted(), Ok(b"c"), Ok(b"defg")]);
        let mut taken = Vec::new();
        let read = drain(&mut script, &mut [0; 4], |piece| taken.extend_from_slice(piece)).unwrap();
        assert_eq!((read, taken.as_slice()), (7, b"abcdefg".as_slice()));
    }

    #[test]
    fn an_error_in_the_middle_is_reported() {
        let mut script = Script(vec![Ok(b"ab"), Err(io::ErrorKind::InvalidData.into()), Ok(b"c")]);
        let error = drain(&mut script, &mut [0; 4], |_| {}).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    /// Reads a file of 10 bytes in pieces of 4 while `meddle` is let at it after the first piece.
    fn read_meddled(meddle: impl Fn(&File)) -> Result<(), ReadError> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"0123456789").unwrap();
        let other = OpenOptions::new().write(true).open(file.path()).unwrap();
        let mut pieces = 0;
        read_all(&Source::File(file.path().into()), &mut [0; 4], |_| {
            pieces += 1;
            if pieces == 1 {
                meddle(&other);
            }
        })
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
        assert_eq!(Promise::of(&empty, &empty.metadata().unwrap(), 0), None);
        #[cfg(target_os = "linux")]
        {
            let status = File::open("/proc/self/status").unwrap();
            assert!(is_made_up(&status));
            // sysfs is not mounted everywhere.
            if let Ok(file) = File::open("/sys/devices/system/cpu/online") {
                assert!(file.metadata().unwrap().len() > 0 && is_made_up(&file));
            }
        }
    }

    #[test]
    fn a_dash_is_standard_input() {
        assert_eq!(Source::from(OsString::from("-")), Source::Stdin);
        assert_eq!(Source::from(OsString::from("./-")).name(), b"./-");
    }
}
