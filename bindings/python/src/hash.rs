//! The classes `Hash`, `Xof`, `Kmac`, `KmacXof` and `XofReader`, with the interface of hashlib's objects.

use crate::functions::{self, Class, LONGEST};
use crate::memory::buffer::kind;
use crate::memory::hex_string;
use crate::memory::quick::Updated;
use crate::message::{Core, DETACH, read_object};
use crate::state::{self, labelled};
use lanesum::HasherReader;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, PyOnceLock};
use pyo3::types::{PyBytes, PyString};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The length of output that a caller has asked for.
pub(crate) fn length(length: &Bound<'_, PyAny>, argument: &str) -> PyResult<usize> {
    let value = length.extract::<isize>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(length.py()) {
            PyTypeError::new_err(format!("{argument} must be an integer, not {}", kind(length)))
        } else {
            PyValueError::new_err(format!("{argument} is out of range: it does not fit into a machine word"))
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

/// A class with what all objects have, and more. For examples: a call that begins a message, without its `)`, and the length of its digest.
macro_rules! object {
    ($(#[$doc:meta])* $class:ident $call:literal $length:literal { $($methods:tt)* }) => {
        $(#[$doc])*
        #[pyclass(frozen, freelist = 64, module = "lanesum")]
        pub(crate) struct $class(pub(crate) Core);

        impl Updated for $class {
            fn slow() -> &'static PyOnceLock<Py<PyAny>> {
                static SLOW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
                &SLOW
            }

            fn core(&self) -> &Core {
                &self.0
            }
        }

        #[pymethods]
        impl $class {
            /// Appends bytes to the message. To a tuple it appends one element.
            ///
            /// From 4096 bytes on, other threads run meanwhile. `threads` is the number of threads for these bytes, 0 for as many as the
            /// process may use: KT128, KT256 and ParallelHash share out a long message, other functions hash it on one.
            ///
            /// Raises TypeError if `data` is not bytes-like, and ValueError if it is not contiguous, or makes the message longer than the
            /// function's standard allows.
            ///
            #[doc = concat!(">>> hasher = lanesum.", $call, ")")]
            /// >>> hasher.update(b"abc")
            #[pyo3(signature = (data, /, *, threads = None), text_signature = "($self, data, /, *, threads=1)")]
            fn update(&self, data: &Bound<'_, PyAny>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
                match threads {
                    None => self.0.update(data),
                    Some(threads) => self.0.update_on(data, crate::functions::threads(threads)?),
                }
            }

            /// An independent copy.
            ///
            #[doc = concat!(">>> hasher = lanesum.", $call, ")")]
            /// >>> twin = hasher.copy()
            /// >>> twin.update(b"abc")
            #[doc = concat!(">>> twin.digest(", $length, ") == hasher.digest(", $length, ")")]
            /// False
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
                self.0.function.name()
            }

            /// Bytes of a block: of a sponge, its rate.
            #[getter]
            fn block_size(&self) -> usize {
                self.0.function.0.block_bytes()
            }

            /// The state as bytes, which `lanesum.from_bytes` restores, on any machine; docs/compatibility.md of the source says for
            /// how long. Anyone who has them can continue the message. If the function has a key, they are as secret as the key.
            ///
            #[doc = concat!(">>> hasher = lanesum.", $call, ")")]
            #[doc = concat!(">>> lanesum.from_bytes(hasher.name, hasher.to_bytes()).digest(", $length, ") == hasher.digest(", $length, ")")]
            /// True
            fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
                let core = &self.0;
                let saved = labelled(core.to_bytes(py)?, core.function, core.digest_size);
                Ok(PyBytes::new(py, &saved))
            }

            fn __repr__(&self) -> String {
                format!("<lanesum.{} {}>", stringify!($class), self.0.function.name())
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
                reduce(py, &self.0, stringify!($class))
            }

            $($methods)*
        }
    };
}

type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyBytes>, usize));

fn reduce<'py>(py: Python<'py>, core: &Core, class: &str) -> PyResult<Reduced<'py>> {
    if core.function.is_keyed() {
        return Err(PyTypeError::new_err(format!(
            "cannot pickle '{class}' object: its state is as secret as its key; use to_bytes() if you want to save it anyway"
        )));
    }
    let restore = py.import("lanesum._lanesum")?.getattr("_restore")?;
    Ok((restore, (core.function.name(), PyBytes::new(py, &core.to_bytes(py)?), core.digest_size)))
}

