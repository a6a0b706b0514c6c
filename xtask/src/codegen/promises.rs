//! What the name of each backend promises about its machine code, and how its kernels are recognised.

use std::collections::BTreeSet;

use super::kernel::{Facts, Seen, Width};
use Never::{Evex, Vex, Wide};
use Width::{Scalar, Xmm, Ymm, Zmm};

/// Something that a backend's kernels must not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Never {
    /// Anything in the encoding that came with AVX: AVX, AVX2, BMI.
    Vex,
    /// Anything in AVX-512's encoding.
    Evex,
    /// Registers wider than this.
    Wide(Width),
}

/// One of these mnemonics, with registers of this width.
pub(super) type Need = (&'static [&'static str], Width);

pub(super) struct Promise {
    pub(super) backend: &'static str,
    /// The type in crate lanes whose `enter` the kernels are entered through.
    pub(super) token: &'static str,
    pub(super) needs: &'static [Need],
    pub(super) never: &'static [Never],
}

/// The backends of x86-64. An instruction needs to be in one of the backend's kernels; what is ruled out, is so in all.
pub(super) const PROMISES: &[Promise] = &[
    Promise { backend: "portable", token: "Portable", needs: &[], never: &[Vex, Evex] },
    Promise { backend: "portable32", token: "Portable32", needs: &[], never: &[Vex, Evex] },
    Promise { backend: "compact", token: "Compact", needs: &[], never: &[Vex, Evex] },
    Promise {
        backend: "bmi2",
        token: "Bmi2",
        needs: &[(&["rorx"], Scalar), (&["andn"], Scalar)],
        never: &[Evex, Wide(Xmm)],
    },
    Promise {
        backend: "sse2",
        token: "Sse2",
        needs: &[(&["pxor"], Xmm), (&["pandn"], Xmm)],
        never: &[Vex, Evex, Wide(Xmm)],
    },
    Promise { backend: "avx2", token: "Avx2", needs: &[(&["vpandn"], Ymm)], never: &[Evex, Wide(Ymm)] },
    Promise {
        backend: "avx2-planes",
        token: "Avx2Planes",
        needs: &[(&["vpsllvq"], Ymm), (&["vpsrlvq"], Ymm), (&["vpermq"], Ymm)],
        never: &[Evex, Wide(Ymm)],
    },
    Promise {
        backend: "avx512vl",
        token: "Avx512Vl",
        needs: &[(&["vprolq"], Xmm), (&["vpternlogq"], Xmm), (&["vprolq"], Ymm), (&["vpternlogq"], Ymm)],
        never: &[Wide(Ymm)],
    },
    Promise { backend: "avx512", token: "Avx512", needs: &[(&["vprolq"], Zmm), (&["vpternlogq"], Zmm)], never: &[] },
    Promise {
        backend: "avx512-planes",
        token: "Avx512Planes",
        needs: &[(&["vprolvq"], Zmm), (&["vpermq"], Zmm), (&["vpternlogq"], Zmm)],
        never: &[],
    },
    // The permutes and blends of Algorithm 1 of the AVX-512 paper.
    Promise {
        backend: "avx512-planes-paper",
        token: "Avx512PlanesPaper",
        needs: &[(&["vpermt2q", "vpermi2q"], Zmm), (&["vpblendmq"], Zmm), (&["vprolvq"], Zmm), (&["vpternlogq"], Zmm)],
        never: &[],
    },
];

impl Promise {
    /// The promised instructions that are in none of the kernels.
    pub(super) fn missing<'a>(&self, kernels: impl Iterator<Item = &'a Facts>) -> Vec<String> {
        let found = union(kernels);
        self.needs.iter().filter(|need| !met(need, &found)).map(describe).collect()
    }

    /// The promised instructions that are in one of the kernels.
    pub(super) fn found<'a>(&self, kernels: impl Iterator<Item = &'a Facts>) -> Vec<String> {
        let found = union(kernels);
        self.needs.iter().filter(|need| met(need, &found)).map(describe).collect()
    }

    /// What the kernel has although the backend rules it out.
    pub(super) fn broken(&self, facts: &Facts) -> Vec<String> {
        let encoding = |name: &str, seen: &Seen| (seen.times > 0).then(|| format!("the {name} encoding ({seen})"));
        let broken = |never: &Never| match *never {
            Vex => encoding("VEX", &facts.vex),
            Evex => encoding("EVEX", &facts.evex),
            Wide(width) => {
                let (_, seen) = facts.widths.iter().rfind(|(found, _)| **found > width)?;
                Some(format!("registers wider than {} ({seen})", name(width)))
            }
        };
        self.never.iter().filter_map(broken).collect()
    }
}

fn union<'a>(kernels: impl Iterator<Item = &'a Facts>) -> BTreeSet<&'a (String, Width)> {
    kernels.flat_map(|facts| &facts.found).collect()
}

fn met((mnemonics, width): &Need, found: &BTreeSet<&(String, Width)>) -> bool {
    mnemonics.iter().any(|mnemonic| found.contains(&((*mnemonic).to_owned(), *width)))
}

fn describe((mnemonics, width): &Need) -> String {
    format!("{}.{}", mnemonics.join("/"), name(*width))
}

fn name(width: Width) -> &'static str {
    match width {
        Scalar => "r",
        Xmm => "xmm",
        Ymm => "ymm",
        Zmm => "zmm",
    }
}

/// The token of an entered kernel: `Avx2` of `<lanes::x86::Avx2 as lanes::Token>::run::enter::<lanesum::…>`.
pub(super) fn token(name: &str) -> Option<&str> {
    let (before, _) = name.strip_prefix("<lanes::")?.split_once(">::run::enter")?;
    before.split(" as ").next()?.rsplit("::").next()
}

/// Whether a kernel that calls this function was torn apart: everything that touches lanes is `#[inline(always)]`.
pub(super) fn must_be_inlined(name: &str) -> bool {
    name.contains("core_arch")
        || ((name.contains("lanes::") || name.contains("lanesum::")) && !name.contains("::enter"))
}
