//! Parses one line of a list, as `cksum --check` of GNU coreutils 9.1 does. GNU's rules depend on the lines before: see [`Parser`].
//!
//! Three of GNU's rules are left out, because each can make a checker report "OK" for something that the line does not state:
//!
//! - A name or digest ends at a NUL byte. lanesum does this only when it acts as GNU's program.
//! - With `-a`, any one byte may follow a tag (`BLAKE2bx (f)`).
//! - A tag may ask for only the beginning of a digest (`SHA256-8 (f) = ba`).
//!
//! Such lines are improperly formatted here.
//!
//! Lines of other programs are read as well, unless lanesum acts as GNU's program ([`Dialect`]).

use std::ffi::OsStr;

use super::blocks::{self, Blocks};
use super::deep::Columns;
use super::entry::Refused::{self, Improper};
use super::entry::{Entry, Fitting, Names, digest, digest_in_any_base, is_hex, trim_blanks};
use super::foreign::{self, Said, Step};
use super::kind::{self, Hint};
use crate::function::{Function, Lengths};
use crate::line::{End, LineStyle};
use crate::tag::{Stated, Tag};

/// Whose lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// All that are known.
    All,
    /// The lines that GNU's cksum reads.
    Cksum,
    /// The lines that GNU's b2sum reads: no base64.
    B2sum,
    /// The lines that sha256sum and the like read: of one length, and one form of tag.
    Sum,
    /// The lines that perl's shasum reads.
    Shasum,
}

/// The functions that lines may be of (`-a`), and their name in warnings.
#[derive(Clone, Debug)]
pub(crate) struct Only {
    pub(crate) functions: Vec<Function>,
    /// None where the lines say it.
    pub(crate) name: Option<&'static str>,
    /// May lines name none?
    pub(crate) untagged: bool,
}

impl From<Function> for Only {
    fn from(function: Function) -> Self {
        Self { functions: vec![function], name: Some(Tag::name_of(function)), untagged: true }
    }
}

/// Reads lines, and remembers of earlier ones, even of earlier lists, what GNU remembers.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Parser {
    end: End,
    dialect: Dialect,
    /// From `-a`: no other tag is accepted then.
    only: Option<Only>,
    /// The parameters of lines without a tag, which cannot state them.
    given: Stated,
    /// From the list's name.
    hint: Option<Hint>,
    /// Of the last digest without a tag.
    fitting: Option<Fitting>,
    /// The list is one of `name digest`, as SFV files are.
    names_first: bool,
    /// The list is one of hashdeep, with these columns.
    columns: Option<Columns>,
    /// Whether a name follows its digest behind one blank, as BSD's old `md5 -r` wrote it, or two: the first untagged line
    /// decides it for all. Otherwise a file might be renamed to begin with a blank and pass.
    reversed: Option<bool>,
    kind: &'static str,
    /// Forms in which a file takes several lines.
    blocks: Blocks,
    /// Has the list an entry in which the digest stands before the name, or a tag? Then a digest at the end of a line is a part of a name.
    digests_first: bool,
    /// The list is the manifest of a bag: names have `%0A`, `%0D` and `%25`.
    pub(super) bag: bool,
    /// Is the name in the last line escaped?
    escaped: bool,
}

impl Parser {
    pub(super) fn new(end: End, dialect: Dialect, only: Option<Only>, given: Stated) -> Self {
        // GNU's cksum has CRC for its default, and says so in warnings about lines before the first tag.
        let usual = if dialect == Dialect::All { "" } else { "CRC" };
        let kind = only.as_ref().and_then(|only| only.name).unwrap_or(usual);
        Self {
            end,
            dialect,
            only,
            given,
            hint: None,
            fitting: None,
            names_first: false,
            columns: None,
            reversed: None,
            kind,
            blocks: Blocks::default(),
            digests_first: false,
            bag: false,
            escaped: false,
        }
    }

