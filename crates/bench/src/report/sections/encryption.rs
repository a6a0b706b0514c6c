//! The section about Keyak and Ketje.

use measure::trials::{Kind, Record};

use super::cell;
use crate::report::doc::{Block, Cell, Table, Tone};
use crate::report::figures::{OURS, Unit, distinct};
use crate::report::number::{bytes, digits, ratio};
use crate::results::Run;
use crate::subjects::Encryption;

pub(crate) fn blocks(run: &Run) -> Vec<Block> {
    let tables: Vec<Table> = [one_message(run), backends(run), many_sessions(run)]
        .into_iter()
        .filter(|table| !table.rows.is_empty())
        .collect();
    if tables.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![
        Block::Heading { id: "encryption", text: "Authenticated encryption: Keyak and Ketje".into() },
        Block::Verdict(verdict(run)),
        Block::Paragraph(
            "Messages are wrapped in place, in sessions that continue; the tag is part of the time. There is no metadata, except in the rows -ad16, where each message has 16 bytes of it, and -ad, where all is metadata and nothing is encrypted. Before anything \
             was timed, another session unwrapped each. No crate has these functions, so that no rival takes part."
                .into(),
        ),
    ];
    blocks.extend(tables.into_iter().map(Block::Table));
    blocks
}

fn verdict(run: &Run) -> String {
    let one = rows(run, Kind::Messages).filter(|r| r.messages == 1);
    let best = one.filter_map(|r| Some((r.core_cpb?, r))).min_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((cpb, r)) => format!(
            "No crate has these ciphers. The fastest here is `{}`: {} core cycles per byte of a message of {}.",
            r.algorithm,
            digits(cpb),
            bytes(r.bytes)
        ),
        None => "No figure in this run.".into(),
    }
}

/// lanesum's rows of ciphers.
fn rows(run: &Run, kind: Kind) -> impl Iterator<Item = &Record> {
    let is_row =
        move |r: &&Record| r.implementation == OURS && r.kind == kind && Encryption::of(&r.algorithm).is_some();
    run.records.iter().filter(is_row)
}

/// The names, in the order of the run.
fn names<'r>(rows: impl Iterator<Item = &'r Record>) -> Vec<&'r str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.algorithm.as_str()) {
            names.push(&row.algorithm);
        }
    }
    names
}

fn one_message(run: &Run) -> Table {
    let rows = || rows(run, Kind::Messages).filter(|r| r.messages == 1);
    let lengths = distinct(rows().map(|r| r.bytes));
    let heads = ["function".to_string()].into_iter().chain(lengths.iter().map(|n| bytes(*n)));
    let heads = heads.chain(["limit", "to limit", "backend"].map(String::from));
    let mut table = Table::new("One message: core cycles per byte, tag included", heads)
        .note("The limit is for the longest message with a figure, if the limit of that kernel is known.");
    for name in names(rows()) {
        let own = || rows().filter(|r| r.algorithm == name);
        let cells = lengths.iter().map(|n| cell(own().find(|r| r.bytes == *n), Unit::CoreCpb));
        let longest = own().filter(|r| r.core_cpb.is_some()).max_by_key(|r| r.bytes);
        let limit = longest.and_then(|r| r.limit_core_cpb);
        let to_limit = longest.and_then(|r| Some(r.core_cpb? / r.limit_core_cpb?));
        let backend = longest.and_then(|r| r.backend.as_deref());
        let ends = [
            limit.map_or_else(Cell::empty, |limit| digits(limit).into()),
            to_limit.map_or_else(Cell::empty, |to_limit| ratio(to_limit).into()),
            backend.map_or_else(Cell::empty, |backend| Cell::new(format!("`{backend}`"))),
        ];
        table.push([Cell::new(format!("`{name}`"))].into_iter().chain(cells).chain(ends).collect());
    }
    table
}

