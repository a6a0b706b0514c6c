//! The picture of figures in the README.

use std::fmt::Write;

use measure::trials::{Kind, Record};

use super::charts::picture::{self, Bar, Scheme, Whose};
use super::figures::{OURS, Subject, Unit, distinct};
use super::number::{bytes, digits};
use crate::processor::Processor;
use crate::quoted::{self, Quoted};
use crate::results::Run;

const BEGIN: &str = "<!-- figures: begin -->";
const END: &str = "<!-- figures: end -->";

/// The first row of the picture: many messages in one call of ours, beside rivals that take one message in a call.
const MANY: [Panel; 2] = [
    Panel { what: "SHA3-256", messages: 64, length: Length::Mixed, ours: "sha3-256", theirs: &["sha3-256"] },
    Panel { what: "SHA-256", messages: 64, length: Length::Mixed, ours: "sha256", theirs: &["sha256"] },
];

/// The second row: lengths of messages and how many, of which a rival's batches were measured, too.
const BATCHES: [Batches; 2] = [
    Batches { what: "SHA3-256", algorithm: "sha3-256", shapes: &[(64, 8), (64, 64), (256, 8)] },
    Batches { what: "SHA-256", algorithm: "sha256", shapes: &[(64, 16), (1024, 16), (4096, 16)] },
];

/// The third: one message.
const ONE: [Panel; 2] = [
    Panel { what: "SHA3-256", messages: 1, length: Length::Exactly(4096), ours: "sha3-256", theirs: &["sha3-256"] },
    // Files of one's own: whoever may choose the function compares functions, too.
    Panel {
        what: "A file's digest",
        messages: 1,
        length: Length::Exactly(1 << 20),
        ours: "kt128",
        theirs: &["kt128", "blake3", "sha3-256", "sha256"],
    },
];

/// The files of the picture, seen from the README's folder.
pub(crate) const PICTURES: [(Scheme, &str); 2] =
    [(Scheme::Light, "docs/speed-light.svg"), (Scheme::Dark, "docs/speed-dark.svg")];

/// One comparison.
struct Panel {
    what: &'static str,
    messages: u64,
    length: Length,
    ours: &'static str,
    /// With one algorithm the best rivals; with several the best rival of the first, and of the others the fastest, ours or not.
    theirs: &'static [&'static str],
}

/// Batches of one length, ours beside a rival's.
struct Batches {
    what: &'static str,
    algorithm: &'static str,
    /// Bytes of each message, and how many there are.
    shapes: &'static [(u64, u64)],
}

#[derive(Clone, Copy)]
enum Length {
    /// All messages have it.
    Exactly(u64),
    /// Messages of many lengths.
    Mixed,
}

impl Panel {
    /// Everybody's rows of an algorithm, the fastest first.
    fn rows<'r>(&self, run: &'r Run, algorithm: &str) -> Vec<&'r Record> {
        let of_length = |row: &Record| match self.length {
            Length::Exactly(bytes) => row.kind == Kind::Messages && row.bytes == bytes,
            Length::Mixed => row.kind == Kind::Ragged,
        };
        let mut rows: Vec<&Record> = run
            .records
            .iter()
            .filter(|row| {
                of_length(row) && row.algorithm == algorithm && row.messages == self.messages && row.threads <= 1
            })
            .filter(|row| row.core_cpb.is_some_and(|cpb| cpb > 0.0))
            .collect();
        rows.sort_by(|a, b| a.core_cpb.unwrap_or(0.0).total_cmp(&b.core_cpb.unwrap_or(0.0)));
        rows
    }

    /// `None` without a figure of ours.
    fn drawn(&self, run: &Run) -> Option<picture::Panel> {
        let ours = *self.rows(run, self.ours).iter().find(|row| row.implementation == OURS)?;
        let mut theirs: Vec<&Record> = Vec::new();
        for &algorithm in self.theirs {
            let is_other = algorithm != self.ours;
            let rows = self.rows(run, algorithm).into_iter().filter(|row| is_other || row.implementation != OURS);
            theirs.extend(rows.take(if self.theirs.len() == 1 { RIVALS } else { 1 }));
        }
        let length = match self.length {
            Length::Exactly(length) => bytes(length),
            Length::Mixed => format!("{} on average", bytes(ours.bytes)),
        };
        let count = if self.messages == 1 { "one message".into() } else { format!("{} messages", self.messages) };
        let bar = |row: &Record| {
            let whose = if row.implementation == OURS { Whose::Ours } else { Whose::Theirs };
            let program = if row.implementation == OURS { OURS } else { named(&row.implementation) };
            let function = function(&row.algorithm);
            let name = match (self.messages, whose) {
                (1, _) if self.theirs.len() > 1 => format!("{function}, {program}"),
                (1, _) => program.into(),
                (_, Whose::Ours) => format!("{program}, batch"),
                (_, Whose::Theirs) => format!("{program}, one by one"),
            };
            Bar { name, gb_per_second: GHZ / row.core_cpb.unwrap_or(f64::INFINITY), whose }
        };
        let bars = [ours].into_iter().chain(theirs).map(bar).collect();
        Some(picture::Panel { title: format!("{}: {count}, {length}", self.what), bars })
    }
}

