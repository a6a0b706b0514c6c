//! The section about batches: many messages in one call.

use measure::trials::{Kind, Record};

use super::lengths::MAIN;
use super::{BEST_RIVALS, best_rivals, cell, rivals_of};
use crate::algorithms::Known;
use crate::grid::{DEFAULT_PROFILE, DEFAULT_PROFILE_BATCHES, DEFAULT_PROFILE_LENGTHS};
use crate::quoted;
use crate::report::charts::About;
use crate::report::charts::map::Map;
use crate::report::doc::{Block, Cell, Chart, Table, Tone};
use crate::report::figures::{OURS, Subject, Unit, algorithms, batch, distinct, implementations, times};
use crate::report::number::{bytes, bytes_short, ratio};
use crate::results::Run;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let (main, others): (Vec<Grid<'_>>, Vec<Grid<'_>>) = algorithms(run)
        .into_iter()
        .filter_map(|name| Grid::of(run, name))
        .partition(|grid| MAIN.contains(&grid.algorithm));
    let all: Vec<_> = main.iter().chain(&others).collect();
    let mut blocks = vec![
        Block::Heading { id: "batches", text: "Many messages in one call".into() },
        Block::Verdict(verdict(run, &all)),
        Block::Paragraph(
            "How many times as fast a batch of messages of equal length is, in core cycles per message, as one message at a time on the best form for one message. Below 1, the batch is slower. Batches are asked for by the function's name at run time, single messages by its \
             type."
                .into(),
        ),
    ];
    blocks.extend(losing(run, &all).map(Block::Table));
    for grid in &main {
        blocks.extend(grid.chart(run).map(Block::Chart));
        blocks.push(Block::Table(grid.table(run)));
        blocks.extend(grid.rival_table(run).map(Block::Table));
    }
    let small: Vec<Chart> = others.iter().filter_map(|grid| grid.chart(run)).collect();
    if !small.is_empty() {
        blocks.push(Block::SmallCharts(small));
    }
    blocks.extend(short(run).map(Block::Table));
    blocks.extend(ragged(run).map(Block::Table));
    blocks
}

/// The lengths and numbers of messages that were measured of an algorithm.
struct Grid<'a> {
    algorithm: &'a str,
    lengths: Vec<u64>,
    counts: Vec<u64>,
}

impl<'a> Grid<'a> {
    fn of(run: &Run, algorithm: &'a str) -> Option<Self> {
        let rows = || {
            run.records.iter().filter(|r| {
                r.kind == Kind::Messages && r.implementation == OURS && r.algorithm == algorithm && r.messages > 1
            })
        };
        let (lengths, counts) = (distinct(rows().map(|r| r.bytes)), distinct(rows().map(|r| r.messages)));
        (!lengths.is_empty()).then_some(Self { algorithm, lengths, counts })
    }

    fn gain(&self, run: &Run, length: u64, count: u64) -> Option<f64> {
        let row = |count| batch(run, OURS, self.algorithm, length, count);
        times(row(1)?, row(count)?)
    }

    fn chart(&self, run: &Run) -> Option<Chart> {
        let row = |&length: &u64| {
            (bytes_short(length), self.counts.iter().map(|&count| self.gain(run, length, count)).collect())
        };
        let rows: Vec<(String, Vec<Option<f64>>)> = self.lengths.iter().map(row).collect();
        let gains = || rows.iter().flat_map(|row| row.1.iter().copied().flatten());
        let (least, most) = (gains().fold(f64::INFINITY, f64::min), gains().fold(0.0, f64::max));
        let about = About {
            id: format!("map-{}", self.algorithm),
            title: format!("{}: speed-up of a batch over one message at a time", self.algorithm),
            description: format!(
                "Cells by length of the messages and by their number, coloured by the speed-up per message, from {least:.2} to \
                 {most:.2} times."
            ),
            caption: format!(
                "`{}`: speed-up per message over one at a time, by length and number of messages.",
                self.algorithm
            ),
        };
        let columns = self.counts.iter().map(ToString::to_string).collect();
        Map { about, row_label: "bytes".into(), column_label: "messages in one call".into(), columns, rows }.draw()
    }

