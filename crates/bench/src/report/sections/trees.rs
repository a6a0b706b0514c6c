//! KT128, KT256 and `TurboSHAKE`: one long message, beside what users would otherwise take, and where a longer one takes less time.

use measure::trials::{Kind, Record};

use super::cell;
use crate::quoted;
use crate::report::charts::About;
use crate::report::charts::lines::{Axis, Lines, Markers, Point, ScaleKind, Series};
use crate::report::doc::{Block, Cell, Chart, Table, Tone};
use crate::report::figures::{OURS, Subject, Unit, by_length, distinct, implementations};
use crate::report::number::{bytes, digits};
use crate::results::Run;

/// Those that are compared: `TurboSHAKE` is what the trees are made of, and none itself; BLAKE3 is another function, and what users
/// would otherwise take.
const FUNCTIONS: [&str; 5] = ["kt128", "kt256", "turboshake128", "turboshake256", "blake3"];
const LENGTHS: [u64; 6] = [1 << 10, 8 << 10, 16 << 10, 64 << 10, 1 << 20, 1 << 30];

/// From one point of the curve to the next, a block of KT128.
pub(crate) const STEP: u64 = 168;
/// A message that is one step longer takes no less than this share.
const LEAST: f64 = 0.98;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let table = sizes(run);
    let pairs = pairs(run);
    let mut blocks = Vec::new();
    if table.is_some() || !pairs.is_empty() {
        blocks.push(Block::Heading { id: "trees", text: "One long message in a tree".into() });
        blocks.push(Block::Verdict(in_short(run, &pairs)));
    }
    blocks.extend(table.map(Block::Table));
    if !pairs.is_empty() {
        blocks.extend(chart(&pairs).map(Block::Chart));
        blocks.extend(verdict(&pairs));
    }
    blocks
}

fn sizes(run: &Run) -> Option<Table> {
    let rows = |name: &str, function: &str| by_length(run, name, function);
    let all = FUNCTIONS.iter().flat_map(|function| rows(OURS, function)).map(|r| r.bytes);
    let lengths: Vec<u64> = distinct(all).into_iter().filter(|n| LENGTHS.contains(n)).collect();
    let heads = ["function", "by"].map(String::from).into_iter().chain(lengths.iter().map(|n| bytes(*n)));
    let mut table = Table::new("One message on one thread: core cycles per byte, in brackets our limit", heads)
        .left(&[1])
        .note(
            "TurboSHAKE has the same permutation, of twelve rounds, and no tree. BLAKE3 is another function, with seven rounds and \
             leaves of 1 KiB. One message on several threads is under “Threads”. “Quoted”: of a rival that is in no registry, from the \
             section “Rivals that no registry carries”.",
        );
    for function in FUNCTIONS {
        for name in implementations(run) {
            let own = rows(name, function);
            if own.iter().all(|r| r.core_cpb.is_none()) {
                continue;
            }
            let cells = lengths.iter().map(|n| {
                let row = own.iter().copied().find(|r| r.bytes == *n);
                let cell = cell(row, Unit::CoreCpb);
                match row.and_then(|r| r.limit_core_cpb) {
                    Some(limit) => cell.aside(digits(limit)),
                    None => cell,
                }
            });
            let by = Cell::new(name).tone(if name == OURS { Tone::Best } else { Tone::Plain });
            table.push([Cell::new(format!("`{function}`")), by].into_iter().chain(cells).collect());
        }
        table.rows.extend(quoted_row(run, function, &lengths));
    }
    (!table.rows.is_empty() && !lengths.is_empty()).then_some(table)
}

/// The best rival that takes no part in a run, at the lengths that were measured on this kind of processor.
fn quoted_row(run: &Run, function: &'static str, lengths: &[u64]) -> Option<Vec<Cell>> {
    let at = |n: &u64| quoted::here(&run.machine, &Subject::messages(function, *n, 1));
    let who = lengths.iter().find_map(at)?.who;
    let cell = |n: &u64| {
        at(n).map_or_else(Cell::empty, |quoted| {
            let cell = Cell::new(digits(quoted.figure)).tone(Tone::Quoted);
            if quoted.who == who { cell } else { cell.aside(quoted.who) }
        })
    };
    let head = [Cell::new(format!("`{function}`")), Cell::new(format!("{who}, quoted"))];
    Some(head.into_iter().chain(lengths.iter().map(cell)).collect())
}

