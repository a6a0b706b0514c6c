//! Columns of Arrow: every pointer and length is checked against the schema before it is used.
//!
//! The interface does not state the lengths of the buffers, but they follow from other values: there is one more offset than values, and
//! the last offset is the number of bytes. The buffers of a view array state their lengths.
#![allow(clippy::cast_ptr_alignment)] // numbers are read by `at`, which takes any alignment

use super::arrow::{ArrowArray, Owned, malformed};
use super::schema::{Index, Layout, Schema};
use pyo3::prelude::*;
use std::fmt;
use std::sync::Arc;

/// Bytes that cannot be what the schema says. The message has the number of the row.
#[derive(Debug)]
pub(crate) struct Malformed {
    row: usize,
    /// Which of several columns has it.
    column: Option<usize>,
    what: &'static str,
}

impl Malformed {
    pub(super) fn new(row: usize, column: usize, what: &'static str) -> Self {
        Self { row, column: Some(column), what }
    }

    pub(crate) fn in_column(self, column: usize) -> Self {
        Self { column: Some(column), ..self }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            None => f.write_str("messages")?,
            Some(column) => write!(f, "columns[{column}]")?,
        }
        write!(f, ": malformed Arrow array: row {}: {}", self.row, self.what)
    }
}

/// Where the values of a column are.
enum Values {
    Null,
    Offsets32(Offsets<i32>),
    Offsets64(Offsets<i64>),
    View { views: *const [u8; 16], buffers: Vec<(*const u8, usize)> },
    Fixed { data: *const u8, width: usize },
    Dictionary { indices: *const u8, index: Index, values: Box<Part> },
    Runs { ends: *const u8, index: Index, first: usize, runs: usize, values: Box<Part> },
}

/// Where the bytes of each value begin, and, in the next place, end; `last` is the end of the last one.
struct Offsets<T> {
    begins: *const T,
    last: T,
    data: *const u8,
}

impl<T: Copy + Default + PartialOrd + TryInto<usize>> Offsets<T> {
    fn of(offsets: *const u8, data: *const u8, rows: usize) -> PyResult<Self> {
        let (begins, zero) = (offsets.cast::<T>(), T::default());
        let last = if rows == 0 { zero } else { at(begins, rows) };
        if last < zero || (last > zero && data.is_null()) {
            return Err(malformed("offsets without data"));
        }
        Ok(Self { begins, last, data })
    }

    /// The place of a value, and its length. No data and no bytes go together, and may be null.
    #[inline]
    fn get(&self, index: usize) -> Result<(*const u8, usize), &'static str> {
        let (from, to) = (at(self.begins, index), at(self.begins, index + 1));
        match (from.try_into(), to.try_into()) {
            (Ok(start), Ok(end)) if from <= to && to <= self.last => Ok((self.data.wrapping_add(start), end - start)),
            _ => Err("offsets that do not rise"),
        }
    }
}

/// A checked array, which may be a child of another.
pub(super) struct Part {
    /// Null for "all are valid".
    validity: *const u8,
    /// Rows before the first.
    offset: usize,
    length: usize,
    values: Values,
}

/// A column that owns the array that it is in.
pub(crate) struct ArrowColumn {
    part: Part,
    /// Validity and offset of the struct around it.
    parent: Option<(*const u8, usize)>,
    _array: Arc<Owned<ArrowArray>>,
}

// SAFETY: arrays are immutable (C data interface), and only read here.
unsafe impl Send for ArrowColumn {}
// SAFETY: as above.
unsafe impl Sync for ArrowColumn {}

pub(super) fn columns(array: Owned<ArrowArray>, schema: &Schema) -> PyResult<Vec<ArrowColumn>> {
    let array = Arc::new(array);
    let root = array.get();
    if !schema.table {
        let part = Part::of(root, &schema.layouts[0], Room::All)?;
        return Ok(vec![ArrowColumn { part, parent: None, _array: array }]);
    }
    let (offset, length) = extent(root)?;
    let [validity] = *buffers(root)? else { return Err(malformed("a struct has one buffer")) };
    let validity = validity_of(root, validity, offset + length)?;
    let child = |(child, layout): (&ArrowArray, &Layout)| {
        let mut part = Part::of(child, layout, Room::AtLeast(offset + length))?;
        part.offset += offset;
        part.length = length;
        Ok(ArrowColumn { part, parent: Some((validity, offset)), _array: Arc::clone(&array) })
    };
    arrays_of(root, schema.layouts.len())?.into_iter().zip(&schema.layouts).map(child).collect()
}

