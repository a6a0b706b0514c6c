//! Rows of four words with the XOP instructions of AMD's processors of 2011 to 2015 (family 15h): rotations, and shuffles of the
//! bytes of two registers. The shuffles bring the words of a message together (Neves and Aumasson, "BLAKE and 256-bit advanced
//! vector extensions", 2012, slides 14 and 20).
//!
//! Rust has no stable intrinsics for them, so they are inline assembly. No such processor was available. The arithmetic is tested with a
//! model of the three instructions ([`XopModel`]), and the kernels are tested in an emulator (`.ci/xop`).

use super::token;
use core::arch::x86_64::*;
use lanes::x86::Avx;
use lanes::{Kernel, QuadIsa, Quads, Rows, Token, inlined::zip, message, parked_as_they_are, sealed::Sealed};

token! {
    /// 128-bit registers with rotations, and shuffles of two of them. (`xop` cannot be enabled in stable Rust: the assembler knows
    /// the instructions all the same.)
    Xop of Avx, and XOP, enables "avx"
}

/// As [`Xop`], with the three instructions on arrays, as described in the AMD64 Architecture Programmer's Manual, volume 6 (VPROTD, VPROTQ,
/// VPPERM).
#[derive(Clone, Copy, Debug)]
pub struct XopModel;
impl Sealed for XopModel {}
impl Token for XopModel {
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.call()
    }
}

/// The operations on registers of sixteen bytes.
pub trait Instructions: Token {
    /// A register.
    type X: Copy;
    /// Loads a register.
    fn read(self, bytes: &[u8; 16]) -> Self::X;
    /// Stores a register.
    fn write(x: Self::X, bytes: &mut [u8; 16]);
    /// `a ^ b`
    fn xor(a: Self::X, b: Self::X) -> Self::X;
    /// Adds words of 32 bits.
    fn add_32(a: Self::X, b: Self::X) -> Self::X;
    /// Adds words of 64 bits.
    fn add_64(a: Self::X, b: Self::X) -> Self::X;
    /// `vprotd`: rotates words of 32 bits left by `L`.
    fn rotl_32<const L: i32>(x: Self::X) -> Self::X;
    /// `vprotq`: rotates words of 64 bits left by `L`.
    fn rotl_64<const L: i32>(x: Self::X) -> Self::X;
    /// `vpperm`: byte `i` of the result is byte `order[i] % 32` of `a` followed by `b`, or 0 if bit 7 of `order[i]` is set and bits 5 and 6
    /// are not. (Other operations of the instruction are not used.)
    fn permute(a: Self::X, b: Self::X, order: &[u8; 16]) -> Self::X;
    /// Hides the register from the optimiser.
    fn settled(x: Self::X) -> Self::X;
}

