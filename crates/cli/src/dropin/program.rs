//! Code that all programs share: exit statuses and help.

use std::ffi::OsString;

use super::getopt::Known;
use crate::args::{Manner, Style};
use crate::check;
use crate::comments::Comments;
use crate::failure::Failure;
use crate::function::Function;
use crate::hash::Setup;
use crate::list::{Dialect, Only, Reading};
use crate::sum::{self, Remarks};
use crate::tag::Tag;
use crate::walk::{Directories, Filter, Inputs};
use crate::workers::{Io, Settings};

/// The end of a program's work: `Ok` says whether all went well. It is empty if the work ended early and that was already reported.
pub(super) type Ended = Result<bool, Stop>;

/// Why a program ends before its work is done.
pub(super) enum Stop {
    /// A command line that it does not take; with this message, and whether one that tells of `--help` follows.
    Usage(String, bool),
    /// Exit with this status, after a message.
    Status(u8, String),
    /// The text of `--help` or `--version`.
    Text(String),
    Failure(Failure),
}

impl<E: Into<Failure>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failure(error.into())
    }
}

/// The text of `--version`. Scripts look for the program's name in the first line.
pub(super) fn version(program: &str) -> String {
    format!("{program} (lanesum) {}\n", env!("CARGO_PKG_VERSION"))
}

pub(super) fn help(program: &str, options: &[Known], about: &str) -> String {
    let known = options.iter().map(|option| {
        let short = option.short.map_or("    ".to_owned(), |short| format!("-{short}, "));
        let name = format!("{}{}", option.long, if option.takes { " VALUE" } else { "" });
        format!("  {short}--{name:<18}{}", meaning(program, option.long))
    });
    let known = known.collect::<Vec<_>>().join("\n");
    format!(
        "Usage: {program} [OPTION]... [FILE]...\n{about}\nNo FILE, or -, is standard input.\n\nOptions:\n{known}\n\n\
         This is lanesum in place of {program}: \"lanesum help as\" says how they differ.\n"
    )
}

/// The meaning of an option. The programs agree on the options that they share.
fn meaning(program: &str, option: &str) -> &'static str {
    match option {
        "algorithm" if program == "shasum" => "1 (default), 224, 256, 384, 512, 512224 or 512256",
        "algorithm" => "md5, sha1, sha224 to sha512, sha2, sha3, blake2b",
        "binary" => "write a * before names in untagged lines",
        "text" => "write a space before names (default)",
        "check" => "read lists from the FILEs and check them",
        "tag" if program == "b3sum" => "write BLAKE3 (FILE) = DIGEST",
        "tag" => "write lines that name the algorithm",
        "untagged" => "write lines without the algorithm's name",
        "zero" => "end lines with NUL, and do not escape names",
        "base64" => "write digests in base64, not hexadecimal",
        "raw" => "write only the digest, as raw bytes",
        "seek" => "the first byte of output that is wanted (default: 0)",
        "debug" => "no effect here",
        "length" if program == "b3sum" => "bytes of output (default: 32)",
        "length" => "bits of output, a multiple of 8",
        "ignore-missing" => "-c: do not report or fail for missing files",
        "quiet" => "-c: do not report files that are intact",
        "status" => "-c: write nothing; see the exit status",
        "strict" => "-c: fail if a line is not a digest line",
        "warn" => "-c: warn about lines that are not digest lines",
        "universal" | "01" => "not supported by lanesum",
        "derive-key" => "derive a key: VALUE is the context",
        "keyed" => "the key is 32 bytes on standard input",
        "no-mmap" => "no effect: lanesum never maps files",
        "no-names" => "write digests without names",
        "num-threads" => "number of threads (default: one per processor)",
        "help" => "show this help",
        "version" => "show the version",
        _ => "",
    }
}

/// A run that writes lines of files by one function, as these programs do.
pub(super) fn lines_of(files: Vec<OsString>, function: Function, bits: u64, style: Style) -> sum::Run {
    sum::Run {
        inputs: Inputs { arguments: files, list: None, directories: Directories::Refuse, filter: Filter::default() },
        tags: vec![Tag::plain(function, bits)],
        setup: Setup::default(),
        style,
        settings: threads(),
        output: None,
        base: None,
        progress: false,
        comments: Comments::default(),
        remarks: Remarks::Foreign,
    }
}

/// A run of programs that check lists as lanesum does.
pub(super) fn check_of(lists: Vec<OsString>, dialect: Dialect, only: Only, manner: Manner) -> check::Run {
    check::Run {
        alone: None,
        lists,
        reading: Reading::of(dialect, Some(only)),
        manner,
        setup: Setup::default(),
        options: Vec::new(),
        settings: threads(),
        output: None,
        progress: false,
    }
}

/// One thread per processor.
pub(super) fn threads() -> Settings {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Settings { threads, io: Io::default() }
}

/// Files, or standard input if there is none.
pub(super) fn files(files: Vec<OsString>) -> Vec<OsString> {
    if files.is_empty() { vec!["-".into()] } else { files }
}
