//! What the name of each backend promises about its machine code, and how its kernels are recognised.

use iced_x86::CpuidFeature::{
    self, AVX, AVX2, AVX512F, AVX512VL, BMI1, BMI2, CET_IBT, CMOV, INTEL186, INTEL286, INTEL386, INTEL486, INTEL8086,
    MMX, MULTIBYTENOP, PAUSE, SHA, SHA512, SSE, SSE2, SSE3, SSE4_1, SSSE3, X64, XOP,
};

use super::kernel::{Facts, Width};
use Width::{Scalar, Xmm, Ymm, Zmm};

/// One of these mnemonics, with registers of one of these widths.
pub(super) type Need = (&'static [&'static str], &'static [Width]);

/// A part of a kernel's name, mnemonics, a number.
pub(super) type Often = (&'static str, &'static [&'static str], usize);

/// BLAKE in rows rotates by 16 bits, of 32 also by 8, with a shuffle of bytes (slide 18), in both halves of each of its 14 or 16
/// rounds. Words of 64 bits lie in a register of 256 bits, or in two of 128.
const SHUFFLED_WIDE: &[Often] = &[WORDS_16_BITS, ("<u32", SHUFFLE, 56), ("<u64", SHUFFLE, 32)];
const SHUFFLED: &[Often] = &[WORDS_16_BITS, ("<u32", SHUFFLE, 56), ("<u64", SHUFFLE, 64)];
/// In lanes, each of four words by itself; of 64-bit words ten rounds stand in a loop.
const SHUFFLED_LANES: &[Often] = &[WORDS_16_BITS, ("<u32", SHUFFLE, 224), ("<u64", SHUFFLE, 80)];
const SHUFFLE: &[&str] = &["pshufb", "vpshufb"];
/// What LLVM would make of a rotation by 16 bits.
const WORDS_16_BITS: Often = ("", &["pshuflw", "pshufhw", "vpshuflw", "vpshufhw"], 0);

pub(super) struct Promise {
    /// The backend's name; that of the function for hand-written code, which may serve several backends.
    pub(super) backend: &'static str,
    pub(super) found_by: FoundBy<'static>,
    /// What every kernel has.
    pub(super) needs: &'static [Need],
    /// What one of them has, at least.
    pub(super) somewhere: &'static [Need],
    /// How often the kernels in whose names this stands have one of these instructions, at least; 0 for never.
    pub(super) often: &'static [Often],
    /// The features beyond [`BASELINE`] that its instructions may need: those that the token stands for, with what they
    /// imply. `AVX512F` alone must run on Knights Landing, where no 512-bit instruction has a narrow form.
    pub(super) features: &'static [CpuidFeature],
    /// The widest registers that it may name.
    pub(super) widest: Width,
}

/// How a kernel is recognised in the executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundBy<'a> {
    /// The type in crate lanes, or papers, through whose `enter` it is entered.
    Token(&'a str),
    /// The same, for kernels of lanes of less than 64 bits.
    ShortLanes(&'a str),
    /// The same, for SHA-2 with words of 32 bits, one of each message in a register.
    Words32(&'a str),
    /// The same, for BLAKE with a row of four words in a register.
    BlakeRows(&'a str),
    /// The same, for BLAKE with one word of each message in a register.
    BlakeLanes(&'a str),
    /// Its own name, if it is hand-written: it stands by itself, and no kernel holds its code.
    Function(&'a str),
}

/// The modules of the hand-written functions.
pub(super) const HAND_WRITTEN: [&str; 4] = [
    "lanesum_keccak::x86_64::rounds::",
    "lanesum_sha2::x86_64::sha256::",
    "lanesum_sha2::x86_64::sha512::",
    "lanesum_blake::x86_64::",
];

/// What every x86-64 processor has, as the decoder counts it. (Older ones execute `endbr64` as a no-operation.)
const BASELINE: &[CpuidFeature] =
    &[INTEL8086, INTEL186, INTEL286, INTEL386, INTEL486, X64, CMOV, MMX, SSE, SSE2, MULTIBYTENOP, PAUSE, CET_IBT];

/// The backends of x86-64.
pub(super) const PROMISES: &[Promise] = &[
    Promise::new("portable", "Portable", &[], Xmm),
    Promise::new("portable32", "Portable32", &[], Xmm),
    Promise::new("compact", "Compact", &[], Xmm),
    Promise::new("compact-rolled", "CompactRolled", &[], Xmm),
    // SHA-2 has no use for `andn`.
    Promise {
        needs: &[(&["rorx"], &[Scalar])],
        somewhere: &[(&["andn"], &[Scalar])],
        ..Promise::new("bmi2", "Bmi2", &[BMI1, BMI2], Xmm)
    },
    Promise { needs: &[(&["pxor"], &[Xmm]), (&["pandn"], &[Xmm])], ..Promise::new("sse2", "Sse2", &[], Xmm) },
    // And-not is Keccak's, addition SHA-512's. The last bytes of messages are moved by instructions of BMI2, which these tokens prove.
    Promise { needs: &[(&["vpandn", "vpaddq"], &[Ymm])], ..Promise::new("avx2", "Avx2", &[BMI2, AVX, AVX2], Ymm) },
    Promise {
        needs: &[(&["vpsllvq"], &[Ymm]), (&["vpsrlvq"], &[Ymm]), (&["vpermq"], &[Ymm])],
        ..Promise::new("avx2-planes", "Avx2Planes", &[AVX, AVX2], Ymm)
    },
    Promise {
        // The variable rotation belongs to kernels that keep two words in a register and rotate them differently.
        needs: &[(&["vprolq", "vprolvq"], &[Xmm, Ymm]), (&["vpternlogq"], &[Xmm, Ymm])],
        somewhere: &[(&["vprolq"], &[Xmm]), (&["vprolq"], &[Ymm]), (&["vprolvq"], &[Xmm])],
        ..Promise::new("avx512vl", "Avx512Vl", &[BMI2, AVX, AVX2, AVX512F, AVX512VL], Ymm)
    },
    Promise {
        needs: &[(&["vprolq"], &[Zmm]), (&["vpternlogq"], &[Zmm])],
        ..Promise::new("avx512", "Avx512", &[AVX, AVX2, AVX512F], Zmm)
    },
    Promise {
        needs: &[(&["vprolvq"], &[Zmm]), (&["vpermq"], &[Zmm]), (&["vpternlogq"], &[Zmm])],
        ..Promise::new("avx512-planes", "Avx512Planes", &[AVX, AVX2, AVX512F], Zmm)
    },
    Promise {
        needs: &[(&["sha256rnds2"], &[Xmm]), (&["sha256msg1"], &[Xmm]), (&["sha256msg2"], &[Xmm])],
        ..Promise::new("sha-ni", "ShaNi", &[SSE3, SSSE3, SSE4_1, SHA], Xmm)
    },
    Promise {
        needs: &[(&["vsha512rnds2"], &[Ymm]), (&["vsha512msg1"], &[Ymm]), (&["vsha512msg2"], &[Ymm])],
        ..Promise::new("sha512-ni", "Sha512Ni", &[AVX, AVX2, SHA512], Ymm)
    },
    // The permutes and blends of Algorithm 1 of the AVX-512 paper.
    Promise {
        needs: &[
            (&["vpermt2q", "vpermi2q"], &[Zmm]),
            (&["vpblendmq"], &[Zmm]),
            (&["vprolvq"], &[Zmm]),
            (&["vpternlogq"], &[Zmm]),
        ],
        ..Promise::new("avx512-planes-paper", "Avx512PlanesPaper", &[AVX, AVX2, AVX512F], Zmm)
    },
    // Lanes of 8, 16 and 32 bits: all in words of 32 bits.
    Promise::short_lanes("portable, short lanes", "Portable", &[], Xmm),
    Promise::short_lanes("compact, short lanes", "Compact", &[], Xmm),
    Promise::short_lanes("compact-rolled, short lanes", "CompactRolled", &[], Xmm),
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar])],
        ..Promise::short_lanes("bmi2, short lanes", "Bmi2", &[BMI1, BMI2], Xmm)
    },
    Promise {
        needs: &[(&["pslld"], &[Xmm]), (&["psrld"], &[Xmm]), (&["pandn"], &[Xmm])],
        ..Promise::short_lanes("sse2, short lanes", "Sse2", &[], Xmm)
    },
    Promise {
        needs: &[(&["vpslld"], &[Ymm]), (&["vpsrld"], &[Ymm]), (&["vpandn"], &[Ymm])],
        ..Promise::short_lanes("avx2, short lanes", "Avx2", &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vprold"], &[Xmm, Ymm]), (&["vpternlogd", "vpternlogq"], &[Xmm, Ymm])],
        somewhere: &[(&["vprold"], &[Xmm]), (&["vprold"], &[Ymm])],
        ..Promise::short_lanes("avx512vl, short lanes", "Avx512Vl", &[AVX, AVX2, AVX512F, AVX512VL], Ymm)
    },
    Promise {
        needs: &[(&["vprold"], &[Zmm]), (&["vpternlogd", "vpternlogq"], &[Zmm])],
        ..Promise::short_lanes("avx512, short lanes", "Avx512", &[AVX, AVX2, AVX512F], Zmm)
    },
    // SHA-256 and SHA-224, one word of each message in a register.
    Promise::words_32("portable, SHA-256", "Portable", &[], Xmm),
    Promise { needs: &[(&["rorx"], &[Scalar])], ..Promise::words_32("bmi2, SHA-256", "Bmi2", &[BMI1, BMI2], Xmm) },
    Promise {
        needs: &[(&["pshufb"], &[Xmm]), (&["paddd"], &[Xmm]), (&["psrld"], &[Xmm])],
        ..Promise::words_32("sse41, SHA-256", "Sse41", &[SSE3, SSSE3, SSE4_1], Xmm)
    },
    Promise {
        needs: &[(&["vpshufb"], &[Xmm]), (&["vpaddd"], &[Xmm]), (&["vpsrld"], &[Xmm])],
        ..Promise::words_32("avx, SHA-256", "Avx", &[AVX], Xmm)
    },
    Promise {
        needs: &[(&["vpshufb"], &[Ymm]), (&["vpaddd"], &[Ymm]), (&["vpsrld"], &[Ymm])],
        ..Promise::words_32("avx2, SHA-256", "Avx2", &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vprold", "vprord"], &[Xmm, Ymm]), (&["vpternlogd", "vpternlogq"], &[Xmm, Ymm])],
        somewhere: &[(&["vpaddd"], &[Xmm]), (&["vpaddd"], &[Ymm])],
        ..Promise::words_32("avx512vl, SHA-256", "Avx512Vl", &[AVX, AVX2, AVX512F, AVX512VL], Ymm)
    },
    Promise {
        needs: &[(&["vprold", "vprord"], &[Zmm]), (&["vpternlogd", "vpternlogq"], &[Zmm]), (&["vpaddd"], &[Zmm])],
        ..Promise::words_32("avx512, SHA-256", "Avx512", &[AVX, AVX2, AVX512F], Zmm)
    },
    // BLAKE of one message, the ways in which the words of a row come together.
    Promise {
        needs: &[(&["paddd", "paddq"], &[Xmm]), (&["pshuflw"], &[Xmm])],
        ..Promise::blake("sse2, BLAKE in rows", FoundBy::BlakeRows("Sse2"), &[], Xmm)
    },
    Promise {
        needs: &[(&["pshufb"], &[Xmm]), (&["paddd", "paddq"], &[Xmm])],
        often: SHUFFLED,
        ..Promise::blake("ssse3, BLAKE in rows", FoundBy::BlakeRows("Ssse3"), &[SSE3, SSSE3], Xmm)
    },
    Promise {
        needs: &[(&["pshufb"], &[Xmm]), (&["paddd", "paddq"], &[Xmm])],
        somewhere: &[(&["pblendw", "blendps"], &[Xmm])],
        often: SHUFFLED,
        ..Promise::blake("sse41, BLAKE in rows", FoundBy::BlakeRows("Sse41"), &[SSE3, SSSE3, SSE4_1], Xmm)
    },
    Promise {
        // LLVM copies the block two registers at a time.
        needs: &[(&["vpshufb"], &[Xmm]), (&["vpaddd", "vpaddq"], &[Xmm])],
        often: SHUFFLED,
        ..Promise::blake("avx, BLAKE in rows", FoundBy::BlakeRows("Avx"), &[AVX], Ymm)
    },
    Promise {
        needs: &[(&["vpshufb"], &[Xmm]), (&["vinsertf128"], &[Ymm]), (&["vextractf128"], &[Ymm])],
        often: SHUFFLED,
        ..Promise::blake("avx-parked, BLAKE in rows", FoundBy::BlakeRows("AvxParked"), &[AVX], Ymm)
    },
    Promise {
        needs: &[(&["vprotd", "vprotq"], &[Xmm]), (&["vpperm"], &[Xmm])],
        ..Promise::blake("xop, BLAKE in rows", FoundBy::BlakeRows("Xop"), &[AVX, XOP], Ymm)
    },
    Promise {
        needs: &[(&["vpblendd"], &[Xmm, Ymm])],
        somewhere: &[(&["vpbroadcastd"], &[Xmm]), (&["vpbroadcastq"], &[Ymm])],
        often: SHUFFLED_WIDE,
        ..Promise::blake("avx2, BLAKE in rows", FoundBy::BlakeRows("Avx2"), &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vpblendd", "vpblendw", "vblendps"], &[Xmm, Ymm]), (&["vpshufd", "vpermq"], &[Xmm, Ymm])],
        often: SHUFFLED_WIDE,
        ..Promise::blake("avx2-shuffle, BLAKE in rows", FoundBy::BlakeRows("Avx2Shuffle"), &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vpgatherdd", "vpgatherdq"], &[Ymm])],
        somewhere: &[(&["vpgatherdd"], &[Ymm]), (&["vpgatherdq"], &[Ymm])],
        // A gather for each register of words of each round: none is left out because an earlier round has had the same.
        often: &[
            WORDS_16_BITS,
            ("<u32", SHUFFLE, 56),
            ("<u64", SHUFFLE, 32),
            ("<u32", &["vpgatherdd"], 28),
            ("<u64", &["vpgatherdq"], 64),
        ],
        ..Promise::blake("avx2-gather, BLAKE in rows", FoundBy::BlakeRows("Avx2Gather"), &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vpermd"], &[Ymm]), (&["vpblendd"], &[Ymm])],
        often: SHUFFLED_WIDE,
        ..Promise::blake("avx2-permute, BLAKE in rows", FoundBy::BlakeRows("Avx2Permute"), &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vpblendd"], &[Xmm, Ymm]), (&["vpbroadcastd", "vpbroadcastq"], &[Xmm, Ymm])],
        often: SHUFFLED_WIDE,
        ..Promise::blake("avx2-cached, BLAKE in rows", FoundBy::BlakeRows("Avx2Cached"), &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vprold", "vprord", "vprolq", "vprorq"], &[Xmm, Ymm])],
        // Two instructions that clear memory are wider.
        somewhere: &[(&["vpermi2d", "vpermt2d"], &[Ymm]), (&["vpbroadcastq"], &[Ymm])],
        ..Promise::blake(
            "avx512vl, BLAKE in rows",
            FoundBy::BlakeRows("Avx512Vl"),
            &[AVX, AVX2, AVX512F, AVX512VL],
            Zmm,
        )
    },
    // BLAKE of many messages, and of one in plain words.
    Promise::blake("portable, BLAKE", FoundBy::BlakeLanes("Portable"), &[], Xmm),
    Promise {
        needs: &[(&["pshufb"], &[Xmm]), (&["paddd"], &[Xmm])],
        often: SHUFFLED_LANES,
        ..Promise::blake("sse41, BLAKE in lanes", FoundBy::BlakeLanes("Sse41"), &[SSE3, SSSE3, SSE4_1], Xmm)
    },
    Promise {
        needs: &[(&["vpshufb"], &[Xmm]), (&["vpaddd"], &[Xmm])],
        often: SHUFFLED_LANES,
        ..Promise::blake("avx, BLAKE in lanes", FoundBy::BlakeLanes("Avx"), &[AVX], Xmm)
    },
    Promise {
        needs: &[(&["vpshufb"], &[Ymm]), (&["vpaddd", "vpaddq"], &[Ymm])],
        somewhere: &[(&["vpaddd"], &[Ymm]), (&["vpaddq"], &[Ymm])],
        often: SHUFFLED_LANES,
        ..Promise::blake("avx2, BLAKE in lanes", FoundBy::BlakeLanes("Avx2"), &[AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["vprold", "vprord", "vprolq", "vprorq"], &[Xmm, Ymm])],
        // LLVM adds to both words of the count at once: six instructions a call and block are wider. What that does to the clock of
        // processors that have several was not measured.
        somewhere: &[(&["vpaddd"], &[Ymm]), (&["vpaddq"], &[Ymm])],
        ..Promise::blake(
            "avx512vl, BLAKE in lanes",
            FoundBy::BlakeLanes("Avx512Vl"),
            &[AVX, AVX2, AVX512F, AVX512VL],
            Zmm,
        )
    },
    Promise {
        needs: &[(&["vprold", "vprord", "vprolq", "vprorq"], &[Zmm])],
        somewhere: &[(&["vpaddd"], &[Zmm]), (&["vpaddq"], &[Zmm])],
        ..Promise::blake("avx512, BLAKE in lanes", FoundBy::BlakeLanes("Avx512"), &[AVX, AVX2, AVX512F], Zmm)
    },
    // All of `bmi2`. Not even the 128-bit registers that every x86-64 has.
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar])],
        ..Promise::hand_written("integer", &[BMI1, BMI2], Scalar)
    },
    // `avx512vl` for one message: work for both units, and no wider register, whose clock or second half would be wasted.
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar]), (&["vprolq"], &[Xmm]), (&["vpternlogq"], &[Xmm])],
        ..Promise::hand_written("integer_and_vector", &[BMI1, BMI2, AVX, AVX512F, AVX512VL], Xmm)
    },
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar]), (&["vprolq"], &[Xmm]), (&["vpternlogq"], &[Xmm])],
        ..Promise::hand_written("crypt_integer_and_vector", &[BMI1, BMI2, AVX, AVX512F, AVX512VL], Xmm)
    },
    // The same for short lanes.
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar])],
        ..Promise::hand_written("integer_32", &[BMI1, BMI2], Scalar)
    },
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar]), (&["vprold"], &[Xmm]), (&["vpternlogd"], &[Xmm])],
        ..Promise::hand_written("integer_and_vector_32", &[BMI1, BMI2, AVX, AVX512F, AVX512VL], Xmm)
    },
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar]), (&["vprold"], &[Xmm]), (&["vpternlogd"], &[Xmm])],
        ..Promise::hand_written("crypt_integer_and_vector_32", &[BMI1, BMI2, AVX, AVX512F, AVX512VL], Xmm)
    },
    // SHA-2 and BLAKE of one message.
    Promise {
        needs: &[(&["ror"], &[Scalar]), (&["pshufb"], &[Xmm]), (&["palignr"], &[Xmm]), (&["paddq"], &[Xmm])],
        ..Promise::hand_written("sha512_sse41", &[SSE3, SSSE3, SSE4_1], Xmm)
    },
    Promise {
        needs: &[(&["ror"], &[Scalar]), (&["vpshufb"], &[Xmm]), (&["vpalignr"], &[Xmm]), (&["vpaddq"], &[Xmm])],
        ..Promise::hand_written("sha512_avx", &[AVX], Xmm)
    },
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["vpalignr"], &[Ymm]), (&["vpaddq"], &[Ymm])],
        ..Promise::hand_written("sha512_avx2", &[BMI1, BMI2, AVX, AVX2], Ymm)
    },
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["vprorq"], &[Ymm]), (&["vpternlogq"], &[Ymm])],
        ..Promise::hand_written("sha512_avx512vl", &[BMI1, BMI2, AVX, AVX2, AVX512F, AVX512VL], Ymm)
    },
    Promise::hand_written("sha256_4", &[], Scalar),
    Promise {
        needs: &[(&["rorx"], &[Scalar]), (&["andn"], &[Scalar])],
        ..Promise::hand_written("sha256_8", &[BMI1, BMI2], Scalar)
    },
    Promise {
        needs: &[(&["vprord"], &[Zmm]), (&["vpternlogd"], &[Zmm])],
        ..Promise::hand_written("sha256_pair", &[AVX, AVX512F], Zmm)
    },
    Promise {
        needs: &[(&["ror"], &[Scalar]), (&["vmovhps"], &[Xmm]), (&["vpxor"], &[Xmm])],
        ..Promise::hand_written("blake512", &[AVX], Xmm)
    },
    Promise {
        needs: &[(&["ror"], &[Scalar]), (&["vpinsrd"], &[Xmm]), (&["vpxor"], &[Xmm])],
        ..Promise::hand_written("blake256", &[AVX], Xmm)
    },
];

