//! Detects the features of the processor and the operating system, once per process.

use core::sync::atomic::{AtomicU32, Ordering};

/// A set of processor features that can be used: for registers wider than 128 bits, the operating system must also save them.
///
/// On x86-64 the processor is asked, which needs no operating system. On aarch64 only the system can tell, through the standard library:
/// without the feature `std`, the set has the features that the build takes for granted (`-C target-feature`; usually NEON). On wasm32 it
/// always has those of the build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u32);

macro_rules! features {
    ($($bit:literal $konst:ident $name:literal;)*) => {
        impl Features {
            $(#[doc = concat!("`", $name, "`")] pub const $konst: Features = Features(1 << $bit);)*
            /// Every feature with its name as compilers write it.
            pub const ALL: &'static [(Features, &'static str)] = &[$((Features::$konst, $name)),*];
        }
    };
}
features! {
    0 SSE2 "sse2";
    1 SSSE3 "ssse3";
    2 SSE41 "sse4.1";
    3 AVX "avx";
    4 XOP "xop";
    5 AVX2 "avx2";
    6 BMI1 "bmi1";
    7 BMI2 "bmi2";
    8 SHA "sha";
    9 SHA512 "sha512";
    10 AVX512F "avx512f";
    11 AVX512VL "avx512vl";
    12 AVX512BW "avx512bw";
    13 AVX512DQ "avx512dq";
    14 AVX512CD "avx512cd";
    15 AVX512VBMI "avx512vbmi";
    16 AVX512VBMI2 "avx512vbmi2";
    17 GFNI "gfni";
    18 ERMS "ermsb";
    19 NEON "neon";
    20 SHA2 "sha2";
    21 SHA3 "sha3";
    22 SIMD128 "simd128";
    23 AVX512FP16 "avx512fp16";
}

const DETECTED: u32 = 1 << 31;
static CACHE: AtomicU32 = AtomicU32::new(0);

impl Features {
    /// No feature.
    pub const NONE: Features = Features(0);

    /// The union of both sets.
    #[must_use]
    pub const fn and(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }

    /// Whether all of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Features) -> bool {
        self.0 & other.0 == other.0
    }

    /// The features of `self` that `other` lacks.
    #[must_use]
    pub const fn without(self, other: Features) -> Features {
        Features(self.0 & !other.0)
    }

    /// The names of the features in this set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().filter(move |(f, _)| self.contains(*f)).map(|(_, name)| *name)
    }

    /// The features of this machine. The first call asks the processor (under a hypervisor tens of microseconds), later ones read a static.
    #[inline]
    pub fn detect() -> Features {
        let cached = CACHE.load(Ordering::Relaxed);
        if cached & DETECTED != 0 { Features(cached & !DETECTED) } else { Self::ask() }
    }

    #[cold]
    fn ask() -> Features {
        let found = imp::ask();
        CACHE.store(found.0 | DETECTED, Ordering::Relaxed);
        found
    }
}

/// The processor's brand string, e.g. `AMD EPYC`, and its length; empty if it cannot be read.
#[must_use]
pub fn brand() -> ([u8; 48], usize) {
    imp::brand()
}

/// Vendor, family and model: the key of the plans. On x86-64 from `cpuid` leaf 1, extensions added. On aarch64 from `MIDR_EL1` of the core
/// that was asked first, where Linux lets a program read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// `GenuineIntel`, `AuthenticAMD`, `Arm`, `Apple`, …; zeroes if unknown.
    pub vendor: [u8; 12],
    /// Display family; on aarch64 the part number, but 0 for Apple, where each core of each chip has its own number.
    pub family: u32,
    /// Display model; on aarch64 the part number.
    pub model: u32,
}

