//! shasum, of perl's `Digest::SHA` 6.02.

use std::ffi::OsString;
use std::fs::File;

use super::getopt::{self, Known, flag, value};
use super::program::{Ended, Stop, check_of, files, help, lines_of, version};
use crate::args::{Digits, Manner, Names, Style};
use crate::check;
use crate::failure::FAILED;
use crate::function::Function;
use crate::line::{End, LineStyle};
use crate::list::{Dialect, Only, of_size};
use crate::output::Plain;
use crate::sum;

const KNOWN: [Known; 14] = [
    value("algorithm", 'a'),
    flag("binary", Some('b')),
    flag("check", Some('c')),
    flag("tag", None),
    flag("text", Some('t')),
    flag("universal", Some('U')),
    flag("01", Some('0')),
    flag("ignore-missing", None),
    flag("quiet", Some('q')),
    flag("status", Some('s')),
    flag("strict", None),
    flag("warn", Some('w')),
    flag("help", Some('h')),
    flag("version", Some('v')),
];

pub(super) fn run(arguments: Vec<OsString>) -> Ended {
    let usage = |message: &str| Err(Stop::Usage(message.into(), true));
    // Perl does not mind in which case long options are.
    let lower = |argument: OsString| match argument.to_str() {
        Some(text) if text.starts_with("--") => text.to_ascii_lowercase().into(),
        _ => argument,
    };
    let read = getopt::read(arguments.into_iter().map(lower).collect(), &KNOWN);
    if let Some(error) = read.error {
        return usage(&error);
    }
    let has = |name: &str| read.options.iter().any(|(option, _)| *option == name);
    if has("help") {
        return Err(Stop::Text(help("shasum", &KNOWN, "Print or check SHA checksums, as perl's shasum does.")));
    }
    let (binary, text, check) = (has("binary"), has("text"), has("check"));
    if [binary, text, has("universal"), has("01")].into_iter().filter(|given| *given).count() > 1 {
        return usage("Ambiguous file mode");
    }
    for option in ["warn", "status", "quiet", "ignore-missing", "strict"] {
        if has(option) && !check {
            return usage(&format!("--{option} option used only when verifying checksums"));
        }
    }
    if has("tag") && (text || has("universal") || has("01")) {
        return usage("--tag supports binary mode alone");
    }
    let algorithm = read.options.iter().rev().find(|(option, _)| *option == "algorithm");
    let algorithm = algorithm.map_or("1", |(_, argument)| argument.trim_start_matches('+'));
    let Some(function) = of_size(algorithm) else {
        return usage("Unrecognized algorithm");
    };
    if has("version") {
        return Err(Stop::Text(version("shasum")));
    }
    if has("universal") || has("01") {
        return Err(Stop::Usage(
            "lanesum has neither the mode of bits (-0) nor that of universal newlines (-U)".into(),
            false,
        ));
    }
    let manner = Manner {
        ignore_missing: has("ignore-missing"),
        quiet: has("quiet"),
        status: has("status"),
        strict: has("strict"),
        warn: has("warn"),
        plain_names: true,
        ..Manner::default()
    };
    let files = files(read.files);
    if check {
        return check_all(files, function, manner);
    }
    let style = Style::Line {
        form: if has("tag") { LineStyle::Tagged } else { LineStyle::Untagged },
        end: End::OldNewline,
        digits: Digits::Hexadecimal,
        mode: if binary { b'*' } else { b' ' },
        names: Names::Slashed,
    };
    Ok(sum::sum(lines_of(files, function, function.usual_bits(), style))?)
}

/// One list after the other: shasum ends at the first that it cannot open.
fn check_all(lists: Vec<OsString>, function: Function, manner: Manner) -> Ended {
    let mut passed = true;
    for list in lists {
        if list != "-"
            && let Err(error) = File::open(&list)
        {
            let status = error.raw_os_error().and_then(|code| u8::try_from(code).ok()).unwrap_or(FAILED);
            return Err(Stop::Status(status, format!("{}: {}", list.to_string_lossy(), Plain(&error))));
        }
        let only = Only { functions: vec![function], name: Some("SHA"), untagged: true };
        passed &= check::check(check_of(vec![list], Dialect::Shasum, only, manner))?;
    }
    Ok(passed)
}