impl FoundBy<'_> {
    /// Whether the command has such kernels. It has no states of less than 1600 bits, encrypts nothing, and lacks what is only in crate
    /// `lanesum-papers`.
    pub(super) fn is_in_the_command(self) -> bool {
        match self {
            Self::ShortLanes(_) => false,
            Self::Function(name) => !name.starts_with("crypt") && !name.ends_with("_32"),
            Self::Token(token) => !["Bmi2", "Avx2Planes", "Avx512PlanesPaper"].contains(&token),
            Self::BlakeRows(token) => ["Ssse3", "Sse41", "Avx", "AvxParked", "Avx2", "Avx512Vl"].contains(&token),
            Self::Words32(token) => token != "Bmi2",
            Self::BlakeLanes(_) => true,
        }
    }

    /// What is wrong where there is no such kernel.
    pub(super) fn missing(self) -> String {
        match self {
            Self::Token(token) => format!("no kernel is entered with lanes::…::{token}"),
            Self::ShortLanes(token) => format!("no kernel of short lanes is entered with lanes::…::{token}"),
            Self::Words32(token) => format!("no kernel of SHA-256 is entered with lanes::…::{token}"),
            Self::BlakeRows(token) => format!("no kernel of BLAKE in rows is entered with lanes::…::{token}"),
            Self::BlakeLanes(token) => format!("no kernel of BLAKE in lanes is entered with lanes::…::{token}"),
            Self::Function(function) => format!("there is no hand-written function {function}"),
        }
    }
}

