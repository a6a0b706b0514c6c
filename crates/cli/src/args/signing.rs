//! The options of `lanesum keygen`, `sign` and `verify`, and the option of `check` for signatures.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, ValueHint};
use signatures::{slh_dsa, xmss};

use crate::signing::Set;

#[derive(Debug, Args)]
pub(crate) struct KeygenArgs {
    /// The parameter set (see below)
    #[arg(long, value_name = "SET", value_parser = Sets, default_value = "SLH-DSA-SHAKE-128s", hide_possible_values = true)]
    pub(crate) set: Set,

    /// Do not encrypt the private key: required for XMSS and LMS
    #[arg(long, conflicts_with = "passphrase_file")]
    pub(crate) no_passphrase: bool,

    #[command(flatten)]
    pub(crate) passphrase: PassphraseArgs,

    /// Overwrite existing files, but never a private key of XMSS or LMS
    #[arg(long)]
    pub(crate) force: bool,

    /// The files to write: the private key NAME.key, the public key NAME.pub
    #[arg(value_name = "NAME", value_hint = ValueHint::FilePath)]
    pub(crate) name: OsString,
}

#[derive(Debug, Args)]
pub(crate) struct SignArgs {
    /// The private key that "lanesum keygen" wrote
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) key: OsString,

    /// A line of text that is signed with the list and shown when it is verified
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) comment: String,

    #[command(flatten)]
    pub(crate) passphrase: PassphraseArgs,

    /// Overwrite an existing signature
    #[arg(long)]
    pub(crate) force: bool,

    /// The lists to sign; the signature of SUMS is SUMS.sig
    #[arg(value_name = "LIST", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The public key that "lanesum keygen" wrote
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) key: OsString,

    /// The lists to verify; the signature of SUMS is SUMS.sig
    #[arg(value_name = "LIST", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) lists: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct PassphraseArgs {
    /// Take the passphrase from the first line of FILE, "-" for standard input, instead of the terminal
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) passphrase_file: Option<OsString>,
}

/// The option of `check`.
#[derive(Debug, Args)]
pub(crate) struct SignedArgs {
    /// Check files only if the signature of each list (LIST.sig) is valid for this public key
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) signed_by: Option<OsString>,
}

/// Reads parameter sets. Shells complete those of SLH-DSA and XMSS; LMS has too many.
#[derive(Clone)]
struct Sets;

impl TypedValueParser for Sets {
    type Value = Set;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<Set, clap::Error> {
        let parse = |name: &str| name.parse::<Set>().map_err(|_| "\"lanesum help keygen\" shows the parameter sets");
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let slh_dsa = slh_dsa::ParameterSet::ALL.iter().map(|set| set.name());
        Some(Box::new(slh_dsa.chain(xmss::ParameterSet::ALL.iter().map(|set| set.name())).map(PossibleValue::new)))
    }
}
