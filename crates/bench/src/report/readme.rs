//! The short block of figures for the README.

use super::doc::{Block, Table};
use super::render::markdown;
use super::sections::{lengths, permutations};
use crate::results::Run;

const BEGIN: &str = "<!-- figures: begin -->";
const END: &str = "<!-- figures: end -->";

/// The lengths that stand in the README.
const LENGTHS: [u64; 3] = [64, 4096, 1 << 20];

/// Without the markers.
pub(crate) fn block(run: &Run) -> String {
    let machine = &run.machine;
    let mut blocks = vec![Block::Paragraph(format!(
        "Measured by `lanesum-bench` on {} ({}, family {} model {}), {}, {}: lower quartiles of the quiet samples.",
        machine.processor,
        machine.vendor,
        machine.family,
        machine.model,
        machine.date.split('T').next().unwrap_or_default(),
        machine.rustc.as_deref().unwrap_or("an unknown compiler"),
    ))];
    blocks.extend(permutations::table(run).map(|table| Block::Table(short(table))));
    for algorithm in lengths::MAIN {
        blocks.extend(lengths::table(run, algorithm, Some(&LENGTHS)).map(Block::Table));
    }
    markdown::render(&blocks).trim().to_string()
}

/// Without the limits and the times, which the full report has.
fn short(table: Table) -> Table {
    let kept = ["backend", "states at once", "core cycles a call", "spread", "core cycles a state"];
    let places: Vec<usize> =
        (0..table.columns.len()).filter(|&i| kept.contains(&table.columns[i].head.as_str())).collect();
    let Table { caption, columns, rows, .. } = table;
    let keep = |i: &usize| places.contains(i);
    let pick = |row: Vec<super::doc::Cell>| {
        row.into_iter().enumerate().filter(|(i, _)| keep(i)).map(|(_, cell)| cell).collect()
    };
    Table {
        caption,
        columns: columns.into_iter().enumerate().filter(|(i, _)| keep(i)).map(|(_, column)| column).collect(),
        rows: rows.into_iter().map(pick).collect(),
        notes: Vec::new(),
    }
}

/// A README with these figures between `<!-- figures: begin -->` and `<!-- figures: end -->`.
///
/// # Errors
/// If a marker is missing, or the one that ends comes first.
pub fn replace(readme: &str, figures: &str) -> Result<String, MarkerError> {
    let begin = readme.find(BEGIN).ok_or(MarkerError::Missing(BEGIN))? + BEGIN.len();
    let end = begin + readme[begin..].find(END).ok_or(MarkerError::Missing(END))?;
    Ok(format!("{}\n{}\n{}", &readme[..begin], figures.trim(), &readme[end..]))
}

/// The README has no place for figures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkerError {
    /// A marker does not stand where it is expected.
    #[error("there is no `{0}` where it is expected")]
    Missing(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn only_the_text_between_the_markers_changes() {
        let readme = format!("# A\n{BEGIN}\nold\n{END}\nrest\n");
        let new = replace(&readme, "new\n").expect("markers are there");
        assert_eq!(new, format!("# A\n{BEGIN}\nnew\n{END}\nrest\n"));
        assert_eq!(replace(&new, "new").as_ref(), Ok(&new), "again changes nothing");
        assert_eq!(replace("# A\n", "new"), Err(MarkerError::Missing(BEGIN)));
        assert_eq!(replace(&format!("{END}{BEGIN}"), "new"), Err(MarkerError::Missing(END)));
    }

    #[test]
    fn the_block_is_short_and_names_the_machine() {
        let shown = block(&fixture::run());
        assert!(shown.contains("Made-up processor"), "{shown}");
        assert!(shown.contains("| `avx512-planes`"), "{shown}");
        assert!(shown.contains("1 MiB") && !shown.contains("16 MiB"), "{shown}");
    }
}
