//! Neves and Aumasson, "BLAKE and 256-bit advanced vector extensions" (slides): slides 16 to 26.

use crate::results::Run;

use super::cells::{against, quoted};
use crate::report::doc::{Block, Cell, Fold, Table, Tone};
use crate::report::figures::{Subject, Unit};
use crate::report::number::{digits, ratio};
use crate::subjects::BLAKE_TREE;

/// A number of the slides: what, slide, function, cycles per byte, and our form that is what the slide names.
type Number = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

/// Slide 25 names AVX and slide 19 AVX2. Slide 26 names machines and no code; beside its numbers stands the newest form of the day in
/// the timeline of slide 13: AVX in 2012, SSE4.1 (BLAKE-256) and SSSE3 (BLAKE-512) at the beginning of 2011.
const NUMBERS: [Number; 9] = [
    ("AVX, Sandy Bridge", "25", "blake256", "7.62", &["avx"]),
    ("AVX2, optimistic estimate", "19", "blake512", "4.00", &["avx2"]),
    ("AVX2, pessimistic estimate", "19", "blake512", "6.63", &["avx2"]),
    ("mangetsu, 2012-03-10", "26", "blake256", "7.49", &["avx"]),
    ("mangetsu, 2012-03-10", "26", "blake512", "5.64", &["avx"]),
    ("hydra6, 2012-03-10", "26", "blake256", "11.83", &["avx"]),
    ("hydra6, 2012-03-10", "26", "blake512", "6.88", &["avx"]),
    ("elroy, 2011-01-06", "26", "blake256", "8.25", &["sse41"]),
    ("elroy, 2011-01-06", "26", "blake512", "7.93", &["ssse3"]),
];

/// Which instructions tell how long the chain of G takes: an addition, an exclusive-or and a shift, dependent.
const CHAIN: [&str; 3] = ["vpaddq", "vpxor", "vpsllq"];

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
    let mut table = Table::new("The slides' options, one message: core cycles per byte", heads).left(&[1]).folded(Fold::Open).note(
        "Slide 19 expects 4.00 of BLAKE-512 with AVX2 if the message is loaded while G is computed, and 6.63 if each load takes 5 \
         cycles, with operations of one cycle each. If the forms of one width do not differ here, the chain of G decides, and the \
         loads cost nothing.",
    );
    for (form, words) in FORMS {
        let mut row = vec![Cell::new(format!("`{}`", form[0])), words.into()];
        for algorithm in ["blake256", "blake512"] {
            row.push(figure(run, algorithm, form));
        }
        table.push(row);
    }
    table
}

