//! The section about the permutations alone, by backend.

use measure::trials::{Kind, Record};

use super::spread;
use crate::processor::Processor;
use crate::quoted::{self, Quoted};
use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::figures::{OURS, Unit, What};
use crate::report::number::{digits, ratio, short_reason};
use crate::results::Run;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "permutation", text: "The permutation, backend by backend".into() },
        Block::Verdict(verdict(run)),
    ];
    let tables = [
        of(run, "keccak-f1600", "Keccak-f[1600], 24 rounds"),
        of(run, "keccak-p1600-12", "Keccak-p[1600, 12], 12 rounds"),
        of(run, "keccak-f800", "Keccak-f[800], 22 rounds"),
        of(run, "keccak-f400", "Keccak-f[400], 20 rounds"),
        of(run, "keccak-f200", "Keccak-f[200], 18 rounds"),
    ];
    if tables.iter().all(Option::is_none) {
        blocks.push(Block::Paragraph("This run has no rows of the permutation alone.".into()));
    }
    blocks.extend(tables.into_iter().flatten().map(Block::Table));
    blocks
}

fn verdict(run: &Run) -> String {
    let is_row = |r: &&Record| {
        r.kind == Kind::Permutation && r.algorithm == "keccak-f1600" && r.implementation == OURS && r.core_cpb.is_some()
    };
    let a_state = |r: &Record| Unit::CoreCycles.of(r).unwrap_or(f64::INFINITY) / r.messages.max(1) as f64;
    let best = |one: bool| {
        let rows = run.records.iter().filter(is_row).filter(|r| (r.messages == 1) == one);
        rows.min_by(|a, b| a_state(a).total_cmp(&a_state(b)))
    };
    let told =
        |r: &Record| format!("{} core cycles on `{}`", digits(a_state(r)), r.backend.as_deref().unwrap_or("unknown"));
    match (best(true), best(false)) {
        (Some(one), Some(many)) => format!(
            "Keccak-f[1600] takes {} for one state, and a state {} with {} at once.",
            told(one),
            told(many),
            many.messages
        ),
        _ => "Not in this run.".into(),
    }
}

/// Nothing where the run has none.
fn of(run: &Run, algorithm: &str, name: &str) -> Option<Table> {
    let is_row = |r: &&Record| r.kind == Kind::Permutation && r.algorithm == algorithm;
    let mut rows: Vec<&Record> = run.records.iter().filter(is_row).collect();
    rows.sort_by_key(|r| r.implementation != OURS);
    let best = rows.iter().filter_map(|r| r.core_cpb).fold(f64::INFINITY, f64::min);
    let heads = [
        "backend",
        "states at once",
        "core cycles a call",
        "spread",
        "limit",
        "to limit",
        "core cycles a state",
        "ns a state",
    ];
    let mut table = Table::new(format!("{name}: one call, load and store of the states included"), heads)
        .note(
            "Limit: the best that this form of the kernel could reach on this processor, if it is known. “Quoted”: of a rival that is in no \
             registry, from the section “Rivals that no registry carries”.",
        );
    for row in &rows {
        let name = if row.implementation == OURS {
            format!("`{}`", row.backend.as_deref().unwrap_or("unknown"))
        } else {
            row.implementation.clone()
        };
        let mut cells = vec![Cell::new(name), row.messages.to_string().into()];
        if let Some(cycles) = Unit::CoreCycles.of(row) {
            let limit = Unit::CoreCycles.limit(row);
            let a_state = Cell::new(digits(cycles / row.messages.max(1) as f64));
            cells.extend([
                digits(cycles).into(),
                spread(row, Unit::CoreCycles),
                limit.map_or_else(Cell::empty, |limit| digits(limit).into()),
                limit.map_or_else(Cell::empty, |limit| ratio(cycles / limit).into()),
                if row.core_cpb == Some(best) { a_state.tone(Tone::Best) } else { a_state },
                row.ns_per_message.map_or_else(Cell::empty, |ns| digits(ns).into()),
            ]);
        } else {
            cells.push(Cell::gap(short_reason(row.reason.as_deref().unwrap_or("no figure"))));
            cells.extend(std::iter::repeat_with(Cell::empty).take(5));
        }
        table.push(cells);
    }
    if !rows.is_empty() {
        table.rows.extend(quoted(run, algorithm));
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The rivals that take no part in a run, and were measured on this kind of processor.
fn quoted(run: &Run, algorithm: &str) -> impl Iterator<Item = Vec<Cell>> {
    let is_meant =
        move |quoted: &&Quoted| quoted.subject.what == What::Permutation && quoted.subject.algorithm == algorithm;
    let all = Processor::of(&run.machine).into_iter().flat_map(quoted::all);
    all.filter(is_meant).map(|quoted| {
        let states = quoted.subject.messages;
        let figure = |cycles: f64| Cell::new(digits(cycles)).tone(Tone::Quoted);
        let mut cells =
            vec![Cell::new(format!("{} ({}), quoted", quoted.who, quoted.version)), states.to_string().into()];
        cells.extend([figure(quoted.figure), Cell::empty(), Cell::empty(), Cell::empty()]);
        cells.extend([figure(quoted.figure / states as f64), Cell::empty()]);
        cells
    })
}
