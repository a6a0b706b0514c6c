//! The types of a table's columns, with those inside them.

use super::arrow::{ArrowSchema, malformed};
use super::schema::{Index, Layout, children_of, format_of, index_of, name_of, of_argument, type_name};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Nested types deeper than this are refused: reading them takes the stack.
const DEEPEST: usize = 64;

/// Where the items of a list are.
#[derive(Clone, Copy)]
pub(super) enum Items {
    Offsets32,
    Offsets64,
    Views32,
    Views64,
    Fixed(usize),
}

/// The type of a column, or of one inside it.
pub(super) enum Type {
    Null,
    Boolean,
    Integer(Index),
    /// Of so many bytes.
    Float(usize),
    Decimal {
        bytes: usize,
        scale: i32,
    },
    Date32,
    Date64,
    /// A time, timestamp or duration, by the first byte of its encoding.
    Time {
        first: u8,
        wide: bool,
        per_second: i64,
    },
    Months,
    DaysMillis,
    MonthsDaysNanos,
    Bytes {
        first: u8,
        layout: Layout,
    },
    List(Items, Box<Type>),
    Struct(Vec<(Vec<u8>, Type)>),
    Map(Box<[Type; 2]>),
    Dictionary(Index, Box<Type>),
    Runs(Index, Box<Type>),
}

impl Type {
    fn of(schema: &ArrowSchema, depth: usize) -> PyResult<Self> {
        if depth > DEEPEST {
            return Err(PyValueError::new_err(format!("types nested deeper than {DEEPEST} cannot be hashed")));
        }
        let format = format_of(schema)?;
        if !schema.dictionary.is_null() {
            // SAFETY: not null, so a schema by the interface.
            let values = Self::of(unsafe { &*schema.dictionary }, depth + 1)?;
            return Ok(Self::Dictionary(index_of(format)?, Box::new(values)));
        }
        let child = |index: usize, count: usize| {
            let children = children_of(schema)?;
            if children.len() != count {
                return Err(malformed("not as many children as its format has"));
            }
            Self::of(children[index], depth + 1).map(Box::new)
        };
        let time = |first, wide, unit: u8| {
            let per_second = match unit {
                b's' => 1,
                b'm' => 1_000,
                b'u' => 1_000_000,
                b'n' => 1_000_000_000,
                _ => return Err(malformed("a unit of time that does not exist")),
            };
            Ok(Self::Time { first, wide, per_second })
        };
        if let Ok(index) = index_of(format) {
            return Ok(Self::Integer(index));
        }
        Ok(match format {
            b"n" => Self::Null,
            b"b" => Self::Boolean,
            b"e" => Self::Float(2),
            b"f" => Self::Float(4),
            b"g" => Self::Float(8),
            [b'd', b':', rest @ ..] => decimal(rest)?,
            b"tdD" => Self::Date32,
            b"tdm" => Self::Date64,
            [b't', b't', unit] => time(0x61, matches!(unit, b'u' | b'n'), *unit)?,
            [b't', b's', unit, b':', zone @ ..] => time(if zone.is_empty() { 0x62 } else { 0x63 }, true, *unit)?,
            [b't', b'D', unit] => time(0x64, true, *unit)?,
            b"tiM" => Self::Months,
            b"tiD" => Self::DaysMillis,
            b"tin" => Self::MonthsDaysNanos,
            b"u" | b"U" | b"vu" => Self::Bytes { first: 0x70, layout: Layout::of(schema)? },
            b"z" | b"Z" | b"vz" | [b'w', b':', ..] => Self::Bytes { first: 0x71, layout: Layout::of(schema)? },
            b"+l" => Self::List(Items::Offsets32, child(0, 1)?),
            b"+L" => Self::List(Items::Offsets64, child(0, 1)?),
            b"+vl" => Self::List(Items::Views32, child(0, 1)?),
            b"+vL" => Self::List(Items::Views64, child(0, 1)?),
            [b'+', b'w', b':', size @ ..] => {
                let size = number(size).and_then(|size| usize::try_from(size).ok());
                Self::List(Items::Fixed(size.ok_or_else(|| malformed("a fixed size that is no number"))?), child(0, 1)?)
            }
            b"+s" => Self::Struct(fields(schema, depth)?),
            b"+m" => match *child(0, 1)? {
                Self::Struct(fields) => {
                    let entries: Vec<_> = fields.into_iter().map(|(_, field)| field).collect();
                    let entries = entries.try_into().map_err(|_| malformed("a map without keys and values"))?;
                    Self::Map(Box::new(entries))
                }
                _ => return Err(malformed("a map without keys and values")),
            },
            b"+r" => {
                let children = children_of(schema)?;
                let [ends, _] = children[..] else { return Err(malformed("not as many children as its format has")) };
                match *child(1, 2)? {
                    Self::Runs(..) => return Err(malformed("runs of runs")),
                    values => Self::Runs(index_of(format_of(ends)?)?, Box::new(values)),
                }
            }
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "values of type {} have no encoding; cast the column, or leave it out",
                    type_name(format)
                )));
            }
        })
    }
}