    /// Another list begins, whose name tells this.
    pub(super) fn begin(&mut self, hint: Option<Hint>, list: &OsStr) {
        let ours = self.dialect == Dialect::All;
        self.hint = hint.filter(|_| ours);
        self.fitting = None;
        self.names_first = ours && kind::is_sfv(list);
        self.bag = ours && kind::is_of_a_bag(list);
        self.columns = None;
        self.blocks = Blocks::default();
        self.digests_first = false;
        let told = self.hint.as_ref().and_then(|hint| hint.functions.first().copied());
        match self.only.as_ref().and_then(|only| only.name) {
            Some(name) => self.kind = name,
            None => self.note(told),
        }
    }

    /// The function that a warning about an improper line names: the last one that a line has named.
    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    /// Is the list one of hashdeep, which writes names as they are?
    pub(super) fn is_deep(&self) -> bool {
        self.columns.is_some()
    }

    fn note(&mut self, function: Option<Function>) {
        if let Some(function) = function {
            self.kind = self.only.as_ref().and_then(|only| only.name).unwrap_or(Tag::name_of(function));
        }
    }

    fn allows(&self, function: Function) -> bool {
        self.only.as_ref().is_none_or(|only| only.functions.contains(&function))
    }

    /// Takes a line that begins with `#`. False if it is none, but of a file whose name begins so.
    pub(super) fn comment(&mut self, line: &[u8]) -> bool {
        if self.names_a_file(line) {
            return false;
        }
        if self.reads_blocks() {
            self.blocks.comment(line);
        }
        true
    }

    /// Does a line that begins as a comment have the form of `name: digest`, `name digest` and the like? With a blank behind its first byte, or the name of a
    /// function, it is a comment nevertheless, and so it is where digests stand first.
    fn names_a_file(&self, line: &[u8]) -> bool {
        if !self.reads_all() || self.digests_first && !self.names_first || self.columns.is_some() {
            return false;
        }
        let [mark, second, ..] = line else { return false };
        let said = || foreign::line(line).or_else(|| Some(blocks::wrapped(line)?.0));
        let is_name = |said: Said| {
            said.name.first() == Some(mark) && foreign::function_named(&said.name[1..]).is_none() && said.name.len() > 1
        };
        let in_a_table = (self.names_first || self.hint.is_some()) && foreign::ends_in_a_digest(line);
        self.blocks.is_row(line) || !second.is_ascii_whitespace() && said().map_or(in_a_table, is_name)
    }

    /// May a backslash in the last name be Windows' separator? Where names are escaped, it is a backslash.
    pub(super) fn is_windows(&self) -> bool {
        self.reads_all() && !self.escaped
    }

    /// Are lines of all programs read?
    fn reads_all(&self) -> bool {
        self.dialect == Dialect::All && self.end == End::Newline
    }

    /// Does an empty line mean something?
    pub(super) fn is_in_a_block(&self) -> bool {
        self.blocks.is_open()
    }

    /// No line follows: what the last ones say together.
    pub(super) fn finish(&mut self) -> Option<Result<Entry, Refused>> {
        match self.blocks.finish() {
            Step::Entry(said) => Some(self.said(said)),
            Step::Wrong => Some(Err(Improper)),
            _ => None,
        }
    }

    /// A list that has begun in another form stays in it: a name in it must not begin anything.
    fn reads_blocks(&self) -> bool {
        let other = self.digests_first || self.names_first || self.columns.is_some();
        self.reads_all() && (self.blocks.is_open() || !other)
    }

