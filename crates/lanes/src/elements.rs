//! The types that kernels compute with: words in registers, and the lanes of a state as they are stored.

use core::fmt::Debug;

use crate::sealed::Sealed;

/// Independent words of 32 or 64 bits, one per message, in one register (or, bit-interleaved, in two of 32 bits).
pub trait Lanes: Copy + Sealed {
    /// Whether [`Lanes::xor3`] is one instruction.
    const HAS_XOR3: bool = false;
    /// `self ^ rhs`
    #[must_use]
    fn xor(self, rhs: Self) -> Self;
    /// `self & rhs`
    #[must_use]
    fn and(self, rhs: Self) -> Self;
    /// `self | rhs`
    #[must_use]
    fn or(self, rhs: Self) -> Self;
    /// `!self`
    #[must_use]
    fn not(self) -> Self;
    /// `!self & rhs`
    #[must_use]
    fn andnot(self, rhs: Self) -> Self;
    /// Rotates each word left by `L`, 0 to 63, modulo its length.
    #[must_use]
    fn rotl<const L: u32>(self) -> Self;
    /// `a ^ b ^ c`
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }
    /// `self ^ rhs`, rotated left by `L`.
    #[inline(always)]
    #[must_use]
    fn xor_rotl<const L: u32>(self, rhs: Self) -> Self {
        self.xor(rhs).rotl::<L>()
    }
    /// Theta's D for each column: `c[x - 1] ^ c[x + 1].rotl::<1>()`, from the column parities `c` (FIPS 202, section 3.2.1).
    #[inline(always)]
    #[must_use]
    fn theta(c: &[Self; 5]) -> [Self; 5] {
        // All rotations come first: LLVM keeps this order, and in another one SSE2 takes 5 % more instructions.
        let r = [c[0].rotl::<1>(), c[1].rotl::<1>(), c[2].rotl::<1>(), c[3].rotl::<1>(), c[4].rotl::<1>()];
        [c[4].xor(r[1]), c[0].xor(r[2]), c[1].xor(r[3]), c[2].xor(r[4]), c[3].xor(r[0])]
    }
    /// `a ^ (!b & c)`, FIPS 202 section 3.2.4.
    #[inline(always)]
    fn chi(a: Self, b: Self, c: Self) -> Self {
        a.xor(b.andnot(c))
    }
}

/// A word of 32 or 64 bits; also a vector of one word.
pub trait Word: Lanes + Default + PartialEq + Debug + Send + Sync + Element<Register = Self> {
    /// The word's length in bits.
    const BITS: u32;
    /// The word with its bytes in little-endian order on any machine; also the inverse.
    #[must_use]
    fn to_le(self) -> Self;
    /// The word with its bytes reversed.
    #[must_use]
    fn swap_bytes(self) -> Self;
    /// As [`Lanes::rotl`], by a distance that is known at run time.
    #[must_use]
    fn rotate(self, by: u32) -> Self;
}

/// A lane of a state as it is stored, 8 to 64 bits. A register of 32 bits holds several equal copies of a lane of 8 or 16 bits: a rotation
/// of the register rotates each copy, and bitwise operations keep them equal. So lanes of 8, 16 and 32 bits share their kernels, and use
/// the rotations of 32-bit words.
pub trait Element: Copy + Default + Eq + Debug + Send + Sync + Sealed + 'static {
    /// The word of a register.
    type Register: Word;
    /// The lane's length in bytes.
    const LEN: usize;
    /// The register's word: as many copies of the lane as fit.
    fn expand(self) -> Self::Register;
    /// The inverse of [`Element::expand`].
    fn reduce(word: Self::Register) -> Self;
    /// Reads the first [`Element::LEN`] bytes, little-endian; missing bytes are zero.
    fn read(bytes: &[u8]) -> Self;
    /// Writes the lane to `bytes`, little-endian; a shorter `bytes` gets the first bytes.
    fn write(self, bytes: &mut [u8]);
}

macro_rules! elements {
    ($($word:ty, $register:ty;)*) => { $(
        impl Element for $word {
            type Register = $register;
            const LEN: usize = size_of::<$word>();
            #[inline(always)]
            fn expand(self) -> $register {
                // 0x01…01, with a one for each copy.
                self as $register * (<$register>::MAX / <$word>::MAX as $register)
            }
            #[inline(always)]
            fn reduce(word: $register) -> $word {
                word as $word
            }
            #[inline(always)]
            fn read(bytes: &[u8]) -> $word {
                if let Some(all) = bytes.first_chunk() {
                    return <$word>::from_le_bytes(*all);
                }
                // A loop instead of a copy of variable length.
                let mut word = 0;
                for (i, byte) in bytes.iter().enumerate() {
                    word |= <$word>::from(*byte) << (8 * i);
                }
                word
            }
            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                if let Some(all) = bytes.first_chunk_mut() {
                    *all = self.to_le_bytes();
                    return;
                }
                for (i, byte) in bytes.iter_mut().enumerate() {
                    *byte = self.to_le_bytes()[i];
                }
            }
        }
    )* };
}
elements! {
    u8, u32;
    u16, u32;
    u32, u32;
    u64, u64;
}
impl Sealed for u8 {}
impl Sealed for u16 {}
