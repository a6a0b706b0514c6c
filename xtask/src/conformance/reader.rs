//! Which reader a file of vectors has.

use anyhow::Result;

use super::case::Suite;
use super::unpack::{gunzip, unxz};
use super::{acvp, blobby, derived, hmac, slhdsa, supercop, xkcp, xmss};

/// How a file that can be run is read.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    Acvp(lanesum::Algorithm),
    Blobby(lanesum::Algorithm),
    Derived(derived::Function),
    Hmac(lanesum::Algorithm),
    SlhDsa(slhdsa::Form),
    Supercop(supercop::Form),
    Xkcp(xkcp::Form),
    Xmss(signatures::xmss::ParameterSet),
}

impl Reader {
    /// The reader for a file (a path relative to the directory, with `/`), if its cases can be run.
    pub(super) fn of(file: &str) -> Option<Self> {
        match file.split_once('/')? {
            ("acvp", name) => {
                let name = name.strip_suffix(".internalProjection.json.gz")?;
                let derived = || derived::function(name).map(Self::Derived);
                let hmac = || hmac::algorithm(name).map(Self::Hmac);
                acvp::algorithm(name).map(Self::Acvp).or_else(derived).or_else(hmac)
            }
            ("blake", name) => match name.strip_suffix(".blb") {
                Some(stem) => blobby::algorithm(stem).map(Self::Blobby),
                None => supercop::form(name.strip_suffix(".txt")?).map(Self::Supercop),
            },
            ("slhdsa", name) => slhdsa::form(name).map(Self::SlhDsa),
            ("xkcp", name) => xkcp::form(name.strip_suffix(".txt.xz")?).map(Self::Xkcp),
            ("xmss", name) => xmss::set(name).map(Self::Xmss),
            _ => None,
        }
    }

    /// Reads the cases of a file; `other` reads another file that it needs.
    pub(super) fn suite(self, bytes: &[u8], other: impl FnOnce(&str) -> Result<Vec<u8>>) -> Result<Suite> {
        match self {
            Self::Acvp(algorithm) => acvp::parse(&gunzip(bytes)?, algorithm),
            Self::Blobby(algorithm) => blobby::parse(bytes, algorithm),
            Self::Derived(function) => derived::parse(&gunzip(bytes)?, function),
            Self::Hmac(algorithm) => hmac::parse(&gunzip(bytes)?, algorithm),
            Self::SlhDsa(form) => slhdsa::parse(bytes, form, || other(slhdsa::PROMPTS)),
            Self::Supercop(form) => supercop::parse(std::str::from_utf8(bytes)?, form),
            Self::Xkcp(form) => xkcp::parse(std::str::from_utf8(&unxz(bytes)?)?, form),
            Self::Xmss(set) => xmss::parse(std::str::from_utf8(&unxz(bytes)?)?, set),
        }
    }
}
