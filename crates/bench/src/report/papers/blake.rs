//! Neves and Aumasson, "BLAKE and 256-bit advanced vector extensions" (slides): slides 16 to 26.

use trials::Run;

use super::cells::{against, quoted};
use crate::report::doc::{Block, Cell, Table};
use crate::report::figures::{Found, Subject, Unit};
use crate::report::number::digits;

/// What, slide, BLAKE-256 and BLAKE-512 in cycles per byte.
const ROWS: [(&str, &str, Option<&str>, Option<&str>); 6] = [
    ("AVX, Sandy Bridge", "25", Some("7.62"), None),
    ("AVX2, optimistic estimate", "19", None, Some("4.00")),
    ("AVX2, pessimistic estimate", "19", None, Some("6.63")),
    ("machine mangetsu", "26", Some("7.49"), Some("5.64")),
    ("machine hydra6", "26", Some("11.83"), Some("6.88")),
    ("machine elroy", "26", Some("8.25"), Some("7.93")),
];

/// The forms of the slides, and what each says of the words of a message, which is what they differ in.
const FORMS: [(&[&str], &str); 13] = [
    (&["sse2"], "words one by one from memory"),
    (&["ssse3"], "the same; rotations by bytes as shuffles"),
    (&["sse41"], "BLAKE-256: shuffles and blends of registers"),
    (&["avx"], "the same, with instructions of three operands (slide 20)"),
    (&["avx-parked"], "the same; what is added is kept in upper halves for the rounds that repeat (slide 20)"),
    (&["avx2"], "each word to all places of a register, and blends"),
    (&["avx2-shuffle"], "shuffles and blends of registers (slide 17, option 1)"),
    (&["avx2-gather"], "vpgatherdq, vpgatherdd (slides 17 and 21)"),
    (&["avx2-permute"], "vpermd and blends (slide 22)"),
    (&["avx2-cached"], "as avx2; what is added is kept for the rounds that repeat (slide 24)"),
    (&["avx512vl"], "masked loads to all places; BLAKE-256: vpermi2d"),
    (&["portable"], "no vector register"),
    (&["avx-words"], "words in the integer unit; message and constants added up in vector registers meanwhile"),
];

/// The slides' question: which option, and is it 4.00 or 6.63 cycles per byte?
fn options(run: &Run) -> Table {
    let heads = ["form", "where the words of a row come from", "BLAKE-256", "BLAKE-512"];
    let mut table = Table::new("The slides' options, one message: core cycles per byte", heads).note(
        "Slide 19 expects 4.00 of BLAKE-512 with AVX2 if the message is loaded while G is computed, and 6.63 if each load takes 5 \
         cycles, with operations of one cycle each. Where the forms of one width do not differ here, the chain of G decides, and the \
         loads cost nothing.",
    );
    for (form, words) in FORMS {
        let mut row = vec![Cell::new(format!("`{}`", form[0])), words.into()];
        for algorithm in ["blake256", "blake512"] {
            let subject = Subject::messages(algorithm, 16 << 10, 1).on(form);
            row.push(match subject.ours(run, Unit::CoreCpb) {
                Found::Row(record) => record.core_cpb.map_or_else(Cell::empty, |figure| Cell::new(digits(figure))),
                Found::Gap(reason) => Cell::gap(reason),
            });
        }
        table.push(row);
    }
    table
}

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
    let heading = Block::Subheading("BLAKE with AVX2 (Neves and Aumasson, slides)".into());
    vec![heading, Block::Table(table), Block::Table(options(run))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use trials::Kind;

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
        assert_eq!(hydra6[3].text, "not in this run");
        let later = table(&fixture::later());
        assert!(later.rows[0][3].aside.is_some());
    }

    #[test]
    fn each_form_has_its_row() {
        let mut run = fixture::empty();
        let mut gather = fixture::record("lanesum", "blake512", Kind::Form, 16 << 10, 1);
        (gather.backend, gather.core_cpb) = (Some("avx2-gather".into()), Some(7.82));
        run.records.push(gather);
        let shown = options(&run);
        assert_eq!(shown.rows.len(), FORMS.len());
        let row = shown.rows.iter().find(|row| row[0].text == "`avx2-gather`").expect("a row");
        assert_eq!(row[3].text, "7.82");
        let backends = lanesum::Algorithm::Blake512.backends().iter().map(|backend| backend.name());
        // Of one message; `xop` was never run.
        let of_one = backends.filter(|name| !["avx512", "xop"].contains(name));
        assert!(of_one.clone().all(|name| FORMS.iter().any(|(form, _)| form[0] == name)));
        assert_eq!(of_one.count(), FORMS.len());
    }
}
