//! The rounds of BLAKE3 for sixteen messages in AVX-512 registers that load the next block meanwhile.

/// [`WordIsa::later_rounds_ahead`](crate::WordIsa::later_rounds_ahead) for 512 bits.
macro_rules! rounds_ahead {
    (512, $v:ident) => {
        const AHEAD: bool = true;
        #[inline(always)]
        fn later_rounds_ahead(self, v: &mut [$v; 16], m: &[$v; 16], next: &mut [$v; 16], rows: &Rows<'_, 16>, at: usize) {
            #[target_feature(enable = "avx512f")]
            #[inline]
            fn rounds(v: &mut [$v; 16], m: &[$v; 16], next: &mut [$v; 16], rows: &[*const u8; 16], at: usize) {
                // SAFETY: the feature is enabled. The text reads the sixteen aligned vectors of the message and 64 bytes of each row, which the
                // caller has checked; it writes sixteen aligned vectors and the declared registers only.
                unsafe {
                    core::arch::asm!(
                        include_str!("later_ahead.s"),
                        m = in(reg) m.as_ptr(),
                        n = in(reg) next.as_mut_ptr(),
                        p = in(reg) rows.as_ptr(),
                        at = in(reg) at,
                        t = out(reg) _,
                        out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
                        out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
                        out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
                        out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
                        inout("zmm16") v[0].0, inout("zmm17") v[1].0, inout("zmm18") v[2].0, inout("zmm19") v[3].0,
                        inout("zmm20") v[4].0, inout("zmm21") v[5].0, inout("zmm22") v[6].0, inout("zmm23") v[7].0,
                        inout("zmm24") v[8].0, inout("zmm25") v[9].0, inout("zmm26") v[10].0, inout("zmm27") v[11].0,
                        inout("zmm28") v[12].0, inout("zmm29") v[13].0, inout("zmm30") v[14].0, inout("zmm31") v[15].0,
                        options(nostack, preserves_flags),
                    );
                }
            }
            let rows = rows.starts(at, 64);
            // SAFETY: the token proves the feature.
            unsafe { rounds(v, m, next, rows, at) }
        }
    };
    ($other:literal, $v:ident) => {};
}
pub(super) use rounds_ahead;