impl Batches {
    /// Figures by a rival that are quoted from the machine's kind of processor, each after ours.
    fn pairs<'r>(&'r self, run: &'r Run) -> impl Iterator<Item = (f64, &'static Quoted)> + 'r {
        self.shapes.iter().filter_map(|&(length, messages)| {
            let subject = Subject::messages(self.algorithm, length, messages);
            let ours = subject.ours(run, Unit::CoreCpb).row()?.core_cpb?;
            Some((ours, quoted::here(&run.machine, &subject)?))
        })
    }

    /// `None` without a figure that could be compared.
    fn drawn(&self, run: &Run) -> Option<picture::Panel> {
        let pair = |(ours, quoted): (f64, &Quoted)| {
            let (messages, length) = (quoted.subject.messages, quoted.subject.length().unwrap_or(0));
            let bar = |program: &str, cpb: f64, whose| {
                let name = format!("{program}, batch, {messages}×{}", bytes(length));
                Bar { name, gb_per_second: GHZ / cpb, whose }
            };
            [bar(OURS, ours, Whose::Ours), bar(named(quoted.who), quoted.figure, Whose::Theirs)]
        };
        let bars: Vec<Bar> = self.pairs(run).flat_map(pair).collect();
        (!bars.is_empty()).then(|| picture::Panel { title: format!("{}: batch beside batch", self.what), bars })
    }
}

/// The clock of the picture: the processor's own goes up and down while a report is measured, and with it nanoseconds.
const GHZ: f64 = 4.0;

/// How many rivals a panel for one algorithm shows.
const RIVALS: usize = 3;

/// A rival as its users call it.
fn named(implementation: &str) -> &str {
    match implementation {
        "openssl" => "OpenSSL",
        "gcrypt" => "libgcrypt",
        "aws-lc-rs" => "AWS-LC",
        "kangarootwelve_xkcp" => "XKCP",
        "ISA-L crypto" => "ISA-L",
        other => other,
    }
}

fn function(algorithm: &str) -> &str {
    match algorithm {
        "kt128" => "KT128",
        "blake3" => "BLAKE3",
        "sha3-256" => "SHA3-256",
        "sha256" => "SHA-256",
        other => other,
    }
}

fn drawn(run: &Run) -> Vec<picture::Panel> {
    let batches = BATCHES.iter().filter_map(|batches| batches.drawn(run));
    let many = MANY.iter().filter_map(|panel| panel.drawn(run));
    many.chain(batches).chain(ONE.iter().filter_map(|panel| panel.drawn(run))).collect()
}

