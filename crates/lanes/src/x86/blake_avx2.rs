//! The rounds of BLAKE2 and BLAKE3 for several messages in AVX2 registers, one word of each message in a register, in assembler text: LLVM spills more
//! than the one of sixteen variables for which there is no room beside a temporary.
//!
//! Variable 8, of row c, is in memory, as are the message words; register 8 is temporary.

/// The first or second half of four G: for each, its variables `a b c d` and its message word. `$rot` is what rotates rows d and b.
macro_rules! half {
    ($x:literal, $d:tt, $b:tt, $([$va:literal $vb:literal $vc:tt $vd:literal] $m:literal;)*) => {
        concat!(
            $("vpadd", $x, " ymm", $va, ", ymm", $va, ", [{m} + 32 * ", $m, "]\n",)*
            $("vpadd", $x, " ymm", $va, ", ymm", $va, ", ymm", $vb, "\n",)*
            $("vpxor ymm", $vd, ", ymm", $vd, ", ymm", $va, "\n",)*
            $($crate::x86::blake_avx2::rotate!($x, $vd, $d),)*
            $($crate::x86::blake_avx2::row_c!($x, $vc, $vd),)*
            $("vpxor ymm", $vb, ", ymm", $vb, ", ymm", $vc, "\n",)*
            "vmovdqa [{c}], ymm8\n",
            $($crate::x86::blake_avx2::rotate!($x, $vb, $b),)*
        )
    };
}

/// Adds a variable of row d to one of row c.
macro_rules! row_c {
    ($x:literal, 8, $d:literal) => {
        concat!("vpadd", $x, " ymm8, ymm", $d, ", [{c}]\n")
    };
    ($x:literal, $c:literal, $d:literal) => {
        concat!("vpadd", $x, " ymm", $c, ", ymm", $c, ", ymm", $d, "\n")
    };
}

/// Rotates to the right.
macro_rules! rotate {
    // By whole bytes, in an order of the table.
    ($x:literal, $v:literal, (order $at:literal)) => {
        concat!("vpshufb ymm", $v, ", ymm", $v, ", [{o} + ", $at, "]\n")
    };
    // Words of 64 bits by 32.
    ($x:literal, $v:literal, (halves)) => {
        concat!("vpshufd ymm", $v, ", ymm", $v, ", 0xb1\n")
    };
    // Words of 64 bits by 63.
    ($x:literal, $v:literal, (double)) => {
        concat!(
            "vpsrlq ymm8, ymm",
            $v,
            ", 63\n",
            "vpaddq ymm",
            $v,
            ", ymm",
            $v,
            ", ymm",
            $v,
            "\n",
            "vpor ymm",
            $v,
            ", ymm",
            $v,
            ", ymm8\n"
        )
    };
    ($x:literal, $v:literal, (shift $right:literal $left:literal)) => {
        concat!(
            "vpsrl",
            $x,
            " ymm8, ymm",
            $v,
            ", ",
            $right,
            "\n",
            "vpsll",
            $x,
            " ymm",
            $v,
            ", ymm",
            $v,
            ", ",
            $left,
            "\n",
            "vpor ymm",
            $v,
            ", ymm",
            $v,
            ", ymm8\n"
        )
    };
}

/// The rounds with these permutations, two halves for the columns and two for the diagonals.
macro_rules! rounds {
    ($function:tt, $([$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal $s6:literal $s7:literal
        $s8:literal $s9:literal $s10:literal $s11:literal $s12:literal $s13:literal $s14:literal $s15:literal])*) => {
        concat!($(
            $crate::x86::blake_avx2::first!($function, [0 4 8 12] $s0; [1 5 9 13] $s2; [2 6 10 14] $s4; [3 7 11 15] $s6;),
            $crate::x86::blake_avx2::second!($function, [0 4 8 12] $s1; [1 5 9 13] $s3; [2 6 10 14] $s5; [3 7 11 15] $s7;),
            $crate::x86::blake_avx2::first!($function, [0 5 10 15] $s8; [1 6 11 12] $s10; [2 7 8 13] $s12; [3 4 9 14] $s14;),
            $crate::x86::blake_avx2::second!($function, [0 5 10 15] $s9; [1 6 11 12] $s11; [2 7 8 13] $s13; [3 4 9 14] $s15;),
        )*)
    };
}

