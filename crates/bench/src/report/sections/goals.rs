//! The goals, reached or missed.

use crate::results::Run;

use crate::goals::{Aim, Judged, Tally, Verdict, judge, shown, tally};
use crate::processor::Processor;
use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::figures::{ABSENT, Unit};
use crate::report::number::{digits, ratio};

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "goals", text: "Goals".into() },
        Block::Verdict(in_short(run)),
        Block::Paragraph(
            "A goal is reached when lanesum's figure is at most the goal's, and lanesum beats the fastest rival that did the \
             same. In the same run its upper quartile lies below the rival's fastest quiet sample; of rivals in no registry it lies below \
             the quoted figure. Where a rival took part and its figure is missing, the verdict stays open. A goal is judged on the processor that it was set for. “Tried” names the section of docs/tried.md with \
             the designs that were tried."
                .into(),
        ),
    ];
    let processor = shown(run);
    if Processor::of(&run.machine) != Some(processor) {
        blocks.push(Block::Notice(format!(
            "No goals stand for the processor of this run, {} ({}, family {} model {}). Those of {} are shown for information, without \
             a verdict: cycles do not carry over from one processor to another.",
            run.machine.processor,
            run.machine.vendor,
            run.machine.family,
            run.machine.model,
            processor.name()
        )));
    }
    let judged = judge(run);
    let (there, absent): (Vec<_>, Vec<_>) = judged.iter().partition(|j| !is_absent(&j.verdict));
    if !there.is_empty() {
        blocks.push(Block::Table(table(&there, processor)));
    }
    if !absent.is_empty() {
        let names: Vec<String> = absent.iter().map(|j| format!("{}: {}", j.goal.name, j.goal.figure)).collect();
        blocks.push(Block::Paragraph(format!(
            "Not in lanesum yet, with their goals in core cycles per byte: {}.",
            names.join("; ")
        )));
    }
    blocks
}

/// Is the algorithm not in lanesum at all?
fn is_absent(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Open(reason) if reason == ABSENT)
}

fn table(judged: &[&Judged<'_>], processor: Processor) -> Table {
    let goal = format!("goal on {}", processor.name());
    let heads = [
        "goal",
        "verdict",
        "unit",
        "measured, spread",
        &goal,
        "floor",
        "to goal",
        "fastest rival of the run",
        "best rival in no registry",
        "to fastest",
    ];
    let mut table = Table::new("Goals and what this run has", heads)
        .left(&[1, 2, 8])
        .note(
            "Unit: core cycles of a permutation, core cycles per byte, or nanoseconds. Floor: the estimated minimum for the form of the goal, on the day when the goal was set. The permutations have fewer \
             operations since then, and kernels for short messages are faster than those it was taken from. To goal: measured divided by the goal. A rival in no \
             registry was built from its repository and measured once, with the version, on the processor and on the date that stand \
             beside its figure. To fastest: measured divided by the fastest rival's figure, of the run or quoted from the same kind of \
             processor.",
        );
    for j in judged {
        let unit = j.goal.unit;
        let asked = if j.goal.aim == Aim::Tie { " (a tie)" } else { "" };
        let goal = format!("{}{asked}", j.goal.figure);
        let floor = j.goal.floor.map_or_else(Cell::empty, |floor| floor.to_string().into());
        let is_judged = j.verdict != Verdict::Elsewhere;
        let to_goal = j.to_goal().filter(|_| is_judged).map_or_else(Cell::empty, |r| tinted(r, r <= 1.0));
        let rival = j.rival.and_then(|r| Some(format!("{} {}", r.implementation, as_text(unit, unit.of(r)?))));
        table.push(vec![
            j.goal.name.into(),
            verdict(j),
            unit_of(unit).into(),
            measured(j),
            goal.into(),
            floor,
            to_goal,
            rival.map_or_else(Cell::empty, Cell::from),
            j.quoted.map_or_else(Cell::empty, |quoted| Cell::new(quoted.text()).tone(Tone::Quoted)),
            j.to_rival().map_or_else(Cell::empty, |r| tinted(r, r < 1.0)),
        ]);
    }
    table
}

fn unit_of(unit: Unit) -> &'static str {
    match unit {
        Unit::CoreCycles => "cycles",
        Unit::CoreCpb => "cycles/B",
        Unit::CyclesAMessage => "cycles/message",
        Unit::Nanoseconds => "ns",
    }
}