/// The children of an array, of which there must be `count`.
pub(super) fn arrays_of(array: &ArrowArray, count: usize) -> PyResult<Vec<&ArrowArray>> {
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

/// How many rows an array must have.
#[derive(Clone, Copy)]
pub(super) enum Room {
    All,
    AtLeast(usize),
}

/// Rows before the first, and rows.
pub(super) fn extent(array: &ArrowArray) -> PyResult<(usize, usize)> {
    let number = |value: i64, what| usize::try_from(value).map_err(|_| malformed(what));
    let offset = number(array.offset, "an offset below 0")?;
    let length = number(array.length, "a length below 0")?;
    // No array of 16-byte views is longer.
    match offset.checked_add(length) {
        Some(end) if end <= isize::MAX as usize / 32 => Ok((offset, length)),
        _ => Err(malformed("a length that no memory holds")),
    }
}

pub(super) fn buffers(array: &ArrowArray) -> PyResult<&[*const u8]> {
    let count = usize::try_from(array.n_buffers).map_err(|_| malformed("a number of buffers below 0"))?;
    if count == 0 {
        return Ok(&[]);
    }
    if array.buffers.is_null() || count > i32::MAX as usize {
        return Err(malformed("no buffers"));
    }
    // SAFETY: the interface promises as many pointers.
    Ok(unsafe { std::slice::from_raw_parts(array.buffers.cast::<*const u8>(), count) })
}

/// The validity buffer; null for "all are valid".
pub(super) fn validity_of(array: &ArrowArray, validity: *const u8, rows: usize) -> PyResult<*const u8> {
    if validity.is_null() && array.null_count > 0 && rows > 0 {
        return Err(malformed("nulls without a validity buffer"));
    }
    Ok(if array.null_count == 0 { std::ptr::null() } else { validity })
}

/// Bits are counted from the lowest.
#[inline]
pub(super) fn is_set(bits: *const u8, index: usize) -> bool {
    // SAFETY: a validity buffer has a bit for each row, and the caller's index is one of a row.
    unsafe { *bits.add(index / 8) >> (index % 8) & 1 == 1 }
}

impl Part {
    pub(super) fn of(array: &ArrowArray, layout: &Layout, room: Room) -> PyResult<Self> {
        if array.release.is_none() {
            return Err(malformed("it has been released"));
        }
        let (offset, length) = extent(array)?;
        if let Room::AtLeast(least) = room
            && length < least
        {
            return Err(malformed("a child is shorter than its parent"));
        }
        let end = offset + length;
        let needed = |pointer: *const u8, what| {
            if pointer.is_null() && end > 0 { Err(malformed(what)) } else { Ok(pointer) }
        };
        let all = buffers(array)?;
        if let Layout::Runs(index, values) = layout {
            let values = Self::of_runs(array, *index, values)?;
            return Ok(Self { validity: std::ptr::null(), offset, length, values });
        }
        if array.n_children != 0 {
            return Err(malformed("a column of bytes has no children"));
        }
        if let Layout::Null = layout {
            return Ok(Self { validity: std::ptr::null(), offset, length, values: Values::Null });
        }
        let (validity, values) = match (layout, all) {
            (Layout::Offsets32, [validity, offsets, data]) => {
                (*validity, Values::Offsets32(Offsets::of(needed(*offsets, "no offsets")?, *data, end)?))
            }
            (Layout::Offsets64, [validity, offsets, data]) => {
                (*validity, Values::Offsets64(Offsets::of(needed(*offsets, "no offsets")?, *data, end)?))
            }
            (Layout::View, [validity, views, data @ .., lengths]) => {
                let views = needed(*views, "no views")?.cast::<[u8; 16]>();
                if !data.is_empty() && lengths.is_null() {
                    return Err(malformed("no lengths of the data buffers"));
                }
                let sized = |(index, start): (usize, &*const u8)| {
                    let length = usize::try_from(at(lengths.cast::<i64>(), index));
                    match length {
                        Ok(length) if length == 0 || !start.is_null() => Ok((*start, length)),
                        _ => Err(malformed("a data buffer without its length, or without its bytes")),
                    }
                };
                let buffers = data.iter().enumerate().map(sized).collect::<PyResult<_>>()?;
                (*validity, Values::View { views, buffers })
            }
            (Layout::Fixed(width), [validity, data]) => {
                let data = if *width == 0 { *data } else { needed(*data, "no data")? };
                if end.checked_mul(*width).is_none_or(|bytes| bytes > isize::MAX as usize) {
                    return Err(malformed("a length that no memory holds"));
                }
                (*validity, Values::Fixed { data, width: *width })
            }
            (Layout::Dictionary(index, values), [validity, indices]) => {
                let indices = needed(*indices, "no indices")?;
                if array.dictionary.is_null() {
                    return Err(malformed("no dictionary"));
                }
                // SAFETY: not null, so an array by the interface.
                let values = Box::new(Self::of(unsafe { &*array.dictionary }, values, Room::All)?);
                (*validity, Values::Dictionary { indices, index: *index, values })
            }
            _ => return Err(malformed("not as many buffers as its format has")),
        };
        let validity = validity_of(array, validity, end)?;
        Ok(Self { validity, offset, length, values })
    }

    fn of_runs(array: &ArrowArray, index: Index, values: &Layout) -> PyResult<Values> {
        let [ends, runs] = arrays_of(array, 2)?[..] else {
            return Err(malformed("not as many children as in the schema"));
        };
        let (first, count) = extent(ends)?;
        let [_, data] = *buffers(ends)? else { return Err(malformed("not as many buffers as its format has")) };
        if data.is_null() && count > 0 {
            return Err(malformed("no run ends"));
        }
        let values = Box::new(Self::of(runs, values, Room::AtLeast(count))?);
        Ok(Values::Runs { ends: data, index, first, runs: count, values })
    }

    /// Leaves rows out at the beginning and at the end.
    pub(super) fn skip(&mut self, rows: usize, length: usize) {
        self.offset += rows;
        self.length = length;
    }

    /// The bytes of a row of this part; `None` for null.
    #[inline]
    pub(super) fn get(&self, row: usize) -> Result<Option<&[u8]>, &'static str> {
        let index = self.offset + row;
        if !self.validity.is_null() && !is_set(self.validity, index) {
            return Ok(None);
        }
        let (start, len) = match &self.values {
            Values::Null => return Ok(None),
            Values::Offsets32(offsets) => offsets.get(index)?,
            Values::Offsets64(offsets) => offsets.get(index)?,
            Values::Fixed { data, width } => (data.wrapping_add(index * width), *width),
            Values::View { views, buffers } => {
                // SAFETY: there is a view for each row.
                let view = unsafe { &*views.add(index) };
                let word = |at: usize| i32::from_ne_bytes([view[at], view[at + 1], view[at + 2], view[at + 3]]);
                let len = usize::try_from(word(0)).map_err(|_| "a length below 0")?;
                if len <= 12 {
                    (view[4..].as_ptr(), len)
                } else {
                    let buffer = usize::try_from(word(8)).ok().and_then(|index| buffers.get(index));
                    let Some((start, size)) = buffer else { return Err("a view of a buffer that is not there") };
                    let from = usize::try_from(word(12)).map_err(|_| "an offset below 0")?;
                    if from > *size || len > size - from {
                        return Err("a view beyond its buffer");
                    }
                    (start.wrapping_add(from), len)
                }
            }
            Values::Dictionary { indices, index: kind, values } => {
                return match kind.read(*indices, index) {
                    Some(index) if index < values.length => values.get(index),
                    _ => Err("an index beyond the dictionary"),
                };
            }
            Values::Runs { ends, index: kind, first, runs, values } => {
                return match find_run(*kind, *ends, *first, *runs, index) {
                    run if run < *runs => values.get(run),
                    _ => Err("a row beyond the last run"),
                };
            }
        };
        if len == 0 {
            return Ok(Some(&[]));
        }
        // SAFETY: in a buffer, by the checks above and in `of`; arrays are immutable.
        Ok(Some(unsafe { std::slice::from_raw_parts(start, len) }))
    }
}

