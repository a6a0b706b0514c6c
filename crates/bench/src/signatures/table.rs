//! Prints the table of signatures in Markdown.

use std::fmt::Write;

use measure::trials::Machine;

use super::row::{Row, Time};
use super::subjects::Goal;
use crate::processor::Processor;

/// Figures of others on an EPYC of Zen 5 at 3.65 GHz, one core: measured once, in versions or builds that take no part here.
const QUOTED: &str = "\
Others, measured once on an EPYC of Zen 5 at 3.65 GHz, one core, in milliseconds:

| set | who | generate | sign | verify |
| --- | --- | ---: | ---: | ---: |
| SLH-DSA-SHAKE-128f | liboqs 0.13 to 0.15, AVX2 | 0.262 | 6.15 | 0.545 |
| SLH-DSA-SHAKE-128f | slh-dsa 0.2.0-rc.5, `target-cpu=native` | – | 64 | – |
| SLH-DSA-SHAKE-128f | fips205 | – | 132 | – |
| SLH-DSA-SHAKE-128s | liboqs 0.13 to 0.15, AVX2 | 16.9 | 129 | 0.233 |
| SLH-DSA-SHAKE-128s | slh-dsa 0.2.0-rc.5, `target-cpu=native` | – | 1,382 | – |
| SLH-DSA-SHAKE-128s | fips205 | – | 2,742 | – |
| SLH-DSA-SHAKE-256f | liboqs 0.13 to 0.15, AVX2 | 1.01 | 20.8 | 0.80 |
| SLH-DSA-SHA2-128f | liboqs 0.13, clang | 0.173 | 4.09 | 0.41 |
| SLH-DSA-SHA2-128s | liboqs 0.13, clang | 11.5 | 84.2 | 0.157 |
| XMSS-SHAKE_10_256 | liboqs main | 912 | – | – |
| XMSS-SHA2_10_256 | xmss | 428 | 2.18 | 0.25 |";

pub(super) fn markdown(rows: &[Row], machine: &Machine) -> String {
    let date = machine.date.split('T').next().unwrap_or_default();
    let Machine { processor, vendor, family, model, .. } = machine;
    let mut rivals: Vec<&str> = rows.iter().flat_map(|row| row.rivals.iter().map(|(name, _)| *name)).collect();
    rivals.sort_unstable();
    rivals.dedup();
    let mut text = format!(
        "Measured by `lanesum-bench --signatures` in one run on {processor} ({vendor}, family {family} model {model}), {date}: one thread, \
         milliseconds. \"≤\": the least of some calls where too few samples were quiet, of a slow rival's two, of liboqs's the lower \
         quartile.\n\n| set | what | calls | limit | lanesum | times the limit | goal |"
    );
    let _ = rivals.iter().try_for_each(|rival| write!(text, " {rival} |"));
    text += "\n| --- | --- | ---: | ---: | ---: | ---: | --- |";
    text += &" ---: |".repeat(rivals.len());
    let missing = || "–".to_owned();
    let is_zen5 = Processor::of(machine) == Some(Processor::Zen5);
    for row in rows {
        let times = row.ours.zip(row.limit).map(|(ours, limit)| ours.nanoseconds() / limit);
        let goal = match row.subject.goal(row.operation) {
            None => missing(),
            Some(Goal::Times(most)) => format!("{most}{}", verdict(times.map(|times| times <= most))),
            Some(Goal::Milliseconds(most)) => {
                let reached = row.ours.map(|ours| ours.nanoseconds() <= 1e6 * most);
                // On another processor, a missed goal means nothing.
                let verdict = if is_zen5 || reached == Some(true) { verdict(reached) } else { "" };
                format!("{most} ms{}{verdict}", if is_zen5 { "" } else { " on Zen 5" })
            }
        };
        let _ = write!(
            text,
            "\n| {} | {} | {} | {} | {} | {} | {goal} |",
            row.subject.scheme.name(),
            row.operation,
            thousands(row.calls),
            row.limit.map_or_else(missing, milliseconds),
            row.ours.map_or_else(missing, shown),
            times.map_or_else(missing, |times| format!("{times:.2}")),
        );
        for rival in &rivals {
            let found = row.rivals.iter().find(|(name, _)| name == rival);
            let _ = write!(text, " {} |", found.map_or_else(missing, |(_, time)| shown(*time)));
        }
    }
    text += "\n\n";
    text += QUOTED;
    text
}

fn verdict(reached: Option<bool>) -> &'static str {
    match reached {
        Some(true) => ", reached",
        Some(false) => ", missed",
        None => "",
    }
}

fn shown(time: Time) -> String {
    match time {
        Time::Quiet(nanoseconds) => milliseconds(nanoseconds),
        Time::Least(nanoseconds) => format!("≤ {}", milliseconds(nanoseconds)),
    }
}

/// Three digits.
fn milliseconds(nanoseconds: f64) -> String {
    let ms = nanoseconds / 1e6;
    match ms {
        100.0.. => format!("{ms:.0}"),
        10.0.. => format!("{ms:.1}"),
        1.0.. => format!("{ms:.2}"),
        _ => format!("{ms:.3}"),
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::signatures::subjects::{GENERATE, SUBJECTS, VERIFY};

    #[test]
    fn goals_are_judged_and_rivals_have_columns() {
        let row = |operation, ours, rivals| Row {
            subject: &SUBJECTS[0],
            operation,
            calls: 4527,
            limit: Some(1e5),
            ours: Some(Time::Quiet(ours)),
            rivals,
        };
        let rows = [
            row(GENERATE, 1.2e5, vec![("slh-dsa", Time::Quiet(3.6e6))]),
            row(VERIFY, 1.7e5, vec![("liboqs", Time::Least(1.2e8))]),
        ];
        let text = markdown(&rows, &fixture::run().machine);
        let generate = "| SLH-DSA-SHAKE-128f | generate | 4,527 | 0.100 | 0.120 | 1.20 | 1.25, reached | – | 3.60 |";
        assert!(text.contains(generate), "{text}");
        assert!(text.contains("| 0.170 | 1.70 | 1.6, missed | ≤ 120 | – |"), "{text}");
        assert_eq!([1, 999, 1000, 3_430_396].map(thousands), ["1", "999", "1,000", "3,430,396"]);
    }
}
