//! Forms of several lines. One begins only with a line that no other form has: otherwise a file's name could hide the line of another one.

use super::entry::is_hex;
use super::foreign::{
    Said, Step, cells, colon, digits, function_named, gpg, hexadecimal, is_digest_of, is_hex_digest, is_long_hex,
    is_whole, named_digest, number, words,
};
use super::mtree::{self, Mtree};
use crate::function::Function;

/// A form of several lines that has begun.
#[derive(Debug, Default)]
enum Block {
    #[default]
    None,
    /// `.dsc`, `.changes` and `Release` of Debian: the function of the field at hand, if it has digests.
    Debian(Option<Function>),
    Mtree(Mtree),
    /// PowerShell's `Get-FileHash | Export-Csv`, and other tables with titles.
    Csv(Csv),
    /// PowerShell's `Get-FileHash | Format-List`: algorithm, hash and path, and which of them came last.
    PowerShell([Vec<u8>; 3], usize),
    /// `certutil -hashfile`: what its first line said.
    Certutil(Function, Vec<u8>),
    /// `gpg --print-md`: the digits so far, in groups of this length.
    Gpg(Said, usize),
    /// The same, of a long name, which has a line of its own.
    GpgName(Vec<u8>),
    /// `pip hash`: the file that its first line named.
    Pip(Vec<u8>),
}

#[derive(Debug, Default)]
pub(super) struct Blocks {
    block: Block,
    /// Has a line come?
    begun: bool,
}

#[derive(Debug)]
struct Csv {
    columns: Vec<Column>,
    separator: u8,
    /// Has a line begun a name in quotes that goes on in the next one?
    is_quoted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Algorithm,
    /// Digests by the function of the column [`Column::Algorithm`], or by one that is not told.
    Hash,
    Of(Function),
    Path,
    Other,
}

const COLUMNS: [&str; 3] = ["Algorithm", "Hash", "Path"];

