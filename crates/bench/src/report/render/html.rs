//! One HTML page that needs nothing but itself: no script, no network.

use crate::report::doc::{Align, Block, Cell, Chart, Table, Tone};
use crate::report::number::plural;

const STYLE: &str = include_str!("style.css");

/// A whole page; `lead` stands under the title.
pub(crate) fn page(title: &str, lead: &str, blocks: &[Block]) -> String {
    let verdicts = blocks.iter().skip(1).map(|block| match block {
        Block::Verdict(text) => inline(text),
        _ => String::new(),
    });
    let contents = blocks.iter().zip(verdicts.chain([String::new()])).filter_map(|(block, verdict)| match block {
        Block::Heading { id, text } => {
            Some(format!("<dt><a href=\"#{id}\">{}</a></dt><dd>{verdict}</dd>\n", inline(text)))
        }
        _ => None,
    });
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>{title}</h1>\n<p class=\"lead\">{lead}</p>\n</header>\n\
         <nav aria-label=\"Contents\"><dl class=\"contents\">\n{contents}</dl></nav>\n<main>\n{body}</main>\n</body>\n</html>\n",
        title = inline(title),
        lead = inline(lead),
        contents = contents.collect::<String>(),
        body = render(blocks),
    )
}

fn render(blocks: &[Block]) -> String {
    let mut out = String::new();
    let mut open = false;
    for block in blocks {
        match block {
            Block::Heading { id, text } => {
                if open {
                    out += "</section>\n";
                }
                open = true;
                out += &format!("<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>\n", inline(text));
            }
            Block::Verdict(text) => out += &format!("<p class=\"verdict\">{}</p>\n", inline(text)),
            Block::Subheading(text) => out += &format!("<h3>{}</h3>\n", inline(text)),
            Block::Paragraph(text) => out += &format!("<p>{}</p>\n", inline(text)),
            Block::Notice(text) => out += &format!("<p class=\"notice\">{}</p>\n", inline(text)),
            Block::Highlights(items) => {
                let items = items.iter().map(|(figure, meaning)| {
                    format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escape(figure), inline(meaning))
                });
                out += &format!("<dl class=\"highlights\">\n{}</dl>\n", items.collect::<String>());
            }
            Block::Table(table) => out += &self::table(table),
            Block::Chart(chart) => out += &figure(chart),
            Block::SmallCharts(charts) => {
                let charts = charts.iter().map(|chart| {
                    format!("<figure>{}<figcaption>{}</figcaption></figure>\n", chart.narrow, inline(&chart.caption))
                });
                out += &format!("<div class=\"small\">\n{}</div>\n", charts.collect::<String>());
            }
        }
    }
    if open {
        out += "</section>\n";
    }
    out
}

fn figure(chart: &Chart) -> String {
    format!(
        "<figure><div class=\"wide\">{}</div><div class=\"narrow\">{}</div><figcaption>{}</figcaption></figure>\n",
        chart.wide,
        chart.narrow,
        inline(&chart.caption)
    )
}

/// A table folds. On a narrow page each row of one with more than two columns is a block, whose cells say which column they are of:
/// nothing has to be scrolled to.
fn table(table: &Table) -> String {
    let class = |align| if align == Align::Right { " class=\"n\"" } else { "" };
    let head = table.columns.iter().map(|c| format!("<th scope=\"col\"{}>{}</th>", class(c.align), inline(&c.head)));
    let rows = plural(table.rows.len() as u64, "row", "rows");
    let mut out = format!(
        "<details class=\"table\"{open}>\n<summary><b>{caption}</b> <small>{rows}</small></summary>\n<table{stacked} aria-label=\"{label}\">\n\
         <thead><tr>{head}</tr></thead>\n<tbody>\n",
        open = if table.is_open() { " open=\"\"" } else { "" },
        caption = inline(&table.caption),
        stacked = if table.columns.len() > 2 { " class=\"stacks\"" } else { "" },
        label = escape(&table.caption.replace('`', "")),
        head = head.collect::<String>(),
    );
    for row in &table.rows {
        out += "<tr>";
        for (i, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
            let (open, close) = if i == 0 { ("<th scope=\"row\"", "</th>") } else { ("<td", "</td>") };
            let label = if i == 0 || column.head.is_empty() {
                String::new()
            } else {
                format!(" data-of=\"{}\"", escape(&column.head.replace('`', "")))
            };
            out += &format!("{open}{}{label}>{}{close}", classes(cell, column.align), content(cell));
        }
        out += "</tr>\n";
    }
    out += "</tbody>\n</table>\n";
    for note in &table.notes {
        out += &format!("<p class=\"note\">{}</p>\n", inline(note));
    }
    out + "</details>\n"
}

fn classes(cell: &Cell, align: Align) -> String {
    let tone = match cell.tone {
        Tone::Plain => None,
        Tone::Best => Some("best"),
        Tone::Good => Some("good"),
        Tone::Bad => Some("bad"),
        Tone::Quoted => Some("quoted"),
        Tone::Gap => Some("gap"),
    };
    let empty = (cell.text == "–").then_some("empty");
    let names: Vec<&str> = (align == Align::Right).then_some("n").into_iter().chain(tone).chain(empty).collect();
    if names.is_empty() { String::new() } else { format!(" class=\"{}\"", names.join(" ")) }
}

/// In one element, so that it stays together beside the name of its column on a narrow page.
fn content(cell: &Cell) -> String {
    match &cell.aside {
        Some(aside) => format!("<span>{} <small>{}</small></span>", inline(&cell.text), inline(aside)),
        None => format!("<span>{}</span>", inline(&cell.text)),
    }
}

fn inline(text: &str) -> String {
    let pieces = super::pieces(text)
        .map(|(is_code, piece)| if is_code { format!("<code>{}</code>", escape(piece)) } else { escape(piece) });
    pieces.collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
