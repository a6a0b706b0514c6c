//! The rounds of BLAKE, BLAKE2 and BLAKE3 for several messages in AVX-512 registers, one word of each message in a register ("SHA-3 proposal BLAKE", version
//! 1.3, 2010, sections 2.1.2 and 2.2.2). Assembler text: LLVM takes half a minute to compile the same in intrinsics, and keeps fewer values
//! in registers.

/// The first half of four G. `$registers` is `(prefix, bytes of a register, bytes of a word, suffix for words, broadcast)`. For each G
/// follow its variables `a b c d`, a temporary register, and the indices of the message word and the constant.
macro_rules! half {
    ($kind:ident ($v:literal, $size:literal, $word:literal, $x:literal, $to:literal), $r0:literal, $r1:literal,
     $([$a:literal $b:literal $c:literal $d:literal] $t:literal $m:tt $u:tt;)*) => {
        concat!(
            $($crate::x86::blake_wide::sum!(load $kind $m, ($v, $size, $word, $x, $to), $a $t $u),)*
            $($crate::x86::blake_wide::sum!(xor $kind $m, ($v, $size, $word, $x, $to), $a $t $u),)*
            $($crate::x86::blake_wide::sum!(add $kind $m, ($v, $size, $word, $x, $to), $a $t $u),)*
            $("vpadd", $x, " ", $v, $a, ", ", $v, $a, ", ", $v, $b, "\n",)*
            $("vpxor", $x, " ", $v, $d, ", ", $v, $d, ", ", $v, $a, "\n",)*
            $("vpror", $x, " ", $v, $d, ", ", $v, $d, ", ", $r0, "\n",)*
            $("vpadd", $x, " ", $v, $c, ", ", $v, $c, ", ", $v, $d, "\n",)*
            $("vpxor", $x, " ", $v, $b, ", ", $v, $b, ", ", $v, $c, "\n",)*
            $("vpror", $x, " ", $v, $b, ", ", $v, $b, ", ", $r1, "\n",)*
        )
    };
}

/// A step of adding a message word with a constant: its load, the exclusive-or, the addition. In a block of padding, only words 0, 13, 14 and
/// 15 are not 0.
macro_rules! sum {
    ($step:ident padding 0, $($of:tt)*) => { $crate::x86::blake_wide::sum!($step block 0, $($of)*) };
    ($step:ident padding 13, $($of:tt)*) => { $crate::x86::blake_wide::sum!($step block 13, $($of)*) };
    ($step:ident padding 14, $($of:tt)*) => { $crate::x86::blake_wide::sum!($step block 14, $($of)*) };
    ($step:ident padding 15, $($of:tt)*) => { $crate::x86::blake_wide::sum!($step block 15, $($of)*) };
    (add padding $m:tt, ($v:literal, $size:literal, $word:literal, $x:literal, $to:literal), $a:literal $t:literal $u:tt) => {
        concat!("vpadd", $x, " ", $v, $a, ", ", $v, $a, ", [{u} + ", $word, " * ", $u, "]", $to, "\n")
    };
    ($step:ident padding $($of:tt)*) => { "" };
    (load block $m:tt, ($v:literal, $size:literal, $word:literal, $x:literal, $to:literal), $a:literal $t:literal $u:tt) => {
        concat!("vmovdqa64 ", $v, $t, ", [{m} + ", $size, " * ", $m, "]\n")
    };
    (xor block $m:tt, ($v:literal, $size:literal, $word:literal, $x:literal, $to:literal), $a:literal $t:literal $u:tt) => {
        concat!("vpxor", $x, " ", $v, $t, ", ", $v, $t, ", [{u} + ", $word, " * ", $u, "]", $to, "\n")
    };
    (add block $m:tt, ($v:literal, $size:literal, $word:literal, $x:literal, $to:literal), $a:literal $t:literal $u:tt) => {
        concat!("vpadd", $x, " ", $v, $a, ", ", $v, $a, ", ", $v, $t, "\n")
    };
}

