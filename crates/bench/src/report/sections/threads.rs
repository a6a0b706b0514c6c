//! Batches on several threads, against what memory yields.

use measure::trials::{Kind, Record};

use crate::report::charts::About;
use crate::report::charts::lines::{Axis, Lines, Markers, Point, ScaleKind, Series};
use crate::report::doc::{Block, Cell, Chart, Table};
use crate::report::figures::{OURS, distinct};
use crate::report::number::{bytes, digits, plural, ratio};
use crate::results::Run;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "threads", text: "Threads, beside what memory yields".into() },
        Block::Verdict(verdict(run)),
    ];
    let rows = run.records.iter().any(is_row);
    if !rows {
        blocks.push(Block::Paragraph("This run has no rows with several threads.".into()));
    }
    if rows || !run.memory.is_empty() {
        blocks.extend(chart(run).map(Block::Chart));
        blocks.push(Block::Table(table(run)));
    }
    blocks
}

fn verdict(run: &Run) -> String {
    let ours = run.records.iter().filter(|r| is_row(r) && r.implementation == OURS);
    let best = ours.filter_map(|r| Some((throughput(r)?, r))).max_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((rate, r)) => {
            format!("{} GB/s at best: `{}` on {}.", digits(rate), r.algorithm, plural(r.threads, "thread", "threads"))
        }
        None => "No figure in this run.".into(),
    }
}

fn is_row(r: &Record) -> bool {
    matches!(r.kind, Kind::Threads | Kind::OneMessage)
}

/// The style of the curve of memory: grey.
const MEMORY: usize = 6;

/// A curve: algorithm, implementation, length, and messages of each thread; none where all share one.
type Key<'r> = (&'r str, &'r str, u64, u64);

fn key(r: &Record) -> Key<'_> {
    // A row counts the messages of all its threads together.
    let messages = if r.kind == Kind::OneMessage { 0 } else { r.messages / r.threads.max(1) };
    (&r.algorithm, &r.implementation, r.bytes, messages)
}

/// Gigabytes (10^9) of messages a second, of all threads together.
fn throughput(r: &Record) -> Option<f64> {
    r.ns_per_message.filter(|ns| *ns > 0.0).map(|ns| r.bytes as f64 / ns)
}

fn curves(run: &Run) -> Vec<(Key<'_>, Vec<&Record>)> {
    let rows = || run.records.iter().filter(|r| is_row(r));
    let of = |k: Key<'_>| {
        let mut rows: Vec<&Record> = rows().filter(|r| key(r) == k).collect();
        rows.sort_by_key(|r| r.threads);
        rows
    };
    distinct(rows().map(key)).into_iter().map(|k| (k, of(k))).collect()
}

fn name((algorithm, implementation, length, messages): Key<'_>) -> String {
    let whose = if implementation == OURS { String::new() } else { format!("{implementation}, ") };
    let shared = if messages == 0 { ", shared" } else { "" };
    format!("{whose}{algorithm} {}{shared}", bytes(length))
}

/// What a thread hashes in one call: the next call takes the same.
fn each_again(run: &Run) -> String {
    let own = |((_, _, length, messages), _): (Key<'_>, _)| (messages > 0).then_some(length * messages);
    let sizes = curves(run).into_iter().filter_map(own);
    let sizes = distinct(sizes).into_iter().map(bytes).collect::<Vec<_>>().join(" or ");
    if sizes.is_empty() {
        return sizes;
    }
    format!("Each thread hashes the same {sizes} repeatedly, which stay in its cache if they fit. ")
}

fn chart(run: &Run) -> Option<Chart> {
    let mut series: Vec<Series> = Vec::new();
    let all = curves(run);
    // Of one message that all share, the longest of each function.
    let longest =
        |key: Key<'_>| all.iter().filter(|(k, _)| (k.0, k.1, k.3) == (key.0, key.1, 0)).map(|(k, _)| k.2).max();
    let is_shown = |key: Key<'_>| match key.3 {
        0 => Some(key.2) == longest(key),
        _ => key.1 == OURS,
    };
    for (i, (key, rows)) in all.iter().filter(|(key, _)| is_shown(*key)).enumerate() {
        let points = rows.iter().filter_map(|r| {
            let y = throughput(r)?;
            Some(Point {
                x: r.threads as f64,
                y,
                spread: None,
                hint: format!("{} threads, {} GB/s", r.threads, digits(y)),
            })
        });
        series.push(Series {
            name: name(*key),
            style: if i < MEMORY { i } else { i + 1 },
            points: points.collect(),
            markers: Markers::Shown,
        });
    }
    let memory = run.memory.iter().map(|m| Point {
        x: m.threads as f64,
        y: m.gigabytes_per_second,
        spread: None,
        hint: format!("{} threads, {} GB/s", m.threads, digits(m.gigabytes_per_second)),
    });
    series.push(Series {
        name: "memory alone".into(),
        style: MEMORY,
        points: memory.collect(),
        markers: Markers::Shown,
    });
    series.retain(|s| !s.points.is_empty());
    let counts = distinct(series.iter().flat_map(|s| &s.points).map(|p| p.x as u64));
    let about = About {
        id: "threads-chart".into(),
        title: "Throughput over the number of threads".into(),
        description:
            "Lines of gigabytes a second, one for each algorithm, and one for reading memory and doing nothing with \
                      it. The table below has the figures."
                .into(),
        caption: format!(
            "Gigabytes (10^9 bytes) a second over the number of threads. {}“Memory alone” reads what no cache keeps and does nothing else: it tells what there is for data that \
             comes from memory, and is no bound of these rows.",
            each_again(run)
        ),
    };
    let ticks = counts.into_iter().map(|n| (n as f64, n.to_string())).collect();
    let x = Axis { label: "threads".into(), kind: ScaleKind::Linear, ticks };
    let y = Axis { label: "GB/s".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
    Lines { about, x, y, series, rules: Vec::new() }.draw()
}

fn table(run: &Run) -> Table {
    let curves = curves(run);
    let threads = distinct(
        curves.iter().flat_map(|(_, rows)| rows.iter().map(|r| r.threads)).chain(run.memory.iter().map(|m| m.threads)),
    );
    let heads = [String::new(), "messages a thread".to_string()]
        .into_iter()
        .chain(threads.iter().map(|n| if *n == 1 { "1 thread".into() } else { format!("{n} threads") }));
    let mut table = Table::new("Gigabytes per second, of all threads together; in brackets, the speed-up over one thread", heads)
        .note("These are times, not cycles, because memory has its own clock. Rows that were measured minutes apart may differ by the processor's boost.");
    let shown = |value: Option<f64>, one: Option<f64>, n: u64| match (value, one) {
        (Some(value), Some(one)) if n > 1 => Cell::new(digits(value)).aside(ratio(value / one)),
        (Some(value), _) => Cell::new(digits(value)),
        _ => Cell::empty(),
    };
    for (key, rows) in &curves {
        let at = |n: u64| rows.iter().find(|r| r.threads == n).and_then(|r| throughput(r));
        let cells = threads.iter().map(|&n| shown(at(n), at(1), n));
        let messages = if key.3 == 0 { "one for all".into() } else { key.3.to_string() };
        table.push([name(*key).into(), messages.into()].into_iter().chain(cells).collect());
    }
    if !run.memory.is_empty() {
        let at = |n: u64| run.memory.iter().find(|m| m.threads == n).map(|m| m.gigabytes_per_second);
        let cells = threads.iter().map(|&n| shown(at(n), at(1), n));
        table.push(["memory alone".into(), Cell::empty()].into_iter().chain(cells).collect());
    }
    table
}
