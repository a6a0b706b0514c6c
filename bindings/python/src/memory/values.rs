//! Rows of an Arrow table with values of any type, in the encoding of docs/formats.md, "Rows of tables".
//!
//! As in `column`, every pointer and length is checked against the schema before it is used.

#![allow(clippy::cast_ptr_alignment)] // numbers are read by `at`, which takes any alignment

use super::arrow::{ArrowArray, ArrowSchema, Owned, malformed};
use super::column::{Malformed, Part, Room, at, buffers, extent, find_run, is_set, validity_of};
use super::schema::{Index, Layout, children_of, format_of, index_of, name_of, of_argument, type_name};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// What the caller chooses.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) names: bool,
    pub(crate) by_type: bool,
    pub(crate) signed_zeros: bool,
}

/// Nested types deeper than this are refused: reading them takes the stack.
const DEEPEST: usize = 64;

/// Where the items of a list are.
#[derive(Clone, Copy)]
enum Items {
    Offsets32,
    Offsets64,
    Views32,
    Views64,
    Fixed(usize),
}

/// The type of a column, or of one inside it.
enum Type {
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
    columns: Vec<(usize, Type)>,
    /// The name of each, in UTF-8.
    pub(crate) names: Vec<Vec<u8>>,
    children: usize,
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

/// A chunk of a table that owns its arrays.
pub(crate) struct Table<'s> {
    columns: Vec<Node<'s>>,
    validity: *const u8,
    offset: usize,
    length: usize,
    _array: Owned<ArrowArray>,
}

// SAFETY: arrays are immutable (C data interface), and only read here.
unsafe impl Send for Table<'_> {}
// SAFETY: as above.
unsafe impl Sync for Table<'_> {}

impl<'s> Table<'s> {
    pub(super) fn of(array: Owned<ArrowArray>, schema: &'s TableSchema) -> PyResult<Self> {
        let root = array.get();
        let (offset, length) = extent(root)?;
        let [validity] = *buffers(root)? else { return Err(malformed("a struct has one buffer")) };
        let validity = validity_of(root, validity, offset + length)?;
        let children = arrays_of(root, schema.children)?;
        let node = |(index, kind): &'s (usize, Type)| Node::of(children[*index], kind, offset + length);
        let columns = schema.columns.iter().map(node).collect::<PyResult<_>>()?;
        Ok(Self { columns, validity, offset, length, _array: array })
    }

    pub(crate) fn rows(&self) -> usize {
        self.length
    }

    /// Appends the values of a row; false for a row that is null as a whole.
    #[inline]
    pub(crate) fn encode(&self, row: usize, rules: Rules, out: &mut Vec<u8>) -> Result<bool, Malformed> {
        assert!(row < self.length, "a row beyond the table");
        let index = self.offset + row;
        if !self.validity.is_null() && !is_set(self.validity, index) {
            return Ok(false);
        }
        for (column, node) in self.columns.iter().enumerate() {
            node.encode(index, rules, out).map_err(|what| Malformed::new(row, column, what))?;
        }
        Ok(true)
    }
}

/// The children of an array, of which there must be `count`.
fn arrays_of(array: &ArrowArray, count: usize) -> PyResult<Vec<&ArrowArray>> {
    if usize::try_from(array.n_children) != Ok(count) || (array.children.is_null() && count > 0) {
        return Err(malformed("not as many children as in the schema"));
    }
    let child = |index| {
        // SAFETY: the interface promises as many pointers.
        let child = unsafe { *array.children.add(index) };
        if child.is_null() {
            return Err(malformed("a child that is null"));
        }
        // SAFETY: not null, so an array by the interface.
        Ok(unsafe { &*child })
    };
    (0..count).map(child).collect()
}

/// A checked array of any type.
struct Node<'s> {
    kind: &'s Type,
    /// Null for "all are valid".
    validity: *const u8,
    /// Rows before the first.
    offset: usize,
    length: usize,
    /// The buffers behind the validity: values, or offsets and sizes.
    buffers: [*const u8; 2],
    children: Vec<Node<'s>>,
    /// Strings and binaries.
    bytes: Option<Part>,
}