fn measured(j: &Judged<'_>) -> Cell {
    let (Some(figure), Some(ours)) = (j.figure(), j.ours) else { return Cell::empty() };
    let cell = Cell::new(as_text(j.goal.unit, figure));
    if j.goal.unit.spread(ours).is_none() {
        return cell;
    }
    cell.aside(super::spread(ours, j.goal.unit).text)
}

/// How many are reached.
fn in_short(run: &Run) -> String {
    let Tally { with_figure, reached, unrivalled, missed } = tally(run);
    let Some(processor) = Processor::of(&run.machine) else {
        return "No goals stand for the processor of this run.".into();
    };
    format!(
        "{with_figure} goals for {} have a figure: {reached} are reached, {unrivalled} are met without a known rival, and {missed} are \
         missed.",
        processor.name()
    )
}

fn tinted(value: f64, good: bool) -> Cell {
    Cell::new(ratio(value)).tone(if good { Tone::Good } else { Tone::Bad })
}

fn verdict(j: &Judged<'_>) -> Cell {
    match &j.verdict {
        Verdict::Reached => Cell::new("reached").tone(Tone::Good),
        Verdict::Unrivalled => Cell::new("goal met, no rival is known"),
        Verdict::Elsewhere => Cell::empty(),
        Verdict::Open(reason) => Cell::gap(reason.clone()),
        Verdict::Missed { above_goal, unbeaten } => {
            // So near that two decimals say nothing.
            let exact = |r: f64| if r < 1.005 { format!("{r:.3}×") } else { ratio(r) };
            let to_goal = j.to_goal().filter(|_| *above_goal).map(exact).map(|r| format!("{r} of the goal"));
            let rival = unbeaten.as_ref().map(|rival| format!("{rival} is not beaten"));
            let why: Vec<String> = to_goal.into_iter().chain(rival).collect();
            let missed = Cell::new(format!("missed: {}", why.join(", and "))).tone(Tone::Bad);
            match tried(j.goal.name) {
                Some(heading) => missed.aside(format!("tried: {heading}")),
                None => missed,
            }
        }
    }
}

/// The heading in docs/tried.md under which the designs for a goal stand.
fn tried(goal: &str) -> Option<&'static str> {
    let is_of = |begins: &[&str]| begins.iter().any(|begin| goal.starts_with(begin));
    let has = |part: &str| goal.contains(part);
    Some(match () {
        () if is_of(&[
            "Keccak-f[800]",
            "Keccak-f[400]",
            "Keccak-f[200]",
            "River",
            "Lake",
            "Sea",
            "Ocean",
            "Lunar",
            "Ketje",
        ]) =>
        {
            "One message in River and Lake Keyak, and shorter lanes"
        }
        () if is_of(&["KT128"]) => "KT128",
        () if is_of(&["TurboSHAKE"]) => "TurboSHAKE",
        () if has("AVX2") && is_of(&["SHA-512", "SHA-256"]) => "SHA-2, several messages on AVX2",
        () if is_of(&["SHA-512, 64 B"]) => "SHA-512, one short message",
        () if has("messages of") => "Failed store-to-load forwarding",
        () if has("AVX2") && is_of(&["Keccak", "SHAKE"]) || has("SSE") && is_of(&["Keccak"]) => {
            "Keccak, several messages without AVX-512"
        }
        () if is_of(&["Keccak", "SHAKE", "SHA3", "ParallelHash"])
            && (has("×2") || has("×4") || has("×8") || is_of(&["ParallelHash"])) =>
        {
            "Keccak, two, four and eight messages"
        }
        () if is_of(&["Keccak", "SHAKE", "SHA3"]) => "Keccak, one message",
        () if is_of(&["SHA-512", "SHA-256"]) && has("×") => "SHA-2, many messages",
        () if is_of(&["SHA-512"]) => "SHA-512, one message",
        () if is_of(&["SHA-256"]) => "SHA-256, one message without SHA extensions",
        () if is_of(&["BLAKE"]) => "BLAKE, one message",
        () => return None,
    })
}

fn as_text(unit: Unit, figure: f64) -> String {
    match unit {
        Unit::CoreCycles => format!("{figure:.0}"),
        _ => digits(figure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goals;

    #[test]
    fn for_each_goal_it_is_said_what_was_tried() {
        let page = include_str!("../../../../../docs/tried.md");
        for goal in [Processor::SkylakeSp, Processor::Zen5].into_iter().flat_map(goals::of) {
            let heading = tried(goal.name).unwrap_or_else(|| panic!("{}", goal.name));
            assert!(page.contains(&format!("\n## {heading}\n")), "{heading}");
        }
    }
}
