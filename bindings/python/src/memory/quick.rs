//! The method `update` by the interpreter's own calling convention. By pyo3's, the call takes longer than a few bytes do.

use crate::message::Core;
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// A class of hash objects.
pub(crate) trait Updated: pyo3::PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync {
    /// The method as pyo3 has made it, for all that is not said here.
    fn slow() -> &'static PyOnceLock<Py<PyAny>>;
    fn core(&self) -> &Core;
}

/// Puts it in the place of the method that pyo3 has made, with the same documentation.
pub(crate) fn install<T: Updated>(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<T>();
    let slow = class.getattr("update")?;
    let text = format!("update{}\n--\n\n{}", slow.getattr("__text_signature__")?, slow.getattr("__doc__")?);
    // As long as the class, which is never freed.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: c"update".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: update::<T> },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: Box::leak(CString::new(text)?.into_boxed_c_str()).as_ptr(),
    }));
    // SAFETY: the definition lives on, and its function is of these flags.
    let quick = unsafe {
        let method = ffi::PyDescr_NewMethod(class.as_type_ptr(), definition);
        Bound::from_owned_ptr_or_err(py, method)?
    };
    let _ = T::slow().set(py, slow.unbind());
    // Where pyo3 makes classes immutable (of the stable ABI in Python 3.14 and newer), its own method stays.
    let _ = class.setattr("update", quick);
    Ok(())
}

/// # Safety
/// As the interpreter calls a method: `this` is an object of the class, and `arguments` has `count` of them, and more for `names`.
unsafe extern "C" fn update<T: Updated>(
    this: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls, and the arguments are alive.
    unsafe {
        let py = Python::assume_attached();
        // Only a bool leaves the closure. A `PyResult` would be stored in small words and then loaded in large ones: 10 ns.
        let told = |done: PyResult<()>| match done {
            Ok(()) => true,
            Err(error) => {
                error.restore(py);
                false
            }
        };
        let done = catch_unwind(AssertUnwindSafe(|| {
            let this = Bound::<PyAny>::ref_from_ptr(py, &this);
            if count == 1 && names.is_null() {
                let data = Bound::<PyAny>::ref_from_ptr(py, &*arguments);
                return told(this.cast_unchecked::<T>().get().core().update(data));
            }
            told(slowly::<T>(this, arguments, count.cast_unsigned(), names))
        }));
        let wrong = |_| told(Err(PyRuntimeError::new_err("internal error: an update has failed; please report this")));
        if !done.unwrap_or_else(wrong) {
            return ptr::null_mut();
        }
        let none = ffi::Py_None();
        ffi::Py_IncRef(none);
        none
    }
}

/// # Safety
/// As of `update`.
#[cold]
unsafe fn slowly<T: Updated>(
    this: &Bound<'_, PyAny>,
    arguments: *const *mut ffi::PyObject,
    count: usize,
    names: *mut ffi::PyObject,
) -> PyResult<()> {
    let py = this.py();
    // SAFETY: the caller's promise.
    let argument = |index: usize| unsafe { Bound::from_borrowed_ptr(py, *arguments.add(index)) };
    let mut all = vec![this.clone()];
    all.extend((0..count).map(argument));
    let options = PyDict::new(py);
    if !names.is_null() {
        // SAFETY: a tuple, by the interpreter.
        let names = unsafe { Bound::from_borrowed_ptr(py, names) };
        for (index, name) in names.try_iter()?.enumerate() {
            options.set_item(name?, argument(count + index))?;
        }
    }
    match T::slow().get(py) {
        Some(slow) => slow.bind(py).call(PyTuple::new(py, all)?, Some(&options)).map(drop),
        None => Ok(()),
    }
}
