//! All inputs of the command except lists of digests (target `lists`): words of the command line, lists of names, keys, signed lists, the
//! order of backends that is saved for a user, and the comments that lists have.
//! The command is a program and cannot be linked, so its modules are compiled into this target.
#![no_main]
#![forbid(unsafe_code)]
#![allow(dead_code, unused_imports)]

include!("modules.rs");

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use arbitrary::{Result, Unstructured};
use clap::Parser;
use lanesum_fuzz::check::{holds, same};
use lanesum_fuzz::input::change;
use signatures::pkcs8::{EncodePrivateKey as _, LineEnding};
use signatures::slh_dsa::{ParameterSet, SigningKey};
use signatures::spki::EncodePublicKey as _;

use args::{Cli, Command, PassphraseArgs, SignArgs};
use comments::{Link, Stamp};
use line::LineStyle;
use list::{Dialect, Found, Lists, Reading};
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
    match u.arbitrary()? {
        4..16_u8 => saved_order(u),
        16..32 => comments(u),
        other => match other % 4 {
            0 => words(u),
            1 => names(u),
            2 => key_file(u),
            _ => signed(u),
        },
    }
}

/// Those of the command line, and the checks before anything is read.
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
                // `check` reads the tags that `sum` writes.
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
    for found in inputs.walk().expect("the list is there").flatten() {
        let name = found.source.name();
        total += name.len() + 1;
        let separator = if text.contains(&0) { 0 } else { b'\n' };
        holds("command: a name of a list", !name.is_empty() && !name.contains(&separator));
    }
    // `-` becomes `./-`, and the last name may have no separator behind it.
    holds("command: the names of a list", total <= 2 * (text.len() + 1));
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

/// A list, its signature, and the public key, each in a file of its own.
struct Signed {
    // Gone with the process.
    _directory: tempfile::TempDir,
    files: [OsString; 3],
    contents: [Vec<u8>; 3],
}

static SIGNED: LazyLock<Signed> = LazyLock::new(|| {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = |name: &str| directory.path().join(name).into_os_string();
    let key = SigningKey::from_seeds(ParameterSet::Shake128f, &[1; 16], &[2; 16], &[3; 16]).expect("16 bytes each");
    let pem = key.to_pkcs8_pem(LineEnding::LF).expect("a key");
    std::fs::write(file("a.key"), &*pem).expect("it can be written");
    let public = key.verifying_key().to_public_key_pem(LineEnding::LF).expect("a key");
    std::fs::write(file("a.pub"), public).expect("it can be written");
    std::fs::write(file("SUMS"), format!("SHA256 (a) = {}\n", "5a".repeat(32))).expect("it can be written");
    let arguments = SignArgs {
        key: file("a.key"),
        comment: "a comment".to_owned(),
        passphrase: PassphraseArgs { passphrase_file: None },
        force: false,
        lists: vec![file("SUMS")],
    };
    assert!(signing::sign(&arguments).is_ok(), "the list can be signed");
    let files = ["SUMS", "SUMS.sig", "a.pub"].map(file);
    let contents = files.each_ref().map(|file| std::fs::read(file).expect("it was written just now"));
    Signed { _directory: directory, files, contents }
});

/// The list that `check --signed-by` accepts is the list that was signed.
fn signed(u: &mut Unstructured<'_>) -> Result<()> {
    let Signed { files, contents, .. } = &*SIGNED;
    let mut now = contents.clone();
    let which = u.int_in_range(0..=2_usize)?;
    change(u, &mut now[which])?;
    for (file, bytes) in files.iter().zip(&now) {
        std::fs::write(file, bytes).expect("it can be written");
    }
    match signing::verified_lists(&files[2], &files[..1], None) {
        Ok(lists) => {
            same("command: a verified list is the one that was signed", &lists[&files[0]], &contents[0]);
            same("command: a valid signature is the one that was made", &now[1], &contents[1]);
        }
        Err(_) => holds("command: what was signed is taken", now != *contents),
    }
    Ok(())
}

/// The orders of a file that fits this build and this processor, mostly: what is read, and written again, is read as the same.
fn saved_order(u: &mut Unstructured<'_>) -> Result<()> {
    let whole = u.arbitrary()?;
    let text = u.bytes(u.len())?;
    let read = if whole {
        saved::parse(text)
    } else {
        let none = saved::text(&[], "a date").expect("no orders");
        let (before, behind) = none.split_once("{}").expect("no orders");
        saved::parse(&[before.as_bytes(), text, behind.as_bytes()].concat())
    };
    match read {
        Ok((orders, date)) => {
            let again = saved::text(&orders, &date).expect("what was read");
            let again = saved::parse(again.as_bytes()).expect("it was written just now");
            holds("command: a saved order, written and read again", again == (orders, date));
        }
        // `info` says so.
        Err(reason) => drop(reason.to_string()),
    }
    Ok(())
}

/// All lines of a list with these bytes, up to one that makes `update` leave the list as it is.
fn lines(text: &[u8]) -> impl Iterator<Item = (Option<Stamp>, LineStyle, Subject)> {
    let mut reading = Reading { links: true, ..Reading::of(Dialect::All, None) };
    reading.verified = Some(Arc::new(HashMap::from([(OsString::from("list"), Arc::from(text))])));
    let found = Lists::new(vec!["list".into()], reading).filter(|found| !matches!(found, Found::Link(_)));
    found.map_while(|found| match found {
        Found::Entry { stamp, form, subject, foreign: false, .. } => Some((stamp, form, subject)),
        _ => None,
    })
}

/// The stamp of a file stands right before its line in a list, and is read as it was written; so are links.
fn comments(u: &mut Unstructured<'_>) -> Result<()> {
    let text = u.bytes(u.len())?;
    let raw = || text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    for line in raw() {
        if let Some(stamp) = Stamp::read(line) {
            holds("command: a stamp, written and read again", Stamp::read(stamp.to_string().as_bytes()) == Some(stamp));
        }
        if let Some(link) = Link::read(line) {
            let again = link.line();
            holds(
                "command: a link, written and read again",
                Link::read(again.strip_suffix(b"\n").unwrap_or_default()) == Some(link),
            );
        }
    }
    let raw: Vec<_> = raw().filter(|line| !line.is_empty() && (line[0] != b';')).collect();
    // The meaning of lines without a tag depends on the lines before.
    for (stamp, _, subject) in lines(text).filter(|(stamp, form, _)| stamp.is_some() && *form == LineStyle::Tagged) {
        let right = raw.windows(2).any(|pair| {
            // Not as the first line, which shows the encoding of a list.
            let alone = [b"\n", pair[0], b"\n", pair[1]].concat();
            Stamp::read(pair[0]) == stamp
                && lines(&alone).any(|(found, _, of)| found == stamp && of.name() == subject.name())
        });
        holds("command: a line's stamp is right before it", right);
    }
    Ok(())
}
