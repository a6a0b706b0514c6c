//! The figures for people, on 80 columns.

use std::fmt::Write as _;
use std::io::{self, Write};

use lanesum::dispatch::Order;
use lanesum::{Algorithm, Backend};
use measure::trials::{Machine, Record};

use super::findings::{Cell, Findings, WIDTHS};
use super::machine::Conditions;
use crate::saved::Saved;

/// The longest name of a backend. With more room for names, a loss of 100 % would not fit on the line.
const NAME: usize = "avx512-planes-paper".len();

pub(super) fn write(
    out: &mut impl Write,
    machine: &Machine,
    conditions: Option<&Conditions>,
    saved: &Saved,
    findings: &Findings<'_>,
) -> io::Result<()> {
    let Machine { processor, vendor, family, model, tsc_mhz, .. } = machine;
    writeln!(out, "Processor  {processor} ({vendor}, family {family}, model {model})")?;
    match (conditions, tsc_mhz) {
        (Some(conditions), Some(tsc)) => {
            let [slow, middle, fast] = conditions.clock;
            let tsc = tsc / 1e3;
            writeln!(out, "Clock      {middle:.2} GHz ({slow:.2} to {fast:.2}); time-stamp counter {tsc:.2} GHz")?;
            let Conditions { quiet, probes, .. } = conditions;
            writeln!(
                out,
                "Quiet      {}: {quiet} of {probes} probes had the core to themselves",
                conditions.verdict()
            )?;
        }
        _ => writeln!(out, "Clock      unknown, and so is whether the machine was quiet: no probes here")?,
    }
    if let Saved::InForce { date, .. } = saved {
        writeln!(out, "Saved      {date}")?;
    }
    for cells in findings.cells.chunk_by(|one, other| one.used.algorithm == other.used.algorithm) {
        let Some(first) = cells.first() else { continue };
        writeln!(out, "\n{}: the fastest backend, and the one that is used", first.used.algorithm)?;
        if let Some(family) = first.used.algorithm.parse().ok().map(Algorithm::family) {
            if saved.is_in_force(family) {
                writeln!(out, "  used: your own order")?;
            } else {
                writeln!(out, "  used: lanesum's own order for {}", Order::current(family).processor())?;
            }
        }
        writeln!(out, "  MESSAGES  BYTES  {:<NAME$}  NS/MESSAGE  {:<NAME$}  LOSS", "FASTEST", "USED")?;
        for cell in cells {
            writeln!(out, "{}", row(cell).trim_end())?;
        }
    }
    writeln!(out)?;
    verdict(out, findings)
}

fn row(cell: &Cell<'_>) -> String {
    let Record { messages, bytes, .. } = cell.used;
    let used = cell.used.backend.as_deref().unwrap_or_default();
    let head = format!("  {messages:>8}  {bytes:>5}");
    let Some(fastest) = cell.fastest() else {
        return format!("{head}  {:<gap$}  {used}", "not enough quiet samples", gap = NAME + 12);
    };
    let name = fastest.backend.as_deref().unwrap_or_default();
    let time = fastest.ns_per_message.unwrap_or_default();
    let loss = match cell.wrong() {
        Some(wrong) => format!("{:.1} %", wrong.loss),
        None if !cell.is_known() => "?".to_owned(),
        None => "-".to_owned(),
    };
    format!("{head}  {name:<NAME$}  {time:>10.1}  {used:<NAME$}  {loss}")
}

/// Each wrong choice by name, or that every choice is right.
fn verdict(out: &mut impl Write, findings: &Findings<'_>) -> io::Result<()> {
    let mut wrong = 0;
    for cell in &findings.cells {
        let (Some(fault), Some(fastest)) = (cell.wrong(), cell.fastest()) else { continue };
        if wrong == 0 {
            writeln!(out, "Chosen wrongly, beyond the spread of the samples:")?;
        }
        wrong += 1;
        let Record { algorithm, messages, bytes, backend: used, .. } = cell.used;
        let names = [used, &fastest.backend].map(|name| name.as_deref().unwrap_or_default());
        let [used, best] = names;
        writeln!(out, "  {algorithm}, {messages} x {bytes} bytes: {used}, {:.1} % slower than {best}", fault.loss)?;
    }
    let unknown = findings.cells.iter().filter(|cell| !cell.is_known()).count();
    let all = findings.cells.len();
    match wrong {
        0 if unknown == 0 => writeln!(out, "The right backend is used in all {all} comparisons.")?,
        0 => writeln!(out, "The right backend is used in {} of {all} comparisons.", all - unknown)?,
        _ => writeln!(out, "  \"lanesum bench --save\" makes later runs use what is fastest over all lengths.")?,
    }
    if unknown > 0 {
        writeln!(out, "Not known in {unknown} of {all}: too few samples were quiet. Try again when the")?;
        writeln!(out, "machine has less to do, or measure longer: --seconds 1")?;
    }
    Ok(())
}

/// Writes the choices that differ from lanesum's built-in order.
pub(super) fn differences(text: &mut String, order: &Order) {
    let own = Order::built_in(order.family());
    let of = |order: &Order, messages| {
        order.widths().iter().find(|width| width.messages == messages).map(|width| width.backend)
    };
    let name = |backend: Option<Backend>| backend.map_or("groups of fewer", Backend::name);
    let mut same = true;
    for messages in WIDTHS {
        let (here, there) = (of(order, messages), of(&own, messages));
        if here != there {
            same = false;
            let (here, there) = (name(here), name(there));
            let _ = writeln!(text, "  {}, {messages} at once: {here} instead of {there}", order.family());
        }
    }
    if same {
        let _ =
            writeln!(text, "  {}: the same backends as lanesum's own, with the costs measured here", order.family());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesum::dispatch::{Family, Width};

    #[test]
    fn the_longest_name_is_the_longest() {
        assert_eq!(Backend::ALL.iter().map(|backend| backend.name().len()).max(), Some(NAME));
    }

    #[test]
    fn differences_are_named() {
        let own = Order::built_in(Family::Keccak);
        let told = |widths: &[Width]| {
            let mut text = String::new();
            differences(&mut text, &Order::new(Family::Keccak, widths).unwrap());
            text
        };
        assert!(told(own.widths()).contains("keccak-p1600: the same backends"));
        let text = told(&[Width::new(1, Backend::Compact, 10)]);
        let first = format!("  keccak-p1600, 1 at once: compact instead of {}\n", own.widths()[0].backend);
        assert!(text.starts_with(&first), "{text}");
        if let Some(second) = own.widths().get(1) {
            let second = format!("{} at once: groups of fewer instead of {}", second.messages, second.backend);
            assert!(text.contains(&second), "{text}");
        }
    }
}
