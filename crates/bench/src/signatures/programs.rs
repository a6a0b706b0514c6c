//! Rivals in C and C++, timed by the programs that `crates/bench/liboqs/build` and `crates/bench/botan/build` make, on the processor that
//! this thread is pinned to.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use signatures::lms::{self, HashFunction};
use signatures::xmss;

use super::subjects::{GENERATE, SIGN, Scheme, VERIFY};

#[derive(Clone, Copy)]
pub(super) enum Rival {
    Liboqs,
    Botan,
}

impl Rival {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Liboqs => "liboqs",
            Self::Botan => "botan",
        }
    }

    /// Nanoseconds of each operation, in the order of the program's lines; none where it lacks the set.
    pub(super) fn run(self, program: &Path, scheme: Scheme, seconds: f64) -> Result<Vec<(&'static str, f64)>> {
        let own = match self {
            Self::Liboqs => liboqs(scheme).map(|name| vec![name]),
            Self::Botan => Some(botan(scheme)?),
        };
        let Some(own) = own else { return Ok(Vec::new()) };
        let output = Command::new(program).args(&own).arg(seconds.to_string()).output();
        let output = output.with_context(|| format!("--{} {} cannot be run", self.name(), program.display()))?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{} failed on {}: {}", self.name(), scheme.name(), error.trim());
        let times = String::from_utf8(output.stdout).context("a rival's times")?;
        let times = times.lines().map(str::parse).collect::<Result<Vec<f64>, _>>().context("a rival's times")?;
        Ok([GENERATE, SIGN, VERIFY].into_iter().zip(times).collect())
    }
}

/// Its name there. SPHINCS+ in the last version before the standard: the same work but for the message's encoding.
fn liboqs(scheme: Scheme) -> Option<String> {
    match scheme {
        Scheme::SlhDsa(set) => Some(format!("SPHINCS+-{}-simple", &set.name()["SLH-DSA-".len()..])),
        Scheme::Xmss(xmss::ParameterSet::Shake_10_256) => Some("XMSS-SHAKE_10_256".into()),
        Scheme::Xmss(xmss::ParameterSet::Sha2_10_256) => Some("XMSS-SHA2_10_256".into()),
        Scheme::Lms(name) => name.strip_prefix("LMS_SHA256_M32_").map(|rest| format!("LMS_SHA256_{rest}")),
        Scheme::Xmss(_) => None,
    }
}

/// Its algorithm and parameters there.
fn botan(scheme: Scheme) -> Result<Vec<String>> {
    let (algorithm, parameters) = match scheme {
        Scheme::SlhDsa(set) => ("SLH-DSA", set.name().to_owned()),
        Scheme::Xmss(set) => ("XMSS", set.name().to_owned()),
        Scheme::Lms(name) => {
            let level = name.parse::<lms::ParameterSet>()?.levels()[0];
            let hash = match level.function() {
                HashFunction::Sha256 => "SHA-256",
                HashFunction::Sha256_192 => "Truncated(SHA-256,192)",
                HashFunction::Shake256 => "SHAKE-256(256)",
                HashFunction::Shake256_192 => "SHAKE-256(192)",
                other => bail!("{other:?} is new to the bench"),
            };
            ("HSS-LMS", format!("{hash},HW({},{})", level.height(), level.w()))
        }
    };
    Ok(vec![algorithm.to_owned(), parameters])
}
