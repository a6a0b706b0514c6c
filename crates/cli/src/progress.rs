//! How much has been read, of how much: on a terminal, once a run takes longer than a moment; silent otherwise.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What ends sooner shows nothing.
const MOMENT: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(100);

/// Narrower terminals have no room for a bar with its figures.
const LEAST_COLUMNS: u16 = 60;

/// Bytes read so far, of all files.
static READ: AtomicU64 = AtomicU64::new(0);
/// Bytes that all files have, as far as they have been counted.
static TOTAL: AtomicU64 = AtomicU64::new(0);
static COUNTED: AtomicBool = AtomicBool::new(false);
static BAR: OnceLock<ProgressBar> = OnceLock::new();
/// Whoever holds it may write to the terminal; true when the bar is gone for good.
static FINISHED: Mutex<bool> = Mutex::new(false);

/// More bytes have been read.
pub(crate) fn add(bytes: u64) {
    READ.fetch_add(bytes, Ordering::Relaxed);
}

/// Shows progress from now on, if standard error is a terminal. `sizes` yields the size of each file, for the total; it is
/// asked only once a bar is to be shown. `None` where they cannot be known before everything has been read.
///
/// Nobody waits for the threads that this starts: they end with the process.
pub(crate) fn start(sizes: Option<impl Iterator<Item = u64> + Send + 'static>) {
    if !io::stderr().is_terminal() || columns().is_some_and(|columns| columns < LEAST_COLUMNS) {
        return;
    }
    let begun = Instant::now();
    // A run without a bar is a run all the same.
    let _ = thread::Builder::new().name("progress".into()).spawn(move || {
        thread::sleep(MOMENT);
        if *finished() {
            return;
        }
        if let Some(sizes) = sizes {
            let _ = thread::Builder::new().name("count".into()).spawn(move || count(sizes));
        }
        let bar = BAR.get_or_init(|| {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style("{msg}"))
        });
        let mut counted = false;
        loop {
            let finished = finished();
            if *finished {
                return;
            }
            let read = READ.load(Ordering::Relaxed);
            let total = COUNTED.load(Ordering::Acquire).then(|| TOTAL.load(Ordering::Relaxed));
            if let (false, Some(total)) = (counted, total) {
                counted = true;
                bar.set_length(total);
                bar.set_style(style("{wide_bar} {msg}"));
            }
            bar.set_message(message(read, total, begun.elapsed()));
            bar.set_position(read);
            drop(finished);
            thread::sleep(TICK);
        }
    });
}

/// The rate is that of the whole run: others jump about as files come from memory and from disk.
fn message(read: u64, total: Option<u64>, elapsed: Duration) -> String {
    let rate = read as f64 / elapsed.as_secs_f64().max(0.001);
    let speed = HumanBytes(rate as u64);
    match total {
        None => format!("{} read, {speed}/s", HumanBytes(read)),
        Some(total) => {
            let left = Duration::from_secs_f64((total.saturating_sub(read) as f64 / rate.max(1.0)).min(1e9));
            format!("{} of {}, {speed}/s, {:#} left", HumanBytes(read), HumanBytes(total), HumanDuration(left))
        }
    }
}

#[cfg(unix)]
fn columns() -> Option<u16> {
    Some(rustix::termios::tcgetwinsize(rustix::stdio::stderr()).ok()?.ws_col).filter(|columns| *columns > 0)
}

#[cfg(not(unix))]
fn columns() -> Option<u16> {
    None
}

fn finished() -> MutexGuard<'static, bool> {
    FINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn style(template: &str) -> ProgressStyle {
    // A template that indicatif does not take would be seen by the test below.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

fn count(sizes: impl Iterator<Item = u64>) {
    for size in sizes {
        TOTAL.fetch_add(size, Ordering::Relaxed);
    }
    COUNTED.store(true, Ordering::Release);
}

/// Takes the bar away, for good.
pub(crate) fn finish() {
    let mut finished = finished();
    if let (false, Some(bar)) = (*finished, BAR.get()) {
        bar.finish_and_clear();
    }
    *finished = true;
}

/// Writes to the terminal beside the bar.
pub(crate) fn aside<T>(write: impl FnOnce() -> T) -> T {
    match BAR.get() {
        Some(bar) => {
            let finished = finished();
            if *finished { write() } else { bar.suspend(write) }
        }
        None => write(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_taken() {
        for template in ["{msg}", "{wide_bar} {msg}"] {
            ProgressStyle::with_template(template).unwrap();
        }
    }

    #[test]
    fn figures() {
        let second = Duration::from_secs(1);
        assert_eq!(message(3 << 20, None, 2 * second), "3.00 MiB read, 1.50 MiB/s");
        assert_eq!(message(3 << 20, Some(6 << 20), 2 * second), "3.00 MiB of 6.00 MiB, 1.50 MiB/s, 2s left");
        // Files that have grown, and a clock that has not moved.
        assert!(message(9, Some(3), Duration::ZERO).ends_with("0s left"));
        assert!(message(0, Some(u64::MAX), second).contains("left"));
    }
}
