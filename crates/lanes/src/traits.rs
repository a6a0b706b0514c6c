use crate::{Rows, RowsMut, sealed::Sealed};
use core::fmt::Debug;

/// Proof that a set of instructions may be used. Copying it is free.
pub trait Token: Copy + Send + Sync + Sealed + 'static {
    /// Runs `kernel` inside a function that has the token's instructions enabled.
    ///
    /// Costs one call; do it once per bulk operation.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;
}

/// A reference that never ends, to a value without bytes: a token, or what is built of tokens alone.
///
/// So a form of a kernel can be a `&'static dyn Trait` although its token is only known at run time.
pub fn forever<T: Copy + Send + Sync + 'static>(value: T) -> &'static T {
    const { assert!(size_of::<T>() == 0, "the value has bytes") };
    let _ = value;
    // SAFETY: a reference to a value of no bytes reads nothing, so it needs no place in memory: it has to be aligned and not null,
    // which `dangling` gives. A `T` exists (the caller has just given one), and since it is `Copy`, one more does no harm.
    unsafe { core::ptr::NonNull::<T>::dangling().as_ref() }
}

/// A piece of code that is entered through a [`Token`]. `call` must be `#[inline(always)]`, as must be all that it uses
/// and that touches lanes: a function that LLVM leaves outside keeps the results right and is up to 50 times slower.
pub trait Kernel {
    /// What the kernel returns.
    type Output;
    /// The code. Called by [`Token::run`] only.
    fn call(self) -> Self::Output;
}

/// How the hand-scheduled rounds of [`Isa::keccak_rounds`] do theta; the result is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theta {
    /// D is computed once and added to each lane: 95 operations a round, of which 35 read three registers.
    Once,
    /// Both parities are added to each lane at once: 90 operations, 60 of three registers.
    Ternary,
}

/// Whether a message is encrypted or decrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From plaintext to ciphertext; the state then holds the ciphertext.
    Wrap,
    /// From ciphertext to plaintext; the state then holds the ciphertext, too.
    Unwrap,
}

/// Independent words of 32 or 64 bits, one per message, in one register (or, bit-interleaved, in two of 32 bits).
pub trait Lanes: Copy + Sealed {
    /// `self ^ rhs`
    fn xor(self, rhs: Self) -> Self;
    /// `self & rhs`
    fn and(self, rhs: Self) -> Self;
    /// `self | rhs`
    fn or(self, rhs: Self) -> Self;
    /// `!self`
    fn not(self) -> Self;
    /// `!self & rhs`
    fn andnot(self, rhs: Self) -> Self;
    /// Rotates each word left by `L`, 0 to 63, modulo its length.
    fn rotl<const L: u32>(self) -> Self;
    /// `a ^ b ^ c`
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }
    /// `a ^ (!b & c)`, FIPS 202 section 3.2.4.
    #[inline(always)]
    fn chi(a: Self, b: Self, c: Self) -> Self {
        a.xor(b.andnot(c))
    }
}

/// What registers hold: 32 or 64 bits, and by itself a vector of one.
pub trait Word: Lanes + Default + PartialEq + Debug + Send + Sync + Element<Register = Self> {
    /// Its length in bits.
    const BITS: u32;
    /// Its bytes in little-endian order, whatever the machine's; and back.
    fn to_le(self) -> Self;
    /// Its bytes the other way round.
    fn swap_bytes(self) -> Self;
}

/// A lane of a state as bytes have it, 8 to 64 bits. Those of less than 32 bits are kept in registers of 32 bits as often as
/// they fit: a rotation of the whole register is then one of each, and the bitwise operations keep them equal. So lanes of 8,
/// 16 and 32 bits share their kernels, with the rotations that 32-bit words have and others lack.
pub trait Element: Copy + Default + Eq + Debug + Send + Sync + Sealed + 'static {
    /// The register's word.
    type Register: Word;
    /// Its length in bytes.
    const LEN: usize;
    /// As registers have it.
    fn expand(self) -> Self::Register;
    /// The inverse of [`Element::expand`].
    fn reduce(word: Self::Register) -> Self;
    /// From the first [`Element::LEN`] little-endian bytes; those that `bytes` lacks are zero.
    fn read(bytes: &[u8]) -> Self;
    /// Little-endian to the first bytes of `bytes`, as many as there are.
    fn write(self, bytes: &mut [u8]);
}

