//! Words of several messages in the registers of Keccak's lanes: [`Words`] for the vectors, [`WordIsa`] for their tokens.

use super::avx2::Y;
use super::avx512::Z;
use super::avx512vl::{W2, W4};
use super::blake_ahead::rounds_ahead;
use super::blake_avx2::later_rounds;
use super::blake_wide::blake;
use super::lanes32::{D4, D8, D16, S4, Y8};
use super::quad_rows::{self, order};
use super::quads_avx2;
use super::{Avx, Avx2, Avx512, Avx512Vl, Sse41};
use crate::{Lanes, Rows, TwoWords, WordIsa, Words};
use core::arch::x86_64::*;

/// `vpternlog` tables; `CHOOSE` is `(x & y) ^ (!x & z)`.
const CHOOSE: i32 = 0xca;
const MAJORITY: i32 = 0xe8;

/// [`Words::settled`].
macro_rules! settled {
    ($v:ident in $w:ident with $enable:literal) => {
        #[inline(always)]
        fn settled(self) -> Self {
            // A separate function, because the registers of inline assembly need the features in the surrounding function.
            #[target_feature(enable = $enable)]
            #[inline]
            fn settled(v: &mut $v) {
                // SAFETY: no instruction.
                unsafe { core::arch::asm!("/* {0} */", inout($w) v.0, options(pure, nomem, nostack, preserves_flags)) };
            }
            let mut v = self;
            // SAFETY: a vector proves its token.
            unsafe { settled(&mut v) };
            v
        }
    };
}

/// Vectors with rotations and functions of three inputs.
macro_rules! ternary {
    ($($v:ident in $w:ident with $enable:literal: $add:ident $srl:ident $rorv:ident $set1:ident $ternary:ident;)*) => { $(
        impl Words for $v {
            const CHAINED: bool = true;
            #[inline(always)]
            fn add(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $add(self.0, rhs.0) })
            }
            #[inline(always)]
            fn rotr<const R: u32>(self) -> Self {
                // SAFETY: a vector proves its token. (The distance is a constant, so the compiler makes it an immediate rotation.)
                Self(unsafe { $rorv(self.0, $set1((R as u8).into())) })
            }
            #[inline(always)]
            fn shr<const R: u32>(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $srl(self.0, _mm_cvtsi32_si128(R as i32)) })
            }
            #[inline(always)]
            fn xor3(a: Self, b: Self, c: Self) -> Self {
                Lanes::xor3(a, b, c)
            }
            #[inline(always)]
            fn ch(x: Self, y: Self, z: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $ternary::<CHOOSE>(x.0, y.0, z.0) })
            }
            #[inline(always)]
            fn maj(x: Self, y: Self, z: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $ternary::<MAJORITY>(x.0, y.0, z.0) })
            }
            settled!($v in $w with $enable);
        }
    )* };
}
ternary! {
    W2 in xmm_reg with "avx512f,avx512vl": _mm_add_epi64 _mm_srl_epi64 _mm_rorv_epi64 _mm_set1_epi64x _mm_ternarylogic_epi64;
    W4 in ymm_reg with "avx512f,avx512vl": _mm256_add_epi64 _mm256_srl_epi64 _mm256_rorv_epi64 _mm256_set1_epi64x _mm256_ternarylogic_epi64;
    Z in zmm_reg with "avx512f": _mm512_add_epi64 _mm512_srl_epi64 _mm512_rorv_epi64 _mm512_set1_epi64 _mm512_ternarylogic_epi64;
    D4 in xmm_reg with "avx512f,avx512vl": _mm_add_epi32 _mm_srl_epi32 _mm_rorv_epi32 _mm_set1_epi32 _mm_ternarylogic_epi32;
    D8 in ymm_reg with "avx512f,avx512vl": _mm256_add_epi32 _mm256_srl_epi32 _mm256_rorv_epi32 _mm256_set1_epi32 _mm256_ternarylogic_epi32;
    D16 in zmm_reg with "avx512f": _mm512_add_epi32 _mm512_srl_epi32 _mm512_rorv_epi32 _mm512_set1_epi32 _mm512_ternarylogic_epi32;
}

