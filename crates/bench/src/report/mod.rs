//! The report of a run: an HTML page, Markdown for `docs/performance.md`, tables for the terminal, and the picture for the README.
//!
//! `sections` and `papers` make blocks of a run (`doc`), with `charts` as SVG; `render` makes text of blocks.

mod charts;
mod doc;
pub(crate) mod figures;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod number;
mod papers;
mod readme;
mod render;
mod sections;
#[cfg(test)]
mod tests;

use crate::results::Run;

use doc::Block;
pub use readme::{MarkerError, replace as replace_figures};

/// One self-contained HTML page.
pub fn html(run: &Run) -> String {
    let machine = &run.machine;
    let lead = format!("lanesum {} on {}, {}", machine.lanesum, machine.processor, number::date(&machine.date));
    render::html::page("lanesum: figures, rivals, limits", &lead, &whole(run))
}

/// All of `docs/performance.md`.
pub fn markdown(run: &Run) -> String {
    let blocks = whole(run);
    let text = render::markdown::render(&blocks);
    format!("# Performance\n\nWritten by `lanesum-bench`; edits here are lost.\n\n{}\n", text.trim())
}

/// The papers' tables, for a terminal.
pub fn papers(run: &Run) -> String {
    render::text::render(&papers::blocks(run))
}

/// The block of figures in the README: its picture.
pub fn readme(run: &Run) -> String {
    readme::block(run)
}

/// The files that this block shows: paths from the README's folder, and texts.
pub fn readme_pictures(run: &Run) -> Vec<(&'static str, String)> {
    readme::pictures(run)
}

fn whole(run: &Run) -> Vec<Block> {
    use sections::{
        batches, encryption, functions, gaps, gate, goals, latency, lengths, machine, no_registry, permutations,
        summary, threads, trees,
    };
    let mut blocks = summary::blocks(run);
    for section in [
        papers::blocks,
        functions::blocks,
        lengths::blocks,
        trees::blocks,
        batches::blocks,
        gate::blocks,
        latency::blocks,
        permutations::blocks,
        encryption::blocks,
        threads::blocks,
        goals::blocks,
        no_registry::blocks,
        method,
        machine::blocks,
        gaps::blocks,
    ] {
        blocks.extend(section(run));
    }
    blocks
}

fn method(_: &Run) -> Vec<Block> {
    vec![
        Block::Heading { id: "method", text: "How it was measured".into() },
        Block::Verdict("All contenders take turns in one process. Only quiet samples count. Figures are core cycles.".into()),
        Block::Paragraph(
            "On one processor to which the process was pinned, in short samples. Before and after each, a probe of independent \
             one-cycle additions tells whether a neighbour used the same physical core; only samples between two quiet probes \
             count. A chain of dependent additions of known length next to each sample turns cycles of the time-stamp counter into \
             core cycles, since the clock changes with the load."
                .into(),
        ),
        Block::Paragraph(
            "One call that takes longer than a millisecond or so, and a round of several threads, leave time for a neighbour \
             between the probes. Then there are many probes on both sides. Such a sample counts only if the system gave at most a \
             hundredth of its time to others, and if it took at most 5 % longer than the shortest of its kind that passed."
                .into(),
        ),
        Block::Paragraph(
            "lanesum and its rivals ran alternately in one process, on the same buffers. Where rows come from several runs (the machine's table \
             says so), that holds for each row. A figure is the lower quartile of the quiet \
             samples; a spread reaches from the fastest of them to the upper quartile. Where too few samples were quiet there is no \
             figure, but a reason. Figures next to rivals and goals are in core cycles, because nanoseconds change with the clock."
                .into(),
        ),
    ]
}
