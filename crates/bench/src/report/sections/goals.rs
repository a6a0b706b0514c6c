//! The goals, reached or missed.

use crate::results::Run;

use crate::goals::{Judged, Verdict, is_home, judge};
use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::figures::{ABSENT, Unit};
use crate::report::number::{digits, ratio};

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "goals", text: "Goals".into() },
        Block::Paragraph(
            "A goal is reached when lanesum's figure is at most the goal's, and lanesum beats the fastest rival that did the \
             same in the same run by more than the joint spread (its upper quartile lies below the rival's least sample). Where \
             no rival of the run did the same, a goal that is met does not count as reached; where one did and its figure is \
             missing, the verdict stays open."
                .into(),
        ),
    ];
    if !is_home(&run.machine) {
        blocks.push(Block::Notice(format!(
            "The goals, their floors and the rivals named with them are those of an Intel Skylake-SP core, and this run was made \
             on {}. Cycles do not carry over from one to the other, only ratios do: the column “to it, asked” sets the ratio \
             of this run beside the one that the goal asks for.",
            run.machine.processor
        )));
    }
    let judged = judge(run);
    let (there, absent): (Vec<_>, Vec<_>) = judged.iter().partition(|j| !is_absent(&j.verdict));
    if !there.is_empty() {
        blocks.push(Block::Table(table(&there)));
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

fn table(judged: &[&Judged<'_>]) -> Table {
    let heads = [
        "goal",
        "measured",
        "spread",
        "goal, floor",
        "to goal",
        "fastest rival",
        "to it, asked",
        "best rival on Skylake-SP",
        "verdict",
    ];
    let mut table = Table::new("Goals and what this run has, in core cycles of a permutation or core cycles per byte", heads)
        .left(&[7, 8])
        .note(
            "TSC: cycles of the time-stamp counter per byte. Goal, floor: those of Skylake-SP; nothing can be below the floor of its form there. To goal: measured divided by the goal. To it: measured divided by the fastest rival's figure of the same \
             run; in brackets, what the goal asks for against the best rival on Skylake-SP.",
        );
    for j in judged {
        let unit = j.goal.unit;
        let figure = j.figure();
        let or_empty = |text: Option<String>| text.map_or_else(Cell::empty, Cell::from);
        let goal = format!("{}{}", j.goal.figure, j.goal.floor.map_or(String::new(), |floor| format!(", {floor}")));
        let to_goal = j.to_goal().map_or_else(Cell::empty, |r| tinted(r, r <= 1.0));
        let rival = j.rival.and_then(|r| Some(format!("{} {}", r.implementation, shown(unit, unit.of(r)?))));
        let wanted = j.goal.wanted_to_rival();
        let to_rival = match (j.to_rival(), wanted) {
            (Some(here), Some(wanted)) => tinted(here, here <= wanted).aside(ratio(wanted)),
            (Some(here), None) => tinted(here, here < 1.0),
            (None, Some(wanted)) => Cell::empty().aside(ratio(wanted)),
            (None, None) => Cell::empty(),
        };
        table.push(vec![
            j.goal.name.into(),
            or_empty(figure.map(|figure| shown(unit, figure))),
            j.ours.map_or_else(Cell::empty, |r| super::spread(r, unit)),
            goal.into(),
            to_goal,
            or_empty(rival),
            to_rival,
            or_empty(j.goal.rival.map(|(figure, who)| format!("{figure}, {who}"))),
            verdict(j),
        ]);
    }
    table
}

fn tinted(value: f64, good: bool) -> Cell {
    Cell::new(ratio(value)).tone(if good { Tone::Good } else { Tone::Bad })
}

fn verdict(j: &Judged<'_>) -> Cell {
    match &j.verdict {
        Verdict::Reached => Cell::new("reached").tone(Tone::Good),
        Verdict::Unrivalled => Cell::new("goal met, no rival in this run"),
        Verdict::Open(reason) => Cell::gap(reason.clone()),
        Verdict::Missed { above_goal, rival_not_beaten } => {
            let rival = j.rival.map(|r| r.implementation.as_str()).unwrap_or_default();
            let why = match (above_goal, rival_not_beaten) {
                (true, false) => j.to_goal().map(ratio).unwrap_or_default(),
                (true, true) => format!("{}, and {rival} is not beaten", j.to_goal().map(ratio).unwrap_or_default()),
                (false, _) => format!("{rival} is not beaten"),
            };
            Cell::new(format!("missed: {why}")).tone(Tone::Bad)
        }
    }
}

fn shown(unit: Unit, figure: f64) -> String {
    match unit {
        Unit::CoreCycles => format!("{figure:.0}"),
        Unit::TscCpb => format!("{} TSC", digits(figure)),
        _ => digits(figure),
    }
}