/// A class with a digest of one length. For examples: a call with this length, and one with this digest.
macro_rules! fixed {
    ($(#[$doc:meta])* $class:ident $call:literal $what:literal [$sized:literal $size:literal] [$message:literal $hex:literal]
     { $($methods:tt)* }) => {
        object! {
            $(#[$doc])*
            $class $call "" {
                #[doc = concat!("The ", $what, " of the message so far, `digest_size` bytes.")]
                ///
                #[doc = concat!(">>> len(lanesum.", $sized, ".digest())")]
                #[doc = $size]
                fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
                    self.0.digest(py)
                }

                #[doc = concat!("The ", $what, " of the message so far, in hexadecimal.")]
                ///
                #[doc = concat!(">>> lanesum.", $message, ".hexdigest()")]
                #[doc = concat!("'", $hex, "'")]
                fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                    self.0.with_digest(py, |digest| hex_string(py, digest, &mut Vec::new()))
                }

                #[doc = concat!("Bytes of the ", $what, ".")]
                #[getter]
                fn digest_size(&self) -> usize {
                    self.0.digest_size
                }

                $($methods)*
            }
        }
    };
}

/// A class with output of any length. For examples: a call, and the first four bytes of its output.
macro_rules! xof {
    ($(#[$doc:meta])* $class:ident $call:literal [$message:literal $hex:literal] { $($methods:tt)* }) => {
        object! {
            $(#[$doc])*
            $class $call "32" {
                /// The first `length` bytes of the output.
                ///
                /// Raises TypeError if `length` is not an integer, and ValueError if it is negative, or 2^29 or more: `reader()` reads more, in pieces.
                ///
                #[doc = concat!(">>> len(lanesum.", $message, ".digest(100))")]
                /// 100
                #[pyo3(signature = (length))]
                fn digest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
                    self.0.read(py, self::length(length, "length")?)
                }

                /// The first `length` bytes of the output, in hexadecimal: two digits for each.
                ///
                /// Raises TypeError if `length` is not an integer, and ValueError if it is negative, or 2^29 or more.
                ///
                #[doc = concat!(">>> lanesum.", $message, ".hexdigest(4)")]
                #[doc = concat!("'", $hex, "'")]
                #[pyo3(signature = (length))]
                fn hexdigest<'py>(&self, py: Python<'py>, length: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
                    hex_string(py, self.0.read(py, self::length(length, "length")?)?.as_bytes(), &mut Vec::new())
                }

                /// A reader of the output from its beginning: each of less than 2^29 bytes, and together of any length. What is appended
                /// to the message later does not change it.
                ///
                #[doc = concat!(">>> reader = lanesum.", $message, ".reader()")]
                #[doc = concat!(">>> reader.read(2) + reader.read(2) == lanesum.", $message, ".digest(4)")]
                /// True
                fn reader(&self, py: Python<'_>) -> PyResult<XofReader> {
                    self.0.reader(py).map(XofReader::new)
                }

                /// 0: the output has any length.
                #[getter]
                #[allow(clippy::unused_self)]
                fn digest_size(&self) -> usize {
                    0
                }

                $($methods)*
            }
        }
    };
}

fixed! {
    /// A hash object for a message in pieces, with a digest of fixed length.
    Hash "sha3_256(" "digest" ["sha3_256(b\"abc\")" "32"]
        ["sha3_256(b\"abc\")" "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"] {}
}

xof! {
    /// A hash object for a message in pieces, with output of any length.
    Xof "shake_128(" ["shake_128(b\"abc\")" "5881092d"] {}
}

fixed! {
    /// A hash object for a message in pieces with a key, and its tag.
    Kmac "kmac128(b\"a key of 16 byte\"" "tag" ["kmac128(b\"a key of 16 byte\", b\"abc\", digest_size=20)" "20"]
        ["kmac128(b\"a key of 16 byte\", b\"abc\", digest_size=4)" "2ebbaee4"] {
        /// Whether `tag` is the tag of the message so far. The time does not depend on where they differ. A tag of another length than
        /// `digest_size` is wrong.
        ///
        /// Raises TypeError if `tag` is not bytes-like, and ValueError if it is that of a `digest_size` below 4 (SP 800-185, section 8.4.2).
        ///
        /// >>> tag = lanesum.kmac128(b"a key of 16 byte", b"abc").digest()
        /// >>> lanesum.kmac128(b"a key of 16 byte", b"abc").verify(tag)
        /// True
        #[pyo3(signature = (tag, /))]
        fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
            self.0.verify(py, tag)
        }
    }
}

