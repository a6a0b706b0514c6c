//! `cargo xtask agree`: random messages, in random pieces and batches, on random backends, compared with other people's code: the crates
//! that are rivals in the bench, and OpenSSL, hashlib's BLAKE2 and pycryptodome through a pipe (`peer.py`). The seed and the number of a case determine it,
//! so any case can be repeated.

mod case;
mod ours;
mod peer;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use lanesum_bench::rivals::RIVALS;

use crate::verdict::Verdict;
use case::{Case, FUNCTIONS};
use peer::Peer;

/// The length of the data that all messages are pieces of.
const DATA_BYTES: usize = 1 << 20;

/// So many cases are sent to the peer before its answers are read: requests fit into a pipe.
const SENT_AT_ONCE: u64 = 100;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long to go on
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,

    /// Where all cases follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Make only the case of this number
    #[arg(long, value_name = "N")]
    case: Option<u64>,

    /// Python with pycryptodome
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: PathBuf,

    /// Flip a bit of lanesum's output of FUNCTION in one case of ten: the run must fail
    #[arg(long, value_name = "FUNCTION")]
    plant: Option<String>,

    /// With --plant: only where it is compared with this implementation
    #[arg(long, value_name = "IMPLEMENTATION", requires = "plant")]
    against: Option<String>,
}

/// How often the outputs of each function were compared with each implementation's.
type Counts = BTreeMap<(&'static str, String), u64>;

pub(crate) fn command(options: &Options) -> Result<Verdict> {
    if let Some(name) = &options.plant {
        ensure!(FUNCTIONS.iter().any(|function| function.name() == name), "there is no function {name}");
    }
    let begun = Instant::now();
    let mut run = Run::new(options)?;
    let mut next = options.case.unwrap_or(0);
    loop {
        let count = if options.case.is_some() { 1 } else { SENT_AT_ONCE };
        run.compare(next, count)?;
        next += count;
        if options.case.is_some() || begun.elapsed() >= Duration::from_secs(options.seconds) {
            break;
        }
    }
    run.report(next, begun.elapsed());
    Ok(Verdict::Passed)
}

struct Run<'o> {
    options: &'o Options,
    data: Vec<u8>,
    /// None in tests, which need no Python.
    peer: Option<Peer>,
    counts: Counts,
}

impl<'o> Run<'o> {
    fn new(options: &'o Options) -> Result<Self> {
        let data = case::data(options.seed, DATA_BYTES);
        let peer =
            Peer::start(&options.python, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/agree/peer.py")), &data)
                .context("the peer: python3 with pycryptodome (--python)")?;
        Ok(Self { options, data, peer: Some(peer), counts: Counts::new() })
    }

    /// So many cases from this number on.
    fn compare(&mut self, first: u64, count: u64) -> Result<()> {
        let mut sent = Vec::new();
        for number in first..first + count {
            let case = Case::new(self.options.seed, number, self.data.len());
            let outputs = ours::outputs(&case, &self.data).with_context(|| format!("case {number}: {case:?}"))?;
            self.against_crates(number, &case, &outputs)?;
            if let Some(peer) = &mut self.peer {
                peer.ask(&case, &self.data)?;
            }
            sent.push((number, case, outputs));
        }
        let Some(mut peer) = self.peer.take() else { return Ok(()) };
        peer.flush()?;
        for (number, case, outputs) in sent {
            for implementation in peer.of(&case) {
                for ours in &outputs {
                    let theirs = peer.read(ours.len())?;
                    self.equal(number, &case, &implementation, ours, &theirs)?;
                }
            }
        }
        self.peer = Some(peer);
        Ok(())
    }

    fn against_crates(&mut self, number: u64, case: &Case, outputs: &[Vec<u8>]) -> Result<()> {
        if case.parameters.is_some() {
            return Ok(());
        }
        for rival in RIVALS {
            let Ok(mut hash) = rival.hash(case.function.name()) else { continue };
            for (range, ours) in case.messages.iter().zip(outputs) {
                let mut theirs = vec![0; ours.len()];
                let done = hash(&self.data[range.clone()], &mut theirs);
                ensure!(done.is_ok(), "case {number}: {} failed at {case:?}", rival.name);
                self.equal(number, case, rival.name, ours, &theirs)?;
            }
        }
        Ok(())
    }

    fn equal(&mut self, number: u64, case: &Case, implementation: &str, ours: &[u8], theirs: &[u8]) -> Result<()> {
        let Options { plant, against, .. } = self.options;
        let mut ours = Cow::Borrowed(ours);
        if plant.as_deref() == Some(case.function.name())
            && against.as_deref().is_none_or(|only| only == implementation)
            && number.is_multiple_of(10)
            && !ours.is_empty()
        {
            let last = ours.len() - 1;
            ours.to_mut()[last] ^= 1;
        }
        if *ours != *theirs {
            bail!(
                "case {number} of seed {}: {implementation} has another output (--seed {} --case {number}): {case:?}",
                self.options.seed,
                self.options.seed
            );
        }
        // An output of no bytes shows nothing.
        let counted = u64::from(!ours.is_empty());
        *self.counts.entry((case.function.name(), implementation.to_owned())).or_default() += counted;
        Ok(())
    }

    fn report(&self, cases: u64, elapsed: Duration) {
        println!("| function | compared with |\n| --- | --- |");
        for function in FUNCTIONS.iter() {
            let of = self.counts.iter().filter(|((name, _), count)| *name == function.name() && **count > 0);
            let of: Vec<_> = of.map(|((_, implementation), count)| format!("{implementation} {count}")).collect();
            println!("| `{}` | {} |", function.name(), of.join(", "));
        }
        let total: u64 = self.counts.values().sum();
        println!(
            "agree: {total} outputs were equal in {cases} cases of seed {}, {} s",
            self.options.seed,
            elapsed.as_secs()
        );
    }
}

#[cfg(test)]
mod tests;