/// The rounds with these permutations, two halves for the columns and two for the diagonals.
macro_rules! rounds {
    ($kind:ident $registers:tt, ($r0:literal $r1:literal $r2:literal $r3:literal),
     $([$s0:tt $s1:tt $s2:tt $s3:tt $s4:tt $s5:tt $s6:tt $s7:tt $s8:tt $s9:tt $s10:tt $s11:tt $s12:tt $s13:tt $s14:tt $s15:tt])*) => {
        concat!($(
            $crate::x86::blake_wide::half!($kind $registers, $r0, $r1, [0 4 8 12] 16 $s0 $s1; [1 5 9 13] 17 $s2 $s3; [2 6 10 14] 18 $s4 $s5; [3 7 11 15] 19 $s6 $s7;),
            $crate::x86::blake_wide::half!($kind $registers, $r2, $r3, [0 4 8 12] 20 $s1 $s0; [1 5 9 13] 21 $s3 $s2; [2 6 10 14] 22 $s5 $s4; [3 7 11 15] 23 $s7 $s6;),
            $crate::x86::blake_wide::half!($kind $registers, $r0, $r1, [0 5 10 15] 16 $s8 $s9; [1 6 11 12] 17 $s10 $s11; [2 7 8 13] 18 $s12 $s13; [3 4 9 14] 19 $s14 $s15;),
            $crate::x86::blake_wide::half!($kind $registers, $r2, $r3, [0 5 10 15] 20 $s9 $s8; [1 6 11 12] 21 $s11 $s10; [2 7 8 13] 22 $s13 $s12; [3 4 9 14] 23 $s15 $s14;),
        )*)
    };
}

/// Rounds of BLAKE2 and BLAKE3, which add no constants: so all message words fit into registers 0 to 15, beside the variables in 16 to 31.
macro_rules! later_rounds {
    ($registers:tt, ($r0:literal $r1:literal $r2:literal $r3:literal),
     $([$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal $s6:literal $s7:literal
        $s8:literal $s9:literal $s10:literal $s11:literal $s12:literal $s13:literal $s14:literal $s15:literal])*) => {
        concat!($(
            $crate::x86::blake_wide::later_half!($registers, $r0, $r1, [16 20 24 28] $s0; [17 21 25 29] $s2; [18 22 26 30] $s4; [19 23 27 31] $s6;),
            $crate::x86::blake_wide::later_half!($registers, $r2, $r3, [16 20 24 28] $s1; [17 21 25 29] $s3; [18 22 26 30] $s5; [19 23 27 31] $s7;),
            $crate::x86::blake_wide::later_half!($registers, $r0, $r1, [16 21 26 31] $s8; [17 22 27 28] $s10; [18 23 24 29] $s12; [19 20 25 30] $s14;),
            $crate::x86::blake_wide::later_half!($registers, $r2, $r3, [16 21 26 31] $s9; [17 22 27 28] $s11; [18 23 24 29] $s13; [19 20 25 30] $s15;),
        )*)
    };
}

/// The first half of four G of [`later_rounds`]: for each, its variables `a b c d` and its message word.
macro_rules! later_half {
    (($v:literal, $size:literal, $word:literal, $x:literal, $to:literal), $r0:literal, $r1:literal,
     $([$a:literal $b:literal $c:literal $d:literal] $m:literal;)*) => {
        concat!(
            $("vpadd", $x, " ", $v, $a, ", ", $v, $a, ", ", $v, $m, "\n",)*
            $("vpadd", $x, " ", $v, $a, ", ", $v, $a, ", ", $v, $b, "\n",)*
            $("vpxor", $x, " ", $v, $d, ", ", $v, $d, ", ", $v, $a, "\n",)*
            $("vpror", $x, " ", $v, $d, ", ", $v, $d, ", ", $r0, "\n",)*
            $("vpadd", $x, " ", $v, $c, ", ", $v, $c, ", ", $v, $d, "\n",)*
            $("vpxor", $x, " ", $v, $b, ", ", $v, $b, ", ", $v, $c, "\n",)*
            $("vpror", $x, " ", $v, $b, ", ", $v, $b, ", ", $r1, "\n",)*
        )
    };
}

