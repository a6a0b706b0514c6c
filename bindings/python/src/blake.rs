//! The classes `blake2b`, `blake2s`, `blake2bp` and `blake2sp`, with the keywords of hashlib's, and `blake3`.
//!
//! `digest_many` goes through the library's table of functions instead, which has these functions with key, salt and customization string,
//! but without the parameters of trees.

use crate::constructors::{Given, NOTHING};
use crate::hash::length;
use crate::memory::buffer::{copied, with_bytes};
use crate::memory::{Memory, hex_string};
use crate::message::{DETACH, absorb_on};
use crate::state::exception;
use lanesum::digest::{ExtendableOutput, Update, XofReader};
use lanesum::{Blake2Parameters, Blake2b, Blake2bp, Blake2s, Blake2sp, Blake3, Blake3Mode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyString};
use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zeroize::Zeroizing;

/// Bytes of a message that could change are hashed by way of copies of this size.
const PIECE: usize = 64 << 10;

/// Another thread may hash into this object, and needs the interpreter to end that.
pub(crate) fn lock<'a, H>(hasher: &'a Mutex<H>, py: Python<'_>) -> MutexGuard<'a, H> {
    hasher.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
}

fn absorb<H: Update + Send>(hasher: &mut H, py: Python<'_>, memory: Memory<'_>) {
    let mut here = || {
        let _ = memory.for_each_piece(PIECE, |piece| {
            hasher.update(piece);
            Ok::<(), Infallible>(())
        });
    };
    if memory.len() < DETACH { here() } else { py.detach(here) }
}

/// The object may have code of its own, which may use this hasher: it is locked once the bytes are there.
fn absorb_object<H: Update + Send>(hasher: &Mutex<H>, data: &Bound<'_, PyAny>) -> PyResult<()> {
    with_bytes(data, "data", |memory| {
        absorb(&mut *lock(hasher, data.py()), data.py(), memory);
        Ok(())
    })
}

