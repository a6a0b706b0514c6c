//! docs/measured beside the plans: a table of what each processor takes, and the costs and choices of rows that differ from it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lanesum::Backend;
use lanesum_batch::lanes::Features;
use lanesum_batch::plan::kinds::names;
use lanesum_batch::plan::{Length, Row, Task, Width};
use lanesum_blake::plan as blake;
use lanesum_keccak::plan::x86_64 as keccak;
use lanesum_sha2::plan::x86_64 as sha2;

/// The names of each processor's rows, the first one that a table has.
const PROCESSORS: [(&str, &[&str]); 4] = [
    ("AuthenticAMD-25-1", &[names::ZEN_3]),
    ("AuthenticAMD-25-17", &[names::ZEN_4, names::AVX512VL]),
    ("GenuineIntel-6-167", &[names::SAPPHIRE_RAPIDS]),
    ("GenuineIntel-6-207", &[names::SAPPHIRE_RAPIDS]),
];
/// Why a row is deliberately not what its file says.
const REASONS: &str = "docs/measured/reasons.tsv";
/// A cost further from what was measured needs a reason, and so does a choice that takes that much longer than another one.
const COST: f64 = 1.05;
const CHOICE: f64 = 1.03;

/// The function, its lines in the files, the bytes of a block, the rows, and which of their prices.
type Table = (&'static str, &'static str, usize, &'static [Row], Task);
const TABLES: [Table; 11] = [
    ("Keccak-f[1600]", "1600 {} x{} 24 rounds, absorbing", 136, keccak::KECCAK, Task::Absorbing),
    ("Keccak-f[1600], permuting", "1600 {} x{} 24 rounds, one call each", 136, keccak::KECCAK, Task::Permuting),
    ("Keccak-f[1600], squeezing", "1600 {} x{} 24 rounds, squeezing", 136, keccak::KECCAK, Task::Squeezing),
    // The rows are of one call each; a block is that of 17 lanes.
    ("Keccak-f[800]", "800 {} x{} 22 rounds, one call each", 68, keccak::KECCAK_SHORT, Task::Permuting),
    ("SHA-256", "{} sha256 x{} a block", 64, sha2::SHA256, Task::Absorbing),
    ("SHA-512", "{} sha512 x{} a block", 128, sha2::SHA512, Task::Absorbing),
    ("BLAKE-256", "{} blake256 x{} a block", 64, blake::BLAKE256, Task::Absorbing),
    ("BLAKE-512", "{} blake512 x{} a block", 128, blake::BLAKE512, Task::Absorbing),
    ("BLAKE2s", "{} blake2s x{} a block", 64, blake::BLAKE2S, Task::Absorbing),
    ("BLAKE2b", "{} blake2b x{} a block", 128, blake::BLAKE2B, Task::Absorbing),
    ("BLAKE3", "{} blake3 x{} a block", 64, blake::BLAKE3, Task::Absorbing),
];
const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];

/// The least figures of a file, by what was measured.
struct Figures(BTreeMap<String, f64>);

impl Figures {
    fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let cells = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        Ok(Self(cells.filter_map(|of| Some(((*of.first()?).to_owned(), of.get(1)?.parse().ok()?))).collect()))
    }

    fn of(&self, line: &str, backend: Backend, messages: usize) -> Option<f64> {
        let line = line.replacen("{}", backend.name(), 1).replacen("{}", &messages.to_string(), 1);
        self.0.get(&line).copied()
    }

    /// The fastest form for each number of messages.
    fn best(&self, line: &str) -> Vec<Width> {
        let fastest = |messages| {
            let all = Backend::ALL.iter().filter_map(|of| Some((*of, self.of(line, *of, messages)?)));
            all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(backend, cost)| Width::new(messages, backend, rounded(cost)))
        };
        WIDTHS.into_iter().filter_map(fastest).collect()
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some thousand cycles
fn rounded(cycles: f64) -> u32 {
    cycles.round() as u32
}

fn row_of(widths: &[Width]) -> Row {
    Row::new("", "", Features::NONE, None, widths)
}

/// The newest file of each processor. (Other files of the folder begin with a word in lower case.)
fn newest(root: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut paths =
        root.join("docs/measured").read_dir()?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    let processors = paths.into_iter().filter_map(|path| {
        let stem = path.file_stem()?.to_str()?;
        let kind = stem.get(..stem.len().checked_sub("-2026-11-30".len())?)?.to_owned();
        kind.starts_with(|first: char| first.is_ascii_uppercase()).then_some((kind, path))
    });
    Ok(processors.collect())
}

/// What differs, with the number of messages: costs of a row from a file, and, with `choice:` before it, choices from the best ones by that file.
fn differences(figures: &Figures, (_, line, _, _, task): &Table, row: &Row) -> Vec<(String, String)> {
    let (mut all, mut planned) = (Vec::new(), row.widths().to_vec());
    for (width, price) in planned.iter_mut().zip(row.prices[*task as usize]) {
        let Some(figure) = figures.of(line, width.backend, width.messages) else { continue };
        let ratio = f64::from(price) / figure;
        if ratio.max(1.0 / ratio) > COST {
            all.push((
                width.messages.to_string(),
                format!("{price} in the plan, {figure:.0} measured (`{}`)", width.backend),
            ));
        }
        width.cost = rounded(figure);
    }
    let (best, planned) = (row_of(&figures.best(line)), row_of(&planned));
    for messages in WIDTHS {
        let (ours, least) = (planned.cost(messages), best.cost(messages));
        if ours as f64 > CHOICE * least as f64 {
            let backend = best.backend(best.width(messages, Length::Long));
            all.push((format!("choice:{messages}"), format!("{ours} by the plan's backends, {least} by `{backend}`")));
        }
    }
    all
}

