//! What has changed since an older run.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use trials::{Kind, Record};

use crate::table::{cost, digits};

/// Less is not a change, whatever the spreads say.
const TOLERANCE: f64 = 0.05;

/// The rows of an older run, as `--json` wrote them.
///
/// # Errors
/// If the file cannot be read or holds something else.
pub fn read(path: &Path) -> Result<Vec<Record>> {
    let text = fs::read_to_string(path).with_context(|| format!("--compare {} cannot be read", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("--compare {} does not hold the rows of a run", path.display()))
}

/// The rows that both runs have, with the change of each, and how many agree.
pub fn text(old: &[Record], new: &[Record]) -> String {
    let mut text = "Changes since the older run (the figures are core cycles per byte, or ns per message)\n".to_owned();
    let (mut both, mut agree) = (0, 0);
    for row in new {
        let Some(before) = old.iter().find(|before| is_same(before, row)) else { continue };
        let Some((was, is)) = comparable(before, row) else { continue };
        let change = is / was - 1.0;
        both += 1;
        agree += usize::from(change.abs() <= TOLERANCE);
        let flag = match change {
            change if change.abs() <= TOLERANCE || spreads_touch(before, row) => "",
            change if change > 0.0 => "  SLOWER",
            _ => "  FASTER",
        };
        let form = match (row.kind, &row.backend, row.ways) {
            (Kind::Form | Kind::Permutation, Some(backend), Some(ways)) => format!(" {backend} ×{ways}"),
            (Kind::Ragged, ..) => " ragged".to_owned(),
            (Kind::Threads, ..) => format!(" {} threads", row.threads),
            _ => String::new(),
        };
        let name = format!("{} {}{form}", row.algorithm, row.implementation);
        let shape = format!("{} × {} B", row.messages, row.bytes);
        let (was, is) = (digits(was), digits(is));
        let _ = writeln!(text, "  {name:<44} {shape:>17} {was:>8} {is:>8} {:>+7.1} %{flag}", 100.0 * change);
    }
    let _ = match both {
        0 => writeln!(text, "No row with a figure stands in both runs."),
        _ => writeln!(text, "{agree} of {both} quiet rows agree within {:.0} %.", 100.0 * TOLERANCE),
    };
    text
}

/// The same case by the same contender. What the dispatch chooses may change; what was forced may not.
fn is_same(a: &Record, b: &Record) -> bool {
    let forced = matches!(a.kind, Kind::Form | Kind::Permutation);
    let case = |r: &Record| (r.kind, r.bytes, r.messages, r.output_bytes, r.threads);
    case(a) == case(b)
        && (&a.algorithm, &a.implementation) == (&b.algorithm, &b.implementation)
        && (!forced || (&a.backend, a.ways) == (&b.backend, b.ways))
}

/// Both figures, in one unit.
fn comparable(old: &Record, new: &Record) -> Option<(f64, f64)> {
    if old.core_cpb.is_some() == new.core_cpb.is_some() {
        cost(old).zip(cost(new))
    } else {
        old.ns_per_message.zip(new.ns_per_message)
    }
}

fn spreads_touch(a: &Record, b: &Record) -> bool {
    match (a.low, a.high, b.low, b.high) {
        (Some(a_low), Some(a_high), Some(b_low), Some(b_high)) => a_low <= b_high && b_low <= a_high,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trials::{Case, Machine};

    fn row(bytes: usize, cpb: Option<f64>, spread: f64) -> Record {
        let case = Case {
            algorithm: "sha3-256".into(),
            kind: Kind::Messages,
            bytes,
            messages: 1,
            output_bytes: 32,
            threads: 1,
        };
        let record = Record::missing(&case, "lanesum", "none", &Machine::here());
        let (low, high) = (cpb.map(|cpb| cpb * (1.0 - spread)), cpb.map(|cpb| cpb * (1.0 + spread)));
        Record { core_cpb: cpb, ns_per_message: cpb, low, high, ..record }
    }

    #[test]
    fn changes_beyond_both_spreads_and_five_per_cent_are_flagged() {
        let old = [row(1, Some(10.0), 0.01), row(2, Some(10.0), 0.2), row(3, Some(10.0), 0.01), row(4, None, 0.0)];
        let new = [
            row(1, Some(12.0), 0.01),
            row(2, Some(12.0), 0.01),
            row(3, Some(10.4), 0.001),
            row(4, Some(1.0), 0.0),
            row(5, Some(1.0), 0.0),
        ];
        let text = text(&old, &new);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[0].ends_with("+20.0 %  SLOWER"), "{text}");
        assert!(lines[1].ends_with("+20.0 %"), "{text}");
        assert!(lines[2].ends_with("+4.0 %"), "{text}");
        assert_eq!(lines[3], "1 of 3 quiet rows agree within 5 %.");
        assert!(super::text(&new[..1], &old[..1]).contains("-16.7 %  FASTER"));
        assert!(super::text(&[], &new).contains("No row"));
    }

    #[test]
    fn a_form_is_the_same_only_on_its_backend() {
        let on = |kind, backend: &str| Record { kind, backend: Some(backend.into()), ..row(1, Some(1.0), 0.0) };
        assert!(is_same(&on(Kind::Messages, "avx2"), &on(Kind::Messages, "avx512")));
        assert!(!is_same(&on(Kind::Form, "avx2"), &on(Kind::Form, "avx512")));
        assert!(is_same(&on(Kind::Form, "avx2"), &on(Kind::Form, "avx2")));
    }
}
