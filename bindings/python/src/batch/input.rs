//! The inputs of `digest_many`: lists, iterables, buffers with rows, Arrow columns and tables.

use super::gather::{ENOUGH, Pairs, Same, Source, Tuples};
use super::out::Out;
use super::poll::{Poll, Stopped};
use super::run::run;
use super::template::Template;
use crate::memory::buffer::{Rows, Shape, copied, kind};
use crate::memory::chunks::Chunks;
use crate::memory::column::{ArrowColumn, Dictionary};
use crate::memory::list::Held;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString, PyTuple};
use std::sync::atomic::AtomicBool;
use zeroize::Zeroizing;

/// Objects of a list that are held at once: enough that releasing the interpreter costs nothing, and few enough that their bytes are
/// still in a cache when they are hashed.
const HELD: usize = 8192;
/// The same for each of several threads, which are begun anew.
const HELD_BY_THREAD: usize = 65536;
/// Bytes of messages, or of their digests, after which no further object is held.
const HELD_BYTES: usize = 64 << 20;
/// Rows between two looks for Ctrl-C where each only costs a copy, of no more than `ENOUGH` bytes.
const ROWS: usize = 4096;

/// The digests of one column of messages.
pub(super) fn one(
    py: Python<'_>,
    messages: &Bound<'_, PyAny>,
    template: &Template,
    threads: usize,
    out: &mut Out,
) -> PyResult<()> {
    let held = if threads == 1 { HELD } else { HELD_BY_THREAD * threads };
    let held = held.min((HELD_BYTES / template.width).max(1));
    match Input::of(messages, "messages")? {
        Input::Arrow(schema, mut chunks) => {
            if schema.columns() != 1 {
                let columns = schema.columns();
                return Err(PyTypeError::new_err(format!(
                    "messages: a table of {columns} columns; select one, or hash rows as tuples with columns="
                )));
            }
            while let Some(columns) = chunks.next(py, &schema, "messages")? {
                for column in &columns {
                    match column.dictionary() {
                        Some(dictionary) => by_value(py, column, &dictionary, template, threads, out)?,
                        None => run(py, column, template, threads, out)?,
                    }
                }
            }
            Ok(())
        }
        Input::Rows(rows) => run(py, &rows, template, threads, out),
        Input::List(list) => {
            let rows = list.len();
            let mut batch = Held::default();
            out.reserve(py, rows)?;
            for index in 0..rows {
                // Another thread may have shortened it meanwhile.
                batch.push(list.get_item(index)?, "messages", index)?;
                if batch.len() == held || batch.bytes() > HELD_BYTES {
                    run(py, &batch, template, threads, out)?;
                    batch.clear(py);
                }
            }
            run(py, &batch, template, threads, out)
        }
        Input::Iterable => {
            let mut batch = Held::default();
            for (index, message) in iterate(messages, "messages", COLUMN)?.enumerate() {
                batch.push(message?, "messages", index)?;
                if batch.len() == held || batch.bytes() > HELD_BYTES {
                    run(py, &batch, template, threads, out)?;
                    batch.clear(py);
                }
            }
            run(py, &batch, template, threads, out)
        }
    }
}

/// The types that a column of messages can have, as error messages name them.
const COLUMN: &str = "an iterable of bytes-like objects or str, a buffer with rows, or an Arrow column";

fn iterate<'py>(
    object: &Bound<'py, PyAny>,
    argument: &str,
    must_be: &str,
) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
    object.try_iter().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(object.py()) {
            PyTypeError::new_err(format!("{argument} must be {must_be}, not {}", kind(object)))
        } else {
            error
        }
    })
}

/// Each value of a dictionary is hashed once.
fn by_value(
    py: Python<'_>,
    column: &ArrowColumn,
    dictionary: &Dictionary<'_>,
    template: &Template,
    threads: usize,
    out: &mut Out,
) -> PyResult<()> {
    let mut values = Out::new(template.width);
    run(py, dictionary, template, threads, &mut values)?;
    let before = out.count;
    let (places, nulls) = out.grow(py, column.len())?;
    let rows = (ENOUGH / template.width).clamp(1, ROWS);
    let places = places.chunks_exact_mut(template.width);
    let stop = AtomicBool::new(false);
    let mut poll = Poll::main(&stop);
    let result = py.detach(|| {
        for (row, place) in places.enumerate() {
            if row % rows == 0 {
                poll.now()?;
            }
            match dictionary.index(row)? {
                Some(index) => place.copy_from_slice(values.get(index)),
                None => nulls.push(before + row),
            }
        }
        Ok(())
    });
    result.map_err(|error: Stopped| error.into())
}

enum Input<'a, 'py> {
    Arrow(crate::memory::Schema, Chunks),
    Rows(Rows),
    List(&'a Bound<'py, PyList>),
    Iterable,
}

impl<'a, 'py> Input<'a, 'py> {
    fn of(object: &'a Bound<'py, PyAny>, argument: &str) -> PyResult<Self> {
        if let Ok(list) = object.cast_exact::<PyList>() {
            return Ok(Self::List(list));
        }
        if object.is_instance_of::<PyTuple>() {
            return Ok(Self::Iterable);
        }
        if object.is_instance_of::<PyBytes>()
            || object.is_instance_of::<PyByteArray>()
            || object.is_instance_of::<PyString>()
        {
            let kind = kind(object);
            return Err(PyTypeError::new_err(format!("{argument} must be many messages, not one {kind}")));
        }
        if let Some((schema, chunks)) = Chunks::of(object, argument)? {
            return Ok(Self::Arrow(schema, chunks));
        }
        Ok(match Rows::of(object, argument)? {
            Some(Shape::Rows(rows)) => Self::Rows(rows),
            Some(Shape::Sequence) | None => Self::Iterable,
        })
    }
}