    fn table(&self, run: &Run) -> Table {
        let counts: Vec<u64> = [1].into_iter().chain(self.counts.iter().copied()).collect();
        let heads = ["length".to_string()]
            .into_iter()
            .chain(counts.iter().map(|count| if *count == 1 { "1 message".into() } else { count.to_string() }));
        let mut table = Table::new(
            format!("`{}`: nanoseconds per message, by the number of messages in one call", self.algorithm),
            heads,
        );
        for &length in &self.lengths {
            let cells =
                counts.iter().map(|&count| cell(batch(run, OURS, self.algorithm, length, count), Unit::Nanoseconds));
            table.push([bytes(length).into()].into_iter().chain(cells).collect());
        }
        table
    }

    /// How many times as much the fastest rival takes, and its name. A rival without batches takes one message after the other.
    fn contest<'r>(&self, run: &'r Run, length: u64, count: u64) -> Option<(f64, &'r str)> {
        let ours = batch(run, OURS, self.algorithm, length, count)?;
        let rivals = implementations(run).into_iter().filter(|&name| name != OURS);
        let rows = rivals.filter_map(|name| batch(run, name, self.algorithm, length, count));
        rows.filter(|r| r.output_bytes == ours.output_bytes)
            .filter_map(|r| Some((times(r, ours)?, r.implementation.as_str())))
            .chain(self.quoted(run, ours))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The same of the best rival that takes no part, if it was measured on this kind of processor.
    fn quoted<'r>(&self, run: &Run, ours: &Record) -> Option<(f64, &'r str)> {
        let known = Known::of(self.algorithm)?;
        let quoted = quoted::here(&run.machine, &Subject::messages(known.name, ours.bytes, ours.messages))?;
        Some((quoted.figure / quoted.unit.of(ours)?, quoted.who))
    }

    fn rival_table(&self, run: &Run) -> Option<Table> {
        let contests =
            || self.lengths.iter().flat_map(|&n| self.counts.iter().filter_map(move |&m| self.contest(run, n, m)));
        // The rival who is named below the table and not in each cell: the one that is fastest most often.
        let names = distinct(contests().map(|contest| contest.1));
        let usual = names.iter().copied().max_by_key(|name| contests().filter(|contest| contest.1 == *name).count())?;
        let heads = ["length".to_string()].into_iter().chain(self.counts.iter().map(ToString::to_string));
        let caption =
            format!("`{}`: times as fast as the fastest rival with as many messages, by core cycles", self.algorithm);
        let but = if names.len() > 1 { ", where no other is named" } else { "" };
        let note = format!(
            "The fastest rival is {usual}{but}. A rival without batches takes its messages in a loop; one \
                            that is in no registry is quoted from this kind of processor, as in the section “Goals”."
        );
        let mut table = Table::new(caption, heads).note(note);
        for &length in &self.lengths {
            let cells = self.counts.iter().map(|&count| {
                let Some((times, name)) = self.contest(run, length, count) else { return Cell::empty() };
                let tone = if times < 1.0 { Tone::Bad } else { Tone::Plain };
                let cell = Cell::new(ratio(times)).tone(tone);
                if name == usual { cell } else { cell.aside(name) }
            });
            table.push([bytes(length).into()].into_iter().chain(cells).collect());
        }
        Some(table)
    }
}