/// A line of a processor's table: what the forms take that its row has.
fn line_of(figures: &Figures, (function, line, bytes, ..): &Table, row: &Row) -> String {
    let (mut text, mut least) = (format!("| {function} "), f64::INFINITY);
    for messages in WIDTHS {
        let width = row.widths().iter().find(|width| width.messages == messages);
        let found = width.and_then(|width| Some((figures.of(line, width.backend, messages)?, width.backend)));
        let cell = found.map(|(figure, backend)| format!("{figure:.0} `{backend}`"));
        let _ = write!(text, "| {} ", cell.as_deref().unwrap_or("–"));
        least = found.map_or(least, |(figure, _)| least.min(figure / (messages * bytes) as f64));
    }
    format!("{text}| {least:.2} |\n")
}

/// Each processor with its table.
type Made = Vec<(String, String)>;

/// The table of each processor, with the reasons below; and what differs without a reason, and reasons that nothing needs.
pub(super) fn held(root: &Path) -> Result<(Made, Vec<String>)> {
    let text = std::fs::read_to_string(root.join(REASONS)).context(REASONS)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let reasons =
        lines.map(|line| <[&str; 4]>::try_from(line.split('\t').collect::<Vec<_>>()).ok().context(line.to_owned()));
    let reasons = reasons.collect::<Result<Vec<_>>>().context(REASONS)?;
    let (mut tables, mut needed, mut complaints) = (Vec::new(), BTreeSet::new(), Vec::new());
    for (processor, path) in newest(root)? {
        let figures = Figures::read(&path)?;
        let Some((_, names)) = PROCESSORS.iter().find(|(name, _)| *name == processor) else {
            complaints.push(format!("{}: of which rows? PROCESSORS in xtask/src/tables/measured.rs", path.display()));
            continue;
        };
        let mut made = "| | one message | two | four | eight | sixteen | cycles per byte, at best |\n".to_owned();
        made += "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
        for table in TABLES {
            let (function, line, ..) = table;
            let row = table.3.iter().find(|row| names.contains(&row.name));
            let Some(row) = row.filter(|_| !figures.best(line).is_empty()) else { continue };
            made += &line_of(&figures, &table, row);
            for (messages, what) in differences(&figures, &table, row) {
                let is_of =
                    |of: &&[&str; 4]| of[..2] == [&processor, function] && of[2].split(' ').any(|one| one == messages);
                if reasons.iter().any(|of| is_of(&of)) {
                    needed.insert([processor.clone(), function.to_owned(), messages]);
                } else {
                    complaints
                        .push(format!("{processor}, {function}, {messages} messages: {what}; {REASONS} has no reason"));
                }
            }
        }
        for [_, function, messages, reason] in reasons.iter().filter(|of| of[0] == processor) {
            let _ = write!(
                made,
                "\n- {function}, {} at once: {reason}.",
                messages.replace(' ', ", ").replace("choice:", "choice for ")
            );
        }
        tables.push((processor, made.trim_end().to_owned() + "\n"));
    }
    for [processor, function, all, _] in reasons {
        let idle = all.split(' ').filter(|one| !needed.contains(&[processor, function, one].map(ToOwned::to_owned)));
        complaints.extend(idle.map(|one| format!("{REASONS}: nothing needs {processor}, {function}, {one}")));
    }
    Ok((tables, complaints))
}

/// Rows of plans as a file of docs/measured has them: of each number of messages the fastest form, where that is cheaper than fewer at once.
pub(super) fn rows(path: &Path) -> Result<String> {
    let (figures, mut text) = (Figures::read(path)?, String::new());
    for (function, line, ..) in TABLES {
        let best = figures.best(line);
        let row = row_of(&best);
        let is_used = |width: &&Width| (1..=16).any(|messages| row.width(messages, Length::Long) == width.messages);
        let widths = best.iter().filter(is_used);
        let widths = widths.map(|of| format!("width({}, Backend::{:?}, {})", of.messages, of.backend, of.cost));
        let _ = writeln!(text, "{function}: &[{}]", widths.collect::<Vec<_>>().join(", "));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_that_differs_and_a_better_choice_are_found() {
        let table = TABLES[4];
        let row = table.3.iter().find(|row| row.name == names::ZEN_4).expect("it was measured");
        let found = |lines: &[(&str, f64)]| {
            let figures = Figures(lines.iter().map(|(line, figure)| ((*line).to_owned(), *figure)).collect());
            differences(&figures, &table, row).into_iter().map(|(messages, _)| messages).collect::<Vec<_>>()
        };
        let own = [("sha-ni sha256 x1 a block", 129.0), ("sha-ni sha256 x2 a block", 137.0)];
        assert!(found(&own).is_empty());
        assert_eq!(found(&[own[0], ("sha-ni sha256 x2 a block", 150.0)]), ["2"]);
        assert!(found(&[own[0], own[1], ("avx512 sha256 x16 a block", 1095.0)]).is_empty());
        assert_eq!(found(&[own[0], own[1], ("avx512 sha256 x16 a block", 1000.0)]), ["choice:16"]);
    }
}
