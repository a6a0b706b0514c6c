//! Options as `getopt_long` of the GNU C library takes them: in any order among the files, long options abbreviated if unambiguous, short
//! options combined.

use std::ffi::{OsStr, OsString};

use crate::args::expand;

/// An option that a program has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) long: &'static str,
    pub(super) short: Option<char>,
    /// Does an argument follow?
    pub(super) takes: bool,
}

/// An option without an argument.
pub(super) const fn flag(long: &'static str, short: Option<char>) -> Known {
    Known { long, short, takes: false }
}

/// An option with one.
pub(super) const fn value(long: &'static str, short: char) -> Known {
    Known { long, short: Some(short), takes: true }
}

/// An option on the command line: its long name, and its argument, or nothing.
pub(super) type Given = (&'static str, String);

/// Options, in their order, and files. An unknown option ends the reading, with the error.
pub(super) struct Read {
    pub(super) options: Vec<Given>,
    pub(super) files: Vec<OsString>,
    pub(super) error: Option<String>,
}

pub(super) fn read(arguments: Vec<OsString>, known: &[Known]) -> Read {
    let posixly_correct = std::env::var_os("POSIXLY_CORRECT").is_some();
    let mut read = Read { options: Vec::new(), files: Vec::new(), error: None };
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let bytes = argument.as_encoded_bytes();
        let result = if bytes == b"--" {
            break;
        } else if let Some(long) = bytes.strip_prefix(b"--") {
            read_long(&String::from_utf8_lossy(long), known, &mut arguments).map(|given| read.options.push(given))
        } else if bytes.len() > 1 && bytes.starts_with(b"-") {
            read_short(&argument, known, &mut arguments, &mut read.options)
        } else {
            read.files.push(argument);
            if posixly_correct {
                break;
            }
            continue;
        };
        if let Err(error) = result {
            read.error = Some(error);
            return read;
        }
    }
    read.files.extend(arguments);
    expand(&mut read.files);
    read
}

fn read_long(text: &str, known: &[Known], rest: &mut impl Iterator<Item = OsString>) -> Result<Given, String> {
    let (name, argument) = text.split_once('=').map_or((text, None), |(name, argument)| (name, Some(argument)));
    let fitting: Vec<&Known> = known.iter().filter(|known| known.long.starts_with(name)).collect();
    let exact = fitting.iter().find(|known| known.long == name);
    let known = match (exact, &fitting[..]) {
        (Some(known), _) | (None, [known]) => known,
        (None, []) => return Err(format!("unrecognized option '--{text}'")),
        (None, _) => {
            let all = fitting.iter().flat_map(|known| [" '--", known.long, "'"]).collect::<String>();
            return Err(format!("option '--{text}' is ambiguous; possibilities:{all}"));
        }
    };
    let long = known.long;
    match (known.takes, argument) {
        (false, Some(_)) => Err(format!("option '--{long}' doesn't allow an argument")),
        (false, None) => Ok((long, String::new())),
        (true, Some(argument)) => Ok((long, argument.to_owned())),
        (true, None) => {
            let argument = rest.next().ok_or_else(|| format!("option '--{long}' requires an argument"))?;
            Ok((long, argument.to_string_lossy().into_owned()))
        }
    }
}

fn read_short(
    argument: &OsStr,
    known: &[Known],
    rest: &mut impl Iterator<Item = OsString>,
    options: &mut Vec<Given>,
) -> Result<(), String> {
    let text = argument.to_string_lossy();
    let mut letters = text[1..].chars();
    while let Some(letter) = letters.next() {
        let known = known.iter().find(|known| known.short == Some(letter));
        let known = known.ok_or_else(|| format!("invalid option -- '{letter}'"))?;
        let mut argument = String::new();
        if known.takes {
            letters.as_str().clone_into(&mut argument);
            letters = "".chars();
            if argument.is_empty() {
                let next = rest.next().ok_or_else(|| format!("option requires an argument -- '{letter}'"))?;
                argument = next.to_string_lossy().into_owned();
            }
        }
        options.push((known.long, argument));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Known] =
        &[flag("check", Some('c')), flag("status", None), flag("strict", None), value("length", 'l')];

    fn options(arguments: &[&str]) -> Result<(Vec<Given>, Vec<String>), String> {
        let read = read(arguments.iter().map(Into::into).collect(), KNOWN);
        let files = read.files.into_iter().map(|file| file.into_string().unwrap()).collect();
        read.error.map_or(Ok((read.options, files)), Err)
    }

    #[test]
    fn what_getopt_takes() {
        let given = |option: &'static str, argument: &str| (option, argument.to_owned());
        let check = || given("check", "");
        let files = |files: &[&str]| files.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(options(&["a", "-c", "b"]), Ok((vec![check()], files(&["a", "b"]))));
        assert_eq!(options(&["--c", "--", "-c"]), Ok((vec![check()], files(&["-c"]))));
        assert_eq!(options(&["-cl8", "-"]), Ok((vec![check(), given("length", "8")], files(&["-"]))));
        assert_eq!(options(&["-l", "8", "--le=9"]), Ok((vec![given("length", "8"), given("length", "9")], vec![])));
        assert_eq!(options(&["--length", "-c"]), Ok((vec![given("length", "-c")], vec![])));
    }

    #[test]
    fn what_it_refuses() {
        for (arguments, error) in [
            (&["-x"][..], "invalid option -- 'x'"),
            (&["--no"], "unrecognized option '--no'"),
            (&["--st"], "option '--st' is ambiguous; possibilities: '--status' '--strict'"),
            (&["--check=1"], "option '--check' doesn't allow an argument"),
            (&["-l"], "option requires an argument -- 'l'"),
            (&["--len"], "option '--length' requires an argument"),
        ] {
            assert_eq!(options(arguments), Err(error.to_owned()));
        }
    }
}
