//! An unfinished message, as part of an object of any class.

use crate::begun::{AGAIN, Begun};
use crate::functions::{Function, Options};
#[cfg(not(Py_GIL_DISABLED))]
use crate::memory::buffer::exact_array;
use crate::memory::buffer::{Lent, copied, exact_bytes, kind, with_bytes};
use crate::memory::{Guard, Lock, Memory, bytes_in_pieces};
use crate::state::{self, exception};
use lanesum::{DigestMany, Error, Hasher, HasherReader};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::ffi::Py_buffer;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// From this many bytes on the interpreter is released: hashing them takes two microseconds or more, and releasing a fiftieth of that.
pub(crate) const DETACH: usize = 4096;
/// A message of this many bytes in one piece is kept, not copied, and hashed in one call when its digest is asked for. KT128 has most of it:
/// incremental, it would collect chunks for the kernels that take several.
const SHORT: usize = 128 << 10;

/// The same of a message whose bytes could change, and are copied in any case.
const COPIED: usize = 16 << 10;

/// An unfinished message, shared by threads.
pub(crate) struct Core {
    pub(crate) function: Function,
    /// Bytes of output, of a function into which it is bound.
    pub(crate) digest_size: usize,
    message: Lock<Message>,
}

/// The state of an unfinished message.
enum Message {
    /// One short piece, or nothing, of a function without options: hashed in one call when its digest is asked for, which is the shortest
    /// way. The second time it is absorbed, so that digests of the same object do not cost the whole message each.
    Short {
        piece: Option<Py<PyBytes>>,
        asked: bool,
    },
    UnderWay(Box<Begun>),
}

impl Message {
    /// With the state that all bytes so far are absorbed into.
    fn under_way(&mut self, py: Python<'_>, function: Function) -> PyResult<&mut Hasher> {
        self.begun(py, function)?.hasher().map_err(exception)
    }

    /// Where few bytes may wait.
    #[inline]
    fn waiting(&mut self) -> Option<&mut Begun> {
        match self {
            Self::UnderWay(begun) => Some(begun),
            Self::Short { .. } => None,
        }
    }

    fn begun(&mut self, py: Python<'_>, function: Function) -> PyResult<&mut Begun> {
        if let Self::Short { piece, .. } = self {
            let mut begun = Box::new(Begun::plain(function));
            if let Some(piece) = piece {
                begun.append(Memory::of(piece.as_bytes(py))).map_err(exception)?;
            }
            *self = Self::UnderWay(begun);
        }
        match self {
            Self::UnderWay(begun) => Ok(begun),
            Self::Short { .. } => unreachable!("replaced above"),
        }
    }
}

impl Core {
    pub(crate) fn new(function: Function, options: &Options) -> PyResult<Self> {
        options.check(function)?;
        if !function.0.is_derived() && options.none() {
            return Ok(Self::plain(function, None));
        }
        let state = state::begin(function, options)?;
        Ok(Self::of(function, state, options.digest_size.unwrap_or(function.digest_size())))
    }

    /// Of a function without options.
    #[inline]
    fn plain(function: Function, piece: Option<Py<PyBytes>>) -> Self {
        let message = Lock::new(Message::Short { piece, asked: false });
        Self { function, digest_size: function.digest_size(), message }
    }

    /// The same with its first piece: the shortest way.
    #[inline]
    pub(crate) fn begin_plain(function: Function, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        match data {
            None => Ok(Self::plain(function, None)),
            Some(data) => match data.cast::<PyBytes>() {
                Ok(piece) if piece.as_bytes().len() <= SHORT => Ok(Self::plain(function, Some(piece.clone().unbind()))),
                _ => Self::plain(function, None).begin(Some(data), None),
            },
        }
    }

    pub(crate) fn of(function: Function, state: Hasher, digest_size: usize) -> Self {
        let digest_size = if function.has_class() { state.digest_bytes() } else { digest_size };
        Self { function, digest_size, message: Lock::new(Message::UnderWay(Box::new(Begun::of(function, state)))) }
    }

    /// Another thread may hash into this object, and needs the interpreter to end that.
    #[inline]
    fn lock<'a>(&'a self, py: Python<'a>) -> Guard<'a, Message> {
        self.message.lock(py)
    }

    #[inline]
    pub(crate) fn update(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.took(data) { Ok(()) } else { self.append(data) }
    }