impl Promise {
    const fn new(backend: &'static str, token: &'static str, features: &'static [CpuidFeature], widest: Width) -> Self {
        Self { backend, found_by: FoundBy::Token(token), needs: &[], somewhere: &[], often: &[], features, widest }
    }

    const fn short_lanes(
        name: &'static str,
        token: &'static str,
        features: &'static [CpuidFeature],
        widest: Width,
    ) -> Self {
        Self { found_by: FoundBy::ShortLanes(token), ..Self::new(name, token, features, widest) }
    }

    const fn words_32(
        name: &'static str,
        token: &'static str,
        features: &'static [CpuidFeature],
        widest: Width,
    ) -> Self {
        Self { found_by: FoundBy::Words32(token), ..Self::new(name, token, features, widest) }
    }

    const fn blake(
        name: &'static str,
        found_by: FoundBy<'static>,
        features: &'static [CpuidFeature],
        widest: Width,
    ) -> Self {
        Self { found_by, ..Self::new(name, "", features, widest) }
    }

    const fn hand_written(name: &'static str, features: &'static [CpuidFeature], widest: Width) -> Self {
        Self { found_by: FoundBy::Function(name), ..Self::new(name, "", features, widest) }
    }

    /// How its kernels are distinguished from those of other backends: by the token, or by the function.
    pub(super) fn token(&self) -> &str {
        match self.found_by {
            FoundBy::Token(name)
            | FoundBy::ShortLanes(name)
            | FoundBy::Words32(name)
            | FoundBy::BlakeRows(name)
            | FoundBy::BlakeLanes(name)
            | FoundBy::Function(name) => name,
        }
    }

