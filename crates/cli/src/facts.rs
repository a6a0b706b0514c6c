//! Facts about a file that std does not tell in the same way on every system: its identity, and the time of its last change of any kind.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// A time in seconds and nanoseconds since 1970.
pub(crate) type Time = (i64, i64);

/// Which file, whatever its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) file: u64,
}

/// The facts known about a file without reading it.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) metadata: Metadata,
    pub(crate) identity: Option<Identity>,
    /// When the file's name, mode or content changed last, which nobody can set. None where the system has no such time.
    pub(crate) changed: Option<Time>,
}

impl Facts {
    /// # Errors
    /// Whatever the system reports: Windows has no metadata of pipes and consoles.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        #[cfg(not(windows))]
        return Ok(metadata.into());
        #[cfg(windows)]
        {
            // Some file systems on a network know neither.
            let identity = winapi_util::file::information(file).ok().map(|information| Identity {
                device: information.volume_serial_number(),
                file: information.file_index(),
            });
            Ok(Self { metadata, identity, changed: startup::changed(file).ok().flatten() })
        }
    }

    /// Of what a name leads to. Nobody waits for it, and it may be unreadable.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        #[cfg(not(windows))]
        return Ok(path.metadata()?.into());
        #[cfg(windows)]
        {
            use std::os::windows::fs::OpenOptionsExt;
            // With FILE_FLAG_BACKUP_SEMANTICS, directories can be opened, too.
            Self::of(&File::options().access_mode(0).custom_flags(0x0200_0000).open(path)?)
        }
    }

    fn regular(&self) -> Option<Identity> {
        self.identity.filter(|_| self.metadata.is_file())
    }
}

#[cfg(not(windows))]
impl From<Metadata> for Facts {
    fn from(metadata: Metadata) -> Self {
        #[cfg(unix)]
        let (identity, changed) = {
            use std::os::unix::fs::MetadataExt;
            let identity = Identity { device: metadata.dev(), file: metadata.ino() };
            (Some(identity), Some((metadata.ctime(), metadata.ctime_nsec())))
        };
        #[cfg(not(unix))]
        let (identity, changed) = (None, None);
        Self { metadata, identity, changed }
    }
}

/// The identity of an open file, if it is a regular one.
pub(crate) fn identity(file: &File) -> Option<Identity> {
    Facts::of(file).ok()?.regular()
}

/// The identity of the file that a name leads to, if it is a regular one.
pub(crate) fn identity_at(name: &Path) -> Option<Identity> {
    Facts::at(name).ok()?.regular()
}

/// When the content of a file was modified last.
#[cfg_attr(unix, expect(clippy::unnecessary_wraps, reason = "elsewhere a file may have no time"))]
pub(crate) fn modified(metadata: &Metadata) -> Option<Time> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.mtime(), metadata.mtime_nsec()))
    }
    #[cfg(not(unix))]
    {
        let since = metadata.modified().ok()?.duration_since(std::time::SystemTime::UNIX_EPOCH).ok()?;
        Some((i64::try_from(since.as_secs()).ok()?, since.subsec_nanos().into()))
    }
}