    /// Takes bytes that only have to wait, by the shortest way; says whether it did. A call and a result in memory would take as long as copying them.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn took(&self, data: &Bound<'_, PyAny>) -> bool {
        let py = data.py();
        if let Some(bytes) = exact_bytes(data) {
            return self.lock(py).waiting().is_some_and(|begun| begun.took_few(bytes.as_bytes()));
        }
        #[cfg(not(Py_GIL_DISABLED))]
        if let Some(array) = exact_array(data) {
            return self.lock(py).waiting().is_some_and(|begun| begun.took_array(array));
        }
        let mut buffer = Py_buffer::new();
        let Some(lent) = Lent::of(data, &mut buffer) else { return false };
        match self.lock(py).waiting() {
            Some(begun) => begun.took(lent.memory()),
            None => false,
        }
    }

    fn append(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = data.py();
        if let Some(bytes) = exact_bytes(data) {
            return append_bytes(self.function, &mut self.lock(py), bytes);
        }
        // The object may have code of its own, which may use this one.
        with_bytes(data, "data", |memory| append(py, self.function, &mut self.lock(py), memory))
    }

    /// The same on several threads.
    pub(crate) fn update_on(&self, data: &Bound<'_, PyAny>, threads: usize) -> PyResult<()> {
        let py = data.py();
        if threads == 1 || !self.function.is_tree() {
            return self.update(data);
        }
        with_bytes(data, "data", |memory| {
            let mut message = self.lock(py);
            let hasher = message.under_way(py, self.function)?;
            py.detach(|| absorb_on(memory, threads, |piece| hasher.update_rayon(piece)))
        })
    }

    /// Appends to the message by the library's own hasher. Whoever uses this object meanwhile waits.
    pub(crate) fn with_hasher<R>(&self, py: Python<'_>, append: impl FnOnce(&mut Hasher) -> R) -> PyResult<R> {
        Ok(append(self.lock(py).under_way(py, self.function)?))
    }

    /// The first message of a new object.
    pub(crate) fn begin(mut self, data: Option<&Bound<'_, PyAny>>, threads: Option<usize>) -> PyResult<Self> {
        let Some(data) = data else { return Ok(self) };
        if let Some(threads) = threads {
            self.update_on(data, threads)?;
            return Ok(self);
        }
        let (py, function, message) = (data.py(), self.function, self.message.get_mut());
        if self.function.0.is_of_tuples() {
            if data.is_instance_of::<PyBytes>() || data.is_instance_of::<PyString>() {
                return Err(PyTypeError::new_err(
                    "strings must be a sequence of bytes-like objects, not one of them; put it into a list",
                ));
            }
            let elements = data.try_iter().map_err(|error| {
                if error.is_instance_of::<PyTypeError>(data.py()) {
                    let kind = kind(data);
                    PyTypeError::new_err(format!("strings must be an iterable of bytes-like objects, not {kind}"))
                } else {
                    error
                }
            })?;
            for (index, element) in elements.enumerate() {
                let element = element?;
                with_bytes(&element, &format!("strings[{index}]"), |memory| {
                    absorb(py, message.begun(py, function)?, memory)
                })?;
            }
        } else if let Ok(bytes) = data.cast::<PyBytes>() {
            append_bytes(function, message, bytes)?;
        } else {
            with_bytes(data, "data", |memory| append(py, function, message, memory))?;
        }
        Ok(self)
    }

    pub(crate) fn copy(&self, py: Python<'_>) -> Self {
        let message = match &*self.lock(py) {
            Message::Short { piece, asked } => {
                Message::Short { piece: piece.as_ref().map(|piece| piece.clone_ref(py)), asked: *asked }
            }
            Message::UnderWay(begun) => Message::UnderWay(begun.clone()),
        };
        Self { function: self.function, digest_size: self.digest_size, message: Lock::new(message) }
    }

    /// Fills `out` with the digest, or with the beginning of an XOF's output.
    #[inline]
    fn output(&self, py: Python<'_>, out: &mut [u8]) -> PyResult<()> {
        let mut message = self.lock(py);
        let whole = match &mut *message {
            _ if self.function.0.is_derived() => None,
            Message::Short { piece, asked } => {
                let bytes = piece.as_ref().map_or(&[][..], |piece| piece.as_bytes(py));
                (!std::mem::replace(asked, true) || bytes.len() <= AGAIN).then_some(bytes)
            }
            Message::UnderWay(begun) => begun.in_one_call(),
        };
        if let Some(bytes) = whole {
            let mut digest = || self.function.0.digest(None, bytes, out);
            return if bytes.len() < DETACH { digest() } else { py.detach(digest) }.map_err(exception);
        }
        let state = message.under_way(py, self.function)?;
        state::reader(state, self.bound()).and_then(|mut reader| reader.read(out)).map_err(exception)
    }

    /// The bytes of output that are bound into it.
    #[inline]
    fn bound(&self) -> Option<usize> {
        (!self.function.0.is_xof()).then_some(self.digest_size)
    }

    /// The result of `make` for the digest of a function that has one length.
    #[inline]
    pub(crate) fn with_digest<R>(&self, py: Python<'_>, make: impl FnOnce(&[u8]) -> PyResult<R>) -> PyResult<R> {
        const SHORT: usize = 64;
        if self.digest_size <= SHORT {
            let mut out = [0; SHORT];
            let out = &mut out[..self.digest_size];
            self.output(py, out)?;
            return make(out);
        }
        make(self.read(py, self.digest_size)?.as_bytes())
    }

    /// The digest of a function that has one length.
    #[inline]
    pub(crate) fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        if self.digest_size < DETACH {
            return self.with_digest(py, |digest| Ok(PyBytes::new(py, digest)));
        }
        self.read(py, self.digest_size)
    }

    /// The output of an XOF.
    pub(crate) fn reader(&self, py: Python<'_>) -> PyResult<HasherReader> {
        state::reader(self.lock(py).under_way(py, self.function)?, None).map_err(exception)
    }

    /// The digest of `length` bytes, or the first `length` bytes of an XOF's output.
    pub(crate) fn read<'py>(&self, py: Python<'py>, length: usize) -> PyResult<Bound<'py, PyBytes>> {
        if length < DETACH {
            return PyBytes::new_with(py, length, |out| self.output(py, out));
        }
        // Not locked while it is read: a handler of signals may use this object.
        let mut reader = state::reader(self.lock(py).under_way(py, self.function)?, self.bound()).map_err(exception)?;
        read_object(&mut reader, py, length)
    }

    pub(crate) fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
        let tag = copied(tag, "tag")?;
        if self.function.binds_length() && tag.len() != self.digest_size {
            return Ok(false);
        }
        let mut message = self.lock(py);
        let state = message.under_way(py, self.function)?;
        let verify = || state.clone().verify(&tag);
        match if tag.len() < DETACH { verify() } else { py.detach(verify) } {
            Ok(()) => Ok(true),
            Err(Error::WrongTag) => Ok(false),
            Err(Error::ShortTag(bits)) => Err(PyValueError::new_err(format!(
                "tag must have at least 4 bytes, not {} (SP 800-185, section 8.4.2)",
                bits / 8
            ))),
            Err(error) => Err(exception(error)),
        }
    }

    pub(crate) fn to_bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        Ok(self.lock(py).under_way(py, self.function)?.to_bytes())
    }
}

