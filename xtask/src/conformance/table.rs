//! The table of results: a row per file, a column per backend.

use std::fmt::Write as _;

use super::case::Outcome;

/// One file's results.
pub(super) struct Row<'a> {
    pub(super) file: &'a str,
    /// Cases per backend.
    pub(super) cases: usize,
    /// Large messages that no backend ran.
    pub(super) large_not_run: usize,
    /// By backend; `None` where the algorithm has no form for it.
    pub(super) outcomes: Vec<Option<Outcome>>,
}

/// Draws the table. A cell holds the cases passed, and `of N` where some failed.
pub(super) fn draw(backends: &[&str], rows: &[Row<'_>]) -> String {
    let head = ["file", "cases", "large: not run"].iter().chain(backends).map(|&cell| cell.to_owned()).collect();
    let mut lines: Vec<Vec<String>> = vec![head];
    for row in rows {
        let mut line = vec![short(row.file).to_owned(), row.cases.to_string(), dashed(row.large_not_run)];
        line.extend(row.outcomes.iter().map(|outcome| match outcome {
            None => "-".to_owned(),
            Some(outcome) if outcome.failed == 0 => outcome.passed.to_string(),
            Some(outcome) => format!("{} of {}", outcome.passed, outcome.run()),
        }));
        lines.push(line);
    }
    let passed = |column: usize| rows.iter().filter_map(|row| row.outcomes[column].as_ref()).map(|o| o.passed).sum();
    let mut sums = vec!["passed".to_owned(), String::new(), dashed(rows.iter().map(|row| row.large_not_run).sum())];
    sums.extend((0..backends.len()).map(|column| usize::to_string(&passed(column))));
    lines.push(sums);

    let columns = backends.len() + 3;
    let widths = (0..columns).map(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or(0));
    let widths = widths.collect::<Vec<_>>();
    let mut text = String::new();
    for line in &lines {
        let (first, rest) = (&line[0], &line[1..]);
        let _ = write!(text, "{first:<width$}", width = widths[0]);
        for (cell, width) in rest.iter().zip(&widths[1..]) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn dashed(count: usize) -> String {
    if count == 0 { "-".to_owned() } else { count.to_string() }
}

/// A file's name without the endings that all of its kind have.
fn short(file: &str) -> &str {
    [".internalProjection.json.gz", ".txt.xz"].iter().find_map(|end| file.strip_suffix(end)).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_and_gaps_are_seen() {
        let outcome = |passed, failed| Some(Outcome { passed, failed, failures: Vec::new() });
        let rows = [
            Row { file: "a/one.txt.xz", cases: 9, large_not_run: 4, outcomes: vec![outcome(9, 0), outcome(7, 2)] },
            Row { file: "a/two.txt.xz", cases: 1, large_not_run: 0, outcomes: vec![outcome(1, 0), None] },
        ];
        let drawn = draw(&["portable", "avx2"], &rows);
        let expected = "\
file    cases  large: not run  portable    avx2
a/one       9               4         9  7 of 9
a/two       1               -         1       -
passed                      4        10       7
";
        assert_eq!(drawn, expected);
    }
}