impl TwoWords for W2 {
    #[inline(always)]
    fn rotr_each<const LOW: u32, const HIGH: u32>(self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_rorv_epi64(self.0, _mm_set_epi64x(HIGH.into(), LOW.into())) })
    }
    #[inline(always)]
    fn with_high(self, other: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_mask_mov_epi64(self.0, 0b10, other.0) })
    }
    #[inline(always)]
    fn after(self, before: Self) -> Self {
        // SAFETY: a vector proves its token.
        Self(unsafe { _mm_alignr_epi8::<8>(self.0, before.0) })
    }
}

/// Vectors with shifts only. They rotate by 8 and 24 bits with the byte shuffle `$shuffle`, and by 16 bits with `$shuffled`, whose order is hidden
/// from LLVM.
macro_rules! shifting {
    ($($v:ident of $bits:literal: $add:ident $sll:ident $srl:ident, $shuffle:ident $width:tt $shuffled:path, $bytes:ident;)*) => { $(
        impl Words for $v {
            #[inline(always)]
            fn add(self, rhs: Self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $add(self.0, rhs.0) })
            }
            #[inline(always)]
            fn rotr<const R: u32>(self) -> Self {
                // SAFETY: a vector proves its token, which has SSSE3, or AVX2 for 256 bits.
                unsafe {
                    match R {
                        8 => return Self($shuffle(self.0, order!($width, quad_rows::$bytes.rotr8))),
                        24 => return Self($shuffle(self.0, order!($width, quad_rows::$bytes.rotr24))),
                        16 => return Self($shuffled(self.0, quad_rows::$bytes.rotr16)),
                        _ => {}
                    }
                }
                // SAFETY: a vector proves its token.
                let left = Self(unsafe { $sll(self.0, _mm_cvtsi32_si128($bits - R as i32)) });
                self.shr::<R>().or(left)
            }
            #[inline(always)]
            fn shr<const R: u32>(self) -> Self {
                // SAFETY: a vector proves its token.
                Self(unsafe { $srl(self.0, _mm_cvtsi32_si128(R as i32)) })
            }
            #[inline(always)]
            fn xor3(a: Self, b: Self, c: Self) -> Self {
                a.xor(b).xor(c)
            }
            #[inline(always)]
            fn ch(x: Self, y: Self, z: Self) -> Self {
                x.and(y.xor(z)).xor(z)
            }
            #[inline(always)]
            fn maj(x: Self, y: Self, z: Self) -> Self {
                Self::maj_in_turn(x, y, z, Self::difference(y, z)).0
            }
            #[inline(always)]
            fn difference(y: Self, z: Self) -> Self {
                y.xor(z)
            }
            #[inline(always)]
            fn maj_in_turn(x: Self, y: Self, _z: Self, yz: Self) -> (Self, Self) {
                let xy = x.xor(y);
                (xy.and(yz).xor(y), xy)
            }
        }
    )* };
}
shifting! {
    S4 of 32: _mm_add_epi32 _mm_sll_epi32 _mm_srl_epi32, _mm_shuffle_epi8 128 quad_rows::shuffled_bytes, BYTES_32;
    Y8 of 32: _mm256_add_epi32 _mm256_sll_epi32 _mm256_srl_epi32, _mm256_shuffle_epi8 256 quads_avx2::shuffled_bytes, BYTES_32;
    Y of 64: _mm256_add_epi64 _mm256_sll_epi64 _mm256_srl_epi64, _mm256_shuffle_epi8 256 quads_avx2::shuffled_bytes, BYTES_64;
}

/// Byte orders of big-endian words, within 16 bytes.
const REVERSED_32: (i64, i64) = (0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b);
const REVERSED_64: (i64, i64) = (0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);

/// Loads 16 bytes of each of several rows, `$apart` rows apart, to the 128-bit parts of a register. So all further transposition stays
/// within 128 bits. With `MOVED`, the bytes of each part are reordered.
macro_rules! gather {
    (128 $order:ident, $p:ident, $i:expr, $apart:literal, $at:expr) => {{
        let v = _mm_loadu_si128($p[$i].add($at).cast());
        if MOVED { _mm_shuffle_epi8(v, $order) } else { v }
    }};
    (256 $order:ident, $p:ident, $i:expr, $apart:literal, $at:expr) => {
        _mm256_inserti128_si256::<1>(
            _mm256_castsi128_si256(gather!(128 $order, $p, $i, $apart, $at)),
            gather!(128 $order, $p, $i + $apart, $apart, $at),
        )
    };
    (512 $order:ident, $p:ident, $i:expr, $apart:literal, $at:expr) => {{
        let v = _mm512_castsi128_si512(gather!(128 $order, $p, $i, $apart, $at));
        let v = _mm512_inserti32x4::<1>(v, gather!(128 $order, $p, $i + $apart, $apart, $at));
        let v = _mm512_inserti32x4::<2>(v, gather!(128 $order, $p, $i + 2 * $apart, $apart, $at));
        _mm512_inserti32x4::<3>(v, gather!(128 $order, $p, $i + 3 * $apart, $apart, $at))
    }};
}

