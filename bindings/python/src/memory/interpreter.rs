//! Which interpreter this is.

use pyo3::ffi;
use pyo3::prelude::*;

/// Whether it is the process's first. The types of a module are made once for all interpreters, and would outlive any other.
pub(crate) fn is_main(_: Python<'_>) -> bool {
    // SAFETY: attached to an interpreter.
    unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) == 0 }
}
