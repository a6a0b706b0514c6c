//! What wins, and by how much, on one screen.

use measure::trials::Kind;

use crate::goals::{Verdict, is_home, judge};
use crate::report::doc::Block;
use crate::report::figures::{OURS, Subject, Unit, batch, least};
use crate::report::number::{bytes, digits, plural};
use crate::results::Run;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut items = Vec::new();
    for algorithm in ["sha3-256", "shake128"] {
        items.extend(one_message(run, algorithm));
    }
    items.extend(many_messages(run, "sha3-256"));
    let judged = judge(run);
    let with_figure = judged.iter().filter(|j| j.ours.is_some()).count();
    if with_figure > 0 {
        let count = |verdict: Verdict| judged.iter().filter(|j| j.verdict == verdict).count();
        let reached = count(Verdict::Reached);
        let unrivalled = match count(Verdict::Unrivalled) {
            0 => String::new(),
            1 => ", one more is met with no rival in this run to beat".into(),
            n => format!(", {n} more are met with no rival in this run to beat"),
        };
        let set = if is_home(&run.machine) { "" } else { " (the goals' figures were set for Skylake-SP)" };
        items.push((
            format!("{reached}\u{a0}of\u{a0}{with_figure}"),
            format!(
                "goals that have a figure in this run are reached{unrivalled}{set}; the section “Goals” shows each"
            ),
        ));
    }
    let mut blocks = if items.is_empty() { Vec::new() } else { vec![Block::Highlights(items)] };
    let noisy = run.records.iter().filter(|r| r.quiet_samples.is_some() && r.ns_per_message.is_none()).count() as u64;
    if noisy > 0 {
        let have = if noisy == 1 { "has" } else { "have" };
        blocks.push(Block::Paragraph(format!(
            "{} of this run {have} no figure for want of quiet samples; the last section lists what is missing and why.",
            plural(noisy, "row", "rows"),
        )));
    }
    blocks
}

fn one_message(run: &Run, algorithm: &str) -> Option<(String, String)> {
    let is_row = |implementation: &str| implementation == OURS;
    let rows = || {
        run.records
            .iter()
            .filter(|r| r.kind == Kind::Messages && r.algorithm == algorithm && r.bytes == 4096 && r.messages == 1)
    };
    let ours = least(rows().filter(|r| is_row(&r.implementation)), Unit::CoreCpb)?;
    let rival =
        least(rows().filter(|r| !is_row(&r.implementation) && r.output_bytes == ours.output_bytes), Unit::CoreCpb)?;
    let (our_figure, their_figure) = (ours.core_cpb?, rival.core_cpb?);
    Some((
        format!("{}×", digits(their_figure / our_figure)),
        format!(
            "{} as {}, the fastest rival, for one message of 4096 bytes of {algorithm}: {} against {} core cycles per byte",
            speed(their_figure / our_figure),
            rival.implementation,
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
    let one = batch(run, OURS, algorithm, length, 1)?.ns_per_message?;
    let figure = many.ns_per_message?;
    let against = Subject::messages(algorithm, length, count).rival(run, many, Unit::Nanoseconds).and_then(|rival| {
        let ratio = rival.ns_per_message? / figure;
        Some(format!(", and {} times as fast as {} one by one", digits(ratio), rival.implementation))
    });
    Some((
        format!("{}×", digits(one / figure)),
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
