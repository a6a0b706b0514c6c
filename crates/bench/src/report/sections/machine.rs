//! The machine, its backends, what is chosen, and what its instructions cost.

use std::cmp::Reverse;

use lanesum::{Algorithm, Backend, cpu};
use measure::trials::Machine;

use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::figures::{distinct, took_part};
use crate::report::number::{date, digits, plural};
use crate::results::{Instruction, Run};

/// The numbers of messages whose choices are shown.
const COUNTS: [usize; 5] = [1, 2, 4, 8, 16];

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "machine", text: "The machine and what is chosen on it".into() },
        Block::Verdict(format!(
            "{} ({}, family {} model {}), {}.",
            run.machine.processor,
            run.machine.vendor,
            run.machine.family,
            run.machine.model,
            plural(run.machine.cores, "core", "cores")
        )),
        Block::Table(machine(run)),
    ];
    if run.machine.processor != cpu::brand() {
        blocks.push(Block::Notice(format!(
            "This report was written on another machine than the run was made on: the two tables of backends and choices are \
             those of {}.",
            cpu::brand()
        )));
    }
    blocks.extend(rivals(run).map(Block::Table));
    blocks.push(Block::Table(choices()));
    blocks.push(Block::Table(backends()));
    blocks.extend(instructions(&run.instructions).map(Block::Table));
    blocks
}

fn machine(run: &Run) -> Table {
    let machine = &run.machine;
    let mut table = Table::new("Where and with what it was measured", ["", ""]).left(&[1]);
    let tsc = machine.tsc_mhz.map_or("unknown".into(), |mhz| format!("{mhz:.0} MHz"));
    for (name, value) in [
        ("Processor", machine.processor.clone()),
        ("Family and model", format!("{}, family {} model {}", machine.vendor, machine.family, machine.model)),
        ("Cores", machine.cores.to_string()),
        ("Time-stamp counter", tsc),
        ("Features", machine.features.join(" ")),
        ("System", machine.system.clone()),
        ("Compiler", machine.rustc.clone().unwrap_or_else(|| "unknown".into())),
        ("lanesum", machine.lanesum.clone()),
        ("Commit", commits(run)),
        ("Begun", date(&machine.date)),
    ] {
        table.push(vec![name.into(), value.into()]);
    }
    table
}

/// That of the build; of a run that took over rows of others, how many rows are of each.
fn commits(run: &Run) -> String {
    let of =
        |machine: &Machine| machine.commit.clone().unwrap_or_else(|| "unknown: not built in its repository".into());
    let mut rows: Vec<(String, usize)> = Vec::new();
    for record in &run.records {
        let commit = of(&record.machine);
        match rows.iter_mut().find(|(known, _)| *known == commit) {
            Some((_, count)) => *count += 1,
            None => rows.push((commit, 1)),
        }
    }
    if rows.len() < 2 {
        return of(&run.machine);
    }
    rows.sort_by_key(|(_, count)| Reverse(*count));
    let rows: Vec<String> = rows.iter().map(|(commit, count)| format!("{commit} ({count} rows)")).collect();
    format!("{}; the rows come from several runs: {}", of(&run.machine), rows.join(", "))
}

/// Nothing where nobody was asked.
fn rivals(run: &Run) -> Option<Table> {
    let mut table = Table::new("The rivals in this run", ["rival", "version", "took part"]).left(&[1, 2]);
    for rival in &run.rivals {
        let part = match &rival.missing {
            Some(reason) => Cell::gap(format!("no: {reason}")),
            None if run.records.iter().any(|r| r.implementation == rival.name && took_part(r)) => Cell::new("yes"),
            None => Cell::gap("not used in this run"),
        };
        let version = rival.version.clone().map_or_else(Cell::empty, Cell::from);
        table.push(vec![rival.name.as_str().into(), version, part]);
    }
    (!table.rows.is_empty()).then_some(table)
}

