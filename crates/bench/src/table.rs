//! The output during a run: a group of rows for each case, and progress on standard error.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use indicatif::{ProgressBar, ProgressStyle};
use measure::trials::LANESUM;
use measure::trials::{Case, Kind, Place, Record, Watch};

use crate::results::Memory;

/// Columns of the terminal that are used at most.
const WIDTH: usize = 100;

pub(crate) struct Table<'o> {
    out: &'o mut dyn Write,
    bar: ProgressBar,
    algorithm: String,
    /// What went wrong with `out`; told at the end.
    failed: Option<io::Error>,
}

impl<'o> Table<'o> {
    pub(crate) fn new(out: &'o mut dyn Write, cases: usize) -> Self {
        // Drawn only where standard error is a terminal.
        let bar = ProgressBar::new(cases as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { out, bar, algorithm: String::new(), failed: None }
    }

    /// Ends the table with those that took no part.
    pub(crate) fn finish(self, missing: &[Record]) -> io::Result<()> {
        self.bar.finish_and_clear();
        if let Some(error) = self.failed {
            return Err(error);
        }
        if missing.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\nMissing")?;
        let mut told: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for record in missing {
            let reason = record.reason.as_deref().unwrap_or_default();
            // "NAME has no ALGORITHM" is told once for all algorithms.
            let reason = if reason.ends_with(&format!(" has no {}", record.algorithm)) { "has no" } else { reason };
            match told.iter_mut().find(|(name, why, _)| (*name, *why) == (&record.implementation, reason)) {
                Some((.., algorithms)) => algorithms.push(&record.algorithm),
                None => told.push((&record.implementation, reason, vec![&record.algorithm])),
            }
        }
        for (name, reason, algorithms) in told {
            let algorithms = algorithms.join(", ");
            let text =
                if reason == "has no" { format!("has no {algorithms}") } else { format!("{reason}: {algorithms}") };
            write!(self.out, "{}", wrapped(&format!("  {name:<19} {text}"), 22))?;
        }
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
        let mut text = String::new();
        if self.algorithm != case.algorithm {
            self.algorithm.clone_from(&case.algorithm);
            text = format!("\n{}\n", head());
        }
        let _ = writeln!(text, "{}", title(case));
        for row in rows {
            text += &line(row, rows);
        }
        let (out, failed) = (&mut self.out, &mut self.failed);
        self.bar.suspend(|| {
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            if let Err(error) = written {
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
    for Memory { threads, gigabytes_per_second } in rows {
        let threads = counted(*threads as usize, "thread");
        writeln!(out, "Memory is read by {threads} at {gigabytes_per_second:.1} GB/s")?;
    }
    Ok(())
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn title(case: &Case) -> String {
    let Case { algorithm, kind, bytes, messages, output_bytes, threads } = case;
    let messages = counted(*messages, if *kind == Kind::Permutation { "state" } else { "message" });
    let what = match kind {
        Kind::Messages | Kind::Curve => format!("{messages} of {bytes} bytes"),
        Kind::DefaultProfile => format!("{messages} of {bytes} bytes, built with cargo's default profile"),
        Kind::Gate => format!("{} sets of messages", case.messages),
        Kind::Ragged => format!("{messages} of 0 to {} bytes", 2 * bytes),
        Kind::FormCurve => format!("{messages} of {bytes} bytes, backends of a paper's figure"),
        Kind::Form => format!("{messages} of {bytes} bytes, each backend, {output_bytes} bytes of output"),
        Kind::Permutation => format!("{messages} in one call"),
        Kind::OneMessage => format!("{messages} of {bytes} bytes on {}", counted(*threads, "thread")),
        Kind::Threads => format!("{messages} of {bytes} bytes on each of {}", counted(*threads, "thread")),
    };
    format!("{algorithm}, {what}")
}

fn head() -> String {
    let range = "low–high";
    format!(
        "  {:<19} {:<19} {:>4} {:>8} {range:>15} {:>11} {:>6} {:>6}",
        "implementation", "backend", "width", "core cpb", "ns/message", "limit", "×rival"
    )
}

fn line(row: &Record, of_case: &[Record]) -> String {
    let width = row.width.map(|width| width.to_string()).unwrap_or_default();
    let name = format!("  {:<19} {:<19} {width:>4}", row.implementation, row.backend.as_deref().unwrap_or_default());
    if cost(row).is_none() {
        let reason = row.reason.as_deref().unwrap_or("no figure");
        return wrapped(&format!("{name} {reason}"), 8);
    }
    let range =
        row.low.zip(row.high).map(|(low, high)| format!("{}–{}", digits(low), digits(high))).unwrap_or_default();
    let or_nothing = |figure: Option<f64>| figure.map(digits).unwrap_or_default();
    let text = format!(
        "{name} {:>8} {range:>15} {:>11} {:>6} {:>6}",
        or_nothing(row.core_cpb),
        or_nothing(row.ns_per_message),
        or_nothing(row.limit_core_cpb),
        ratio(row, of_case).map(|ratio| format!("{ratio:.2}")).unwrap_or_default(),
    );
    format!("{}\n", text.trim_end())
}

/// This row's cost in that of the fastest rival of the same case: below 1 is faster.
fn ratio(row: &Record, of_case: &[Record]) -> Option<f64> {
    let rivals = of_case.iter().filter(|rival| rival.implementation != LANESUM).filter_map(cost);
    let fastest = rivals.fold(f64::INFINITY, f64::min);
    (fastest.is_finite() && fastest > 0.0).then(|| cost(row).map(|cost| cost / fastest)).flatten()
}

/// What rows of one case are compared by.
pub(crate) fn cost(row: &Record) -> Option<f64> {
    row.core_cpb.or(row.cycles_per_message).or(row.ns_per_message)
}

/// Four digits or so.
pub(crate) fn digits(figure: f64) -> String {
    match figure {
        f if f < 10.0 => format!("{f:.3}"),
        f if f < 100.0 => format!("{f:.2}"),
        f if f < 1000.0 => format!("{f:.1}"),
        f => format!("{f:.0}"),
    }
}

fn wrapped(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let indentation: String = text.chars().take_while(|c| *c == ' ').collect();
    let options = textwrap::Options::new(WIDTH).initial_indent(&indentation).subsequent_indent(&indent);
    textwrap::fill(text.trim_start(), options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use measure::trials::Machine;

    fn row(implementation: &str, core_cpb: Option<f64>) -> Record {
        let case = Case {
            algorithm: "sha3-256".into(),
            kind: Kind::Messages,
            bytes: 4096,
            messages: 8,
            output_bytes: 32,
            threads: 1,
        };
        let record = Record::missing(&case, implementation, "for a test", &Machine::default());
        let figures = (core_cpb, core_cpb.map(|cpb| cpb * 1000.0), core_cpb.map(|cpb| cpb * 1.01));
        Record { core_cpb: figures.0, ns_per_message: figures.1, low: figures.0, high: figures.2, ..record }
    }

    #[test]
    fn ratios_are_to_the_fastest_rival() {
        let rows = [row("lanesum", Some(1.0)), row("slow", Some(8.0)), row("fast", Some(4.0)), row("broken", None)];
        let ratios: Vec<_> = rows.iter().map(|row| ratio(row, &rows)).collect();
        assert_eq!(ratios, [Some(0.25), Some(2.0), Some(1.0), None]);
        assert_eq!(ratio(&rows[0], &rows[..1]), None);
    }

    #[test]
    fn lines_fit_into_the_width() {
        let long = Record {
            backend: Some("avx512-planes-paper".into()),
            width: Some(1),
            limit_core_cpb: Some(123.4),
            ..row("kangarootwelve_xkcp", Some(12345.678))
        };
        let reason = Record { reason: Some("many words ".repeat(30)), ..row("sha3", None) };
        let rows = [long, reason];
        for text in [head(), line(&rows[0], &rows), line(&rows[1], &rows)] {
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
        assert!(line(&rows[1], &rows).lines().count() > 3);
        assert!(line(&rows[0], &rows).contains("avx512-planes-paper    1    12346"), "{}", line(&rows[0], &rows));
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
            missing("lanesum", "kt256", "not in lanesum yet"),
        ];
        Table::new(&mut out, 0).finish(&rows).expect("it is written");
        let text = String::from_utf8(out).expect("it is text");
        let expected = "\nMissing\n  ring                has no sha3-256, shake128\n  lanesum             not in lanesum yet: kt128, kt256\n";
        assert_eq!(text, expected);
    }
}
