//! `cargo xtask weight`: what users of the library and of the command compile and carry. A size, or the number of crates, that grows beyond
//! what was accepted is a failure; build times are only shown, together with those of other crates.

mod accepted;
mod measure;
mod probe;
mod rows;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cargo;
use crate::marked;
use crate::verdict::Verdict;
use accepted::Accepted;
use measure::Measured;
use rows::{ROWS, Row};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Leave out the builds from nothing, which take minutes: sizes and the number of crates alone
    #[arg(long)]
    fast: bool,
    /// Rewrite xtask/weight.toml with the figures of this run; the commit should say why they grew
    #[arg(long)]
    accept: bool,
    /// Write the table here, in place of what stands between its two marks
    #[arg(long, value_name = "FILE", conflicts_with = "fast")]
    markdown: Option<PathBuf>,
}

pub(crate) fn command(options: &Options, root: &Path) -> Result<Verdict> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        println!("weight: this check only knows ELF files for x86-64; it did not run");
        return Ok(Verdict::NotRun);
    }
    let mut measured = Measured::default();
    let target = cargo::metadata(root)?.target_directory.join("weight");
    measured.add_crates(root)?;
    measured.add_programs(root, target.as_std_path())?;
    measured.add_bare_programs(root, target.as_std_path())?;
    measured.add_command(root)?;
    if !options.fast {
        measured.add_times(root)?;
    }

    let path = root.join("xtask/weight.toml");
    let mut accepted = Accepted::read(&path)?;
    if options.accept {
        accepted.take(&measured.figures);
        accepted.write(&path)?;
        println!("accepted in {}", path.display());
    }
    print(&measured, &accepted);
    if let Some(file) = &options.markdown {
        marked::put(file, "weight", &markdown(&measured, &accepted)?)?;
    }
    measured.not_checked.iter().for_each(|line| println!("{line}"));
    let problems = accepted.problems(&measured.figures);
    for problem in &problems {
        println!("problem: {problem}");
    }
    if problems.is_empty() {
        println!("weight: ok ({} figures)", measured.figures.len());
        return Ok(Verdict::Passed);
    }
    println!("weight: {} problems (accepted with {}, now {})", problems.len(), accepted.rustc, cargo::rustc_version());
    println!("weight: what is meant to be so is taken down by `cargo xtask weight --accept`");
    Ok(Verdict::Failed)
}

/// Now, goal and accepted figure of a row; nothing where there is none.
fn columns(row: &Row, measured: &Measured, accepted: &Accepted) -> [String; 3] {
    let figures = [measured.figures.get(row.key).copied(), row.goal, accepted.of(row)];
    figures.map(|figure| figure.map_or_else(String::new, |figure| row.unit.text(figure)))
}

fn print(measured: &Measured, accepted: &Accepted) {
    println!("{:<66} {:>10} {:>10} {:>10}", "", "now", "goal", "accepted");
    for row in ROWS {
        let [now, goal, before] = columns(row, measured, accepted);
        println!("{:<66} {now:>10} {goal:>10} {before:>10}", row.what);
    }
}

fn markdown(measured: &Measured, accepted: &Accepted) -> Result<String> {
    let mut table = format!(
        "Measured by `cargo xtask weight` on {}, {} threads, {}; {}.\n\n\
         | what | now | goal | accepted |\n| --- | ---: | ---: | ---: |\n",
        lanesum::cpu::brand().trim(),
        std::thread::available_parallelism()?,
        marked::today()?,
        cargo::rustc_version(),
    );
    for row in ROWS {
        let [now, goal, before] = columns(row, measured, accepted);
        writeln!(table, "| {} | {now} | {goal} | {before} |", row.what)?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_row() {
        let mut measured = Measured::default();
        measured.figures.insert("crates", 21);
        let table = markdown(&measured, &Accepted::default()).unwrap();
        assert!(table.contains("itself and lanes included | 21 | 12 |  |\n"), "{table}");
        assert!(table.contains("wall time |  | 25.0 s |  |\n"), "{table}");
        assert_eq!(table.matches("\n| ").count(), 2 + ROWS.len());
    }
}
