//! cksum of GNU coreutils, and its older interfaces: b2sum, md5sum, sha1sum, sha224sum to sha512sum.
//!
//! Options and the treatment of lines are those of coreutils 9.1, with additions of later versions (`-a sha2`, `-a sha3`, `--base64`,
//! `--raw`).

use std::ffi::OsString;

use super::getopt::{self, Known, flag, value};
use super::program::{Ended, Stop, check_of, files, help, lines_of, version};
use crate::args::{Digits, Manner, Names, Style};
use crate::check;
use crate::function::Function;
use crate::line::{End, LineStyle};
use crate::list::{Dialect, Only};
use crate::sum;
use crate::tag::Tag;

const COMMON: [Known; 12] = [
    flag("binary", Some('b')),
    flag("check", Some('c')),
    flag("ignore-missing", None),
    flag("quiet", None),
    flag("status", None),
    flag("strict", None),
    flag("tag", None),
    flag("text", Some('t')),
    flag("warn", Some('w')),
    flag("zero", Some('z')),
    flag("help", None),
    flag("version", None),
];
const LENGTH: Known = value("length", 'l');
const OF_CKSUM: [Known; 5] =
    [value("algorithm", 'a'), flag("base64", None), flag("debug", None), flag("raw", None), flag("untagged", None)];

/// The functions that cksum has by name.
const ALGORITHMS: [&str; 7] = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b"];

/// Names, and their bits.
type Sizes = [(&'static str, u64); 4];

/// Its families of four, with their names in warnings.
const FAMILIES: [(&str, &str, Sizes); 2] = [
    ("sha2", "SHA2", [("sha224", 224), ("sha256", 256), ("sha384", 384), ("sha512", 512)]),
    ("sha3", "SHA3", [("sha3-224", 224), ("sha3-256", 256), ("sha3-384", 384), ("sha3-512", 512)]),
];

/// The algorithms that cksum has and lanesum lacks.
const MISSING: [&str; 5] = ["bsd", "sysv", "crc", "crc32b", "sm3"];

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "options of the command line, by their names there")]
struct Given {
    algorithm: Option<String>,
    length: Option<String>,
    binary: Option<bool>,
    tag: Option<bool>,
    check: bool,
    zero: bool,
    base64: bool,
    raw: bool,
    manner: Manner,
}

pub(super) fn run(program: &'static str, arguments: Vec<OsString>) -> Ended {
    let mut known = COMMON.to_vec();
    if matches!(program, "cksum" | "b2sum") {
        known.push(LENGTH);
    }
    if program == "cksum" {
        known.extend(OF_CKSUM);
    }
    let read = getopt::read(arguments, &known);
    let mut given = Given::default();
    for (option, argument) in read.options {
        match option {
            "help" => {
                return Err(Stop::Text(help(program, &known, "Print or check checksums, as GNU coreutils does.")));
            }
            "version" => return Err(Stop::Text(version(program))),
            _ => given.take(option, argument)?,
        }
    }
    if let Some(error) = read.error {
        return Err(Stop::Usage(error, true));
    }
    let choice = given.choice(program)?;
    given.fit(program, &read.files)?;
    let files = files(read.files);
    if given.check {
        let dialect = match program {
            "cksum" => Dialect::Cksum,
            "b2sum" => Dialect::B2sum,
            _ => Dialect::Sum,
        };
        let only = Only { functions: choice.functions, name: choice.name, untagged: choice.told };
        return Ok(check::check(check_of(files, dialect, only, given.manner))?);
    }
    let Some(&function) = choice.functions.first().filter(|_| choice.told) else {
        return Err(Stop::Usage(unsupported("crc"), false));
    };
    let form = if given.tagged(program) { LineStyle::Tagged } else { LineStyle::Untagged };
    let binary = form == LineStyle::Untagged && given.binary == Some(true);
    let style = if given.raw {
        Style::Raw
    } else {
        Style::Line {
            form,
            end: if given.zero { End::Nul } else { End::Newline },
            digits: if given.base64 { Digits::Base64 } else { Digits::Hexadecimal },
            mode: if binary { b'*' } else { b' ' },
            names: Names::Written,
        }
    };
    Ok(sum::sum(lines_of(files, function, choice.bits.unwrap_or(function.usual_bits()), style))?)
}

/// The functions to compute, or those that the lines of a list may use.
struct Choice {
    functions: Vec<Function>,
    /// The name in warnings about improper lines, if it does not depend on the lines.
    name: Option<&'static str>,
    bits: Option<u64>,
    /// Has somebody said which?
    told: bool,
}

