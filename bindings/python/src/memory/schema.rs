//! The layouts of columns in an Arrow schema.

use super::arrow::{ArrowSchema, malformed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ffi::CStr;

/// The layout of a column of a schema.
#[derive(Clone)]
pub(super) enum Layout {
    Null,
    Offsets32,
    Offsets64,
    View,
    Fixed(usize),
    Dictionary(Index, Box<Layout>),
    /// Run-end encoded.
    Runs(Index, Box<Layout>),
}

/// A type of integers: of a dictionary's indices, of run ends, of values.
#[derive(Clone, Copy)]
pub(super) enum Index {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

/// The columns of what Python has given: one, or those of a table.
pub(crate) struct Schema {
    pub(super) layouts: Vec<Layout>,
    /// A struct with one child for each.
    pub(super) table: bool,
}

pub(super) fn format_of(schema: &ArrowSchema) -> PyResult<&[u8]> {
    if schema.format.is_null() {
        return Err(malformed("no format"));
    }
    // SAFETY: a C string, by the interface.
    Ok(unsafe { CStr::from_ptr(schema.format) }.to_bytes())
}

pub(super) fn index_of(format: &[u8]) -> PyResult<Index> {
    Ok(match format {
        b"c" => Index::I8,
        b"C" => Index::U8,
        b"s" => Index::I16,
        b"S" => Index::U16,
        b"i" => Index::I32,
        b"I" => Index::U32,
        b"l" => Index::I64,
        b"L" => Index::U64,
        _ => return Err(malformed("the indices of a dictionary are no integers")),
    })
}

/// The name of a field; empty for none.
pub(super) fn name_of(schema: &ArrowSchema) -> &[u8] {
    // SAFETY: a C string, by the interface.
    if schema.name.is_null() { b"" } else { unsafe { CStr::from_ptr(schema.name) }.to_bytes() }
}

pub(super) fn children_of(schema: &ArrowSchema) -> PyResult<Vec<&ArrowSchema>> {
    let count = usize::try_from(schema.n_children).map_err(|_| malformed("a number of children below 0"))?;
    if count > 0 && schema.children.is_null() {
        return Err(malformed("no children"));
    }
    let child = |index| {
        // SAFETY: the interface promises as many pointers.
        let child = unsafe { *schema.children.add(index) };
        if child.is_null() {
            return Err(malformed("a child that is null"));
        }
        // SAFETY: not null, so a schema by the interface.
        Ok(unsafe { &*child })
    };
    (0..count).map(child).collect()
}

impl Layout {
    pub(super) fn of(schema: &ArrowSchema) -> PyResult<Self> {
        let format = format_of(schema)?;
        if !schema.dictionary.is_null() {
            let index = index_of(format)?;
            // SAFETY: not null, so a schema by the interface.
            let values = Self::of(unsafe { &*schema.dictionary })?;
            if matches!(values, Self::Dictionary(..) | Self::Runs(..)) {
                return Err(malformed("a dictionary of a dictionary"));
            }
            return Ok(Self::Dictionary(index, Box::new(values)));
        }
        match format {
            b"n" => Ok(Self::Null),
            b"z" | b"u" => Ok(Self::Offsets32),
            b"Z" | b"U" => Ok(Self::Offsets64),
            b"vz" | b"vu" => Ok(Self::View),
            [b'w', b':', width @ ..] => {
                let width = std::str::from_utf8(width).ok().and_then(|width| width.parse::<u32>().ok());
                width
                    .map(|width| Self::Fixed(width as usize))
                    .ok_or_else(|| malformed("a fixed size that is no number"))
            }
            b"+r" => {
                let [ends, values] = children_of(schema)?[..] else {
                    return Err(malformed("not as many children as its format has"));
                };
                match Self::of(values)? {
                    Self::Runs(..) => Err(malformed("runs of runs")),
                    values => Ok(Self::Runs(index_of(format_of(ends)?)?, Box::new(values))),
                }
            }
            _ => Err(PyTypeError::new_err(format!(
                "a column must be of binary or string values, not {}; cast it first",
                type_name(format)
            ))),
        }
    }
}

/// Arrow's name for the type of a format string.
pub(super) fn type_name(format: &[u8]) -> String {
    let name = match format {
        b"b" => "boolean",
        b"c" => "int8",
        b"C" => "uint8",
        b"s" => "int16",
        b"S" => "uint16",
        b"i" => "int32",
        b"I" => "uint32",
        b"l" => "int64",
        b"L" => "uint64",
        b"e" => "float16",
        b"f" => "float32",
        b"g" => "float64",
        [b'd', ..] => "decimal",
        [b't', b'd', ..] => "date",
        [b't', b't', ..] => "time",
        [b't', b's', ..] => "timestamp",
        [b't', b'D', ..] => "duration",
        [b't', b'i', ..] => "interval",
        b"+l" | b"+L" | b"+vl" | b"+vL" | [b'+', b'w', ..] => "list",
        b"+s" => "struct",
        b"+m" => "map",
        [b'+', b'u', ..] => "union",
        _ => return format!("Arrow's format '{}'", String::from_utf8_lossy(format)),
    };
    name.to_owned()
}

/// An error of the checks here, with the name of what was checked.
pub(super) fn of_argument(error: PyErr, py: Python<'_>, argument: &str) -> PyErr {
    let text = format!("{argument}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) { PyTypeError::new_err(text) } else { PyValueError::new_err(text) }
}

impl Schema {
    pub(super) fn of(py: Python<'_>, schema: &ArrowSchema) -> PyResult<Self> {
        if format_of(schema)? != b"+s" {
            return Ok(Self { layouts: vec![Layout::of(schema)?], table: false });
        }
        let layout = |child: &ArrowSchema| {
            let name = String::from_utf8_lossy(name_of(child));
            Layout::of(child).map_err(|error| of_argument(error, py, &format!("column '{name}'")))
        };
        let layouts = children_of(schema)?.into_iter().map(layout).collect::<PyResult<_>>()?;
        Ok(Self { layouts, table: true })
    }

    pub(crate) fn columns(&self) -> usize {
        self.layouts.len()
    }
}