/// Two points of the curve, a step apart.
struct Pair {
    bytes: u64,
    /// Medians, in core cycles; in nanoseconds from a message of no bytes.
    costs: [f64; 2],
}

impl Pair {
    fn ratio(&self) -> f64 {
        self.costs[1] / self.costs[0]
    }
}

fn pairs(run: &Run) -> Vec<Pair> {
    let is_point = |r: &&Record| r.kind == Kind::Curve && r.algorithm == "kt128" && r.implementation == OURS;
    let mut points: Vec<&Record> = run.records.iter().filter(is_point).collect();
    points.sort_by_key(|r| r.bytes);
    let of = |[a, b]: [&Record; 2]| {
        // The median is in core cycles per byte where a row has such, else in nanoseconds.
        let cycles = |r: &Record| r.core_cpb.and(r.median).map(|cpb| cpb * r.bytes as f64);
        let nanoseconds = |r: &Record| match r.core_cpb {
            Some(cpb) => Some(r.ns_per_message? * r.median? / cpb),
            None => r.median,
        };
        let of_both = |cost: &dyn Fn(&Record) -> Option<f64>| Some([cost(a)?, cost(b)?]);
        let costs = of_both(&cycles).or_else(|| of_both(&nanoseconds))?;
        (b.bytes == a.bytes + STEP).then_some(Pair { bytes: a.bytes, costs })
    };
    points.windows(2).filter_map(|pair| of([pair[0], pair[1]])).collect()
}