fn backends() -> Table {
    let mut table = Table::new("The backends", ["backend", "messages at once", "usable", "why"]).left(&[2, 3]);
    for backend in Backend::ALL {
        let mut width: Vec<usize> =
            Algorithm::PLAIN.iter().flat_map(|algorithm| algorithm.widths(*backend)).copied().collect();
        width.sort_unstable();
        width.dedup();
        let width: Vec<String> = width.iter().map(ToString::to_string).collect();
        let usable =
            if backend.is_available() { Cell::new("yes").tone(Tone::Good) } else { Cell::new("no").tone(Tone::Bad) };
        table.push(vec![
            format!("`{backend}`").into(),
            width.join(", ").into(),
            usable,
            backend.reason().to_string().into(),
        ]);
    }
    table
}

/// One row for each number of messages, for each group of algorithms that are treated alike.
fn choices() -> Table {
    let heads = ["messages", "algorithms", "backend", "at once", "cost of all", "one by one", "gain"];
    let mut table = Table::new("The dispatch table: what is chosen when no backend is named", heads)
        .left(&[1, 2])
        .note("The choice depends on the cost of one permutation or block of all messages.");
    let alike = |a: &Algorithm, b: &Algorithm| COUNTS.iter().all(|&count| a.chosen(count) == b.chosen(count));
    for group in Algorithm::PLAIN.chunk_by(alike) {
        let names = if group.len() == Algorithm::PLAIN.len() {
            "all".into()
        } else {
            group.iter().map(|a| a.name()).collect::<Vec<_>>().join(", ")
        };
        for count in COUNTS {
            let choice = group[0].chosen(count);
            let gain = choice.one_by_one as f64 / (choice.cost as f64).max(1.0);
            table.push(vec![
                count.to_string().into(),
                names.clone().into(),
                format!("`{}`", choice.backend).into(),
                choice.width.to_string().into(),
                choice.cost.to_string().into(),
                choice.one_by_one.to_string().into(),
                format!("{}×", digits(gain)).into(),
            ]);
        }
        let choice = group[0].chosen(1);
        table = table.note(format!("{names}: costs of {}. Evidence: {}.", choice.processor, choice.evidence));
    }
    table
}

/// Nothing where none were measured.
fn instructions(all: &[Instruction]) -> Option<Table> {
    if all.is_empty() {
        return None;
    }
    let widths = distinct(all.iter().map(|i| i.bits));
    let heads = ["instruction".to_string()]
        .into_iter()
        .chain(widths.iter().map(|bits| plural(u64::from(*bits), "bit", "bits")));
    let mut table = Table::new("Instructions: latency / reciprocal throughput, core cycles", heads)
        .note("Latency: cycles for each of a chain of dependent instructions. Reciprocal throughput: cycles for each of many independent ones.");
    let mut names: Vec<&str> = Vec::new();
    for instruction in all {
        if !names.contains(&instruction.name.as_str()) {
            names.push(&instruction.name);
        }
    }
    for name in names {
        let cells = widths.iter().map(|bits| match all.iter().find(|i| i.name == name && i.bits == *bits) {
            Some(found) => {
                let show = |x: Option<f64>| x.map_or("–".into(), |x| format!("{x:.2}"));
                Cell::new(format!("{} / {}", show(found.latency), show(found.reciprocal_throughput)))
            }
            None => Cell::empty(),
        });
        table.push([Cell::new(format!("`{name}`"))].into_iter().chain(cells).collect());
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::results::Rival;
    use measure::trials::{Kind, Record};

    #[test]
    fn only_who_was_timed_took_part() {
        let mut run = fixture::empty();
        let row = |name: &str, reason: &str| Record {
            reason: Some(reason.into()),
            ..fixture::record(name, "sha3-256", Kind::Messages, 64, 1)
        };
        run.records = vec![
            row("sha3", "sha3-256 by sha3, 1 × 64 bytes: not enough quiet samples: 3 of 400"),
            row("ring", "ring has no sha3-256"),
        ];
        let rival = |name: &str| Rival { name: name.into(), version: None, missing: None };
        run.rivals = ["sha3", "ring", "k12"].map(rival).to_vec();
        run.rivals.push(Rival { missing: Some("not built in".into()), ..rival("blake3") });
        let table = rivals(&run).expect("somebody was asked");
        let parts: Vec<&str> = table.rows.iter().map(|row| row[2].text.as_str()).collect();
        assert_eq!(parts, ["yes", "not used in this run", "not used in this run", "no: not built in"]);
    }
}
