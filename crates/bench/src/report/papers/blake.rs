//! Neves and Aumasson, "BLAKE and 256-bit advanced vector extensions" (slides): slides 19, 25 and 26.

use trials::Run;

use super::{against, quoted};
use crate::report::doc::{Block, Cell, Table};
use crate::report::figures::{Subject, Unit};

/// What, slide, BLAKE-256 and BLAKE-512 in cycles per byte.
const ROWS: [(&str, &str, Option<&str>, Option<&str>); 6] = [
    ("AVX, Sandy Bridge", "25", Some("7.62"), None),
    ("AVX2, optimistic estimate", "19", None, Some("4.00")),
    ("AVX2, pessimistic estimate", "19", None, Some("6.63")),
    ("machine mangetsu", "26", Some("7.49"), Some("5.64")),
    ("machine hydra6", "26", Some("11.83"), Some("6.88")),
    ("machine elroy", "26", Some("8.25"), Some("7.93")),
];

pub(super) fn blocks(run: &Run) -> Vec<Block> {
    let heads = ["", "slide", "BLAKE-256, slides", "BLAKE-256, here", "BLAKE-512, slides", "BLAKE-512, here"];
    let mut table = Table::new("BLAKE of one long message: cycles per byte", heads)
        .note("Here: core cycles per byte of the longest message of the run, from 4096 bytes on.");
    for (what, slide, blake256, blake512) in ROWS {
        let mut row = vec![Cell::new(what), slide.into()];
        for (algorithm, figure) in [("blake256", blake256), ("blake512", blake512)] {
            let subject = Subject::messages(algorithm, 0, 1).longest_from(4096);
            match figure {
                Some(figure) => {
                    row.push(quoted(figure));
                    row.push(against(run, subject, Unit::CoreCpb, figure.parse().unwrap_or(f64::NAN)));
                }
                None => row.extend([Cell::empty(), Cell::empty()]),
            }
        }
        table.push(row);
    }
    vec![Block::Subheading("BLAKE with AVX2 (Neves and Aumasson, slides)".into()), Block::Table(table)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn table(run: &Run) -> Table {
        blocks(run)
            .into_iter()
            .find_map(|b| if let Block::Table(table) = b { Some(table) } else { None })
            .expect("a table")
    }

    #[test]
    fn slide_26_by_machine() {
        let shown = table(&fixture::run());
        let hydra6 = shown.rows.iter().find(|row| row[0].text.contains("hydra6")).expect("a row");
        assert_eq!((hydra6[2].text.as_str(), hydra6[4].text.as_str()), ("11.83", "6.88"));
        assert_eq!(hydra6[3].text, "not in lanesum yet");
        let later = table(&fixture::later());
        assert!(later.rows[0][3].aside.is_some());
    }
}
