//! A report before it has a form: headings, paragraphs, tables and charts. `render` makes HTML, Markdown or plain text of it.
//!
//! In every string here, a part between backticks is code; nothing else is markup.

/// One part of a report, in reading order.
#[derive(Debug)]
pub(crate) enum Block {
    /// Begins a section; `id` is its anchor.
    Heading {
        id: &'static str,
        text: String,
    },
    /// What the section comes to, in a sentence; after its heading. The list of contents has it, too.
    Verdict(String),
    /// Begins a part of a section.
    Subheading(String),
    Paragraph(String),
    /// What a reader must know before the figures that follow.
    Notice(String),
    /// A few figures that sum the report up, each with what it says.
    Highlights(Vec<(String, String)>),
    Table(Table),
    /// A chart: only in HTML.
    Chart(Chart),
    /// Charts beside each other where there is room, in their narrow form.
    SmallCharts(Vec<Chart>),
}

/// A chart drawn twice, for wide and for narrow pages.
#[derive(Debug)]
pub(crate) struct Chart {
    pub(crate) caption: String,
    /// SVG elements.
    pub(crate) wide: String,
    pub(crate) narrow: String,
}

/// A table; the first cell of a row is its header.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Cell>>,
    /// Below the table.
    pub(crate) notes: Vec<String>,
    /// Whether a page shows it before anybody asks for it.
    pub(crate) fold: Fold,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fold {
    /// Open if it is short.
    #[default]
    IfLong,
    Open,
}

impl Fold {
    /// A table with more rows is long.
    const LONG: usize = 8;
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) head: String,
    pub(crate) align: Align,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// What a cell's colour or weight may add; its text says it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    #[default]
    Plain,
    /// The best of its row or column.
    Best,
    Good,
    Bad,
    /// A figure that stands in a paper and was not measured here.
    Quoted,
    /// There is no figure, and the text tells why.
    Gap,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Beside it and less prominent, e.g. a ratio.
    pub(crate) aside: Option<String>,
    pub(crate) tone: Tone,
}

impl Table {
    /// Columns by their heads; the first is text, the others are figures.
    pub(crate) fn new<H: Into<String>>(caption: impl Into<String>, heads: impl IntoIterator<Item = H>) -> Self {
        let columns = heads
            .into_iter()
            .enumerate()
            .map(|(i, head)| Column { head: head.into(), align: if i == 0 { Align::Left } else { Align::Right } });
        Self { caption: caption.into(), columns: columns.collect(), ..Self::default() }
    }

    /// Makes these columns text.
    pub(crate) fn left(mut self, columns: &[usize]) -> Self {
        for &column in columns {
            self.columns[column].align = Align::Left;
        }
        self
    }

    pub(crate) fn folded(mut self, fold: Fold) -> Self {
        self.fold = fold;
        self
    }

    pub(crate) fn is_open(&self) -> bool {
        match self.fold {
            Fold::Open => true,
            Fold::IfLong => self.rows.len() <= Fold::LONG,
        }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.columns.len(), "a row of {:?}", self.caption);
        self.rows.push(row);
    }
}

impl Cell {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(crate) fn gap(why: impl Into<String>) -> Self {
        Self::new(why).tone(Tone::Gap)
    }

    pub(crate) fn empty() -> Self {
        Self::gap("–")
    }

    pub(crate) fn tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    pub(crate) fn aside(mut self, aside: impl Into<String>) -> Self {
        self.aside = Some(aside.into());
        self
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}
