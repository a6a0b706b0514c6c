//! Python's buffer protocol (PEP 3118).

use super::Memory;
use pyo3::exceptions::{PyBufferError, PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

/// Calls `take` with the bytes of a bytes-like object. `argument` is its name, for errors.
#[inline]
pub(crate) fn with_bytes<R>(
    object: &Bound<'_, PyAny>,
    argument: &str,
    take: impl FnOnce(Memory<'_>) -> PyResult<R>,
) -> PyResult<R> {
    if let Some(bytes) = exact_bytes(object) {
        return take(Memory::of(bytes.as_bytes()));
    }
    let mut buffer = ffi::Py_buffer::new();
    if let Some(lent) = Lent::of(object, &mut buffer) {
        return take(lent.memory());
    }
    if flags_of(object) & ffi::Py_TPFLAGS_BYTES_SUBCLASS != 0 {
        // SAFETY: the flag says so.
        return take(Memory::of(unsafe { object.cast_unchecked::<PyBytes>() }.as_bytes()));
    }
    with_view(object, argument, take)
}

/// An object of the class `bytes`. (A cast that fails makes an error, which takes as long as hashing a few bytes.)
#[inline]
pub(crate) fn exact_bytes<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyBytes>> {
    // SAFETY: of this class.
    object.is_exact_instance_of::<PyBytes>().then(|| unsafe { object.cast_unchecked() })
}

/// Appends the bytes of a `bytearray` if there is room for more than these; says whether it did. By the global lock nobody can resize it meanwhile.
#[cfg(not(Py_GIL_DISABLED))]
#[inline]
pub(crate) fn append_array(array: &Bound<'_, PyByteArray>, out: &mut Vec<u8>) -> bool {
    // SAFETY: of this class, and the interpreter is attached. The bytes may change, and so are not called stable.
    let memory = unsafe {
        let len = usize::try_from(ffi::PyByteArray_Size(array.as_ptr())).unwrap_or(0);
        Memory::new(ffi::PyByteArray_AsString(array.as_ptr()).cast(), len, false)
    };
    let has_room = memory.len() < out.capacity() - out.len();
    if has_room {
        memory.append_to(out);
    }
    has_room
}

/// An object of the class `bytearray`.
#[cfg(not(Py_GIL_DISABLED))]
#[inline]
pub(crate) fn exact_array<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyByteArray>> {
    // SAFETY: of this class.
    object.is_exact_instance_of::<PyByteArray>().then(|| unsafe { object.cast_unchecked() })
}

/// A buffer in its place: some objects point into the struct. Given back on drop.
pub(crate) struct Lent<'a> {
    buffer: &'a mut ffi::Py_buffer,
    _attached: Python<'a>,
}

impl<'a> Lent<'a> {
    /// Of an object without surprises, as most are; no time is lost with them. `None` for all others.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn of(object: &'a Bound<'_, PyAny>, buffer: &'a mut ffi::Py_buffer) -> Option<Self> {
        let is_known = object.is_exact_instance_of::<PyMemoryView>() || object.is_exact_instance_of::<PyByteArray>();
        if !is_known && !is_simple(object.get_type_ptr()) {
            return None;
        }
        // SAFETY: both pointers are valid, and the interpreter is attached.
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), buffer, ffi::PyBUF_ND | ffi::PyBUF_FORMAT) } != 0 {
            // Whoever asks in another way gets the same error again.
            drop(PyErr::take(object.py()));
            return None;
        }
        let lent = Self { buffer, _attached: object.py() };
        (is_of_bytes(lent.buffer) || !has_pointers(format_of(lent.buffer))).then_some(lent)
    }

    #[inline]
    pub(crate) fn memory(&self) -> Memory<'_> {
        memory_of(self.buffer)
    }
}

impl Drop for Lent<'_> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: filled by PyObject_GetBuffer, and given back once, by an attached thread.
        unsafe { ffi::PyBuffer_Release(self.buffer) }
    }
}

/// `Py_TPFLAGS_IMMUTABLETYPE`: the class is none of Python's code, as that of numpy's masked arrays is.
const IMMUTABLE: std::ffi::c_ulong = 1 << 8;

#[inline]
fn flags_of(object: &Bound<'_, PyAny>) -> std::ffi::c_ulong {
    // SAFETY: the object is alive, and so is its type.
    unsafe { ffi::PyType_GetFlags(ffi::Py_TYPE(object.as_ptr())) }
}

