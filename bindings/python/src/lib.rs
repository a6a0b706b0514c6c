//! The Python package `lanesum`: the interface of hashlib, and whole columns in one call. It uses only the public API of the library.
//!
//! | place | what |
//! | --- | --- |
//! | `functions` | the table of functions, and their options |
//! | `state` | an unfinished message of any function |
//! | `begun` | the same, with bytes that wait until there are enough of them |
//! | `message` | the same, as part of an object that threads may share |
//! | `hash`, `constructors` | the objects with hashlib's interface, and the functions that make them |
//! | `blake` | the classes of BLAKE2 and BLAKE3, which take keys |
//! | `batch/` | many messages in one call |
//! | `pbkdf2`, `merkle` | PBKDF2; Merkle trees |
//! | `file`, `caesar` | files; Keyak and Ketje |
//! | `tree`, `local` | for `lanesum.scale`: KT128 in parts; local files |
//! | `memory/` | memory that the package does not own: Python's buffers and Arrow's arrays; the only place with `unsafe` |
//!
//! The part in Python, `python/lanesum/`, has code that need not be fast: names, types, polars, DuckDB, the bench.
#![deny(unsafe_code)]

mod batch;
mod begun;
mod blake;
mod caesar;
mod constructors;
mod file;
mod functions;
mod hash;
#[cfg(unix)]
mod local;
#[allow(unsafe_code)]
mod memory;
mod merkle;
mod message;
mod pbkdf2;
mod state;
mod stored;
mod tree;

use constructors::{Given, NOTHING};
use functions::Options;
use hash::object;
use message::Core;
use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Begins a message of the function with this name, with `data` as its first bytes (for TupleHash: an iterable of strings).
/// The other keywords are those of the function.
///
/// A name is as hashlib, OpenSSL or the standard writes it, in any case, with `-`, `_` or `/`: "sha3_256", "SHA3-256", "SHA-512/256",
/// "SHA2-256", "shake128". `algorithms_available` has those of all functions without a key; "kmac128", "kmac256", "kmacxof128" and
/// "kmacxof256" need `key=`, too.
///
/// A name that only hashlib has, such as "md5", gives hashlib's object.
///
/// Raises ValueError for a name that no function has, and TypeError for a keyword that the function does not take.
///
/// >>> lanesum.new("sha3_256", b"abc").hexdigest()[:16]
/// '3a985da74fe225b2'
#[pyfunction]
#[pyo3(
    signature = (name, data = NOTHING, *, string = NOTHING, **options),
    text_signature = "(name, data=b'', *, usedforsecurity=True, **options)"
)]
fn new<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    data: Given<'_, 'py>,
    string: Given<'_, 'py>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let data = data.or(string)?;
    let name =
        name.cast::<PyString>().map_err(|_| PyTypeError::new_err("name must be a string, such as 'sha3_256'"))?;
    let name = memory::buffer::utf8(name, "name")?;
    let Some(function) = functions::Function::named(name) else {
        return functions::of_hashlib(name, "name", data.get(), options, py);
    };
    if function.has_class() {
        return function.of_class(data.get(), options, py);
    }
    let options = Options::parse("new", function, options)?;
    object(py, Core::new(function, &options)?.begin(data.get(), options.threads)?)
}

/// Restores the object whose `to_bytes` gave `saved`. `name` is the name of its function. The saved bytes hold the length of the
/// digest; `digest_size`, if given, must be the same.
///
/// Raises ValueError for bytes that are not a saved state of this function.
///
/// >>> saved = lanesum.sha256(b"the first ").to_bytes()
/// >>> resumed = lanesum.from_bytes("sha256", saved)
/// >>> resumed.update(b"half")
/// >>> resumed.digest() == lanesum.sha256(b"the first half").digest()
/// True
#[pyfunction]
#[pyo3(signature = (name, saved, *, digest_size = None))]
fn from_bytes<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    saved: &Bound<'py, PyAny>,
    digest_size: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let name =
        name.cast::<PyString>().map_err(|_| PyTypeError::new_err("name must be a string, such as 'sha3_256'"))?;
    let function = functions::named(memory::buffer::utf8(name, "name")?, "name")?;
    let mut options = Options::default();
    if let Some(size) = digest_size {
        options.give_to(function, "digest_size", size)?;
    }
    let saved = memory::buffer::copied(saved, "saved")?;
    let (saved, digest_size) = state::unlabelled(&saved, function, options.digest_size)?;
    object(py, Core::of(function, state::from_bytes(function, saved)?, digest_size))
}

/// The names of all functions, without or with those that need a key.
#[pyfunction]
fn _names(keyed: bool) -> Vec<&'static str> {
    functions::all().filter(|function| keyed || !function.is_keyed()).map(functions::Function::name).collect()
}

/// The native half of lanesum.
#[pymodule(gil_used = false)]
fn _lanesum(module: &Bound<'_, PyModule>) -> PyResult<()> {
    if !memory::interpreter::is_main(module.py()) {
        return Err(PyImportError::new_err(
            "lanesum cannot be imported in a subinterpreter; import it in the main interpreter",
        ));
    }
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<hash::Hash>()?;
    module.add_class::<hash::Xof>()?;
    module.add_class::<hash::Kmac>()?;
    module.add_class::<hash::KmacXof>()?;
    memory::quick::install::<hash::Hash>(module.py())?;
    memory::quick::install::<hash::Xof>(module.py())?;
    memory::quick::install::<hash::Kmac>(module.py())?;
    memory::quick::install::<hash::KmacXof>(module.py())?;
    module.add_class::<hash::XofReader>()?;
    module.add_class::<blake::blake2b>()?;
    module.add_class::<blake::blake2s>()?;
    module.add_class::<blake::blake2bp>()?;
    module.add_class::<blake::blake2sp>()?;
    module.add_class::<blake::blake3>()?;
    module.add_class::<memory::digests::Digests>()?;
    constructors::add(module)?;
    module.add_function(wrap_pyfunction!(new, module)?)?;
    module.add_function(wrap_pyfunction!(from_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(batch::digest_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::digest_rows, module)?)?;
    module.add_function(wrap_pyfunction!(batch::hmac_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::pbkdf2_hmac_many, module)?)?;
    module.add_function(wrap_pyfunction!(pbkdf2::pbkdf2_hmac, module)?)?;
    merkle::add(module)?;
    module.add_function(wrap_pyfunction!(file::file_digest, module)?)?;
    module.add_function(wrap_pyfunction!(hash::_restore, module)?)?;
    module.add_function(wrap_pyfunction!(memory::digests::_digests, module)?)?;
    module.add_function(wrap_pyfunction!(_names, module)?)?;
    module.add_function(wrap_pyfunction!(stored::_crc64nvme, module)?)?;
    module.add_function(wrap_pyfunction!(stored::_crc32c, module)?)?;
    module.add_function(wrap_pyfunction!(tree::_kt_leaves, module)?)?;
    module.add_function(wrap_pyfunction!(tree::_kt_root, module)?)?;
    #[cfg(unix)]
    {
        module.add_function(wrap_pyfunction!(batch::_digest_files, module)?)?;
        module.add_function(wrap_pyfunction!(batch::_list_directory, module)?)?;
        module.add_function(wrap_pyfunction!(local::_kt_range, module)?)?;
    }
    let caesar = PyModule::new(module.py(), "_caesar")?;
    caesar::add(&caesar)?;
    module.add_submodule(&caesar)
}
