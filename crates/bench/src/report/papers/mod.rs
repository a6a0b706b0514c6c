//! The papers' own tables beside the figures of a run.
//!
//! Every number of a paper here stands in its text or in a table of it; none is read off a picture. Rows look up their
//! figures by algorithm and size, so that a new algorithm fills its own as soon as its records exist.

mod avx512;
mod blake;
mod cells;
mod package;
mod sha512;

use trials::Run;

use super::doc::Block;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading { id: "papers", text: "The papers' tables".into() },
        Block::Paragraph(
            "Beside each figure of this run stands its ratio to the paper's in the same row: below 1 lanesum takes fewer cycles \
             than the paper. The papers measured on other processors, each at its own clock, so a ratio compares code and \
             processor together."
                .into(),
        ),
    ];
    blocks.extend(avx512::blocks(run));
    blocks.extend(package::blocks(run));
    blocks.extend(sha512::blocks(run));
    blocks.extend(blake::blocks(run));
    blocks
}
