//! `lanesum-mutants ROOT LIST COUNT [WITHOUT...]`: weaves COUNT mutants of LIST, the output of `cargo mutants --list --json` in the
//! order to use, into the copy of the repository at ROOT. `.ci/mutants` calls it.
#![forbid(unsafe_code)]

mod find;
mod weave;

use std::path::Path;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [root, list, count, without @ ..] = &arguments[..] else { bail!("usage: ROOT LIST COUNT [WITHOUT...]") };
    weave::weave(Path::new(root), Path::new(list), count.parse()?, without)
}
