//! The structs of Arrow's C Data Interface and C Stream Interface (arrow.apache.org, "The Arrow C data interface"), and their
//! capsules (PyCapsule interface).

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::zeroed;
use std::ptr;

pub(super) const SCHEMA: &CStr = c"arrow_schema";
pub(super) const ARRAY: &CStr = c"arrow_array";
pub(super) const STREAM: &CStr = c"arrow_array_stream";

/// `struct ArrowSchema`
#[repr(C)]
pub(crate) struct ArrowSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut ArrowSchema,
    pub(super) dictionary: *mut ArrowSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub(super) private_data: *mut c_void,
}

/// `struct ArrowArray`
#[repr(C)]
pub(crate) struct ArrowArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut ArrowArray,
    pub(super) dictionary: *mut ArrowArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub(super) private_data: *mut c_void,
}

/// `struct ArrowArrayStream`
#[repr(C)]
pub(crate) struct ArrowArrayStream {
    pub(super) get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    pub(super) get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    pub(super) private_data: *mut c_void,
}

/// A struct that has to be released by the function that it names.
pub(crate) trait Released {
    const NAME: &'static CStr;
    fn is_released(&self) -> bool;
    /// # Safety
    /// It is filled, and not released yet.
    unsafe fn release(this: *mut Self);
    /// Marks it as moved.
    fn forget(&mut self);
}

macro_rules! released {
    ($($kind:ident $name:ident;)*) => { $(
        impl Released for $kind {
            const NAME: &'static CStr = $name;

            fn is_released(&self) -> bool {
                self.release.is_none()
            }

            unsafe fn release(this: *mut Self) {
                // SAFETY: the caller's promise.
                unsafe {
                    if let Some(release) = (*this).release {
                        release(this);
                    }
                }
            }

            fn forget(&mut self) {
                self.release = None;
            }
        }
    )* };
}
released! {
    ArrowSchema SCHEMA;
    ArrowArray ARRAY;
    ArrowArrayStream STREAM;
}

/// One that is ours; released on drop. Boxed: producers may keep its address.
pub(crate) struct Owned<T: Released>(Box<T>);

// SAFETY: what is filled is not written to, and may be released from any thread (C data interface, "Thread safety").
unsafe impl<T: Released> Send for Owned<T> {}
// SAFETY: as above.
unsafe impl<T: Released> Sync for Owned<T> {}

impl<T: Released> Owned<T> {
    /// Nothing, to be filled by a producer.
    fn empty() -> Self {
        // SAFETY: all fields are numbers, pointers and optional functions.
        Self(Box::new(unsafe { zeroed() }))
    }

    /// Moves the contents out of a capsule, which is left released.
    fn take(capsule: &Bound<'_, PyAny>, method: &str) -> PyResult<Self> {
        // SAFETY: the object is alive; a capsule of another name, or no capsule, is an exception.
        let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()) }.cast::<T>();
        if pointer.is_null() {
            let error = PyErr::fetch(capsule.py());
            return Err(PyTypeError::new_err(format!(
                "{method} gave no capsule {:?}: {}",
                T::NAME,
                error.value(capsule.py())
            )));
        }
        // SAFETY: a capsule of this name points to such a struct, which is moved as the interface says.
        unsafe {
            if (*pointer).is_released() {
                return Err(PyValueError::new_err(format!(
                    "{method} gave an {:?} that has been released; export it again for each call",
                    T::NAME
                )));
            }
            let owned = Self(Box::new(ptr::read(pointer)));
            (*pointer).forget();
            Ok(owned)
        }
    }

    pub(super) fn get(&self) -> &T {
        &self.0
    }
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        if !self.0.is_released() {
            // SAFETY: filled, and not released yet.
            unsafe { T::release(&raw mut *self.0) }
        }
    }
}

