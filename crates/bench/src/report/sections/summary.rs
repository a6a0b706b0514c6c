//! The winners, and by how much they win, on one screen.

use measure::trials::Kind;

use crate::goals::{Tally, tally};
use crate::processor::Processor;
use crate::quoted;
use crate::report::doc::Block;
use crate::report::figures::{OURS, Subject, Unit, batch, least, times};
use crate::report::number::{bytes, digits, plural};
use crate::report::sections::is_unsteady;
use crate::results::Run;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut items = Vec::new();
    for algorithm in ["sha3-256", "shake128"] {
        items.extend(one_message(run, algorithm));
    }
    items.extend(many_messages(run, "sha3-256"));
    let Tally { with_figure, reached, unrivalled, .. } = tally(run);
    if let Some(processor) = Processor::of(&run.machine).filter(|_| with_figure > 0) {
        let unrivalled = match unrivalled {
            0 => String::new(),
            1 => ", and one more is met, for which no rival is known".into(),
            n => format!(", and {n} more are met, for which no rival is known"),
        };
        items.push((
            format!("{reached}\u{a0}of\u{a0}{with_figure}"),
            format!(
                "goals for {} that have a figure in this run are reached{unrivalled}; the section “Goals” shows each, with the rule by \
                 which it is judged",
                processor.name()
            ),
        ));
    }
    let unsteady = run.records.iter().filter(|r| is_unsteady(r)).count() as u64;
    let mut blocks = if items.is_empty() { Vec::new() } else { vec![Block::Highlights(items)] };
    let noisy = run.records.iter().filter(|r| r.quiet_samples.is_some() && r.ns_per_message.is_none()).count() as u64;
    if noisy > 0 {
        let have = if noisy == 1 { "has" } else { "have" };
        blocks.push(Block::Paragraph(format!(
            "{} of this run {have} no figure, because too few samples were quiet; the last section lists what is missing and why.",
            plural(noisy, "row", "rows"),
        )));
    }
    if unsteady > 0 {
        blocks.push(Block::Paragraph(format!(
            "A `~` stands before a figure in a table where the upper quartile of the quiet samples is more than a tenth above the fastest: {}.",
            plural(unsteady, "row", "rows"),
        )));
    }
    blocks
}

fn one_message(run: &Run, algorithm: &'static str) -> Option<(String, String)> {
    let is_row = |implementation: &str| implementation == OURS;
    let rows = || {
        run.records
            .iter()
            .filter(|r| r.kind == Kind::Messages && r.algorithm == algorithm && r.bytes == 4096 && r.messages == 1)
    };
    let ours = least(rows().filter(|r| is_row(&r.implementation)), Unit::CoreCpb)?;
    let rival =
        least(rows().filter(|r| !is_row(&r.implementation) && r.output_bytes == ours.output_bytes), Unit::CoreCpb)?;
    let our_figure = ours.core_cpb?;
    let in_run = (rival.core_cpb?, rival.implementation.clone());
    let quoted = quoted::here(&run.machine, &Subject::messages(algorithm, 4096, 1));
    let quoted = quoted
        .map(|quoted| (quoted.figure, format!("{} ({}, measured apart from this run)", quoted.who, quoted.version)));
    let (their_figure, who) = quoted.filter(|quoted| quoted.0 < in_run.0).unwrap_or(in_run);
    Some((
        format!("{}×", digits(their_figure / our_figure)),
        format!(
            "{} as {}, the fastest rival: {algorithm} of one message of 4096 bytes takes {} core cycles per byte, the rival {}",
            speed(their_figure / our_figure),
            who,
            digits(our_figure),
            digits(their_figure)
        ),
    ))
}

fn many_messages(run: &Run, algorithm: &'static str) -> Option<(String, String)> {
    let (length, count) = [(4096, 64), (4096, 8), (64, 64), (64, 8)].into_iter().find(|&(length, count)| {
        batch(run, OURS, algorithm, length, count).is_some_and(|r| r.ns_per_message.is_some())
    })?;
    let many = batch(run, OURS, algorithm, length, count)?;
    let gain = times(batch(run, OURS, algorithm, length, 1)?, many)?;
    let against =
        Subject::messages(algorithm, length, count).rival(run, many, Unit::CyclesAMessage).and_then(|rival| {
            let ratio = times(rival, many)?;
            Some(format!(", and {} times as fast as {} one by one", digits(ratio), rival.implementation))
        });
    Some((
        format!("{}×", digits(gain)),
        format!(
            "as fast in a batch of {count} as one message at a time, for {} of {algorithm}{}",
            bytes(length),
            against.unwrap_or_default()
        ),
    ))
}

fn speed(ratio: f64) -> &'static str {
    if ratio >= 1.0 { "as fast" } else { "as fast (that is slower)" }
}
