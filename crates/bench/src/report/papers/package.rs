//! Van Assche and Van Keer, "Structuring and optimizing Keccak software": the permutation, Figures 5 and 6, and Table 1.

use measure::trials::{Kind, Record};

use super::cells::{quoted, with_ratio};
use crate::report::charts::About;
use crate::report::charts::lines::{Axis, Lines, Markers, Point, ScaleKind, Series};
use crate::report::doc::{Block, Cell, Chart, Table};
use crate::report::figures::{Found, OURS, Subject, Unit, by_length};
use crate::report::number::digits;
use crate::results::Run;

/// Section 3.2: cycles of Keccak-p[1600, 12] for 1, 2 and 4 states on a Skylake with AVX2, and our forms without AVX-512.
const PERMUTATION: [(u64, f64, &[&str]); 3] = [(1, 530.0, &["bmi2"]), (2, 730.0, &["sse2"]), (4, 770.0, &["avx2"])];

/// Table 1: cycles per byte for short and for long messages.
const OVERALL: [(&str, &str, &str); 3] = [
    ("Core i5-4570 (Haswell)", "4.15", "1.44"),
    ("Core i5-6500 (Skylake)", "3.72", "1.22"),
    ("Xeon Phi 7250 (Knights Landing)", "4.56", "0.74"),
];

/// Bytes of a chunk, of a block, and of the step with which the paper measures long messages: lcm(4B, 21B).
const CHUNK: u64 = 8192;
const BLOCK: u64 = 168;
const STEP: u64 = 84 * CHUNK;

/// To where Figures 5 and 6 go.
const LONGEST: u64 = 150_000;

pub(super) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Subheading("Keccak software (Van Assche and Van Keer)".into()),
        Block::Table(permutation(run)),
        Block::Table(overall(run)),
    ];
    match curves(run) {
        Some(charts) => blocks.extend(charts.map(Block::Chart)),
        None => blocks.push(Block::Paragraph(format!(
            "Figures 5 and 6, cycles and cycles per byte of KangarooTwelve from 0 to {LONGEST} bytes: {}. In the paper's text: a \
             straight line of about 3.72 cycles per byte up to 8192 bytes, a slight bump there as the tree gets a leaf, a drop at \
             24,576 bytes where two leaves can be computed in parallel, and another at 40,960 bytes with four.",
            absence(run)
        ))),
    }
    blocks
}

fn absence(run: &Run) -> String {
    match Subject::messages("kt128", 0, 1).longest_from(1).ours(run, Unit::CoreCpb) {
        Found::Gap(reason) => reason,
        Found::Row(_) => "too few lengths in this run".into(),
    }
}

fn permutation(run: &Run) -> Table {
    let heads = ["states", "paper", "form without AVX-512", "here", "best form here", "here"];
    let mut table = Table::new("Keccak-p[1600, 12]: core cycles of one call", heads).left(&[2, 4]).note(
        "The paper: Core i5-6500 (Skylake), AVX2, without adding input to the state. Where 12 rounds were not measured alone, half \
         of 24 rounds stands for them.",
    );
    for (states, paper, form) in PERMUTATION {
        let figure = |backends: &'static [&'static str]| {
            let twelve = Subject::permutation("keccak-p1600-12", states, backends).ours(run, Unit::CoreCycles);
            let full = Subject::permutation("keccak-f1600", states, backends).ours(run, Unit::CoreCycles);
            let (record, share) = twelve.row().map(|r| (r, 1.0)).or(full.row().map(|r| (r, 0.5)))?;
            let backend = record.backend.clone().unwrap_or_default();
            let cell = with_ratio(Unit::CoreCycles.of(record).map(|cycles| cycles * share), paper);
            Some([Cell::new(format!("`{backend}`")), cell])
        };
        let shown = |backends| figure(backends).unwrap_or_else(|| [Cell::empty(), Cell::gap("not in this run")]);
        let mut row = vec![Cell::new(states.to_string()), quoted(format!("{paper:.0}"))];
        row.extend(shown(form));
        row.extend(shown(&[]));
        table.push(row);
    }
    table
}