fn backends(run: &Run) -> Table {
    let rows = || rows(run, Kind::Form);
    let lengths = distinct(rows().map(|r| r.bytes));
    let names = names(rows());
    let heads = ["backend".to_string()].into_iter().chain(names.iter().map(|name| format!("`{name}`")));
    let of = lengths.iter().map(|n| bytes(*n)).collect::<Vec<_>>().join(", ");
    let mut table = Table::new(format!("Each backend, one message of {of}: core cycles per byte"), heads);
    let mut backends: Vec<&str> = Vec::new();
    for backend in rows().filter(|r| r.core_cpb.is_some()).filter_map(|r| r.backend.as_deref()) {
        if !backends.contains(&backend) {
            backends.push(backend);
        }
    }
    for backend in backends {
        let cells = names.iter().map(|name| {
            let own = || rows().filter(|r| r.algorithm == *name);
            let row = own().find(|r| r.backend.as_deref() == Some(backend));
            let best = own().filter_map(|r| r.core_cpb).fold(f64::INFINITY, f64::min);
            let cell = cell(row, Unit::CoreCpb);
            if row.is_some_and(|r| r.core_cpb == Some(best)) { cell.tone(Tone::Best) } else { cell }
        });
        table.push([Cell::new(format!("`{backend}`"))].into_iter().chain(cells).collect());
    }
    table
}

fn many_sessions(run: &Run) -> Table {
    let rows = || rows(run, Kind::Messages);
    let many = || rows().filter(|r| r.messages > 1);
    let lengths = distinct(many().map(|r| r.bytes));
    let heads = ["function", "sessions"].map(String::from).into_iter().chain(lengths.iter().map(|n| bytes(*n)));
    let mut table = Table::new(
        "One message of each of many sessions in one call: core cycles per byte; in brackets, the speed-up over one at a time",
        heads,
    );
    for name in names(many()) {
        let row = |n: u64, count: u64| rows().find(|r| r.algorithm == name && r.bytes == n && r.messages == count);
        for count in distinct(many().filter(|r| r.algorithm == name).map(|r| r.messages)) {
            let cells = lengths.iter().map(|&n| {
                let cell = cell(row(n, count), Unit::CoreCpb);
                let figure = |count| row(n, count)?.core_cpb;
                match (figure(1), figure(count)) {
                    (Some(one), Some(many)) if many > one => cell.aside(ratio(one / many)).tone(Tone::Bad),
                    (Some(one), Some(many)) => cell.aside(ratio(one / many)),
                    _ => cell,
                }
            });
            let head = [Cell::new(format!("`{name}`")), count.to_string().into()];
            table.push(head.into_iter().chain(cells).collect());
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{empty, record};

    #[test]
    fn ciphers_have_lengths_limits_backends_and_sessions() {
        let mut run = empty();
        assert!(blocks(&run).is_empty());
        let row = |name: &str, kind: Kind, bytes: u64, messages: u64, cpb: f64| Record {
            core_cpb: Some(cpb),
            ns_per_message: Some(cpb),
            backend: Some("avx2".into()),
            limit_core_cpb: Some(1.0),
            ..record(OURS, name, kind, bytes, messages)
        };
        run.records = vec![
            row("lake-keyak", Kind::Messages, 64, 1, 8.0),
            row("lake-keyak", Kind::Messages, 4096, 1, 3.0),
            row("ketje-sr", Kind::Messages, 64, 1, 30.0),
            row("ketje-sr", Kind::Messages, 64, 8, 15.0),
            row("ketje-sr", Kind::Form, 65536, 1, 9.0),
            row("sha3-256", Kind::Messages, 64, 1, 9.0),
        ];
        let text = |table: &Table| -> Vec<Vec<String>> {
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect()
        };
        let one = text(&one_message(&run));
        assert_eq!(one[0], ["`lake-keyak`", &digits(8.0), &digits(3.0), &digits(1.0), &ratio(3.0), "`avx2`"]);
        assert_eq!((one.len(), &one[1][2][..]), (2, "–"));
        assert_eq!(text(&backends(&run)), [["`avx2`", &digits(9.0)]]);
        let sessions = many_sessions(&run);
        assert_eq!(text(&sessions), [["`ketje-sr`", "8", &digits(15.0)]]);
        assert_eq!(sessions.rows[0][2].aside.as_deref(), Some(&ratio(2.0)[..]));
        assert_eq!(blocks(&run).len(), 6);
    }
}