/// Loads words of several rows, from 16 bytes of each.
trait Gather<W, const N: usize, const EACH: usize>: WordIsa<W, N> {
    /// The words from byte `at` after the pointers, big-endian unless `LITTLE`; with `MOVED`, the bytes are first put into `order`.
    ///
    /// # Safety
    /// 16 bytes can be read there.
    unsafe fn gather<const MOVED: bool, const LITTLE: bool>(
        self,
        p: &[*const u8; N],
        at: usize,
        order: __m128i,
    ) -> [Self::V; EACH];

    /// [`WordIsa::load_block`]
    #[inline(always)]
    fn block<const LITTLE: bool>(self, rows: &Rows<'_, N>, at: usize, zero: Self::V) -> [Self::V; 16] {
        let p = rows.at(at, 16 * size_of::<W>());
        let mut words = [zero; 16];
        for (k, words) in words.as_chunks_mut::<EACH>().0.iter_mut().enumerate() {
            // SAFETY: SSE2 is always there; `at` has checked the bytes of a block in each row.
            *words = unsafe { self.gather::<false, LITTLE>(&p, 16 * k, _mm_setzero_si128()) };
        }
        words
    }

    /// [`WordIsa::load_end`]
    #[inline(always)]
    fn end(self, rows: &Rows<'_, N>, lead: usize, at: usize, zero: Self::V) -> [Self::V; 16] {
        assert!(lead < 16 && rows.len() >= 16 && at <= lead + rows.len(), "rows are too short");
        let left = lead + rows.len() - at;
        // The first sixteen bytes of all are those with the zeroes.
        let led = if at == 0 && lead > 0 { 16 } else { 0 };
        let from = at + led - lead;
        let p = rows.at(from, rows.len() - from);
        let mut words = [zero; 16];
        for (k, words) in words.as_chunks_mut::<EACH>().0.iter_mut().enumerate() {
            if 16 * k + 16 <= left && 16 * k >= led {
                // SAFETY: SSE2 is always there; `at` has checked the bytes that are left.
                *words = unsafe { self.gather::<false, false>(&p, 16 * k - led, _mm_setzero_si128()) };
            }
        }
        if led > 0 {
            let first = &moved(16 - lead);
            let p = rows.at(0, 16);
            // SAFETY: SSE2 is always there; `first` and the first bytes of each row are 16.
            let first = unsafe { self.gather::<true, false>(&p, 0, _mm_loadu_si128(first.as_ptr().cast())) };
            words.as_chunks_mut::<EACH>().0[0] = first;
        }
        if !left.is_multiple_of(16) {
            let last = &moved(32 - left % 16);
            let p = rows.at(rows.len() - 16, 16);
            // SAFETY: SSE2 is always there; `last` and the last bytes of each row are 16.
            let last = unsafe { self.gather::<true, false>(&p, 0, _mm_loadu_si128(last.as_ptr().cast())) };
            for (k, words) in words.as_chunks_mut::<EACH>().0.iter_mut().enumerate() {
                if k == left / 16 {
                    *words = last;
                }
            }
        }
        words
    }
}

/// The byte order that begins at index `from` of [`MOVED`].
#[inline(always)]
pub(super) fn moved(from: usize) -> [u8; 16] {
    let (order, _) = MOVED[from..].split_first_chunk().expect("32 at most");
    *order
}

/// From index 32 - n on: the byte order that moves the last n of 16 bytes to the front, followed by zeroes. From index 16 - n on: the byte
/// order that moves the first bytes back by n, after zeroes.
static MOVED: [u8; 48] = {
    let mut order = [0x80; 48];
    let mut i = 0;
    while i < 16 {
        order[16 + i] = i as u8;
        i += 1;
    }
    order
};