/// The forms of the paper's processors, beside what is chosen here: 256-bit registers, and the 128-bit ones from before.
const FORMS: [&str; 2] = ["avx2", "sse2"];

/// Core cycles of one message, by length, in order: on what is chosen, or on a form.
fn totals(run: &Run, form: Option<&str>) -> Vec<(u64, f64)> {
    let is_point = |r: &&Record| {
        let is_of_form = match form {
            None => r.kind == Kind::Curve,
            Some(_) => r.kind == Kind::FormCurve && r.backend.as_deref() == form,
        };
        is_of_form && r.algorithm == "kt128" && r.implementation == OURS
    };
    let mut rows = if form.is_none() { by_length(run, OURS, "kt128") } else { Vec::new() };
    rows.extend(run.records.iter().filter(is_point));
    // Of a length that is in both, the one that was sampled longer.
    rows.sort_by_key(|r| r.bytes);
    rows.dedup_by_key(|r| r.bytes);
    rows.into_iter().filter_map(|r| Some((r.bytes, r.core_cpb? * r.bytes as f64))).collect()
}

/// What a block more costs a message within one chunk, for each of its bytes: the slope between the shortest and the longest
/// that were measured.
fn short(totals: &[(u64, f64)]) -> Option<f64> {
    // The message is followed by a byte of its own for the empty customisation, and by padding.
    let blocks = |n: u64| (n + 1) / BLOCK + 1;
    let in_chunk = || totals.iter().filter(|(n, _)| *n < CHUNK);
    let (first, last) = (in_chunk().next()?, in_chunk().next_back()?);
    let more = blocks(last.0) - blocks(first.0);
    (more > 0).then(|| (last.1 - first.1) / (more * BLOCK) as f64)
}

/// What another 84 B bytes cost a long message, for each of them.
fn long(totals: &[(u64, f64)]) -> Option<f64> {
    let pair = |&(n, cycles): &(u64, f64)| {
        let more = totals.iter().find(|(m, _)| *m == n + STEP)?;
        Some((more.1 - cycles) / STEP as f64)
    };
    totals.iter().rev().find_map(pair)
}

fn overall(run: &Run) -> Table {
    let forms = [Some(FORMS[0]), Some(FORMS[1]), None];
    let heads = |what: &str| {
        let ours = forms.map(|form| form.map_or_else(|| format!("{what}, chosen"), |form| format!("{what}, `{form}`")));
        [format!("{what}, paper")].into_iter().chain(ours).collect::<Vec<_>>()
    };
    let all = ["processor of the paper".to_string()].into_iter().chain(heads("short")).chain(heads("long"));
    let mut table = Table::new("Table 1: KangarooTwelve, core cycles per byte", all).note(
        "Short: cost per byte of one more block (168 B) in messages below 8192 B. Long, after the paper's method: the additional cost of a message that is longer by 84 B = lcm(4B, 21B) = 688,128 bytes longer, with B = 8192. The first two processors of the paper have AVX2, as the \
         form `avx2` here; the third has AVX-512.",
    );
    for (processor, short_paper, long_paper) in OVERALL {
        let cells = |paper: &str, slope: fn(&[(u64, f64)]) -> Option<f64>| {
            let ours = forms.map(|form| match slope(&totals(run, form)) {
                Some(figure) => with_ratio(Some(figure), paper.parse().unwrap_or(f64::NAN)),
                None => Cell::gap(absence(run)),
            });
            [quoted(paper)].into_iter().chain(ours).collect::<Vec<_>>()
        };
        let row = [processor.into()].into_iter().chain(cells(short_paper, short)).chain(cells(long_paper, long));
        table.push(row.collect());
    }
    table
}