impl Blocks {
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.block, Block::None)
    }

    /// Is a line that is wrong here a digest line by itself? No name in these forms can have the end of a line.
    pub(super) fn yields(&self, line: &[u8]) -> bool {
        matches!(self.block, Block::Debian(_) | Block::Mtree(_)) && is_digest_line(line)
    }

    /// Is it a row of a table? There are no comments between them.
    pub(super) fn is_row(&self, line: &[u8]) -> bool {
        matches!(&self.block, Block::Csv(csv) if csv.said(line).is_some())
    }

    /// A line that begins with `#`.
    pub(super) fn comment(&mut self, line: &[u8]) {
        if !self.is_open() && (line == b"#mtree" || line.starts_with(b"#mtree v")) {
            self.block = Block::Mtree(Mtree::default());
        }
    }

    /// No line follows: what those before say together.
    pub(super) fn finish(&mut self) -> Step {
        match std::mem::take(&mut self.block) {
            Block::PowerShell(values, _) => record(values).map_or(Step::Wrong, Step::Entry),
            // A line that was cut off must not be taken for a shorter digest.
            Block::Gpg(said, group) => match &said.digests[..] {
                [(None, digits)] if !is_whole(digits.len(), group) => Step::Wrong,
                [(Some(function), digits)] if digits.len() as u64 != function.usual_bits() / 4 => Step::Wrong,
                _ => Step::Entry(said),
            },
            Block::Certutil(..) | Block::Pip(_) | Block::GpgName(_) => Step::Wrong,
            Block::Mtree(Mtree { begun, .. }) if !begun.is_empty() => Step::Wrong,
            _ => Step::Other,
        }
    }

    pub(super) fn line(&mut self, line: &[u8]) -> Step {
        let first = !std::mem::replace(&mut self.begun, true);
        match &mut self.block {
            Block::None => self.begin(line, first),
            Block::Debian(function) => match debian(line, function) {
                Step::Read if hides_digest(line) => Step::Wrong,
                step => step,
            },
            Block::Mtree(mtree) => {
                if let Some(start) = line.strip_suffix(b"\\").filter(|start| !start.ends_with(b"\\")) {
                    mtree.begun.extend_from_slice(start);
                    // No line of a list is longer.
                    return if mtree.begun.len() > super::LINE_BYTES { Step::Wrong } else { Step::Read };
                }
                let begun = std::mem::take(&mut mtree.begun);
                let line = &[begun.as_slice(), line].concat();
                match mtree.line(line) {
                    Step::Read if mtree::is_of_another_form(line) => Step::Wrong,
                    step => step,
                }
            }
            Block::Csv(csv) => csv.line(line),
            Block::PowerShell(values, last) => {
                let value = COLUMNS.iter().position(|column| field(line, column).is_some());
                if let Some(number) = value.filter(|number| values[*number].is_empty()) {
                    values[number] = field(line, COLUMNS[number]).unwrap_or_default().to_vec();
                    *last = number;
                } else if line.starts_with(b"            ") && values[*last].len() < super::LINE_BYTES {
                    // A value that is longer than the screen is wide.
                    values[*last].extend_from_slice(line.trim_ascii());
                } else {
                    return self.end();
                }
                Step::Read
            }
            Block::Certutil(function, name) => {
                let digest: Vec<u8> = line.iter().copied().filter(|byte| *byte != b' ').collect();
                let (function, name) = (*function, std::mem::take(name));
                self.block = Block::None;
                let said = is_digest_of(function, &digest).then(|| Said::of(&name, Some(function), &digest));
                said.flatten().map_or(Step::Wrong, Step::Entry)
            }
            Block::Pip(name) => {
                let Some((function, digest)) = line.strip_prefix(b"--hash=").and_then(named_digest) else {
                    return self.end();
                };
                let name = std::mem::take(name);
                self.block = Block::None;
                Said::of(&name, Some(function), &hexadecimal(&digest)).map_or(Step::Wrong, Step::Entry)
            }
            Block::GpgName(name) => {
                let joined = [name.as_slice(), b" ", line.trim_ascii()].concat();
                match gpg(&joined) {
                    Some((said, group)) if is_wrapped(&said, group) => self.block = Block::Gpg(said, group),
                    Some((said, _)) => {
                        self.block = Block::None;
                        return Step::Entry(said);
                    }
                    None => return self.end(),
                }
                Step::Read
            }
            Block::Gpg(said, _) => match digits(line).filter(|_| line.starts_with(b" ")) {
                Some(more) if said.digests[0].1.len() < 128 => {
                    said.digests[0].1.extend(more);
                    Step::Read
                }
                _ => self.end(),
            },
        }
    }

    /// A block has ended before this line.
    fn end(&mut self) -> Step {
        match self.finish() {
            Step::Entry(said) => Step::Before(said),
            Step::Wrong => Step::WrongBefore,
            step => step,
        }
    }

    fn begin(&mut self, line: &[u8], first: bool) -> Step {
        // `DIGEST  name`: nothing in the name begins anything.
        let word = line.strip_prefix(b"\\").unwrap_or(line).split(|byte| matches!(byte, b' ' | b'\t')).next();
        if word.is_some_and(|word| word.len() >= 8 && is_hex(word)) {
            return Step::Other;
        }
        let text = str::from_utf8(line).unwrap_or_default().trim_end();
        let is_field = |field: &str| text.strip_prefix(field).is_some_and(|rest| rest == ":" || rest.starts_with(": "));
        self.block = if let Some((said, group)) = wrapped(line) {
            Block::Gpg(said, group)
        } else if first && DEBIAN.split(' ').any(is_field) && colon(line).is_none() {
            let mut function = None;
            debian(line, &mut function);
            Block::Debian(function)
        } else if text.starts_with("/set ") || text.starts_with("/unset ") || first && text.starts_with(". type=dir") {
            let mut mtree = Mtree::default();
            mtree.line(line);
            Block::Mtree(mtree)
        } else if let Some(csv) = Csv::titled(text) {
            Block::Csv(csv)
        } else if let Some(algorithm) = field(line, COLUMNS[0]).filter(|name| function_named(name).is_some()) {
            Block::PowerShell([algorithm.to_vec(), Vec::new(), Vec::new()], 0)
        } else if let Some((function, name)) = certutil(text) {
            Block::Certutil(function, name.into())
        } else if line.len() > LONG_NAME && line.ends_with(b": ") {
            Block::GpgName(line[..line.len() - 1].into())
        } else if let Some(name) = line.strip_suffix(b":").filter(|name| is_of_pip(name)) {
            Block::Pip(name.into())
        } else {
            // Rules, column titles and notes, which stand around such blocks.
            let mut words = text.split_ascii_whitespace();
            let is_rule = text.starts_with("---") && words.all(|word| word.bytes().all(|byte| byte == b'-'));
            let mut titles = text.split_ascii_whitespace();
            let is_head = text.contains(' ') && titles.all(|title| COLUMNS.contains(&title));
            // Gentoo's.
            let is_note = match text.split_ascii_whitespace().collect::<Vec<_>>()[..] {
                ["IGNORE" | "TIMESTAMP", about] => !is_hex_digest(about.as_bytes()),
                _ => false,
            };
            return if is_rule || is_head || is_note || text.starts_with("CertUtil: ") {
                Step::Read
            } else {
                Step::Other
            };
        };
        Step::Read
    }
}

