//! Makes Ctrl-C take effect between two lines, not within one, and lets no signal leave a temporary file behind.
//!
//! A signal that asks the process to end is recorded here. The thread that writes lines obeys it when no line is half written. If that
//! thread is blocked (a full pipe that nobody reads), a second signal ends the process at once. On Windows, Ctrl-C always does.

use std::path::Path;

#[cfg(any(unix, windows))]
pub(crate) use startup::unfinished::Unfinished;
#[cfg(unix)]
pub(crate) use unix::{came, catch, end, finish, release};

/// While the result lives, a signal that ends the run removes this file.
pub(crate) fn remove_at_the_end(path: &Path) -> Unfinished {
    #[cfg(unix)]
    unix::install();
    Unfinished::new(path)
}

/// To be called before anything is read or written.
pub(crate) fn prepare() {
    // If the system refuses, Ctrl-C ends the run as any other, and the next one removes its temporary file.
    #[cfg(windows)]
    let _ = startup::unfinished::end_on_ctrl_c();
}

#[cfg(unix)]
mod unix {
    use std::process;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, LazyLock, OnceLock};

    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::flag;
    use signal_hook::low_level::emulate_default_handler;
    use startup::unfinished::{remove, remove_on};

    /// The signals that are recorded while somebody obeys them.
    const POLITE: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

    /// The signals that always end the process at once.
    const ABRUPT: [i32; 8] = [SIGABRT, SIGALRM, SIGPROF, SIGQUIT, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU];

    /// The signal that came, or 0.
    static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

    /// Whether the next polite signal ends the process at once. Set while nobody obeys recorded signals.
    static AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

    /// From now on, signals remove unfinished files before they end the process. Signals that the caller has set to be ignored (`nohup`)
    /// stay ignored. An error leaves a signal as it was, which will do.
    pub(super) fn install() -> u64 {
        static IGNORED: OnceLock<u64> = OnceLock::new();
        *IGNORED.get_or_init(|| {
            let ignored = ignored();
            let always = Arc::new(AtomicBool::new(true));
            let signals = POLITE.map(|signal| (signal, &*AT_ONCE)).into_iter();
            for (signal, when) in signals.chain(ABRUPT.map(|signal| (signal, &always))) {
                if is_in(ignored, signal) {
                    continue;
                }
                // In this order: nothing comes after the default.
                let _ = remove_on(signal, Arc::clone(when));
                let _ = flag::register_conditional_default(signal, Arc::clone(when));
            }
            // With a handler, a write beyond the limit of a file's size (`ulimit -f`) is an error like others.
            if !is_in(ignored, SIGXFSZ) {
                let _ = flag::register(SIGXFSZ, Arc::default());
            }
            ignored
        })
    }

    fn is_in(signals: u64, signal: i32) -> bool {
        signals & 1 << (signal - 1) != 0
    }

    /// From now on, signals are recorded, as long as somebody obeys them.
    pub(crate) fn catch() {
        let ignored = install();
        if CAME.get().is_none() {
            let came = Arc::clone(CAME.get_or_init(Arc::default));
            for signal in POLITE.into_iter().filter(|signal| !is_in(ignored, *signal)) {
                // After `install`: the first signal finds the flag down.
                let _ = flag::register(signal, Arc::clone(&AT_ONCE));
                let _ = flag::register_usize(signal, Arc::clone(&came), signal as usize);
            }
        }
        // Not before there is somebody who records them: a signal would be lost. After one that nobody has heeded yet, the second one still
        // ends the process.
        if !came() {
            AT_ONCE.store(false, Ordering::SeqCst);
        }
    }

    /// Signals are no longer recorded: the next one ends the process. The caller then checks whether one came before.
    pub(crate) fn release() {
        AT_ONCE.store(true, Ordering::SeqCst);
    }

    /// All lines that come one by one are written: from now on a signal ends the process at once, and one that came already does so now.
    pub(crate) fn finish() {
        release();
        if came() {
            end();
        }
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
        remove();
        let _ = emulate_default_handler(signal);
        process::exit(128 + signal)
    }
}

#[cfg(not(unix))]
pub(crate) fn finish() {}

#[cfg(not(unix))]
pub(crate) fn catch() {}

#[cfg(not(unix))]
pub(crate) fn came() -> bool {
    false
}

#[cfg(not(unix))]
pub(crate) fn end() -> ! {
    std::process::exit(1)
}

/// A file by its name, which no signal removes here.
#[cfg(not(any(unix, windows)))]
#[derive(Debug)]
pub(crate) struct Unfinished;

#[cfg(not(any(unix, windows)))]
impl Unfinished {
    fn new(_: &Path) -> Self {
        Self
    }
}