    /// Reads a line, without its end.
    pub(super) fn parse(&mut self, line: &[u8]) -> Result<Entry, Refused> {
        self.escaped = false;
        if self.reads_blocks() {
            match self.blocks.line(line) {
                Step::Other => {}
                Step::Read => return Err(Refused::Comment),
                Step::Wrong if self.blocks.yields(line) => return self.plain(line).map_err(|_| Improper),
                Step::Wrong => return Err(Improper),
                Step::Entry(said) => return self.said(said),
                Step::Before(said) => {
                    let entry = self.said(said);
                    return Err(entry.map_or(Refused::ImproperBefore, |entry| Refused::Before(entry.into())));
                }
                Step::WrongBefore => return Err(Refused::ImproperBefore),
            }
        }
        let parsed = self.plain(line);
        let foreign = self.reads_all() && self.columns.is_none();
        match parsed {
            Ok(mut entry) => {
                if self.bag {
                    entry.name = foreign::name_in_a_bag(&entry.name);
                    // Tools for bags read no comments.
                    entry.foreign = true;
                }
                Ok(entry)
            }
            Err(refused @ (Improper | Refused::Unsupported(_))) if foreign => {
                if let Some(packages) = super::packages::Packages::with(line) {
                    return Err(Refused::Packages(packages));
                }
                foreign::line(line).map_or(Err(refused), |said| self.said(said))
            }
            refused => refused,
        }
    }

    /// The entry of a line of another program, with the digests that `-a` allows.
    fn said(&mut self, said: Said) -> Result<Entry, Refused> {
        let Said { name, digests, size } = said;
        let name = Names::Plain.read(&name)?;
        if let [(None, text)] = &digests[..] {
            return self.without_tag(text, name, true, false).map(|entry| Entry { size, ..entry });
        }
        let mut read = Vec::new();
        for (function, text) in digests {
            let function = function.ok_or(Improper)?;
            let bits = function.usual_bits();
            let digest = digest_in_any_base(&text, bits).ok_or(Improper)?;
            if self.allows(function) {
                self.note(Some(function));
                read.push((Tag::plain(function, bits), digest));
            }
        }
        let entry = Entry { size, ..Entry::new(LineStyle::Tagged, name, read, true) };
        if entry.digests.is_empty() { Err(Improper) } else { Ok(entry) }
    }

    /// Reads a line that says all about a file by itself.
    fn plain(&mut self, line: &[u8]) -> Result<Entry, Refused> {
        if self.dialect == Dialect::Shasum {
            return super::shasum::entry(line, self.only.as_ref().and_then(|only| only.functions.first()));
        }
        if self.dialect == Dialect::All {
            if line.starts_with(b";") && !self.names_a_file(line) {
                self.names_first = true;
                return Err(Refused::Comment);
            }
            if let Some(header) = line.strip_prefix(b"%%%% ") {
                self.columns = Some(Columns::read(header));
                return Err(Refused::Comment);
            }
            if let Some(columns) = &self.columns {
                return columns.entry(line, |function| self.allows(function)).ok_or(Improper);
            }
        }
        let line = trim_blanks(line);
        let (line, names) = match line.strip_prefix(b"\\") {
            Some(line) if self.end == End::Newline => (line, Names::Escaped),
            _ => (line, Names::Plain),
        };
        self.escaped = names == Names::Escaped;
        if self.dialect == Dialect::Sum
            && let Some(only) = self.only.as_ref().and_then(|only| only.functions.first())
            && (line.len() as u64) < only.usual_bits() / 4 + 2
        {
            return Err(Improper);
        }
        let tagged = Tag::function_of(line).filter(|(function, _)| self.allows(*function));
        if let Some((function, rest)) = tagged {
            self.note(Some(function));
            if self.dialect == Dialect::Sum && !(rest.starts_with(b" (") || rest.starts_with(b"(")) {
                return Err(Improper);
            }
            let entry = self.tagged(function, rest, names);
            if entry.is_ok() {
                self.digests_first = true;
                return entry;
            }
        }
        if let Some((function, rest)) = Tag::foreign(line).filter(|(function, _)| self.allows(*function)) {
            self.note(Some(function));
            let entry = foreign(function, rest, names);
            self.digests_first |= entry.is_ok();
            return entry;
        }
        if tagged.is_some() && (self.dialect != Dialect::All || line.contains(&b'(')) {
            return Err(Improper);
        }
        if self.names_first
            && let Some(entry) = self.name_first(line)
        {
            return entry;
        }
        if self.only.as_ref().is_some_and(|only| !only.untagged) {
            return Err(Improper);
        }
        let told = self.hint.is_some() && self.dialect == Dialect::All && !self.digests_first;
        let read = match self.untagged(line, names) {
            Ok(entry) => {
                self.digests_first = true;
                Ok(entry)
            }
            Err(refused) => match self.bare(line) {
                Some(entry) => Ok(entry),
                None if told && foreign::line(line).is_none() => self.name_first(line).unwrap_or(Err(refused)),
                None => Err(refused),
            },
        };
        read.map_err(|refused| match foreign::unsupported(line, self.names_first) {
            Some(name) if refused == Improper && self.dialect == Dialect::All => Refused::Unsupported(name),
            _ => refused,
        })
    }

