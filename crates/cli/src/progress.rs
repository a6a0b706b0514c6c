//! How much has been read, of how much: on a terminal, once a run takes longer than a moment; silent otherwise.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What ends sooner shows nothing.
const MOMENT: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(100);

/// Bytes read so far, of all files.
static READ: AtomicU64 = AtomicU64::new(0);
/// Bytes that all files have, as far as they have been counted.
static TOTAL: AtomicU64 = AtomicU64::new(0);
static COUNTED: AtomicBool = AtomicBool::new(false);
static FINISHED: AtomicBool = AtomicBool::new(false);
static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// More bytes have been read.
pub(crate) fn add(bytes: u64) {
    READ.fetch_add(bytes, Ordering::Relaxed);
}

/// Shows progress from now on, if standard error is a terminal. `sizes` yields the size of each file, for the total; it is
/// asked only once a bar is to be shown. `None` where they cannot be known before everything has been read.
///
/// Nobody waits for the threads that this starts: they end with the process.
pub(crate) fn start(sizes: Option<impl Iterator<Item = u64> + Send + 'static>) {
    if !io::stderr().is_terminal() {
        return;
    }
    // A run without a bar is a run all the same.
    let _ = thread::Builder::new().name("progress".into()).spawn(move || {
        thread::sleep(MOMENT);
        if is_finished() {
            return;
        }
        if let Some(sizes) = sizes {
            let _ = thread::Builder::new().name("count".into()).spawn(move || count(sizes));
        }
        let mut counted = false;
        let bar = BAR.get_or_init(|| {
            let read = READ.load(Ordering::Relaxed);
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
                .with_style(style("{bytes} read, {bytes_per_sec}"))
                .with_position(read)
                .with_elapsed(MOMENT)
        });
        bar.reset_eta();
        while !is_finished() {
            if !counted && COUNTED.load(Ordering::Acquire) {
                counted = true;
                bar.set_length(TOTAL.load(Ordering::Relaxed));
                bar.set_style(style("{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left"));
            }
            bar.set_position(READ.load(Ordering::Relaxed));
            thread::sleep(TICK);
        }
    });
}

fn is_finished() -> bool {
    FINISHED.load(Ordering::Relaxed)
}

fn style(template: &str) -> ProgressStyle {
    // A template that indicatif does not take would be seen by the test below.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

fn count(sizes: impl Iterator<Item = u64>) {
    for size in sizes {
        if is_finished() {
            return;
        }
        TOTAL.fetch_add(size, Ordering::Relaxed);
    }
    COUNTED.store(true, Ordering::Release);
}

/// Takes the bar away, for good.
pub(crate) fn finish() {
    FINISHED.store(true, Ordering::Relaxed);
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
}

/// Writes to the terminal beside the bar.
pub(crate) fn aside<T>(write: impl FnOnce() -> T) -> T {
    match BAR.get() {
        Some(bar) if !is_finished() => bar.suspend(write),
        _ => write(),
    }
}
