//! Size and times of a file before it is read, and whether they are the same afterwards.

use std::fs::{File, Metadata};
use std::time::SystemTime;

use crate::read::error::ReadError;

/// The size and times of a regular file before it was read. If size or modification time differ afterwards, or if the number of bytes read
/// differs from the size, then the bytes may be a mixture of two versions that never existed on disk, and their digest would be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Promise {
    size: u64,
    modified: Option<SystemTime>,
    /// When its status changed, in seconds and nanoseconds: nobody can set this one back.
    changed: Option<(i64, i64)>,
    pub(super) start: u64,
}

impl Promise {
    /// None where sizes mean nothing: pipes and devices, files of stated size 0, files made up by the kernel.
    pub(super) fn of(file: &File, metadata: &Metadata, start: u64, made_up: &mut MadeUp) -> Option<Self> {
        let kept = metadata.is_file() && metadata.len() > 0 && !made_up.has(file, metadata);
        kept.then(|| Self {
            size: metadata.len(),
            modified: metadata.modified().ok(),
            changed: changed(metadata),
            start,
        })
    }

    /// Bytes that are still to come.
    pub(super) fn bytes(self) -> u64 {
        self.size.saturating_sub(self.start)
    }

    pub(super) fn check(self, after: &Metadata, read: u64) -> Result<(), ReadError> {
        self.compare(after.len(), after.modified().ok(), read)?;
        if changed(after) == self.changed { Ok(()) } else { Err(ReadError::Touched) }
    }

    fn compare(self, size: u64, modified: Option<SystemTime>, read: u64) -> Result<(), ReadError> {
        if size != self.size || read != self.bytes() {
            return Err(ReadError::Size { before: self.size, after: size, read });
        }
        if modified != self.modified {
            return Err(ReadError::Modified);
        }
        Ok(())
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it is not known")]
fn changed(metadata: &Metadata) -> Option<(i64, i64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.ctime(), metadata.ctime_nsec()))
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> Option<(i64, i64)> {
    None
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
    use super::*;

    #[test]
    fn size_and_bytes_read_must_agree() {
        let promise = Promise { size: 10, modified: None, changed: None, start: 0 };
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