/// Short messages: a row for this workspace's build, and one for a build with cargo's default profile where there was one.
fn short(run: &Run) -> Option<Table> {
    let counts = DEFAULT_PROFILE_BATCHES;
    let heads =
        ["function", "length", "build"].map(String::from).into_iter().chain(counts.iter().map(ToString::to_string));
    let mut table = Table::new("Short messages by their number in one call: core cycles per byte", heads).left(&[2]).note(
        "This workspace's release profile optimises across crates (`lto = \"thin\"`, one unit of code generation). Cargo's default \
         profile, which users of the library have, does not, and has 16 units: `lanesum-bench --default-profile` builds and measures \
         that.",
    );
    for algorithm in DEFAULT_PROFILE {
        for length in DEFAULT_PROFILE_LENGTHS {
            for (kind, build) in [(Kind::Messages, "this workspace's"), (Kind::DefaultProfile, "default profile")] {
                let row = |count: usize| {
                    run.records.iter().find(|r| {
                        (r.kind, r.bytes, r.messages) == (kind, length as u64, count as u64)
                            && r.implementation == OURS
                            && r.algorithm == algorithm
                    })
                };
                if counts.iter().all(|count| row(*count).is_none()) {
                    continue;
                }
                let head = [Cell::new(format!("`{algorithm}`")), bytes(length as u64).into(), build.into()];
                let cells = counts.iter().map(|count| cell(row(*count), Unit::CoreCpb));
                table.push(head.into_iter().chain(cells).collect());
            }
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Batches of messages of many lengths.
fn ragged(run: &Run) -> Option<Table> {
    let rows = || run.records.iter().filter(|r| r.kind == Kind::Ragged);
    let heads = ["algorithm", "messages", "mean length", "lanesum"].into_iter().chain(BEST_RIVALS);
    let mut table = Table::new("Batches of messages of many lengths: core cycles a message", heads);
    for (algorithm, messages, length) in distinct(rows().map(|r| (r.algorithm.as_str(), r.messages, r.bytes))) {
        let same = move |r: &&Record| r.algorithm == algorithm && r.messages == messages && r.bytes == length;
        let row = |name: &str| rows().filter(same).find(|r| r.implementation == name);
        let ours = row(OURS);
        let rivals = rivals_of(run, Unit::CyclesAMessage, row);
        let rivals = best_rivals(ours.and_then(|r| Unit::CyclesAMessage.of(r)), rivals);
        let head = [format!("`{algorithm}`").into(), messages.to_string().into(), bytes(length).into()];
        let ours = cell(ours, Unit::CyclesAMessage);
        table.push(head.into_iter().chain([ours]).chain(rivals).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A batch below this loses: it takes more than 1.03 times as long, as in the section “One call against one call for each”.
const LOSES: f64 = 1.0 / 1.03;

/// Of all batches: how many times as fast, the function, the length of each message and their number.
fn gains<'r>(run: &Run, grids: &[&Grid<'r>]) -> Vec<(f64, &'r str, u64, u64)> {
    let of_grid = |grid: &&Grid<'r>| {
        let shapes = grid.lengths.iter().flat_map(|&length| grid.counts.iter().map(move |&count| (length, count)));
        shapes
            .filter_map(|(length, count)| Some((grid.gain(run, length, count)?, grid.algorithm, length, count)))
            .collect::<Vec<_>>()
    };
    grids.iter().flat_map(of_grid).collect()
}

/// Those that lose.
fn losing(run: &Run, grids: &[&Grid<'_>]) -> Option<Table> {
    let mut gains = gains(run, grids);
    gains.retain(|gain| gain.0 < LOSES);
    gains.sort_by_key(|gain| (gain.1, gain.3));
    let mut table =
        Table::new("Batches that take more than 1.03 times as long as one message at a time: missed", ["function", "messages", "lengths", "worst ratio"]).left(&[2]).note(
            "Worst ratio: the worst of these lengths, as times as fast as one message at a time. What was tried is in docs/tried.md, “Few \
             messages in one call, and unequal ones”.",
        );
    for same in gains.chunk_by(|a, b| (a.1, a.3) == (b.1, b.3)) {
        let lengths: Vec<String> = same.iter().map(|gain| bytes(gain.2)).collect();
        let least = same.iter().map(|gain| gain.0).fold(f64::INFINITY, f64::min);
        let [head, count] = [format!("`{}`", same[0].1), same[0].3.to_string()].map(Cell::from);
        table.push(vec![head, count, lengths.join(", ").into(), Cell::new(ratio(least)).tone(Tone::Bad)]);
    }
    (!table.rows.is_empty()).then_some(table)
}

fn verdict(run: &Run, grids: &[&Grid<'_>]) -> String {
    let gains = gains(run, grids);
    let Some((most, algorithm, length, count)) = gains.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return "This run has no batches.".into();
    };
    let slower = gains.iter().filter(|gain| gain.0 < LOSES).count();
    format!(
        "Up to {} as fast per message as one at a time ({count} messages of {} of `{algorithm}`); {slower} of {} batches take more than 1.03 times as long as \
         that.",
        ratio(*most),
        bytes(*length),
        gains.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{empty, record};

    #[test]
    fn a_build_with_the_default_profile_has_rows_of_its_own() {
        let mut run = empty();
        assert!(short(&run).is_none());
        let row = |kind, cpb| Record { core_cpb: Some(cpb), ..record(OURS, "sha3-256", kind, 64, 8) };
        run.records = vec![row(Kind::Messages, 3.0), row(Kind::DefaultProfile, 4.0)];
        let table = short(&run).expect("there are rows");
        let shown: Vec<[&str; 4]> = table.rows.iter().map(|row| [1, 2, 3, 4].map(|i| &row[i].text[..])).collect();
        assert_eq!(shown, [["64 B", "this workspace's", "3.00", "–"], ["64 B", "default profile", "4.00", "–"]]);
    }
}