macro_rules! elements {
    ($($word:ty, $register:ty;)*) => { $(
        impl Element for $word {
            type Register = $register;
            const LEN: usize = size_of::<$word>();
            #[inline(always)]
            fn expand(self) -> $register {
                // 0x01…01 with a one for each copy.
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
                // Without a copy of variable length.
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
                let word = self.to_le_bytes();
                bytes.copy_from_slice(&word[..bytes.len()]);
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

/// A token with vectors of `N` words.
pub trait Isa<W: Word, const N: usize>: Token {
    /// The vector.
    type V: Lanes;
    /// `word` in every lane. For bit-interleaved vectors `word` is in the stored (interleaved) form.
    fn splat(self, word: W) -> Self::V;
    /// Lane `i` from `src[i]`, in the stored form.
    fn load(self, src: &[W; N]) -> Self::V;
    /// `dst[i]` from lane `i`, in the stored form.
    fn store(self, v: Self::V, dst: &mut [W; N]);
    /// One little-endian word of each row at byte `at`.
    ///
    /// # Panics
    /// If the rows do not reach to `at + W::LEN`.
    fn load_lane(self, rows: &Rows<'_, N>, at: usize) -> Self::V;
    /// `N` consecutive words of each of the `N` rows from byte `at`, transposed: vector `j` holds word `j` of every row.
    ///
    /// # Panics
    /// If the rows do not reach to `at + W::LEN * N`.
    #[inline(always)]
    fn load_square(self, rows: &Rows<'_, N>, at: usize) -> [Self::V; N] {
        let mut v = [self.splat(W::default()); N];
        for (j, v) in v.iter_mut().enumerate() {
            *v = self.load_lane(rows, at + W::LEN * j);
        }
        v
    }
    /// As [`Isa::load_square`], but only the first `count < N` words are read; the other vectors are 0.
    ///
    /// # Panics
    /// If the rows do not reach to `at + W::LEN * count`.
    #[inline(always)]
    fn load_partial(self, rows: &Rows<'_, N>, at: usize, count: usize) -> [Self::V; N] {
        let mut v = [self.splat(W::default()); N];
        for (j, v) in v.iter_mut().enumerate() {
            if j < count {
                *v = self.load_lane(rows, at + W::LEN * j);
            }
        }
        v
    }
    /// Whether [`Isa::keccak_rounds`] does anything.
    const HAND_SCHEDULED: bool = false;
    /// Rounds of Keccak-p\[1600\] with these constants by hand-scheduled code, on lanes in the plain order `x + 5y`, which it
    /// keeps. Where there is no such code ([`Isa::HAND_SCHEDULED`]), it does nothing.
    #[inline(always)]
    fn keccak_rounds(self, _state: &mut [Self::V; 25], _constants: &[[W; 2]], _theta: Theta) {}
    /// As [`Isa::load_lane`], of lanes that may be shorter than a word.
    ///
    /// # Panics
    /// If the rows do not reach to `at + E::LEN`.
    #[inline(always)]
    fn load_elements<E: Element<Register = W>>(self, rows: &Rows<'_, N>, at: usize) -> Self::V {
        let mut words = [W::default(); N];
        for (word, element) in words.iter_mut().zip(rows.elements::<E>(at)) {
            *word = element.expand();
        }
        self.load(&words)
    }
    /// As [`Isa::store_lane`], of lanes that may be shorter than a word.
    ///
    /// # Panics
    /// If the rows do not reach to `at + E::LEN`.
    #[inline(always)]
    fn store_elements<E: Element<Register = W>>(self, v: Self::V, rows: &mut RowsMut<'_, N>, at: usize) {
        let mut words = [W::default(); N];
        self.store(v, &mut words);
        rows.put_elements::<E>(at, &words);
    }
    /// Writes lane `i` of `v` as a little-endian word to byte `at` of row `i`.
    ///
    /// # Panics
    /// If the rows do not reach to `at + W::LEN`.
    #[inline(always)]
    fn store_lane(self, v: Self::V, rows: &mut RowsMut<'_, N>, at: usize) {
        let mut words = [W::default(); N];
        self.store(v, &mut words);
        rows.put(at, &words);
    }
    /// The inverse of [`Isa::load_square`].
    ///
    /// # Panics
    /// If the rows do not reach to `at + W::LEN * N`.
    #[inline(always)]
    fn store_square(self, v: [Self::V; N], rows: &mut RowsMut<'_, N>, at: usize) {
        for (j, v) in v.into_iter().enumerate() {
            self.store_lane(v, rows, at + W::LEN * j);
        }
    }
}
