//! When a file changed on Windows.

use std::fs::File;
use std::io;
use std::os::windows::io::AsRawHandle;

use windows_sys::Win32::Storage::FileSystem::{FILE_BASIC_INFO, FileBasicInfo, GetFileInformationByHandleEx};

/// Seconds from the beginning of 1601, when Windows begins to count, to that of 1970.
const EPOCH_SECONDS: i64 = 11_644_473_600;
/// In which Windows counts: of 100 ns.
const TICKS_PER_SECOND: i64 = 10_000_000;

/// When the content or metadata of a file changed last, in seconds and nanoseconds since 1970: `st_ctime` of other systems. Programs that
/// set a file's mtime cannot keep this time. None on file systems that do not record it (FAT).
///
/// std has the time of creation instead, and its `change_time` only on nightly.
///
/// # Errors
/// Whatever the system reports.
pub fn changed(file: &File) -> io::Result<Option<(i64, i64)>> {
    let mut info = FILE_BASIC_INFO::default();
    // SAFETY: the handle is open as long as `file`, and the size is that of what the system writes to.
    let done = unsafe {
        GetFileInformationByHandleEx(
            file.as_raw_handle(),
            FileBasicInfo,
            (&raw mut info).cast(),
            size_of::<FILE_BASIC_INFO>() as u32,
        )
    };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    let ticks = info.ChangeTime;
    let (seconds, rest) = (ticks.div_euclid(TICKS_PER_SECOND), ticks.rem_euclid(TICKS_PER_SECOND));
    Ok((ticks != 0).then_some((seconds - EPOCH_SECONDS, rest * 100)))
}
