//! The words and numbers that options take.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use lanesum::Backend;

use crate::function::{Function, understood};
use crate::quote::quote_path;
use crate::refusal::list;

/// A function by any name that people give it.
pub(super) fn functions() -> Names<Function> {
    Names {
        read: |name| match name {
            "" => Err("an empty name; is there an extra comma?".to_owned()),
            name => understood(name).map_err(|error| error.to_string()),
        },
        all: || Function::all().map(Function::name).collect(),
    }
}

/// A backend by its name.
pub(super) fn backends() -> Names<Backend> {
    Names {
        read: |name| {
            let all = || list(Backend::ALL.iter().map(|backend| backend.name()));
            name.parse().map_err(|_| format!("no such backend; all names: {}", all()))
        },
        all: || Backend::ALL.iter().map(|backend| backend.name()).collect(),
    }
}

/// Every program that lanesum can stand for.
pub(crate) const PROGRAMS: [&str; 10] =
    ["b2sum", "b3sum", "cksum", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum"];

/// A program that lanesum stands for; of any other, `lanesum as` says why not.
pub(super) fn programs() -> Names<String> {
    Names { read: |name| Ok(name.to_owned()), all: || PROGRAMS.to_vec() }
}

/// Names that are too many for a help page. Shells complete them, and an error explains a wrong name.
#[derive(Clone)]
pub(super) struct Names<T> {
    read: fn(&str) -> Result<T, String>,
    all: fn() -> Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Names<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, name: &OsStr) -> Result<T, clap::Error> {
        let name = name.to_string_lossy();
        (self.read)(&name).map_err(|why| {
            let shown = quote_path(&*name);
            let option = argument.and_then(Arg::get_long).unwrap_or_default();
            command.clone().error(ErrorKind::ValueValidation, format!("--{option} {shown}: {why}"))
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.all)().into_iter().map(PossibleValue::new)))
    }
}

/// What becomes of symbolic links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LinkWord {
    /// List them with their targets.
    Record,
}

/// A whole number in a range. clap's own says "invalid digit found in string" to -1.
pub(super) fn number<T: Clone + FromStr + PartialOrd + Display>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("not a number from {} to {}", range.start(), range.end())),
    }
}

/// A number of bytes, with K, M or G for 2^10, 2^20 or 2^30.
pub(super) fn bytes(text: &str) -> Option<u64> {
    let unit = |letter: u8| b"KMG".iter().position(|unit| *unit == letter.to_ascii_uppercase());
    let (digits, unit) = match text.bytes().last().and_then(unit) {
        Some(unit) => (&text[..text.len() - 1], 1 << (10 * (unit + 1))),
        None => (text, 1),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse::<u64>().ok().filter(|_| is_number)?.checked_mul(unit)
}
