//! Columns in memory of known lengths, well-formed or changed.

use arbitrary::{Result, Unstructured};
use lanesum_fuzz::input::{Random, bytes, mostly_short};

/// Bytes that end where their allocation ends, from an address that is aligned or not.
pub struct Buffer {
    pub bytes: Box<[u8]>,
    pub skew: usize,
    pub null: bool,
}

impl Buffer {
    fn new(bytes: &[u8], skew: usize) -> Self {
        Self { bytes: [&[0xee; 7][..skew], bytes].concat().into(), skew, null: false }
    }

    fn null() -> Self {
        Self { bytes: Box::default(), skew: 0, null: true }
    }

    pub fn get(&self) -> Option<&[u8]> {
        (!self.null).then(|| &self.bytes[self.skew..])
    }

    fn len(&self) -> usize {
        self.get().map_or(0, <[u8]>::len)
    }

    fn put(&mut self, at: usize, number: &[u8]) {
        self.bytes[self.skew + at..][..number.len()].copy_from_slice(number);
    }
}

/// `struct ArrowSchema`; `stated_children` are the actual ones if there is no other number.
pub struct Schema {
    pub format: Option<String>,
    pub name: Option<String>,
    pub children: Vec<Schema>,
    pub stated_children: Option<i64>,
    pub dictionary: Option<Box<Schema>>,
    /// The pointer to the children is null.
    pub no_pointers: bool,
}

/// `struct ArrowArray`
pub struct Array {
    pub length: i64,
    pub nulls: i64,
    pub offset: i64,
    pub buffers: Vec<Buffer>,
    pub stated_buffers: Option<i64>,
    pub children: Vec<Array>,
    pub stated_children: Option<i64>,
    pub dictionary: Option<Box<Array>>,
    /// The pointers to buffers and children are null.
    pub no_pointers: bool,
    pub released: bool,
    /// For how many rows there is memory.
    room: usize,
}

/// The layout that a format string stands for.
#[derive(Clone, Debug)]
pub enum Layout {
    Null,
    /// Offsets of so many bytes.
    Offsets(usize),
    View,
    Fixed(usize),
    /// Indices of so many bytes, with or without a sign.
    Dictionary(usize, bool, Box<Layout>),
}

impl Layout {
    pub fn new(u: &mut Unstructured<'_>) -> Result<Self> {
        Ok(match u.int_in_range(0..=9_u8)? {
            0 => Self::Null,
            1 | 2 => Self::Offsets(4),
            3 => Self::Offsets(8),
            4 | 5 => Self::View,
            6 | 7 => Self::Fixed(*u.choose(&[0, 1, 3, 16, 32, 200])?),
            _ => {
                let values = loop {
                    match Self::new(u)? {
                        Self::Dictionary(..) if u.is_empty() => break Self::Null,
                        Self::Dictionary(..) => {}
                        values => break values,
                    }
                };
                Self::Dictionary(*u.choose(&[1, 2, 4, 8])?, u.arbitrary()?, Box::new(values))
            }
        })
    }

    pub fn schema(&self, u: &mut Unstructured<'_>) -> Result<Schema> {
        let text = u.arbitrary::<bool>()?;
        let format = match self {
            Self::Null => "n".into(),
            Self::Offsets(4) => if text { "u" } else { "z" }.into(),
            Self::Offsets(_) => if text { "U" } else { "Z" }.into(),
            Self::View => if text { "vu" } else { "vz" }.into(),
            Self::Fixed(width) => format!("w:{width}"),
            Self::Dictionary(1, signed, _) => if *signed { "c" } else { "C" }.into(),
            Self::Dictionary(2, signed, _) => if *signed { "s" } else { "S" }.into(),
            Self::Dictionary(4, signed, _) => if *signed { "i" } else { "I" }.into(),
            Self::Dictionary(_, signed, _) => if *signed { "l" } else { "L" }.into(),
        };
        let dictionary = match self {
            Self::Dictionary(_, _, values) => Some(Box::new(values.schema(u)?)),
            _ => None,
        };
        let name = u.arbitrary::<bool>()?.then(|| "a name".to_owned());
        Ok(Schema {
            format: Some(format),
            name,
            children: Vec::new(),
            stated_children: None,
            dictionary,
            no_pointers: false,
        })
    }
}