    /// GNU has base64 in cksum alone.
    fn reads_base64(&self) -> bool {
        matches!(self.dialect, Dialect::All | Dialect::Cksum)
    }

    /// `-256 (name) = digest`, behind the function's name.
    fn tagged(&self, function: Function, rest: &[u8], names: Names) -> Result<Entry, Refused> {
        let (tag, rest) = Tag::read(function, rest).ok_or(Improper)?;
        let (name, text) = name_and_digest(rest)?;
        let name = match (function.is_of_a_tuple(), names) {
            (false, Names::Plain) => Names::Plain.read(self.c_string(name))?,
            (false, Names::Escaped) => Names::Escaped.read(name)?,
            // The quoted names of a tuple are read where they are needed: `subject/tuple.rs`.
            (true, Names::Plain) => name.to_vec(),
            (true, Names::Escaped) => return Err(Improper),
        };
        let digest = self.digest(self.c_string(text), tag.bits).ok_or(Improper)?;
        Ok(Entry::new(LineStyle::Tagged, name, vec![(tag, digest)], false))
    }

    /// Other programs have no base32.
    fn digest(&self, text: &[u8], bits: u64) -> Option<Vec<u8>> {
        if self.dialect == Dialect::All { digest_in_any_base(text, bits) } else { digest(text, bits) }
    }

    /// The text as GNU's programs see it: for them it ends at the first NUL byte.
    fn c_string<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        let gnu = matches!(self.dialect, Dialect::Cksum | Dialect::B2sum | Dialect::Sum);
        let end = text.iter().position(|&byte| byte == 0).filter(|_| gnu);
        &text[..end.unwrap_or(text.len())]
    }
}

/// ` (name) = digest` or `(name)= digest`, behind the name that another program gives the function. An XOF's output is as long
/// as the digest.
fn foreign(function: Function, rest: &[u8], names: Names) -> Result<Entry, Refused> {
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    if !rest.starts_with(b"(") {
        return Err(Improper);
    }
    let (name, text) = name_and_digest(rest)?;
    let bits = match function.lengths() {
        Lengths::Any if is_hex(text) => text.len() as u64 * 4,
        _ => function.usual_bits(),
    };
    let digest = Some(bits)
        .filter(|bits| function.gives(*bits))
        .and_then(|bits| digest_in_any_base(text, bits))
        .ok_or(Improper)?;
    Ok(Entry::new(LineStyle::Tagged, names.read(name)?, vec![(Tag::plain(function, bits), digest)], true))
}

fn name_and_digest(rest: &[u8]) -> Result<(&[u8], &[u8]), Refused> {
    // A name may hold ") = " itself; a digest cannot.
    let close = rest.iter().rposition(|&byte| byte == b')').ok_or(Improper)?;
    let name = rest.get(1..close).ok_or(Improper)?;
    let text = trim_blanks(&rest[close + 1..]).strip_prefix(b"=").ok_or(Improper)?;
    Ok((name, trim_blanks(text)))
}

mod untagged;

#[cfg(test)]
mod tests;