/// The processor model.
#[must_use]
pub fn model() -> Model {
    imp::model()
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod imp {
    use super::{Features, Model};
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    /// `__cpuid` became a safe function in a later Rust than our minimum.
    #[allow(unused_unsafe)]
    fn cpuid(leaf: u32, sub: u32) -> [u32; 4] {
        // SAFETY: every x86-64 processor has the instruction.
        let r = unsafe { if sub == 0 { __cpuid(leaf) } else { __cpuid_count(leaf, sub) } };
        [r.eax, r.ebx, r.ecx, r.edx]
    }

    #[target_feature(enable = "xsave")]
    fn xcr0() -> u64 {
        // SAFETY: the function has the feature enabled; register 0 exists wherever xgetbv does.
        unsafe { _xgetbv(0) }
    }

    pub(super) fn ask() -> Features {
        let max = cpuid(0, 0)[0];
        let [_, _, c1, d1] = cpuid(1, 0);
        let [_, b7, c7, d7] = if max >= 7 { cpuid(7, 0) } else { [0; 4] };
        let a71 = if max >= 7 && cpuid(7, 0)[0] >= 1 { cpuid(7, 1)[0] } else { 0 };
        let c81 = if cpuid(0x8000_0000, 0)[0] >= 0x8000_0001 { cpuid(0x8000_0001, 0)[2] } else { 0 };
        // Bit 27, OSXSAVE: the operating system uses xsave, and user code may read XCR0.
        // SAFETY: OSXSAVE is set, so xgetbv exists and is enabled.
        let xcr0 = if c1 >> 27 & 1 == 1 { unsafe { xcr0() } } else { 0 };
        let ymm = xcr0 & 0b110 == 0b110; // SSE and AVX state
        let zmm = ymm && xcr0 & 0b1110_0000 == 0b1110_0000; // mask registers, upper halves, registers 16 to 31

        let mut f = Features::NONE;
        let mut add = |have: bool, feature: Features| {
            if have {
                f = f.and(feature);
            }
        };
        let bit = |word: u32, n: u32| word >> n & 1 == 1;
        add(bit(d1, 26), Features::SSE2);
        add(bit(c1, 9), Features::SSSE3);
        add(bit(c1, 19), Features::SSE41);
        add(bit(b7, 3), Features::BMI1);
        add(bit(b7, 8), Features::BMI2);
        add(bit(b7, 9), Features::ERMS);
        add(bit(b7, 29), Features::SHA);
        add(bit(c7, 8), Features::GFNI);
        add(ymm && bit(c1, 28), Features::AVX);
        add(ymm && bit(c81, 11), Features::XOP);
        add(ymm && bit(b7, 5), Features::AVX2);
        add(ymm && bit(a71, 0), Features::SHA512);
        add(zmm && bit(b7, 16), Features::AVX512F);
        add(zmm && bit(b7, 17), Features::AVX512DQ);
        add(zmm && bit(b7, 28), Features::AVX512CD);
        add(zmm && bit(b7, 30), Features::AVX512BW);
        add(zmm && bit(b7, 31), Features::AVX512VL);
        add(zmm && bit(c7, 1), Features::AVX512VBMI);
        add(zmm && bit(c7, 6), Features::AVX512VBMI2);
        add(zmm && bit(d7, 23), Features::AVX512FP16);
        f
    }

    pub(super) fn brand() -> ([u8; 48], usize) {
        let mut text = [0; 48];
        if cpuid(0x8000_0000, 0)[0] < 0x8000_0004 {
            return (text, 0);
        }
        for (i, chunk) in text.chunks_exact_mut(4).enumerate() {
            let word = cpuid(0x8000_0002 + i as u32 / 4, 0)[i % 4];
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        let len = text.iter().position(|&b| b == 0).unwrap_or(48);
        (text, len)
    }

    pub(super) fn model() -> Model {
        let [_, b, c, d] = cpuid(0, 0);
        let mut vendor = [0; 12];
        for (chunk, word) in vendor.chunks_exact_mut(4).zip([b, d, c]) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        let a = cpuid(1, 0)[0];
        let (base, ext) = (a >> 8 & 15, a >> 20 & 255);
        let family = if base == 15 { base + ext } else { base };
        let model = (a >> 4 & 15) | if base == 6 || base == 15 { (a >> 16 & 15) << 4 } else { 0 };
        Model { vendor, family, model }
    }
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod imp {
    use super::{Features, Model};

    /// What the system reports; without `std`, what the build takes for granted.
    pub(super) fn ask() -> Features {
        #[cfg(feature = "std")]
        let has = {
            use std::arch::is_aarch64_feature_detected as has;
            [has!("neon"), has!("sha2"), has!("sha3")]
        };
        #[cfg(not(feature = "std"))]
        let has = [cfg!(target_feature = "neon"), cfg!(target_feature = "sha2"), cfg!(target_feature = "sha3")];
        let mut f = Features::NONE;
        for (has, feature) in has.into_iter().zip([Features::NEON, Features::SHA2, Features::SHA3]) {
            if has {
                f = f.and(feature);
            }
        }
        f
    }

    /// Implementer codes (Arm Architecture Reference Manual, `MIDR_EL1`).
    const VENDORS: &[(u32, &str)] = &[
        (0x41, "Arm"),
        (0x46, "Fujitsu"),
        (0x48, "HiSilicon"),
        (0x4e, "NVIDIA"),
        (0x51, "Qualcomm"),
        (APPLE, "Apple"),
        (0x6d, "Microsoft"),
        (0xc0, "Ampere"),
    ];
    const APPLE: u32 = 0x61;

    /// The part numbers for which there are estimates.
    const PARTS: &[(u32, u32, &str)] = &[
        (0x41, 0xd08, "Cortex-A72"),
        (0x41, 0xd0b, "Cortex-A76"),
        (0x41, 0xd0c, "Neoverse N1"),
        (0x41, 0xd40, "Neoverse V1"),
        (0x41, 0xd49, "Neoverse N2"),
        (0x41, 0xd4f, "Neoverse V2"),
    ];

    /// `MIDR_EL1`, if Linux reports that programs can read it. Elsewhere only Apple's systems tell the implementer: they run on Apple's
    /// processors.
    fn midr() -> u64 {
        #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
        {
            unsafe extern "C" {
                safe fn getauxval(kind: core::ffi::c_ulong) -> core::ffi::c_ulong;
            }
            const AT_HWCAP: core::ffi::c_ulong = 16;
            const HWCAP_CPUID: core::ffi::c_ulong = 1 << 11;
            if getauxval(AT_HWCAP) & HWCAP_CPUID != 0 {
                let midr: u64;
                // SAFETY: the kernel has said that it lets a program read the register.
                unsafe {
                    core::arch::asm!("mrs {}, midr_el1", out(reg) midr, options(pure, nomem, nostack, preserves_flags));
                };
                return midr;
            }
        }
        if cfg!(target_vendor = "apple") { u64::from(APPLE) << 24 } else { 0 }
    }

    /// Implementer and part number.
    fn parts() -> (u32, u32) {
        let midr = midr();
        ((midr >> 24 & 0xff) as u32, (midr >> 4 & 0xfff) as u32)
    }

    pub(super) fn brand() -> ([u8; 48], usize) {
        let (implementer, part) = parts();
        let name = PARTS.iter().find(|(of, number, _)| (*of, *number) == (implementer, part)).map_or("", |part| part.2);
        let mut text = [0; 48];
        text[..name.len()].copy_from_slice(name.as_bytes());
        (text, name.len())
    }

    pub(super) fn model() -> Model {
        let (implementer, part) = parts();
        let mut vendor = [0; 12];
        if let Some((_, name)) = VENDORS.iter().find(|(code, _)| *code == implementer) {
            vendor[..name.len()].copy_from_slice(name.as_bytes());
        }
        Model { vendor, family: if implementer == APPLE { 0 } else { part }, model: part }
    }
}

#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
mod imp {
    use super::{Features, Model};

    pub(super) fn ask() -> Features {
        // Miri would interpret intrinsics too slowly, so it has no features. A WebAssembly engine has validated all instructions before the
        // first one runs.
        if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) { Features::SIMD128 } else { Features::NONE }
    }

    pub(super) fn brand() -> ([u8; 48], usize) {
        ([0; 48], 0)
    }

    pub(super) fn model() -> Model {
        Model::default()
    }
}