/// Whether a class is immutable, and not one of `bytes`. Asking for flags is a call, which the class of the last object is spared.
#[inline]
fn is_simple(class: *mut ffi::PyTypeObject) -> bool {
    static LAST: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(ptr::null_mut());
    if LAST.load(Relaxed) == class {
        return true;
    }
    // SAFETY: the interpreter is attached, and has an object of the class. A reference is kept for good: no other class gets this address.
    unsafe {
        let is_simple = ffi::PyType_GetFlags(class) & (IMMUTABLE | ffi::Py_TPFLAGS_BYTES_SUBCLASS) == IMMUTABLE;
        if is_simple {
            ffi::Py_IncRef(class.cast());
            LAST.store(class, Relaxed);
        }
        is_simple
    }
}

/// The format of PEP 3118.
#[inline]
fn format_of(buffer: &ffi::Py_buffer) -> &[u8] {
    if buffer.format.is_null() {
        return b"B";
    }
    // SAFETY: a C string, by PEP 3118, as long as the buffer is lent.
    unsafe { CStr::from_ptr(buffer.format) }.to_bytes()
}

/// Whether its format is `B` or none, without a call.
#[inline]
fn is_of_bytes(buffer: &ffi::Py_buffer) -> bool {
    // SAFETY: a C string, as in `format_of`: the second byte is read only behind a first one.
    buffer.format.is_null() || unsafe { *buffer.format.cast::<u8>() == b'B' && *buffer.format.add(1) == 0 }
}

#[inline]
fn memory_of(buffer: &ffi::Py_buffer) -> Memory<'_> {
    let len = usize::try_from(buffer.len).unwrap_or(0);
    // SAFETY: the object lends these contiguous bytes as long as the buffer is lent. They may change, and so are not called stable.
    unsafe { Memory::new(buffer.buf.cast(), len, false) }
}

