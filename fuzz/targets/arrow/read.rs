//! The rows of an array by the text of the specification, with every access checked.

use crate::column::{Array, Buffer, Layout, extent, number, stated_buffers};

/// A row: bytes, or null. What cannot be read is an error.
pub type Row<'a> = std::result::Result<Option<&'a [u8]>, ()>;

/// An array that was found to be well-formed, except for its rows.
pub struct Readable<'a> {
    layout: &'a Layout,
    buffers: &'a [Buffer],
    /// `None` for "all are valid".
    valid: Option<&'a [u8]>,
    offset: usize,
    pub length: usize,
    pub values: Option<Box<Readable<'a>>>,
}

/// Whether the row is valid, of those before the offset, too.
fn is_valid(valid: Option<&[u8]>, index: usize) -> bool {
    valid.is_none_or(|bits| bits[index / 8] >> (index % 8) & 1 == 1)
}

fn valid<'a>(array: &Array, buffer: &'a Buffer, end: usize) -> Option<Option<&'a [u8]>> {
    match (array.nulls, buffer.get()) {
        // The number of nulls is believed.
        (0, _) => Some(None),
        (1.., None) if end > 0 => None,
        (_, bits) => Some(bits),
    }
}

impl<'a> Readable<'a> {
    /// `None` if it is malformed. It must have `least` rows.
    fn new(array: &'a Array, layout: &'a Layout, least: usize) -> Option<Self> {
        let (offset, length) = extent(array)?;
        let buffers = stated_buffers(array)?;
        let end = offset + length;
        let children = array.stated_children.unwrap_or(array.children.len() as i64);
        if array.released || children != 0 || length < least {
            return None;
        }
        let there = |buffer: &Buffer| end == 0 || !buffer.null;
        let mut values = None;
        let right = match layout {
            Layout::Null => return Some(Self { layout, buffers, valid: None, offset, length, values }),
            Layout::Offsets(width) => {
                let [_, offsets, data] = buffers else { return None };
                let last = if end == 0 || offsets.null { 0 } else { number(offsets.get()?, end, *width, true)? };
                there(offsets) && last >= 0 && (last == 0 || !data.null)
            }
            Layout::View => {
                let [_, views, data @ .., lengths] = buffers else { return None };
                let sized = |(index, data): (usize, &Buffer)| {
                    let stated = lengths.get().and_then(|lengths| number(lengths, index, 8, true));
                    stated.is_some_and(|stated| stated == 0 || (stated > 0 && !data.null))
                };
                there(views) && data.iter().enumerate().all(sized)
            }
            Layout::Fixed(width) => {
                let [_, data] = buffers else { return None };
                *width == 0 || there(data)
            }
            Layout::Dictionary(_, _, of_values) => {
                let [_, indices] = buffers else { return None };
                values = Some(Box::new(Self::new(array.dictionary.as_ref()?, of_values, 0)?));
                there(indices)
            }
        };
        let valid = valid(array, &buffers[0], end)?;
        right.then_some(Self { layout, buffers, valid, offset, length, values })
    }

    pub fn row(&self, row: usize) -> Row<'_> {
        let index = self.offset + row;
        if !is_valid(self.valid, index) {
            return Ok(None);
        }
        let part = |buffer: &'a Buffer, from: i64, len: i64| {
            let [from, len] = [from, len].map(|number| usize::try_from(number).map_err(drop));
            let (from, len) = (from?, len?);
            if len == 0 {
                return Ok(Some(&[][..]));
            }
            buffer.get().and_then(|bytes| bytes.get(from..from.checked_add(len)?)).map(Some).ok_or(())
        };
        match self.layout {
            Layout::Null => Ok(None),
            Layout::Offsets(width) => {
                let offsets = self.buffers[1].get().ok_or(())?;
                let last = number(offsets, self.offset + self.length, *width, true).ok_or(())?;
                let [from, to] = [index, index + 1].map(|index| number(offsets, index, *width, true).unwrap_or(-1));
                if from < 0 || to < from || to > last { Err(()) } else { part(&self.buffers[2], from, to - from) }
            }
            Layout::View => {
                let view = &self.buffers[1].get().ok_or(())?[16 * index..][..16];
                let word = |index| number(view, index, 4, true).ok_or(());
                let len = word(0)?;
                if (0..=12).contains(&len) {
                    return Ok(Some(&view[4..][..len as usize]));
                }
                let [data @ .., lengths] = &self.buffers[2..] else { return Err(()) };
                let which = usize::try_from(word(2)?).map_err(drop)?;
                let data = data.get(which).ok_or(())?;
                let stated = lengths.get().and_then(|lengths| number(lengths, which, 8, true)).ok_or(())?;
                let from = word(3)?;
                if len < 0 || from < 0 || from + len > stated { Err(()) } else { part(data, from, len) }
            }
            Layout::Fixed(width) => part(&self.buffers[1], (index * width) as i64, *width as i64),
            Layout::Dictionary(width, signed, _) => {
                let indices = self.buffers[1].get().ok_or(())?;
                let value = number(indices, index, *width, *signed).and_then(|number| usize::try_from(number).ok());
                match (value, &self.values) {
                    (Some(value), Some(values)) if value < values.length => values.row(value),
                    _ => Err(()),
                }
            }
        }
    }
}

/// A column, alone or of a table.
pub struct Column<'a> {
    pub part: Readable<'a>,
    /// Validity and offset of the struct around it.
    parent: Option<(Option<&'a [u8]>, usize)>,
    pub rows: usize,
}

impl Column<'_> {
    pub fn row(&self, row: usize) -> Row<'_> {
        match self.parent {
            Some((valid, offset)) if !is_valid(valid, offset + row) => Ok(None),
            Some((_, offset)) => self.part.row(offset + row),
            None => self.part.row(row),
        }
    }
}

/// The columns of an array; `None` if it is malformed.
pub fn columns<'a>(array: &'a Array, layouts: &'a [Layout], is_table: bool) -> Option<Vec<Column<'a>>> {
    if !is_table {
        let part = Readable::new(array, &layouts[0], 0)?;
        return Some(vec![Column { rows: part.length, part, parent: None }]);
    }
    let (offset, length) = extent(array)?;
    let [validity] = stated_buffers(array)? else { return None };
    let valid = valid(array, validity, offset + length)?;
    let children = usize::try_from(array.stated_children.unwrap_or(array.children.len() as i64)).ok()?;
    if array.released || children != layouts.len() || (children > 0 && array.no_pointers) {
        return None;
    }
    let column = |(child, layout)| {
        let part = Readable::new(child, layout, offset + length)?;
        Some(Column { part, parent: Some((valid, offset)), rows: length })
    };
    array.children.iter().zip(layouts).map(column).collect()
}