/// Figures 5 and 6, from our own rows; nothing before there are enough.
fn curves(run: &Run) -> Option<[Chart; 2]> {
    const LEAST_POINTS: usize = 10;
    let of = |(form, name): (Option<&str>, &'static str)| {
        let shown = |(n, _): &(u64, f64)| *n > 0 && *n <= LONGEST;
        (name, totals(run, form).into_iter().filter(shown).collect::<Vec<_>>())
    };
    let mut all = vec![of((None, "chosen"))];
    all.extend(FORMS.map(|form| of((Some(form), form))));
    // What is chosen has the first style, with figures or without.
    let all = all.into_iter().enumerate().filter(|(_, (_, points))| points.len() >= LEAST_POINTS);
    let all: Vec<_> = all.collect();
    let points = |points: &[(u64, f64)], per_byte: bool| -> Vec<Point> {
        let point = |&(n, cycles): &(u64, f64)| {
            let y = if per_byte { cycles / n as f64 } else { cycles };
            Point { x: n as f64, y, spread: None, hint: format!("{n} B: {}", digits(y)) }
        };
        points.iter().map(point).collect()
    };
    let chart = |figure: u32, per_byte: bool, label: &str| {
        let about = About {
            id: format!("kt128-{figure}"),
            title: format!("KT128, 0 to 150,000 bytes: {label}"),
            description: format!(
                "Lines of {label} over the length of the message, as in Figure {figure} of the paper: one for what is chosen here, and \
                 for the forms `avx2` and `sse2`."
            ),
            caption: format!(
                "After Figure {figure} of the paper: {label} of `kt128` over the length of the message, here: what is chosen, and on the \
                 forms `avx2`, as the paper's Skylake had, and `sse2`."
            ),
        };
        let rules = if per_byte {
            vec![(3.72, "3.72: the paper, short, Skylake".into()), (1.22, "1.22: the paper, long, Skylake".into())]
        } else {
            Vec::new()
        };
        let kind = if per_byte { ScaleKind::Log } else { ScaleKind::Linear };
        let x = Axis { label: "bytes of the message".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
        let y = Axis { label: label.into(), kind, ticks: Vec::new() };
        let series = all.iter().map(|(style, (name, of))| Series {
            name: (*name).into(),
            style: *style,
            points: points(of, per_byte),
            markers: Markers::Hidden,
        });
        Lines { about, x, y, series: series.collect(), rules }.draw()
    };
    Some([chart(5, false, "core cycles")?, chart(6, true, "core cycles per byte")?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn the_slopes_are_the_papers() {
        let totals = [
            (168, 1000.0),
            (336, 1168.0),
            (8064, 8896.0),
            (9000, 1.0),
            (10_000, 0.0),
            (10_000 + STEP, 2.0 * STEP as f64),
        ];
        assert!((short(&totals).expect("short") - 1.0).abs() < 1e-9);
        assert!((long(&totals).expect("long") - 2.0).abs() < 1e-9);
        assert_eq!((short(&totals[..1]), long(&totals[..4])), (None, None));
    }

    #[test]
    fn rows_come_with_their_records() {
        assert!(curves(&fixture::run()).is_none());
        assert_eq!(overall(&fixture::run()).rows[0][2].text, "not in lanesum yet");
        let later = fixture::later();
        assert!(curves(&later).is_some());
        let row = &overall(&later).rows[0];
        assert_eq!(row.len(), 9);
        assert!(row[4].aside.is_some() && row[8].aside.is_some() && row[1].text == "4.15", "{row:?}");
        // The form that the paper's processor had.
        assert!(row[2].aside.is_some() && row[2].text != row[4].text, "{row:?}");
    }

    #[test]
    fn twelve_rounds_are_half_of_24_where_they_were_not_measured() {
        let mut run = fixture::run();
        let measured = permutation(&run).rows.swap_remove(2);
        run.records.retain(|r| r.algorithm != "keccak-p1600-12");
        let avx2 = Subject::permutation("keccak-f1600", 4, &["avx2"]).ours(&run, Unit::CoreCycles);
        let full = avx2.row().and_then(|r| Unit::CoreCycles.of(r)).expect("a figure");
        let row = permutation(&run).rows.swap_remove(2);
        assert_eq!((row[1].text.as_str(), row[3].text.clone()), ("770", digits(full / 2.0)));
        assert_ne!(measured[3].text, row[3].text, "where 12 rounds were measured, they count");
    }
}