xof! {
    /// An unfinished message with a key, and output of any length.
    KmacXof "kmacxof128(b\"a key of 16 byte\"" ["kmacxof128(b\"a key of 16 byte\", b\"abc\")" "c170198c"] {
        /// Whether the output begins with `tag`, of at least 4 bytes. The time does not depend on where they differ. The caller says how
        /// long a tag has to be: check that before.
        ///
        /// Raises TypeError if `tag` is not bytes-like, and ValueError if it has less than 4 bytes (SP 800-185, section 8.4.2).
        ///
        /// >>> tag = lanesum.kmacxof128(b"a key of 16 byte", b"abc").digest(32)
        /// >>> lanesum.kmacxof128(b"a key of 16 byte", b"abc").verify(tag)
        /// True
        #[pyo3(signature = (tag, /))]
        fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
            self.0.verify(py, tag)
        }
    }
}

/// The output of an XOF, read in pieces: each of less than 2^29 bytes, and together of any length.
///
/// >>> reader = lanesum.shake_128(b"seed").reader()
/// >>> reader.read(2) + reader.read(30) == lanesum.shake_128(b"seed").digest(32)
/// True
#[pyclass(frozen, module = "lanesum")]
pub(crate) struct XofReader {
    reader: Mutex<HasherReader>,
    /// The thread that reads and may call handlers of signals meanwhile; 0 for none.
    thread: AtomicUsize,
}

/// A number that no other thread has.
fn this_thread() -> usize {
    thread_local!(static HERE: u8 = const { 0 });
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

impl XofReader {
    fn new(reader: HasherReader) -> Self {
        Self { reader: Mutex::new(reader), thread: AtomicUsize::new(0) }
    }

    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, HasherReader>> {
        if let Ok(guard) = self.reader.try_lock() {
            return Ok(guard);
        }
        if self.thread.load(Relaxed) == this_thread() {
            return Err(PyRuntimeError::new_err(
                "a signal handler called read() while read() of the same XofReader was running; use another reader there",
            ));
        }
        Ok(self.reader.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl XofReader {
    /// The next `n` bytes of the output, which never ends. If Ctrl-C stops a call, nothing has been read.
    ///
    /// Raises TypeError if `n` is not an integer, and ValueError if it is negative, or 2^29 or more.
    ///
    /// >>> reader = lanesum.kt128(b"seed").reader()
    /// >>> (reader.read(10) + reader.read(20)) == lanesum.kt128(b"seed").digest(30)
    /// True
    #[pyo3(signature = (n, /))]
    fn read<'py>(&self, py: Python<'py>, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let length = length(n, "n")?;
        let mut reader = self.lock(py)?;
        if length < DETACH {
            return read_object(&mut reader, py, length);
        }
        self.thread.store(this_thread(), Relaxed);
        let mut ahead = reader.clone();
        let bytes = read_object(&mut ahead, py, length);
        self.thread.store(0, Relaxed);
        if bytes.is_ok() {
            *reader = ahead;
        }
        bytes
    }

    #[allow(clippy::unused_self)]
    fn __repr__(&self) -> &'static str {
        "<lanesum.XofReader>"
    }

    #[allow(clippy::unused_self)]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "cannot pickle 'XofReader' object: pickle the object that made it, and read from the beginning",
        ))
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

/// Restores a pickled object, which refers to this function by name.
#[pyfunction]
pub(crate) fn _restore<'py>(
    py: Python<'py>,
    name: &str,
    saved: &[u8],
    digest_size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let function = functions::named(name, "name")?;
    if digest_size >= LONGEST {
        return Err(PyValueError::new_err("pickled object: damaged, or not from lanesum"));
    }
    let state = state::from_bytes(function, saved)?;
    object(
        py,
        Core::of(
            function,
            state,
            if function.0.has_any_length() { digest_size.max(1) } else { function.digest_size() },
        ),
    )
}
