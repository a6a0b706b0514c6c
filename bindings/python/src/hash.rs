//! The objects of hashlib's shape.

use crate::functions::{self, Class};
use crate::memory::buffer::kind;
use crate::memory::digests::hex_string;
use crate::message::{Core, DETACH};
use crate::state::{Reader, State, exception, labelled};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyString};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first length of output that is refused in one piece, as CPython's own SHAKE refuses it.
const LONGEST: usize = 1 << 29;

/// The length of output that a caller has asked for.
fn length(length: &Bound<'_, PyAny>, argument: &str) -> PyResult<usize> {
    let value = length.extract::<isize>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(length.py()) {
            PyTypeError::new_err(format!("{argument} must be an integer, not {}", kind(length)))
        } else {
            PyValueError::new_err(format!("{argument} is out of range"))
        }
    })?;
    match usize::try_from(value) {
        Ok(value) if value < LONGEST => Ok(value),
        Ok(_) => Err(PyValueError::new_err(format!(
            "{argument} must be less than {LONGEST}; read more in pieces, by reader()"
        ))),
        Err(_) => Err(PyValueError::new_err(format!("{argument} must not be negative"))),
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
        #[pyclass(frozen, freelist = 64, module = "lanesum")]
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
                let core = &self.0;
                let saved = labelled(core.to_bytes(py)?, core.function, core.digest_size);
                Ok(PyBytes::new(py, &saved))
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
            self.0.read(py, self::length(length, "length")?)
        }

        /// The first `length` bytes of the output, in hexadecimal.
        #[pyo3(signature = (length))]
        fn hexdigest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
            Ok(hex_string(py, self.0.read(py, self::length(length, "length")?)?.as_bytes()))
        }

        /// The output from its beginning, to be read in pieces of any length. What is appended to the message later does not change it.
        fn reader(&self, py: Python<'_>) -> PyResult<XofReader> {
            self.0.reader(py).map(XofReader::new)
        }

        /// 0: the output has any length.
        #[getter]
        #[allow(clippy::unused_self)]
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
            self.0.read(py, self::length(length, "length")?)
        }

        /// The first `length` bytes of the output, in hexadecimal.
        #[pyo3(signature = (length))]
        fn hexdigest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
            Ok(hex_string(py, self.0.read(py, self::length(length, "length")?)?.as_bytes()))
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
        #[allow(clippy::unused_self)]
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
        let length = length(n, "n")?;
        read(py, &mut self.lock(py), length)
    }

    #[allow(clippy::unused_self)]
    fn __repr__(&self) -> &'static str {
        "<lanesum.XofReader>"
    }
}

/// An object of the class that the function has.
pub(crate) fn object(py: Python<'_>, core: Core) -> PyResult<Bound<'_, PyAny>> {
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
    let function = functions::named(name, "name")?;
    let state = State::from_bytes(function, saved)?;
    object(
        py,
        Core::of(function, state, if function.has_any_length() { digest_size.max(1) } else { function.digest_size }),
    )
}
