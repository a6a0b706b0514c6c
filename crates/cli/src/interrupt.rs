//! Makes Ctrl-C take effect between two lines, not within one.
//!
//! A signal that asks the process to end is recorded here. The thread that writes lines obeys it when no line is half written. If that
//! thread is blocked (a full pipe that nobody reads), a second signal ends the process at once.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
pub(crate) use unix::{came, catch, end, release};

/// Files that are nobody's if the run does not end by itself.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A signal that ends the run removes this file.
pub(crate) fn remove_at_the_end(path: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

fn remove() {
    for path in UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        // One that has got its name is no longer here.
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(unix)]
mod unix {
    use std::process;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, OnceLock};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::low_level::emulate_default_handler;

    /// The signal that came, or 0.
    static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

    /// Whether the next signal ends the process at once.
    static AT_ONCE: OnceLock<Arc<AtomicBool>> = OnceLock::new();

    /// From now on, signals are recorded, as long as somebody obeys them. Signals that the caller has set to be ignored (`nohup`) stay
    /// ignored.
    pub(crate) fn catch() {
        let at_once = AT_ONCE.get_or_init(Arc::default);
        // After a signal that nobody has heeded yet, the second one still ends the process.
        if !came() {
            at_once.store(false, Ordering::SeqCst);
        }
        if CAME.get().is_some() {
            return;
        }
        let came = Arc::clone(CAME.get_or_init(Arc::default));
        let ignored = ignored();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if ignored & 1 << (signal - 1) != 0 {
                continue;
            }
            // In this order: the first signal finds the flag down. An error leaves the signal as it was, which will do.
            let _ = flag::register_conditional_default(signal, Arc::clone(at_once));
            let _ = flag::register(signal, Arc::clone(at_once));
            let _ = flag::register_usize(signal, Arc::clone(&came), signal as usize);
        }
    }

    /// Signals are no longer recorded: the next one ends the process. The caller then checks whether one came before.
    pub(crate) fn release() {
        AT_ONCE.get_or_init(Arc::default).store(true, Ordering::SeqCst);
    }

    /// The signals that this process ignores, the first one lowest; where the system does not tell, all but those that
    /// nobody has a reason to ignore.
    fn ignored() -> u64 {
        let mask = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
            u64::from_str_radix(line.trim(), 16).ok()
        });
        mask.unwrap_or(1 << (SIGHUP - 1))
    }

    /// Has the user asked for an end?
    pub(crate) fn came() -> bool {
        CAME.get().is_some_and(|came| came.load(Ordering::Relaxed) != 0)
    }

    /// Ends the process as the signal that came would have done, so that a shell that runs a script stops, too.
    pub(crate) fn end() -> ! {
        let signal = CAME.get().map_or(0, |came| came.load(Ordering::Relaxed)) as i32;
        super::remove();
        let _ = emulate_default_handler(signal);
        process::exit(128 + signal)
    }
}

#[cfg(not(unix))]
pub(crate) fn catch() {}

#[cfg(not(unix))]
pub(crate) fn came() -> bool {
    false
}

#[cfg(not(unix))]
pub(crate) fn end() -> ! {
    remove();
    std::process::exit(1)
}
