//! Rivals in C and C++, timed by the programs that `crates/bench/liboqs/build` and `crates/bench/botan/build` make, on the processor that
//! this thread is pinned to.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
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
            Self::Botan => Some(botan(scheme)),
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
fn botan(scheme: Scheme) -> Vec<String> {
    let (algorithm, parameters) = match scheme {
        Scheme::SlhDsa(set) => ("SLH-DSA", set.name().to_owned()),
        Scheme::Xmss(set) => ("XMSS", set.name().to_owned()),
        Scheme::Lms(name) => {
            let hash = match &name[..14] {
                "LMS_SHA256_M24" => "Truncated(SHA-256,192)",
                "LMS_SHAKE_M32_" => "SHAKE-256(256)",
                "LMS_SHAKE_M24_" => "SHAKE-256(192)",
                _ => "SHA-256",
            };
            let (_, w) = name.rsplit_once('W').unwrap_or_default();
            ("HSS-LMS", format!("{hash},HW(10,{w})"))
        }
    };
    vec![algorithm.to_owned(), parameters]
}
