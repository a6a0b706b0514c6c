//! The names of the backends, and which of them this machine can run.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use lanes::Features;

macro_rules! backends {
    ($($(#[$doc:meta])* $variant:ident $name:literal needs $needs:expr;)*) => {
        /// A form of the kernels. Each name stands for different machine code. An algorithm has only some of them (`Algorithm::backends`).
        ///
        /// A backend of width N hashes N messages at once. With fewer messages, it leaves slots empty.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Backend {
            $($(#[$doc])* $variant,)*
        }

        impl Backend {
            pub const ALL: &'static [Backend] = &[$(Backend::$variant),*];

            /// The backend that the build is fixed to by `--cfg lanesum_backend="NAME"`.
            #[doc(hidden)]
            pub const FIXED: Option<Backend> = {
                $(if cfg!(lanesum_backend = $name) { Some(Backend::$variant) } else)* { None }
            };

            /// The backend that the build is fixed to, or `portable` where this machine lacks it.
            #[inline]
            #[doc(hidden)]
            pub fn fixed_here() -> Option<Backend> {
                let fixed = Self::FIXED?;
                Some(if fixed.is_available() { fixed } else { Backend::Portable })
            }

            /// The name that the command, the reports and this type's `Display` use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Backend::$variant => $name,)*
                }
            }

            const fn needs(self) -> Needs {
                match self {
                    $(Backend::$variant => $needs,)*
                }
            }
        }
    };
}

/// The requirements of a backend: an architecture, and features of its processors.
#[derive(Clone, Copy)]
enum Needs {
    Nothing,
    X86(Features),
    Arm(Features),
    Wasm(Features),
}
use Needs::{Arm, Nothing, Wasm, X86};

impl Needs {
    const fn features(self) -> Features {
        match self {
            Nothing => Features::NONE,
            X86(features) | Arm(features) | Wasm(features) => features,
        }
    }

    /// The architecture's name, and whether this build is for it. (Miri runs no vector instructions.)
    const fn architecture(self) -> Option<(&'static str, bool)> {
        match self {
            Nothing => None,
            X86(_) => Some(("x86-64", cfg!(all(target_arch = "x86_64", not(miri))))),
            Arm(_) => Some(("aarch64", cfg!(all(target_arch = "aarch64", not(miri))))),
            // wasm32 has no detection at run time: a module built with vectors does not load without them.
            Wasm(_) => {
                Some(("wasm32 with simd128", cfg!(all(target_arch = "wasm32", target_feature = "simd128", not(miri)))))
            }
        }
    }
}

backends! {
    /// One message in words, with the instructions that every machine of the architecture has.
    Portable "portable" needs Nothing;
    /// One message of SHA-3, each lane bit-interleaved into two words: for 32-bit machines.
    Portable32 "portable32" needs Nothing;
    /// One message of SHA-3, in place, with the least memory.
    Compact "compact" needs Nothing;
    /// One message of SHA-3, in place, with the least code: one round in a loop.
    CompactRolled "compact-rolled" needs Nothing;
    /// One message in words, with `rorx` and `andn`; SHA-3 is scheduled by hand.
    Bmi2 "bmi2" needs X86(BMI);
    /// 128-bit registers: two messages of SHA-3, or one of BLAKE.
    Sse2 "sse2" needs X86(Features::SSE2);
    /// One message of BLAKE in 128-bit registers, with byte shuffles.
    Ssse3 "ssse3" needs X86(Features::SSE2.and(Features::SSSE3));
    /// 128-bit registers: the message schedule of SHA-2, four messages of SHA-256 or BLAKE-256, or one message of BLAKE.
    Sse41 "sse41" needs X86(Features::SSE2.and(Features::SSSE3).and(Features::SSE41));
    /// The same as `sse41`, with AVX's instructions of three operands.
    Avx "avx" needs X86(Features::AVX);
    /// One message of BLAKE as on `avx`; the upper halves of 256-bit registers keep values for later rounds.
    AvxParked "avx-parked" needs X86(Features::AVX);
    /// One message of BLAKE in words, while 128-bit registers add up message and constants; scheduled by hand.
    AvxWords "avx-words" needs X86(Features::AVX);
    /// One message of BLAKE in 128-bit registers with the XOP instructions of AMD's processors of 2011 to 2015. Its kernel has
    /// only run on a model of these instructions: no such processor was at hand.
    Xop "xop" needs X86(Features::AVX.and(Features::XOP));
    /// 256-bit registers: four messages of SHA-3, SHA-512 or BLAKE-512, eight of SHA-256 or BLAKE-256, the message schedule of
    /// SHA-2, or one message of BLAKE.
    Avx2 "avx2" needs X86(Features::AVX2.and(BMI));
    /// One message of SHA-3 in pairs of 256-bit registers.
    Avx2Planes "avx2-planes" needs X86(Features::AVX2.and(BMI));
    /// One message of BLAKE as on `avx2`; shuffles pick the words of the message from registers.
    Avx2Shuffle "avx2-shuffle" needs X86(Features::AVX2.and(BMI));
    /// One message of BLAKE as on `avx2`; gathers pick the words of the message from memory.
    Avx2Gather "avx2-gather" needs X86(Features::AVX2.and(BMI));
    /// One message of BLAKE as on `avx2`; permutations with indices in memory pick the words of the message from registers.
    Avx2Permute "avx2-permute" needs X86(Features::AVX2.and(BMI));
    /// One message of BLAKE as on `avx2`; the sums of message words and constants of the first rounds are kept for the last rounds, which
    /// add them again.
    Avx2Cached "avx2-cached" needs X86(Features::AVX2.and(BMI));
    /// Registers of 128 and 256 bits with rotations and three-input functions: one message, two or four of SHA-3, SHA-512 or
    /// BLAKE-512, four or eight of SHA-256 or BLAKE-256. SHA-3 is scheduled by hand; one message of SHA-3 or SHA-512 uses the
    /// integer unit at the same time.
    Avx512Vl "avx512vl" needs X86(AVX512VL);
    /// One message of SHA-512 with two of its variables in each 128-bit register.
    Avx512VlPacked "avx512vl-packed" needs X86(AVX512VL);
    /// 512-bit registers: eight messages of SHA-3 (scheduled by hand), SHA-512 or BLAKE-512, sixteen of SHA-256 or BLAKE-256.
    Avx512 "avx512" needs X86(Features::AVX512F);
    /// One message of SHA-3 in five 512-bit registers, as printed in the AVX-512 paper.
    Avx512PlanesPaper "avx512-planes-paper" needs X86(Features::AVX512F);
    /// One message of SHA-3 in five 512-bit registers, without transposition.
    Avx512Planes "avx512-planes" needs X86(Features::AVX512F);
    /// One message of SHA-256 with the SHA-256 instructions of x86-64.
    ShaNi "sha-ni" needs X86(Features::SSE2.and(Features::SSSE3).and(Features::SSE41).and(Features::SHA));
    /// One message of SHA-512 with the SHA-512 instructions of x86-64. Its kernel has only run on a model of these instructions: no such
    /// processor was at hand.
    Sha512Ni "sha512-ni" needs X86(Features::AVX2.and(Features::SHA512));
    /// 128-bit registers of aarch64: two messages of SHA-3, SHA-512 or BLAKE-512, four of SHA-256 or BLAKE-256, or one of BLAKE.
    Neon "neon" needs Arm(Features::NEON);
    /// One or two messages of SHA-3 in 128-bit registers, with the SHA-3 instructions of aarch64.
    NeonSha3 "neon-sha3" needs Arm(Features::NEON.and(Features::SHA3));
    /// One message of SHA-256 with the SHA-256 instructions of aarch64.
    Sha2Ce "sha2-ce" needs Arm(Features::NEON.and(Features::SHA2));
    /// One message of SHA-512 with the SHA-512 instructions of aarch64.
    Sha512Ce "sha512-ce" needs Arm(Features::NEON.and(Features::SHA3));
    /// 128-bit registers of WebAssembly: two messages of SHA-3, SHA-512 or BLAKE-512, four of SHA-256 or BLAKE-256, or one of BLAKE.
    Simd128 "simd128" needs Wasm(Features::SIMD128);
}

const BMI: Features = Features::BMI1.and(Features::BMI2);
const AVX512VL: Features = Features::AVX512F.and(Features::AVX512VL).and(BMI);

impl Backend {
    /// Whether this machine can run the backend.
    #[must_use]
    pub fn is_available(self) -> bool {
        let here = self.needs().architecture().is_none_or(|(_, here)| here);
        here && self.is_built() && Features::detect().contains(self.needs().features())
    }

    /// Why the backend can or cannot be used here, in a few words.
    #[must_use]
    pub fn reason(self) -> impl fmt::Display {
        Reason(self)
    }

    /// Whether this build contains the backend.
    fn is_built(self) -> bool {
        Self::FIXED.is_none_or(|fixed| fixed == self || self == Self::Portable)
            && (!self.is_only_in_papers() || Self::papers_are_known())
    }

    /// Whether the program has registered the forms of crate `lanesum-papers`.
    #[doc(hidden)]
    pub fn papers_are_known() -> bool {
        PAPERS.load(Ordering::Acquire)
    }

    /// For `lanesum-papers`, once all engines find its forms.
    #[doc(hidden)]
    pub fn papers_are_registered() {
        PAPERS.store(true, Ordering::Release);
    }

    /// Whether no family has the backend by itself: only crate `lanesum-papers` has its forms, since no plan chooses them.
    #[doc(hidden)]
    pub const fn is_only_in_papers(self) -> bool {
        matches!(
            self,
            Self::Xop
                | Self::Avx2Planes
                | Self::Avx2Shuffle
                | Self::Avx2Gather
                | Self::Avx2Permute
                | Self::Avx2Cached
                | Self::Avx512PlanesPaper
        )
    }

    /// Whether the backend has never run on a real processor. A plan takes such a backend only after a known-answer test of its kernel.
    #[doc(hidden)]
    pub const fn was_never_run(self) -> bool {
        matches!(self, Self::Xop | Self::Sha512Ni)
    }

    /// The processor features that the backend needs.
    #[doc(hidden)]
    pub fn features(self) -> Features {
        self.needs().features()
    }
}

const _: () = {
    let fixed_to_papers = matches!(Backend::FIXED, Some(fixed) if fixed.is_only_in_papers());
    assert!(!fixed_to_papers, "lanesum_backend names a backend of crate lanesum-papers: no build can be fixed to it");
};

/// Whether the program has registered the forms of crate `lanesum-papers`.
static PAPERS: AtomicBool = AtomicBool::new(false);

struct Reason(Backend);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let backend = self.0;
        if backend.is_only_in_papers() && !Backend::papers_are_known() {
            return f.write_str("only in crate lanesum-papers");
        }
        if let Some(fixed) = Backend::FIXED.filter(|_| !backend.is_built()) {
            return write!(f, "not built: lanesum_backend fixes {fixed}");
        }
        let features = backend.needs().features();
        match backend.needs().architecture() {
            None => return f.write_str("every machine has it"),
            Some((name, false)) => return write!(f, "not built: it is for {name}"),
            Some((_, true)) => {}
        }
        let missing = features.without(Features::detect());
        let (lead, list) = if missing == Features::NONE {
            ("the processor and the system have ", features)
        } else {
            ("the processor or the system lacks ", missing)
        };
        f.write_str(lead)?;
        for (i, name) in list.names().enumerate() {
            write!(f, "{}{name}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
