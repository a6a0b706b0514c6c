//! Compares a run with an older one, row by row.

use std::fmt::Write as _;

use measure::trials::{Record, RowKind};

use crate::kept::case_of;
use crate::table::{cost, digits};

/// Less is not a change, whatever the spreads say.
const TOLERANCE: f64 = 0.05;

/// The rows that both runs have, with the change of each, how many agree, and how many could not be compared.
pub fn text(old: &[Record], new: &[Record]) -> String {
    let mut text =
        "Changes since the older run (core cycles per byte, of empty messages per message, or ns per message)\n"
            .to_owned();
    text += &other_machine(old, new);
    let (mut both, mut agree, mut lost, mut gained, mut added) = (0, 0, 0, 0, 0);
    for row in new {
        let Some(before) = old.iter().find(|before| is_same(before, row)) else {
            added += 1;
            continue;
        };
        lost += usize::from(cost(before).is_some() && cost(row).is_none());
        gained += usize::from(cost(before).is_none() && cost(row).is_some());
        let Some((was, is)) = comparable(before, row) else { continue };
        let change = is / was - 1.0;
        both += 1;
        agree += usize::from(change.abs() <= TOLERANCE);
        let flag = match change {
            change if change.abs() <= TOLERANCE || spreads_touch(before, row) => "",
            change if change > 0.0 => "  SLOWER",
            _ => "  FASTER",
        };
        let form = match (row.kind, &row.backend, row.width) {
            (RowKind::Form | RowKind::FormCurve | RowKind::Permutation, Some(backend), Some(width)) => {
                format!(" {backend} ×{width}")
            }
            (RowKind::Ragged, ..) => " ragged".to_owned(),
            (RowKind::Threads | RowKind::OneMessage, ..) => format!(" {} threads", row.threads),
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
    let removed = old.iter().filter(|before| !new.iter().any(|row| is_same(before, row))).count();
    let counts = [
        (lost, "had a figure and have none now"),
        (gained, "had no figure and have one now"),
        (removed, "stand in the older run alone"),
        (added, "stand in this run alone"),
    ];
    for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
        let _ = writeln!(text, "Rows that {what}: {count}.");
    }
    text
}

/// That the runs were made on different machines, if they were: the rows of a run all have the same.
fn other_machine(old: &[Record], new: &[Record]) -> String {
    let (Some(old), Some(new)) = (old.first(), new.first()) else { return String::new() };
    let (was, is) = (&old.machine, &new.machine);
    let mut text = String::new();
    for (what, was, is) in [("processor", &was.processor, &is.processor), ("system", &was.system, &is.system)] {
        if was != is {
            let _ = writeln!(text, "Another {what}: {was} then, {is} now.");
        }
    }
    text
}

/// The same case by the same contender. What the dispatch chooses may change; what was forced may not.
fn is_same(a: &Record, b: &Record) -> bool {
    let forced = matches!(a.kind, RowKind::Form | RowKind::FormCurve | RowKind::Permutation);
    case_of(a) == case_of(b)
        && a.implementation == b.implementation
        && (!forced || (&a.backend, a.width) == (&b.backend, b.width))
}

/// Both figures, in one unit.
fn comparable(old: &Record, new: &Record) -> Option<(f64, f64)> {
    let of = |figure: fn(&Record) -> Option<f64>| figure(old).zip(figure(new));
    let cycles = of(|row| row.core_cpb).or_else(|| of(|row| row.cycles_per_message));
    cycles.or_else(|| of(|row| row.ns_per_message))
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
    use crate::results::record;

    fn row(bytes: usize, cpb: Option<f64>, spread: f64) -> Record {
        let (low, high) = (cpb.map(|cpb| cpb * (1.0 - spread)), cpb.map(|cpb| cpb * (1.0 + spread)));
        Record {
            core_cpb: cpb,
            ns_per_message: cpb,
            low,
            high,
            ..record("lanesum", "sha3-256", RowKind::Messages, bytes, 1)
        }
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
        assert_eq!(lines.len(), 6, "{text}");
        assert!(lines[0].ends_with("+20.0 %  SLOWER"), "{text}");
        assert!(lines[1].ends_with("+20.0 %"), "{text}");
        assert!(lines[2].ends_with("+4.0 %"), "{text}");
        assert_eq!(lines[3], "1 of 3 quiet rows agree within 5 %.");
        assert_eq!(
            lines[4..],
            ["Rows that had no figure and have one now: 1.", "Rows that stand in this run alone: 1."]
        );
        let back = super::text(&new, &old);
        assert!(back.contains("had a figure and have none now: 1.") && back.contains("older run alone: 1."), "{back}");
        assert!(super::text(&new[..1], &old[..1]).contains("-16.7 %  FASTER"));
        assert!(super::text(&[], &new).contains("No row"));
    }

    #[test]
    fn another_machine_is_told() {
        let here = [row(1, Some(1.0), 0.0)];
        assert!(!text(&here, &here).contains("Another"));
        let mut there = here.clone();
        there[0].machine.processor = "Other".into();
        let text = text(&there, &here);
        assert!(text.contains("Another processor: Other then") && !text.contains("Another system"), "{text}");
    }

    #[test]
    fn a_form_is_the_same_only_on_its_backend() {
        let on = |kind, backend: &str| Record { kind, backend: Some(backend.into()), ..row(1, Some(1.0), 0.0) };
        assert!(is_same(&on(RowKind::Messages, "avx2"), &on(RowKind::Messages, "avx512")));
        assert!(!is_same(&on(RowKind::Form, "avx2"), &on(RowKind::Form, "avx512")));
        assert!(is_same(&on(RowKind::Form, "avx2"), &on(RowKind::Form, "avx2")));
    }
}