    /// The promised instructions that this kernel does not have.
    pub(super) fn missing(&self, facts: &Facts) -> Vec<String> {
        self.needs.iter().filter(|need| !met(need, facts)).map(describe).collect()
    }

    /// What this kernel has too seldom, or at all although it should not.
    pub(super) fn seldom(&self, kernel: &str, facts: &Facts) -> Vec<String> {
        let told = self.often.iter().filter(|(part, ..)| kernel.contains(part)).filter_map(|(_, mnemonics, times)| {
            let is_meant = |((name, _), _): &(&(String, Width), &usize)| mnemonics.contains(&name.as_str());
            let found: usize = facts.found.iter().filter(is_meant).map(|(_, count)| count).sum();
            let name = mnemonics.join("/");
            match times {
                0 if found > 0 => Some(format!("rules out {name}, which stands {found} times in")),
                _ if found < *times => Some(format!("promises {name} {times} times, which stands {found} times in")),
                _ => None,
            }
        });
        told.collect()
    }

    /// The promised instructions that none of the kernels has, although one should.
    pub(super) fn missing_everywhere(&self, kernels: &[&Facts]) -> Vec<String> {
        let missing = |need: &&Need| !kernels.iter().any(|facts| met(need, facts));
        self.somewhere.iter().filter(missing).map(describe).collect()
    }

