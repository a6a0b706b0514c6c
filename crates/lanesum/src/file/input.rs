//! A file that is read to its end, and whether it changed meanwhile.

use super::error::{Change, FileError};
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

/// An open file, or whatever else the system opens as one, that is read to its end.
///
/// Of a regular file, [`Input::check`] says afterwards whether it changed meanwhile. [`Reading`](super::Reading) does all this for one
/// [`Hasher`](crate::Hasher). This is for programs that do more with the bytes, such as computing several digests at once.
#[derive(Debug)]
pub struct Input {
    pub(super) file: File,
    pub(super) state: Option<Status>,
    /// Where in the file it was begun, and the bytes read since.
    pub(super) start: u64,
    pub(super) read: u64,
}

impl Input {
    /// Opens a file. Waits for a writer if it is a FIFO.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        Ok(Self::at_start(file, &metadata))
    }

    /// From an open file's current position on.
    #[must_use]
    pub fn new(mut file: File) -> Self {
        // Windows has no metadata for consoles and pipes, and a pipe has no position.
        let state = file.metadata().ok().and_then(|metadata| Status::of(&metadata));
        let start = if state.is_some() { file.stream_position().unwrap_or(0) } else { 0 };
        Self { file, state, start, read: 0 }
    }

    /// As [`Input::new`] for a file that has just been opened, and its metadata. It spares two system calls.
    #[must_use]
    pub fn at_start(file: File, metadata: &Metadata) -> Self {
        Self { file, state: Status::of(metadata), start: 0, read: 0 }
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// How many bytes there were to read when it was opened. `None` where a size means nothing: of pipes and devices, of files that state
    /// none, and of procfs and sysfs, where the kernel makes up the content at each reading.
    #[must_use]
    pub fn stated_bytes(&self) -> Option<u64> {
        self.state.map(|state| state.size.saturating_sub(self.start))
    }

    /// The bytes read so far.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.read
    }

    /// Reads until `buffer` is full or the file has ended; returns the number of bytes.
    ///
    /// # Errors
    /// Whatever the system reports, but for interruptions.
    pub fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.fill_while(buffer, || true)
    }

    /// As [`Input::fill`], but an interruption is an error if `go_on` says no.
    pub(super) fn fill_while(&mut self, buffer: &mut [u8], go_on: impl FnMut() -> bool) -> io::Result<usize> {
        let count = fill(&mut self.file, buffer, go_on)?;
        self.read += count as u64;
        Ok(count)
    }

    /// As [`Input::fill`], by threads of the calling pool of rayon while others of them do `work`: hashing the piece before this one, say.
    ///
    /// # Errors
    /// As [`Input::fill`].
    #[cfg(feature = "rayon")]
    pub fn fill_beside(&mut self, buffer: &mut [u8], work: impl FnOnce() + Send) -> io::Result<usize> {
        rayon::join(|| self.fill_shared(buffer), work).0
    }

    #[cfg(all(not(unix), feature = "rayon"))]
    fn fill_shared(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.fill(buffer)
    }

    /// Whether all bytes come from one version of the file, and are all of it. Call it at the end.
    ///
    /// # Errors
    /// [`FileError::Changed`] for a regular file that changed while it was read; whatever the system reports.
    pub fn check(&self) -> Result<(), FileError> {
        let Some(before) = self.state else { return Ok(()) };
        let after = Status::now(&self.file.metadata()?);
        let change = if after.size != before.size || Some(self.read) != self.stated_bytes() {
            Change::Size { before: before.size, after: after.size, read: self.read }
        } else if after.modified != before.modified {
            Change::Modified
        } else if after.changed != before.changed {
            Change::Status
        } else {
            return Ok(());
        };
        Err(FileError::Changed(change))
    }

    /// Begins again with the same file, whatever its name leads to now. For a file with [`Change::Status`], whose bytes may be the same.
    ///
    /// # Errors
    /// Whatever the system reports; [`Change::Status`] if the size means nothing, or nothing any more.
    pub fn rewind(&mut self) -> Result<(), FileError> {
        let state = Status::of(&self.file.metadata()?).filter(|_| self.state.is_some());
        self.state = Some(state.ok_or(FileError::Changed(Change::Status))?);
        self.file.seek(SeekFrom::Start(self.start))?;
        self.read = 0;
        Ok(())
    }
}

/// Size and times of a regular file. If they differ after the reading, the bytes may be a mixture of two versions that never existed on disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Status {
    size: u64,
    modified: Option<SystemTime>,
    /// When its status changed, in seconds and nanoseconds: nobody can set this time back.
    changed: Option<(i64, i64)>,
}

impl Status {
    /// None where sizes mean nothing.
    fn of(metadata: &Metadata) -> Option<Self> {
        (metadata.is_file() && metadata.len() > 0 && !is_made_up(metadata)).then(|| Self::now(metadata))
    }

    fn now(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.ctime(), metadata.ctime_nsec()))
        };
        #[cfg(not(unix))]
        let changed = None;
        Self { size: metadata.len(), modified: metadata.modified().ok(), changed }
    }
}

/// Whether the file is on procfs or sysfs, where the kernel makes up the content at each reading and states any size.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn is_made_up(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    use std::sync::OnceLock;
    use std::vec::Vec;

    /// The devices of these file systems: `MAJOR:MINOR` in the third field of `proc_pid_mountinfo(5)`, the type after ` - `.
    fn devices() -> Vec<u64> {
        let mounts = std::fs::read("/proc/self/mountinfo").unwrap_or_default();
        let device = |line: &[u8]| {
            let line = std::string::String::from_utf8_lossy(line);
            let (mount, system) = line.split_once(" - ")?;
            // They have no major number. The minor one has bits 8 and up at bit 20 of a device's number.
            let minor: u64 = mount.split(' ').nth(2)?.strip_prefix("0:")?.parse().ok()?;
            (system.starts_with("proc ") || system.starts_with("sysfs ")).then_some(minor & 0xff | minor >> 8 << 20)
        };
        mounts.split(|byte| *byte == b'\n').filter_map(device).collect()
    }
    static AT_FIRST: OnceLock<Vec<u64>> = OnceLock::new();
    let device = metadata.dev();
    // Such files have no blocks, and few others have none. A number may belong to another file system by now.
    metadata.blocks() == 0 && AT_FIRST.get_or_init(devices).contains(&device) && devices().contains(&device)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn is_made_up(_: &Metadata) -> bool {
    false
}

/// Reads until `buffer` is full or the source has ended. After an interruption it asks whether to go on.
pub(super) fn fill(source: &mut impl Read, buffer: &mut [u8], mut go_on: impl FnMut() -> bool) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted && go_on() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