/// Swaps the bytes of a register to big-endian words. AVX-512F has no byte shuffle.
macro_rules! big_endian {
    (128, $order:ident, $v:expr) => {
        _mm_shuffle_epi8($v, _mm_set_epi64x($order.1, $order.0))
    };
    (256, $order:ident, $v:expr) => {
        _mm256_shuffle_epi8($v, _mm256_set_epi64x($order.1, $order.0, $order.1, $order.0))
    };
    (512, REVERSED_32, $v:expr) => {{
        let v = $v;
        let (left, right) = (_mm512_rol_epi32::<8>(v), _mm512_ror_epi32::<8>(v));
        _mm512_ternarylogic_epi32::<CHOOSE>(_mm512_set1_epi32(0x00ff_00ff), left, right)
    }};
    (512, REVERSED_64, $v:expr) => {
        _mm512_rol_epi64::<32>(big_endian!(512, REVERSED_32, $v))
    };
}

/// The words of a register that was loaded: big-endian unless `LITTLE`.
macro_rules! ordered {
    ($width:tt, $order:ident, $v:expr) => {{
        let v = $v;
        if LITTLE { v } else { big_endian!($width, $order, v) }
    }};
}

/// [`WordIsa`]: `$each` words in 16 bytes, and `$blake`, if the token has its own rounds of BLAKE.
macro_rules! word_isa {
    ($token:ident, $word:ident x $n:literal in $v:ident, $each:literal, $set1:ident $load:ident $store:ident, $($blake:tt)*) => {
        impl WordIsa<$word, $n> for $token {
            type V = $v;
            #[inline(always)]
            fn splat(self, word: $word) -> $v {
                // SAFETY: the token proves the instruction.
                $v(unsafe { $set1(word.cast_signed()) })
            }
            #[inline(always)]
            fn load(self, src: &[$word; $n]) -> $v {
                // SAFETY: the token proves the instruction; it reads no more than `src` has.
                $v(unsafe { $load(src.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, v: $v, dst: &mut [$word; $n]) {
                // SAFETY: the token proves the instruction; it writes no more than `dst` has.
                unsafe { $store(dst.as_mut_ptr().cast(), v.0) }
            }
            #[inline(always)]
            fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, $n>, at: usize) -> [$v; 16] {
                Gather::<$word, $n, $each>::block::<LITTLE>(self, rows, at, WordIsa::<$word, $n>::splat(self, 0))
            }
            const LOADS_ENDS: bool = true;
            #[inline(always)]
            fn load_end(self, rows: &Rows<'_, $n>, lead: usize, at: usize) -> [$v; 16] {
                Gather::<$word, $n, $each>::end(self, rows, lead, at, WordIsa::<$word, $n>::splat(self, 0))
            }
            $($blake)*
        }
    };
}

/// [`WordIsa::store_rows`] for 512 bits.
macro_rules! store_rows {
    (512, $v:ident) => {
        const STORES_ROWS: bool = true;
        #[inline(always)]
        fn store_rows<const LITTLE: bool>(self, words: &[$v; 8], rows: &mut [u8]) {
            let rows = rows.as_chunks_mut::<16>().0.first_chunk_mut::<32>().expect("room for all rows");
            for (half, words) in words.as_chunks::<4>().0.iter().enumerate() {
                // SAFETY: the token proves AVX-512F; the pieces of the rows have 16 bytes.
                unsafe {
                    let w0 = ordered!(512, REVERSED_32, words[0].0);
                    let w1 = ordered!(512, REVERSED_32, words[1].0);
                    let w2 = ordered!(512, REVERSED_32, words[2].0);
                    let w3 = ordered!(512, REVERSED_32, words[3].0);
                    let (l01, h01) = (_mm512_unpacklo_epi32(w0, w1), _mm512_unpackhi_epi32(w0, w1));
                    let (l23, h23) = (_mm512_unpacklo_epi32(w2, w3), _mm512_unpackhi_epi32(w2, w3));
                    let fours = [
                        _mm512_unpacklo_epi64(l01, l23),
                        _mm512_unpackhi_epi64(l01, l23),
                        _mm512_unpacklo_epi64(h01, h23),
                        _mm512_unpackhi_epi64(h01, h23),
                    ];
                    for (i, four) in fours.iter().enumerate() {
                        let row = |part: usize| 2 * (4 * part + i) + half;
                        _mm_storeu_si128(rows[row(0)].as_mut_ptr().cast(), _mm512_castsi512_si128(*four));
                        _mm_storeu_si128(rows[row(1)].as_mut_ptr().cast(), _mm512_extracti32x4_epi32::<1>(*four));
                        _mm_storeu_si128(rows[row(2)].as_mut_ptr().cast(), _mm512_extracti32x4_epi32::<2>(*four));
                        _mm_storeu_si128(rows[row(3)].as_mut_ptr().cast(), _mm512_extracti32x4_epi32::<3>(*four));
                    }
                }
            }
        }
    };
    ($other:literal, $v:ident) => {};
}

/// Words k and k + 4, from byte `$at` on, of four rows, in parts 0 and 1, and of those four rows later, in parts 2 and 3.
macro_rules! fours {
    ($p:ident, $at:expr, $($row:literal),*) => {{
        let [r0, r1, r2, r3] = [$({
            let v = _mm512_castsi256_si512(_mm256_loadu_si256($p[$row].add($at).cast()));
            _mm512_inserti64x4::<1>(v, _mm256_loadu_si256($p[$row + 4].add($at).cast()))
        }),*];
        let (l01, h01) = (_mm512_unpacklo_epi32(r0, r1), _mm512_unpackhi_epi32(r0, r1));
        let (l23, h23) = (_mm512_unpacklo_epi32(r2, r3), _mm512_unpackhi_epi32(r2, r3));
        [
            _mm512_unpacklo_epi64(l01, l23),
            _mm512_unpackhi_epi64(l01, l23),
            _mm512_unpacklo_epi64(h01, h23),
            _mm512_unpackhi_epi64(h01, h23),
        ]
    }};
}

/// [`Gather::block`] of little-endian words for 512 bits, from 32 bytes of each row: a fifth less to be moved between parts of registers.
macro_rules! block {
    (512, $v:ident) => {
        #[inline(always)]
        fn block<const LITTLE: bool>(self, rows: &Rows<'_, 16>, at: usize, zero: $v) -> [$v; 16] {
            let p = rows.at(at, 64);
            let mut words = [zero; 16];
            if !LITTLE {
                for (k, words) in words.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    // SAFETY: `at` has checked the bytes of a block in each row.
                    *words = unsafe { self.gather::<false, LITTLE>(&p, 16 * k, _mm_setzero_si128()) };
                }
                return words;
            }
            for (half, words) in words.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                // SAFETY: the token proves AVX-512F; `at` has checked the bytes of a block in each row.
                unsafe {
                    let (low, high) = (fours!(p, 32 * half, 0, 1, 2, 3), fours!(p, 32 * half, 8, 9, 10, 11));
                    for k in 0..4 {
                        words[k] = $v(_mm512_shuffle_i32x4::<0b10_00_10_00>(low[k], high[k]));
                        words[k + 4] = $v(_mm512_shuffle_i32x4::<0b11_01_11_01>(low[k], high[k]));
                    }
                }
            }
            words
        }
    };
    ($other:literal, $v:ident) => {};
}