/// A number of a buffer.
#[inline]
pub(super) fn at<T: Copy>(buffer: *const T, index: usize) -> T {
    // SAFETY: the callers' indices are those of rows, or one more for offsets, of which there are as many. Nothing says that they are
    // aligned.
    unsafe { buffer.add(index).read_unaligned() }
}

/// The run that a row is in: the first that ends behind it; `runs` for none. There are `runs` ends from `first` on.
#[inline]
pub(super) fn find_run(kind: Index, ends: *const u8, first: usize, runs: usize, row: usize) -> usize {
    let (mut low, mut high) = (0, runs);
    while low < high {
        let middle = usize::midpoint(low, high);
        if kind.read(ends, first + middle).is_some_and(|end| end > row) { high = middle } else { low = middle + 1 }
    }
    low
}

impl Index {
    #[inline]
    pub(super) fn read(self, indices: *const u8, row: usize) -> Option<usize> {
        match self {
            Self::I8 => usize::try_from(at(indices.cast::<i8>(), row)).ok(),
            Self::U8 => Some(at(indices, row).into()),
            Self::I16 => usize::try_from(at(indices.cast::<i16>(), row)).ok(),
            Self::U16 => Some(at(indices.cast::<u16>(), row).into()),
            Self::I32 => usize::try_from(at(indices.cast::<i32>(), row)).ok(),
            Self::U32 => usize::try_from(at(indices.cast::<u32>(), row)).ok(),
            Self::I64 => usize::try_from(at(indices.cast::<i64>(), row)).ok(),
            Self::U64 => usize::try_from(at(indices.cast::<u64>(), row)).ok(),
        }
    }
}

