//! The class `Digests`, the result of `digest_many`: a sequence, a buffer and an Arrow column.

use super::arrow::{
    ArrowArray, ArrowArrayStream, ArrowSchema, Released as _, capsule, fixed_size_array, fixed_size_schema,
};
use super::interpreter::Signals;
use super::long::{bytes_of, hex_string};
use super::room::zeroes;
use pyo3::exceptions::{PyBufferError, PyIndexError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyTuple};
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// Digests of one width, one after the other, and which of them are null.
pub(crate) struct Column {
    bytes: Vec<u8>,
    /// A bit for each, the lowest first, 0 for null; none if no digest is null.
    validity: Option<Vec<u8>>,
    width: usize,
    count: usize,
}

impl Column {
    /// `nulls` are the numbers of those that are null.
    pub(crate) fn new(bytes: Vec<u8>, width: usize, count: usize, nulls: &[usize]) -> Self {
        let validity = (!nulls.is_empty()).then(|| {
            let mut bits = vec![0xff; count.div_ceil(8)];
            for index in nulls {
                bits[index / 8] &= !(1 << (index % 8));
            }
            bits
        });
        Self { bytes, validity, width, count }
    }

    fn is_null(&self, index: usize) -> bool {
        self.validity.as_ref().is_some_and(|bits| bits[index / 8] >> (index % 8) & 1 == 0)
    }

    fn get(&self, index: usize) -> Option<&[u8]> {
        (!self.is_null(index)).then(|| &self.bytes[index * self.width..][..self.width])
    }
}

/// The digests of a batch, in the order of the messages: a sequence of `bytes`, with None for a null.
///
/// Nothing is copied by `memoryview(digests)` and `numpy.asarray(digests)` (rows of digest_size bytes; a null is zeroes there), by
/// `pyarrow.array(digests)` and any other consumer of Arrow (fixed-size binary, nulls kept), or by a slice; one with a step copies.
/// `tolist()` makes all `bytes` objects at once.
///
/// As `array.array` and `memoryview`, digests equal no list: `digests == other` compares with other `Digests`, and
/// `digests.tolist() == other` with a list.
///
/// >>> digests = lanesum.digest_many("sha3_256", [b"one", b"two"])
/// >>> len(digests), digests[1] == lanesum.sha3_256(b"two").digest()
/// (2, True)
#[pyclass(frozen, sequence, weakref, module = "lanesum")]
pub(crate) struct Digests {
    column: Arc<Column>,
    start: usize,
    count: usize,
    /// The shape (count, width) and the strides (width, 1), which exported buffers point to.
    shape: [ffi::Py_ssize_t; 2],
    strides: [ffi::Py_ssize_t; 2],
}

impl Digests {
    pub(crate) fn new(column: Column) -> Self {
        let count = column.count;
        Self::part(Arc::new(column), 0, count)
    }

    fn part(column: Arc<Column>, start: usize, count: usize) -> Self {
        let width = column.width as isize;
        Self { column, start, count, shape: [count as isize, width], strides: [width, 1] }
    }

    fn bytes(&self) -> &[u8] {
        let width = self.column.width;
        &self.column.bytes[self.start * width..][..self.count * width]
    }

    fn item(&self, index: usize) -> Option<&[u8]> {
        self.column.get(self.start + index)
    }

    /// The result of `make` for each digest, and None for each null. All items of the list are None at first: a signal handler may see it.
    fn list<'py>(
        &self,
        py: Python<'py>,
        mut make: impl FnMut(&[u8]) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut signals = Signals::default();
        let list = PyList::new(py, [py.None()])?.as_sequence().repeat(self.count)?.cast_into::<PyList>()?;
        for index in 0..self.count {
            if let Some(bytes) = self.item(index) {
                list.set_item(index, make(bytes)?)?;
            }
            signals.after(py, self.column.width)?;
        }
        Ok(list)
    }

    /// A copy of these rows.
    fn some(&self, py: Python<'_>, rows: impl ExactSizeIterator<Item = usize>) -> PyResult<Self> {
        let (width, count) = (self.column.width, rows.len());
        let mut signals = Signals::default();
        let (mut bytes, mut nulls) = (zeroes(count * width)?, Vec::new());
        for (place, row) in rows.enumerate() {
            match self.item(row) {
                Some(digest) => bytes[place * width..][..width].copy_from_slice(digest),
                None => nulls.push(place),
            }
            signals.after(py, width)?;
        }
        Ok(Self::new(Column::new(bytes, width, count, &nulls)))
    }

    fn nulls(&self) -> usize {
        match self.column.validity {
            None => 0,
            Some(_) => (self.start..self.start + self.count).filter(|index| self.column.is_null(*index)).count(),
        }
    }

    fn arrow(&self) -> ArrowArray {
        let column = Arc::clone(&self.column);
        let validity = column.validity.as_ref().map_or(ptr::null(), Vec::as_ptr);
        let data = column.bytes.as_ptr();
        // SAFETY: the column's vectors are never changed, and have as many digests.
        unsafe { fixed_size_array(column, validity, data, [self.start, self.count, self.nulls()]) }
    }

    fn position(&self, item: &Bound<'_, PyAny>, from: usize, to: usize) -> Option<usize> {
        if item.is_none() {
            return (from..to).find(|index| self.item(*index).is_none());
        }
        let item = item.cast::<PyBytes>().ok()?.as_bytes();
        (from..to).find(|index| self.item(*index) == Some(item))
    }
}