/// Tokens with words of 32 bits: 4 x 4 transpositions within each 128 bits.
macro_rules! words_32 {
    ($($token:ident x $n:literal in $v:ident: $width:tt, $apart:literal, $set1:ident $load:ident $store:ident
        $lo32:ident $hi32:ident $lo64:ident $hi64:ident $(, blake $registers:tt)? $(, later $orders:tt)?;)*) => { $(
        word_isa! { $token, u32 x $n in $v, 4, $set1 $load $store,
            $( blake!($width, u32 x $v, 32 $registers); )?
            $( later_rounds!($v, $orders, 7 => blake3 _ => blake2s); )?
            store_rows!($width, $v);
            rounds_ahead!($width, $v);
        }
        impl Gather<u32, $n, 4> for $token {
            block!($width, $v);
            #[inline(always)]
            unsafe fn gather<const MOVED: bool, const LITTLE: bool>(self, p: &[*const u8; $n], at: usize, order: __m128i) -> [$v; 4] {
                // SAFETY: the token proves the instructions; the caller has checked what is read.
                unsafe {
                    let r0 = ordered!($width, REVERSED_32, gather!($width order, p, 0, $apart, at));
                    let r1 = ordered!($width, REVERSED_32, gather!($width order, p, 1, $apart, at));
                    let r2 = ordered!($width, REVERSED_32, gather!($width order, p, 2, $apart, at));
                    let r3 = ordered!($width, REVERSED_32, gather!($width order, p, 3, $apart, at));
                    let (l01, h01) = ($lo32(r0, r1), $hi32(r0, r1));
                    let (l23, h23) = ($lo32(r2, r3), $hi32(r2, r3));
                    [$v($lo64(l01, l23)), $v($hi64(l01, l23)), $v($lo64(h01, h23)), $v($hi64(h01, h23))]
                }
            }
        }
    )* };
}
words_32! {
    Sse41 x 4 in S4: 128, 4, _mm_set1_epi32 _mm_loadu_si128 _mm_storeu_si128
        _mm_unpacklo_epi32 _mm_unpackhi_epi32 _mm_unpacklo_epi64 _mm_unpackhi_epi64;
    Avx x 4 in S4: 128, 4, _mm_set1_epi32 _mm_loadu_si128 _mm_storeu_si128
        _mm_unpacklo_epi32 _mm_unpackhi_epi32 _mm_unpacklo_epi64 _mm_unpackhi_epi64;
    Avx512Vl x 4 in D4: 128, 4, _mm_set1_epi32 _mm_loadu_si128 _mm_storeu_si128
        _mm_unpacklo_epi32 _mm_unpackhi_epi32 _mm_unpacklo_epi64 _mm_unpackhi_epi64, blake ("xmm", 16, 4, "d", "{{1to4}}");
    Avx2 x 8 in Y8: 256, 4, _mm256_set1_epi32 _mm256_loadu_si256 _mm256_storeu_si256
        _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64,
        later [quad_rows::BYTES_32.rotr16, quad_rows::BYTES_32.rotr8];
    Avx512Vl x 8 in D8: 256, 4, _mm256_set1_epi32 _mm256_loadu_si256 _mm256_storeu_si256
        _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64,
        blake ("ymm", 32, 4, "d", "{{1to8}}");
    Avx512 x 16 in D16: 512, 4, _mm512_set1_epi32 _mm512_loadu_si512 _mm512_storeu_si512
        _mm512_unpacklo_epi32 _mm512_unpackhi_epi32 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64,
        blake ("zmm", 64, 4, "d", "{{1to16}}");
}