/// Core cycles per byte of one message of 16 KiB on a form, or why there is no figure.
fn figure(run: &Run, algorithm: &'static str, form: &'static [&'static str]) -> Cell {
    // There is no figure of a paper for it.
    Cell { aside: None, ..against(run, Subject::messages(algorithm, LENGTH, 1).on(form), Unit::CoreCpb, 1.0) }
}

/// What all forms have been measured with.
const LENGTH: u64 = 16 << 10;

pub(super) fn blocks(run: &Run) -> Vec<Block> {
    vec![
        Block::Subheading("BLAKE with AVX2 (Neves and Aumasson, slides)".into()),
        Block::Paragraph(latency(run)),
        Block::Table(numbers(run)),
        Block::Table(options(run)),
        Block::Table(tree(run)),
    ]
}

/// Why the slides' estimate holds on one processor and not on another.
fn latency(run: &Run) -> String {
    let cost = |name: &&str| {
        let found = run.instructions.iter().find(|i| i.bits == 256 && i.name == **name)?;
        Some(format!("`{name}` {:.1}", found.latency?))
    };
    let here: Vec<String> = CHAIN.iter().filter_map(cost).collect();
    let here = if here.is_empty() { String::new() } else { format!(" Here, in cycles: {}.", here.join(", ")) };
    format!(
        "The slides count one cycle for a vector operation that waits for the one before. On Zen 4 it takes one, and BLAKE-512 with AVX2 \
         takes 4.4 cycles per byte (EPYC of family 25 model 17, 2026-11-23), between the two estimates of slide 19. On Zen 5 such an \
         operation takes two, so the chain of G, which no load of a message shortens, takes nearly twice as long, and BLAKE in words \
         (`avx-words`) is the faster form there.{here}"
    )
}

fn numbers(run: &Run) -> Table {
    let heads = ["", "slide", "function", "slides", "form", "here"];
    let mut table = Table::new("BLAKE of one long message: cycles per byte, each number beside the form that its slide names", heads)
        .left(&[2, 4])
        .folded(Fold::Open)
        .note(
            "Here: core cycles per byte of 16 KiB. Slide 26 names machines and no code; its numbers are compared with the newest form of their day in the timeline of slide 13. hydra6's processors had XOP, whose form was tested in an emulator only.",
        );
    for (what, slide, algorithm, paper, form) in NUMBERS {
        let subject = Subject::messages(algorithm, LENGTH, 1).on(form);
        table.push(vec![
            what.into(),
            slide.into(),
            if algorithm == "blake256" { "BLAKE-256" } else { "BLAKE-512" }.into(),
            quoted(paper),
            format!("`{}`", form[0]).into(),
            against(run, subject, Unit::CoreCpb, paper.parse().unwrap_or(f64::NAN)),
        ]);
    }
    table
}

/// Slides 21 and 23: "enables faster tree modes", "two compression functions at nearly no extra cost".
fn tree(run: &Run) -> Table {
    let heads =
        ["form", "BLAKE-256, one message", "tree, two leaves at once", "times as fast", "as what is chosen for one"];
    let caption =
        "Slides 21 and 23: two BLAKE-256 in one 256-bit register, as a binary tree: core cycles per byte of 16 KiB";
    let mut table = Table::new(caption, heads).note(
        "The tree is `hazmat::blake256_tree` (cargo feature `papers`): lanesum's own and not a standard. Leaves of 4096 bytes, two nodes a \
         parent; a block of padding a leaf and two blocks a parent are in the figure. On a form of 128 bits leaves go one by one, which \
         shows what those cost. 2.00× would be two compressions at no extra cost. With two in a register, the words that the last rounds repeat are kept; so for one message, too, the table has the form that keeps them. The last column compares the tree with BLAKE-256 on the form that is chosen for one message here: below 1 the tree is slower.",
    );
    for (of_one, of_tree) in TREE_FORMS {
        let of = |algorithm, form| {
            let subject = Subject::messages(algorithm, LENGTH, 1).on(form);
            subject.ours(run, Unit::CoreCpb).row().and_then(|record| record.core_cpb)
        };
        let (one, tree) = (of("blake256", of_one), of(BLAKE_TREE, of_tree));
        let shown =
            |value: Option<f64>| value.map_or_else(|| Cell::gap("not in this run"), |value| digits(value).into());
        let gain = one.zip(tree).map(|(one, tree)| one / tree);
        let gain = gain.map_or_else(Cell::empty, |gain| {
            Cell::new(ratio(gain)).tone(if gain > 1.0 { Tone::Good } else { Tone::Plain })
        });
        let name =
            if of_one == of_tree { format!("`{}`", of_tree[0]) } else { format!("`{}`, `{}`", of_one[0], of_tree[0]) };
        let chosen = Subject::messages("blake256", LENGTH, 1).ours(run, Unit::CoreCpb).row().and_then(|r| r.core_cpb);
        let over_chosen = chosen.zip(tree).map_or_else(Cell::empty, |(chosen, tree)| ratio(chosen / tree).into());
        table.push(vec![name.into(), shown(one), shown(tree), gain, over_chosen]);
    }
    table
}

/// The forms with two messages in a register, and one without, behind those for one message that do the same.
const TREE_FORMS: [(&[&str], &[&str]); 3] =
    [(&["avx2-cached"], &["avx2"]), (&["avx512vl"], &["avx512vl"]), (&["avx"], &["avx"])];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use measure::trials::{Kind, Record};

    fn on(run: &mut Run, algorithm: &str, backend: &str, cpb: f64) {
        let row = fixture::record("lanesum", algorithm, Kind::Form, LENGTH, 1);
        run.records.push(Record { backend: Some(backend.into()), core_cpb: Some(cpb), ..row });
    }

    #[test]
    fn each_number_stands_beside_the_form_that_its_slide_names() {
        let mut run = fixture::empty();
        // What is fastest, and chosen, is no form of the slides.
        on(&mut run, "blake512", "avx-words", 3.5);
        on(&mut run, "blake512", "avx2", 8.0);
        on(&mut run, "blake256", "avx", 7.62);
        let table = numbers(&run);
        let row = |what: &str| table.rows.iter().find(|row| row[0].text.contains(what)).expect("a row");
        let [sandy, optimistic, pessimistic] = ["Sandy", "optimistic", "pessimistic"].map(row);
        assert_eq!((sandy[4].text.as_str(), sandy[5].aside.as_deref()), ("`avx`", Some("1.00×")));
        assert_eq!((optimistic[3].text.as_str(), optimistic[5].aside.as_deref()), ("4.00", Some("2.00×")));
        assert_eq!((pessimistic[3].text.as_str(), pessimistic[5].text.as_str()), ("6.63", "8.00"));
        let hydra6: Vec<&str> =
            table.rows.iter().filter(|row| row[0].text.contains("hydra6")).map(|r| &r[3].text[..]).collect();
        assert_eq!(hydra6, ["11.83", "6.88"]);
        assert_eq!(row("elroy")[5].text, "not in this run");
    }

    #[test]
    fn the_tree_is_held_against_one_message_of_the_same_form() {
        let mut run = fixture::empty();
        on(&mut run, "blake256", "avx2", 9.0);
        on(&mut run, "blake256", "avx2-cached", 8.0);
        on(&mut run, BLAKE_TREE, "avx2", 4.0);
        on(&mut run, BLAKE_TREE, "avx512vl", 1.0);
        let rows = tree(&run).rows;
        let shown: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(|cell| &cell.text[..]).collect()).collect();
        assert_eq!(shown[0], ["`avx2-cached`, `avx2`", "8.00", "4.00", "2.00×", "2.00×"]);
        assert_eq!(shown[1], ["`avx512vl`", "not in this run", "1.00", "–", "8.00×"]);
    }

    #[test]
    fn latencies_of_the_run_are_told() {
        let mut run = fixture::empty();
        assert!(latency(&run).contains("Zen 5") && !latency(&run).contains("Here"));
        let (latency_of, name) = (Some(2.0), "vpxor".to_string());
        run.instructions =
            vec![crate::results::Instruction { name, bits: 256, latency: latency_of, reciprocal_throughput: None }];
        assert!(latency(&run).ends_with("Here, in cycles: `vpxor` 2.0."));
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
        // Of one message, on the slides' architecture; `xop` was never run.
        let of_one = backends.filter(|name| !["avx512", "xop", "neon", "simd128"].contains(name));
        assert!(of_one.clone().all(|name| FORMS.iter().any(|(form, _)| form[0] == name)));
        assert_eq!(of_one.count(), FORMS.len());
    }
}