fn number(text: &[u8]) -> Option<i32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// `precision,scale` or `precision,scale,bits`
fn decimal(text: &[u8]) -> PyResult<Type> {
    /// Beyond any type's number of digits.
    const MOST: i32 = 1 << 20;
    let numbers: Option<Vec<i32>> = text.split(|c| *c == b',').map(number).collect();
    match numbers.as_deref() {
        Some([_, scale, bits @ ..]) if scale.abs() <= MOST && matches!(bits, [] | [32 | 64 | 128 | 256]) => {
            Ok(Type::Decimal { bytes: bits.first().map_or(16, |bits| *bits as usize / 8), scale: *scale })
        }
        _ => Err(malformed("a decimal type that does not exist")),
    }
}

fn fields(schema: &ArrowSchema, depth: usize) -> PyResult<Vec<(Vec<u8>, Type)>> {
    let field = |child: &ArrowSchema| Ok((name_of(child).to_vec(), Type::of(child, depth + 1)?));
    children_of(schema)?.into_iter().map(field).collect()
}

/// The chosen columns of a table.
pub(crate) struct TableSchema {
    pub(super) columns: Vec<(usize, Type)>,
    /// The name of each, in UTF-8.
    pub(crate) names: Vec<Vec<u8>>,
    pub(super) children: usize,
}

impl TableSchema {
    /// `chosen` are names, in the order of the caller; all columns otherwise.
    pub(super) fn of(py: Python<'_>, schema: &ArrowSchema, chosen: Option<&[String]>) -> PyResult<Self> {
        let format = format_of(schema)?;
        if format != b"+s" || !schema.dictionary.is_null() {
            let kind = type_name(format);
            return Err(PyTypeError::new_err(format!(
                "rows of a table, or of a struct, are hashed, not a column of {kind}"
            )));
        }
        let children = children_of(schema)?;
        let all: Vec<_> = children.iter().map(|child| name_of(child)).collect();
        let indices: Vec<usize> = match chosen {
            None => (0..children.len()).collect(),
            Some(chosen) => chosen.iter().map(|name| index_of_name(&all, name)).collect::<PyResult<_>>()?,
        };
        let column = |index: usize| {
            let name = String::from_utf8_lossy(all[index]);
            let named = |error| of_argument(error, py, &format!("column '{name}'"));
            Ok((index, Type::of(children[index], 0).map_err(named)?))
        };
        let names = indices.iter().map(|index| all[*index].to_vec()).collect();
        let columns = indices.into_iter().map(column).collect::<PyResult<_>>()?;
        Ok(Self { columns, names, children: children.len() })
    }
}

fn index_of_name(all: &[&[u8]], name: &str) -> PyResult<usize> {
    let mut places = all.iter().enumerate().filter(|(_, other)| **other == name.as_bytes());
    match (places.next(), places.next()) {
        (Some((index, _)), None) => Ok(index),
        (None, _) => Err(PyValueError::new_err(format!("the table has no column '{name}'"))),
        _ => Err(PyValueError::new_err(format!("the table has several columns '{name}'; rename them"))),
    }
}