fn footer(run: &Run) -> Vec<String> {
    let machine = &run.machine;
    let date = machine.date.split('T').next().unwrap_or_default();
    // What its users call it, beside the numbers that cpuid gives: of "EPYC, Zen 5" the last part.
    let name = Processor::of(machine).and_then(|processor| processor.name().rsplit(", ").next());
    let name = name.map_or_else(String::new, |name| format!("{name}, "));
    let mut lines = vec![
        format!(
            "GB/s at {GHZ:.1} GHz, from core cycles; longer is better. One thread of {} ({name}family {} model {}), {date}.",
            machine.processor, machine.family, machine.model
        ),
        "Batch: all messages in one call. One by one: one call for each message.".into(),
    ];
    let pairs = BATCHES.iter().flat_map(|batches| batches.pairs(run));
    let quoted: Vec<&Quoted> = pairs.map(|(_, quoted)| quoted).collect();
    if !quoted.is_empty() {
        let places = distinct(quoted.iter().map(|quoted| format!("{}, {}", quoted.processor.name(), quoted.date)));
        lines.push(format!("Rivals' batches were measured apart from this run, on {}:", places.join("; ")));
        let who = quoted.iter().map(|quoted| format!("{} ({})", quoted.who, quoted.version));
        lines.push(format!("{}.", distinct(who).join("; ")));
    }
    lines
}

/// The files of the picture: their paths from the README's folder, and their texts.
pub(crate) fn pictures(run: &Run) -> Vec<(&'static str, String)> {
    let (panels, footer) = (drawn(run), footer(run));
    PICTURES.into_iter().map(|(scheme, path)| (path, picture::draw(&panels, &footer, scheme))).collect()
}