#[inline]
fn append_bytes(function: Function, message: &mut Message, bytes: &Bound<'_, PyBytes>) -> PyResult<()> {
    let data = bytes.as_bytes();
    match message {
        Message::Short { piece: piece @ None, .. } if data.len() <= SHORT => {
            *piece = Some(bytes.clone().unbind());
            Ok(())
        }
        message => absorb(bytes.py(), message.begun(bytes.py(), function)?, Memory::of(data)),
    }
}

fn append(py: Python<'_>, function: Function, message: &mut Message, memory: Memory<'_>) -> PyResult<()> {
    match message {
        // Bytes that could change are copied in any case.
        Message::Short { piece: piece @ None, .. } if memory.len() <= COPIED => {
            *piece = Some(memory.to_object(py)?.unbind());
            Ok(())
        }
        message => absorb(py, message.begun(py, function)?, memory),
    }
}

/// By a pool of its own: one that outlived the call would be without its threads after a fork.
pub(crate) fn absorb_on(memory: Memory<'_>, threads: usize, mut update: impl FnMut(&[u8]) + Send) -> PyResult<()> {
    /// Bytes of a copy of what could change: some milliseconds of work.
    const PIECE: usize = 16 << 20;
    pool(threads)?.install(|| {
        memory.for_each_piece(PIECE, |piece| {
            update(piece);
            Ok(())
        })
    })
}

/// Threads for one message.
pub(crate) fn pool(threads: usize) -> PyResult<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| PyRuntimeError::new_err(format!("threads: {threads} threads could not be started: {error}")))
}

fn absorb(py: Python<'_>, begun: &mut Begun, memory: Memory<'_>) -> PyResult<()> {
    if memory.len() < DETACH { begun.append(memory) } else { py.detach(|| begun.append(memory)) }.map_err(exception)
}

/// The next `length` bytes. If a handler of signals raises an exception, those that have been read by then are lost.
pub(crate) fn read_object<'py>(
    reader: &mut HasherReader,
    py: Python<'py>,
    length: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    if length < DETACH {
        return PyBytes::new_with(py, length, |out| reader.read(out).map_err(exception));
    }
    bytes_in_pieces(py, length, |out| py.detach(|| reader.read(out)).map_err(exception))
}