/// Tokens with words of 64 bits: 2 x 2 transpositions within each 128 bits.
macro_rules! words_64 {
    ($($token:ident x $n:literal in $v:ident: $width:tt, $apart:literal, $set1:ident $load:ident $store:ident
        $lo64:ident $hi64:ident $(, blake $registers:tt)? $(, later $orders:tt)?;)*) => { $(
        word_isa! { $token, u64 x $n in $v, 2, $set1 $load $store,
            $( blake!($width, u64 x $v, 64 $registers); )?
            $( later_rounds!($v, $orders, _ => blake2b); )?
        }
        impl Gather<u64, $n, 2> for $token {
            #[inline(always)]
            unsafe fn gather<const MOVED: bool, const LITTLE: bool>(self, p: &[*const u8; $n], at: usize, order: __m128i) -> [$v; 2] {
                // SAFETY: the token proves the instructions; the caller has checked what is read.
                unsafe {
                    let r0 = ordered!($width, REVERSED_64, gather!($width order, p, 0, $apart, at));
                    let r1 = ordered!($width, REVERSED_64, gather!($width order, p, 1, $apart, at));
                    [$v($lo64(r0, r1)), $v($hi64(r0, r1))]
                }
            }
        }
    )* };
}
words_64! {
    Avx512Vl x 2 in W2: 128, 2, _mm_set1_epi64x _mm_loadu_si128 _mm_storeu_si128
        _mm_unpacklo_epi64 _mm_unpackhi_epi64, blake ("xmm", 16, 8, "q", "{{1to2}}");
    Avx2 x 4 in Y: 256, 2, _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256
        _mm256_unpacklo_epi64 _mm256_unpackhi_epi64, later [quad_rows::BYTES_64.rotr24, quad_rows::BYTES_64.rotr16];
    Avx512Vl x 4 in W4: 256, 2, _mm256_set1_epi64x _mm256_loadu_si256 _mm256_storeu_si256
        _mm256_unpacklo_epi64 _mm256_unpackhi_epi64, blake ("ymm", 32, 8, "q", "{{1to4}}");
    Avx512 x 8 in Z: 512, 2, _mm512_set1_epi64 _mm512_loadu_si512 _mm512_storeu_si512
        _mm512_unpacklo_epi64 _mm512_unpackhi_epi64, blake ("zmm", 64, 8, "q", "{{1to8}}");
}