impl Instructions for Xop {
    type X = __m128i;
    #[inline(always)]
    fn read(self, bytes: &[u8; 16]) -> __m128i {
        // SAFETY: x86-64 has SSE2; sixteen bytes are read from an array of as many, unaligned.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }
    #[inline(always)]
    fn write(x: __m128i, bytes: &mut [u8; 16]) {
        // SAFETY: x86-64 has SSE2; sixteen bytes are written to an array of as many, unaligned.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), x) };
    }
    #[inline(always)]
    fn xor(a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: x86-64 has SSE2.
        unsafe { _mm_xor_si128(a, b) }
    }
    #[inline(always)]
    fn add_32(a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: x86-64 has SSE2.
        unsafe { _mm_add_epi32(a, b) }
    }
    #[inline(always)]
    fn add_64(a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: x86-64 has SSE2.
        unsafe { _mm_add_epi64(a, b) }
    }
    #[inline(always)]
    fn rotl_32<const L: i32>(x: __m128i) -> __m128i {
        let out;
        // SAFETY: registers are only made within a kernel, which the token alone enters: it proves XOP.
        unsafe {
            core::arch::asm!("vprotd {0}, {1}, {2}", out(xmm_reg) out, in(xmm_reg) x, const L,
                options(pure, nomem, nostack, preserves_flags));
        }
        out
    }
    #[inline(always)]
    fn rotl_64<const L: i32>(x: __m128i) -> __m128i {
        let out;
        // SAFETY: as in `rotl_32`.
        unsafe {
            core::arch::asm!("vprotq {0}, {1}, {2}", out(xmm_reg) out, in(xmm_reg) x, const L,
                options(pure, nomem, nostack, preserves_flags));
        }
        out
    }
    #[inline(always)]
    fn permute(a: __m128i, b: __m128i, order: &[u8; 16]) -> __m128i {
        let out;
        // SAFETY: as in `rotl_32`; the order is sixteen bytes that are read.
        unsafe {
            core::arch::asm!("vpperm {0}, {1}, {2}, xmmword ptr [{3}]", out(xmm_reg) out, in(xmm_reg) a, in(xmm_reg) b,
                in(reg) order.as_ptr(), options(pure, readonly, nostack, preserves_flags));
        }
        out
    }
    #[inline(always)]
    fn settled(x: __m128i) -> __m128i {
        let mut x = x;
        // SAFETY: no instruction.
        unsafe { core::arch::asm!("/* {0} */", inout(xmm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
        x
    }
}

impl Instructions for XopModel {
    type X = [u8; 16];
    fn read(self, bytes: &[u8; 16]) -> [u8; 16] {
        *bytes
    }
    fn write(x: [u8; 16], bytes: &mut [u8; 16]) {
        *bytes = x;
    }
    fn xor(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        (u128::from_le_bytes(a) ^ u128::from_le_bytes(b)).to_le_bytes()
    }
    fn add_32(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        each::<4>(a, b, |a, b| u32::from_le_bytes(a).wrapping_add(u32::from_le_bytes(b)).to_le_bytes())
    }
    fn add_64(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        each::<8>(a, b, |a, b| u64::from_le_bytes(a).wrapping_add(u64::from_le_bytes(b)).to_le_bytes())
    }
    fn rotl_32<const L: i32>(x: [u8; 16]) -> [u8; 16] {
        each::<4>(x, x, |x, _| u32::from_le_bytes(x).rotate_left(L.cast_unsigned()).to_le_bytes())
    }
    fn rotl_64<const L: i32>(x: [u8; 16]) -> [u8; 16] {
        each::<8>(x, x, |x, _| u64::from_le_bytes(x).rotate_left(L.cast_unsigned()).to_le_bytes())
    }
    fn permute(a: [u8; 16], b: [u8; 16], order: &[u8; 16]) -> [u8; 16] {
        order.map(|from| {
            let byte = if from % 32 < 16 { a[usize::from(from % 32)] } else { b[usize::from(from % 32 - 16)] };
            match from >> 5 {
                0 => byte,
                4 => 0,
                operation => unimplemented!("operation {operation} is not used"),
            }
        })
    }
    fn settled(x: [u8; 16]) -> [u8; 16] {
        x
    }
}

/// Applies `f` to each pair of words of `BYTES` bytes.
fn each<const BYTES: usize>(a: [u8; 16], b: [u8; 16], f: impl Fn([u8; BYTES], [u8; BYTES]) -> [u8; BYTES]) -> [u8; 16] {
    let mut out = a;
    for (out, b) in out.as_chunks_mut::<BYTES>().0.iter_mut().zip(b.as_chunks::<BYTES>().0) {
        *out = f(*out, *b);
    }
    out
}

/// The byte order of one half of a row when its words of `bytes` bytes rotate by `by` places. (A row of 32-bit words has only one half.)
const fn turned(bytes: usize, by: usize, half: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let all = 4 * bytes;
    let mut i = 0;
    while i < 16 {
        order[i] = ((16 * half + i + by * bytes) % all) as u8;
        i += 1;
    }
    order
}

/// The byte order of big-endian words of `bytes` bytes.
const fn reversed(bytes: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i / bytes * bytes + bytes - 1 - i % bytes) as u8;
        i += 1;
    }
    order
}

/// Four words of 32 bits.
#[derive(Clone, Copy)]
pub struct Q32Xop<I: Instructions>(I::X);
impl<I: Instructions> Sealed for Q32Xop<I> {}
impl<I: Instructions> Quads for Q32Xop<I> {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        Self(I::add_32(self.0, rhs.0))
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        Self(I::xor(self.0, rhs.0))
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        Self(match R {
            7 => I::rotl_32::<25>(self.0),
            8 => I::rotl_32::<24>(self.0),
            12 => I::rotl_32::<20>(self.0),
            16 => I::rotl_32::<16>(self.0),
            _ => unimplemented!(),
        })
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        Self(I::permute(self.0, self.0, const { &turned(4, K, 0) }))
    }
    #[inline(always)]
    fn settled(self) -> Self {
        Self(I::settled(self.0))
    }
}

/// Two pairs of words of 64 bits.
#[derive(Clone, Copy)]
pub struct Q64Xop<I: Instructions>([I::X; 2]);
impl<I: Instructions> Sealed for Q64Xop<I> {}
impl<I: Instructions> Quads for Q64Xop<I> {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        Self([I::add_64(self.0[0], rhs.0[0]), I::add_64(self.0[1], rhs.0[1])])
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        Self([I::xor(self.0[0], rhs.0[0]), I::xor(self.0[1], rhs.0[1])])
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        let [a, b] = self.0;
        Self(match R {
            11 => [I::rotl_64::<53>(a), I::rotl_64::<53>(b)],
            16 => [I::rotl_64::<48>(a), I::rotl_64::<48>(b)],
            25 => [I::rotl_64::<39>(a), I::rotl_64::<39>(b)],
            32 => [I::rotl_64::<32>(a), I::rotl_64::<32>(b)],
            _ => unimplemented!(),
        })
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        let [a, b] = self.0;
        Self([I::permute(a, b, const { &turned(8, K, 0) }), I::permute(a, b, const { &turned(8, K, 1) })])
    }
    #[inline(always)]
    fn settled(self) -> Self {
        Self([I::settled(self.0[0]), I::settled(self.0[1])])
    }
}

