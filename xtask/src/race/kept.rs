//! Times of earlier pieces of a race, in a file: a line for each program, function and number of threads on a course.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::programs::Entry;

/// What is known of a runner: its times in seconds, and the most memory that it held in KiB.
type Known = (Vec<f64>, Option<u64>);

pub(super) struct Kept {
    file: Option<PathBuf>,
    /// By course, program, function and threads, separated by tabs.
    all: BTreeMap<String, Known>,
}

fn key(course: &str, entry: &Entry, threads: usize) -> String {
    [course, entry.name, entry.note, entry.function, &threads.to_string()].join("\t")
}

impl Kept {
    /// What is in the file, which need not be there yet.
    pub(super) fn read(file: Option<&Path>) -> Result<Self> {
        let mut all = BTreeMap::new();
        if let Some(file) = file {
            let text = match fs::read_to_string(file) {
                Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
                text => text?,
            };
            for line in text.lines() {
                let (key, rest) = line.rsplit_once(": ").with_context(|| format!("{}: {line}", file.display()))?;
                let mut words = rest.split(' ');
                let memory = words.next().and_then(|kib| kib.parse().ok());
                all.insert(key.to_owned(), (words.map(str::parse).collect::<Result<_, _>>()?, memory));
            }
        }
        Ok(Self { file: file.map(Path::to_owned), all })
    }

    pub(super) fn of(&self, course: &str, entry: &Entry, threads: usize) -> Known {
        let (mut times, memory) = self.all.get(&key(course, entry, threads)).cloned().unwrap_or_default();
        times.sort_by(f64::total_cmp);
        (times, memory)
    }

    pub(super) fn set(&mut self, course: &str, entry: &Entry, threads: usize, times: &[f64], memory: Option<u64>) {
        self.all.insert(key(course, entry, threads), (times.to_vec(), memory));
    }

    pub(super) fn write(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut text = String::new();
        for (key, (times, memory)) in &self.all {
            let times: Vec<_> = times.iter().map(ToString::to_string).collect();
            let memory = memory.map_or("-".into(), |kib| kib.to_string());
            let _ = writeln!(text, "{key}: {memory} {}", times.join(" "));
        }
        fs::write(file, text).with_context(|| file.display().to_string())
    }
}
