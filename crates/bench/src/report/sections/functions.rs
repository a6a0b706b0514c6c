//! All functions at one length against the rivals, with the limit of the kernel's own form.

use crate::results::Run;

use super::style;
use crate::quoted;
use crate::report::charts::About;
use crate::report::charts::bars::{Bar, Bars, Group};
use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::figures::{OURS, Unit, algorithms, batch, implementations};
use crate::report::number::{digits, ratio};

const LENGTH: u64 = 4096;
const NO_REGISTRY: &str = "best rival in no registry";

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![Block::Heading { id: "rivals", text: "Against the rivals, and against the limit".into() }];
    let Some(table) = table(run) else {
        blocks.push(Block::Paragraph("This run has no messages of 4096 bytes.".into()));
        return blocks;
    };
    blocks.push(Block::Paragraph(
        "One message of 4096 bytes, in core cycles per byte: shorter is better. The mark on lanesum's bar is the least that the \
         form of its kernel could reach on this processor (its operations over the execution ports, or its longest chain). \
         All implementations ran in one process by turns, on the same buffers, and their outputs were compared first."
            .into(),
    ));
    blocks.extend(chart(run).map(Block::Chart));
    blocks.push(Block::Table(table));
    blocks
}

fn chart(run: &Run) -> Option<crate::report::doc::Chart> {
    let mut groups = Vec::new();
    for algorithm in algorithms(run) {
        let mut bars: Vec<Bar> = implementations(run)
            .into_iter()
            .filter_map(|name| {
                let r = batch(run, name, algorithm, LENGTH, 1)?;
                let value = r.core_cpb?;
                let limit = r.limit_core_cpb;
                let label = match limit {
                    Some(limit) => format!("{}, limit {}", digits(value), digits(limit)),
                    None => digits(value),
                };
                let hint = format!("{name}: {} core cycles per byte", digits(value));
                Some(Bar {
                    name: name.into(),
                    style: style(run, name),
                    value,
                    label,
                    spread: Unit::CoreCpb.spread(r),
                    limit,
                    hint,
                })
            })
            .collect();
        bars.sort_by(|a, b| a.value.total_cmp(&b.value));
        if !bars.is_empty() {
            groups.push(Group { name: algorithm.into(), bars });
        }
    }
    let about = About {
        id: "bars-4096".into(),
        title: "One message of 4096 bytes: lanesum and its rivals".into(),
        description: "Bars of core cycles per byte for each function and implementation, the fastest first, with the limit of \
                      lanesum's kernel as a mark. The table below has the figures."
            .into(),
        caption: "Core cycles per byte of one message of 4096 bytes, the fastest first; each function has its own scale. Thin \
                  lines are the spread, the upright mark is the limit of the kernel's form."
            .into(),
    };
    Bars { about, groups }.draw()
}

/// Rows: functions. Columns: lanesum, its limit, the rivals.
pub(crate) fn table(run: &Run) -> Option<Table> {
    let has_any = |name: &str| {
        algorithms(run).iter().any(|a| batch(run, name, a, LENGTH, 1).is_some_and(|r| r.core_cpb.is_some()))
    };
    let rivals: Vec<&str> = implementations(run).into_iter().filter(|&name| name != OURS && has_any(name)).collect();
    let heads = ["function", "lanesum", "limit"]
        .into_iter()
        .chain(rivals.iter().copied())
        .chain([NO_REGISTRY, "lanesum to fastest rival"]);
    let mut table = Table::new("One message of 4096 bytes: core cycles per byte", heads)
        .left(&[rivals.len() + 3])
        .note(
            "The last column is lanesum's figure divided by the fastest rival's: below 1 lanesum is faster. Beside a figure of \
             lanesum stands the backend that was chosen. A rival in no registry was built from its repository and measured once, with \
             the version, on the processor and on the date that stand beside its figure. It counts in the last column where the \
             processor is of the same kind; a figure of a longer message is the least that it could take for this one. A function has \
             the figure of the one that compresses as it does.",
        );
    for algorithm in algorithms(run) {
        let row = |name: &str| batch(run, name, algorithm, LENGTH, 1);
        let Some(ours) = row(OURS) else { continue };
        let figures = implementations(run).into_iter().filter_map(|name| row(name)?.core_cpb);
        let best = figures.fold(f64::INFINITY, f64::min);
        let shown = |r: Option<&measure::trials::Record>| {
            let cell = super::cell(r, Unit::CoreCpb);
            if r.is_some_and(|r| r.core_cpb == Some(best)) { cell.tone(Tone::Best) } else { cell }
        };
        let mut our_cell = shown(Some(ours));
        if let (Some(backend), Some(_)) = (&ours.backend, ours.core_cpb) {
            our_cell = our_cell.aside(format!("`{backend}`"));
        }
        let mut cells = vec![Cell::new(format!("`{algorithm}`")), our_cell];
        cells.push(ours.limit_core_cpb.map_or_else(Cell::empty, |limit| digits(limit).into()));
        cells.extend(rivals.iter().map(|name| shown(row(name).filter(|r| r.output_bytes == ours.output_bytes))));
        let same = rivals.iter().filter_map(|name| row(name)).filter(|r| r.output_bytes == ours.output_bytes);
        let quoted = quoted::near(&run.machine, algorithm, LENGTH);
        cells.push(quoted.map_or_else(Cell::empty, |quoted| Cell::new(quoted.text_at(LENGTH)).tone(Tone::Quoted)));
        let counted = quoted.filter(|quoted| quoted.is_from(&run.machine)).map(|quoted| quoted.figure);
        let fastest = same.filter_map(|r| r.core_cpb).chain(counted).fold(f64::INFINITY, f64::min);
        cells.push(match ours.core_cpb {
            Some(figure) if fastest.is_finite() => {
                Cell::new(ratio(figure / fastest)).tone(if figure < fastest { Tone::Good } else { Tone::Bad })
            }
            _ => Cell::empty(),
        });
        table.push(cells);
    }
    (!table.rows.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{empty, record};
    use measure::trials::{Kind, Record};

    #[test]
    fn a_rival_in_no_registry_counts_on_its_own_kind_of_processor() {
        let mut run = empty();
        let row = |name: &str, cpb| Record {
            core_cpb: Some(cpb),
            ns_per_message: Some(cpb),
            ..record(name, "blake512", Kind::Messages, LENGTH, 1)
        };
        run.records = vec![row(OURS, 3.78), row("blake-hash", 9.26)];
        let ends = |run: &Run| {
            let mut table = table(run).expect("there are figures");
            let row = table.rows.swap_remove(0);
            let [.., quoted, ratio] = &row[..] else { panic!("a row has more cells") };
            [quoted.text.clone(), ratio.text.clone()]
        };
        let supercop = "4.25 SUPERCOP (bswap), EPYC, Zen 5, 2026-11-22, at 16 KiB";
        assert_eq!(ends(&run), [supercop, "0.89×"]);
        run.machine.family = 25;
        assert_eq!(ends(&run), [supercop, "0.41×"]);
    }
}
