//! The names of the machine codes, and what this machine has of them.

use crate::Error;
use core::fmt;
use core::str::FromStr;
use lanes::Features;

macro_rules! backends {
    ($($(#[$doc:meta])* $variant:ident $name:literal needs $needs:expr;)*) => {
        /// A form of the kernels: each name is a machine code of its own. An algorithm has those that make sense for it
        /// ([`Algorithm::backends`](crate::Algorithm::backends)).
        ///
        /// A wide form hashes as many messages at once as its registers have lanes; given fewer, it leaves lanes idle.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Backend {
            $($(#[$doc])* $variant,)*
        }

        impl Backend {
            /// All of them, in a fixed order.
            pub const ALL: &'static [Backend] = &[$(Backend::$variant),*];

            /// The name that the command, the reports and this type's `Display` use.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Backend::$variant => $name,)*
                }
            }

            /// The processor features that it needs, and whether only x86-64 has it.
            const fn needs(self) -> (Features, bool) {
                let x86: (Features, bool);
                match self {
                    $(Backend::$variant => x86 = $needs,)*
                }
                x86
            }
        }
    };
}

const fn anywhere() -> (Features, bool) {
    (Features::NONE, false)
}

const fn x86(features: Features) -> (Features, bool) {
    (features, true)
}

backends! {
    /// One message in 64-bit words, with the instructions that every machine of the architecture has.
    Portable "portable" needs anywhere();
    /// One message, bit-interleaved by 2 for 32-bit machines.
    Portable32 "portable32" needs anywhere();
    /// One message, in place, with the least memory.
    Compact "compact" needs anywhere();
    /// One message in words with `rorx`; Keccak in words of 64 bits with `andn`, too, scheduled by hand.
    Bmi2 "bmi2" needs x86(Features::BMI1.and(Features::BMI2));
    /// Two messages of SHA-3 in 128-bit registers.
    Sse2 "sse2" needs x86(Features::SSE2);
    /// One message of BLAKE in 128-bit registers, with byte shuffles.
    Ssse3 "ssse3" needs x86(Features::SSE2.and(Features::SSSE3));
    /// 128-bit registers: one message of SHA-512, whose message schedule is in them, or four of SHA-256.
    Sse41 "sse41" needs x86(Features::SSE2.and(Features::SSSE3).and(Features::SSE41));
    /// The same with instructions of three operands.
    Avx "avx" needs x86(Features::AVX);
    /// One message of BLAKE as on `avx`, what is kept for later in the upper halves of 256-bit registers.
    AvxParked "avx-parked" needs x86(Features::AVX);
    /// One message of BLAKE in words, what is added to them made in 128-bit registers at the same time; scheduled by hand.
    AvxWords "avx-words" needs x86(Features::AVX);
    /// One message of BLAKE in 128-bit registers with rotations and shuffles of two registers: the XOP instructions of AMD's processors
    /// of 2011 to 2015. Built with the cargo feature `xop` alone, and run on a model of them only: no such processor was at hand.
    Xop "xop" needs x86(Features::AVX.and(Features::XOP));
    /// Four messages in 256-bit registers, of SHA-256 eight; or one of SHA-512, whose message schedule is in them.
    Avx2 "avx2" needs x86(Features::AVX2);
    /// One message in pairs of 256-bit registers.
    Avx2Planes "avx2-planes" needs x86(Features::AVX2);
    /// One message of BLAKE as on `avx2`, the words of the message picked from registers by shuffles.
    Avx2Shuffle "avx2-shuffle" needs x86(Features::AVX2);
    /// The same, gathered from memory.
    Avx2Gather "avx2-gather" needs x86(Features::AVX2);
    /// The same, picked from registers by permutations with indices in memory.
    Avx2Permute "avx2-permute" needs x86(Features::AVX2);
    /// The same as `avx2`, what the first rounds add kept for the last ones, which add it again.
    Avx2Cached "avx2-cached" needs x86(Features::AVX2);
    /// Two or four messages in registers of 128 or 256 bits, with rotations and three-input functions, of SHA-256 four or eight,
    /// those of SHA-3 scheduled by hand; or one, three of its planes, or the rounds of SHA-512, in the integer unit and the rest
    /// in vector registers at the same time.
    ///
    /// For one message it wants BMI1 and BMI2, too. Where a hypervisor hides those, it is available all the same, and takes
    /// the generic form in 128-bit registers, which is slower; so it does for an odd number of rounds.
    Avx512Vl "avx512vl" needs x86(Features::AVX512F.and(Features::AVX512VL));
    /// One message of SHA-512 with two of its variables in a 128-bit register.
    Avx512VlPacked "avx512vl-packed" needs x86(Features::AVX512F.and(Features::AVX512VL));
    /// Eight messages in 512-bit registers, those of SHA-3 scheduled by hand; of SHA-256 sixteen.
    Avx512 "avx512" needs x86(Features::AVX512F);
    /// One message in five 512-bit registers, as the AVX-512 paper has it.
    Avx512PlanesPaper "avx512-planes-paper" needs x86(Features::AVX512F);
    /// One message in five 512-bit registers, without transposition.
    Avx512Planes "avx512-planes" needs x86(Features::AVX512F);
    /// One message with the instructions for SHA-256.
    ShaNi "sha-ni" needs x86(Features::SSE2.and(Features::SSSE3).and(Features::SSE41).and(Features::SHA));
    /// One message with the instructions for SHA-512. Its kernel has only ever run on a model of them: no such processor was at
    /// hand.
    Sha512Ni "sha512-ni" needs x86(Features::AVX2.and(Features::SHA512));
}

impl Backend {
    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        let (features, x86) = self.needs();
        (!x86 || cfg!(all(target_arch = "x86_64", not(miri))))
            && self.is_built()
            && Features::detect().contains(features)
    }

    /// Whether the cargo feature that it wants is on.
    const fn is_built(self) -> bool {
        !matches!(self, Backend::Xop) || cfg!(feature = "xop")
    }

    /// Why it can be used here or not, in a few words.
    pub fn reason(self) -> impl fmt::Display {
        Reason(self)
    }

    /// The processor features that it needs.
    #[cfg(test)]
    pub(crate) const fn features(self) -> Features {
        self.needs().0
    }
}

struct Reason(Backend);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (features, x86) = self.0.needs();
        if x86 && !cfg!(all(target_arch = "x86_64", not(miri))) {
            return f.write_str("not built: it is for x86-64");
        }
        if !self.0.is_built() {
            return f.write_str("not run here: it wants the cargo feature xop");
        }
        let missing = features.without(Features::detect());
        let (lead, list) = match (missing == Features::NONE, features == Features::NONE) {
            (true, true) => return f.write_str("every machine has it"),
            (true, false) => ("the processor and the system have ", features),
            // Those that were never run on any processor.
            (false, _) if matches!(self.0, Backend::Xop | Backend::Sha512Ni) => {
                ("not run here: the processor or the system lacks ", missing)
            }
            (false, _) => ("the processor or the system lacks ", missing),
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

impl FromStr for Backend {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().copied().find(|b| b.name() == name).ok_or(Error::UnknownBackend)
    }
}
