//! Figures of rivals that no registry carries, or that were measured in versions that none carries. They take no part in a run:
//! each was built from its public repository and measured once by the method of this bench, its outputs compared with lanesum's.

use std::cmp::Reverse;

use measure::trials::Machine;

use crate::processor::Processor;
use crate::report::figures::{Subject, Unit, What};
use crate::report::number::{bytes, digits};

/// What a rival took, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoted {
    pub(crate) subject: Subject,
    pub(crate) unit: Unit,
    pub(crate) figure: f64,
    pub(crate) who: &'static str,
    pub(crate) version: &'static str,
    pub(crate) processor: Processor,
    pub(crate) date: &'static str,
}

impl Quoted {
    /// With version, processor and date: `4.25 SUPERCOP (bswap), EPYC, Zen 5, 2026-11-22`.
    pub(crate) fn text(&self) -> String {
        let Self { who, version, processor, date, .. } = self;
        let figure = if self.unit == Unit::CoreCycles { format!("{:.0}", self.figure) } else { digits(self.figure) };
        format!("{figure} {who} ({version}), {}, {date}", processor.name())
    }

    /// The same for a table of messages of `length` bytes: with its own length where that is another.
    pub(crate) fn text_at(&self, length: u64) -> String {
        match self.subject.length() {
            Some(own) if own != length => format!("{}, at {}", self.text(), bytes(own)),
            _ => self.text(),
        }
    }

    pub(crate) fn is_from(&self, machine: &Machine) -> bool {
        Processor::of(machine) == Some(self.processor)
    }
}

/// All that were measured on this kind of processor.
pub(crate) fn all(processor: Processor) -> impl Iterator<Item = &'static Quoted> {
    QUOTED.iter().filter(move |quoted| quoted.processor == processor)
}

/// The best figure for just this work on this kind of processor.
pub(crate) fn on(processor: Processor, subject: &Subject) -> Option<&'static Quoted> {
    let same = all(processor).filter(|quoted| quoted.subject.is_same_shape(subject));
    same.min_by(|a, b| a.figure.total_cmp(&b.figure))
}

/// The same on the machine's kind of processor: what a ratio may be made with.
pub(crate) fn here(machine: &Machine, subject: &Subject) -> Option<&'static Quoted> {
    on(Processor::of(machine)?, subject)
}

/// The best figure for one message of this length or, where nobody measured that, of the next longer one: a rival takes no fewer
/// cycles a byte for a shorter message. From the machine's kind of processor, or from another if there is none.
pub(crate) fn near(machine: &Machine, algorithm: &str, length: u64) -> Option<&'static Quoted> {
    let is_meant = |quoted: &&Quoted| {
        let Subject { what, backends, messages, .. } = quoted.subject;
        what == What::Messages
            && messages == 1
            && backends.is_empty()
            && quoted.subject.algorithm == compressed_as(algorithm)
            && quoted.subject.length().is_some_and(|own| own >= length)
    };
    // Of the others those that were measured last.
    let rank = |quoted: &&Quoted| (!quoted.is_from(machine), Reverse(quoted.date), quoted.subject.length());
    QUOTED.iter().filter(is_meant).min_by_key(rank)
}

/// The function that does the same work on blocks of the same length: a figure for the one holds for the other.
fn compressed_as(algorithm: &str) -> &str {
    match algorithm {
        "keccak256" => "sha3-256",
        "sha224" => "sha256",
        "sha384" | "sha512-224" | "sha512-256" => "sha512",
        "blake224" => "blake256",
        "blake384" => "blake512",
        other => other,
    }
}

const fn zen5(subject: Subject, figure: f64, who: &'static str, version: &'static str) -> Quoted {
    let (processor, date) = (Processor::Zen5, "2026-11-22");
    Quoted { subject, unit: unit(subject), figure, who, version, processor, date }
}

/// Those of SHA-2 were measured in TSC cycles. They are converted by the clock that was measured with them: 1.23 core cycles for
/// each, 1.07 with 512-bit registers.
const fn skylake(subject: Subject, figure: f64, who: &'static str, version: &'static str) -> Quoted {
    let (processor, date) = (Processor::SkylakeSp, "2026-11-21 or before");
    Quoted { subject, unit: unit(subject), figure, who, version, processor, date }
}

