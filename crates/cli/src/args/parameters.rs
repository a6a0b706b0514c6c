//! The options of `sum` and `check` for parameters of functions.

use std::ffi::{OsStr, OsString};

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, ValueHint};
use data_encoding::HEXLOWER_PERMISSIVE;
use lanesum::{Backend, Domain, Options};

use crate::args::values::bytes;
use crate::function::{BLAKE3, Function, Parameter};
use crate::hash::Setup;
use crate::key::{self, KeyError};
use crate::quote::quote_path;
use crate::refusal::{Refusal, list};
use crate::tag::{MOST_TEXT, Stated};

#[derive(Debug, Args)]
pub(crate) struct ParameterArgs {
    /// Function name N for cshake128 and cshake256 (reserved for NIST; use --custom for your own)
    #[arg(long, value_name = "TEXT", value_parser = Text)]
    function: Option<String>,

    /// Customization string S for kt, cshake, kmac, tuplehash and parallelhash; personalisation for blake2; context for blake3, from which it
    /// derives keys. Another string gives unrelated digests
    #[arg(long, value_name = "TEXT", value_parser = Text)]
    custom: Option<String>,

    /// Block size for parallelhash in bytes, with K, M or G for 2^10, 2^20 or 2^30 [default: 8192]
    #[arg(long, value_name = "BYTES", value_parser = block, allow_negative_numbers = true)]
    block: Option<u64>,

    /// Domain separation byte for turboshake, 0x01 to 0x7f; another byte gives unrelated digests [default: 0x1f]
    #[arg(long, value_name = "BYTE", value_parser = domain, allow_negative_numbers = true)]
    domain: Option<Domain>,

    /// Salt for blake224 and blake256 (32 hexadecimal digits), blake384 and blake512 (64), blake2b and blake2bp (up to 32), blake2s and blake2sp
    /// (up to 16); all zeroes means no salt
    #[arg(long, value_name = "HEX", value_parser = salt)]
    salt: Option<Box<[u8]>>,

    /// Key for kmac (at most 1 MiB), blake3 (32 bytes) or blake2 (1 to 64 or 32 bytes): all bytes of FILE, with any newline at its end; "-" is
    /// standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    key_file: Option<OsString>,
}

/// Whether standard input is read for anything but a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stdin {
    Free,
    /// For this.
    Taken(&'static str),
}