/// Does it look like a tagged or an untagged line?
fn is_digest_line(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii_start();
    let digits = trimmed.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let name = [b"  ".as_slice(), b" *"].iter().find_map(|blanks| trimmed[digits..].strip_prefix(*blanks));
    // Debian's lines have a size there.
    let is_size = |name: &[u8]| name.trim_ascii_start().first().is_some_and(u8::is_ascii_digit) && line != trimmed;
    let is_untagged = digits >= 8 && name.is_some_and(|name| !is_size(name));
    let has = |part: &[u8]| line.windows(part.len()).any(|bytes| bytes == part);
    is_untagged || !line.starts_with(b" ") && has(b" (") && has(b") = ")
}

/// Has a line that says nothing to Debian a digest, which nobody would check then? In fields of text lines may have one (of a commit, say), but
/// not begin with it.
fn hides_digest(line: &[u8]) -> bool {
    if line.starts_with(b" ") || line.starts_with(b"\t") {
        return words(line).next().is_some_and(is_long_hex);
    }
    let of_commits = [b"Dgit:".as_slice(), b"Vcs-", b"Git-Tag-"].iter().any(|field| line.starts_with(field));
    let says_function = words(line).next().and_then(function_named).is_some() && words(line).nth(1).is_some();
    let has_digest = says_function || words(line).any(is_long_hex);
    has_digest && !(of_commits && words(line).count() > 3)
}

/// Fields with which stanzas of Debian begin.
const DEBIAN: &str = "\
    Acquire-By-Hash Architecture Architectures Archive Binary Changed-By Changelogs Checksums-Sha1 Checksums-Sha256 \
    Codename Components Date Description Distribution Files Format Hash Label Maintainer MD5Sum NotAutomatic Origin \
    Package SHA256 Signed-By Snapshots Source Suite Valid-Until Version";

/// May `pip hash` have read a file of this name? It takes archives.
fn is_of_pip(name: &[u8]) -> bool {
    [b".whl".as_slice(), b".tar.gz", b".zip", b".tar.bz2", b".tar.xz", b".tgz", b".tar"]
        .iter()
        .any(|end| name.ends_with(end))
}

/// The content of the first of several lines of gpg, and the length of its groups.
pub(super) fn wrapped(line: &[u8]) -> Option<(Said, usize)> {
    gpg(line).filter(|(said, group)| is_wrapped(said, *group))
}

/// Names that are shorter stand in one line with the digest.
const LONG_NAME: usize = 40;

/// Does the line of gpg go on in the next one? Short digests are in groups of two and four digits.
fn is_wrapped(said: &Said, group: usize) -> bool {
    match &said.digests[..] {
        [(Some(function), digits)] => (digits.len() as u64) < function.usual_bits() / 4,
        // Several groups: in one they are a digest, another program's `f: DIGEST`. Of eight digits, more may follow in any case.
        [(None, digits)] => digits.len() > group && (group == 8 || !is_whole(digits.len(), group)),
        _ => false,
    }
}

/// The value in `Hash      : BA78…`: another program's `Hash: x` has no blank there.
fn field<'a>(line: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let rest = line.strip_prefix(name.as_bytes())?;
    rest.trim_ascii_start().strip_prefix(b":").filter(|_| rest.starts_with(b" ")).map(<[u8]>::trim_ascii)
}

fn record([algorithm, digest, path]: [Vec<u8>; 3]) -> Option<Said> {
    let function = function_named(&algorithm)?;
    is_digest_of(function, &digest).then(|| Said::of(&path, Some(function), &digest))?
}

/// Titles of a column with paths, the clearest first.
const PATHS: [&str; 5] = ["path", "fullname", "filename", "file", "name"];