#[cold]
fn with_view<R>(
    object: &Bound<'_, PyAny>,
    argument: &str,
    take: impl FnOnce(Memory<'_>) -> PyResult<R>,
) -> PyResult<R> {
    if object.cast::<PyString>().is_ok() {
        return Err(PyTypeError::new_err(format!(
            "{argument}: strings must be encoded before hashing, for example with .encode()"
        )));
    }
    let view =
        View::of(object, argument)?.map_err(|error| not_bytes(error, object, argument, "a bytes-like object"))?;
    take(view.memory())
}

/// The error of an object that gives no bytes: what it `must_be`, with the argument's name, where the object is of another kind.
pub(super) fn not_bytes(error: PyErr, object: &Bound<'_, PyAny>, argument: &str, must_be: &str) -> PyErr {
    let py = object.py();
    if error.is_instance_of::<PyTypeError>(py) {
        return PyTypeError::new_err(format!("{argument} must be {must_be}, not {}", kind(object)));
    }
    // numpy raises ValueError for this, and memoryview BufferError.
    if View::new(object, ffi::PyBUF_INDIRECT).is_ok_and(|view| !view.is_contiguous()) {
        return scattered(argument);
    }
    if error.is_instance_of::<PyBufferError>(py) {
        return PyBufferError::new_err(format!("{argument} must be {must_be}: {}", error.value(py)));
    }
    noted(error, py, &format!("{argument} must be {must_be}"))
}

fn scattered(argument: &str) -> PyErr {
    PyValueError::new_err(format!("{argument}: the buffer is not C-contiguous; copy it first"))
}

/// The UTF-8 of a string. A string with half a surrogate pair has none.
pub(crate) fn utf8<'a>(text: &'a Bound<'_, PyString>, argument: &str) -> PyResult<&'a str> {
    text.to_str().map_err(|error| unencodable(error, text.py(), argument))
}

/// The error of a string without UTF-8, with the argument's name in its text.
pub(crate) fn unencodable(error: PyErr, py: Python<'_>, argument: &str) -> PyErr {
    if error.is_instance_of::<PyUnicodeEncodeError>(py) {
        let value = error.value(py);
        // Without the name it says nearly as much.
        let _ = value.getattr("reason").and_then(|reason| value.setattr("reason", format!("{argument}: {reason}")));
    }
    error
}

/// An error of the interpreter, or of the caller's code, with a note that says where it comes from.
fn noted(error: PyErr, py: Python<'_>, note: &str) -> PyErr {
    // Without the note it says nearly as much.
    let _ = error.value(py).call_method1("add_note", (format!("lanesum: {note}"),));
    error
}

/// The name of an object's type, as errors show it.
pub(crate) fn kind(object: &Bound<'_, PyAny>) -> String {
    if object.is_none() {
        return "None".to_owned();
    }
    object.get_type().name().map_or_else(|_| "another object".to_owned(), |name| name.to_string())
}

/// A copy of the bytes, for short arguments that are kept.
pub(crate) fn copied(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<u8>> {
    with_bytes(object, argument, |memory| {
        let mut copy = vec![0; memory.len()];
        memory.copy_to(0, &mut copy);
        Ok(copy)
    })
}

/// A buffer that Python has lent; given back on drop. Boxed, since some objects point into the struct.
pub(crate) struct View(Box<ffi::Py_buffer>);

// SAFETY: the struct is only read, and its owner is only touched in `drop`, which attaches to the interpreter.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

impl View {
    fn new(object: &Bound<'_, PyAny>, flags: std::ffi::c_int) -> PyResult<Self> {
        let mut view = Box::new(ffi::Py_buffer::new());
        // SAFETY: both pointers are valid, and the interpreter is attached.
        let status = unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &raw mut *view, flags) };
        if status == -1 {
            return Err(PyErr::fetch(object.py()));
        }
        Ok(Self(view))
    }

    /// Of a contiguous object's bytes. The inner error is that of an object that has none to give, the outer one that of bytes which
    /// would not be what the caller sees. `argument` is for these.
    pub(crate) fn of(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<PyResult<Self>> {
        refuse_masked(object, argument)?;
        match Self::new(object, ffi::PyBUF_ND | ffi::PyBUF_FORMAT) {
            Ok(view) if view.has_pointers() => Err(pointers(argument)),
            Ok(view) => Ok(Ok(view)),
            // numpy has no format for its strings of any length, which are pointers, nor for dates, which are not.
            Err(_) if has_objects(object) => Err(pointers(argument)),
            Err(_) => Ok(Self::new(object, ffi::PyBUF_SIMPLE)),
        }
    }

    fn is_contiguous(&self) -> bool {
        // SAFETY: the view is filled.
        unsafe { ffi::PyBuffer_IsContiguous(&raw const *self.0, b'C'.cast_signed()) != 0 }
    }

    fn format(&self) -> &[u8] {
        format_of(&self.0)
    }

    /// Whether there are strings of numpy among the elements, in UTF-32.
    pub(super) fn has_strings(&self) -> bool {
        has_code(self.format(), b"w")
    }

    /// Whether the bytes are, or have among them, addresses: of Python objects or of anything else.
    fn has_pointers(&self) -> bool {
        has_pointers(self.format())
    }

    pub(crate) fn memory(&self) -> Memory<'_> {
        memory_of(&self.0)
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: filled by PyObject_GetBuffer, and given back once.
        Python::attach(|_| unsafe { ffi::PyBuffer_Release(&raw mut *self.0) });
    }
}

/// Whether one of these codes is in a format, names of fields (`:name:`) aside.
fn has_code(format: &[u8], codes: &[u8]) -> bool {
    format.split(|c| *c == b':').step_by(2).flatten().any(|c| codes.contains(c))
}

/// Whether the bytes are, or have among them, addresses: of Python objects or of anything else.
#[inline]
fn has_pointers(format: &[u8]) -> bool {
    /// A complex number of numpy. By itself, `Z` is a string of ctypes.
    fn is_complex(codes: &[u8], at: usize) -> bool {
        codes[at] == b'Z' && codes.get(at + 1).is_some_and(|c| b"efdg".contains(c))
    }
    let some = |codes: &[u8]| (0..codes.len()).any(|at| b"OPXZz&".contains(&codes[at]) && !is_complex(codes, at));
    format != b"B" && format.split(|c| *c == b':').step_by(2).any(some)
}

fn pointers(argument: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{argument}: a buffer of Python objects or pointers, whose bytes are addresses; give bytes (to digest_many, a list of them) or \
         an Arrow column"
    ))
}