const fn unit(subject: Subject) -> Unit {
    match subject.what {
        What::Permutation => Unit::CoreCycles,
        What::Messages | What::DefaultProfile => Unit::CoreCpb,
    }
}

const fn keccak(states: u64) -> Subject {
    Subject::permutation("keccak-f1600", states, &[])
}

const fn messages(algorithm: &'static str, bytes: u64, messages: u64) -> Subject {
    Subject::messages(algorithm, bytes, messages)
}

const fn one(algorithm: &'static str, bytes: u64) -> Subject {
    messages(algorithm, bytes, 1)
}

const KIB: u64 = 1 << 10;
const UNKNOWN: &str = "version not kept";
/// The name was not kept either.
const BEST: &str = "best measured";
const CLANG: &str = "clang 19, icelake-server";
/// Its kernel for eight states, called by a plain C wrapper that pads and copies.
const WRAPPED: &str = "×8 kernel, plain C wrapper";

#[rustfmt::skip]
static QUOTED: &[Quoted] = &[
    zen5(keccak(1), 807.0, "libgcrypt", "master, AVX-512"),
    zen5(keccak(2), 801.0, "XKCP", CLANG),
    zen5(keccak(4), 798.0, "XKCP", CLANG),
    zen5(keccak(8), 818.0, "XKCP", CLANG),
    zen5(keccak(4).on(&["avx2"]), 1414.0, "XKCP", "six rounds unrolled, gcc"),
    zen5(keccak(2).on(&["sse2", "ssse3"]), 1425.0, "XKCP", "SSSE3, two rounds unrolled"),
    zen5(one("shake128", 4096), 4.84, "libgcrypt", "master"),
    zen5(messages("shake128", 4096, 2), 2.63, "XKCP", UNKNOWN),
    zen5(messages("shake128", 4096, 4), 1.35, "XKCP", UNKNOWN),
    zen5(messages("shake128", 4096, 8), 0.740, "XKCP", UNKNOWN),
    zen5(one("shake128", 32), 27.8, "liboqs", "main, AVX-512VL"),
    zen5(one("shake128", 64), 14.0, "liboqs", "main, AVX-512VL"),
    zen5(messages("shake128", 32, 4), 7.40, "liboqs", "main, AVX-512VL"),
    zen5(messages("shake128", 64, 4), 3.76, "liboqs", "main, AVX-512VL"),
    zen5(one("sha3-256", 4096), 5.98, "libgcrypt", "master"),
    zen5(messages("sha3-256", 4096, 8), 0.912, "Cabral and López", UNKNOWN),
    zen5(one("sha3-256", 32), 27.1, "liboqs", "main, AVX-512VL"),
    zen5(one("sha3-256", 64), 13.6, "ipsec-mb", UNKNOWN),
    zen5(messages("sha3-256", 64, 8), 2.56, "XKCP", WRAPPED),
    zen5(messages("sha3-256", 64, 64), 2.60, "XKCP", WRAPPED),
    zen5(messages("sha3-256", 256, 8), 1.105, "XKCP", WRAPPED),
    zen5(one("turboshake128", 4096), 2.70, "XKCP", UNKNOWN),
    zen5(one("kt128", KIB), 3.19, "XKCP", UNKNOWN),
    zen5(one("kt128", 8 * KIB), 2.73, "XKCP", UNKNOWN),
    zen5(one("kt128", 16 * KIB), 2.64, "XKCP", UNKNOWN),
    zen5(one("kt128", 64 * KIB), 1.41, "XKCP", UNKNOWN),
    zen5(one("kt128", KIB * KIB), 0.419, "XKCP", UNKNOWN),
    zen5(one("sha512", 16 * KIB), 3.53, "OpenSSL", "4.0"),
    zen5(one("sha512", 64), 7.79, "OpenSSL", "4.0"),
    zen5(messages("sha512", 4096, 8), 0.831, "ipsec-mb", UNKNOWN),
    zen5(messages("sha512", 64, 8), 2.85, "ISA-L crypto", UNKNOWN),
    zen5(messages("sha512", 256, 8), 1.56, "ISA-L crypto", UNKNOWN),
    zen5(one("sha256", 16 * KIB), 2.042, "libgcrypt", "master, SHA-NI"),
    zen5(messages("sha256", 4096, 16), 0.654, "ipsec-mb", UNKNOWN),
    zen5(messages("sha256", 64, 16), 1.80, "ISA-L crypto", UNKNOWN),
    zen5(messages("sha256", 256, 16), 0.948, "ISA-L crypto", UNKNOWN),
    zen5(messages("sha256", KIB, 16), 0.727, "ISA-L crypto", UNKNOWN),
    zen5(messages("sha512", 16 * KIB, 4).on(&["avx2"]), 2.77, "ISA-L crypto", UNKNOWN),
    zen5(messages("sha256", 16 * KIB, 8).on(&["avx2"]), 2.21, "ISA-L crypto", UNKNOWN),
    zen5(one("blake512", 16 * KIB), 4.25, "SUPERCOP", "bswap"),
    zen5(one("blake256", 16 * KIB), 7.23, "SUPERCOP", "bswap"),
    skylake(keccak(1), 765.0, "CRYPTOGAMS", "AVX-512"),
    skylake(keccak(2).on(&["avx512vl"]), 880.0, "XKCP", "clang, loop of four rounds"),
    skylake(keccak(4).on(&["avx512vl"]), 841.0, BEST, UNKNOWN),
    skylake(keccak(4).on(&["avx2"]), 1803.0, BEST, UNKNOWN),
    skylake(keccak(8).on(&["avx512"]), 1165.0, "XKCP", "clang"),
    skylake(one("shake128", 4096), 4.53, "XKCP", "AVX-512"),
    skylake(one("sha3-256", 4096), 5.59, "XKCP", UNKNOWN),
    skylake(one("sha3-512", 4096), 10.95, "XKCP", UNKNOWN),
    skylake(messages("shake128", 4096, 2), 2.77, BEST, UNKNOWN),
    skylake(messages("shake128", 4096, 4), 1.55, BEST, UNKNOWN),
    skylake(messages("shake128", 4096, 8), 1.015, BEST, UNKNOWN),
    skylake(messages("shake256", 4096, 2), 3.40, BEST, UNKNOWN),
    skylake(messages("shake256", 4096, 4), 1.72, BEST, UNKNOWN),
    skylake(messages("shake256", 4096, 8), 1.231, BEST, UNKNOWN),
    skylake(messages("shake128", 0, 4).on(&["avx2"]).longest_from(4096), 3.11, BEST, UNKNOWN),
    skylake(one("kt128", KIB), 2.62, BEST, UNKNOWN),
    skylake(one("kt128", 8 * KIB), 2.36, BEST, UNKNOWN),
    skylake(one("kt128", 64 * KIB), 1.74, BEST, UNKNOWN),
    skylake(one("kt128", KIB * KIB), 0.645, BEST, UNKNOWN),
    skylake(one("kt128", 0).on(&["avx2"]).longest_from(KIB * KIB), 1.50, BEST, UNKNOWN),
    skylake(one("parallelhash128", KIB * KIB), 1.34, BEST, UNKNOWN),
    skylake(one("turboshake128", 4096), 2.28, BEST, UNKNOWN),
    skylake(one("river-keyak", 64 * KIB), 11.3, BEST, UNKNOWN),
    skylake(one("lake-keyak", 64 * KIB), 2.84, BEST, UNKNOWN),
    skylake(one("sea-keyak", 64 * KIB), 1.74, BEST, UNKNOWN),
    skylake(one("ocean-keyak", 64 * KIB), 1.13, BEST, UNKNOWN),
    skylake(one("lunar-keyak", 64 * KIB), 1.25, BEST, UNKNOWN),
    skylake(one("ketje-jr", 64 * KIB), 374.0, BEST, UNKNOWN),
    skylake(one("ketje-sr", 64 * KIB), 183.0, BEST, UNKNOWN),
    skylake(one("ketje-minor", 64 * KIB), 22.4, BEST, UNKNOWN),
    skylake(one("ketje-major", 64 * KIB), 6.25, BEST, UNKNOWN),
    skylake(Subject::permutation("keccak-f800", 1, &[]), 1152.0, "reference C", UNKNOWN),
    skylake(Subject::permutation("keccak-f400", 1, &[]), 11_940.0, "reference C", UNKNOWN),
    skylake(Subject::permutation("keccak-f200", 1, &[]), 10_970.0, "reference C", UNKNOWN),
    skylake(one("sha512", 16 * KIB), 5.13, "OpenSSL", "AVX2"),
    skylake(one("sha512", 16 * KIB).on(&["avx2"]), 5.13, "OpenSSL", "AVX2"),
    skylake(one("sha512", 16 * KIB).on(&["avx"]), 5.94, BEST, UNKNOWN),
    skylake(one("sha512", 16 * KIB).on(&["sse41"]), 6.69, BEST, UNKNOWN),
    skylake(messages("sha512", 8 * KIB, 8), 1.06, "ISA-L crypto", UNKNOWN),
    skylake(messages("sha512", 16 * KIB, 4).on(&["avx2"]), 2.93, "ISA-L crypto", UNKNOWN),
    skylake(messages("sha512", 64, 32), 5.03, "ISA-L crypto", "its manager"),
    skylake(messages("sha256", 16 * KIB, 16).on(&["avx512"]), 0.86, "ISA-L crypto", UNKNOWN),
    skylake(messages("sha256", 16 * KIB, 8).on(&["avx2"]), 2.36, "ISA-L crypto", UNKNOWN),
    skylake(one("sha256", 16 * KIB), 7.63, "OpenSSL", "AVX2"),
    skylake(one("blake512", 16 * KIB), 5.61, "SUPERCOP", "sse41"),
    skylake(one("blake256", 16 * KIB), 6.77, "SUPERCOP", "avxs"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn a_figure_of_a_longer_message_stands_for_a_shorter_one_and_its_own_processor_first() {
        let zen5 = fixture::empty().machine;
        let shown = |machine: &Machine, algorithm| near(machine, algorithm, 4096).map(|quoted| quoted.text_at(4096));
        let text = "4.25 SUPERCOP (bswap), EPYC, Zen 5, 2026-11-22, at 16 KiB".to_owned();
        assert_eq!(shown(&zen5, "blake512"), Some(text.clone()));
        assert_eq!(shown(&zen5, "blake384"), Some(text.clone()), "it compresses as BLAKE-512");
        assert_eq!(
            shown(&zen5, "sha3-256").as_deref(),
            Some("5.98 libgcrypt (master), EPYC, Zen 5, 2026-11-22"),
            "not the longer one, nor the shorter"
        );
        assert!(
            shown(&zen5, "sha3-512").is_some_and(|text| text.contains("Skylake-SP")),
            "nobody measured it on Zen 5"
        );
        assert_eq!(shown(&zen5, "sha3-384"), None);
        let zen4 = Machine { family: 25, model: 17, ..zen5.clone() };
        assert_eq!(shown(&zen4, "blake512"), Some(text), "shown with its processor");
        assert!(here(&zen4, &one("blake512", 16 * KIB)).is_none(), "and no ratio is made");
        assert!(here(&zen5, &one("blake512", 16 * KIB)).is_some());
        let skylake = Machine { vendor: "GenuineIntel".into(), family: 6, model: 0x55, ..zen5 };
        assert!(shown(&skylake, "blake512").is_some_and(|text| text.starts_with("5.61 SUPERCOP (sse41), Skylake-SP")));
    }

    #[test]
    fn no_figure_stands_twice() {
        for (i, quoted) in QUOTED.iter().enumerate() {
            let same =
                |other: &Quoted| other.processor == quoted.processor && other.subject.is_same_shape(&quoted.subject);
            assert!(!QUOTED[..i].iter().any(same), "{}", quoted.text());
        }
    }
}