/// All rounds of a function: the text with these registers.
macro_rules! text {
    // The words of the rounds of BLAKE3: each permutes those of the round before.
    (blake3 $registers:tt) => {
        $crate::x86::blake_wide::later_rounds!($registers, (16 12 8 7),
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]
            [2 6 3 10 7 0 4 13 1 11 12 5 9 14 15 8]
            [3 4 10 12 13 2 7 14 6 5 9 0 11 15 8 1]
            [10 7 12 9 14 3 13 15 4 0 11 2 5 8 1 6]
            [12 13 9 11 15 10 14 8 7 2 5 3 0 1 6 4]
            [9 14 11 5 8 12 15 1 13 3 0 10 2 6 4 7]
            [11 15 5 0 1 9 8 6 14 10 2 12 3 4 7 13])
    };
    // σ0 to σ9.
    ($function:ident $registers:tt) => { $crate::x86::blake_wide::text!(@ all ($function $registers)) };
    ($function:ident $kind:ident $registers:tt) => { $crate::x86::blake_wide::text!(@ all ($function $kind $registers)) };
    (@ all ($($of:tt)*)) => {
        $crate::x86::blake_wide::text!(@ $($of)*
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]
            [14 10 4 8 9 15 13 6 1 12 0 2 11 7 5 3]
            [11 8 12 0 5 2 15 13 10 14 3 6 7 1 9 4]
            [7 9 3 1 13 12 11 14 2 6 5 10 4 0 15 8]
            [9 0 5 7 2 4 10 15 14 1 11 12 6 8 3 13]
            [2 12 6 10 0 11 8 3 4 13 7 5 15 14 1 9]
            [12 5 1 15 14 13 4 10 0 7 6 3 9 2 8 11]
            [13 11 7 14 12 1 3 9 5 0 15 4 8 6 2 10]
            [6 15 14 9 11 3 0 8 12 2 13 7 1 4 10 5]
            [10 2 8 4 7 6 1 5 15 11 9 14 3 12 13 0])
    };
    // BLAKE repeats σ0 to σ9 after ten rounds; the second pass leaves the loop after four rounds, or six.
    (@ blake32 $kind:ident $registers:tt $p0:tt $p1:tt $p2:tt $p3:tt $($rest:tt)*) => {
        $crate::x86::blake_wide::text!(@ passes $kind $registers, (16 12 8 7), ($p0 $p1 $p2 $p3) ($($rest)*))
    };
    (@ blake64 $kind:ident $registers:tt $p0:tt $p1:tt $p2:tt $p3:tt $p4:tt $p5:tt $($rest:tt)*) => {
        $crate::x86::blake_wide::text!(@ passes $kind $registers, (32 25 16 11), ($p0 $p1 $p2 $p3 $p4 $p5) ($($rest)*))
    };
    (@ blake2s $registers:tt $($all:tt)*) => {
        $crate::x86::blake_wide::later_rounds!($registers, (16 12 8 7), $($all)*)
    };
    (@ blake2b $registers:tt $p0:tt $p1:tt $($rest:tt)*) => {
        $crate::x86::blake_wide::later_rounds!($registers, (32 24 16 63), $p0 $p1 $($rest)* $p0 $p1)
    };
    (@ passes $kind:ident $registers:tt, $distances:tt, ($($first:tt)*) ($($rest:tt)*)) => {
        concat!(
            ".p2align 6\n2:\n",
            $crate::x86::blake_wide::rounds!($kind $registers, $distances, $($first)*),
            "dec {passes:e}\njz 3f\n",
            $crate::x86::blake_wide::rounds!($kind $registers, $distances, $($rest)*),
            "jmp 2b\n3:\n",
        )
    };
}

