//! Plain text for a terminal.

use crate::report::doc::{Align, Block, Table};

pub(crate) fn render(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Heading { text, .. } => {
                let title = plain(text);
                out += &format!("{title}\n{}\n\n", "=".repeat(title.chars().count()));
            }
            Block::Subheading(text) => out += &format!("{}\n\n", plain(text)),
            Block::Verdict(text) | Block::Paragraph(text) | Block::Notice(text) => {
                out += &format!("{}\n\n", wrapped(&plain(text), 100));
            }
            Block::Highlights(items) => {
                for (figure, meaning) in items {
                    out += &format!("{figure:>8}  {}\n", plain(meaning));
                }
                out.push('\n');
            }
            Block::Table(table) => out += &columns(table),
            Block::Chart(_) | Block::SmallCharts(_) => {}
        }
    }
    out
}

fn plain(text: &str) -> String {
    text.replace('`', "")
}

fn columns(table: &Table) -> String {
    let head: Vec<String> = table.columns.iter().map(|c| plain(&c.head)).collect();
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| match &cell.aside {
                    Some(aside) => format!("{} ({})", plain(&cell.text), plain(aside)),
                    None => plain(&cell.text),
                })
                .collect()
        })
        .collect();
    let width = |i: usize| rows.iter().chain([&head]).map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut out = format!("{}\n", wrapped(&plain(&table.caption), 100));
    let rule: Vec<String> = widths.iter().map(|&w| "-".repeat(w)).collect();
    for row in [&head, &rule].into_iter().chain(&rows) {
        let cells = row.iter().zip(&widths).zip(&table.columns).map(|((cell, &width), column)| match column.align {
            Align::Left => format!("{cell:<width$}"),
            Align::Right => format!("{cell:>width$}"),
        });
        out += cells.collect::<Vec<_>>().join("  ").trim_end();
        out.push('\n');
    }
    for note in &table.notes {
        out += &format!("{}\n", wrapped(&plain(note), 100));
    }
    out.push('\n');
    out
}

fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += length;
    }
    out
}