/// The validity of some rows, and the number of nulls that is stated.
fn validity(u: &mut Unstructured<'_>, random: &mut Random, offset: usize, rows: usize) -> Result<(Buffer, i64)> {
    let one_in = match u.int_in_range(0..=3_u8)? {
        0 => return Ok((Buffer::null(), if u.arbitrary()? { 0 } else { -1 })),
        1 => 1000,
        _ => 3,
    };
    let mut bits = vec![0; (offset + rows).div_ceil(8)];
    let mut nulls = 0;
    for row in 0..offset + rows {
        let valid = random.below(one_in) != 0;
        bits[row / 8] |= u8::from(valid) << (row % 8);
        nulls += i64::from(!valid && row >= offset);
    }
    // That it was not counted is allowed.
    let stated = if u.ratio(1, 4)? { -1 } else { nulls };
    Ok((Buffer::new(&bits, u.int_in_range(0..=1)?), stated))
}

impl Array {
    fn plain(offset: usize, rows: usize) -> Self {
        Self {
            length: rows as i64,
            nulls: 0,
            offset: offset as i64,
            buffers: Vec::new(),
            stated_buffers: None,
            children: Vec::new(),
            stated_children: None,
            dictionary: None,
            no_pointers: false,
            released: false,
            room: offset + rows,
        }
    }

    /// A well-formed one with this many rows. What is before its offset has any values.
    pub fn new(u: &mut Unstructured<'_>, layout: &Layout, rows: usize) -> Result<Self> {
        let offset = if u.arbitrary()? { 0 } else { u.int_in_range(1..=9)? };
        let end = offset + rows;
        let mut array = Self::plain(offset, rows);
        let mut random = Random::new(u.arbitrary()?);
        let skew = if u.ratio(1, 4)? { u.int_in_range(1..=7)? } else { 0 };
        let (valid, nulls) = validity(u, &mut random, offset, rows)?;
        array.nulls = nulls;
        if let Layout::Null = layout {
            array.nulls = rows as i64;
            return Ok(array);
        }
        array.buffers.push(valid);
        // A row has one of these.
        let mut pool = Vec::new();
        if matches!(layout, Layout::Offsets(_) | Layout::View) {
            for _ in 0..u.int_in_range(1..=4_u8)? {
                // A megabyte is what the package hashes in pieces.
                let bytes = match end {
                    0..4 if u.ratio(1, 30)? => {
                        let mut bytes = bytes(u, 99)?;
                        bytes.resize((1 << 20) - 50 + bytes.len(), 0x5a);
                        bytes
                    }
                    0..40 => mostly_short(u, 40, 9000)?,
                    _ => bytes(u, 40)?,
                };
                pool.push(bytes);
            }
        }
        match layout {
            Layout::Null => {}
            Layout::Offsets(width) => {
                let mut data = vec![0xdd; u.int_in_range(0..=3)?];
                let mut offsets = (data.len() as u64).to_le_bytes()[..*width].to_vec();
                for _ in 0..end {
                    data.extend(&pool[random.below(pool.len())]);
                    offsets.extend(&(data.len() as u64).to_le_bytes()[..*width]);
                }
                array.buffers.extend([Buffer::new(&offsets, skew), Buffer::new(&data, skew)]);
            }
            Layout::View => {
                let mut data = vec![Vec::new(); u.int_in_range(1..=3)?];
                let mut views = Vec::new();
                for _ in 0..end {
                    let bytes = &pool[random.below(pool.len())];
                    views.extend((bytes.len() as u32).to_le_bytes());
                    if bytes.len() <= 12 {
                        views.extend(bytes);
                        views.resize(views.len().next_multiple_of(16), 0);
                    } else {
                        let buffer = random.below(data.len());
                        views.extend(&bytes[..4]);
                        views.extend((buffer as u32).to_le_bytes());
                        views.extend((data[buffer].len() as u32).to_le_bytes());
                        data[buffer].extend(bytes);
                    }
                }
                // No more buffers than are needed, as often as not.
                while u.arbitrary()? && data.last().is_some_and(Vec::is_empty) {
                    data.pop();
                }
                array.buffers.push(Buffer::new(&views, skew));
                let lengths: Vec<u8> = data.iter().flat_map(|data| (data.len() as u64).to_le_bytes()).collect();
                array.buffers.extend(data.iter().map(|data| Buffer::new(data, skew)));
                array.buffers.push(Buffer::new(&lengths, skew));
            }
            Layout::Fixed(width) => {
                let data: Vec<u8> = (0..end * width).map(|_| random.below(256) as u8).collect();
                array.buffers.push(Buffer::new(&data, skew));
            }
            Layout::Dictionary(width, _, values) => {
                let count = u.int_in_range(0..=10)?;
                let values = Self::new(u, values, count)?;
                let indices: Vec<u8> =
                    (0..end).flat_map(|_| (random.below(count) as u64).to_le_bytes()[..*width].to_vec()).collect();
                array.buffers.push(Buffer::new(&indices, skew));
                array.dictionary = Some(Box::new(values));
            }
        }
        Ok(array)
    }