macro_rules! first {
    (32, $($rest:tt)*) => { $crate::x86::blake_avx2::half!("d", (order 0), (shift 12 20), $($rest)*) };
    (64, $($rest:tt)*) => { $crate::x86::blake_avx2::half!("q", (halves), (order 0), $($rest)*) };
}

macro_rules! second {
    (32, $($rest:tt)*) => { $crate::x86::blake_avx2::half!("d", (order 32), (shift 7 25), $($rest)*) };
    (64, $($rest:tt)*) => { $crate::x86::blake_avx2::half!("q", (order 32), (double), $($rest)*) };
}

/// All rounds of a function: the text.
macro_rules! text {
    (blake3) => {
        $crate::x86::blake_avx2::rounds!(32,
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]
            [2 6 3 10 7 0 4 13 1 11 12 5 9 14 15 8]
            [3 4 10 12 13 2 7 14 6 5 9 0 11 15 8 1]
            [10 7 12 9 14 3 13 15 4 0 11 2 5 8 1 6]
            [12 13 9 11 15 10 14 8 7 2 5 3 0 1 6 4]
            [9 14 11 5 8 12 15 1 13 3 0 10 2 6 4 7]
            [11 15 5 0 1 9 8 6 14 10 2 12 3 4 7 13])
    };
    // σ0 to σ9.
    ($function:ident) => {
        $crate::x86::blake_avx2::text!(@ $function
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
    (@ blake2s $($all:tt)*) => {
        $crate::x86::blake_avx2::rounds!(32, $($all)*)
    };
    (@ blake2b $p0:tt $p1:tt $($rest:tt)*) => {
        $crate::x86::blake_avx2::rounds!(64, $p0 $p1 $($rest)* $p0 $p1)
    };
}

/// [`WordIsa::later_rounds`](crate::WordIsa::later_rounds) of the vector `$v`, with the functions' texts, and the two orders of bytes for them.
macro_rules! later_rounds {
    ($v:ident, $orders:expr, $($rounds:pat => $function:ident)*) => {
        const LATER: bool = true;
        #[inline(always)]
        fn later_rounds<const ROUNDS: usize>(self, v: &mut [$v; 16], m: &[$v; 16]) {
            #[repr(align(32))]
            struct Orders([[(i64, i64); 2]; 2]);
            static ORDERS: Orders = {
                let [first, second] = $orders;
                Orders([[first; 2], [second; 2]])
            };
            #[target_feature(enable = "avx2")]
            #[inline]
            fn rounds<const ROUNDS: usize>(v: &mut [$v; 16], m: &[$v; 16]) {
                let mut c = v[8].0;
                match ROUNDS {
                    // SAFETY: AVX2 is enabled. The text reads the sixteen vectors of the message and the two orders, all of them aligned, and
                    // writes `c` and the declared registers only.
                    $( $rounds => unsafe {
                        core::arch::asm!(
                            $crate::x86::blake_avx2::text!($function),
                            m = in(reg) m.as_ptr(),
                            c = in(reg) &raw mut c,
                            o = in(reg) ORDERS.0.as_ptr(),
                            inout("ymm0") v[0].0, inout("ymm1") v[1].0, inout("ymm2") v[2].0, inout("ymm3") v[3].0,
                            inout("ymm4") v[4].0, inout("ymm5") v[5].0, inout("ymm6") v[6].0, inout("ymm7") v[7].0,
                            out("ymm8") _, inout("ymm9") v[9].0, inout("ymm10") v[10].0, inout("ymm11") v[11].0,
                            inout("ymm12") v[12].0, inout("ymm13") v[13].0, inout("ymm14") v[14].0, inout("ymm15") v[15].0,
                            options(nostack, preserves_flags),
                        );
                    }, )*
                }
                v[8].0 = c;
            }
            // SAFETY: the token proves the feature.
            unsafe { rounds::<ROUNDS>(v, m) }
        }
    };
}

pub(super) use {first, half, later_rounds, rotate, rounds, row_c, second, text};