impl ParameterArgs {
    /// All of them, and whether they are given.
    fn options(&self) -> [(Parameter, &'static str, bool); 6] {
        [
            (Parameter::FunctionName, "--function", self.function.is_some()),
            (Parameter::Customization, "--custom", self.custom.is_some()),
            (Parameter::BlockBytes, "--block", self.block.is_some()),
            (Parameter::Domain, "--domain", self.domain.is_some()),
            (Parameter::Salt, "--salt", self.salt.is_some()),
            (Parameter::Key, "--key-file", self.key_file.is_some()),
        ]
    }

    /// The options that were given.
    pub(crate) fn given(&self) -> impl Iterator<Item = (Parameter, &'static str)> + use<> {
        let given = self.options().into_iter().filter(|(_, _, given)| *given);
        given.map(|(parameter, option, _)| (parameter, option))
    }

    /// The parameters on which digests depend, for lines whose tag does not state them.
    pub(crate) fn stated(&self) -> Stated {
        let bytes = |text: &Option<String>| text.as_deref().unwrap_or_default().as_bytes().into();
        Stated {
            block: Some(self.block.unwrap_or(Options::BLOCK_BYTES)),
            domain: self.domain.unwrap_or_default(),
            name: bytes(&self.function),
            custom: bytes(&self.custom),
            // A salt of zeroes is the same as no salt.
            salt: self.salt.clone().filter(|salt| salt.iter().any(|byte| *byte != 0)).unwrap_or_default(),
            person: bytes(&self.custom),
            is_keyed: self.has_key(),
        }
    }

    pub(crate) fn has_key(&self) -> bool {
        self.key_file.is_some()
    }

    /// Is the key what standard input holds?
    pub(crate) fn key_is_stdin(&self) -> bool {
        self.key_file.as_deref().is_some_and(key::is_stdin)
    }

    /// Refuses options that none of these functions takes, and a key on a standard input that is read for something else.
    pub(super) fn fit(&self, functions: &[Function], stdin: Stdin) -> Result<(), Refusal> {
        for (parameter, option, given) in self.options() {
            if !given || functions.iter().any(|function| function.takes(parameter)) {
                continue;
            }
            let belongs = list(Function::all().filter(|function| function.takes(parameter)).map(Function::name));
            let these = list(functions.iter().map(|function| function.name()));
            return Err(Refusal(format!("{option} does not apply to {these}; it belongs to {belongs}")));
        }
        if let Some(salt) = &self.salt {
            fit_salt(functions, salt.len())?;
        }
        let named = functions.len() < Function::all().count();
        if let Some(custom) = self.custom.as_ref().filter(|custom| named && !custom.is_empty()) {
            if let Some(short) = functions.iter().find(|of| of.is_blake2() && custom.len() > of.salt_bytes()) {
                let most = short.salt_bytes();
                return Err(Refusal(format!("--custom is the personalisation of {short}, of at most {most} bytes")));
            }
            if self.has_key() && functions.contains(&BLAKE3) {
                return Err(Refusal("blake3 takes --key-file or --custom, not both".into()));
            }
        }
        if let (Some(name), Stdin::Taken(by)) = (&self.key_file, stdin)
            && self.key_is_stdin()
        {
            let tip = if name == "-" {
                "for a file named -, write ./-".into()
            } else {
                format!("--key-file {} is the same file", quote_path(name))
            };
            return Err(Refusal(format!("standard input is used for {by}, so it cannot be the key as well; {tip}")));
        }
        Ok(())
    }

    /// Reads the key, if there is one.
    pub(crate) fn read(&self, backend: Option<Backend>) -> Result<Setup, KeyError> {
        let key = self.key_file.as_deref().map(key::read).transpose()?;
        Ok(Setup { backend, key, ..Setup::default() })
    }
}

/// Refuses a salt that is too long or too short. It must fit every function that was named. If none was named, it must fit at least one
/// function.
fn fit_salt(functions: &[Function], bytes: usize) -> Result<(), Refusal> {
    let salted = || functions.iter().filter(|function| function.takes(Parameter::Salt));
    let named = functions.len() < Function::all().count();
    let fits = |function: &&Function| {
        if function.is_blake2() { bytes <= function.salt_bytes() } else { bytes == function.salt_bytes() }
    };
    if !named && salted().any(|function| fits(&function)) {
        return Ok(());
    }
    let Some(function) = salted().find(|function| !fits(function)) else { return Ok(()) };
    let (given, taken) = (2 * bytes, 2 * function.salt_bytes());
    Err(Refusal(if function.is_blake2() {
        format!("{function} takes a salt of up to {taken} hexadecimal digits, not {given}")
    } else {
        format!("{function} takes a salt of {taken} hexadecimal digits, not {given}")
    }))
}

fn salt(text: &str) -> Result<Box<[u8]>, String> {
    let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok().filter(|bytes| (1..=32).contains(&bytes.len()));
    bytes.map(Into::into).ok_or_else(|| "a salt has 2 to 64 hexadecimal digits".into())
}

/// The message where a function needs a key and none is given.
pub(super) fn no_key(function: Function) -> Refusal {
    Refusal(format!("{function} needs a key: write it to a file that only you can read, and give --key-file FILE"))
}

/// Reads a text that a tag can state. clap's own error would show the whole of a text that is too long, and would not say which text is not
/// UTF-8.
#[derive(Clone, Copy, Debug)]
struct Text;

impl TypedValueParser for Text {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, text: &OsStr) -> Result<String, clap::Error> {
        let refuse = |why: &str| {
            let option = argument.and_then(Arg::get_long).unwrap_or_default();
            command.clone().error(ErrorKind::ValueValidation, format!("--{option} {why}"))
        };
        if text.len() > MOST_TEXT {
            return Err(refuse(&format!("takes at most {MOST_TEXT} bytes")));
        }
        text.to_str().map(Into::into).ok_or_else(|| refuse("must be UTF-8"))
    }
}

fn domain(text: &str) -> Result<Domain, String> {
    let (digits, base) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    let number = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let byte = number.and_then(|digits| u8::from_str_radix(digits, base).ok());
    let domain = byte.and_then(|byte| Domain::new(byte).ok());
    domain.ok_or_else(|| "not a byte from 0x01 to 0x7f, e.g. 0x0b or 11".into())
}

fn block(text: &str) -> Result<u64, String> {
    let wrong = || format!("not a number of bytes from 1 to {}, e.g. 8192 or 8K", u64::MAX);
    bytes(text).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        for (text, byte) in [("1", 1), ("0x01", 1), ("0x1", 1), ("011", 11), ("31", 31), ("0x7F", 127), ("127", 127)] {
            assert_eq!(domain(text), Ok(Domain::new(byte).unwrap()), "{text}");
        }
        for wrong in ["", "0", "0x", "0x00", "128", "0x80", "-1", "+1", "0x+1", "1f", "0X1f", "256", "0x101", " 1"] {
            assert!(domain(wrong).is_err(), "{wrong}");
        }
    }

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
