//! The C side of target `arrow`: Arrow's structs as a producer makes them, and the capsules that hand them over ("The Arrow C data
//! interface", "The Arrow C stream interface", "The Arrow PyCapsule Interface" of arrow.apache.org). The only file here with `unsafe`.

use std::collections::VecDeque;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::column::{Array, Buffer, Schema};

/// `struct ArrowSchema`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut CSchema,
    dictionary: *mut CSchema,
    release: Option<unsafe extern "C" fn(*mut CSchema)>,
    private_data: *mut c_void,
}

/// `struct ArrowArray`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut CArray,
    dictionary: *mut CArray,
    release: Option<unsafe extern "C" fn(*mut CArray)>,
    private_data: *mut c_void,
}

/// `struct ArrowArrayStream`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CStream {
    get_schema: Option<unsafe extern "C" fn(*mut CStream, *mut CSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut CStream, *mut CArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut CStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut CStream)>,
    private_data: *mut c_void,
}

/// Structs that were handed over, and those that were released.
static GIVEN: AtomicU64 = AtomicU64::new(0);
static RELEASED: AtomicU64 = AtomicU64::new(0);

/// Whether each struct that was handed over has been released, and none twice.
pub fn all_are_released() -> bool {
    GIVEN.load(Relaxed) == RELEASED.load(Relaxed)
}

/// A struct with `release` in it.
trait Released: Copy {
    const NAME: &'static CStr;
    fn release(&mut self) -> &mut Option<unsafe extern "C" fn(*mut Self)>;

    /// Frees what belongs to it alone.
    fn free(&mut self) {}
}

/// The bytes of an array, its children and its dictionary: gone when it is released.
type Memory = Vec<Box<[u8]>>;

fn free_memory(array: &mut CArray) {
    let memory = std::mem::replace(&mut array.private_data, null_mut()).cast::<Memory>();
    if !memory.is_null() {
        // SAFETY: from `Box::into_raw` in `Made::root`, and taken once.
        let mut memory = unsafe { Box::from_raw(memory) };
        // Whoever reads on has other digests, if nothing worse.
        memory.iter_mut().for_each(|bytes| std::hint::black_box(bytes).fill(0xaa));
    }
}

macro_rules! released {
    ($($kind:ident $name:literal $($free:ident)?;)*) => { $(
        impl Released for $kind {
            const NAME: &'static CStr = $name;

            fn release(&mut self) -> &mut Option<unsafe extern "C" fn(*mut Self)> {
                &mut self.release
            }
            $(
                fn free(&mut self) {
                    $free(self);
                }
            )?
        }
    )* };
}
released! {
    CSchema c"arrow_schema";
    CArray c"arrow_array" free_memory;
    CStream c"arrow_array_stream";
}

/// Counts, and frees the bytes. What else the struct points to belongs to [`Made`].
unsafe extern "C" fn counted<T: Released>(this: *mut T) {
    // SAFETY: the consumer's promise: a struct that was handed to it.
    let released = unsafe {
        (*this).free();
        (*this).release().take()
    };
    // Twice is once too often: it would be a use of memory that has been freed.
    RELEASED.fetch_add(if released.is_some() { 1 } else { 1 << 32 }, Relaxed);
}

/// Of a child, whose parent is released.
unsafe extern "C" fn child<T: Released>(this: *mut T) {
    // SAFETY: as above. No consumer calls it.
    unsafe { *(*this).release() = None }
    RELEASED.fetch_add(1 << 32, Relaxed);
}

/// In a capsule: released with it, unless the consumer has moved it out.
#[repr(transparent)]
struct Handed<T: Released>(T);

// SAFETY: there is one thread with the interpreter.
unsafe impl<T: Released> Send for Handed<T> {}

impl<T: Released> Drop for Handed<T> {
    fn drop(&mut self) {
        if let Some(release) = *self.0.release() {
            // SAFETY: filled, and not released yet.
            unsafe { release(&raw mut self.0) }
        }
    }
}

fn capsule<T: Released + 'static>(py: Python<'_>, value: T) -> PyResult<Bound<'_, PyAny>> {
    let mut value = Handed(value);
    if value.0.release().is_some() {
        GIVEN.fetch_add(1, Relaxed);
    }
    Ok(PyCapsule::new_with_value(py, value, T::NAME)?.into_any())
}

/// The contents of a stream.
struct Chunks {
    schema: Option<CSchema>,
    chunks: VecDeque<CArray>,
    /// Whether it fails instead of ending.
    fails: bool,
}

impl Drop for Chunks {
    fn drop(&mut self) {
        // Those that nobody asked for.
        self.chunks.iter_mut().for_each(free_memory);
    }
}

const FAILED: c_int = 5;