impl ArrowColumn {
    pub(crate) fn len(&self) -> usize {
        self.part.length
    }

    /// The bytes of a row; `None` for null.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Result<Option<&[u8]>, Malformed> {
        assert!(row < self.part.length, "a row beyond the column");
        if let Some((validity, offset)) = self.parent
            && !validity.is_null()
            && !is_set(validity, offset + row)
        {
            return Ok(None);
        }
        self.part.get(row).map_err(|what| Malformed { row, column: None, what })
    }

    /// The values of a dictionary-encoded column and the number of each row's, if hashing each value once is less work.
    pub(crate) fn dictionary(&self) -> Option<Dictionary<'_>> {
        match &self.part.values {
            Values::Dictionary { values, .. } if values.length <= self.part.length => {
                Some(Dictionary { column: self, values })
            }
            _ => None,
        }
    }
}

/// A dictionary-encoded column, to be hashed value by value.
pub(crate) struct Dictionary<'a> {
    column: &'a ArrowColumn,
    values: &'a Part,
}

// SAFETY: as of the column.
unsafe impl Sync for Dictionary<'_> {}

impl Dictionary<'_> {
    pub(crate) fn values(&self) -> usize {
        self.values.length
    }

    /// A value; `None` for null.
    pub(crate) fn value(&self, index: usize) -> Result<Option<&[u8]>, Malformed> {
        assert!(index < self.values.length, "a value beyond the dictionary");
        self.values.get(index).map_err(|what| Malformed { row: index, column: None, what })
    }

    /// The number of a row's value; `None` for null.
    pub(crate) fn index(&self, row: usize) -> Result<Option<usize>, Malformed> {
        let column = self.column;
        if column.get(row)?.is_none() {
            return Ok(None);
        }
        let Values::Dictionary { indices, index, .. } = &column.part.values else { return Ok(None) };
        // Checked by `get`.
        Ok(index.read(*indices, column.part.offset + row))
    }
}