impl Given {
    fn take(&mut self, option: &str, argument: String) -> Result<(), Stop> {
        let manner = &mut self.manner;
        match option {
            "algorithm" => {
                let known = ALGORITHMS.contains(&&*argument)
                    || FAMILIES.iter().any(|(name, ..)| *name == argument)
                    || MISSING.contains(&&*argument);
                if !known {
                    return Err(Stop::Usage(format!("invalid argument '{argument}' for '--algorithm'"), true));
                }
                self.algorithm = Some(argument);
            }
            "length" => {
                // As C reads numbers. What is too large for one is judged later, as too large for the function.
                let argument = argument.trim_ascii_start();
                let argument = argument.strip_prefix('+').unwrap_or(argument).to_owned();
                if argument.is_empty() || !argument.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(Stop::Usage(format!("invalid length: '{argument}'"), false));
                }
                self.length = Some(argument);
            }
            "binary" => self.binary = Some(true),
            "text" => self.binary = Some(false),
            "tag" => self.tag = Some(true),
            "untagged" => self.tag = Some(false),
            "check" => self.check = true,
            "zero" => self.zero = true,
            "base64" => self.base64 = true,
            "raw" => self.raw = true,
            "ignore-missing" => manner.ignore_missing = true,
            "strict" => manner.strict = true,
            // The last of these counts.
            "quiet" | "status" | "warn" => {
                (manner.quiet, manner.status, manner.warn) = (option == "quiet", option == "status", option == "warn");
            }
            // `--debug` (tell which hardware is used) has no effect here.
            _ => {}
        }
        Ok(())
    }

    fn tagged(&self, program: &str) -> bool {
        self.tag.unwrap_or(program == "cksum")
    }

    fn choice(&self, program: &str) -> Result<Choice, Stop> {
        let stop = |message: String| Err(Stop::Usage(message, false));
        let one = |name: &str| Function::named(name).into_iter().collect::<Vec<_>>();
        let name = match program {
            "cksum" => match self.algorithm.as_deref() {
                Some(name) => name,
                None if self.length.as_ref().is_some_and(|length| length.bytes().any(|digit| digit != b'0')) => {
                    return stop("--length is only supported with --algorithm blake2b, sha2, or sha3".into());
                }
                // A check takes every line that names one of its functions.
                None => {
                    let sha3 = FAMILIES[1].2.iter().flat_map(|(name, _)| one(name));
                    let functions = ALGORITHMS.iter().flat_map(|name| one(name)).chain(sha3).collect();
                    return Ok(Choice { functions, name: None, bits: None, told: false });
                }
            },
            "b2sum" => "blake2b",
            _ => program.trim_end_matches("sum"),
        };
        if MISSING.contains(&name) {
            if self.check && name != "sm3" {
                return stop("--check is not supported with --algorithm={bsd,sysv,crc,crc32b}".into());
            }
            return stop(unsupported(name));
        }
        if let Some((_, tag, sizes)) = FAMILIES.iter().find(|(family, ..)| *family == name) {
            let Some(length) = &self.length else {
                if !self.check {
                    return stop(format!("--algorithm={name} requires specifying --length 224, 256, 384, or 512"));
                }
                let functions = sizes.iter().flat_map(|(name, _)| one(name)).collect();
                return Ok(Choice { functions, name: Some(tag), bits: None, told: true });
            };
            let size = sizes.iter().find(|(_, bits)| length.parse() == Ok(*bits));
            let Some((name, _)) = size else {
                return stop(format!(
                    "invalid length: '{length}'\n{program}: digest length for '{tag}' must be 224, 256, 384, or 512"
                ));
            };
            return Ok(Choice { functions: one(name), name: Some(tag), bits: None, told: true });
        }
        let functions = one(name);
        let mut choice =
            Choice { name: functions.first().map(|one| Tag::name_of(*one)), functions, bits: None, told: true };
        if let Some(length) = self.length.as_ref().filter(|length| length.bytes().any(|digit| digit != b'0')) {
            if name != "blake2b" {
                return stop("--length is only supported with --algorithm blake2b, sha2, or sha3".into());
            }
            let bits = length.parse::<u64>().ok().filter(|bits| *bits <= 512);
            let why = match bits {
                None => "maximum digest length for 'BLAKE2b' is 512 bits",
                Some(bits) if bits % 8 != 0 => "length is not a multiple of 8",
                _ => "",
            };
            if !why.is_empty() {
                return stop(format!("invalid length: '{length}'\n{program}: {why}"));
            }
            choice.bits = bits;
        }
        Ok(choice)
    }

    /// Refuses options that mean nothing together, in the order in which GNU's programs look at them.
    fn fit(&self, program: &str, files: &[OsString]) -> Result<(), Stop> {
        let stop = |message: &str| Err(Stop::Usage(message.into(), true));
        let for_checks = [
            (self.manner.ignore_missing, "ignore-missing"),
            (self.manner.status, "status"),
            (self.manner.warn, "warn"),
            (self.manner.quiet, "quiet"),
            (self.manner.strict, "strict"),
        ];
        if self.base64 && self.raw {
            return stop("--base64 and --raw are mutually exclusive");
        }
        if self.raw && files.len() > 1 {
            return Err(Stop::Usage("the --raw option is not supported with multiple files".into(), false));
        }
        let tag = if program == "cksum" && self.check { self.tag == Some(true) } else { self.tagged(program) };
        if tag && self.binary == Some(false) {
            return stop("--tag does not support --text mode");
        }
        if self.zero && self.check {
            return stop("the --zero option is not supported when verifying checksums");
        }
        if self.tag == Some(true) && self.check {
            return stop("the --tag option is meaningless when verifying checksums");
        }
        if self.binary.is_some() && self.check {
            return stop("the --binary and --text options are meaningless when verifying checksums");
        }
        if let Some((_, option)) = for_checks.iter().find(|(given, _)| *given && !self.check) {
            return stop(&format!("the --{option} option is meaningful only when verifying checksums"));
        }
        Ok(())
    }
}

fn unsupported(name: &str) -> String {
    let known = ALGORITHMS.join(", ");
    format!("lanesum has no {name}, which cksum computes: give -a one of {known}, sha2, sha3")
}
