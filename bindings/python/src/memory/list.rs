//! The bytes of Python objects in a list, held until they are hashed.

use super::Memory;
use super::buffer::{View, not_bytes, unencodable};
use super::interpreter::Signals;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use std::ops::Range;
use std::ptr;

/// Where the bytes of an object are; nowhere (a null pointer) for None.
#[derive(Clone, Copy)]
struct Place {
    start: *const u8,
    len: usize,
}

// SAFETY: it is a shared reference to immutable bytes.
unsafe impl Send for Place {}
// SAFETY: as above.
unsafe impl Sync for Place {}

/// Objects of a list, or of an iterator, with their bytes: kept alive while these are hashed.
#[derive(Default)]
pub(crate) struct Held {
    objects: Vec<Py<PyAny>>,
    /// Where the bytes of each are; no bytes where `views` has them.
    places: Vec<Place>,
    /// Buffers that may change, with the number of their message.
    views: Vec<(usize, View)>,
    bytes: usize,
    signals: Signals,
}

impl Held {
    /// Forgets all, and keeps the room.
    pub(crate) fn clear(&mut self, _py: Python<'_>) {
        self.places.clear();
        self.views.clear();
        self.objects.clear();
        self.bytes = 0;
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Bytes of all messages.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bytes of these messages, `None` for None; no bytes where they may change.
    #[inline]
    pub(crate) fn messages(&self, messages: Range<usize>) -> impl Iterator<Item = Option<&[u8]>> {
        self.places[messages].iter().map(|place| {
            // SAFETY: the objects are held as long as this, and what `push` was given of them is immutable.
            (!place.start.is_null()).then(|| unsafe { std::slice::from_raw_parts(place.start, place.len) })
        })
    }

    /// Those of these messages that may change, in order.
    pub(crate) fn views_in(&self, messages: Range<usize>) -> impl Iterator<Item = (usize, Memory<'_>)> + Clone {
        let from = self.views.partition_point(|(index, _)| *index < messages.start);
        let to = self.views.partition_point(|(index, _)| *index < messages.end);
        self.views[from..to].iter().map(|(index, view)| (*index, view.memory()))
    }

    pub(crate) fn has_views(&self) -> bool {
        !self.views.is_empty()
    }

    /// Takes in the next message, or None for a null. `index` is its number in the caller's list, for errors.
    #[inline]
    pub(crate) fn push(&mut self, object: Bound<'_, PyAny>, argument: &str, index: usize) -> PyResult<()> {
        let mut start = ptr::null_mut();
        let mut len = 0;
        let pointer = object.as_ptr();
        // SAFETY: the object is alive and the interpreter attached. `bytes` and `str` are immutable: what the functions return is
        // valid as long as the object, and that is kept in `objects`, which outlives `places`.
        unsafe {
            // The first is a comparison, the second a call.
            if ffi::PyBytes_CheckExact(pointer) != 0 || ffi::PyBytes_Check(pointer) != 0 {
                if ffi::PyBytes_AsStringAndSize(pointer, &raw mut start, &raw mut len) == -1 {
                    return Err(PyErr::fetch(object.py()));
                }
            } else if ffi::PyUnicode_Check(pointer) != 0 {
                start = ffi::PyUnicode_AsUTF8AndSize(pointer, &raw mut len).cast_mut();
                if start.is_null() {
                    return Err(unencodable(PyErr::fetch(object.py()), object.py(), &format!("{argument}[{index}]")));
                }
            } else {
                return self.push_view(object, argument, index);
            }
            self.places.push(Place { start: start.cast_const().cast(), len: len.cast_unsigned() });
        }
        self.bytes += len.cast_unsigned();
        self.signals.after(object.py(), len.cast_unsigned())?;
        self.objects.push(object.unbind());
        Ok(())
    }

    #[cold]
    fn push_view(&mut self, object: Bound<'_, PyAny>, argument: &str, index: usize) -> PyResult<()> {
        if is_missing(&object)? {
            self.places.push(Place { start: ptr::null(), len: 0 });
            return self.signals.after(object.py(), 0);
        }
        let name = format!("{argument}[{index}]");
        let view =
            View::of(&object, &name)?.map_err(|error| not_bytes(error, &object, &name, "bytes-like, str or None"))?;
        if view.has_strings() {
            return Err(PyTypeError::new_err(format!(
                "{name}: an array of strings in UTF-32; pass each str separately"
            )));
        }
        self.bytes += view.memory().len();
        self.signals.after(object.py(), view.memory().len())?;
        self.views.push((self.places.len(), view));
        self.places.push(Place { start: ptr::NonNull::dangling().as_ptr(), len: 0 });
        Ok(())
    }
}

/// None, and what pandas has for a missing value in a list of objects.
fn is_missing(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_none() {
        return Ok(true);
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        return Ok(number.value().is_nan());
    }
    let kind = object.get_type();
    let name = kind.name()?;
    Ok((name == "NAType" || name == "NaTType") && kind.module()?.to_string_lossy().starts_with("pandas."))
}
