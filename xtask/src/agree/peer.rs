//! OpenSSL, hashlib's BLAKE2 and pycryptodome, in a process of Python: questions and answers through pipes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use lanesum_bench::rivals::{CUSTOMIZATION, KEY};

use super::case::{Case, FUNCTIONS};

pub(crate) struct Peer {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The implementations that have a function, by its name.
    has: BTreeMap<String, Vec<String>>,
}

impl Peer {
    /// Tells it the data that all messages are pieces of and the names of the functions, and hears which of them it has.
    pub(crate) fn start(python: &Path, script: &Path, data: &[u8]) -> Result<Self> {
        let mut child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut input = BufWriter::with_capacity(1 << 20, child.stdin.take().context("no input")?);
        let output = BufReader::with_capacity(1 << 20, child.stdout.take().context("no output")?);
        let key = String::from_utf8_lossy(KEY);
        let mut peer = {
            let names: Vec<_> = FUNCTIONS.iter().map(|function| function.name()).collect();
            writeln!(input, "{key} {CUSTOMIZATION} {} {}", data.len(), names.join(" "))?;
            input.write_all(data)?;
            input.flush()?;
            Self { child, input, output, has: BTreeMap::new() }
        };
        let mut line = String::new();
        while peer.output.read_line(&mut line)? > 1 {
            let (implementation, functions) = line.trim_end().split_once(": ").context("not what peer.py writes")?;
            for function in functions.split(' ') {
                ensure!(FUNCTIONS.iter().any(|known| known.name() == function), "{function} is not known");
                peer.has.entry(function.to_owned()).or_default().push(implementation.to_owned());
            }
            line.clear();
        }
        ensure!(!peer.has.is_empty(), "it has ended, or has nothing");
        Ok(peer)
    }

    /// The implementations that will answer, in this order.
    pub(crate) fn of(&self, case: &Case) -> Vec<String> {
        self.has.get(case.function.name()).cloned().unwrap_or_default()
    }

    /// A line for each message; parameters follow in hexadecimal, `-` for one that is empty.
    pub(crate) fn ask(&mut self, case: &Case, data: &[u8]) -> Result<()> {
        let mut parameters = String::new();
        for range in case.parameters.iter().flat_map(|given| [&given.key, &given.salt, &given.custom]) {
            parameters += if range.is_empty() { " -" } else { " " };
            data[range.clone()].iter().try_for_each(|byte| write!(parameters, "{byte:02x}"))?;
        }
        for implementation in self.of(case) {
            for range in &case.messages {
                let (name, len) = (case.function.name(), range.len());
                writeln!(self.input, "{implementation} {name} {} {} {len}{parameters}", case.out, range.start)?;
            }
        }
        Ok(())
    }

    /// Sends what was asked; answers come when all of it has been read.
    pub(crate) fn flush(&mut self) -> Result<()> {
        writeln!(self.input)?;
        Ok(self.input.flush()?)
    }

    pub(crate) fn read(&mut self, bytes: usize) -> Result<Vec<u8>> {
        let mut out = vec![0; bytes];
        self.output.read_exact(&mut out).context("peer.py has ended")?;
        Ok(out)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
