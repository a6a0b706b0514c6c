//! b3sum, of the BLAKE3 team: version 1.2, and `--tag` and `--seek` of later ones.

use std::ffi::OsString;

use zeroize::Zeroizing;

use super::b3check;
use super::getopt::{self, Known, flag, value};
use super::program::{Ended, Stop, files, help, lines_of, threads, version};
use crate::args::{Digits, Names, Style};
use crate::failure::FAILED;
use crate::function::{BLAKE3, MAX_BITS};
use crate::hash::{Blake3Mode, Setup};
use crate::line::{End, LineStyle};
use crate::output::{Plain, complain};
use crate::read::stdin_file;
use crate::secret;
use crate::sum;

const KNOWN: [Known; 13] = [
    flag("check", Some('c')),
    Known { long: "derive-key", short: None, takes: true },
    flag("keyed", None),
    value("length", 'l'),
    flag("no-mmap", None),
    flag("no-names", None),
    Known { long: "num-threads", short: None, takes: true },
    flag("quiet", None),
    flag("raw", None),
    Known { long: "seek", short: None, takes: true },
    flag("tag", None),
    flag("help", Some('h')),
    flag("version", Some('V')),
];

pub(super) fn run(arguments: Vec<OsString>) -> Ended {
    let usage = |message: &str| Err(Stop::Usage(message.into(), true));
    let read = getopt::read(arguments, &KNOWN);
    if let Some(error) = read.error {
        return usage(&error);
    }
    let has = |name: &str| read.options.iter().any(|(option, _)| *option == name);
    let value = |name: &str| read.options.iter().find(|(option, _)| *option == name).map(|(_, value)| value.clone());
    if has("help") {
        return Err(Stop::Text(help("b3sum", &KNOWN, "Print or check BLAKE3 checksums, as b3sum does.")));
    }
    if has("version") {
        return Err(Stop::Text(version("b3sum")));
    }
    if let Some((option, _)) = read.options.iter().find(|(option, _)| {
        has("check") && ["derive-key", "keyed", "length", "raw", "no-names", "seek", "tag"].contains(option)
    }) {
        return usage(&format!("--{option} cannot be used with --check"));
    }
    if has("keyed") && has("derive-key") {
        return usage("--keyed cannot be used with --derive-key");
    }
    if has("quiet") && !has("check") {
        return usage("--quiet needs --check");
    }
    let mut settings = threads();
    if let Some(number) = value("num-threads") {
        match number.parse::<u16>() {
            Ok(0) => {}
            Ok(threads) => settings.threads = threads.into(),
            Err(_) => return usage("--num-threads takes a number"),
        }
    }
    let mut files = files(read.files);
    if has("check") {
        return b3check::run(&files, has("quiet"), settings);
    }
    let bits = match value("length").map(|length| length.parse::<u64>()) {
        None => 256,
        Some(Ok(bytes)) if bytes <= MAX_BITS / 8 => bytes * 8,
        Some(_) => return usage("--length takes a number of bytes up to 536870912"),
    };
    let Ok(seek) = value("seek").map_or(Ok(0), |seek| seek.parse::<u64>()) else {
        return usage("--seek takes a number of bytes");
    };
    // The output has 2^64 - 1 bytes.
    if u64::MAX - seek < bits / 8 {
        return usage("--seek and --length are beyond the end of the output");
    }
    if has("raw") && files.len() > 1 {
        return Err(Stop::Status(FAILED, "Only one filename can be provided when using --raw".into()));
    }
    let mut passed = true;
    let blake3 = if has("keyed") {
        let key = key()?;
        files.retain(|file| {
            let free = file != "-";
            if !free {
                complain("-: Cannot open `-` in keyed mode");
                passed = false;
            }
            free
        });
        Blake3Mode::Keyed(key)
    } else {
        value("derive-key").map_or(Blake3Mode::Hash, Blake3Mode::DeriveKey)
    };
    let style = if has("raw") {
        Style::Raw
    } else {
        Style::Line {
            form: if has("tag") { LineStyle::Tagged } else { LineStyle::Untagged },
            end: End::OldNewline,
            digits: Digits::Hexadecimal,
            mode: b' ',
            names: if has("no-names") { Names::Omitted } else { Names::Lossy },
        }
    };
    let setup = Setup { blake3, seek, ..Setup::default() };
    let run = sum::Run { setup, settings, ..lines_of(files, BLAKE3, bits, style) };
    Ok(sum::sum(run)? && passed)
}

/// Standard input, which must be 32 bytes.
fn key() -> Result<Zeroizing<Vec<u8>>, Stop> {
    let refuse = |message: String| Stop::Status(FAILED, message);
    let read = secret::read(&mut stdin_file()?, 32);
    let key = read.map_err(|error| refuse(format!("key on standard input: {}", Plain(&error))))?;
    let found = key.as_ref().map_or_else(|| "more".to_owned(), |key| key.len().to_string());
    let wrong = || refuse(format!("expected 32 key bytes from stdin, found {found}"));
    key.filter(|key| key.len() == 32).ok_or_else(wrong)
}