    /// A struct with these columns, which have at least `offset` rows more than it has.
    pub fn struct_of(u: &mut Unstructured<'_>, offset: usize, rows: usize, children: Vec<Self>) -> Result<Self> {
        let mut random = Random::new(u.arbitrary()?);
        let (valid, nulls) = validity(u, &mut random, offset, rows)?;
        Ok(Self { nulls, buffers: vec![valid], children, ..Self::plain(offset, rows) })
    }

    /// Something that is wrong, or may be. It can still be read by the rules of the interface: what these do not let a consumer check, as
    /// the lengths of most buffers, stays right.
    pub fn change(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let inner = self.children.len() + usize::from(self.dictionary.is_some());
        if inner > 0 && u.arbitrary()? {
            let which = u.int_in_range(0..=inner - 1)?;
            let dictionary = self.dictionary.as_deref_mut();
            let Some(array) = self.children.iter_mut().chain(dictionary).nth(which) else { return Ok(()) };
            return array.change(u);
        }
        let number = match u.int_in_range(0..=5_u8)? {
            0 => -1,
            1 => i64::from(i32::MAX),
            2 => i64::MAX - i64::from(u.arbitrary::<u8>()?),
            3 => i64::MIN + i64::from(u.arbitrary::<u8>()?),
            _ => u.int_in_range(0..=300)?,
        };
        match u.int_in_range(0..=23_u8)? {
            0 => self.nulls = number,
            1 => self.length = number,
            2 => self.offset = number,
            11 => self.length = self.length.saturating_sub(1),
            3 => self.stated_buffers = Some(number.min(self.buffers.len() as i64)),
            4 => self.stated_children = Some(number.min(self.children.len() as i64)),
            5 => self.no_pointers = true,
            6 => self.released = true,
            7 => self.dictionary = None,
            8 => {
                self.children.pop();
            }
            9 => self.buffers.push(Buffer::null()),
            10 if !self.buffers.is_empty() => {
                let which = u.int_in_range(0..=self.buffers.len() - 1)?;
                self.buffers[which] = Buffer::null();
            }
            _ if self.buffers.is_empty() => {}
            _ => {
                // The values that a consumer can check are numbers, mostly in the second buffer.
                let which = u.int_in_range(0..=self.buffers.len() - 1)?.max(usize::from(u.arbitrary::<bool>()?));
                let Some(buffer) = self.buffers.get_mut(which) else { return Ok(()) };
                let number = &number.to_le_bytes()[..*u.choose(&[1, 4, 8])?];
                if let Some(most) = buffer.len().checked_sub(number.len()) {
                    let at = u.int_in_range(0..=most)?;
                    buffer.put(if u.arbitrary()? { at / number.len() * number.len() } else { at }, number);
                }
            }
        }
        Ok(())
    }