/// The words' bytes in a register's order.
#[inline(always)]
fn bytes_32(words: &[u32; 4]) -> [u8; 16] {
    let mut bytes = [0; 16];
    zip(bytes.as_chunks_mut().0, words, |bytes, word| *bytes = word.to_le_bytes());
    bytes
}

/// The pair's bytes in a register's order.
#[inline(always)]
fn bytes_64(words: &[u64]) -> [u8; 16] {
    let mut bytes = [0; 16];
    zip(bytes.as_chunks_mut().0, words, |bytes, word| *bytes = word.to_le_bytes());
    bytes
}

/// The choice of four words among the sixteen in four registers.
struct Pick<const I0: usize, const I1: usize, const I2: usize, const I3: usize>;

impl<const I0: usize, const I1: usize, const I2: usize, const I3: usize> Pick<I0, I1, I2, I3> {
    /// Byte orders for two permutations, of registers 0 and 1 and of registers 2 and 3: 0 for a word that is in the other pair.
    const OF_TWO: [[u8; 16]; 2] = {
        let mut orders = [[0x80; 16]; 2];
        let mut i = 0;
        while i < 16 {
            let word = [I0, I1, I2, I3][i / 4];
            orders[word / 8][i] = (4 * (word % 8) + i % 4) as u8;
            i += 1;
        }
        orders
    };
}

/// The byte order that picks a word of each of two registers.
const fn pair(low: usize, high: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 8 {
        order[i] = (8 * (low % 2) + i) as u8;
        order[8 + i] = (16 + 8 * (high % 2) + i) as u8;
        i += 1;
    }
    order
}

#[inline(always)]
fn pick<I: Instructions, const I0: usize, const I1: usize, const I2: usize, const I3: usize>(
    block: &[I::X; 4],
) -> Q32Xop<I> {
    let orders = &Pick::<I0, I1, I2, I3>::OF_TWO;
    Q32Xop(I::xor(I::permute(block[0], block[1], &orders[0]), I::permute(block[2], block[3], &orders[1])))
}

