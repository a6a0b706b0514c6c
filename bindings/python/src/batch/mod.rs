//! Many messages in one call.
//!
//! | file | what |
//! | --- | --- |
//! | `template` | a function that is ready for messages: several at once, or one in pieces |
//! | `gather` | collects the messages of a range of rows from any kind of input |
//! | `run` | divides ranges among threads |
//! | `poll` | checks for Ctrl-C |
//! | `out` | where digests go |
//! | `input` | the kinds of input: Arrow, buffers, lists, iterables; several columns |
//! | `rows` | rows of tables with values of any type |
//! | `files` | for `lanesum.scale`: many small files |

#[cfg(unix)]
mod files;
mod gather;
mod input;
mod out;
mod poll;
mod rows;
mod run;
mod template;

#[cfg(unix)]
pub(crate) use files::{_digest_files, _list_directory};
pub(crate) use rows::digest_rows;

use crate::constructors::{Given, NOTHING};
use crate::functions::{self, Function, Options};
use input::Beside;
use lanesum::merkle::Scheme;
use lanesum::{Hasher, Parameter};
use out::Out;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use template::{Pairs, Template};

/// The digests of many messages in one call.
///
/// `name` is that of a function, as `lanesum.new` takes it, or the function itself. `messages` may be
///
/// - a list or any iterable of bytes-like objects and `str` (hashed as UTF-8), with None for a null,
/// - a C-contiguous buffer with rows: a numpy array or memoryview with two dimensions or more, where a row is a message,
/// - anything with `__arrow_c_array__` or `__arrow_c_stream__` (pyarrow, polars, pandas, DuckDB, …): binary, string, large, view,
///   fixed-size or dictionary-encoded values, with nulls.
///
/// A null gives None, and no digest. To refuse nulls instead, look at `null_count` of the result.
///
/// `columns` takes several of these in place of `messages`, or one Arrow table: each row is hashed as one tuple, by tuplehash128 or
/// tuplehash256 alone. A row with a null in any column gives a null.
///
/// `prefix` comes before each message; it is absorbed once. A column, of the kinds that `messages` may be, has a prefix for each message; a
/// null prefix gives None.
///
/// The result is a `Digests`; with `hex=True` it is a list of `str`. `threads` is the number of threads, 0 for as many as the process
/// may use. `digest_size` is the number of bytes of each digest, less than 2^29, for functions that have any length (if it is not given:
/// 32, or 64 for those of 256 bits of strength). The other keywords are those of the function: `key`, `customization`, `function`, `salt`,
/// `domain`, `block_size`.
///
/// Other Python threads run meanwhile. Ctrl-C stops the call within a tenth of a second. A buffer that another thread writes to
/// meanwhile gives digests of some mixture of its old and new bytes; Arrow arrays are immutable by their specification.
///
/// Raises TypeError for messages that are neither bytes-like, `str` nor None, and ValueError for unknown names, buffers that are not
/// contiguous, a `digest_size` that is 0 or 2^29 or more, and malformed Arrow arrays.
///
/// >>> digests = lanesum.digest_many("sha3_256", ["one", "two", b"abc"])
/// >>> digests[2].hex()[:16]
/// '3a985da74fe225b2'
/// >>> lanesum.digest_many("tuplehash128", columns=[["Ada", "Alan"], ["Lovelace", "Turing"]], hex=True)[0][:16]
/// '03df274a263bb30a'
#[pyfunction]
#[pyo3(
    signature = (name, messages = None, *, columns = None, prefix = None, threads = None, hex = NOTHING, **options),
    text_signature = "(name, messages=None, *, columns=None, prefix=b'', threads=1, hex=False, **options)"
)]
#[allow(clippy::too_many_arguments)] // those of Python's function
pub(crate) fn digest_many<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    messages: Option<&Bound<'py, PyAny>>,
    columns: Option<&Bound<'py, PyAny>>,
    prefix: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    hex: Given<'_, 'py>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = functions::of(name, "name")?;
    let hex = functions::flag(hex.get(), "hex")?;
    let threads = threads.map_or(Ok(1), functions::threads)?;
    let (options, width) = options_of("digest_many", function, options)?;
    let prefix =
        prefix.map_or_else(|| Ok(Beside::One(Vec::new().into())), |prefix| Beside::of(py, prefix, "prefix"))?;
    let is_tuple = function.0.is_of_tuples();
    let mut out = Out::new(width);
    match (messages, columns) {
        (Some(messages), None) if !is_tuple => {
            let template = Template::new(function, &options, width)?;
            match &prefix {
                Beside::One(prefix) => input::one(py, messages, &template.after(prefix)?, threads, &mut out)?,
                prefixes @ Beside::Each(_) => {
                    let template = template.of_pairs(Pairs::Prefix);
                    input::pairs(py, (messages, "messages"), (prefixes, "prefix"), &template, threads, &mut out)?;
                }
            }
        }
        (None, Some(_)) if is_tuple && !prefix.is_nothing() => {
            return Err(PyTypeError::new_err("prefix is for messages, not for columns: give it as a column"));
        }
        (None, Some(columns)) if is_tuple => {
            let template = Template::of_tuples(function, &options, width)?;
            input::several(py, columns, &template, threads, &mut out)?;
        }
        (Some(_), None) => {
            return Err(PyTypeError::new_err(format!("{} hashes tuples: give columns, not messages", function.name())));
        }
        (None, Some(_)) => {
            let name = function.name();
            return Err(PyTypeError::new_err(format!(
                "columns are hashed by tuplehash128 or tuplehash256, not {name}: joined without their lengths, different rows could \
                 be the same message"
            )));
        }
        _ => return Err(PyTypeError::new_err("give either messages or columns, and not both")),
    }
    out.delivered(py, hex)
}

