//! The words and numbers that options take.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::function::Function;

pub(super) fn functions() -> impl TypedValueParser<Value = Function> {
    PossibleValuesParser::new(Function::all().map(Function::name))
        .try_map(|name| Function::named(&name.to_ascii_lowercase()).ok_or_else(|| format!("unknown algorithm {name}")))
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