/// `WordIsa::blake_rounds` and `WordIsa::later_rounds` with the functions' texts: registers 0 to 15, those of 16 and more that are temporary in BLAKE, and 16 to 31.
macro_rules! blake_rounds {
    ($word:ident x $v:ident, $enable:literal, $first:ident ($($rounds:pat => $later:ident)*) $registers:tt,
     $low:tt, ($($t:tt)*), $high:tt) => {
        $crate::x86::blake_wide::blake_rounds! { @ $word x $v, $enable, $first $registers, $low, ($($t)*) }
        #[inline(always)]
        fn later_rounds<const ROUNDS: usize>(self, v: &mut [$v; 16], m: &[$v; 16]) {
            #[target_feature(enable = $enable)]
            #[inline]
            fn rounds<const ROUNDS: usize>(v: &mut [$v; 16], m: &[$v; 16]) {
                match ROUNDS {
                    $( $rounds => $crate::x86::blake_wide::blake_rounds!(@ $later $registers, $low, $high, v, m), )*
                }
            }
            // SAFETY: the token proves the features.
            unsafe { rounds::<ROUNDS>(v, m) }
        }
    };
    (@ $later:ident $registers:tt, ($([$r:tt $i:tt])*), ($([$s:tt $j:tt])*), $vs:ident, $m:ident) => {
        // SAFETY: the features are enabled. The text writes the declared registers only.
        unsafe {
            core::arch::asm!(
                $crate::x86::blake_wide::text!($later $registers),
                $( in($r) $m[$i].0, )*
                $( inout($s) $vs[$j].0, )*
                options(pure, nomem, nostack, preserves_flags),
            )
        }
    };
    (@ $word:ident x $v:ident, $enable:literal, $first:ident $registers:tt, ($([$r:tt $i:tt])*), ($($t:tt)*)) => {
        const BLAKE: bool = true;
        const LATER: bool = true;
        #[inline(always)]
        fn blake_rounds<const PADDING: bool>(self, v: &mut [$v; 16], m: &[$v; 16], u: &[$word; 16]) {
            // Separate functions, because the registers of inline assembly need the features in the surrounding function; LLVM inlines them into the
            // token's `enter`, which has them.
            $crate::x86::blake_wide::blake_rounds!(@ fn block $word x $v, $enable, $first $registers, ($([$r $i])*), ($($t)*));
            $crate::x86::blake_wide::blake_rounds!(@ fn padding $word x $v, $enable, $first $registers, ($([$r $i])*), ($($t)*));
            // SAFETY: the token proves the features.
            unsafe { if PADDING { padding(v, m, u) } else { block(v, m, u) } }
        }
    };
    (@ fn $kind:ident $word:ident x $v:ident, $enable:literal, $first:ident $registers:tt, ($([$r:tt $i:tt])*), ($($t:tt)*)) => {
        #[target_feature(enable = $enable)]
        #[inline]
        fn $kind(v: &mut [$v; 16], m: &[$v; 16], u: &[$word; 16]) {
            // SAFETY: the features are enabled. The text reads the sixteen aligned vectors of the message and the sixteen
            // constants, and writes the declared registers only.
            unsafe {
                core::arch::asm!(
                    $crate::x86::blake_wide::text!($first $kind $registers),
                    m = in(reg) m.as_ptr(),
                    u = in(reg) u.as_ptr(),
                    passes = inout(reg) 2_u32 => _,
                    $( inout($r) v[$i].0, )*
                    $( out($t) _, )*
                    options(readonly, nostack),
                )
            }
        }
    };
}

