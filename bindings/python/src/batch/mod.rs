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
use crate::memory::buffer::copied;
use crate::state::exception;
use lanesum::merkle::Scheme;
use lanesum::{Hasher, Parameter};
use out::Out;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use template::Template;
use zeroize::Zeroizing;

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
/// `prefix` comes before each message; it is absorbed once.
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
    let prefix = prefix.map(|prefix| copied(prefix, "prefix")).transpose()?.unwrap_or_default();
    let is_tuple = function.0.is_of_tuples();
    let mut out = Out::new(width);
    match (messages, columns) {
        (Some(messages), None) if !is_tuple => {
            let template = Template::new(function, &options, width)?.after(&prefix)?;
            input::one(py, messages, &template, threads, &mut out)?;
        }
        (None, Some(_)) if is_tuple && !prefix.is_empty() => {
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
    let digests = Bound::new(py, out.finish())?;
    if hex { digests.call_method0("hex") } else { Ok(digests.into_any()) }
}

/// The HMACs of many messages with one key (FIPS 198-1), for any function with a digest of one length. `messages`, `threads`, `hex` and
/// the result are as in `digest_many`.
///
/// >>> lanesum.hmac_many("sha256", b"Jefe", ["what do ya want for nothing?"], hex=True)[0][:16]
/// '5bdcc146bf60754e'
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
    let mut block = Zeroizing::new(copied(key, "key")?);
    let bytes = function.0.block_bytes();
    if block.len() > bytes {
        let mut digest = Zeroizing::new(vec![0; function.digest_size()]);
        function.0.digest(None, &block, &mut digest).map_err(exception)?;
        block = digest;
    }
    let mut padded = Zeroizing::new(vec![0; bytes]);
    padded[..block.len()].copy_from_slice(&block);
    let masked = |mask: u8| Zeroizing::new(padded.iter().map(|byte| byte ^ mask).collect::<Vec<_>>());
    let template = Template::new(function, &Options::default(), function.digest_size())?;
    let template = template.after(&masked(0x36))?.twice(&masked(0x5c))?;
    let mut out = Out::new(template.width);
    input::one(py, messages, &template, threads, &mut out)?;
    let digests = Bound::new(py, out.finish())?;
    if hex { digests.call_method0("hex") } else { Ok(digests.into_any()) }
}

/// The digests of the leaves of a tree, one after the other.
pub(crate) fn leaf_digests(
    py: Python<'_>,
    scheme: &Scheme<Hasher>,
    leaves: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<Vec<u8>> {
    let template = Template::of_leaves(scheme)?;
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