const COLUMNS: &str = "a sequence of columns, or an Arrow table";

/// The digests of rows of several columns.
pub(super) fn several(
    py: Python<'_>,
    columns: &Bound<'_, PyAny>,
    template: &Template,
    threads: usize,
    out: &mut Out,
) -> PyResult<()> {
    if columns.is_instance_of::<PyBytes>() || columns.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("columns must be {COLUMNS}, not {}", kind(columns))));
    }
    // A table of Arrow: its chunks have all columns.
    if let Some((schema, mut chunks)) = Chunks::of(columns, "columns")? {
        if schema.columns() == 0 {
            return Err(PyValueError::new_err("columns: the table has no columns; give at least one"));
        }
        while let Some(chunk) = chunks.next(py, &schema, "columns")? {
            let rows = chunk.first().map_or(0, ArrowColumn::len);
            let sources = chunk.iter().map(|column| column as &dyn Source).collect();
            run(py, &Tuples::new(sources, rows, template), template, threads, out)?;
        }
        return Ok(());
    }
    let mut whole = Vec::new();
    for (index, column) in iterate(columns, "columns", COLUMNS)?.enumerate() {
        whole.push(Whole::of(py, &column?, &format!("columns[{index}]"))?);
    }
    let Some(rows) = whole.first().map(Source::rows) else {
        return Err(PyValueError::new_err("columns is empty; give at least one column"));
    };
    if let Some((index, other)) = whole.iter().enumerate().find(|(_, column)| column.rows() != rows) {
        let got = other.rows();
        return Err(PyValueError::new_err(format!("columns[{index}] has {got} rows, and columns[0] has {rows}")));
    }
    let sources = whole.iter().map(|column| column as &dyn Source).collect();
    run(py, &Tuples::new(sources, rows, template), template, threads, out)
}

/// What a message has beside it: one for all, or a column with one for each.
pub(super) enum Beside {
    One(Zeroizing<Vec<u8>>),
    Each(Whole),
}

impl Beside {
    /// Whether it is one of no bytes.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::One(bytes) if bytes.is_empty())
    }

    /// Of an argument that may be either. One is bytes-like, and has no rows.
    pub(super) fn of(py: Python<'_>, object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        let is_arrow = object.hasattr("__arrow_c_array__")? || object.hasattr("__arrow_c_stream__")?;
        let is_column = is_arrow
            || match Rows::of(object, argument) {
                Ok(Some(_)) => true,
                Ok(None) => !object.is_instance_of::<PyString>() && object.try_iter().is_ok(),
                Err(_) => false,
            };
        if is_column {
            Whole::of(py, object, argument).map(Self::Each)
        } else {
            copied(object, argument).map(|one| Self::One(one.into()))
        }
    }
}

/// The digests of messages with what each has beside it. Both have names, for errors.
pub(super) fn pairs(
    py: Python<'_>,
    (messages, messages_name): (&Bound<'_, PyAny>, &str),
    (beside, beside_name): (&Beside, &str),
    template: &Template,
    threads: usize,
    out: &mut Out,
) -> PyResult<()> {
    let messages = Whole::of(py, messages, messages_name)?;
    let rows = messages.rows();
    let same;
    let others: &dyn Source = match beside {
        Beside::One(bytes) => {
            same = Same { bytes, rows };
            &same
        }
        Beside::Each(others) => others,
    };
    let got = others.rows();
    if got != rows {
        return Err(PyValueError::new_err(format!("{beside_name} has {got} rows, and {messages_name} has {rows}")));
    }
    run(py, &Pairs { messages: &messages, others }, template, threads, out)
}

/// A column with all its chunks.
pub(super) enum Whole {
    Arrow { chunks: Vec<ArrowColumn>, starts: Vec<usize>, rows: usize },
    Rows(Rows),
    Held(Held),
}

impl Whole {
    fn of(py: Python<'_>, object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        match Input::of(object, argument)? {
            Input::Arrow(schema, mut chunks) => {
                if schema.columns() != 1 {
                    return Err(PyTypeError::new_err(format!(
                        "{argument}: a table of {} columns; give one column",
                        schema.columns()
                    )));
                }
                let (mut all, mut starts, mut rows) = (Vec::new(), Vec::new(), 0);
                while let Some(columns) = chunks.next(py, &schema, argument)? {
                    py.check_signals()?;
                    for column in columns {
                        if column.len() > 0 {
                            starts.push(rows);
                            rows += column.len();
                            all.push(column);
                        }
                    }
                }
                Ok(Self::Arrow { chunks: all, starts, rows })
            }
            Input::Rows(rows) => Ok(Self::Rows(rows)),
            Input::List(_) | Input::Iterable => {
                let mut held = Held::default();
                for (index, message) in iterate(object, argument, COLUMN)?.enumerate() {
                    held.push(message?, argument, index)?;
                }
                Ok(Self::Held(held))
            }
        }
    }
}

impl Source for Whole {
    fn rows(&self) -> usize {
        match self {
            Self::Arrow { rows, .. } => *rows,
            Self::Rows(rows) => rows.rows(),
            Self::Held(held) => held.rows(),
        }
    }

    fn gather<'a>(
        &'a self,
        first: usize,
        most: usize,
        block: &mut crate::memory::Block<'a>,
    ) -> Result<usize, crate::memory::column::Malformed> {
        match self {
            Self::Arrow { chunks, starts, .. } => {
                let chunk = starts.partition_point(|start| *start <= first) - 1;
                let inside = first - starts[chunk];
                let most = most.min(chunks[chunk].len() - inside);
                chunks[chunk].gather(inside, most, block)
            }
            Self::Rows(rows) => rows.gather(first, most, block),
            Self::Held(held) => held.gather(first, most, block),
        }
    }
}
