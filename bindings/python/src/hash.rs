//! The objects of hashlib's shape.

use crate::functions::{Class, Function, Kind, Options, Output, unknown};
use crate::memory::buffer::with_bytes;
use crate::memory::digests::hex_string;
use crate::memory::Memory;
use crate::state::{Reader, State, exception};
use lanesum::Error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyString};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// From so many bytes on the interpreter is released: hashing them takes longer than ten times what releasing does.
pub(crate) const DETACH: usize = 4096;
/// A message that is hashed again as fast as its absorbed state is finished, or nearly so.
const AGAIN: usize = 256;

/// A message under way, shared by threads.
pub(crate) struct Core {
    pub(crate) function: &'static Function,
    /// Bytes of output, of a function into which it is bound.
    pub(crate) digest_size: usize,
    message: Mutex<Message>,
}

/// What there is of a message.
enum Message {
    /// One short piece, or nothing, of a function without options: hashed in one call when it is asked for, which is the shortest way.
    /// The second time it is absorbed, so that digests of the same object do not cost the whole message each.
    Short { piece: Option<Py<PyBytes>>, asked: bool },
    UnderWay(Box<State>),
}

impl Message {
    /// With the state that the piece is absorbed into.
    fn under_way(&mut self, py: Python<'_>, function: &Function) -> PyResult<&mut State> {
        if let Self::Short { piece, .. } = self {
            let mut state = State::new(function, &Options::default())?;
            if let Some(piece) = piece {
                state.update(piece.as_bytes(py)).map_err(exception)?;
            }
            *self = Self::UnderWay(Box::new(state));
        }
        match self {
            Self::UnderWay(state) => Ok(state),
            Self::Short { .. } => unreachable!("replaced above"),
        }
    }
}

impl Core {
    pub(crate) fn new(function: &'static Function, options: &Options) -> PyResult<Self> {
        options.check(function)?;
        if matches!(function.kind, Kind::Plain(_)) && options.none() {
            return Ok(Self::plain(function));
        }
        let state = State::new(function, options)?;
        Ok(Self::of(function, state, options.digest_size.unwrap_or_else(|| function.digest_size())))
    }

    /// Of a function without options.
    #[inline]
    pub(crate) fn plain(function: &'static Function) -> Self {
        let message = Mutex::new(Message::Short { piece: None, asked: false });
        Self { function, digest_size: function.digest_size(), message }
    }

    pub(crate) fn of(function: &'static Function, state: State, digest_size: usize) -> Self {
        Self { function, digest_size, message: Mutex::new(Message::UnderWay(Box::new(state))) }
    }