#[pymethods]
impl Digests {
    /// Bytes of a digest.
    #[getter]
    fn digest_size(&self) -> usize {
        self.column.width
    }

    /// How many digests are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.nulls()
    }

    /// All digests as a list of `bytes`, with None for nulls.
    ///
    /// >>> lanesum.digest_many("turboshake128", [b"a", None], digest_size=2).tolist()
    /// [b'\x8a\xa4', None]
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |bytes| bytes_of(py, bytes).map(Bound::into_any))
    }

    /// All digests as a list of `str` in hexadecimal, with None for nulls.
    ///
    /// >>> lanesum.digest_many("turboshake128", [b"a", None], digest_size=2).hex()
    /// ['8aa4', None]
    fn hex<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut text = Vec::new();
        self.list(py, |bytes| hex_string(py, bytes, &mut text).map(Bound::into_any))
    }

    /// All bytes, one digest after the other; a null is zeroes.
    ///
    /// >>> lanesum.digest_many("turboshake128", [b"a", None], digest_size=2).tobytes()
    /// b'\x8a\xa4\x00\x00'
    fn tobytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        bytes_of(py, self.bytes())
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(self.count as isize)?;
            if part.step == 1 {
                let digests = Self::part(Arc::clone(&self.column), self.start + part.start as usize, part.slicelength);
                return Ok(Bound::new(py, digests)?.into_any());
            }
            let rows = (0..part.slicelength).map(|step| (part.start + step as isize * part.step) as usize);
            return Ok(Bound::new(py, self.some(py, rows)?)?.into_any());
        }
        let index = index.extract::<isize>().map_err(|error| {
            if error.is_instance_of::<PyTypeError>(py) {
                PyTypeError::new_err("an index of digests must be an integer or a slice")
            } else {
                PyIndexError::new_err("index of digests out of range")
            }
        })?;
        let index = if index < 0 { index + self.count as isize } else { index };
        match usize::try_from(index) {
            Ok(index) if index < self.count => match self.item(index) {
                None => Ok(py.None().into_bound(py)),
                Some(bytes) => Ok(bytes_of(py, bytes)?.into_any()),
            },
            _ => Err(PyIndexError::new_err("index of digests out of range")),
        }
    }

    fn __iter__(this: Bound<'_, Self>) -> Iter {
        Iter { digests: this.unbind(), next: std::sync::atomic::AtomicUsize::new(0) }
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.position(item, 0, self.count).is_some()
    }

    /// How often a digest, or None, occurs.
    ///
    /// >>> lanesum.digest_many("sha256", [b"a", None, b"b", b"a"]).count(lanesum.sha256(b"a").digest())
    /// 2
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        let mut from = 0;
        let mut count = 0;
        while let Some(index) = self.position(value, from, self.count) {
            count += 1;
            from = index + 1;
        }
        count
    }

    /// The index of the first digest, or None, that is `value`, from `start` on and before `stop`.
    ///
    /// Raises ValueError if there is none.
    ///
    /// >>> lanesum.digest_many("sha256", [b"a", None, b"b", b"a"]).index(lanesum.sha256(b"a").digest(), 1)
    /// 3
    #[pyo3(signature = (value, start = 0, stop = isize::MAX))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let place = |index: isize| {
            let index = if index < 0 { index.saturating_add(self.count as isize) } else { index };
            usize::try_from(index).unwrap_or(0).min(self.count)
        };
        let found = self.position(value, place(start), place(stop));
        found.ok_or_else(|| pyo3::exceptions::PyValueError::new_err("value is not among the digests"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let equal = self.count == other.count
            && self.column.width == other.column.width
            && (0..self.count).all(|index| self.item(index) == other.item(index));
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __repr__(&self) -> String {
        let (count, width) = (self.count, self.column.width);
        format!("<lanesum.Digests: {count} of {width} bytes>")
    }

    /// Pickles as its bytes.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = this.py();
        let digests = this.get();
        let nulls: Vec<usize> = (0..digests.count).filter(|index| digests.item(*index).is_none()).collect();
        let restore = py.import("lanesum._lanesum")?.getattr("_digests")?;
        let parts = (digests.tobytes(py)?, digests.column.width, digests.count, nulls);
        Ok((restore, parts.into_pyobject(py)?))
    }

    /// Schema and array of Arrow's C Data Interface, without a copy.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        // A wish that a producer may ignore.
        let _ = requested_schema;
        Ok((self.__arrow_c_schema__(py)?, capsule(py, self.arrow())?))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        capsule(py, fixed_size_schema(self.column.width))
    }

    /// The same as a stream of one chunk.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        capsule(py, one_chunk(self.column.width, self.arrow()))
    }

    /// Rows of bytes, read-only.
    unsafe fn __getbuffer__(this: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("digests are read-only; bytearray() makes a copy to write to"));
        }
        if flags & ffi::PyBUF_F_CONTIGUOUS == ffi::PyBUF_F_CONTIGUOUS {
            return Err(PyBufferError::new_err(
                "digests are C-contiguous, not in Fortran's order; ask for a C-contiguous buffer",
            ));
        }
        let digests = this.get();
        let bytes = digests.bytes();
        let with = |flag: c_int, pointer: *mut ffi::Py_ssize_t| {
            if flags & flag == flag { pointer } else { ptr::null_mut() }
        };
        // SAFETY: the interpreter gives a struct to be filled. What it points to belongs to the object that it holds.
        unsafe {
            (*view).buf = bytes.as_ptr().cast_mut().cast();
            (*view).len = bytes.len() as isize;
            (*view).itemsize = 1;
            (*view).readonly = 1;
            (*view).ndim = if flags & ffi::PyBUF_ND == ffi::PyBUF_ND { 2 } else { 1 };
            (*view).format = if flags & ffi::PyBUF_FORMAT == ffi::PyBUF_FORMAT {
                c"B".as_ptr().cast_mut()
            } else {
                ptr::null_mut::<c_char>()
            };
            (*view).shape = with(ffi::PyBUF_ND, digests.shape.as_ptr().cast_mut());
            (*view).strides = with(ffi::PyBUF_STRIDES, digests.strides.as_ptr().cast_mut());
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = this.into_ptr();
        }
        Ok(())
    }
}