/// Without the markers: the picture, in HTML that chooses by the reader's colours, with its figures for those who do not see it.
pub(crate) fn block(run: &Run) -> String {
    let mut alt = footer(run).join(" ");
    for panel in drawn(run) {
        let bars: Vec<String> =
            panel.bars.iter().map(|bar| format!("{} {}", bar.name, digits(bar.gb_per_second))).collect();
        let _ = write!(alt, " {}: {}.", panel.title, bars.join("; "));
    }
    let [(_, light), (_, dark)] = PICTURES;
    format!(
        "<picture>\n  <source media=\"(prefers-color-scheme: dark)\" srcset=\"{dark}\">\n  \
         <img src=\"{light}\" width=\"800\" alt=\"{}\">\n</picture>",
        alt.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
    )
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
    #[error("the page has no `{0}` where it is expected; put both markers where the figures belong")]
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
        assert_eq!(
            MarkerError::Missing("<!-- x -->").to_string(),
            "the page has no `<!-- x -->` where it is expected; put both markers where the figures belong"
        );
    }

    #[test]
    fn the_block_says_what_the_picture_shows_and_names_the_machine() {
        let shown = block(&fixture::run());
        assert!(shown.contains("Made-up processor"), "{shown}");
        assert!(shown.contains("SHA3-256: one message, 4096 B: lanesum "), "{shown}");
        let many = "SHA3-256: 64 messages, 700 B on average: lanesum, batch ";
        assert!(shown.contains(many) && shown.contains("; keccak-asm, one by one "), "{shown}");
        for (path, _) in pictures(&fixture::run()) {
            assert!(shown.contains(&format!("\"{path}\"")), "{shown}");
        }
    }

    #[test]
    fn the_fastest_rivals_are_shown_and_who_has_no_figure_is_not() {
        let mut run = fixture::empty();
        let row = |name: &str, algorithm: &str, length: u64, cycles: Option<f64>| Record {
            core_cpb: cycles.map(|cycles| cycles / length as f64),
            ..fixture::record(name, algorithm, Kind::Messages, length, 1)
        };
        run.records = vec![
            row("sha3", "sha3-256", 4096, Some(4096.0)),
            row("openssl", "sha3-256", 4096, Some(2048.0)),
            row("keccak-asm", "sha3-256", 4096, Some(8192.0)),
            row("tiny-keccak", "sha3-256", 4096, Some(9999.0)),
            row("gcrypt", "sha3-256", 4096, None),
            row(OURS, "sha3-256", 4096, Some(1024.0)),
        ];
        let shown = drawn(&run);
        let bars: Vec<(&str, f64)> = shown[0].bars.iter().map(|bar| (bar.name.as_str(), bar.gb_per_second)).collect();
        assert_eq!(bars, [("lanesum", 16.0), ("OpenSSL", 8.0), ("sha3", 4.0), ("keccak-asm", 2.0)]);
        assert_eq!(shown.len(), 1, "no panel without a figure of ours");
        // Of several functions the best of each.
        let file = |name: &str, algorithm: &str, cycles| row(name, algorithm, 1 << 20, Some(cycles));
        run.records = vec![
            file(OURS, "kt128", 1e5),
            file("k12", "kt128", 9e5),
            file("kangarootwelve_xkcp", "kt128", 2e5),
            file(OURS, "sha256", 5e5),
            file("openssl", "sha256", 6e5),
            file(OURS, "sha3-256", 9e5),
            file("openssl", "sha3-256", 8e5),
        ];
        let names: Vec<String> = drawn(&run)[0].bars.iter().map(|bar| bar.name.clone()).collect();
        assert_eq!(names, ["KT128, lanesum", "KT128, XKCP", "SHA3-256, OpenSSL", "SHA-256, lanesum"]);
    }

    #[test]
    fn batches_of_rivals_stand_beside_ours_with_processor_and_date() {
        let mut run = fixture::empty();
        let row = |name: &str, algorithm: &str, length: u64, messages, cpb| Record {
            core_cpb: Some(cpb),
            ..fixture::record(name, algorithm, Kind::Messages, length, messages)
        };
        run.records = vec![
            row(OURS, "sha3-256", 64, 64, 2.0),
            row("sha3", "sha3-256", 64, 64, 1.0),
            row(OURS, "sha256", 1024, 16, 0.5),
            row(OURS, "sha256", 4096, 16, 0.4),
            // Nobody's batch of it was measured.
            row(OURS, "sha256", 576, 16, 0.1),
        ];
        let shown = drawn(&run);
        let names = |panel: &picture::Panel| panel.bars.iter().map(|bar| bar.name.clone()).collect::<Vec<_>>();
        assert_eq!(shown[0].title, "SHA3-256: batch beside batch");
        assert_eq!(names(&shown[0]), ["lanesum, batch, 64×64 B", "XKCP, batch, 64×64 B"]);
        assert_eq!(
            names(&shown[1]),
            [
                "lanesum, batch, 16×1024 B",
                "ISA-L, batch, 16×1024 B",
                "lanesum, batch, 16×4096 B",
                "ipsec-mb, batch, 16×4096 B"
            ]
        );
        assert_eq!(
            shown[1].bars.iter().map(|bar| bar.whose == Whose::Ours).collect::<Vec<_>>(),
            [true, false, true, false]
        );
        assert_eq!(digits(shown[1].bars[1].gb_per_second), "5.50");
        let told = block(&run);
        for part in ["one call for each message", "EPYC, Zen 5, 2026-11-22", "ISA-L crypto (", "XKCP (", "ipsec-mb ("] {
            assert!(told.contains(part), "{part}: {told}");
        }
        for (_, picture) in pictures(&run) {
            assert!(picture.contains("EPYC, Zen 5, 2026-11-22") && picture.contains("ISA-L, batch"), "{picture}");
        }
        // Figures of another processor would be compared with nothing.
        run.machine.family = 25;
        assert!(drawn(&run).is_empty() && !block(&run).contains("2026-11-22"));
    }

    #[test]
    fn light_and_dark_differ_in_colours_alone() {
        let files = pictures(&fixture::run());
        let without_style = |text: &str| text.split_once("</style>").map(|(_, rest)| rest.to_owned());
        assert_eq!(without_style(&files[0].1), without_style(&files[1].1));
        assert_ne!(files[0].1, files[1].1);
    }
}
