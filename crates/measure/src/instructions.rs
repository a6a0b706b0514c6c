//! The costs of single instructions on this processor: latency and reciprocal throughput, in core cycles.

use crate::{Options, Sampler};
use std::time::Duration;

/// One instruction at one width, or a round trip between the units.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "trials", derive(serde::Serialize))]
pub struct InstructionCost {
    /// The name, e.g. `vpternlogq`. Independent instructions share constant operands, which few kernels do. In `vpternlogq (three fresh
    /// operands)`, all three operands were written eight to twelve instructions before, which takes some processors nearly twice as long.
    /// `vmovq there and back` and `store and load, vector to integer` take a word from an integer register to a vector register and back,
    /// the latter through memory.
    pub name: &'static str,
    /// The width of the registers in bits: 64, 128, 256 or 512.
    pub bits: u32,
    /// Core cycles from one instruction to the next in a chain; `None` if too few samples were quiet.
    pub latency: Option<f64>,
    /// Core cycles for each of many independent instructions; `None` if too few samples were quiet.
    pub reciprocal_throughput: Option<f64>,
}

/// Measures the instructions that Keccak and SHA-2 use, as far as this processor has them; none on processors other than x86-64.
///
/// Takes about half a second for all. Pin the thread first ([`crate::pin_to_cpu`]).
pub fn instructions() -> Vec<InstructionCost> {
    let mut sampler = Sampler::new(Options {
        sample: Duration::from_micros(60),
        warm: Duration::from_micros(60),
        ..Options::default()
    });
    let available: Vec<_> = imp::ALL.iter().filter(|probe| (probe.available)()).collect();
    for probe in &available {
        sampler = sampler.add(probe.name, |n| (probe.chain)(n)).add(probe.name, |n| (probe.independent)(n));
    }
    let mut rows = sampler.run().into_iter();
    let cycles = |row: crate::Row| Some(row.figures.ok()?.core_cycles?.lower_quartile / imp::STEP as f64);
    let cost = |probe: &&Probe| InstructionCost {
        name: probe.name,
        bits: probe.bits,
        latency: rows.next().and_then(cycles),
        reciprocal_throughput: rows.next().and_then(cycles),
    };
    available.iter().map(cost).collect()
}

struct Probe {
    name: &'static str,
    bits: u32,
    available: fn() -> bool,
    /// Runs the argument times `STEP` instructions, each of which waits for the one before.
    chain: fn(u64),
    /// Runs as many instructions, in groups of twelve that depend only on the group before.
    independent: fn(u64),
}