/// `blake_rounds!` for a length of registers and the functions with words of a length.
macro_rules! blake {
    (512, $word:ident x $v:ident, $functions:tt $registers:tt) => {
        $crate::x86::blake_wide::blake! { @ $functions $word x $v, "avx512f", $registers,
            (["zmm0" 0] ["zmm1" 1] ["zmm2" 2] ["zmm3" 3] ["zmm4" 4] ["zmm5" 5] ["zmm6" 6] ["zmm7" 7] ["zmm8" 8] ["zmm9" 9] ["zmm10" 10] ["zmm11" 11] ["zmm12" 12] ["zmm13" 13] ["zmm14" 14] ["zmm15" 15]),
            ("zmm16" "zmm17" "zmm18" "zmm19" "zmm20" "zmm21" "zmm22" "zmm23"),
            (["zmm16" 0] ["zmm17" 1] ["zmm18" 2] ["zmm19" 3] ["zmm20" 4] ["zmm21" 5] ["zmm22" 6] ["zmm23" 7] ["zmm24" 8] ["zmm25" 9] ["zmm26" 10] ["zmm27" 11] ["zmm28" 12] ["zmm29" 13] ["zmm30" 14] ["zmm31" 15])
        }
    };
    (256, $word:ident x $v:ident, $functions:tt $registers:tt) => {
        $crate::x86::blake_wide::blake! { @ $functions $word x $v, "avx512f,avx512vl", $registers,
            (["ymm0" 0] ["ymm1" 1] ["ymm2" 2] ["ymm3" 3] ["ymm4" 4] ["ymm5" 5] ["ymm6" 6] ["ymm7" 7] ["ymm8" 8] ["ymm9" 9] ["ymm10" 10] ["ymm11" 11] ["ymm12" 12] ["ymm13" 13] ["ymm14" 14] ["ymm15" 15]),
            ("ymm16" "ymm17" "ymm18" "ymm19" "ymm20" "ymm21" "ymm22" "ymm23"),
            (["ymm16" 0] ["ymm17" 1] ["ymm18" 2] ["ymm19" 3] ["ymm20" 4] ["ymm21" 5] ["ymm22" 6] ["ymm23" 7] ["ymm24" 8] ["ymm25" 9] ["ymm26" 10] ["ymm27" 11] ["ymm28" 12] ["ymm29" 13] ["ymm30" 14] ["ymm31" 15])
        }
    };
    (128, $word:ident x $v:ident, $functions:tt $registers:tt) => {
        $crate::x86::blake_wide::blake! { @ $functions $word x $v, "avx512f,avx512vl", $registers,
            (["xmm0" 0] ["xmm1" 1] ["xmm2" 2] ["xmm3" 3] ["xmm4" 4] ["xmm5" 5] ["xmm6" 6] ["xmm7" 7] ["xmm8" 8] ["xmm9" 9] ["xmm10" 10] ["xmm11" 11] ["xmm12" 12] ["xmm13" 13] ["xmm14" 14] ["xmm15" 15]),
            ("xmm16" "xmm17" "xmm18" "xmm19" "xmm20" "xmm21" "xmm22" "xmm23"),
            (["xmm16" 0] ["xmm17" 1] ["xmm18" 2] ["xmm19" 3] ["xmm20" 4] ["xmm21" 5] ["xmm22" 6] ["xmm23" 7] ["xmm24" 8] ["xmm25" 9] ["xmm26" 10] ["xmm27" 11] ["xmm28" 12] ["xmm29" 13] ["xmm30" 14] ["xmm31" 15])
        }
    };
    (@ 32 $word:ident x $v:ident, $enable:literal, $($rest:tt)*) => {
        $crate::x86::blake_wide::blake_rounds! { $word x $v, $enable, blake32 (7 => blake3 _ => blake2s) $($rest)* }
    };
    (@ 64 $word:ident x $v:ident, $enable:literal, $($rest:tt)*) => {
        $crate::x86::blake_wide::blake_rounds! { $word x $v, $enable, blake64 (_ => blake2b) $($rest)* }
    };
}

pub(super) use {blake, blake_rounds, half, later_half, later_rounds, rounds, sum, text};
