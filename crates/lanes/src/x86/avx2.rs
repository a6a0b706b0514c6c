//! The token of AVX2, and vectors of four 64-bit words.

use super::token;
use crate::{Isa, Lanes, Rows, RowsMut, Theta, sealed::Sealed};
use core::arch::x86_64::*;

token! {
    /// Four words in a 256-bit register.
    Avx2 needs AVX2 | BMI1 | BMI2, enables "avx2,bmi1,bmi2"
}

/// Four 64-bit words.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Y(pub(super) __m256i);

impl Sealed for Y {}
impl Lanes for Y {
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_xor_si256(self.0, rhs.0) })
    }
    #[inline(always)]
    fn and(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_and_si256(self.0, rhs.0) })
    }
    #[inline(always)]
    fn or(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_or_si256(self.0, rhs.0) })
    }
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi64x(-1)) })
    }
    #[inline(always)]
    fn andnot(self, rhs: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm256_andnot_si256(self.0, rhs.0) })
    }
    #[inline(always)]
    fn rotl<const L: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        unsafe {
            let v = self.0;
            if L == 8 || L == 56 {
                // Whole bytes: one shuffle in place of two shifts and an or.
                let by = if L == 8 { ROTL8 } else { ROTL56 };
                return Self(_mm256_shuffle_epi8(v, _mm256_set_epi64x(by[1], by[0], by[1], by[0])));
            }
            Self(_mm256_or_si256(
                _mm256_sll_epi64(v, _mm_cvtsi32_si128(L as i32)),
                _mm256_srl_epi64(v, _mm_cvtsi32_si128(64 - L as i32)),
            ))
        }
    }
}

/// Byte indices of a rotation of each word left by 8 bits.
const ROTL8: [i64; 2] = [0x0605_0403_0201_0007, 0x0e0d_0c0b_0a09_080f];
/// Byte indices of a rotation of each word left by 56 bits.
const ROTL56: [i64; 2] = [0x0007_0605_0403_0201, 0x080f_0e0d_0c0b_0a09];

/// A 4 x 4 transposition: shuffles within halves, then across.
///
/// # Safety
/// Needs AVX2.
#[inline(always)]
pub(super) unsafe fn transpose(r: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: the caller has AVX2.
    unsafe {
        let l01 = _mm256_unpacklo_epi64(r[0], r[1]);
        let h01 = _mm256_unpackhi_epi64(r[0], r[1]);
        let l23 = _mm256_unpacklo_epi64(r[2], r[3]);
        let h23 = _mm256_unpackhi_epi64(r[2], r[3]);
        [
            _mm256_permute2x128_si256::<0x20>(l01, l23),
            _mm256_permute2x128_si256::<0x20>(h01, h23),
            _mm256_permute2x128_si256::<0x31>(l01, l23),
            _mm256_permute2x128_si256::<0x31>(h01, h23),
        ]
    }
}

