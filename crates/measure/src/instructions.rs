//! The costs of single instructions on this processor: latency and reciprocal throughput, in core cycles.

use crate::{Options, Sampler};
use std::time::Duration;

/// One instruction at one width, or a round trip between the units.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "trials", derive(serde::Serialize))]
pub struct InstructionCost {
    /// E.g. `vpternlogq`. Those that are independent of one another share constant operands, as few kernels do. `store and load, vector to
    /// integer` takes a word from an integer register to a vector register, and back through memory.
    pub name: &'static str,
    /// Bits of its registers: 64, 128, 256 or 512.
    pub bits: u32,
    /// Core cycles from one to the next in a chain; `None` if too few samples were quiet.
    pub latency: Option<f64>,
    /// Core cycles for each of many independent ones; `None` if too few samples were quiet.
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
    let cycles = |row: crate::Sampled| Some(row.figures.ok()?.core_cycles?.lower_quartile / imp::STEP as f64);
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
    /// Runs `STEP` times as many as it is told, each waiting for the one before.
    chain: fn(u64),
    /// As many, of which twelve at a time wait for nothing but the twelve before.
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

    /// Loops over eight times twelve instructions, or over 96 of which each has the first register; the assembler puts
    /// the registers' names in place of `\r`.
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

    /// R is the register of which there are twelve, K the same under a mask, A and B are two more.
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

    /// A word to the vector unit, through memory and into a register: `rax` for a chain, another where each is independent.
    macro_rules! round_trips {
        ($passes:expr, $to:literal) => {{
            let passes: u64 = $passes;
            let mut cell = 0_u64;
            if passes > 0 {
                // SAFETY: as in `run`; the only memory is `cell`. No upper half is written but by zeroing it.
                unsafe {
                    asm!(".p2align 6", "2:", ".rept 96", "vmovq xmm0, rax", "vmovq qword ptr [rdi], xmm0",
                        concat!("mov ", $to, ", qword ptr [rdi]"), ".endr", "dec {passes}", "jnz 2b",
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
        Probe {
            name: "store and load, vector to integer",
            bits: 64,
            available: avx,
            chain: |n| round_trips!(n, "rax"),
            independent: |n| round_trips!(n, "rdx"),
        },
        vector!("vpxor" 256 "ymm" avx2 R R B),
        vector!("vpandn" 256 "ymm" avx2 R R B),
        vector!("vpsllq" 256 "ymm" avx2 R R "7"),
        vector!("vpslld" 256 "ymm" avx2 R R "7"),
        vector!("vpaddq" 256 "ymm" avx2 R R B),
        vector!("vpalignr" 256 "ymm" avx2 R R B "8"),
        vector!("vpermq" 256 "ymm" avx2 R R "0x39"),
        vector!("vpshufb" 256 "ymm" avx2 R R B),
        vector!("vpternlogq" 128 "xmm" vl R A B "0x96"),
        vector!("vprolq" 128 "xmm" vl R R "7"),
        vector!("vprold" 128 "xmm" vl R R "7"),
        vector!("vpternlogq" 256 "ymm" vl R A B "0x96"),
        vector!("vprolq" 256 "ymm" vl R R "7"),
        vector!("vprold" 256 "ymm" vl R R "7"),
        vector!("vpternlogq" 512 "zmm" f R A B "0x96"),
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
        vector!("vpermq" 512 "zmm" f R A R),
    ];
}