impl Csv {
    /// `"Algorithm","Hash","Path"`: these and other titles, in any order.
    fn titled(line: &str) -> Option<Self> {
        let separator = *[b'\t', b';'].iter().find(|byte| line.as_bytes().contains(byte)).unwrap_or(&b',');
        let titles = cells(line.as_bytes(), separator)?;
        // No more than words: a digest line whose name has commas must not pass for titles.
        let is_title = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_ ".contains(byte);
        if !titles.iter().all(|title| title.len() < 32 && title.iter().all(is_title)) {
            return None;
        }
        let is = |title: &[u8], name: &str| title.eq_ignore_ascii_case(name.as_bytes());
        let path = PATHS.iter().find_map(|name| titles.iter().position(|title| is(title, name)))?;
        let column = |(number, title): (usize, &Vec<u8>)| match title {
            _ if number == path => Column::Path,
            title if is(title, "algorithm") => Column::Algorithm,
            title if ["hash", "digest", "checksum"].iter().any(|name| is(title, name)) => Column::Hash,
            title => function_named(title).map_or(Column::Other, Column::Of),
        };
        let columns: Vec<_> = titles.iter().enumerate().map(column).collect();
        let has_digests = columns.iter().any(|column| matches!(column, Column::Hash | Column::Of(_)));
        has_digests.then_some(Self { columns, separator, is_quoted: false })
    }

    fn line(&mut self, line: &[u8]) -> Step {
        if line.is_empty() {
            return Step::Read;
        }
        if let Some(said) = self.said(line) {
            self.is_quoted = false;
            return Step::Entry(said);
        }
        let was_quoted = self.is_quoted;
        self.is_quoted ^= line.split(|byte| *byte == b'"').count() % 2 == 0;
        if !was_quoted && !self.is_quoted && is_digest_line(line) { Step::Other } else { Step::Wrong }
    }

    fn said(&self, line: &[u8]) -> Option<Said> {
        let cells = cells(line, self.separator).filter(|cells| cells.len() == self.columns.len())?;
        let with = |column| self.columns.iter().position(|other| *other == column).map(|number| &cells[number]);
        // Without this column, any function; with it, a known one.
        let function = with(Column::Algorithm).map(|name| function_named(name).ok_or(())).transpose().ok()?;
        let mut said = Said { name: with(Column::Path)?.clone(), ..Said::default() };
        for (column, cell) in self.columns.iter().zip(&cells) {
            let function = match column {
                Column::Hash => function,
                Column::Of(function) => Some(*function),
                _ => continue,
            };
            if function.map_or_else(|| is_hex_digest(cell), |function| is_digest_of(function, cell)) {
                said.digests.push((function, cell.clone()));
            } else if !cell.is_empty() {
                return None;
            }
        }
        (!said.name.is_empty() && !said.digests.is_empty()).then_some(said)
    }
}

/// `SHA256 hash of abc:`, in older versions `SHA1 hash of file abc:`.
fn certutil(line: &str) -> Option<(Function, &str)> {
    let (function, name) = line.strip_suffix(':')?.split_once(" hash of ")?;
    Some((function_named(function.as_bytes())?, name.strip_prefix("file ").unwrap_or(name)))
}

/// A line of a control file of Debian.
fn debian(line: &[u8], function: &mut Option<Function>) -> Step {
    let Some(b' ' | b'\t') = line.first() else {
        let colon = line.iter().position(|byte| *byte == b':');
        let name = colon.map_or(&[][..], |colon| &line[..colon]);
        // Names of fields in any case.
        let plain = name.to_ascii_lowercase();
        let plain = plain.strip_prefix(b"checksums-").unwrap_or(&plain);
        *function = match plain.strip_suffix(b"sum").unwrap_or(plain) {
            b"files" => function_named(b"md5"),
            function => function_named(function),
        };
        let is_field = colon.is_some() && name.iter().all(u8::is_ascii_graphic);
        return if is_field || line.is_empty() { Step::Read } else { Step::Wrong };
    };
    let Some(function) = *function else { return Step::Read };
    let words: Vec<_> = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty()).collect();
    // `.changes` has section and priority before the name.
    let ([digest, size, name] | [digest, size, _, _, name]) = words[..] else { return Step::Wrong };
    let said = is_digest_of(function, digest).then(|| Said::of(name, Some(function), digest)).flatten();
    let said = said.and_then(|said| Some(Said { size: Some(number(size)?), ..said }));
    said.map_or(Step::Wrong, Step::Entry)
}
