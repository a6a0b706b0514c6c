//! Files that a signal, or Ctrl-C on Windows, must not leave behind.
//!
//! A signal handler may neither allocate memory nor wait for a lock. So the names lie in a list that only grows, and the handler reads it
//! and calls `unlink`. On Windows, where a thread of its own handles Ctrl-C, it may do more.

use std::io;
use std::path::Path;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A file that is removed if a signal ends the process while this value lives.
#[derive(Debug)]
pub struct Unfinished(Option<&'static Entry>);

#[derive(Debug)]
struct Entry {
    name: Name,
    live: AtomicBool,
    next: Next,
}

#[cfg(unix)]
type Name = std::ffi::CString;
#[cfg(windows)]
type Name = std::path::PathBuf;

type Next = OnceLock<&'static Entry>;

static FIRST: Next = Next::new();

/// Where the next entry is appended.
static LAST: Mutex<&'static Next> = Mutex::new(&FIRST);

impl Unfinished {
    /// The file may still be missing. A relative name counts from the directory that is current when the signal comes.
    ///
    /// The name is never freed, because a handler may be reading it.
    pub fn new(path: &Path) -> Self {
        let Some(name) = name(path) else { return Self(None) };
        let entry: &Entry = Box::leak(Box::new(Entry { name, live: AtomicBool::new(true), next: Next::new() }));
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = last.set(entry);
        *last = &entry.next;
        Self(Some(entry))
    }
}

/// None with a NUL: no file has such a name.
#[cfg(unix)]
fn name(path: &Path) -> Option<Name> {
    use std::os::unix::ffi::OsStrExt;
    Name::new(path.as_os_str().as_bytes()).ok()
}

#[cfg(windows)]
#[expect(clippy::unnecessary_wraps, reason = "on Unix, it may hold a NUL")]
fn name(path: &Path) -> Option<Name> {
    Some(path.to_owned())
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(entry) = self.0 {
            entry.live.store(false, Ordering::SeqCst);
        }
    }
}

/// Removes the file of each living [`Unfinished`]. Errors are ignored: a file that has got its final name is missing here.
pub fn remove() {
    let mut next = &FIRST;
    while let Some(entry) = next.get() {
        if entry.live.load(Ordering::SeqCst) {
            #[cfg(unix)]
            let _ = rustix::fs::unlink(&*entry.name);
            #[cfg(windows)]
            let _ = std::fs::remove_file(&entry.name);
        }
        next = &entry.next;
    }
}

/// From now on, Ctrl-C, Ctrl-Break and the end of the console's window first call [`remove`]. Then they end the process with
/// `STATUS_CONTROL_C_EXIT`, as without this, and whatever the program does meanwhile: the status never says that the run came to its end.
///
/// # Errors
/// The system refuses a handler.
#[cfg(windows)]
pub fn end_on_ctrl_c() -> io::Result<()> {
    use windows_sys::Win32::Foundation::STATUS_CONTROL_C_EXIT;
    use windows_sys::Win32::System::Console::SetConsoleCtrlHandler;
    use windows_sys::Win32::System::Threading::ExitProcess;
    use windows_sys::core::BOOL;

    unsafe extern "system" fn handler(_: u32) -> BOOL {
        remove();
        // SAFETY: it takes a number, and does not return.
        unsafe { ExitProcess(STATUS_CONTROL_C_EXIT.cast_unsigned()) }
    }
    // SAFETY: `handler` is there as long as the process. It runs in a thread of its own, and may do what every thread may.
    if unsafe { SetConsoleCtrlHandler(Some(handler), 1) } == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// From now on, this signal first calls [`remove`] if `when` is set. What else the signal does is registered afterwards, with
/// `signal-hook`.
///
/// # Errors
/// The system refuses a handler.
///
/// # Panics
/// No handler of this signal may return (SIGSEGV and the like).
#[cfg(unix)]
pub fn remove_on(signal: i32, when: Arc<AtomicBool>) -> io::Result<()> {
    let action = move || {
        if when.load(Ordering::SeqCst) {
            remove();
        }
    };
    // SAFETY: `action` only loads atomic values, follows references that are never freed, and makes system calls. `signal-hook-registry`
    // keeps `errno`.
    unsafe { signal_hook_registry::register(signal, action) }.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_living_ones_are_removed() {
        let directory = std::env::temp_dir().join(format!("lanesum-startup-{}", std::process::id()));
        std::fs::create_dir(&directory).unwrap();
        let [kept, removed, later] = ["kept", "removed", "later"].map(|name| directory.join(name));
        for file in [&kept, &removed] {
            std::fs::write(file, "").unwrap();
        }
        drop(Unfinished::new(&kept));
        let unfinished = [Unfinished::new(&removed), Unfinished::new(&later), Unfinished::new(Path::new("a\0b"))];
        std::fs::write(&later, "").unwrap();
        remove();
        assert_eq!([&kept, &removed, &later].map(|file| file.exists()), [true, false, false]);
        drop(unfinished);
        std::fs::remove_dir_all(directory).unwrap();
    }
}