    /// There are no more rows than memory, if it could be, and no more children than pointers.
    pub fn fit(&mut self) {
        self.stated_children = self.stated_children.map(|stated| stated.min(self.children.len() as i64));
        if extent(self).is_some() {
            let offset = self.room.min(self.offset as usize);
            self.offset = offset as i64;
            self.length = self.length.min((self.room - offset) as i64);
        }
    }

    /// Repairs the values that no consumer can check, besides the number of rows: the last offset is at most the number of bytes, and so is
    /// the stated length of a view's buffer; and there are as many of these lengths as buffers.
    pub fn repair(&mut self, layout: &Layout) {
        self.fit();
        if let (Layout::Dictionary(_, _, values), Some(dictionary)) = (layout, &mut self.dictionary) {
            dictionary.repair(values);
        }
        let stated = self.stated_buffers.map_or(Some(self.buffers.len()), |stated| usize::try_from(stated).ok());
        let end = extent(self).map(|(offset, length)| offset + length);
        match (layout, stated, end) {
            (Layout::Offsets(width), Some(3), Some(end)) if end > 0 && !self.buffers[2].null => {
                let most = self.buffers[2].len() as i64;
                let offsets = &mut self.buffers[1];
                if offsets.get().and_then(|bytes| number(bytes, end, *width, true)).is_some_and(|last| last > most) {
                    offsets.put(end * width, &most.to_le_bytes()[..*width]);
                }
            }
            (Layout::View, Some(stated @ 3..), _) => {
                let count = stated - 3;
                if self.buffers[stated - 1].len() < 8 * count {
                    self.buffers[stated - 1] = Buffer::null();
                }
                for index in 0..count {
                    let (data, lengths) = self.buffers.split_at_mut(stated - 1);
                    let (data, lengths) = (&data[2 + index], &mut lengths[0]);
                    let most = data.len() as i64;
                    let more = lengths.get().and_then(|bytes| number(bytes, index, 8, true)).is_some_and(|n| n > most);
                    if more && !data.null {
                        lengths.put(8 * index, &most.to_le_bytes());
                    }
                }
            }
            _ => {}
        }
    }
}

/// The number of this size at an index, little-endian as every machine that this runs on.
pub fn number(bytes: &[u8], index: usize, width: usize, signed: bool) -> Option<i64> {
    let bytes = bytes.get(index.checked_mul(width)?..)?.get(..width)?;
    let fill = if signed && bytes[width - 1] >= 0x80 { 0xff } else { 0 };
    let mut all = [fill; 8];
    all[..width].copy_from_slice(bytes);
    let value = i64::from_le_bytes(all);
    // Of 64 bits without a sign: no memory has as many.
    Some(if !signed && value < 0 { i64::MAX } else { value })
}

/// Offset and length, if memory may hold as many rows.
pub fn extent(array: &Array) -> Option<(usize, usize)> {
    let [offset, length] = [array.offset, array.length].map(|number| usize::try_from(number).ok());
    let (offset, length) = (offset?, length?);
    (offset.checked_add(length)? <= isize::MAX as usize / 32).then_some((offset, length))
}

/// Those that are stated; `None` if nobody can find them.
pub fn stated_buffers(array: &Array) -> Option<&[Buffer]> {
    let count = usize::try_from(array.stated_buffers.unwrap_or(array.buffers.len() as i64)).ok()?;
    if count > 0 && array.no_pointers { None } else { array.buffers.get(..count) }
}
