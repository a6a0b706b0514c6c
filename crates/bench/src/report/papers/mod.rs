//! The papers' own tables beside the figures of a run.
//!
//! Every number of a paper here stands in its text or in a table of it; none is read off a picture. Rows look up their
//! figures by algorithm and size, so that a new algorithm fills its own as soon as its records exist.

mod avx512;
mod blake;
mod cells;
mod package;
mod sha512;

use super::doc::{Block, Table};
use crate::results::Run;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut tables = avx512::blocks(run);
    tables.extend(package::blocks(run));
    tables.extend(sha512::blocks(run));
    tables.extend(blake::blocks(run));
    let mut blocks = vec![
        Block::Heading { id: "papers", text: "The papers' tables and figures".into() },
        Block::Verdict(verdict(&tables)),
        Block::Paragraph(
            "Beside each figure of this run stands its ratio to the paper's in the same row: below 1 lanesum takes fewer cycles \
             than the paper. The papers measured on other processors, each at its own clock, so a ratio compares code and \
             processor together."
                .into(),
        ),
    ];
    blocks.extend(tables);
    blocks
}

/// How many of our figures in cycles are below the paper's beside them: costs of instructions are the processor's alone, and of
/// speed-ups more is better.
fn verdict(blocks: &[Block]) -> String {
    let is_of_cycles = |table: &Table, column: usize| {
        !table.columns[column].head.contains("speed-up")
            && !["Speed-ups", "Table 1: 512-bit"].iter().any(|begin| table.caption.starts_with(begin))
    };
    let mut ratios: Vec<f64> = Vec::new();
    for block in blocks {
        let Block::Table(table) = block else { continue };
        for (column, cell) in table.rows.iter().flat_map(|row| row.iter().enumerate()) {
            let ratio = cell.aside.as_deref().and_then(|aside| aside.strip_suffix('×')?.parse::<f64>().ok());
            ratios.extend(ratio.filter(|_| is_of_cycles(table, column)));
        }
    }
    if ratios.is_empty() {
        return "This run has no figure that a paper has.".into();
    }
    let below = ratios.iter().filter(|ratio| **ratio < 1.0).count();
    format!("{below} of {} figures are below the paper's, on other processors than the papers'.", ratios.len())
}