fn given(object: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<Zeroizing<Vec<u8>>> {
    Ok(Zeroizing::new(object.map(|object| copied(object, argument)).transpose()?.unwrap_or_default()))
}

macro_rules! blake2 {
    ($class:ident of $hasher:ident, $text:literal, $most:literal, $half:literal, $block:literal, $digest:literal) => {
        #[doc = concat!("A message of ", $text, ", with the keywords of hashlib's `blake2b`. (`blake2bp` and `blake2sp` have a tree of their own, and refuse the parameters of another one.)")]
        ///
        /// Source: RFC 7693, and for the parameters of trees the paper on BLAKE2.
        ///
        /// Raises TypeError if an argument has the wrong type, and ValueError or OverflowError if it is too long or too large.
        ///
        #[doc = concat!(">>> lanesum.", stringify!($class), "(b\"abc\").hexdigest()[:16]")]
        #[doc = concat!("'", $digest, "'")]
        #[pyclass(frozen, module = "lanesum")]
        #[allow(non_camel_case_types)] // Python's name
        pub(crate) struct $class(Mutex<$hasher>, usize);

        #[pymethods]
        impl $class {
            /// Bytes of a salt, at most.
            #[classattr]
            const SALT_SIZE: usize = $half;
            /// Bytes of a personalisation, at most.
            #[classattr]
            const PERSON_SIZE: usize = $half;
            /// Bytes of a key, at most.
            #[classattr]
            const MAX_KEY_SIZE: usize = $most;
            /// Bytes of a digest, at most.
            #[classattr]
            const MAX_DIGEST_SIZE: usize = $most;

            #[new]
            #[pyo3(signature = (data = NOTHING, *, digest_size = $most, key = None, salt = None, person = None, fanout = 1, depth = 1,
                leaf_size = 0, node_offset = 0, node_depth = 0, inner_size = 0, last_node = false, usedforsecurity = true, string = NOTHING))]
            #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)] // hashlib's
            fn new<'a, 'py>(
                data: Given<'a, 'py>,
                digest_size: usize,
                key: Option<&Bound<'_, PyAny>>,
                salt: Option<&Bound<'_, PyAny>>,
                person: Option<&Bound<'_, PyAny>>,
                fanout: u8,
                depth: u8,
                leaf_size: u32,
                node_offset: u64,
                node_depth: u8,
                inner_size: u8,
                last_node: bool,
                usedforsecurity: bool,
                string: Given<'a, 'py>,
            ) -> PyResult<Self> {
                let _ = usedforsecurity;
                if depth == 0 || usize::from(inner_size) > $most {
                    let text = format!("depth is from 1 to 255, and inner_size from 0 to {}", $most);
                    return Err(PyValueError::new_err(text));
                }
                let (key, salt, person) = (given(key, "key")?, given(salt, "salt")?, given(person, "person")?);
                let parameters = Blake2Parameters {
                    salt: &salt,
                    person: &person,
                    fanout,
                    depth,
                    leaf_bytes: leaf_size,
                    node_offset,
                    node_depth,
                    inner_bytes: inner_size,
                    is_last_node: last_node,
                };
                let hasher = $hasher::with_parameters(digest_size, &key, &parameters, None).map_err(exception)?;
                let new = Self(Mutex::new(hasher), digest_size);
                data.or(string)?.get().map_or(Ok(()), |data| new.update(data))?;
                Ok(new)
            }

            /// Appends bytes to the message. From 4096 bytes on, other threads run meanwhile.
            ///
            /// Raises TypeError if `data` is not bytes-like, and ValueError if it is not contiguous.
            ///
            #[doc = concat!(">>> hasher = lanesum.", stringify!($class), "()")]
            /// >>> hasher.update(b"abc")
            #[pyo3(signature = (data, /))]
            fn update(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
                absorb_object(&self.0, data)
            }

            /// An independent copy.
            ///
            #[doc = concat!(">>> twin = lanesum.", stringify!($class), "().copy()")]
            fn copy(&self, py: Python<'_>) -> Self {
                Self(Mutex::new(lock(&self.0, py).clone()), self.1)
            }

            fn __copy__(&self, py: Python<'_>) -> Self {
                self.copy(py)
            }

            /// The digest of the message so far.
            ///
            #[doc = concat!(">>> len(lanesum.", stringify!($class), "(digest_size=20).digest())")]
            /// 20
            fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
                let hasher = lock(&self.0, py).clone();
                PyBytes::new_with(py, self.1, |out| hasher.finalize_into(out).map_err(exception))
            }

            /// The same in hexadecimal digits.
            ///
            #[doc = concat!(">>> len(lanesum.", stringify!($class), "(digest_size=20).hexdigest())")]
            /// 40
            fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                hex_string(py, self.digest(py)?.as_bytes(), &mut Vec::new())
            }

            /// Whether the digest, usually one with a key, is `tag`, compared in constant time.
            ///
            /// Raises TypeError if `tag` is not bytes-like, and ValueError if it is not contiguous.
            ///
            #[doc = concat!(">>> lanesum.", stringify!($class), "(b\"message\", key=b\"secret\").verify(bytes(", stringify!($most), "))")]
            /// False
            #[pyo3(signature = (tag, /))]
            fn verify(&self, tag: &Bound<'_, PyAny>) -> PyResult<bool> {
                let hasher = lock(&self.0, tag.py()).clone();
                Ok(hasher.verify(&copied(tag, "tag")?))
            }

            /// The name.
            #[getter]
            fn name(&self) -> &'static str {
                stringify!($class)
            }

            /// Bytes of a digest.
            #[getter]
            fn digest_size(&self) -> usize {
                self.1
            }

            /// Bytes of a block.
            #[getter]
            fn block_size(&self) -> usize {
                $block
            }
        }
    };
}
blake2!(blake2b of Blake2b, "BLAKE2b", 64, 16, 128, "ba80a53f981c4d0d");
blake2!(blake2s of Blake2s, "BLAKE2s", 32, 8, 64, "508c5e8c327c14e2");
blake2!(blake2bp of Blake2bp, "BLAKE2bp", 64, 16, 128, "b91a6b66ae87526c");
blake2!(blake2sp of Blake2sp, "BLAKE2sp", 32, 8, 64, "70f75b58f1fecab8");

/// A message of BLAKE3: of its hash; with `key`, 32 bytes, of its keyed hash; with `derive_key_context`, a string that no other
/// program uses, of its key derivation.
///
/// Source: "BLAKE3: one function, fast everywhere".
///
/// Raises TypeError if an argument has the wrong type or both keywords are given, and ValueError for a key of another length.
///
/// >>> lanesum.blake3(b"abc").hexdigest()[:16]
/// '6437b3ac38465133'
#[pyclass(frozen, module = "lanesum")]
#[allow(non_camel_case_types)] // Python's name
pub(crate) struct blake3(pub(crate) Mutex<Blake3>);