/// The methods of `Isa<u64, 4>` that the two 256-bit tokens share.
macro_rules! isa_x4 {
    ($token:ty, $v:ident $(, $($more:tt)+)?) => {
        impl Isa<u64, 4> for $token {
            type V = $v;
            $($($more)+)?
            #[inline(always)]
            fn splat(self, word: u64) -> $v {
                // SAFETY: the token proves AVX2.
                $v(unsafe { _mm256_set1_epi64x(word as i64) })
            }
            #[inline(always)]
            fn load(self, src: &[u64; 4]) -> $v {
                // SAFETY: the token proves AVX2; `src` is 32 readable bytes.
                $v(unsafe { _mm256_loadu_si256(src.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, v: $v, dst: &mut [u64; 4]) {
                // SAFETY: the token proves AVX2; `dst` is 32 writable bytes.
                unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), v.0) }
            }
            #[inline(always)]
            fn load_lane(self, rows: &Rows<'_, 4>, at: usize) -> $v {
                let w: [u64; 4] = rows.words(at);
                // SAFETY: the token proves AVX2.
                $v(unsafe { _mm256_set_epi64x(w[3] as i64, w[2] as i64, w[1] as i64, w[0] as i64) })
            }
            #[inline(always)]
            fn load_square(self, rows: &Rows<'_, 4>, at: usize) -> [$v; 4] {
                let p = rows.at(at, 32);
                // SAFETY: the token proves AVX2; `at` has checked 32 readable bytes in each row.
                let r = unsafe {
                    [
                        _mm256_loadu_si256(p[0].cast()),
                        _mm256_loadu_si256(p[1].cast()),
                        _mm256_loadu_si256(p[2].cast()),
                        _mm256_loadu_si256(p[3].cast()),
                    ]
                };
                // SAFETY: the token proves AVX2.
                let t = unsafe { transpose(r) };
                [$v(t[0]), $v(t[1]), $v(t[2]), $v(t[3])]
            }
            #[inline(always)]
            fn store_square(self, v: [$v; 4], rows: &mut RowsMut<'_, 4>, at: usize) {
                let p = rows.at(at, 32);
                // SAFETY: the token proves AVX2; `at` has checked 32 writable bytes in each row.
                unsafe {
                    let t = transpose([v[0].0, v[1].0, v[2].0, v[3].0]);
                    _mm256_storeu_si256(p[0].cast(), t[0]);
                    _mm256_storeu_si256(p[1].cast(), t[1]);
                    _mm256_storeu_si256(p[2].cast(), t[2]);
                    _mm256_storeu_si256(p[3].cast(), t[3]);
                }
            }
        }
    };
}
pub(super) use isa_x4;

/// Byte indices of rotations of each word left by 8 and 56 bits.
static ROTATED: [[i64; 4]; 2] =
    [[ROTL8[0], ROTL8[1], ROTL8[0], ROTL8[1]], [ROTL56[0], ROTL56[1], ROTL56[0], ROTL56[1]]];

/// The parities, then the loop; the state stays in memory.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
fn keccak_in_memory(s: &mut [[u64; 4]; 25], constants: &[[u64; 2]]) {
    if constants.is_empty() {
        return;
    }
    // SAFETY: the features are enabled. The loop reads as many pairs of constants as there are, and reads and writes the state; all registers
    // that it writes are declared.
    unsafe {
        core::arch::asm!(
            include_str!("theta_memory.s"),
            ".irp x, 0, 1, 2, 3, 4",
            "vmovdqu ymm\\x, ymmword ptr [{s} + 32 * \\x]",
            ".irp y, 5, 10, 15, 20",
            "vpxor ymm\\x, ymm\\x, ymmword ptr [{s} + 32 * (\\x + \\y)]",
            ".endr",
            ".endr",
            ".p2align 6",
            "2:",
            "theta_memory {s}, {rc}, {bytes}",
            "add {rc}, 16",
            "dec {pairs}",
            "jnz 2b",
            ".purgem theta_memory",
            out("ymm0") _, out("ymm1") _, out("ymm2") _, out("ymm3") _, out("ymm4") _, out("ymm5") _, out("ymm6") _, out("ymm7") _,
            out("ymm8") _, out("ymm9") _, out("ymm10") _, out("ymm11") _, out("ymm12") _, out("ymm13") _, out("ymm14") _, out("ymm15") _,
            s = in(reg) s.as_mut_ptr(),
            bytes = in(reg) ROTATED.as_ptr(),
            rc = inout(reg) constants.as_ptr() => _,
            pairs = inout(reg) constants.len() => _,
            options(nostack),
        );
    }
}

isa_x4! { Avx2, Y,
    const HAND_SCHEDULED: bool = true;
    const IN_MEMORY: bool = true;
    #[inline(always)]
    fn keccak_rounds(self, s: &mut [Y; 25], constants: &[[u64; 2]], _: Theta) {
        // SAFETY: a `Y` is four words in a register, and may be read and written as these.
        let words = unsafe { &mut *s.as_mut_ptr().cast() };
        Isa::<u64, 4>::keccak_in_memory(self, words, constants);
    }
    #[inline(always)]
    fn keccak_in_memory(self, s: &mut [[u64; 4]; 25], constants: &[[u64; 2]]) {
        // SAFETY: the token proves the features.
        unsafe { keccak_in_memory(s, constants) }
    }
}