    /// Another thread may hash into this object, and needs the interpreter to end that.
    #[inline]
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Message> {
        match self.message.try_lock() {
            Ok(guard) => guard,
            Err(_) => self.message.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner),
        }
    }

    #[inline]
    pub(crate) fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        self.append(&mut self.lock(py), data)
    }

    #[inline]
    fn append(&self, message: &mut Message, data: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Message::Short { piece: piece @ None, .. } = message
            && let Ok(data) = data.cast::<PyBytes>()
            && data.as_bytes().len() < DETACH
        {
            *piece = Some(data.clone().unbind());
            return Ok(());
        }
        with_bytes(data, "data", |memory| {
            absorb(data.py(), message.under_way(data.py(), self.function)?, memory)
        })
    }

    /// The first message of a new object.
    #[inline]
    pub(crate) fn begin(mut self, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(data) = data else { return Ok(self) };
        let message = Mutex::new(Message::Short { piece: None, asked: false });
        let mut message = std::mem::replace(&mut self.message, message).into_inner().unwrap_or_else(PoisonError::into_inner);
        if matches!(self.function.kind, Kind::TupleHash(..)) {
            if data.is_instance_of::<PyBytes>() || data.is_instance_of::<PyString>() {
                return Err(PyTypeError::new_err("strings must be a sequence of bytes-like objects, not one of them"));
            }
            for element in data.try_iter()? {
                let element = element?;
                with_bytes(&element, "strings", |memory| {
                    absorb(data.py(), message.under_way(data.py(), self.function)?, memory)
                })?;
            }
        } else {
            self.append(&mut message, data)?;
        }
        self.message = Mutex::new(message);
        Ok(self)
    }

    fn copy(&self, py: Python<'_>) -> Self {
        let message = match &*self.lock(py) {
            Message::Short { piece, asked } => {
                Message::Short { piece: piece.as_ref().map(|piece| piece.clone_ref(py)), asked: *asked }
            }
            Message::UnderWay(state) => Message::UnderWay(state.clone()),
        };
        Self { function: self.function, digest_size: self.digest_size, message: Mutex::new(message) }
    }

    /// Fills `out` with the digest, or with the beginning of an XOF's output.
    #[inline]
    fn output(&self, py: Python<'_>, out: &mut [u8]) -> PyResult<()> {
        let mut message = self.lock(py);
        if let (Message::Short { piece, asked }, Kind::Plain(algorithm)) = (&mut *message, self.function.kind) {
            let bytes = piece.as_ref().map_or(&[][..], |piece| piece.as_bytes(py));
            if !*asked || bytes.len() <= AGAIN {
                *asked = true;
                return algorithm.digest(None, bytes, out).map_err(exception);
            }
        }
        let state = message.under_way(py, self.function)?;
        let done = if self.function.class() == Class::Hash || self.function.class() == Class::Kmac {
            state.digest(out)
        } else {
            state.reader().and_then(|mut reader| reader.read(out))
        };
        done.map_err(exception)
    }

    #[inline]
    fn with_digest<R>(&self, py: Python<'_>, make: impl FnOnce(&[u8]) -> R) -> PyResult<R> {
        const LONGEST: usize = 64;
        if self.digest_size <= LONGEST {
            let mut out = [0; LONGEST];
            let out = &mut out[..self.digest_size];
            self.output(py, out)?;
            return Ok(make(out));
        }
        let mut out = room(self.digest_size)?;
        self.output(py, &mut out)?;
        Ok(make(&out))
    }

    fn reader(&self, py: Python<'_>) -> PyResult<Reader> {
        self.lock(py).under_way(py, self.function)?.reader().map_err(exception)
    }

    /// The first `length` bytes of an XOF's output.
    fn read<'py>(&self, py: Python<'py>, length: usize) -> PyResult<Bound<'py, PyBytes>> {
        if length < DETACH {
            return PyBytes::new_with(py, length, |out| self.output(py, out));
        }
        let mut reader = self.reader(py)?;
        PyBytes::new_with(py, length, |out| py.detach(|| reader.read(out)).map_err(exception))
    }

    fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
        let output = match self.function.kind {
            Kind::Kmac(_, output) => output,
            _ => Output::Any,
        };
        let tag = crate::memory::buffer::copied(tag, "tag")?;
        if output == Output::Bound && tag.len() != self.digest_size {
            return Ok(false);
        }
        match self.lock(py).under_way(py, self.function)?.verify(&tag, output) {
            Ok(()) => Ok(true),
            Err(Error::WrongTag) => Ok(false),
            Err(Error::ShortTag(bits)) => Err(PyValueError::new_err(format!(
                "tag must have at least 4 bytes, not {} (SP 800-185, section 8.4.2)",
                bits / 8
            ))),
            Err(error) => Err(exception(error)),
        }
    }

    fn to_bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        Ok(self.lock(py).under_way(py, self.function)?.to_bytes())
    }
}

#[inline]
fn absorb(py: Python<'_>, state: &mut State, memory: Memory<'_>) -> PyResult<()> {
    if memory.len() < DETACH {
        absorb_here(state, memory).map_err(exception)
    } else {
        py.detach(|| absorb_here(state, memory)).map_err(exception)
    }
}

#[inline]
fn absorb_here(state: &mut State, memory: Memory<'_>) -> Result<(), Error> {
    if let Some(bytes) = memory.stable() {
        return state.update(bytes);
    }
    let pieces = |take: &mut dyn FnMut(&[u8]) -> Result<(), Error>| memory.for_each_piece(take);
    if state.push_in_pieces(memory.len() as u64, pieces)? {
        return Ok(());
    }
    memory.for_each_piece(|piece| state.update(piece))
}

/// So many zeroes, or an exception.
pub(crate) fn room(bytes: usize) -> PyResult<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| pyo3::exceptions::PyMemoryError::new_err("not enough memory"))?;
    room.resize(bytes, 0);
    Ok(room)
}