impl<'s> Node<'s> {
    /// An array of at least so many rows.
    fn of(array: &ArrowArray, kind: &'s Type, least: usize) -> PyResult<Self> {
        let (offset, length) = extent(array)?;
        if length < least {
            return Err(malformed("a child is shorter than its parent"));
        }
        let mut node = Self {
            kind,
            validity: std::ptr::null(),
            offset,
            length,
            buffers: [std::ptr::null(); 2],
            children: Vec::new(),
            bytes: None,
        };
        if let Type::Bytes { layout, .. } = kind {
            node.bytes = Some(Part::of(array, layout, Room::All)?);
            return Ok(node);
        }
        if array.release.is_none() {
            return Err(malformed("it has been released"));
        }
        let end = offset + length;
        let children: Vec<(&Type, usize)> = match kind {
            Type::List(Items::Fixed(size), item) => {
                let items = end.checked_mul(*size).ok_or_else(|| malformed("a length that no memory holds"))?;
                vec![(item, items)]
            }
            Type::List(_, item) => vec![(item, 0)],
            Type::Struct(fields) => fields.iter().map(|(_, field)| (field, end)).collect(),
            _ => Vec::new(),
        };
        match kind {
            Type::Map(entries) => {
                let [entry] = arrays_of(array, 1)?[..] else { return Err(malformed("a map without keys and values")) };
                node.children = map_entries(entry, entries)?;
            }
            Type::Runs(index, values) => {
                let [ends, runs] = arrays_of(array, 2)?[..] else {
                    return Err(malformed("not as many children as in the schema"));
                };
                let ends = Self::of(ends, integer(*index), 0)?;
                let runs = Self::of(runs, values, ends.length)?;
                node.children = vec![ends, runs];
            }
            Type::Dictionary(_, values) => {
                if array.dictionary.is_null() {
                    return Err(malformed("no dictionary"));
                }
                // SAFETY: not null, so an array by the interface.
                node.children = vec![Self::of(unsafe { &*array.dictionary }, values, 0)?];
            }
            _ => {
                let arrays = arrays_of(array, children.len())?;
                let child = |(array, (kind, least)): (&ArrowArray, (&'s Type, usize))| Self::of(array, kind, least);
                node.children = arrays.into_iter().zip(children).map(child).collect::<PyResult<_>>()?;
            }
        }
        let all = buffers(array)?;
        // Of a list without rows, the offsets may be missing.
        let behind = match kind {
            Type::Null | Type::Runs(..) => return Ok(node),
            Type::Struct(_) | Type::List(Items::Fixed(_), _) => 0,
            Type::List(Items::Views32 | Items::Views64, _) => 2,
            _ => 1,
        };
        let [validity, rest @ ..] = all else { return Err(malformed("not as many buffers as its format has")) };
        if rest.len() != behind {
            return Err(malformed("not as many buffers as its format has"));
        }
        if end > 0 && rest.iter().any(|buffer| buffer.is_null()) {
            return Err(malformed("a buffer that is null"));
        }
        node.validity = validity_of(array, *validity, end)?;
        node.buffers[..behind].copy_from_slice(rest);
        Ok(node)
    }

    /// Appends the value of a row of this array.
    fn encode(&self, row: usize, rules: Rules, out: &mut Vec<u8>) -> Result<(), &'static str> {
        if row >= self.length {
            return Err("a value beyond its array");
        }
        let index = self.offset + row;
        if !self.validity.is_null() && !is_set(self.validity, index) {
            out.push(0);
            return Ok(());
        }
        let [values, sizes] = self.buffers;
        match self.kind {
            Type::Null => out.push(0),
            Type::Boolean => out.push(1 + u8::from(is_set(values, index))),
            Type::Integer(kind) => put_integer(*kind, values, index, rules, out),
            Type::Float(bytes) => put_float(*bytes, values, index, rules, out),
            Type::Decimal { bytes, scale } => put_decimal(*bytes, *scale, values, index, out),
            Type::Date32 => put(0x60, &i64::from(at(values.cast::<i32>(), index)).to_le_bytes(), out),
            Type::Date64 => {
                const DAY: i64 = 86_400_000;
                let millis = at(values.cast::<i64>(), index);
                if millis % DAY != 0 {
                    return Err("a date that is not a whole day");
                }
                put(0x60, &(millis / DAY).to_le_bytes(), out);
            }
            Type::Time { first, wide, per_second } => {
                let ticks =
                    if *wide { at(values.cast::<i64>(), index) } else { at(values.cast::<i32>(), index).into() };
                let nanos = ticks.rem_euclid(*per_second) * (1_000_000_000 / per_second);
                let mut value = [0; 12];
                value[..8].copy_from_slice(&ticks.div_euclid(*per_second).to_le_bytes());
                value[8..].copy_from_slice(&(nanos as u32).to_le_bytes());
                put(*first, &value, out);
            }
            Type::Months => put_interval(at(values.cast(), index), 0, 0, out),
            Type::DaysMillis => {
                let [days, millis]: [i32; 2] = at(values.cast(), index);
                put_interval(0, days, i64::from(millis) * 1_000_000, out);
            }
            Type::MonthsDaysNanos => {
                let [months, days]: [i32; 2] = at(values.cast(), 2 * index);
                put_interval(months, days, at(values.cast(), 2 * index + 1), out);
            }
            Type::Bytes { first, .. } => match self.bytes.as_ref().map_or(Ok(None), |part| part.get(row))? {
                None => out.push(0),
                Some(bytes) => {
                    out.push(*first);
                    count(bytes.len(), out);
                    out.extend_from_slice(bytes);
                }
            },
            Type::List(items, _) => {
                let (from, len) = items.of(values, sizes, index)?;
                out.push(0x80);
                count(len, out);
                for item in from..from + len {
                    self.children[0].encode(item, rules, out)?;
                }
            }
            Type::Struct(fields) => {
                out.push(0x81);
                count(fields.len(), out);
                for ((name, _), child) in fields.iter().zip(&self.children) {
                    if rules.names {
                        string(name, out);
                    }
                    child.encode(index, rules, out)?;
                }
            }
            Type::Map(_) => {
                let (from, len) = Items::Offsets32.of(values, sizes, index)?;
                let entry = |item| {
                    let mut entry = Vec::new();
                    self.children[0].encode(item, rules, &mut entry)?;
                    self.children[1].encode(item, rules, &mut entry)?;
                    Ok(entry)
                };
                let mut entries = (from..from + len).map(entry).collect::<Result<Vec<_>, _>>()?;
                entries.sort_unstable();
                out.push(0x82);
                count(len, out);
                for entry in entries {
                    out.extend_from_slice(&entry);
                }
            }
            Type::Dictionary(kind, _) => {
                let place = kind.read(values, index).filter(|place| *place < self.children[0].length);
                return self.children[0].encode(place.ok_or("an index beyond the dictionary")?, rules, out);
            }
            Type::Runs(kind, _) => {
                let [ends, runs] = &self.children[..] else { return Err("a row beyond the last run") };
                let run = find_run(*kind, ends.buffers[0], ends.offset, ends.length, index);
                if run == ends.length {
                    return Err("a row beyond the last run");
                }
                return runs.encode(run, rules, out);
            }
        }
        Ok(())
    }
}

/// The type of run ends.
fn integer(index: Index) -> &'static Type {
    match index {
        Index::I16 => &Type::Integer(Index::I16),
        Index::I32 => &Type::Integer(Index::I32),
        _ => &Type::Integer(Index::I64),
    }
}

