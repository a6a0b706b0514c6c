//! The progress bar. It is shown only on a terminal, and only if a run takes longer than a moment.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::quote::quote;
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run that ends sooner shows no progress.
const MOMENT: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(100);

/// Narrower terminals have no room for a bar beside its figures: the most important ones stand alone.
const BAR_COLUMNS: u16 = 60;
/// Narrower ones have no room for these.
const LEAST_COLUMNS: u16 = 30;

/// Bytes read so far, of all files.
static READ: AtomicU64 = AtomicU64::new(0);
static DONE: AtomicU64 = AtomicU64::new(0);
/// Bytes that all files have, as far as they have been counted, and how many files there are.
static TOTAL: AtomicU64 = AtomicU64::new(0);
static FILES: AtomicU64 = AtomicU64::new(0);
static COUNTED: AtomicBool = AtomicBool::new(false);
static BAR: OnceLock<ProgressBar> = OnceLock::new();
/// The file that was begun last.
static NAME: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// May a bar be shown?
static WATCHED: AtomicBool = AtomicBool::new(false);
const WITH_BAR: &str = "{bar:12} {prefix}  {wide_msg}";
const WITHOUT_BAR: &str = "{prefix}  {wide_msg}";
/// The holder of this lock may write to the terminal. True when the bar has been removed for good.
static FINISHED: Mutex<bool> = Mutex::new(false);

pub(crate) fn add(bytes: u64) {
    READ.fetch_add(bytes, Ordering::Relaxed);
}

pub(crate) fn done(files: u64) {
    DONE.fetch_add(files, Ordering::Relaxed);
}

/// Shows progress from now on, if standard error is a terminal and nobody types on standard input. `sizes` yields the size of
/// each file, for the total; it is asked only once a bar is to be shown. `None` where they cannot be known before everything has
/// been read.
///
/// Nobody waits for the threads that this starts: they end with the process.
pub(crate) fn start(sizes: Option<impl Iterator<Item = u64> + Send + 'static>, typed: bool) {
    let columns = columns().unwrap_or(BAR_COLUMNS);
    let narrow = columns < BAR_COLUMNS;
    // A bar would overwrite the text that the user types.
    let typed = typed && io::stdin().is_terminal();
    if !io::stderr().is_terminal() || columns < LEAST_COLUMNS || typed {
        return;
    }
    WATCHED.store(true, Ordering::Relaxed);
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
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style(WITHOUT_BAR))
        });
        let mut counted = false;
        loop {
            let finished = finished();
            if *finished {
                return;
            }
            let read = READ.load(Ordering::Relaxed);
            // A pipe has no size: nothing to be left of.
            let total = COUNTED.load(Ordering::Acquire).then(|| TOTAL.load(Ordering::Relaxed));
            let total = total.filter(|total| *total >= read && *total > 0);
            if let (false, false, Some(total)) = (narrow, counted, total) {
                counted = true;
                bar.set_length(total);
                bar.set_style(style(WITH_BAR));
            }
            if counted && total.is_none() {
                counted = false;
                bar.set_style(style(WITHOUT_BAR));
            }
            let files = (DONE.load(Ordering::Relaxed), FILES.load(Ordering::Relaxed));
            let elapsed = begun.elapsed();
            bar.set_prefix(message(read, total, (!narrow).then_some(files), elapsed));
            bar.set_message(quote(&name()));
            bar.set_position(read);
            drop(finished);
            thread::sleep(TICK);
        }
    });
}

/// A file is begun: its name stands beside the figures. Costs nothing where there is no terminal.
pub(crate) fn begin(file: &[u8]) {
    if WATCHED.load(Ordering::Relaxed) {
        file.clone_into(&mut name());
    }
}

fn name() -> MutexGuard<'static, Vec<u8>> {
    NAME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rate is that of the whole run: others jump about as files come from memory and from disk. `files`: how many are done, of how many, 0 where
/// they cannot be counted; none in 30 columns.
fn message(read: u64, total: Option<u64>, files: Option<(u64, u64)>, elapsed: Duration) -> String {
    let rate = read as f64 / elapsed.as_secs_f64().max(0.001);
    let speed = HumanBytes(rate as u64);
    let Some(total) = total else {
        // "0s" would look like what is left.
        let time = Duration::from_secs(elapsed.as_secs());
        let shown = files.is_some() && !time.is_zero();
        let time = if shown { format!(" in {:#}", HumanDuration(time)) } else { String::new() };
        return format!("{}{time}, {speed}/s", HumanBytes(read));
    };
    let left = Duration::from_secs_f64(((total - read) as f64 / rate.max(1.0)).min(1e9));
    let done = match files {
        None => String::new(),
        Some((done, all @ 2..)) => format!(", {done} of {all} files"),
        Some(_) => format!(", {} of {}", HumanBytes(read), HumanBytes(total)),
    };
    format!("{} %{done}, {speed}/s, {} left", percent(read, total), time(left))
}

fn time(left: Duration) -> String {
    if left.as_secs() == 0 { "<1s".into() } else { format!("{:#}", HumanDuration(left)) }
}

fn percent(read: u64, total: u64) -> u128 {
    u128::from(read) * 100 / u128::from(total.max(1))
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
        FILES.fetch_add(1, Ordering::Relaxed);
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
        for template in [WITH_BAR, WITHOUT_BAR] {
            ProgressStyle::with_template(template).unwrap();
        }
    }

    #[test]
    fn figures() {
        let second = Duration::from_secs(1);
        let one = Some((0, 1));
        let some = Some((3, 12));
        assert_eq!(message(3 << 20, None, Some((0, 0)), 2 * second), "3.00 MiB in 2s, 1.50 MiB/s");
        let text = message(3 << 20, Some(6 << 20), one, 2 * second);
        assert_eq!(text, "50 %, 3.00 MiB of 6.00 MiB, 1.50 MiB/s, 2s left");
        let text = message(3 << 20, Some(6 << 20), some, 2 * second);
        assert_eq!(text, "50 %, 3 of 12 files, 1.50 MiB/s, 2s left");
        assert_eq!(message(3 << 20, Some(6 << 20), None, 2 * second), "50 %, 1.50 MiB/s, 2s left");
        assert_eq!(message(3 << 20, None, None, 2 * second), "3.00 MiB, 1.50 MiB/s");
        assert!(message(1, Some(u64::MAX), None, second).len() <= 30);
        // A clock that has not moved.
        assert!(message(3, Some(3), one, Duration::ZERO).ends_with(", <1s left"));
        assert_eq!(message(3 << 20, None, one, second / 2), "3.00 MiB, 6.00 MiB/s");
        assert!(message(0, Some(u64::MAX), one, second).contains("left"));
    }
}
