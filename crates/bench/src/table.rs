//! The output during a run: a group of rows for each case, and progress on standard error.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use measure::trials::{Case, LANESUM, Place, Record, RowKind, Watch};

use crate::kept::Journal;
use crate::results::Memory;

pub(crate) struct Table<'o> {
    out: &'o mut dyn Write,
    bar: ProgressBar,
    algorithm: String,
    journal: Journal,
    /// The error of writing to `out`, reported at the end.
    failed: Option<io::Error>,
}

impl<'o> Table<'o> {
    pub(crate) fn new(out: &'o mut dyn Write, cases: usize, journal: Journal) -> Self {
        // Drawn only where standard error is a terminal.
        let bar = ProgressBar::new(cases as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { out, bar, algorithm: String::new(), journal, failed: None }
    }

    /// Ends the table with those that took no part, each reason once.
    pub(crate) fn finish(self, missing: &[Record]) -> Result<()> {
        self.bar.finish_and_clear();
        self.failed.map_or(Ok(()), Err)?;
        self.journal.end()?;
        let mut told: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for row in missing {
            let reason = row.reason.as_deref().unwrap_or_default();
            // "NAME has no ALGORITHM" is told once for all algorithms.
            let reason = if reason.ends_with(&format!(" has no {}", row.algorithm)) { "has not" } else { reason };
            match told.iter_mut().find(|(name, why, _)| (*name, *why) == (&row.implementation, reason)) {
                Some((.., algorithms)) => algorithms.push(&row.algorithm),
                None => told.push((&row.implementation, reason, vec![&row.algorithm])),
            }
        }
        let head = if told.is_empty() { "" } else { "\nMissing\n" };
        write!(self.out, "{head}")?;
        told.iter()
            .try_for_each(|(name, reason, of)| writeln!(self.out, "  {name:<19} {reason}: {}", of.join(", ")))?;
        Ok(())
    }
}

impl Watch for Table<'_> {
    fn begins(&mut self, case: &Case, place: Place) {
        self.bar.set_position(place.done as u64);
        let again = if place.attempt > 1 { format!(", try {}", place.attempt) } else { String::new() };
        self.bar.set_message(format!("{}{again}", title(case)));
        self.bar.tick();
    }

    fn rows(&mut self, case: &Case, rows: &[Record]) {
        self.journal.keep(rows);
        let mut text = String::new();
        if self.algorithm != case.algorithm {
            self.algorithm.clone_from(&case.algorithm);
            text = format!(
                "\n  {:<19} {:<19} {:>4} {:>8} {:>15} {:>11} {:>6} {:>6}\n",
                "implementation", "backend", "width", "core cpb", "low–high", "ns/message", "limit", "×rival"
            );
        }
        let _ = writeln!(text, "{}", title(case));
        text.extend(rows.iter().map(|row| line(row, rows)));
        let (out, failed) = (&mut self.out, &mut self.failed);
        self.bar.suspend(|| {
            if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                failed.get_or_insert(error);
            }
        });
    }

    fn waits(&mut self, case: &Case, pause: Duration) {
        let till = humantime::format_rfc3339_seconds(SystemTime::now() + pause);
        let text = format!("not enough quiet samples of {}: waits till {till} for the next try", title(case));
        self.bar.set_message(text.clone());
        self.bar.suspend(|| eprintln!("{text}"));
    }
}