/// Keys and values, which are the children of a struct.
fn map_entries<'s>(array: &ArrowArray, kinds: &'s [Type; 2]) -> PyResult<Vec<Node<'s>>> {
    let (offset, length) = extent(array)?;
    let [keys, values] = arrays_of(array, 2)?[..] else { return Err(malformed("a map without keys and values")) };
    let mut nodes = vec![Node::of(keys, &kinds[0], offset + length)?, Node::of(values, &kinds[1], offset + length)?];
    for node in &mut nodes {
        node.skip(offset, length);
    }
    Ok(nodes)
}

impl Node<'_> {
    /// Leaves rows out at the beginning and at the end.
    fn skip(&mut self, rows: usize, length: usize) {
        self.offset += rows;
        self.length = length;
        if let Some(bytes) = &mut self.bytes {
            bytes.skip(rows, length);
        }
    }
}

impl Items {
    /// Where the items of a list begin, and how many there are.
    #[inline]
    fn of(self, first: *const u8, sizes: *const u8, index: usize) -> Result<(usize, usize), &'static str> {
        let (from, len) = match self {
            Self::Fixed(size) => return Ok((index * size, size)),
            Self::Offsets32 => {
                let (from, to): (i32, i32) = (at(first.cast(), index), at(first.cast(), index + 1));
                (from.into(), i64::from(to) - i64::from(from))
            }
            Self::Offsets64 => {
                let (from, to): (i64, i64) = (at(first.cast(), index), at(first.cast(), index + 1));
                (from, to.checked_sub(from).unwrap_or(-1))
            }
            Self::Views32 => (at(first.cast::<i32>(), index).into(), at(sizes.cast::<i32>(), index).into()),
            Self::Views64 => (at(first.cast(), index), at(sizes.cast(), index)),
        };
        match (usize::try_from(from), usize::try_from(len)) {
            (Ok(from), Ok(len)) => Ok((from, len)),
            _ => Err("offsets that do not rise"),
        }
    }
}

