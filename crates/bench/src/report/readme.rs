//! The short block of figures for the README.

use measure::trials::{Kind, Record};

use super::doc::{Block, Cell, Table, Tone};
use super::figures::{OURS, Subject, Unit, least};
use super::number::{bytes, digits};
use super::render::markdown;
use super::sections::cell;
use crate::quoted;
use crate::results::Run;

const BEGIN: &str = "<!-- figures: begin -->";
const END: &str = "<!-- figures: end -->";

/// What stands in the README: the work of people who hash short messages, files, many messages, and one large file.
const LINES: [Line; 9] = [
    Line { algorithm: "sha3-256", messages: 1, length: Length::Exactly(64), unit: Unit::CyclesAMessage },
    Line { algorithm: "sha3-256", messages: 1, length: Length::Exactly(4096), unit: Unit::CoreCpb },
    Line { algorithm: "sha3-256", messages: 64, length: Length::Mixed, unit: Unit::CyclesAMessage },
    Line { algorithm: "sha256", messages: 1, length: Length::Exactly(4096), unit: Unit::CoreCpb },
    Line { algorithm: "sha256", messages: 64, length: Length::Mixed, unit: Unit::CyclesAMessage },
    Line { algorithm: "sha512", messages: 1, length: Length::Exactly(4096), unit: Unit::CoreCpb },
    Line { algorithm: "sha512", messages: 64, length: Length::Mixed, unit: Unit::CyclesAMessage },
    Line { algorithm: "kt128", messages: 1, length: Length::Exactly(1 << 20), unit: Unit::CoreCpb },
    Line { algorithm: "blake3", messages: 1, length: Length::Exactly(1 << 20), unit: Unit::CoreCpb },
];

/// The crates of `RustCrypto`, of which each algorithm is in one.
const RUSTCRYPTO: [&str; 3] = ["sha2", "sha3", "k12"];

/// One line of the table.
struct Line {
    algorithm: &'static str,
    messages: u64,
    length: Length,
    unit: Unit,
}

#[derive(Clone, Copy)]
enum Length {
    /// All messages have it.
    Exactly(u64),
    /// Messages of many lengths.
    Mixed,
}

impl Line {
    /// Everybody's rows.
    fn rows<'r>(&self, run: &'r Run) -> impl Iterator<Item = &'r Record> {
        let &Self { algorithm, messages, length, .. } = self;
        run.records.iter().filter(move |row| {
            let of_length = match length {
                Length::Exactly(bytes) => row.kind == Kind::Messages && row.bytes == bytes,
                Length::Mixed => row.kind == Kind::Ragged,
            };
            of_length && row.algorithm == algorithm && row.messages == messages && row.threads <= 1
        })
    }

    /// What is done, and in which unit the figures are; `None` if nobody did it.
    fn head(&self, run: &Run) -> Option<String> {
        let row = self.rows(run).find(|row| self.unit.of(row).is_some())?;
        let what = match (self.length, self.messages) {
            (Length::Mixed, _) => format!("{} messages, {} on average", self.messages, bytes(row.bytes)),
            (Length::Exactly(_), 1) => format!("one message of {}", bytes(row.bytes)),
            (Length::Exactly(_), _) => format!("{} messages of {}", self.messages, bytes(row.bytes)),
        };
        let unit = if self.unit == Unit::CyclesAMessage { "cycles a message" } else { "cycles a byte" };
        Some(format!("`{}`, {what}: {unit}", self.algorithm))
    }

    /// The best rival that takes no part, if it was measured on this kind of processor and is faster than all of the run.
    fn quoted(&self, run: &Run, fastest: Option<&Record>) -> Option<Cell> {
        let Length::Exactly(length) = self.length else { return None };
        let quoted = quoted::here(&run.machine, &Subject::messages(self.algorithm, length, self.messages))?;
        let figure = if self.unit == Unit::CyclesAMessage { quoted.figure * length as f64 } else { quoted.figure };
        let is_fastest = fastest.and_then(|row| self.unit.of(row)).is_none_or(|in_run| figure < in_run);
        is_fastest.then(|| Cell::new(digits(figure)).aside(format!("{}, {}", quoted.who, quoted.date)))
    }

    fn cells(&self, run: &Run) -> Option<Vec<Cell>> {
        let head = self.head(run)?;
        let of = |names: &[&str]| {
            least(self.rows(run).filter(|row| names.contains(&row.implementation.as_str())), self.unit)
        };
        let fastest = least(self.rows(run).filter(|row| row.implementation != OURS), self.unit);
        let in_run = fastest.map_or_else(Cell::empty, |row| cell(Some(row), self.unit).aside(&row.implementation));
        let rival = self.quoted(run, fastest).unwrap_or(in_run);
        let ours = cell(of(&[OURS]), self.unit).tone(Tone::Best);
        Some(vec![head.into(), ours, cell(of(&["openssl"]), self.unit), cell(of(&RUSTCRYPTO), self.unit), rival])
    }
}