/// A capsule that owns `value` and releases it, unless a consumer has moved it out.
pub(super) fn capsule<T: Released>(py: Python<'_>, value: T) -> PyResult<Bound<'_, PyAny>> {
    unsafe extern "C" fn destroy<T: Released>(capsule: *mut ffi::PyObject) {
        // SAFETY: the capsule holds what `Box::into_raw` gave below, and is destroyed once.
        unsafe {
            let pointer = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr()).cast::<T>();
            if !pointer.is_null() {
                drop(Owned(Box::from_raw(pointer)));
            }
        }
    }
    let pointer = Box::into_raw(Box::new(value));
    // SAFETY: the name is static, and the destructor takes the box back; if there is no capsule, this does.
    unsafe {
        let capsule = ffi::PyCapsule_New(pointer.cast(), T::NAME.as_ptr(), Some(destroy::<T>));
        if capsule.is_null() {
            drop(Owned(Box::from_raw(pointer)));
        }
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

/// Schema and array of an object with `__arrow_c_array__`.
pub(super) fn import_array(
    object: &Bound<'_, PyAny>,
    argument: &str,
) -> PyResult<(Owned<ArrowSchema>, Owned<ArrowArray>)> {
    let pair = object.call_method0("__arrow_c_array__")?;
    let method = format!("{argument}: __arrow_c_array__()");
    let pair = pair.cast::<PyTuple>().map_err(|_| PyTypeError::new_err(format!("{method} must give a tuple")))?;
    if pair.len() != 2 {
        return Err(PyTypeError::new_err(format!("{method} must give two capsules, not {}", pair.len())));
    }
    Ok((Owned::take(&pair.get_item(0)?, &method)?, Owned::take(&pair.get_item(1)?, &method)?))
}

/// The stream of an object with `__arrow_c_stream__`.
pub(crate) struct Stream(Owned<ArrowArrayStream>);

impl Stream {
    pub(super) fn import(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        Owned::take(&capsule, &format!("{argument}: __arrow_c_stream__()")).map(Self)
    }

    /// Without the interpreter: a producer may wait for threads that need it.
    pub(super) fn schema(&mut self, py: Python<'_>) -> PyResult<Owned<ArrowSchema>> {
        let get = self.0.0.get_schema.ok_or_else(|| malformed("a stream without get_schema"))?;
        py.detach(|| {
            let mut schema = Owned::<ArrowSchema>::empty();
            // SAFETY: the stream is filled, and the schema is room for one.
            let status = unsafe { get(&raw mut *self.0.0, &raw mut *schema.0) };
            if status == 0 { Ok(schema) } else { Err(self.error(status)) }
        })
    }

    /// The next chunk; `None` at the end.
    pub(super) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Owned<ArrowArray>>> {
        let get = self.0.0.get_next.ok_or_else(|| malformed("a stream without get_next"))?;
        let array = py.detach(|| {
            let mut array = Owned::<ArrowArray>::empty();
            // SAFETY: the stream is filled, and the array is room for one.
            let status = unsafe { get(&raw mut *self.0.0, &raw mut *array.0) };
            if status == 0 { Ok(array) } else { Err(self.error(status)) }
        })?;
        Ok((!array.0.is_released()).then_some(array))
    }

    fn error(&mut self, status: c_int) -> PyErr {
        let mut text = None;
        if let Some(get) = self.0.0.get_last_error {
            // SAFETY: the last call failed; the text is valid until the next one.
            let pointer = unsafe { get(&raw mut *self.0.0) };
            if !pointer.is_null() {
                // SAFETY: a C string, by the interface.
                text = Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned());
            }
        }
        let text = text.unwrap_or_else(|| format!("error {status}"));
        PyValueError::new_err(format!("the Arrow stream failed: {text}"))
    }
}

pub(super) fn malformed(what: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("malformed Arrow array: {what}"))
}

/// The schema of a column of digests, or of one child of a table.
pub(super) fn fixed_size_schema(width: usize) -> ArrowSchema {
    const NULLABLE: i64 = 2;
    unsafe extern "C" fn release(schema: *mut ArrowSchema) {
        // SAFETY: made below; called once, by the interface.
        unsafe {
            drop(CString::from_raw((*schema).format.cast_mut()));
            (*schema).release = None;
        }
    }
    let format = CString::new(format!("w:{width}")).unwrap_or_default();
    ArrowSchema {
        format: format.into_raw(),
        name: c"".as_ptr(),
        metadata: ptr::null(),
        flags: NULLABLE,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: Some(release),
        private_data: ptr::null_mut(),
    }
}

/// The data that an exported array keeps alive.
struct Exported<T> {
    buffers: [*const c_void; 2],
    _owner: T,
}

/// An array of fixed-size values. `owner` keeps both ranges alive, and may be dropped on any thread.
///
/// # Safety
/// `validity`, null for "no nulls", has a bit for each of `offset + length` values, `data` their bytes, as long as `owner` lives.
pub(super) unsafe fn fixed_size_array<T: Send + Sync + 'static>(
    owner: T,
    validity: *const u8,
    data: *const u8,
    [offset, length, nulls]: [usize; 3],
) -> ArrowArray {
    unsafe extern "C" fn release<T>(array: *mut ArrowArray) {
        // SAFETY: made below; called once, by the interface.
        unsafe {
            drop(Box::from_raw((*array).private_data.cast::<Exported<T>>()));
            (*array).release = None;
        }
    }
    let exported = Box::into_raw(Box::new(Exported { buffers: [validity.cast(), data.cast()], _owner: owner }));
    ArrowArray {
        length: length as i64,
        null_count: nulls as i64,
        offset: offset as i64,
        n_buffers: 2,
        n_children: 0,
        // SAFETY: just made.
        buffers: unsafe { (&raw mut (*exported).buffers).cast() },
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: Some(release::<T>),
        private_data: exported.cast(),
    }
}