unsafe extern "C" fn get_schema(stream: *mut CStream, out: *mut CSchema) -> c_int {
    // SAFETY: the consumer's promise: our stream, and room for a schema.
    unsafe {
        let Some(schema) = (*(*stream).private_data.cast::<Chunks>()).schema else { return FAILED };
        GIVEN.fetch_add(u64::from(schema.release.is_some()), Relaxed);
        out.write(schema);
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut CStream, out: *mut CArray) -> c_int {
    // SAFETY: the consumer's promise: our stream, and room for an array.
    unsafe {
        let chunks = &mut *(*stream).private_data.cast::<Chunks>();
        match chunks.chunks.pop_front() {
            Some(array) => {
                GIVEN.fetch_add(u64::from(array.release.is_some()), Relaxed);
                out.write(array);
            }
            None if chunks.fails => return FAILED,
            None => (*out).release = None,
        }
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut CStream) -> *const c_char {
    c"the disk is on fire".as_ptr()
}

/// How a stream may be wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    NoSchema,
    NoFunctions,
    FailsAtEnd,
    FailsWithoutText,
}

/// Everything that structs of one run point to. It outlives their consumer.
#[allow(clippy::vec_box)] // their addresses are given away, and more are pushed
#[derive(Default)]
pub struct Made {
    texts: Vec<CString>,
    schemas: Vec<Box<CSchema>>,
    arrays: Vec<Box<CArray>>,
    schema_pointers: Vec<Box<[*mut CSchema]>>,
    array_pointers: Vec<Box<[*mut CArray]>>,
    buffers: Vec<Box<[*const c_void]>>,
    chunks: Vec<Box<Chunks>>,
    /// Of arrays that are handed over as released.
    unowned: Vec<Memory>,
}

/// A pointer to what the last element of `owned` owns.
fn last<T: ?Sized>(owned: &mut [Box<T>]) -> *mut T {
    owned.last_mut().map_or_else(|| unreachable!("just pushed"), |last| &raw mut **last)
}

impl Made {
    pub fn schema<'py>(&mut self, py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyAny>> {
        capsule(py, self.c_schema(schema, counted::<CSchema>))
    }

    pub fn array<'py>(&mut self, py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
        capsule(py, self.root(array))
    }

    fn root(&mut self, array: &Array) -> CArray {
        let mut memory = Memory::new();
        let mut root = self.c_array(array, counted::<CArray>, &mut memory);
        if root.release.is_some() {
            root.private_data = Box::into_raw(Box::new(memory)).cast();
        } else {
            self.unowned.push(memory);
        }
        root
    }

    /// The same of a stream of arrays.
    pub fn stream<'py>(
        &mut self,
        py: Python<'py>,
        schema: &Schema,
        arrays: &[Array],
        wrong: Option<Wrong>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let schema = (wrong != Some(Wrong::NoSchema)).then(|| self.c_schema(schema, counted::<CSchema>));
        let chunks = arrays.iter().map(|array| self.root(array)).collect();
        let fails = matches!(wrong, Some(Wrong::FailsAtEnd | Wrong::FailsWithoutText));
        self.chunks.push(Box::new(Chunks { schema, chunks, fails }));
        let whole = wrong != Some(Wrong::NoFunctions);
        let stream = CStream {
            get_schema: whole.then_some(get_schema as _),
            get_next: whole.then_some(get_next as _),
            get_last_error: (wrong != Some(Wrong::FailsWithoutText)).then_some(get_last_error as _),
            release: Some(counted::<CStream>),
            private_data: last(&mut self.chunks).cast(),
        };
        capsule(py, stream)
    }

    fn c_schema(&mut self, schema: &Schema, release: unsafe extern "C" fn(*mut CSchema)) -> CSchema {
        let text = |made: &mut Self, text: &str| {
            // A byte of 0 would end it.
            made.texts.push(CString::new(text.replace('\0', "?")).unwrap_or_default());
            made.texts.last().map_or(null(), |text| text.as_ptr())
        };
        let format = schema.format.as_ref().map_or(null(), |format| text(self, format));
        let name = schema.name.as_ref().map_or(null(), |name| text(self, name));
        let mut children = Vec::new();
        for of_child in &schema.children {
            let made = self.c_schema(of_child, child::<CSchema>);
            self.schemas.push(Box::new(made));
            children.push(last(&mut self.schemas));
        }
        self.schema_pointers.push(children.into());
        let children = if schema.no_pointers { null_mut() } else { last(&mut self.schema_pointers).cast() };
        let mut dictionary = null_mut();
        if let Some(values) = &schema.dictionary {
            let made = self.c_schema(values, child::<CSchema>);
            self.schemas.push(Box::new(made));
            dictionary = last(&mut self.schemas);
        }
        CSchema {
            format,
            name,
            metadata: null(),
            flags: 2,
            n_children: schema.stated_children.unwrap_or(schema.children.len() as i64),
            children,
            dictionary,
            release: Some(release),
            private_data: null_mut(),
        }
    }

    fn c_array(&mut self, array: &Array, release: unsafe extern "C" fn(*mut CArray), memory: &mut Memory) -> CArray {
        let mut copied = |buffer: &Buffer| {
            let copy = buffer.bytes.clone();
            let start = if buffer.null { null() } else { copy[buffer.skew..].as_ptr().cast() };
            memory.push(copy);
            start
        };
        let buffers: Box<[*const c_void]> = array.buffers.iter().map(&mut copied).collect();
        self.buffers.push(buffers);
        let buffers = if array.no_pointers { null_mut() } else { last(&mut self.buffers).cast() };
        let mut children = Vec::new();
        for of_child in &array.children {
            let made = self.c_array(of_child, child::<CArray>, memory);
            self.arrays.push(Box::new(made));
            children.push(last(&mut self.arrays));
        }
        self.array_pointers.push(children.into());
        let children = if array.no_pointers { null_mut() } else { last(&mut self.array_pointers).cast() };
        let mut dictionary = null_mut();
        if let Some(values) = &array.dictionary {
            let made = self.c_array(values, child::<CArray>, memory);
            self.arrays.push(Box::new(made));
            dictionary = last(&mut self.arrays);
        }
        CArray {
            length: array.length,
            null_count: array.nulls,
            offset: array.offset,
            n_buffers: array.stated_buffers.unwrap_or(array.buffers.len() as i64),
            n_children: array.stated_children.unwrap_or(array.children.len() as i64),
            buffers,
            children,
            dictionary,
            release: (!array.released).then_some(release),
            private_data: null_mut(),
        }
    }
}