#[cfg(not(target_arch = "x86_64"))]
mod imp {
    pub(super) const STEP: u64 = 1;
    pub(super) const ALL: &[super::Probe] = &[];
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod imp {
    use super::Probe;
    use std::arch::asm;

    /// Instructions in the body of each loop.
    pub(super) const STEP: u64 = 96;

    /// A loop over eight times twelve instructions, or over 96 that all use the first register. The assembler replaces `\r` by the
    /// registers' names.
    macro_rules! run {
        ($passes:expr, $registers:literal, $times:literal, $instruction:expr, $clean:literal) => {{
            let passes: u64 = $passes;
            if passes > 0 {
                // SAFETY: arithmetic on registers that are all declared as clobbered, no memory touched; the loop ends
                // because `passes` is not 0. The caller has found the instruction's feature. `vzeroupper` is there where
                // the wide registers are.
                unsafe {
                    asm!(".p2align 6", "2:", concat!(".rept ", $times), concat!(".irp r,", $registers), $instruction,
                        ".endr", ".endr", "dec r13", "jnz 2b", $clean,
                        inout("r13") passes => _, clobber_abi("C"), out("r12") _, out("r14") _, out("r15") _, options(nostack));
                }
            }
        }};
    }

    /// Operands: R is one of the twelve registers, K the same under a mask; A and B are two other registers.
    macro_rules! operand {
        ($w:literal R) => {
            concat!($w, "\\r")
        };
        ($w:literal K) => {
            concat!($w, "\\r{{k1}}")
        };
        ($w:literal A) => {
            concat!($w, "14")
        };
        ($w:literal B) => {
            concat!($w, "15")
        };
        ($w:literal $constant:literal) => {
            $constant
        };
    }

    macro_rules! probe {
        ($name:literal, $bits:literal, $available:expr, $w:literal, $clean:literal, $one:literal, $twelve:literal, $first:tt $($operand:tt)*) => {
            Probe {
                name: $name,
                bits: $bits,
                available: $available,
                chain: |n| run!(n, $one, "96",
                    concat!($name, " ", operand!($w $first) $(, ", ", operand!($w $operand))*), $clean),
                independent: |n| run!(n, $twelve, "8",
                    concat!($name, " ", operand!($w $first) $(, ", ", operand!($w $operand))*), $clean),
            }
        };
    }

    macro_rules! scalar {
        ($name:literal $available:ident $($operand:tt)*) => {
            probe!($name, 64, $available, "", "", "r8", "rax,rdx,rcx,rsi,rdi,r8,r9,r10,r11,r12,r14,r15", $($operand)*)
        };
    }

    macro_rules! vector {
        ($name:literal $bits:literal $w:literal $available:ident $($operand:tt)*) => {
            probe!($name, $bits, $available, $w, "vzeroupper", "0", "0,1,2,3,4,5,6,7,8,9,10,11", $($operand)*)
        };
    }

    /// Each of twelve instructions reads the results of nine and eight instructions before, and its own of twelve before. This hides
    /// latencies of up to four cycles at two instructions a cycle.
    macro_rules! fresh {
        ($bits:literal, $w:literal, $available:ident) => {
            Probe {
                name: "vpternlogq (three fresh operands)",
                bits: $bits,
                available: $available,
                chain: |n| run!(n, "0", "96", concat!("vpternlogq ", $w, "\\r, ", $w, "14, ", $w, "15, 0x96"), "vzeroupper"),
                independent: |n| run!(n, "0", "8", fresh!($w: 0 3 4, 1 4 5, 2 5 6, 3 6 7, 4 7 8, 5 8 9,
                    6 9 10, 7 10 11, 8 11 0, 9 0 1, 10 1 2, 11 2 3), "vzeroupper"),
            }
        };
        ($w:literal: $($to:literal $one:literal $other:literal),*) => {
            concat!($("vpternlogq ", $w, $to, ", ", $w, $one, ", ", $w, $other, ", 0x96\n"),*)
        };
    }

    /// A code text from `rax` to a register and back: the same one in a chain, another one if independent.
    macro_rules! round_trip {
        ($name:literal, $available:ident, $text:literal, $rest:literal) => {
            Probe {
                name: $name,
                bits: 64,
                available: $available,
                chain: |n| round_trips!(n, concat!($text, "rax", $rest)),
                independent: |n| round_trips!(n, concat!($text, "rdx", $rest)),
            }
        };
    }

    macro_rules! round_trips {
        ($passes:expr, $text:expr) => {{
            let passes: u64 = $passes;
            let mut cell = 0_u64;
            if passes > 0 {
                // SAFETY: as in `run`; the only memory is `cell`. No upper half is written but by zeroing it.
                unsafe {
                    asm!(".p2align 6", "2:", ".rept 96", $text, ".endr", "dec {passes}", "jnz 2b",
                        passes = inout(reg) passes => _, in("rdi") &raw mut cell, inout("rax") 0_u64 => _,
                        out("rdx") _, out("xmm0") _, options(nostack));
                }
            }
        }};
    }

    fn anywhere() -> bool {
        true
    }

    fn bmi() -> bool {
        std::arch::is_x86_feature_detected!("bmi1") && std::arch::is_x86_feature_detected!("bmi2")
    }

    fn avx() -> bool {
        std::arch::is_x86_feature_detected!("avx")
    }

    fn avx2() -> bool {
        std::arch::is_x86_feature_detected!("avx2")
    }

    fn f() -> bool {
        std::arch::is_x86_feature_detected!("avx512f")
    }

    fn sha() -> bool {
        std::arch::is_x86_feature_detected!("sha")
    }

    fn vl() -> bool {
        f() && std::arch::is_x86_feature_detected!("avx512vl")
    }

    pub(super) const ALL: &[Probe] = &[
        scalar!("xor" anywhere R "r13"),
        scalar!("rol" anywhere R "7"),
        scalar!("rorx" bmi R R "7"),
        scalar!("andn" bmi R R "r13"),
        scalar!("add" anywhere R "r13"),
        vector!("vpxor" 128 "xmm" avx R R B),
        vector!("vpandn" 128 "xmm" avx R R B),
        vector!("vpsllq" 128 "xmm" avx R R "7"),
        vector!("vpslld" 128 "xmm" avx R R "7"),
        vector!("vpaddq" 128 "xmm" avx R R B),
        vector!("vpalignr" 128 "xmm" avx R R B "8"),
        // Its third operand is xmm0, which none of the twelve writes.
        probe!("sha256rnds2", 128, sha, "xmm", "", "1", "1,2,3,4,5,6,7,8,9,10,11,12", R A),
        round_trip!("vmovq there and back", avx, "vmovq xmm0, rax\nvmovq ", ", xmm0"),
        round_trip!(
            "store and load, vector to integer",
            avx,
            "vmovq xmm0, rax\nvmovq qword ptr [rdi], xmm0\nmov ",
            ", qword ptr [rdi]"
        ),
        vector!("vpxor" 256 "ymm" avx2 R R B),
        vector!("vpandn" 256 "ymm" avx2 R R B),
        vector!("vpsllq" 256 "ymm" avx2 R R "7"),
        vector!("vpslld" 256 "ymm" avx2 R R "7"),
        vector!("vpaddq" 256 "ymm" avx2 R R B),
        vector!("vpalignr" 256 "ymm" avx2 R R B "8"),
        vector!("vpsllvq" 256 "ymm" avx2 R R B),
        vector!("vpermq" 256 "ymm" avx2 R R "0x39"),
        vector!("vpblendd" 256 "ymm" avx2 R R B "0x3c"),
        vector!("vpshufb" 256 "ymm" avx2 R R B),
        vector!("vpternlogq" 128 "xmm" vl R A B "0x96"),
        fresh!(128, "xmm", vl),
        vector!("vprolq" 128 "xmm" vl R R "7"),
        vector!("vprold" 128 "xmm" vl R R "7"),
        vector!("vpternlogq" 256 "ymm" vl R A B "0x96"),
        fresh!(256, "ymm", vl),
        vector!("vprolq" 256 "ymm" vl R R "7"),
        vector!("vprold" 256 "ymm" vl R R "7"),
        vector!("vpternlogq" 512 "zmm" f R A B "0x96"),
        fresh!(512, "zmm", f),
        vector!("vpandd" 512 "zmm" f R R B),
        vector!("vpxord" 512 "zmm" f R R B),
        vector!("vpaddq" 512 "zmm" f R R B),
        vector!("vpsllq" 512 "zmm" f R R "7"),
        vector!("vprolq" 512 "zmm" f R R "7"),
        vector!("vprold" 512 "zmm" f R R "7"),
        vector!("vprolvq" 512 "zmm" f R R B),
        vector!("vpblendmq" 512 "zmm" f K R B),
        vector!("vpermi2q" 512 "zmm" f R A B),
        vector!("vpunpckhqdq" 512 "zmm" f R R B),
        vector!("vshufi64x2" 512 "zmm" f R R B "0x39"),
        vector!("vpermq" 512 "zmm" f R A R),
    ];
}
