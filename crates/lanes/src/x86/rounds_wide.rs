//! Two rounds of Keccak-p[1600] in a loop, one lane of several states a register, in assembler.

/// `$state` and `$parities` are what to work on, `$theta` is the number of the text, `$rc` is a pointer to the constants, and `$pairs` half the
/// number of rounds, at least one. A text has the name of a file and of the macro in it; the last one is for all other numbers. They share
/// a block of assembler, since LLVM would keep more on the stack around several.
#[rustfmt::skip]
macro_rules! keccak_rounds {
    (@ $arguments:literal, [$($text:ident $number:literal)*] $last:ident, $state:expr, $parities:expr, $theta:expr, $rc:expr, $pairs:expr,
     [$($lane:tt $i:tt)*] [$($parity:tt $x:tt)*] [$($temporary:tt)*]) => {
        core::arch::asm!(
            $(
                include_str!(concat!(stringify!($text), ".s")),
                concat!("cmp {theta:e}, ", $number),
                "jne 3f",
                ".p2align 6",
                "2:",
                concat!(stringify!($text), $arguments),
                "add {rc}, 16",
                "dec {pairs}",
                "jnz 2b",
                "jmp 4f",
                "3:",
                concat!(".purgem ", stringify!($text)),
            )*
            include_str!(concat!(stringify!($last), ".s")),
            ".p2align 6",
            "2:",
            concat!(stringify!($last), $arguments),
            "add {rc}, 16",
            "dec {pairs}",
            "jnz 2b",
            "4:",
            concat!(".purgem ", stringify!($last)),
            $(inout($lane) $state[$i].0,)*
            $(inout($parity) $parities[$x].0,)*
            $(out($temporary) _,)*
            theta = in(reg) $theta,
            rc = inout(reg) $rc => _,
            pairs = inout(reg) $pairs => _,
            options(readonly, nostack),
        )
    };
    (xmm, $($rest:expr),*) => {
        $crate::x86::rounds_wide::keccak_rounds!(@ " xmm, {{1to2}}, {rc}", [theta_ternary 2 theta_once_zen4 1] theta_once, $($rest),*,
            ["xmm0" 0 "xmm1" 1 "xmm2" 2 "xmm3" 3 "xmm4" 4 "xmm5" 5 "xmm6" 6 "xmm7" 7 "xmm8" 8
            "xmm9" 9 "xmm10" 10 "xmm11" 11 "xmm12" 12 "xmm13" 13 "xmm14" 14 "xmm15" 15 "xmm16" 16 "xmm17" 17
            "xmm18" 18 "xmm19" 19 "xmm20" 20 "xmm21" 21 "xmm22" 22 "xmm23" 23 "xmm24" 24]
            ["xmm25" 0 "xmm26" 1 "xmm27" 2 "xmm28" 3 "xmm29" 4] ["xmm30" "xmm31"])
    };
    (ymm, $($rest:expr),*) => {
        $crate::x86::rounds_wide::keccak_rounds!(@ " ymm, {{1to4}}, {rc}", [theta_ternary 2 theta_once_zen4 1] theta_once, $($rest),*,
            ["ymm0" 0 "ymm1" 1 "ymm2" 2 "ymm3" 3 "ymm4" 4 "ymm5" 5 "ymm6" 6 "ymm7" 7 "ymm8" 8
            "ymm9" 9 "ymm10" 10 "ymm11" 11 "ymm12" 12 "ymm13" 13 "ymm14" 14 "ymm15" 15 "ymm16" 16 "ymm17" 17
            "ymm18" 18 "ymm19" 19 "ymm20" 20 "ymm21" 21 "ymm22" 22 "ymm23" 23 "ymm24" 24]
            ["ymm25" 0 "ymm26" 1 "ymm27" 2 "ymm28" 3 "ymm29" 4] ["ymm30" "ymm31"])
    };
    (zmm, $($rest:expr),*) => {
        $crate::x86::rounds_wide::keccak_rounds!(@ " zmm, {{1to8}}, {rc}", [theta_ternary 2] theta_once, $($rest),*,
            ["zmm0" 0 "zmm1" 1 "zmm2" 2 "zmm3" 3 "zmm4" 4 "zmm5" 5 "zmm6" 6 "zmm7" 7 "zmm8" 8
            "zmm9" 9 "zmm10" 10 "zmm11" 11 "zmm12" 12 "zmm13" 13 "zmm14" 14 "zmm15" 15 "zmm16" 16 "zmm17" 17
            "zmm18" 18 "zmm19" 19 "zmm20" 20 "zmm21" 21 "zmm22" 22 "zmm23" 23 "zmm24" 24]
            ["zmm25" 0 "zmm26" 1 "zmm27" 2 "zmm28" 3 "zmm29" 4] ["zmm30" "zmm31"])
    };
}
pub(crate) use keccak_rounds;
