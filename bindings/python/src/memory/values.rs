//! Rows of an Arrow table with values of any type, in the encoding of docs/formats.md, "Rows of tables".
//!
//! As in `column`, every pointer and length is checked against the schema before it is used.
#![allow(clippy::cast_ptr_alignment)] // numbers are read by `at`, which takes any alignment

use super::arrow::{ArrowArray, Owned, malformed};
use super::column::{Malformed, Part, Room, arrays_of, at, buffers, extent, find_run, is_set, validity_of};
use super::encode::{Rules, count, put, put_decimal, put_float, put_integer, put_interval, string};
use super::schema::Index;
use super::types::{Items, TableSchema, Type};
use pyo3::prelude::*;
use std::ops::Range;

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
                    limited(out.len())?;
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
                out.push(0x82);
                count(len, out);
                for entry in self.entries(from..from + len, rules)? {
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

impl Node<'_> {
    /// The entries of a map, in order.
    fn entries(&self, items: Range<usize>, rules: Rules) -> Result<Vec<Vec<u8>>, &'static str> {
        let mut bytes = 0;
        let entry = |item| {
            let mut entry = Vec::new();
            self.children[0].encode(item, rules, &mut entry)?;
            self.children[1].encode(item, rules, &mut entry)?;
            bytes += entry.len();
            limited(bytes)?;
            Ok(entry)
        };
        let mut entries = items.map(entry).collect::<Result<Vec<_>, _>>()?;
        entries.sort_unstable();
        Ok(entries)
    }
}

/// Values may be shared, or need no memory: a few bytes can be a row without end.
fn limited(bytes: usize) -> Result<(), &'static str> {
    if bytes <= LONGEST_ROW { Ok(()) } else { Err("a row whose lists take more than a gigabyte") }
}

const LONGEST_ROW: usize = 1 << 30;

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
