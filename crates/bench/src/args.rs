//! The command line of `lanesum-bench`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use measure::trials::Settings;

const EXAMPLES: &str = "\
Examples:
  lanesum-bench --filter shake128 --bytes 4096 --messages 1,8
  lanesum-bench --filter 'sha3-(256|512)' --rivals openssl,keccak-asm --json new.json
  lanesum-bench --gate --json gate.json
  lanesum-bench --gate --stack --filter sha256
  lanesum-bench --field --filter '^tree|PBKDF2'
  lanesum-bench --signatures --botan target/botan-signatures/signatures --json signatures.json
  lanesum-bench --papers --default-profile --json run.json
  lanesum-bench --papers --default-profile --resume run.json --json better.json
  python3 crates/bench/report run.json gate.json --markdown performance.md --html report.html

A row without enough quiet samples is tried again when all else is done, two minutes or more after its last try, five times
before that stands: on a busy machine a run takes ten minutes longer, but with --retries 0. FILE of --json is written at the end; till then
the rows are in FILE.part beside it, with which --resume goes on if a run was stopped.";

/// lanesum against its rivals and against the limits of the machine, in one run
#[derive(Clone, Debug, Parser)]
#[command(name = "lanesum-bench", version, after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // one for each option
pub struct Args {
    /// Only the algorithm of this name (as in `lanesum info`), or those in whose names this regular expression finds something
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<String>,

    /// Messages of this many bytes, in place of the standard grid
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub bytes: Vec<usize>,

    /// This many messages in one call, in place of the standard grid
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = at_least_one)]
    pub messages: Vec<usize>,

    /// Who else takes part: `all`, `none`, or names of crates
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "all")]
    pub rivals: Vec<String>,

    /// Sampling time for each case in seconds, shared by all who take part in it
    #[arg(long, value_name = "S", default_value_t = 0.5, value_parser = seconds)]
    pub seconds: f64,

    /// How often a row without enough quiet samples is tried again, two minutes or more after its last try
    #[arg(long, value_name = "N", default_value_t = Settings::default().retries)]
    pub retries: usize,

    /// Write all that was measured as JSON, from which `crates/bench/report` makes pages and plots; `-` is standard output, which then
    /// has nothing else
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Go on with the run that wrote this JSON, with the same options: only what found no quiet moment then is measured, and the other
    /// rows are taken over, the gate's always
    #[arg(long, value_name = "OLD.json")]
    pub resume: Option<PathBuf>,

    /// The gate alone: 1000 (or SETS) random sets of messages for each of eight functions, in one call and one by one. Fails if
    /// one call is slower, or if the machine is too noisy to tell. Takes only `--filter` and `--json`
    #[arg(long, value_name = "SETS", num_args = 0..=1, default_missing_value = "1000", conflicts_with_all = [
        "bytes", "messages", "rivals", "seconds", "retries", "resume", "papers", "default_profile",
    ])]
    pub gate: Option<usize>,

    /// Sweeps the stack over a page for each kernel instead: 32 positions, the least and the worst, as TSV. Fails if the worst is more than
    /// 5 % above the least. Takes only `--filter`
    #[arg(long, requires = "gate", conflicts_with = "json")]
    pub stack: bool,

    /// Work of whole programs alone, beside what they use: nodes, trees, small updates, HMAC, PBKDF2, tries, objects of git, chunks and
    /// tarballs. Takes only `--filter`, which finds rows
    #[arg(long, conflicts_with_all = [
        "gate", "signatures", "json", "bytes", "messages", "rivals", "seconds", "retries", "resume", "papers", "default_profile",
    ])]
    pub field: bool,

    /// Signatures alone: SLH-DSA, XMSS and LMS beside their limits, goals and rivals. Takes only `--filter`, which names parameter sets,
    /// `--rivals`, `--seconds`, `--backend`, `--liboqs`, `--botan` and `--json`
    #[arg(long, conflicts_with_all = ["gate", "bytes", "messages", "retries", "resume", "papers", "default_profile"])]
    pub signatures: bool,

    /// lanesum's signatures on this backend
    #[arg(long, value_name = "NAME", requires = "signatures")]
    pub backend: Option<lanesum::Backend>,

    /// The program that `crates/bench/liboqs/build` makes, which times liboqs's signatures
    #[arg(long, value_name = "PROGRAM", requires = "signatures")]
    pub liboqs: Option<PathBuf>,

    /// The program that `crates/bench/botan/build` makes, which times Botan's
    #[arg(long, value_name = "PROGRAM", requires = "signatures")]
    pub botan: Option<PathBuf>,

    /// Measure batches of short messages in a build with cargo's default release profile, too. Cargo builds it first, which takes
    /// some minutes
    #[arg(long)]
    pub default_profile: bool,

    /// Measure what the papers' tables need, too; with a filter only for the algorithms that it matches
    #[arg(long)]
    pub papers: bool,
}

/// Those of the known names that `--rivals` has: all, none, or some.
pub(crate) fn named<'k>(names: &[String], known: &[&'k str]) -> Result<Vec<&'k str>> {
    match names {
        [all] if all == "all" => return Ok(known.to_vec()),
        [none] if none == "none" => return Ok(Vec::new()),
        _ => {}
    }
    let one = |name: &String| {
        let found = known.iter().find(|known| **known == name).copied();
        found.with_context(|| format!("--rivals {name} is no rival; there are: all, none, {}", known.join(", ")))
    };
    names.iter().map(one).collect()
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("it must be a number above 0, of at most 3600".into()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("it must be a whole number, 1 or more".into()),
        Ok(number) => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn lists_are_separated_by_commas() {
        let args = Args::try_parse_from(["", "--bytes", "0,64", "--messages", "1,8"]).expect("it is right");
        assert_eq!((args.bytes, args.messages, args.rivals), (vec![0, 64], vec![1, 8], vec!["all".to_owned()]));
        for wrong in [["--messages", "0"], ["--seconds", "0"], ["--seconds", "nan"], ["--bytes", "-1"]] {
            assert!(Args::try_parse_from([&[""][..], &wrong[..]].concat()).is_err(), "{wrong:?}");
        }
    }
}
