//! `lanesum check`: beside GNU's own programs (`golden`), what is lanesum's own (`ours`), what counts
//! in a list (`evidence`), lists of other programs (`foreign`, `formats`, `installed`), and files that are not lists (`hostile`).

#[cfg(unix)]
mod clues;
#[cfg(unix)]
mod evidence;
#[cfg(unix)]
mod foreign;
#[cfg(unix)]
mod formats;
#[cfg(unix)]
mod golden;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod installed;
mod names;
mod ours;

#[cfg(unix)]
pub(crate) use golden::{Chance, mutated};

use std::process::Output;

use super::{Folder, lanesum};

/// Every function of one file that `-a` takes here: asked of the command itself, so that a new one is tested as soon as it is
/// there. Those of a tuple are tested in `derived`.
fn functions() -> Vec<String> {
    let text = String::from_utf8(crate::output_of(&mut lanesum(&["help", "algorithms"])).stdout).unwrap();
    let names = text.split("All names for -a").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let names = names.split_once('\n').unwrap().1.split([',', '\n', ' ']).filter(|name| !name.is_empty());
    let names: Vec<_> = names.map(str::to_owned).filter(|name| !name.starts_with("tuple")).collect();
    assert!(names.len() >= 10 && names.iter().any(|name| name == "blake2b"), "{text}");
    names
}

/// The options without which a function computes nothing, for a folder with a file `key`.
fn options(functions: &str) -> &'static [&'static str] {
    if functions.contains("kmac") { &["--key-file", "key"] } else { &[] }
}

/// The output of a run, as text in which every byte can be seen, and its exit status.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    stdout: Vec<String>,
    stderr: Vec<String>,
    status: Option<i32>,
}

impl Seen {
    /// `program`: the name that stands before the run's messages.
    fn new(output: &Output, program: &str) -> Self {
        fn lines(bytes: &[u8]) -> impl Iterator<Item = String> {
            bytes.split(|&byte| byte == b'\n').map(|line| line.escape_ascii().to_string())
        }
        let prefix = format!("{program}: ");
        let stderr = lines(&output.stderr).map(|line| match line.strip_prefix(&prefix) {
            Some(rest) => format!("PROGRAM: {rest}"),
            None => line,
        });
        Self { stdout: lines(&output.stdout).collect(), stderr: stderr.collect(), status: output.status.code() }
    }
}

/// `lanesum check` with these arguments in a folder.
fn check(folder: &Folder, arguments: &[&str], stdin: &[u8]) -> Seen {
    let mut command = folder.lanesum(&["check"]);
    Seen::new(&command.args(arguments).write_stdin(stdin).output().unwrap(), "lanesum")
}

/// Asserts what a run of `lanesum check` writes.
#[track_caller]
fn expect(folder: &Folder, arguments: &[&str], stdin: &str, stdout: &str, stderr: &str, status: i32) {
    let output = crate::output_of(folder.lanesum(&["check"]).args(arguments).write_stdin(stdin));
    let text = |bytes: Vec<u8>| crate::in_words_of_linux(String::from_utf8(bytes).unwrap());
    let seen = (text(output.stdout), text(output.stderr), output.status.code());
    assert_eq!(seen, (stdout.to_owned(), stderr.to_owned(), Some(status)), "{arguments:?}");
}