/// The HMACs of many messages (FIPS 198-1), for any function with a digest of one length. `key` is one key for all messages, or a column
/// with a key for each, of the kinds that `messages` may be; a null key gives None. `messages`, `threads`, `hex` and the result are as in
/// `digest_many`.
///
/// Raises TypeError for functions with output of any length, and ValueError unless there are as many keys as messages.
///
/// >>> lanesum.hmac_many("sha256", b"Jefe", ["what do ya want for nothing?"], hex=True)[0][:16]
/// '5bdcc146bf60754e'
/// >>> lanesum.hmac_many("sha256", [b"Jefe", b"key"], ["what do ya want for nothing?", "abc"], hex=True)[1][:16]
/// '9c196e32dc0175f8'
#[pyfunction]
#[pyo3(
    signature = (name, key, messages, *, threads = None, hex = NOTHING),
    text_signature = "(name, key, messages, *, threads=1, hex=False)"
)]
pub(crate) fn hmac_many<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    hex: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = functions::of(name, "name")?;
    let hex = functions::flag(hex.get(), "hex")?;
    let threads = threads.map_or(Ok(1), functions::threads)?;
    if function.0.has_any_length() {
        return Err(PyTypeError::new_err(format!("{} has no HMAC: its digest has no fixed length", function.name())));
    }
    let mut out = Out::new(function.digest_size());
    match Beside::of(py, key, "key")? {
        Beside::One(key) => input::one(py, messages, &Template::hmac(function, &key)?, threads, &mut out)?,
        keys @ Beside::Each(_) => {
            let template = Template::new(function, &Options::default(), function.digest_size())?.of_pairs(Pairs::Hmac);
            input::pairs(py, (messages, "messages"), (&keys, "key"), &template, threads, &mut out)?;
        }
    }
    out.delivered(py, hex)
}

/// Keys from many passwords by PBKDF2 (RFC 8018), several at a time. `passwords` is a column as the messages of `digest_many`; `salt` is one
/// salt for all, or such a column with a salt for each. A null of either gives None. The other arguments are those of `pbkdf2_hmac`;
/// `threads`, `hex` and the result are as in `digest_many`. Ctrl-C waits for the passwords under way, up to 16 for each thread.
///
/// Raises ValueError for another function than those of SHA-2, for fewer than one iteration, and unless there are as many salts as
/// passwords.
///
/// >>> lanesum.pbkdf2_hmac_many("sha256", ["passwd", "Ada"], b"salt", 1, 64, hex=True)[0][:16]
/// '55ac046e56e3089f'
#[pyfunction]
#[pyo3(
    signature = (hash_name, passwords, salt, iterations, dklen = None, *, threads = None, hex = NOTHING),
    text_signature = "(hash_name, passwords, salt, iterations, dklen=None, *, threads=1, hex=False)"
)]
#[allow(clippy::too_many_arguments)] // those of Python's function
pub(crate) fn pbkdf2_hmac_many<'py>(
    py: Python<'py>,
    hash_name: &Bound<'py, PyAny>,
    passwords: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    iterations: &Bound<'py, PyAny>,
    dklen: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    hex: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (function, iterations, width) = crate::pbkdf2::arguments(hash_name, iterations, dklen)?;
    let hex = functions::flag(hex.get(), "hex")?;
    let threads = threads.map_or(Ok(1), functions::threads)?;
    let salts = Beside::of(py, salt, "salt")?;
    let template = Template::new(function, &Options::default(), width)?.of_pairs(Pairs::Pbkdf2(iterations));
    let mut out = Out::new(width);
    input::pairs(py, (passwords, "passwords"), (&salts, "salt"), &template, threads, &mut out)?;
    out.delivered(py, hex)
}

/// The digests of the leaves of a tree, one after the other.
pub(crate) fn leaf_digests(
    py: Python<'_>,
    scheme: &Scheme<Hasher>,
    options: &Options,
    leaves: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<Vec<u8>> {
    let template = Template::of_leaves(scheme, options)?;
    let mut out = Out::new(template.width);
    input::one(py, leaves, &template, threads, &mut out)?;
    out.into_bytes("leaves")
}

/// The options of the function, and the length of a digest in bytes.
fn options_of(caller: &str, function: Function, options: Option<&Bound<'_, PyDict>>) -> PyResult<(Options, usize)> {
    let is_option = function.0.takes(Parameter::DigestBytes);
    let mut rest = None;
    let mut width = None;
    if let Some(given) = options {
        let given = given.copy()?;
        if let Some(size) = given.get_item("digest_size")?
            && !size.is_none()
        {
            if !function.0.has_any_length() && !is_option {
                let (name, size) = (function.name(), function.digest_size());
                return Err(PyTypeError::new_err(format!("digest_size: {name} has digests of {size} bytes only")));
            }
            width = Some(functions::size(&size, "digest_size")?);
        }
        if given.contains("digest_size")? && (width.is_none() || !is_option) {
            given.del_item("digest_size")?;
        }
        rest = Some(given);
    }
    let options = Options::parse(caller, function, rest.as_ref())?;
    Ok((options, width.unwrap_or(function.digest_size())))
}