    /// The promised instructions that are in one of the kernels.
    pub(super) fn found(&self, kernels: &[&Facts]) -> Vec<String> {
        let found = |need: &&Need| kernels.iter().any(|facts| met(need, facts));
        self.needs.iter().filter(found).map(describe).collect()
    }

    /// What the kernel has although the backend rules it out.
    pub(super) fn broken(&self, facts: &Facts) -> Vec<String> {
        let may = |feature: &CpuidFeature| BASELINE.contains(feature) || self.features.contains(feature);
        let beyond = facts.features.iter().filter(|(feature, _)| !may(feature));
        let mut broken: Vec<String> = beyond.map(|(feature, seen)| format!("{feature:?} ({seen})")).collect();
        if let Some((_, seen)) = facts.widths.iter().rfind(|(found, _)| **found > self.widest) {
            broken.push(format!("registers wider than {} ({seen})", name(self.widest)));
        }
        broken
    }
}

fn met((mnemonics, widths): &Need, facts: &Facts) -> bool {
    mnemonics
        .iter()
        .any(|mnemonic| widths.iter().any(|&width| facts.found.contains_key(&((*mnemonic).to_owned(), width))))
}

fn describe((mnemonics, widths): &Need) -> String {
    let widths = widths.iter().map(|&width| name(width)).collect::<Vec<_>>();
    format!("{}.{}", mnemonics.join("/"), widths.join("/"))
}

fn name(width: Width) -> &'static str {
    match width {
        Scalar => "r",
        Xmm => "xmm",
        Ymm => "ymm",
        Zmm => "zmm",
    }
}