#[pymethods]
#[allow(clippy::unused_self)] // getters
impl blake3 {
    #[new]
    #[pyo3(signature = (data = NOTHING, *, key = None, derive_key_context = None, threads = None, usedforsecurity = true, string = NOTHING))]
    fn new<'a, 'py>(
        data: Given<'a, 'py>,
        key: Option<&Bound<'_, PyAny>>,
        derive_key_context: Option<&str>,
        threads: Option<&Bound<'_, PyAny>>,
        usedforsecurity: bool,
        string: Given<'a, 'py>,
    ) -> PyResult<Self> {
        let _ = usedforsecurity;
        let key = key.map(|key| copied(key, "key").map(Zeroizing::new)).transpose()?;
        let hasher = match (&key, derive_key_context) {
            (None, None) => Blake3::new(),
            (Some(key), None) => {
                let wrong = |_| PyValueError::new_err(format!("key must have 32 bytes, not {}", key.len()));
                Blake3::with_mode(Blake3Mode::Keyed(key.as_slice().try_into().map_err(wrong)?))
            }
            (None, Some(context)) => Blake3::with_mode(Blake3Mode::DeriveKey(context)),
            _ => return Err(PyTypeError::new_err("give key or derive_key_context, not both")),
        };
        let new = Self(Mutex::new(hasher));
        data.or(string)?.get().map_or(Ok(()), |data| new.update(data, threads))?;
        Ok(new)
    }

    /// Appends bytes to the message. From 4096 bytes on, other threads run meanwhile. `threads` is the number of threads for these bytes,
    /// 0 for as many as the process may use.
    ///
    /// Raises TypeError if `data` is not bytes-like, and ValueError if it is not contiguous.
    ///
    /// >>> hasher = lanesum.blake3()
    /// >>> hasher.update(b"abc")
    #[pyo3(signature = (data, /, *, threads = None), text_signature = "($self, data, /, *, threads=1)")]
    fn update(&self, data: &Bound<'_, PyAny>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        match threads.map_or(Ok(1), crate::functions::threads)? {
            1 => absorb_object(&self.0, data),
            threads => with_bytes(data, "data", |memory| {
                let hasher = &mut *lock(&self.0, data.py());
                data.py().detach(|| absorb_on(memory, threads, |piece| hasher.update_rayon(piece)))
            }),
        }
    }

    /// An independent copy.
    ///
    /// >>> twin = lanesum.blake3().copy()
    fn copy(&self, py: Python<'_>) -> Self {
        Self(Mutex::new(lock(&self.0, py).clone()))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    /// `length` bytes of output, less than 2^29, from byte `seek` on.
    ///
    /// Raises TypeError unless both are integers, and ValueError or OverflowError if they are out of range.
    ///
    /// >>> lanesum.blake3(b"abc").digest(64)[32:] == lanesum.blake3(b"abc").digest(seek=32)
    /// True
    #[pyo3(signature = (length = None, *, seek = 0), text_signature = "(length=32, *, seek=0)")]
    fn digest<'py>(
        &self,
        py: Python<'py>,
        length: Option<&Bound<'py, PyAny>>,
        seek: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = length.map_or(Ok(32), |object| self::length(object, "length"))?;
        if seek.checked_add(bytes as u64).is_none() {
            return Err(PyValueError::new_err("seek is out of range: BLAKE3 has 2^64 - 1 bytes of output"));
        }
        let mut reader = lock(&self.0, py).clone().finalize_xof();
        reader.set_position(seek);
        PyBytes::new_with(py, bytes, |out| {
            if bytes < DETACH {
                reader.read(out);
            } else {
                py.detach(|| reader.read(out));
            }
            Ok(())
        })
    }

    /// The same in hexadecimal digits; `length` is in bytes, less than 2^29.
    ///
    /// Raises TypeError unless both are integers, and ValueError or OverflowError if they are out of range.
    ///
    /// >>> len(lanesum.blake3(b"abc").hexdigest(20))
    /// 40
    #[pyo3(signature = (length = None, *, seek = 0), text_signature = "(length=32, *, seek=0)")]
    fn hexdigest<'py>(
        &self,
        py: Python<'py>,
        length: Option<&Bound<'py, PyAny>>,
        seek: u64,
    ) -> PyResult<Bound<'py, PyString>> {
        hex_string(py, self.digest(py, length, seek)?.as_bytes(), &mut Vec::new())
    }

    /// The name.
    #[getter]
    fn name(&self) -> &'static str {
        "blake3"
    }

    /// Bytes of a digest without `length`.
    #[getter]
    fn digest_size(&self) -> usize {
        32
    }

    /// Bytes of a block.
    #[getter]
    fn block_size(&self) -> usize {
        64
    }
}
