//! Rows of tables with values of any type.

use super::gather::{ENOUGH, Source};
use super::out::Out;
use super::run::run;
use super::template::Template;
use crate::constructors::{Given, NOTHING};
use crate::functions::{self, text};
use crate::memory::buffer::kind;
use crate::memory::chunks::Chunks;
use crate::memory::column::Malformed;
use crate::memory::encode::{Rules, count, string};
use crate::memory::values::Table;
use crate::memory::{Block, Segment};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// A header of this many bytes is copied before each row: the fastest batches begin with nothing (with KT128, 37 ns a row instead of 210).
const SHORT: usize = 32;

/// The digest of each row of a table, with values of any type, by an encoding that never changes: docs/formats.md of the source, "Rows
/// of tables".
///
/// `table` is anything with `__arrow_c_stream__` or `__arrow_c_array__`: a table of pyarrow, a frame of polars or pandas, a relation of
/// DuckDB, a batch of PySpark. `name` is that of a function, or the function itself. `columns` are the names of the columns to hash; their
/// order is part of the digest.
///
/// Equal values have equal digests, from whichever library, and whether in chunks, slices, dictionaries or runs. Different rows are
/// different messages: a null is not an empty string, and the number 1 is not the string "1". An integer is the same in any
/// width, and a floating-point number too, unless `by_type=True` is given. All NaN are equal, and so are 0.0 and -0.0 unless
/// `signed_zeros=True` is given. With `names=True` the names of columns and fields are part of the digest. `seed`, bytes or `str`,
/// separates purposes.
///
/// `threads`, `hex`, the other keywords and the result are as in `digest_many`. A row has no digest only where a struct as a whole is null.
///
/// Raises TypeError for types without an encoding (unions), and ValueError for names that the table has not, or has twice.
///
/// >>> import pyarrow
/// >>> table = pyarrow.table({"id": [1, None], "name": ["Ada", ""]})
/// >>> lanesum.digest_rows(table, "sha256", hex=True)[0][:16]
/// 'c847413ad52ede8c'
#[pyfunction]
#[pyo3(
    signature = (table, name, columns = None, *, names = NOTHING, seed = None, by_type = NOTHING, signed_zeros = NOTHING,
        threads = None, hex = NOTHING, **options),
    text_signature = "(table, name, columns=None, *, names=False, seed=b'', by_type=False, signed_zeros=False, threads=1, \
        hex=False, **options)"
)]
#[allow(clippy::too_many_arguments)] // those of Python's function
pub(crate) fn digest_rows<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    name: &Bound<'py, PyAny>,
    columns: Option<&Bound<'py, PyAny>>,
    names: Given<'_, 'py>,
    seed: Option<&Bound<'py, PyAny>>,
    by_type: Given<'_, 'py>,
    signed_zeros: Given<'_, 'py>,
    threads: Option<&Bound<'py, PyAny>>,
    hex: Given<'_, 'py>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = functions::of(name, "name")?;
    if function.0.is_of_tuples() {
        let name = function.name();
        return Err(PyTypeError::new_err(format!(
            "{name} hashes tuples, and a row is one message; use another function"
        )));
    }
    let rules = Rules {
        names: functions::flag(names.get(), "names")?,
        by_type: functions::flag(by_type.get(), "by_type")?,
        signed_zeros: functions::flag(signed_zeros.get(), "signed_zeros")?,
    };
    let hex = functions::flag(hex.get(), "hex")?;
    let threads = threads.map_or(Ok(1), functions::threads)?;
    let (options, width) = super::options_of("digest_rows", function, options)?;
    let seed = seed.map(|seed| text(seed, "seed")).transpose()?.unwrap_or_default();
    let chosen = columns.map(chosen).transpose()?;
    let Some((schema, mut chunks)) = Chunks::of_table(table, "table", chosen.as_deref())? else {
        return Err(PyTypeError::new_err(format!(
            "table must be an Arrow table, or anything with __arrow_c_stream__(), not {}",
            kind(table)
        )));
    };
    if schema.names.is_empty() {
        return Err(PyValueError::new_err("table: the table has no columns; give at least one"));
    }
    let mut header = header(rules, &seed, &schema.names);
    let mut template = Template::new(function, &options, width)?;
    if header.len() > SHORT || !template.is_plain() {
        template = template.after(&header)?;
        header.clear();
    }
    let mut out = Out::new(width);
    while let Some(table) = chunks.next_table(py, &schema, "table")? {
        run(py, &Rows { table, rules, header: &header }, &template, threads, &mut out)?;
    }
    out.delivered(py, hex)
}

/// The names of columns.
fn chosen(columns: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let wrong = || PyTypeError::new_err(format!("columns must be a sequence of names, not {}", kind(columns)));
    if columns.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let mut names = Vec::new();
    for (index, name) in columns.try_iter().map_err(|_| wrong())?.enumerate() {
        let name = name?;
        let name = name.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err(format!("columns[{index}] must be the name of a column, not {}", kind(&name)))
        })?;
        names.push(crate::memory::buffer::utf8(name, "columns")?.to_owned());
    }
    if names.is_empty() {
        return Err(PyValueError::new_err("columns is empty; give at least one column"));
    }
    Ok(names)
}

/// The header that all rows begin with.
fn header(rules: Rules, seed: &[u8], names: &[Vec<u8>]) -> Vec<u8> {
    let mut header = b"LSR1".to_vec();
    let flags = [(rules.names, 1), (rules.by_type, 2), (rules.signed_zeros, 4)];
    header.push(flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum());
    string(seed, &mut header);
    count(names.len(), &mut header);
    if rules.names {
        for name in names {
            string(name, &mut header);
        }
    }
    header
}

/// A chunk of a table.
struct Rows<'s> {
    table: Table<'s>,
    rules: Rules,
    /// The header that each row begins with, unless the template has it.
    header: &'s [u8],
}

impl Source for Rows<'_> {
    fn rows(&self) -> usize {
        self.table.rows()
    }

    fn gather<'a>(&'a self, first: usize, most: usize, block: &mut Block<'a>) -> Result<usize, Malformed> {
        let (mut rows, mut bytes) = (0, 0);
        let (mut nulls, mut long) = (Vec::new(), Vec::new());
        let mut result = Ok(());
        block.fill_with_copies(|copies| {
            let mut ends = Vec::with_capacity(most);
            while rows < most && bytes <= ENOUGH {
                let begin = copies.len();
                copies.extend_from_slice(self.header);
                match self.table.encode(first + rows, self.rules, copies) {
                    Ok(true) => {
                        let len = copies.len() - begin;
                        bytes += len;
                        if len >= Block::LONG {
                            long.push((ends.len(), vec![Segment::Encoding(copies.split_off(begin))]));
                        }
                        ends.push(copies.len());
                    }
                    Ok(false) => {
                        copies.truncate(begin);
                        nulls.push(rows);
                    }
                    Err(error) => {
                        result = Err(error);
                        break;
                    }
                }
                rows += 1;
            }
            ends
        });
        for row in nulls {
            block.push_null(row);
        }
        for (place, segments) in long {
            block.set_long_row(place, segments);
        }
        result.map(|()| rows)
    }
}