/// Without the markers.
pub(crate) fn block(run: &Run) -> String {
    let machine = &run.machine;
    let date = machine.date.split('T').next().unwrap_or_default();
    let mut blocks = vec![Block::Paragraph(format!(
        "Measured by `lanesum-bench` in one run on {} ({}, family {} model {}), {date}; lower is better.",
        machine.processor, machine.vendor, machine.family, machine.model,
    ))];
    let rows: Vec<_> = LINES.iter().filter_map(|line| line.cells(run)).collect();
    if !rows.is_empty() {
        let heads = ["what", "lanesum", "OpenSSL", "sha2, sha3, k12", "fastest rival"];
        let caption = "One thread, core cycles";
        blocks.push(Block::Table(Table { rows, ..Table::new(caption, heads) }));
    }
    markdown::render(&blocks).trim().to_string()
}

/// A README with these figures between `<!-- figures: begin -->` and `<!-- figures: end -->`.
///
/// # Errors
/// If a marker is missing, or the one that ends comes first.
pub fn replace(readme: &str, figures: &str) -> Result<String, MarkerError> {
    let begin = readme.find(BEGIN).ok_or(MarkerError::Missing(BEGIN))? + BEGIN.len();
    let end = begin + readme[begin..].find(END).ok_or(MarkerError::Missing(END))?;
    Ok(format!("{}\n{}\n{}", &readme[..begin], figures.trim(), &readme[end..]))
}

/// The README has no place for figures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkerError {
    /// A marker does not stand where it is expected.
    #[error("there is no `{0}` where it is expected")]
    Missing(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn only_the_text_between_the_markers_changes() {
        let readme = format!("# A\n{BEGIN}\nold\n{END}\nrest\n");
        let new = replace(&readme, "new\n").expect("markers are there");
        assert_eq!(new, format!("# A\n{BEGIN}\nnew\n{END}\nrest\n"));
        assert_eq!(replace(&new, "new").as_ref(), Ok(&new), "again changes nothing");
        assert_eq!(replace("# A\n", "new"), Err(MarkerError::Missing(BEGIN)));
        assert_eq!(replace(&format!("{END}{BEGIN}"), "new"), Err(MarkerError::Missing(END)));
    }

    #[test]
    fn the_block_is_short_and_names_the_machine() {
        let shown = block(&fixture::run());
        assert!(shown.contains("Made-up processor"), "{shown}");
        assert!(shown.contains("`sha3-256`, one message of 64 B: cycles a message"), "{shown}");
        assert!(shown.contains("`sha3-256`, 64 messages, 700 B on average: cycles a message"), "{shown}");
        assert!(shown.lines().count() <= 6 + LINES.len(), "{shown}");
    }

    #[test]
    fn the_fastest_rival_is_named_and_who_has_no_figure_leaves_a_gap() {
        let mut run = fixture::empty();
        let row =
            |name: &str, cpb| Record { core_cpb: cpb, ..fixture::record(name, "sha256", Kind::Messages, 4096, 1) };
        run.records = vec![row(OURS, Some(2.0)), row("ring", Some(2.5)), row("sha2", Some(3.0)), row("openssl", None)];
        let cells = LINES[3].cells(&run).expect("there are figures");
        let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(texts, ["`sha256`, one message of 4096 B: cycles a byte", "2.00", "–", "3.00", "2.50"]);
        assert_eq!(cells[4].aside.as_deref(), Some("ring"));
        assert!(LINES[0].cells(&run).is_none());
        // Who takes no part counts where it was measured on such a processor: 13.6 cycles a byte of 64.
        let row = |name: &str, cpb| Record {
            core_cpb: Some(cpb),
            ..fixture::record(name, "sha3-256", Kind::Messages, 64, 1)
        };
        run.records = vec![row(OURS, 13.0), row("sha3", 15.0)];
        let rival = |run: &Run| LINES[0].cells(run).expect("there are figures").swap_remove(4);
        assert_eq!((rival(&run).text.as_str(), rival(&run).aside.as_deref()), ("870", Some("ipsec-mb, 2026-11-22")));
        run.machine.family = 25;
        assert_eq!((rival(&run).text.as_str(), rival(&run).aside.as_deref()), ("960", Some("sha3")));
    }
}
