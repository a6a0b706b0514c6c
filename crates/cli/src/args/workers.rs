//! The options for the number of threads, and for how they read.

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;

use clap::{Args, ValueHint};

use crate::args::values::{bytes, number};
use crate::failure::Failure;
use crate::journal;
use crate::refusal::Refusal;
use crate::workers::{self, Io, IoOrder};

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    /// Number of threads that read and hash [default: one per processor]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16),
          allow_negative_numbers = true)]
    threads: Option<u16>,

    /// How to read: "parallel" (several files at once) or "sequential" (one after the other, for rotating disks), and how
    /// many bytes at a time, for example "sequential,4M" or "64K" [default: parallel, with automatic sizes]
    #[arg(long, value_name = "ORDER,SIZE", value_parser = io, default_value = "parallel", hide_default_value = true)]
    io: Io,

    /// Note the digest of each file in FILE, so that the same command, after an interruption, does not read unchanged files again; FILE
    /// is removed at the end
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    resume: Option<OsString>,
}

impl WorkerArgs {
    /// `output`: what the run writes or replaces.
    pub(crate) fn settings(&self, output: Option<&OsStr>) -> Result<workers::Settings, Failure> {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        if let Some(journal) = &self.resume {
            let whole = |name: &OsStr| std::path::absolute(name).ok();
            if output.is_some_and(|output| whole(output) == whole(journal)) {
                return Err(Refusal("--resume names the file that is to be written; name another one".into()).into());
            }
            journal::open(journal)?;
        }
        Ok(workers::Settings { threads: self.threads.map_or_else(all, usize::from), io: self.io })
    }
}

/// The smallest and the largest `--io` size.
const IO_BYTES: RangeInclusive<usize> = 4 << 10..=16 << 20;

fn io(text: &str) -> Result<Io, String> {
    let (mut order, mut size) = (None, None);
    for word in text.split(',') {
        let twice = match word {
            "parallel" => order.replace(IoOrder::Parallel).is_some(),
            "sequential" => order.replace(IoOrder::Sequential).is_some(),
            number => size.replace(self::size(number)?).is_some(),
        };
        if twice {
            return Err("give at most one order and one size, for example parallel,4M".into());
        }
    }
    Ok(Io { order: order.unwrap_or(Io::default().order), bytes: size })
}

fn size(text: &str) -> Result<usize, String> {
    // A sign was always taken.
    let size = bytes(text.strip_prefix('+').unwrap_or(text)).and_then(|size| size.try_into().ok());
    size.filter(|size| IO_BYTES.contains(size))
        .ok_or_else(|| format!("'{text}' is not \"parallel\", \"sequential\" or a size from 4K to 16M"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_read() {
        assert_eq!(io("parallel"), Ok(Io::default()));
        assert_eq!(io("sequential,4M"), Ok(Io { order: IoOrder::Sequential, bytes: Some(4 << 20) }));
        assert_eq!(io("64k"), Ok(Io { order: IoOrder::Parallel, bytes: Some(64 << 10) }));
        for wrong in
            ["", "sequential,parallel", "4K,8K", "sequentially", "1", "17M", "4G", "-4K", "99999999999999999999M", "K"]
        {
            assert!(io(wrong).is_err(), "{wrong}");
        }
    }
}