/// The first length of output that is refused in one piece, as CPython's own SHAKE refuses it.
const LONGEST: usize = 1 << 29;

/// The length of output that a caller has asked for.
fn length(length: &Bound<'_, PyAny>) -> PyResult<usize> {
    let value = length.extract::<isize>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(length.py()) {
            PyTypeError::new_err(format!("length must be an integer, not {}", length.get_type()))
        } else {
            PyValueError::new_err("length is out of range")
        }
    })?;
    match usize::try_from(value) {
        Ok(value) if value < LONGEST => Ok(value),
        Ok(_) => Err(PyValueError::new_err("length is too large: read it in pieces, as by reader()")),
        Err(_) => Err(PyValueError::new_err("length must not be negative")),
    }
}

fn read<'py>(py: Python<'py>, reader: &mut Reader, length: usize) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, length, |out| {
        if length < DETACH { reader.read(out) } else { py.detach(|| reader.read(out)) }.map_err(exception)
    })
}

/// A class with what all objects have, and more.
macro_rules! object {
    ($(#[$doc:meta])* $class:ident { $($methods:tt)* }) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "lanesum")]
        pub(crate) struct $class(pub(crate) Core);

        #[pymethods]
        impl $class {
            /// Appends bytes to the message. To a tuple it appends one element.
            ///
            /// From 4096 bytes on, other threads run meanwhile.
            #[pyo3(signature = (data, /))]
            fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
                self.0.update(py, data)
            }

            /// A copy that goes on by itself.
            fn copy(&self, py: Python<'_>) -> Self {
                Self(self.0.copy(py))
            }

            fn __copy__(&self, py: Python<'_>) -> Self {
                self.copy(py)
            }

            fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Self {
                let _ = memo;
                self.copy(py)
            }

            /// The name, which `lanesum.new` takes.
            #[getter]
            fn name(&self) -> &'static str {
                self.0.function.name
            }

            /// Bytes of a block: of a sponge, its rate.
            #[getter]
            fn block_size(&self) -> usize {
                self.0.function.block_size()
            }

            /// The state as bytes, from which `lanesum.from_bytes` goes on: on any machine, and as long as docs/compatibility.md of
            /// the source says. Whoever has them can go on with the message; of a function with a key, they are as secret as the key.
            fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
                Ok(PyBytes::new(py, &self.0.to_bytes(py)?))
            }

            fn __repr__(&self) -> String {
                format!("<lanesum.{} {}>", stringify!($class), self.0.function.name)
            }

            $($methods)*
        }
    };
}

type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyBytes>, usize));

fn reduce<'py>(py: Python<'py>, core: &Core) -> PyResult<Reduced<'py>> {
    let restore = py.import("lanesum._lanesum")?.getattr("_restore")?;
    Ok((restore, (core.function.name, PyBytes::new(py, &core.to_bytes(py)?), core.digest_size)))
}

fn secret(class: &str) -> PyErr {
    PyTypeError::new_err(format!("cannot pickle '{class}' object: its state is as secret as its key"))
}

object! {
    /// A message under way, and its digest of one length.
    Hash {
        /// The digest of the message so far.
        fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
            self.0.with_digest(py, |digest| PyBytes::new(py, digest))
        }

        /// The digest of the message so far, in hexadecimal.
        fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
            self.0.with_digest(py, |digest| hex_string(py, digest))
        }

        /// Bytes of the digest.
        #[getter]
        fn digest_size(&self) -> usize {
            self.0.digest_size
        }

        fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
            reduce(py, &self.0)
        }
    }
}

object! {
    /// A message under way, and output of any length.
    Xof {
        /// The first `length` bytes of the output.
        #[pyo3(signature = (length))]
        fn digest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
            self.0.read(py, self::length(length)?)
        }

        /// The first `length` bytes of the output, in hexadecimal.
        #[pyo3(signature = (length))]
        fn hexdigest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
            Ok(hex_string(py, self.0.read(py, self::length(length)?)?.as_bytes()))
        }

        /// The output from its beginning, to be read in pieces of any length. What is appended to the message later does not change it.
        fn reader(&self, py: Python<'_>) -> PyResult<XofReader> {
            self.0.reader(py).map(XofReader::new)
        }

        /// 0: the output has any length.
        #[getter]
        fn digest_size(&self) -> usize {
            0
        }

        fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
            reduce(py, &self.0)
        }
    }
}

