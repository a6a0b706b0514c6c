//! The papers' own tables beside the figures of a run.
//!
//! Every number of a paper here stands in its text or in a table of it; none is read off a picture. Rows look up their
//! figures by algorithm and size, so that a new algorithm fills its own as soon as its records exist.

mod avx512;
mod blake;
mod cells;
mod package;
mod sha512;

use std::fmt::Write;

use super::doc::{Block, Cell, Fold, Table};
use crate::results::Run;

/// What we call each, its title, its authors, and where it was published.
const PAPERS: [[&str; 4]; 5] = [
    [
        "the AVX-512 paper",
        "“Implementation of the SHA-3 family using AVX512 instructions”",
        "Roberto Cabral, Julio López",
        "undated; its newest reference is of 2018. Code: github.com/rbCabral/SHA-3",
    ],
    [
        "the package paper",
        "“Structuring and optimizing Keccak software” (extended abstract)",
        "Gilles Van Assche, Ronny Van Keer",
        "undated; its newest reference is of 2016",
    ],
    [
        "Intel's white paper",
        "“Fast SHA512 Implementations on Intel Architecture Processors”",
        "Jim Guilford, David Cote, Vinodh Gopal",
        "Intel, November 2012",
    ],
    [
        "the slides, of Neves and Aumasson",
        "“BLAKE and 256-bit advanced vector extensions”",
        "Samuel Neves, Jean-Philippe Aumasson",
        "Third SHA-3 Candidate Conference, March 2012",
    ],
    [
        "the paper of the six instructions (lab/)",
        "“SIMD Instruction Set Extensions for KECCAK with Applications to SHA-3, Keyak and Ketje” (slides)",
        "Hemendra K. Rawat, Patrick Schaumont",
        "undated; journal version: “Vector Instruction Set Extensions for Efficient Computation of Keccak”, IEEE Transactions on Computers, 2017",
    ],
];

fn list() -> Table {
    let heads = ["called here", "title", "authors", "published"];
    let mut table = Table::new("The five papers", heads).left(&[1, 2, 3]).folded(Fold::Open);
    for paper in PAPERS {
        table.push(paper.into_iter().map(Cell::from).collect());
    }
    table
}

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut tables = avx512::blocks(run);
    tables.extend(package::blocks(run));
    tables.extend(sha512::blocks(run));
    tables.extend(blake::blocks(run));
    let mut blocks = vec![
        Block::Heading { id: "papers", text: "The papers' tables and figures".into() },
        Block::Verdict(verdict(&tables)),
        Block::Paragraph(
            "Each figure of this run is followed by its ratio to the paper's figure in the same row: below 1, lanesum takes fewer cycles \
             than the paper. The papers measured on other processors, each at its own clock, so a ratio compares code and \
             processor together."
                .into(),
        ),
        Block::Table(list()),
    ];
    blocks.extend(tables);
    blocks
}

/// How many of our figures in core cycles are below the paper's beside them. Left out are costs of instructions, which are the
/// processor's alone, speed-ups, of which more is better, and cycles of the time-stamp counter: a boosted core has more cycles than the
/// counter counts, and the papers' cores were not boosted.
fn verdict(blocks: &[Block]) -> String {
    let is_of_cycles = |table: &Table, column: usize| {
        !table.columns[column].head.contains("speed-up")
            && !["Speed-ups", "Table 1: 512-bit"].iter().any(|begin| table.caption.starts_with(begin))
    };
    let (mut ratios, mut of_counter): (Vec<f64>, Vec<f64>) = Default::default();
    for block in blocks {
        let Block::Table(table) = block else { continue };
        let ratios = if table.caption.contains("time-stamp counter") { &mut of_counter } else { &mut ratios };
        for (column, cell) in table.rows.iter().flat_map(|row| row.iter().enumerate()) {
            let ratio = cell.aside.as_deref().and_then(|aside| aside.strip_suffix('×')?.parse::<f64>().ok());
            ratios.extend(ratio.filter(|_| is_of_cycles(table, column)));
        }
    }
    if ratios.is_empty() && of_counter.is_empty() {
        return "This run has no figure that a paper has.".into();
    }
    let below = ratios.iter().filter(|ratio| **ratio < 1.0).count();
    let mut text = format!(
        "{below} of {} figures in core cycles are lower than the paper's; the papers were measured on other processors.",
        ratios.len()
    );
    if !of_counter.is_empty() {
        let _ = write!(
            text,
            " {} figures by the papers' own methods are not counted: they are in cycles of the time-stamp counter, and a boosted core \
             runs faster than that counter.",
            of_counter.len()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_of_the_counter_are_not_counted() {
        let table = |caption: &str, ratios: [&str; 2]| {
            let mut table = Table::new(caption, ["row", "here"]);
            for ratio in ratios {
                table.push(vec!["a".into(), Cell::new("1").aside(ratio)]);
            }
            Block::Table(table)
        };
        let core = table("Table 2: core cycles per byte of one message", ["0.80×", "1.36×"]);
        let counter = table("By the paper's own method: cycles of the time-stamp counter per byte", ["0.49×", "0.47×"]);
        let instructions = table("Table 1: 512-bit instructions, core cycles", ["0.50×", "0.50×"]);
        let without = verdict(&[core, instructions]);
        assert!(without.starts_with("1 of 2 figures in core cycles ") && !without.contains("counter"), "{without}");
        let core = table("Table 2: core cycles per byte of one message", ["0.80×", "1.36×"]);
        let with = verdict(&[core, counter]);
        assert!(with.starts_with("1 of 2 figures in core cycles ") && with.contains(" 2 figures by "), "{with}");
        assert_eq!(verdict(&[]), "This run has no figure that a paper has.");
    }
}