/// The first byte of a value, and the rest.
#[inline]
fn put<const N: usize>(first: u8, rest: &[u8; N], out: &mut Vec<u8>) {
    out.push(first);
    out.extend_from_slice(rest);
}

/// A number in the least possible number of bytes, which are counted.
#[inline]
pub(crate) fn count(number: usize, out: &mut Vec<u8>) {
    let number = number as u64;
    if let Ok(byte) = u8::try_from(number) {
        out.extend_from_slice(&[1, byte]);
        return;
    }
    let zeroes = number.leading_zeros() as usize / 8;
    out.push((8 - zeroes) as u8);
    out.extend_from_slice(&number.to_be_bytes()[zeroes..]);
}

/// Bytes with their number.
pub(crate) fn string(bytes: &[u8], out: &mut Vec<u8>) {
    count(bytes.len(), out);
    out.extend_from_slice(bytes);
}

#[inline]
fn put_integer(kind: Index, values: *const u8, index: usize, rules: Rules, out: &mut Vec<u8>) {
    if rules.by_type {
        let first = 0x30 + kind as u8;
        return match kind {
            Index::I8 | Index::U8 => put(first, &at(values.cast::<[u8; 1]>(), index), out),
            Index::I16 | Index::U16 => put(first, &at(values.cast::<u16>(), index).to_le_bytes(), out),
            Index::I32 | Index::U32 => put(first, &at(values.cast::<u32>(), index).to_le_bytes(), out),
            Index::I64 | Index::U64 => put(first, &at(values.cast::<u64>(), index).to_le_bytes(), out),
        };
    }
    let value: i64 = match kind {
        Index::I8 => at(values.cast::<i8>(), index).into(),
        Index::U8 => at(values, index).into(),
        Index::I16 => at(values.cast::<i16>(), index).into(),
        Index::U16 => at(values.cast::<u16>(), index).into(),
        Index::I32 => at(values.cast::<i32>(), index).into(),
        Index::U32 => at(values.cast::<u32>(), index).into(),
        Index::I64 | Index::U64 => at(values.cast::<i64>(), index),
    };
    let (first, magnitude) =
        if value < 0 && !matches!(kind, Index::U64) { (0x20, !value as u64) } else { (0x10, value as u64) };
    let zeroes = magnitude.leading_zeros() as usize / 8;
    // All eight bytes, and back again: quicker than a copy of an unknown length.
    put(first + (8 - zeroes) as u8, &magnitude.to_le_bytes(), out);
    out.truncate(out.len() - zeroes);
}