/// Whether this is an array of numpy with Python objects, or with other pointers that it frees.
fn has_objects(object: &Bound<'_, PyAny>) -> bool {
    let flag = object.getattr("dtype").and_then(|dtype| dtype.getattr("hasobject"));
    flag.and_then(|flag| flag.is_truthy()).unwrap_or(false)
}

/// The buffer of numpy's masked array has what is masked, too. Asked of the class: an array of records may have a field of this name.
fn refuse_masked(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<()> {
    if flags_of(object) & IMMUTABLE != 0 || !object.get_type().hasattr("mask")? {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!(
        "{argument}: a masked array, whose mask would not be hashed; pass its filled() or its data"
    )))
}

/// A buffer with contiguous rows of one length.
pub(crate) struct Rows {
    view: View,
    count: usize,
    width: usize,
    /// Bytes from one row to the next.
    stride: isize,
}

/// How a batch reads a buffer: as rows, or as a sequence.
pub(crate) enum Shape {
    Rows(Rows),
    /// Of objects, or of strings in a row: to be taken as a sequence.
    Sequence,
}

impl Rows {
    /// `None` for what has no buffer.
    pub(crate) fn of(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<Shape>> {
        // SAFETY: the pointer is valid, and the interpreter is attached.
        if unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) } == 0 {
            return Ok(None);
        }
        refuse_masked(object, argument)?;
        let flags = ffi::PyBUF_ND | ffi::PyBUF_STRIDES | ffi::PyBUF_FORMAT;
        let Ok(view) = View::new(object, flags) else {
            // An object of another kind than numbers, as numpy's strings of any length.
            return Ok(Some(Shape::Sequence));
        };
        let format = view.format();
        let dimensions = usize::try_from(view.0.ndim).unwrap_or(0);
        let strings =
            |c: &u8| c.is_ascii_digit() || matches!(c, b's' | b'w' | b'p' | b'O' | b'@' | b'<' | b'>' | b'=' | b'|');
        if dimensions == 1 && format.iter().all(strings) {
            return Ok(Some(Shape::Sequence));
        }
        if view.has_pointers() {
            return Err(pointers(argument));
        }
        if view.has_strings() {
            return Err(PyTypeError::new_err(format!(
                "{argument}: rows of strings in UTF-32; pass one column of strings, or their bytes (numpy.strings.encode)"
            )));
        }
        if dimensions < 2 {
            let kind = kind(object);
            return Err(PyTypeError::new_err(format!(
                "{argument}: a {kind} with {dimensions} dimension{} has no rows; reshape it to (messages, bytes)",
                if dimensions == 1 { "" } else { "s" }
            )));
        }
        // SAFETY: PyBUF_ND asks for the shape, which has as many numbers as there are dimensions.
        let shape = unsafe { std::slice::from_raw_parts(view.0.shape, dimensions) };
        // SAFETY: PyBUF_STRIDES asks for as many.
        let strides = unsafe { std::slice::from_raw_parts(view.0.strides, dimensions) };
        let count = usize::try_from(shape[0]).unwrap_or(0);
        let mut row = view.0.itemsize;
        for (length, stride) in shape[1..].iter().zip(&strides[1..]).rev() {
            if *length > 1 && *stride != row {
                return Err(scattered(argument));
            }
            row *= length;
        }
        let bytes = view.memory().len();
        let width = bytes.checked_div(count).unwrap_or(0);
        if width.checked_mul(count) != Some(bytes) {
            return Err(PyValueError::new_err(format!(
                "{argument}: the buffer's shape does not fit its length; its exporter is at fault"
            )));
        }
        Ok(Some(Shape::Rows(Self { view, count, width, stride: strides[0] })))
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Rows from `first` on, one after the other, if they stand so.
    pub(crate) fn together(&self, first: usize, rows: usize) -> Option<Memory<'_>> {
        (self.stride.unsigned_abs() == self.width && self.stride >= 0)
            .then(|| self.view.memory().part(first * self.width, rows * self.width))
    }

    pub(crate) fn row(&self, row: usize) -> Memory<'_> {
        assert!(row < self.count, "a row beyond the buffer");
        let start = self.view.0.buf.cast::<u8>().wrapping_offset(row as isize * self.stride);
        // SAFETY: the object lends these bytes, by its shape and its strides. They may change.
        unsafe { Memory::new(start, self.width, false) }
    }
}