/// The implementations for the token, and for the model.
macro_rules! isa {
    ($token:ident) => {
        impl QuadIsa<u32, 1> for $token {
            type V = Q32Xop<$token>;
            type Block = [<$token as Instructions>::X; 4];
            #[inline(always)]
            fn row(self, words: &[u32; 4]) -> Q32Xop<$token> {
                Q32Xop(self.read(&bytes_32(words)))
            }
            #[inline(always)]
            fn load(self, src: &[[u32; 4]; 1]) -> Q32Xop<$token> {
                QuadIsa::<u32, 1>::row(self, &src[0])
            }
            #[inline(always)]
            fn store(self, v: Q32Xop<$token>, dst: &mut [[u32; 4]; 1]) {
                let mut bytes = [0; 16];
                <$token>::write(v.0, &mut bytes);
                zip(&mut dst[0], bytes.as_chunks().0, |word, bytes| *word = u32::from_le_bytes(bytes));
            }
            #[inline(always)]
            fn no_block(self) -> [<$token as Instructions>::X; 4] {
                [self.read(&[0; 16]); 4]
            }
            #[inline(always)]
            fn load_block<const LITTLE: bool>(
                self,
                rows: &Rows<'_, 1>,
                at: usize,
                block: &mut [<$token as Instructions>::X; 4],
            ) {
                let [bytes] = rows.chunks::<64>(at);
                zip(block, bytes.as_chunks::<16>().0, |words, bytes| {
                    let words_as_they_lie = self.read(&bytes);
                    *words = words_as_they_lie;
                    if !LITTLE {
                        *words = <$token>::permute(words_as_they_lie, words_as_they_lie, const { &reversed(4) });
                    }
                });
            }
            #[inline(always)]
            fn forget(self, block: &mut [<$token as Instructions>::X; 4]) {
                for words in block {
                    *words = <$token>::settled(*words);
                }
            }
            message!(|self, block: [<$token as Instructions>::X; 4]| -> Q32Xop<$token> {
                [pick::<$token, A0, A1, A2, A3>(block), pick::<$token, B0, B1, B2, B3>(block)]
            });
            parked_as_they_are!(Q32Xop<$token>);
        }

        impl QuadIsa<u64, 1> for $token {
            type V = Q64Xop<$token>;
            type Block = [<$token as Instructions>::X; 8];
            #[inline(always)]
            fn row(self, words: &[u64; 4]) -> Q64Xop<$token> {
                Q64Xop([self.read(&bytes_64(&words[..2])), self.read(&bytes_64(&words[2..]))])
            }
            #[inline(always)]
            fn load(self, src: &[[u64; 4]; 1]) -> Q64Xop<$token> {
                QuadIsa::<u64, 1>::row(self, &src[0])
            }
            #[inline(always)]
            fn store(self, v: Q64Xop<$token>, dst: &mut [[u64; 4]; 1]) {
                zip(dst[0].as_chunks_mut::<2>().0, &v.0, |words, x| {
                    let mut bytes = [0; 16];
                    <$token>::write(x, &mut bytes);
                    zip(words, bytes.as_chunks().0, |word, bytes| *word = u64::from_le_bytes(bytes));
                });
            }
            #[inline(always)]
            fn no_block(self) -> [<$token as Instructions>::X; 8] {
                [self.read(&[0; 16]); 8]
            }
            #[inline(always)]
            fn load_block<const LITTLE: bool>(
                self,
                rows: &Rows<'_, 1>,
                at: usize,
                block: &mut [<$token as Instructions>::X; 8],
            ) {
                let [bytes] = rows.chunks::<128>(at);
                zip(block, bytes.as_chunks::<16>().0, |words, bytes| {
                    let words_as_they_lie = self.read(&bytes);
                    *words = words_as_they_lie;
                    if !LITTLE {
                        *words = <$token>::permute(words_as_they_lie, words_as_they_lie, const { &reversed(8) });
                    }
                });
            }
            #[inline(always)]
            fn forget(self, block: &mut [<$token as Instructions>::X; 8]) {
                for words in block {
                    *words = <$token>::settled(*words);
                }
            }
            message!(|self, block: [<$token as Instructions>::X; 8]| -> Q64Xop<$token> {
                [
                    Q64Xop([
                        <$token>::permute(block[A0 / 2], block[A1 / 2], const { &pair(A0, A1) }),
                        <$token>::permute(block[A2 / 2], block[A3 / 2], const { &pair(A2, A3) }),
                    ]),
                    Q64Xop([
                        <$token>::permute(block[B0 / 2], block[B1 / 2], const { &pair(B0, B1) }),
                        <$token>::permute(block[B2 / 2], block[B3 / 2], const { &pair(B2, B3) }),
                    ]),
                ]
            });
            parked_as_they_are!(Q64Xop<$token>);
        }
    };
}
isa!(Xop);
isa!(XopModel);
