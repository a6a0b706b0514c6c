//! Markdown as GitHub shows it.

use crate::report::doc::{Align, Block, Cell, Table, Tone};

pub(crate) fn render(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Heading { text, .. } => out += &format!("## {text}\n\n"),
            Block::Verdict(text) => out += &format!("**{}**\n\n", escape(text)),
            Block::Subheading(text) => out += &format!("### {text}\n\n"),
            Block::Paragraph(text) => out += &format!("{}\n\n", escape(text)),
            Block::Notice(text) => out += &format!("> **Note.** {}\n\n", escape(text)),
            Block::Highlights(items) => {
                for (figure, meaning) in items {
                    out += &format!("- **{figure}** {}\n", escape(meaning));
                }
                out.push('\n');
            }
            Block::Table(table) => out += &pipes(table),
            Block::Chart(_) | Block::SmallCharts(_) => {}
        }
    }
    out
}

/// A table with its columns aligned in the source too.
pub(crate) fn pipes(table: &Table) -> String {
    let head: Vec<String> = table.columns.iter().map(|c| escape(&c.head)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let width = |i: usize| rows.iter().chain([&head]).map(|row| row[i].chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut out = format!("**{}**\n\n", escape(&table.caption));
    let mut line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).zip(&table.columns).map(|((cell, &width), column)| match column.align {
            Align::Left => format!("{cell:<width$}"),
            Align::Right => format!("{cell:>width$}"),
        });
        out += &format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    };
    line(&head);
    let rule = table.columns.iter().zip(&widths).map(|(column, &width)| match column.align {
        Align::Left => "-".repeat(width),
        Align::Right => format!("{}:", "-".repeat(width - 1)),
    });
    line(&rule.collect::<Vec<_>>());
    for row in &rows {
        line(row);
    }
    out.push('\n');
    for note in &table.notes {
        out += &format!("{}\n\n", escape(note));
    }
    out
}

fn cell(cell: &Cell) -> String {
    let text = match &cell.aside {
        Some(aside) => format!("{} ({aside})", cell.text),
        None => cell.text.clone(),
    };
    let text = escape(&text);
    match cell.tone {
        Tone::Best | Tone::Bad | Tone::Good if !text.contains('`') => format!("**{text}**"),
        Tone::Gap if text != "–" => format!("*{text}*"),
        _ => text,
    }
}

/// What would be markup is written so that it is not; code stays code.
fn escape(text: &str) -> String {
    let escaped = super::pieces(text).map(|(is_code, piece)| {
        if is_code {
            format!("`{}`", piece.replace('|', "\\|"))
        } else {
            let special = ['|', '*', '_', '<', '>', '[', ']'];
            piece.chars().flat_map(|c| special.contains(&c).then_some('\\').into_iter().chain([c])).collect()
        }
    });
    escaped.collect()
}
