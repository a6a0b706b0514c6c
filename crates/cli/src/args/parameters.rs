//! What some functions take beside a message: the same options for `sum` and `check`.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Args, ValueHint};
use lanesum::Backend;

use super::{list, refuse};
use crate::derived::Key;
use crate::function::{Function, Parameter};
use crate::recipe::{Parameters, RecipeError, USUAL_BLOCK};
use crate::{Failure, key};

#[derive(Debug, Args)]
pub(crate) struct ParameterArgs {
    /// The function name N of cshake128 and cshake256, which is NIST's to give; who wants functions of his own uses --custom
    #[arg(long, value_name = "TEXT")]
    function: Option<String>,

    /// The customization string S of cshake, kmac, tuplehash and parallelhash: with another one, it is another function
    #[arg(long, value_name = "TEXT")]
    custom: Option<String>,

    /// Bytes of a block of parallelhash; K, M and G stand for 1024 bytes and so on [default: 8192]
    #[arg(long, value_name = "BYTES", value_parser = block, allow_negative_numbers = true)]
    block: Option<u64>,

    /// The key of kmac: all bytes of FILE, up to 1 MiB, a newline at its end too; "-" is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    key_file: Option<OsString>,
}

/// Whether standard input is read for something else than a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stdin {
    Free,
    /// By what is named here.
    Taken(&'static str),
}

impl ParameterArgs {
    /// All of them, and whether they are given.
    fn options(&self) -> [(Parameter, &'static str, bool); 4] {
        [
            (Parameter::Name, "--function", self.function.is_some()),
            (Parameter::Custom, "--custom", self.custom.is_some()),
            (Parameter::Block, "--block", self.block.is_some()),
            (Parameter::Key, "--key-file", self.key_file.is_some()),
        ]
    }

    /// Those that are not given, as far as a digest can be computed without.
    pub(crate) fn left_open(&self) -> impl Iterator<Item = (Parameter, &'static str)> + use<> {
        // A block is stated in tags.
        let open = |parameter| matches!(parameter, Parameter::Name | Parameter::Custom);
        let options = self.options().into_iter().filter(move |(parameter, _, given)| !given && open(*parameter));
        options.map(|(parameter, option, _)| (parameter, option))
    }

    pub(super) fn block(&self) -> u64 {
        self.block.unwrap_or(USUAL_BLOCK)
    }

    pub(crate) fn has_key(&self) -> bool {
        self.key_file.is_some()
    }

    /// Is the key what standard input holds?
    pub(crate) fn key_is_stdin(&self) -> bool {
        self.key_file.as_ref().is_some_and(|name| name == "-")
    }

    /// Refuses options that none of these functions takes, and a key that would be read from where something else is.
    pub(super) fn fit(&self, subcommand: &str, functions: &[Function], stdin: Stdin) -> Result<(), clap::Error> {
        for (parameter, option, given) in self.options() {
            if !given || functions.iter().any(|function| function.takes(parameter)) {
                continue;
            }
            let belongs = list(Function::all().filter(|function| function.takes(parameter)).map(Function::name));
            let these = list(functions.iter().map(|function| function.name()));
            let take = if functions.len() > 1 { "take" } else { "takes" };
            let message = format!("{these} {take} no {option}, which belongs to {belongs}");
            return Err(refuse(subcommand, ErrorKind::ArgumentConflict, &message));
        }
        if let (true, Stdin::Taken(by)) = (self.key_is_stdin(), stdin) {
            let message = format!("standard input holds {by} and cannot be the key as well; a file named - is ./-");
            return Err(refuse(subcommand, ErrorKind::ArgumentConflict, &message));
        }
        Ok(())
    }

    /// Reads the key, if there is one.
    pub(crate) fn read(&self, backend: Option<Backend>) -> Result<Parameters, Failure> {
        let custom = self.custom.as_deref().unwrap_or_default();
        let key = match &self.key_file {
            // What has been absorbed is all that stays: the bytes are erased here.
            Some(name) => Some(Key::absorb(&key::read(name)?, custom, backend).map_err(RecipeError::from)?),
            None => None,
        };
        Ok(Parameters { backend, name: self.function.clone(), custom: self.custom.clone(), block: self.block, key })
    }
}

/// The message where a function needs a key and none is given.
pub(crate) fn no_key(subcommand: &str, function: Function) -> clap::Error {
    let message = format!(
        "{function} needs a key: write it to a file that only you can read, and name that with --key-file FILE"
    );
    refuse(subcommand, ErrorKind::MissingRequiredArgument, &message)
}

fn block(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let bytes = number.and_then(|digits| digits.parse::<u64>().ok()).and_then(|number| number.checked_mul(unit));
    bytes
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| format!("not a number of bytes from 1 to {}, e.g. 8192 or 8K", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks() {
        assert_eq!(block("1"), Ok(1));
        assert_eq!(block("8K"), Ok(8192));
        assert_eq!(block("3m"), Ok(3 << 20));
        assert_eq!(block("2G"), Ok(2 << 30));
        assert_eq!(block("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["", "0", "0K", "K", "-1", "+1", "1KB", "1.5K", "18446744073709551616", "17179869184G"] {
            assert!(block(wrong).is_err(), "{wrong}");
        }
    }
}
