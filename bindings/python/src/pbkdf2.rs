//! PBKDF2.

use crate::functions::{self, Function, positive, size};
use crate::memory::buffer::copied;
use crate::state::exception;
use lanesum::Error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::num::NonZeroU32;
use zeroize::Zeroizing;

/// A key from a password by PBKDF2 (RFC 8018), with the signature of `hashlib.pbkdf2_hmac`. The functions are those of SHA-2. Other
/// Python threads run meanwhile. Each digest's length of output is a chain of iterations; several are computed at once.
///
/// Raises ValueError for another function, and for fewer than one iteration.
///
/// >>> lanesum.pbkdf2_hmac("sha256", b"passwd", b"salt", 1, 64).hex()[:16]
/// '55ac046e56e3089f'
#[pyfunction]
#[pyo3(signature = (hash_name, password, salt, iterations, dklen = None))]
pub(crate) fn pbkdf2_hmac<'py>(
    py: Python<'py>,
    hash_name: &Bound<'py, PyAny>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    iterations: &Bound<'py, PyAny>,
    dklen: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (function, iterations, bytes) = arguments(hash_name, iterations, dklen)?;
    let password = Zeroizing::new(copied(password, "password")?);
    let salt = copied(salt, "salt")?;
    PyBytes::new_with(py, bytes, |out| {
        let derived = py.detach(|| function.0.pbkdf2_many(&[&password[..]], &[&salt], iterations, bytes, out));
        derived.map_err(exception)
    })
}

/// The function, the iterations and the bytes of a key.
pub(crate) fn arguments(
    hash_name: &Bound<'_, PyAny>,
    iterations: &Bound<'_, PyAny>,
    dklen: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Function, NonZeroU32, usize)> {
    let function = functions::of(hash_name, "hash_name")?;
    let iterations = NonZeroU32::new(positive(iterations, "iterations")?).unwrap_or(NonZeroU32::MIN);
    let bytes = dklen.map_or(Ok(function.digest_size()), |dklen| size(dklen, "dklen"))?;
    // Of no password: whether there is PBKDF2 over it.
    function.0.pbkdf2_many(&[b""; 0], &[b""; 0], iterations, 0, &mut []).map_err(|error| match error {
        Error::NotTaken(_) => {
            PyValueError::new_err(format!("hash_name: PBKDF2 is over functions of SHA-2, not {}", function.name()))
        }
        error => exception(error),
    })?;
    Ok((function, iterations, bytes))
}
