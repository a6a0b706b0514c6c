//! Tells whether this is the main interpreter, and looks for its signals (Ctrl-C).

use pyo3::ffi;
use pyo3::prelude::*;

/// Whether it is the process's first. The types of a module are made once for all interpreters, and would outlive any other.
pub(crate) fn is_main(_: Python<'_>) -> bool {
    // SAFETY: attached to an interpreter.
    unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) == 0 }
}

/// Looks for Ctrl-C every few thousand objects.
#[derive(Default)]
pub(crate) struct Signals {
    work: usize,
}

impl Signals {
    /// Counts an object of this many bytes.
    ///
    /// # Errors
    /// The exception of a signal handler, such as `KeyboardInterrupt`.
    #[inline]
    pub(crate) fn after(&mut self, py: Python<'_>, bytes: usize) -> PyResult<()> {
        /// The cost of an object beyond that of its bytes, expressed in bytes.
        const OBJECT: usize = 1024;
        const ENOUGH: usize = 4 << 20;
        self.work = self.work.saturating_add(bytes).saturating_add(OBJECT);
        if self.work < ENOUGH {
            return Ok(());
        }
        self.work = 0;
        py.check_signals()
    }
}