/// How fast memory was read.
pub(crate) fn memory(out: &mut dyn Write, rows: &[Memory]) -> io::Result<()> {
    rows.iter().try_for_each(|Memory { threads, gigabytes_per_second: rate }| {
        writeln!(out, "Memory is read by {} at {rate:.1} GB/s", counted(*threads as usize, "thread"))
    })
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn title(case: &Case) -> String {
    let Case { algorithm, kind, bytes, messages, output_bytes, threads } = case;
    let messages = counted(*messages, if *kind == RowKind::Permutation { "state" } else { "message" });
    let what = match kind {
        RowKind::Messages | RowKind::Curve => format!("{messages} of {bytes} bytes"),
        RowKind::DefaultProfile => format!("{messages} of {bytes} bytes, built with cargo's default profile"),
        RowKind::Gate => format!("{} sets of messages", case.messages),
        RowKind::Ragged => format!("{messages} of 0 to {} bytes", 2 * bytes),
        RowKind::FormCurve => format!("{messages} of {bytes} bytes, backends of a paper's figure"),
        RowKind::Form => format!("{messages} of {bytes} bytes, each backend, {output_bytes} bytes of output"),
        RowKind::Permutation => format!("{messages} in one call"),
        RowKind::OneMessage => format!("{messages} of {bytes} bytes on {}", counted(*threads, "thread")),
        RowKind::Threads => format!("{messages} of {bytes} bytes on each of {}", counted(*threads, "thread")),
    };
    format!("{algorithm}, {what}")
}

fn line(row: &Record, of_case: &[Record]) -> String {
    let width = row.width.map(|width| width.to_string()).unwrap_or_default();
    let mut text =
        format!("  {:<19} {:<19} {width:>4}", row.implementation, row.backend.as_deref().unwrap_or_default());
    if cost(row).is_none() {
        return format!("{text} {}\n", row.reason.as_deref().unwrap_or("no figure"));
    }
    let or_nothing = |figure: Option<f64>| figure.map(digits).unwrap_or_default();
    let range = row.low.zip(row.high).map(|(low, high)| format!("{}–{}", digits(low), digits(high)));
    let ratio = ratio(row, of_case).map(|ratio| format!("{ratio:.2}"));
    let [cpb, ns, limit] = [row.core_cpb, row.ns_per_message, row.limit_core_cpb].map(or_nothing);
    let (range, ratio) = (range.unwrap_or_default(), ratio.unwrap_or_default());
    let _ = write!(text, " {cpb:>8} {range:>15} {ns:>11} {limit:>6} {ratio:>6}");
    format!("{}\n", text.trim_end())
}

/// This row's cost in that of the fastest rival of the same case: below 1 is faster.
fn ratio(row: &Record, of_case: &[Record]) -> Option<f64> {
    let rivals = of_case.iter().filter(|rival| rival.implementation != LANESUM).filter_map(cost);
    let fastest = rivals.min_by(f64::total_cmp).filter(|fastest| *fastest > 0.0)?;
    cost(row).map(|cost| cost / fastest)
}

/// The figure by which the rows of one case are compared.
pub(crate) fn cost(row: &Record) -> Option<f64> {
    row.core_cpb.or(row.cycles_per_message).or(row.ns_per_message)
}

/// Four digits or so.
pub(crate) fn digits(figure: f64) -> String {
    let decimals = [1000.0, 100.0, 10.0].iter().filter(|least| figure < **least).count();
    format!("{figure:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::record;

    fn row(implementation: &str, core_cpb: Option<f64>) -> Record {
        Record { core_cpb, ..record(implementation, "sha3-256", RowKind::Messages, 4096, 8) }
    }

    #[test]
    fn ratios_are_to_the_fastest_rival() {
        let rows = [row("lanesum", Some(1.0)), row("slow", Some(8.0)), row("fast", Some(4.0)), row("broken", None)];
        let ratios: Vec<_> = rows.iter().map(|row| ratio(row, &rows)).collect();
        assert_eq!(ratios, [Some(0.25), Some(2.0), Some(1.0), None]);
        assert_eq!(ratio(&rows[0], &rows[..1]), None);
        assert_eq!([9.9996, 99.0, 123.45, 1234.5].map(digits), ["10.000", "99.00", "123.5", "1234"]);
    }

    #[test]
    fn the_missing_are_told_together() {
        let mut out = Vec::new();
        let missing = |name: &str, algorithm: &str, reason: &str| Record {
            algorithm: algorithm.into(),
            reason: Some(reason.into()),
            ..row(name, None)
        };
        let rows = [
            missing("ring", "sha3-256", "ring has no sha3-256"),
            missing("lanesum", "kt128", "not in lanesum yet"),
            missing("ring", "shake128", "ring has no shake128"),
        ];
        Table::new(&mut out, 0, Journal::default()).finish(&rows).expect("it is written");
        let text = String::from_utf8(out).expect("it is text");
        let expected = "\nMissing\n  ring                has not: sha3-256, shake128\n  lanesum             not in lanesum yet: kt128\n";
        assert_eq!(text, expected);
    }
}