object! {
    /// A message under way with a key, and its tag.
    Kmac {
        /// The tag of the message so far.
        fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
            self.0.with_digest(py, |digest| PyBytes::new(py, digest))
        }

        /// The tag of the message so far, in hexadecimal.
        fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
            self.0.with_digest(py, |digest| hex_string(py, digest))
        }

        /// Whether `tag` is the tag of the message so far. The time does not depend on where they differ. A tag of another length than
        /// `digest_size` is wrong.
        #[pyo3(signature = (tag, /))]
        fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
            self.0.verify(py, tag)
        }

        /// Bytes of the tag.
        #[getter]
        fn digest_size(&self) -> usize {
            self.0.digest_size
        }

        #[allow(clippy::unused_self)]
        fn __reduce__(&self) -> PyResult<()> {
            Err(secret("Kmac"))
        }
    }
}

object! {
    /// A message under way with a key, and output of any length.
    KmacXof {
        /// The first `length` bytes of the output.
        #[pyo3(signature = (length))]
        fn digest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
            self.0.read(py, self::length(length)?)
        }

        /// The first `length` bytes of the output, in hexadecimal.
        #[pyo3(signature = (length))]
        fn hexdigest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
            Ok(hex_string(py, self.0.read(py, self::length(length)?)?.as_bytes()))
        }

        /// The output from its beginning, to be read in pieces of any length.
        fn reader(&self, py: Python<'_>) -> PyResult<XofReader> {
            self.0.reader(py).map(XofReader::new)
        }

        /// Whether the output begins with `tag`, of at least 4 bytes. The time does not depend on where they differ. The caller says how
        /// long a tag has to be: check that before.
        #[pyo3(signature = (tag, /))]
        fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
            self.0.verify(py, tag)
        }

        /// 0: the output has any length.
        #[getter]
        fn digest_size(&self) -> usize {
            0
        }

        #[allow(clippy::unused_self)]
        fn __reduce__(&self) -> PyResult<()> {
            Err(secret("KmacXof"))
        }
    }
}

/// Output of any length, read in pieces.
///
/// >>> reader = lanesum.shake_128(b"seed").reader()
/// >>> reader.read(2) + reader.read(30) == lanesum.shake_128(b"seed").digest(32)
/// True
#[pyclass(frozen, module = "lanesum")]
pub(crate) struct XofReader(Mutex<Reader>);

impl XofReader {
    fn new(reader: Reader) -> Self {
        Self(Mutex::new(reader))
    }

    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Reader> {
        match self.0.try_lock() {
            Ok(guard) => guard,
            Err(_) => self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner),
        }
    }
}

#[pymethods]
impl XofReader {
    /// The next `n` bytes of the output, which never ends.
    #[pyo3(signature = (n, /))]
    fn read<'py>(&self, py: Python<'py>, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let length = length(n)?;
        read(py, &mut self.lock(py), length)
    }

    #[allow(clippy::unused_self)]
    fn __repr__(&self) -> &'static str {
        "<lanesum.XofReader>"
    }
}

/// An object of the class that the function has.
pub(crate) fn object<'py>(py: Python<'py>, core: Core) -> PyResult<Bound<'py, PyAny>> {
    Ok(match core.function.class() {
        Class::Hash => Bound::new(py, Hash(core))?.into_any(),
        Class::Xof => Bound::new(py, Xof(core))?.into_any(),
        Class::Kmac => Bound::new(py, Kmac(core))?.into_any(),
        Class::KmacXof => Bound::new(py, KmacXof(core))?.into_any(),
    })
}

/// What pickled objects name.
#[pyfunction]
pub(crate) fn _restore<'py>(
    py: Python<'py>,
    name: &str,
    saved: &[u8],
    digest_size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let function = Function::named(name).ok_or_else(|| unknown(name))?;
    let state = State::from_bytes(function, saved)?;
    object(py, Core::of(function, state, if function.has_any_length() { digest_size.max(1) } else { function.digest_size() }))
}
