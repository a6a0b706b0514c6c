//! All functions at one length against the rivals, with the limit of the kernel's own form.

use crate::results::Run;

use super::{BEST_RIVALS, best_rivals, rivals_of, style, won};
use crate::quoted;
use crate::report::charts::About;
use crate::report::charts::bars::{Bar, Bars, Group};
use crate::report::doc::{Block, Cell, Fold, Table, Tone};
use crate::report::figures::{OURS, Unit, algorithms, batch, implementations};
use crate::report::number::{digits, ratio};

const LENGTH: u64 = 4096;
const NO_REGISTRY: &str = "best rival in no registry";

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "rivals", text: "Against the rivals, and against the limit".into() },
        Block::Verdict(verdict(run)),
    ];
    let Some(table) = table(run) else {
        blocks.push(Block::Paragraph("This run has no messages of 4096 bytes.".into()));
        return blocks;
    };
    blocks.push(Block::Paragraph(
        "One message of 4096 bytes, in core cycles per byte: shorter is better. The mark on lanesum's bar is the least that the \
         form of its kernel could reach on this processor (its operations over the execution ports, or its longest chain). \
         All implementations ran alternately in one process, on the same buffers, and their outputs were compared first."
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

/// Rows: functions. Columns: lanesum, its limit, the three best rivals.
pub(crate) fn table(run: &Run) -> Option<Table> {
    let heads = ["function", "lanesum", "limit"]
        .into_iter()
        .chain(BEST_RIVALS)
        .chain([NO_REGISTRY, "lanesum to fastest rival"]);
    let mut table = Table::new("One message of 4096 bytes: core cycles per byte", heads)
        .left(&[6])
        .folded(Fold::Open)
        .note(
            "The last column is lanesum's figure divided by the fastest rival's: below 1 lanesum is faster. Each figure of lanesum is followed by the backend that was chosen. A rival in no registry was built from its repository and measured once; its figure is followed by the version, the processor and the date. It counts in the last column if the processor is of the same kind. A figure of a longer message is a lower bound for this one. A function has the figure of the one that compresses as it does.",
        );
    for algorithm in algorithms(run) {
        let Some(ours) = batch(run, OURS, algorithm, LENGTH, 1) else { continue };
        let row = |name: &str| batch(run, name, algorithm, LENGTH, 1).filter(|r| r.output_bytes == ours.output_bytes);
        let mut our_cell = super::cell(Some(ours), Unit::CoreCpb);
        if let (Some(backend), Some(_)) = (&ours.backend, ours.core_cpb) {
            our_cell = our_cell.aside(format!("`{backend}`"));
        }
        let mut cells = vec![Cell::new(format!("`{algorithm}`")), our_cell];
        cells.push(ours.limit_core_cpb.map_or_else(Cell::empty, |limit| digits(limit).into()));
        cells.extend(best_rivals(ours.core_cpb, rivals_of(run, Unit::CoreCpb, row)));
        let quoted = quoted::near(&run.machine, algorithm, LENGTH);
        cells.push(quoted.map_or_else(Cell::empty, |quoted| Cell::new(quoted.text_at(LENGTH)).tone(Tone::Quoted)));
        let fastest = fastest(run, algorithm);
        cells.push(match (ours.core_cpb, fastest) {
            (Some(figure), Some(fastest)) => {
                Cell::new(ratio(figure / fastest)).tone(if figure < fastest { Tone::Good } else { Tone::Bad })
            }
            _ => Cell::empty(),
        });
        table.push(cells);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The fastest rival's figure, of the run or quoted from this kind of processor.
fn fastest(run: &Run, algorithm: &str) -> Option<f64> {
    let ours = batch(run, OURS, algorithm, LENGTH, 1)?;
    let row = |name: &str| batch(run, name, algorithm, LENGTH, 1).filter(|r| r.output_bytes == ours.output_bytes);
    let quoted = quoted::near(&run.machine, algorithm, LENGTH).filter(|quoted| quoted.is_from(&run.machine));
    let in_run = rivals_of(run, Unit::CoreCpb, row).map(|(_, figure)| figure);
    in_run.chain(quoted.map(|quoted| quoted.figure)).min_by(f64::total_cmp)
}

fn verdict(run: &Run) -> String {
    let point = |algorithm| Some((batch(run, OURS, algorithm, LENGTH, 1)?.core_cpb?, fastest(run, algorithm)));
    let others = || {
        let loses = |&(_, point): &(&str, (f64, Option<f64>))| point.1.is_some_and(|rival| rival <= point.0);
        let points = algorithms(run).into_iter().filter_map(|algorithm| Some((algorithm, point(algorithm)?)));
        let names: Vec<&str> = points.filter(loses).map(|(algorithm, _)| algorithm).collect();
        if names.is_empty() { String::new() } else { format!(", not in {}", names.join(", ")) }
    };
    match won(algorithms(run).into_iter().filter_map(point)) {
        Some((won, of)) => {
            format!("One message of 4096 bytes: lanesum is the fastest in {won} of {of} functions{}.", others())
        }
        None => "This run has no rival with a message of 4096 bytes.".into(),
    }
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