fn chart(pairs: &[Pair]) -> Option<Chart> {
    let points = pairs.iter().map(|pair| {
        let hint = format!("{} B: {} times {}", pair.bytes + STEP, digits(pair.ratio()), digits(pair.costs[0]));
        Point { x: pair.bytes as f64, y: pair.ratio(), spread: None, hint }
    });
    let about = About {
        id: "kt128-monotone".into(),
        title: "KT128: what 168 bytes more cost, as a multiple".into(),
        description: "The time for n + 168 bytes divided by the time for n bytes, over n.".into(),
        caption: "`kt128`, one message: the median core cycles at n + 168 bytes divided by those at n, over n. Below the line at 0.98 a longer \
                  message would be faster than a shorter one."
            .into(),
    };
    let x = Axis { label: "bytes of the message, n".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
    let y = Axis { label: "cycles at n + 168 / cycles at n".into(), kind: ScaleKind::Linear, ticks: Vec::new() };
    let series = Series { name: "lanesum".into(), style: 0, points: points.collect(), markers: Markers::Hidden };
    Lines { about, x, y, series: vec![series], rules: vec![(LEAST, "0.98".into())] }.draw()
}

/// KT128 beside BLAKE3, and whether a longer message ever costs less.
fn in_short(run: &Run, pairs: &[Pair]) -> String {
    let of = |name: &str, function: &str| {
        let row = by_length(run, name, function).into_iter().find(|r| r.bytes == 1 << 20)?;
        row.core_cpb
    };
    let kt128 = of(OURS, "kt128").map(|cpb| format!("KT128 of 1 MiB takes {} cycles per byte", digits(cpb)));
    let blake3 = of("blake3", "blake3").map(|cpb| format!("BLAKE3 {}", digits(cpb)));
    let failing = pairs.iter().filter(|pair| pair.ratio() < LEAST).count();
    let monotone = (!pairs.is_empty())
        .then(|| format!("at {failing} of {} steps of 168 bytes a longer message takes less time", pairs.len()));
    let parts: Vec<String> = kt128.into_iter().chain(blake3).chain(monotone).collect();
    if parts.is_empty() { "This run has no message of 1 MiB.".into() } else { format!("{}.", parts.join("; ")) }
}

/// In words, and the points that fail.
fn verdict(pairs: &[Pair]) -> Vec<Block> {
    let failing: Vec<&Pair> = pairs.iter().filter(|pair| pair.ratio() < LEAST).collect();
    let words = if failing.is_empty() {
        "at none of them a longer message takes less than 98 % of the shorter one's cycles".into()
    } else {
        format!("at {} of them a longer message takes less than 98 % of the shorter one's cycles", failing.len())
    };
    let last = pairs.last().map_or(0, |pair| pair.bytes + STEP);
    let mut blocks = vec![Block::Paragraph(format!(
        "Monotonicity: from 0 to {last} bytes by steps of {STEP}, {} pairs of neighbours have figures, and {words}. A figure is the median \
         of the quiet samples. Each length is sampled by itself here, seconds or minutes from its neighbour. So other work on the \
         machine, or another clock, shows as a step. If a pair fails, the example `kangaroo` (`-- --curve`) lets neighbours take turns, and \
         says whether the code is at fault.",
        pairs.len()
    ))];
    if !failing.is_empty() {
        let heads = ["bytes, n", "at n", "at n + 168", "share"];
        let mut table = Table::new("Where a longer message took less time (core cycles)", heads);
        for pair in failing {
            let [shorter, longer] = pair.costs;
            let share = Cell::new(format!("{:.3}", pair.ratio())).tone(Tone::Bad);
            table.push(vec![pair.bytes.to_string().into(), digits(shorter).into(), digits(longer).into(), share]);
        }
        blocks.push(Block::Table(table));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{empty, record};

    fn point(n: u64, cycles: f64) -> Record {
        let core_cpb = (n > 0).then(|| cycles / n as f64);
        // The lower quartile must not be what is judged.
        let median = core_cpb.or(Some(cycles / 4.0));
        let core_cpb = core_cpb.map(|_| 1.0);
        Record { core_cpb, median, ns_per_message: Some(cycles / 4.0), ..record(OURS, "kt128", Kind::Curve, n, 1) }
    }

    #[test]
    fn a_longer_message_that_is_faster_is_listed() {
        let mut run = empty();
        assert!(blocks(&run).is_empty());
        let cycles = [500.0, 490.1, 1000.0, 979.0, 2000.0];
        run.records = (0_u64..).zip(cycles).map(|(i, cycles)| point(i * STEP, cycles)).collect();
        // A gap is no pair.
        run.records.push(point(6 * STEP, 1.0));
        let found = pairs(&run);
        assert_eq!(found.len(), 4);
        let blocks = verdict(&found);
        let Block::Table(table) = &blocks[1] else { panic!("there is a table") };
        assert_eq!((table.rows.len(), &table.rows[0][0].text[..]), (1, "336"));
        assert!(chart(&found).is_some());
        run.records.retain(|r| r.bytes < 3 * STEP);
        assert_eq!(verdict(&pairs(&run)).len(), 1);
    }

    #[test]
    fn sizes_have_our_limit_and_the_others() {
        let mut run = empty();
        let row = |name: &str, function: &str, cpb: f64, limit: Option<f64>| Record {
            core_cpb: Some(cpb),
            ns_per_message: Some(1.0),
            limit_core_cpb: limit,
            ..record(name, function, Kind::Messages, 64 << 10, 1)
        };
        run.records = vec![
            row(OURS, "kt128", 0.5, Some(0.4)),
            row("k12", "kt128", 4.0, None),
            row("blake3", "blake3", 0.6, None),
        ];
        let table = sizes(&run).expect("there are rows");
        let shown: Vec<[&str; 3]> =
            table.rows.iter().map(|row| [&row[0].text[..], &row[1].text, &row[2].text]).collect();
        assert_eq!(shown.len(), 4);
        assert_eq!(shown[2], ["`kt128`", "XKCP, quoted", "1.41"], "measured on this kind of processor");
        assert!(shown.contains(&["`blake3`", "blake3", &digits(0.6)]) && shown[0][1] == OURS);
        assert_eq!(table.rows[0][2].aside.as_deref(), Some(&digits(0.4)[..]));
    }
}