/// Restores pickled digests: [`Digests::__reduce__`] refers to this function by name.
#[pyfunction]
pub(crate) fn _digests(bytes: &[u8], digest_size: usize, count: usize, nulls: Vec<usize>) -> PyResult<Digests> {
    if digest_size.checked_mul(count) != Some(bytes.len()) || nulls.iter().any(|index| *index >= count) {
        return Err(pyo3::exceptions::PyValueError::new_err("pickled digests: damaged, or not from lanesum"));
    }
    Ok(Digests::new(Column::new(bytes.to_vec(), digest_size, count, &nulls)))
}

/// One digest after the other.
#[pyclass(frozen, module = "lanesum")]
struct Iter {
    digests: Py<Digests>,
    next: std::sync::atomic::AtomicUsize,
}

#[pymethods]
impl Iter {
    #[allow(clippy::self_named_constructors)]
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    /// Pickles as one that begins with the next digest.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Digests,))> {
        let digests = self.digests.get();
        let next = self.next.load(std::sync::atomic::Ordering::Relaxed);
        let rest = Digests::part(Arc::clone(&digests.column), digests.start + next, digests.count - next);
        Ok((py.import("builtins")?.getattr("iter")?, (rest,)))
    }

    #[allow(clippy::option_option)] // the end, or a null
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Option<Bound<'py, PyBytes>>>> {
        use std::sync::atomic::Ordering::Relaxed;
        let digests = self.digests.get();
        let step = |index: usize| (index < digests.count).then_some(index + 1);
        let Ok(index) = self.next.fetch_update(Relaxed, Relaxed, step) else { return Ok(None) };
        digests.item(index).map(|bytes| bytes_of(py, bytes)).transpose().map(Some)
    }
}

/// The state of a stream of one chunk.
struct OneChunk {
    width: usize,
    array: Option<ArrowArray>,
}

impl Drop for OneChunk {
    fn drop(&mut self) {
        if let Some(mut array) = self.array.take() {
            // SAFETY: filled by `fixed_size_array`, and never handed out.
            unsafe { ArrowArray::release(&raw mut array) }
        }
    }
}

fn one_chunk(width: usize, array: ArrowArray) -> ArrowArrayStream {
    unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, schema: *mut ArrowSchema) -> c_int {
        // SAFETY: a stream made below, and room for a schema.
        unsafe {
            let state = (*stream).private_data.cast::<OneChunk>();
            ptr::write(schema, fixed_size_schema((*state).width));
        }
        0
    }
    unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, array: *mut ArrowArray) -> c_int {
        // SAFETY: a stream made below, and room for an array; one that is released ends the stream.
        unsafe {
            let state = (*stream).private_data.cast::<OneChunk>();
            match (*state).array.take() {
                Some(chunk) => ptr::write(array, chunk),
                None => (*array).release = None,
            }
        }
        0
    }
    unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
        ptr::null()
    }
    unsafe extern "C" fn release(stream: *mut ArrowArrayStream) {
        // SAFETY: a stream made below; called once, by the interface.
        unsafe {
            drop(Box::from_raw((*stream).private_data.cast::<OneChunk>()));
            (*stream).release = None;
        }
    }
    let state: *mut c_void = Box::into_raw(Box::new(OneChunk { width, array: Some(array) })).cast();
    ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: state,
    }
}
