//! Decides whether to continue: checks for Ctrl-C, and for errors of other threads.

use crate::memory::column::Malformed;
use lanesum::Error;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How often the main thread looks for signals. Half of the tenth of a second in which Ctrl-C is promised to be seen.
const LOOK: Duration = Duration::from_millis(40);

/// Why a batch has ended early.
#[derive(Debug)]
pub(super) enum Stopped {
    /// Another thread knows why.
    Elsewhere,
    Signal(PyErr),
    Library(Error),
    Malformed(Malformed),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

impl From<Malformed> for Stopped {
    fn from(error: Malformed) -> Self {
        Self::Malformed(error)
    }
}

impl From<Stopped> for PyErr {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            // Only if that thread could not say why: a defect.
            Stopped::Elsewhere => {
                PyRuntimeError::new_err("internal error: a thread of the batch has failed; please report this")
            }
            Stopped::Signal(error) => error,
            Stopped::Library(error) => PyValueError::new_err(error.to_string()),
            Stopped::Malformed(error) => PyValueError::new_err(error.to_string()),
        }
    }
}

/// Whether to go on.
pub(super) struct Poll<'a> {
    stop: &'a AtomicBool,
    /// When signals were looked for; `None` on threads that Python's signals do not reach.
    last: Option<Instant>,
}

impl<'a> Poll<'a> {
    /// Of the calling thread.
    pub(super) fn main(stop: &'a AtomicBool) -> Self {
        Self { stop, last: Some(Instant::now()) }
    }

    pub(super) fn other(stop: &'a AtomicBool) -> Self {
        Self { stop, last: None }
    }

    /// Tells all other threads.
    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Looks for signals, if that is due.
    ///
    /// # Errors
    /// The exception of a signal handler, such as `KeyboardInterrupt`; or `Stopped::Elsewhere` if another thread has stopped.
    #[inline]
    pub(super) fn now(&mut self) -> Result<(), Stopped> {
        if self.stop.load(Relaxed) {
            return Err(Stopped::Elsewhere);
        }
        match &mut self.last {
            Some(last) if last.elapsed() >= LOOK => {
                #[allow(clippy::redundant_closure_for_method_calls)] // the method is not general over lifetimes
                let result = Python::attach(|py| py.check_signals()).map_err(Stopped::Signal);
                *last = Instant::now();
                result
            }
            _ => Ok(()),
        }
    }
}
