//! `xtask/codegen.toml`: the figures that were last accepted.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// A build may have this many per cent more stack references than were accepted: compilers differ a little.
const STACK_SLACK_PERCENT: u64 = 5;

/// Instructions are what the kernels are written for: more than one per cent of them is noticed.
const SLACK_PERCENT: u64 = 1;

const HEAD: &str = "\
# What the compiler makes of the kernels, as accepted; `cargo xtask codegen --accept` rewrites this file.
#
# instructions: under qemu, of one `States::permute_all` of 24 rounds (permute), of one block of 136 bytes within a long
#   `absorb_blocks_all` (absorb), each on this many states at once, of one block within a long call of a compression function
#   (sha256, sha512), and of SHA3-256 over 64 messages of 136 bytes in one call (batch).
# kernels: of each, by its token and type or the hand-written function, the instructions in the loop over the rounds (the innermost one that
#   calculates most), and the references to the stack.
# aarch64: as instructions, under qemu; `cargo xtask codegen --aarch64` looks at these.
";

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Accepted {
    /// The compiler of the build that was accepted, as a hint where another one fails.
    pub(super) rustc: String,
    #[serde(default)]
    pub(super) instructions: BTreeMap<String, u64>,
    #[serde(default)]
    pub(super) kernels: BTreeMap<String, [u64; 2]>,
    #[serde(default)]
    pub(super) aarch64: BTreeMap<String, u64>,
}

impl Accepted {
    pub(super) fn read(path: &Path) -> Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).with_context(|| path.display().to_string()),
            Err(_) => Ok(Self::default()),
        }
    }

    pub(super) fn write(&self, path: &Path) -> Result<()> {
        Ok(std::fs::write(path, format!("{HEAD}{}", toml::to_string(self)?))?)
    }

    /// The problems of these kernels, compared with the accepted ones.
    pub(super) fn problems(&self, now: &BTreeMap<String, [u64; 2]>) -> Vec<String> {
        let loops =
            |of: &BTreeMap<String, [u64; 2]>| of.iter().map(|(name, [rounds, _])| (name.clone(), *rounds)).collect();
        let mut problems = judge(&loops(now), &loops(&self.kernels), "loop of ");
        for (name, [_, before]) in &self.kernels {
            match now.get(name) {
                None => problems.push(format!("{name} is gone, or has the code of another kernel")),
                Some([_, stack]) if stack * 100 > before * (100 + STACK_SLACK_PERCENT) => {
                    problems.push(format!("{name}: {stack} stack references, {before} accepted"));
                }
                Some(_) => {}
            }
        }
        problems
    }
}

/// Compares counts with the accepted ones; says what fell, returns what is wrong.
pub(super) fn judge(now: &BTreeMap<String, u64>, accepted: &BTreeMap<String, u64>, what: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, &count) in now {
        let Some(&before) = accepted.get(name) else {
            problems
                .push(format!("{what}{name}: {count} instructions, and no accepted number: --accept takes it down"));
            continue;
        };
        let per_cent = (count as f64 / before as f64 - 1.0) * 100.0;
        let text = format!("{what}{name}: {count} instructions, {before} accepted ({per_cent:+.1} %)");
        if count * 100 > before * (100 + SLACK_PERCENT) {
            problems.push(text);
        } else if count * 100 < before * (100 - SLACK_PERCENT) {
            // No fault, and yet to be accepted: a later rise to what was accepted would not be seen.
            println!("better: {text}: keep it by `cargo xtask codegen --accept`");
        }
    }
    for gone in accepted.keys().filter(|name| !now.contains_key(*name)) {
        println!("not checked: {what}{gone}: it is not there, or cannot be run");
    }
    problems
}

/// The counts beside the accepted ones.
pub(super) fn print_counts(what: &str, counts: &BTreeMap<String, u64>, accepted: &BTreeMap<String, u64>) {
    println!("{what:<28} {:>12} {:>10}", "instructions", "accepted");
    for (name, count) in counts {
        let before = accepted.get(name).map_or_else(|| "-".to_owned(), u64::to_string);
        println!("{name:<28} {count:>12} {before:>10}");
    }
}
