//! The parsers of the command: lists in every dialect, words of the command line, lists of names, and keys. The command is a program, which
//! cannot be linked: its modules are compiled in here.
#![no_main]
#![forbid(unsafe_code)]
#![allow(dead_code, unused_imports)]

macro_rules! modules {
    ($($name:ident $path:literal)*) => { $(#[path = $path] mod $name;)* };
}
modules! {
    args "../../crates/cli/src/args/mod.rs"
    audit "../../crates/cli/src/audit/mod.rs"
    bench "../../crates/cli/src/bench/mod.rs"
    check "../../crates/cli/src/check/mod.rs"
    completions "../../crates/cli/src/completions.rs"
    dropin "../../crates/cli/src/dropin/mod.rs"
    escape "../../crates/cli/src/escape.rs"
    failure "../../crates/cli/src/failure.rs"
    files "../../crates/cli/src/files.rs"
    function "../../crates/cli/src/function/mod.rs"
    hash "../../crates/cli/src/hash/mod.rs"
    info "../../crates/cli/src/info.rs"
    interrupt "../../crates/cli/src/interrupt.rs"
    key "../../crates/cli/src/key.rs"
    line "../../crates/cli/src/line.rs"
    list "../../crates/cli/src/list/mod.rs"
    man "../../crates/cli/src/man.rs"
    output "../../crates/cli/src/output.rs"
    place "../../crates/cli/src/place.rs"
    progress "../../crates/cli/src/progress.rs"
    quote "../../crates/cli/src/quote.rs"
    read "../../crates/cli/src/read/mod.rs"
    refusal "../../crates/cli/src/refusal.rs"
    saved "../../crates/cli/src/saved.rs"
    signing "../../crates/cli/src/signing/mod.rs"
    subject "../../crates/cli/src/subject/mod.rs"
    sum "../../crates/cli/src/sum.rs"
    tag "../../crates/cli/src/tag/mod.rs"
    topics "../../crates/cli/src/topics.rs"
    update "../../crates/cli/src/update/mod.rs"
    walk "../../crates/cli/src/walk/mod.rs"
    workers "../../crates/cli/src/workers/mod.rs"
}

use std::ffi::OsString;
use std::path::Path;
use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use clap::Parser;
use lanesum_fuzz::check::{holds, same};

use args::{Cli, Command};
use line::{End, Form, Line};
use list::{Dialect, Found, Lists, Only, Reading};
use subject::Subject;
use walk::{Directories, Filter, Inputs};

lanesum_fuzz::target!(command);

/// Where inputs stand that are read from files.
static FILE: LazyLock<tempfile::TempPath> =
    LazyLock::new(|| tempfile::NamedTempFile::new().expect("a temporary file").into_temp_path());

fn put(bytes: &[u8]) -> Vec<OsString> {
    std::fs::write(&*FILE, bytes).expect("it can be written");
    vec![FILE.to_path_buf().into()]
}

fn command(u: &mut Unstructured<'_>) -> Result<()> {
    // At the end, so that a list as it is makes an input with one byte in front.
    match u.arbitrary::<u8>()? % 8 {
        0 => words(u),
        1 => names(u),
        2 => key_file(u),
        kind => lists(u, kind),
    }
}

fn lists(u: &mut Unstructured<'_>, kind: u8) -> Result<()> {
    let dialect = match kind {
        3..6 => Dialect::All,
        6 => *u.choose(&[Dialect::Cksum, Dialect::B2sum, Dialect::Sum])?,
        _ => Dialect::Shasum,
    };
    let only = if dialect == Dialect::All {
        None
    } else {
        Some(Only::from(function::Function::Own(lanesum::Algorithm::Sha256)))
    };
    let mut reading = Reading::of(dialect, only);
    if kind == 5 {
        reading.end = End::Nul;
    }
    let text = u.bytes(u.len())?;
    for found in Lists::new(put(text), reading.clone()).collect::<Vec<_>>() {
        let Found::Entry { form: Form::Tagged, subject, digests, .. } = found else { continue };
        let [(tag, digest)] = &digests[..] else { continue };
        // As `sum` would write it.
        let line =
            Line { form: Form::Tagged, end: End::Newline, tag, name: subject.name(), on_terminal: false, mode: b' ' };
        let mut written = Vec::new();
        line.start(&mut written).expect("a vector");
        written.extend(data_encoding::HEXLOWER.encode(digest).bytes());
        line.end(&mut written).expect("a vector");
        let again = Lists::new(put(&written), Reading::of(Dialect::All, None)).next();
        let Some(Found::Entry { subject: other, digests: others, .. }) = again else {
            panic!("written as {}, which is no digest line", String::from_utf8_lossy(&written))
        };
        same("command: a line's name, written and read again", other.name(), subject.name());
        same("command: a line's digest, written and read again", &others[0].1, digest);
        holds("command: a line's tag, written and read again", others[0].0 == *tag);
    }
    Ok(())
}

/// Those of the command line, and what is asked of them before anything is read.
fn words(u: &mut Unstructured<'_>) -> Result<()> {
    let text = u.bytes(u.len())?;
    let words = text.split(|byte| *byte == b'\n').map(|word| {
        use std::os::unix::ffi::OsStringExt;
        OsString::from_vec(word.to_vec())
    });
    let words: Vec<_> = [OsString::from("lanesum")].into_iter().chain(words).collect();
    let Ok(cli) = Cli::try_parse_from(&words) else { return Ok(()) };
    match &cli.command {
        Command::Sum(args) => {
            let _ = args.style();
            if let Ok(tags) = args.tags() {
                // What `sum` writes, `check` reads.
                for tag in tags {
                    let text = tag.to_string();
                    let (function, rest) = tag::Tag::function_of(text.as_bytes()).expect("a function's name");
                    let rest = [rest, b" (name)"].concat();
                    let read = tag::Tag::read(function, &rest).map(|(read, _)| read);
                    holds("command: a tag, written and read again", read.as_ref() == Some(&tag));
                }
            }
        }
        Command::Check(args) => drop(args.check_parameters()),
        _ => {}
    }
    let refused = Cli::explain(cli.command.name(), refusal::Refusal("no".to_owned()));
    holds("command: a refusal says why", refused.to_string().starts_with("error: no"));
    Ok(())
}

/// `--files-from`: no name has the separator in it, and together they are no longer than the list.
fn names(u: &mut Unstructured<'_>) -> Result<()> {
    let text = u.bytes(u.len())?;
    let inputs = Inputs {
        arguments: Vec::new(),
        list: put(text).pop(),
        directories: Directories::Refuse,
        filter: Filter::default(),
    };
    let mut total = 0;
    for source in inputs.walk().expect("the list is there").flatten() {
        let name = source.name();
        total += name.len() + 1;
        let separator = if text.contains(&0) { 0 } else { b'\n' };
        holds("command: a name of a list", !name.is_empty() && !name.contains(&separator));
    }
    // `-` becomes `./-`.
    holds("command: the names of a list", total <= 1 + 2 * text.len());
    Ok(())
}

fn key_file(u: &mut Unstructured<'_>) -> Result<()> {
    let text = u.bytes(u.len())?;
    match key::read(put(text).pop().expect("one").as_ref()) {
        Ok(key) => same("command: a key's bytes", &key, text),
        Err(_) => holds("command: no key", text.is_empty() || text.len() > 1 << 20),
    }
    Ok(())
}