#[inline]
fn put_float(bytes: usize, values: *const u8, index: usize, rules: Rules, out: &mut Vec<u8>) {
    let value = match bytes {
        2 => half(at(values.cast(), index)),
        4 => at(values.cast::<f32>(), index).into(),
        _ => at(values.cast::<f64>(), index),
    };
    let nan = value.is_nan();
    let canonical = nan || (value == 0.0 && !rules.signed_zeros);
    if !rules.by_type || bytes == 8 {
        let bits = if canonical { 0x7ff8_0000_0000_0000 * u64::from(nan) } else { value.to_bits() };
        put(if rules.by_type { 0x43 } else { 0x40 }, &bits.to_le_bytes(), out);
    } else if bytes == 4 {
        let bits = if canonical { 0x7fc0_0000 * u32::from(nan) } else { at(values.cast(), index) };
        put(0x42, &bits.to_le_bytes(), out);
    } else {
        let bits = if canonical { 0x7e00 * u16::from(nan) } else { at(values.cast(), index) };
        put(0x41, &bits.to_le_bytes(), out);
    }
}

/// A number of 16 bits (IEEE 754, binary16).
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let magnitude = match (bits >> 10 & 31, bits & 0x3ff) {
        (0, fraction) => f64::from(fraction) / f64::from(1 << 24),
        (31, 0) => f64::INFINITY,
        (31, _) => f64::NAN,
        // The exponent's bias is another one.
        _ => f64::from_bits((u64::from(bits & 0x7fff) << 42) + ((1023 - 15) << 52)),
    };
    sign * magnitude
}

fn put_interval(months: i32, days: i32, nanos: i64, out: &mut Vec<u8>) {
    let mut value = [0; 16];
    value[..4].copy_from_slice(&months.to_le_bytes());
    value[4..8].copy_from_slice(&days.to_le_bytes());
    value[8..].copy_from_slice(&nanos.to_le_bytes());
    put(0x65, &value, out);
}

fn put_decimal(bytes: usize, scale: i32, values: *const u8, index: usize, out: &mut Vec<u8>) {
    // The words of the magnitude, the lowest first.
    let mut words = match bytes {
        4 => widened(at(values.cast::<i32>(), index).into()),
        8 => widened(at(values.cast::<i64>(), index).into()),
        16 => widened(at(values.cast(), index)),
        _ => at(values.cast::<[u64; 4]>(), index),
    };
    if cfg!(target_endian = "big") && bytes == 32 {
        words.reverse();
    }
    let negative = words[3] >> 63 == 1;
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(carry.into());
        }
    }
    let mut exponent = -scale;
    while words[1..] != [0; 3] && divided(&mut words) {
        exponent += 1;
    }
    if words[1..] == [0; 3] {
        if words[0] == 0 {
            exponent = 0;
        }
        while words[0] != 0 && words[0].is_multiple_of(10) {
            words[0] /= 10;
            exponent += 1;
        }
    }
    put(0x50 + u8::from(negative), &exponent.to_le_bytes(), out);
    let bits = words
        .iter()
        .rposition(|word| *word != 0)
        .map_or(0, |last| 64 * last + 64 - words[last].leading_zeros() as usize);
    let (begin, len) = (out.len() + 1, bits.div_ceil(8));
    out.push(len as u8);
    for word in words {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.truncate(begin + len);
}

fn widened(value: i128) -> [u64; 4] {
    let high = (value >> 127) as u64;
    [value as u64, (value >> 64) as u64, high, high]
}

/// Divides by ten where that leaves nothing over.
fn divided(words: &mut [u64; 4]) -> bool {
    let mut quotient = [0; 4];
    let mut rest = 0_u128;
    for (word, quotient) in words.iter().zip(&mut quotient).rev() {
        let value = rest << 64 | u128::from(*word);
        *quotient = (value / 10) as u64;
        rest = value % 10;
    }
    if rest == 0 {
        *words = quotient;
    }
    rest == 0
}
