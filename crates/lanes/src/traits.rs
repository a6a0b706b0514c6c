//! The traits over which kernels are written: tokens, kernels and vectors.

use crate::{Element, Lanes, Rows, RowsMut, Word, sealed::Sealed};

/// Proof that a set of instructions may be used. Copying it is free.
pub trait Token: Copy + Send + Sync + Sealed + 'static {
    /// Runs `kernel` inside a function that has the token's instructions enabled.
    ///
    /// Costs a call, so call this once per bulk operation.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;
}

/// A `'static` reference to a value without bytes: a token, or a value made of tokens only.
///
/// With it, a form can be a `&'static dyn Trait` although its token is only known at run time.
pub fn forever<T: Copy + Send + Sync + 'static>(value: T) -> &'static T {
    const { assert!(size_of::<T>() == 0, "the value has bytes") };
    let _ = value;
    // SAFETY: a reference to a value of no bytes reads nothing, so it needs no place in memory: it has to be aligned and not null,
    // which `dangling` gives. A `T` exists (the caller has just given one), and since it is `Copy`, one more does no harm.
    unsafe { core::ptr::NonNull::<T>::dangling().as_ref() }
}

/// A piece of code that is entered through a [`Token`]. `call`, and everything in it that touches lanes, must be `#[inline(always)]`:
/// otherwise results stay right, but the code may be 50 times slower.
pub trait Kernel {
    /// The result of the kernel.
    type Output;
    /// Runs the kernel. Only [`Token::run`] may call this.
    fn call(self) -> Self::Output;
}

/// How the hand-scheduled rounds of [`Isa::keccak_rounds`] compute theta; the results are equal. Assembler knows the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theta {
    /// Computes D once and adds it to each lane: 95 operations a round, 35 of them on three registers.
    Once = 0,
    /// As `Once`, in the order of instructions found on Zen 4. Registers of 512 bits take `Once`.
    OnceZen4 = 1,
    /// Adds both parities to each lane at once: 90 operations a round, 60 of them on three registers.
    Ternary = 2,
}

/// Whether a message is encrypted or decrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From plaintext to ciphertext; the state then holds the ciphertext.
    Wrap,
    /// From ciphertext to plaintext; the state then holds the ciphertext, too.
    Unwrap,
}

/// A token with vectors of `N` words.
pub trait Isa<W: Word, const N: usize>: Token {
    /// The vector.
    type V: Lanes;
    /// `word` in every lane, in the stored form (which for bit-interleaved vectors is the interleaved one).
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
    /// Whether the token has [`Isa::keccak_rounds`].
    const HAND_SCHEDULED: bool = false;
    /// Hand-scheduled rounds of Keccak-p\[1600\] with these constants. Lanes are in the plain order `x + 5y`, before and after. Does
    /// nothing for tokens without such code ([`Isa::HAND_SCHEDULED`]).
    #[inline(always)]
    fn keccak_rounds(self, _state: &mut [Self::V; 25], _constants: &[[W; 2]], _theta: Theta) {}
    /// Whether the token has [`Isa::keccak_in_memory`].
    const IN_MEMORY: bool = false;
    /// As [`Isa::keccak_rounds`], for tokens whose code keeps the state in memory ([`Isa::IN_MEMORY`]); nothing for others.
    #[inline(always)]
    fn keccak_in_memory(self, _state: &mut [[W; N]; 25], _constants: &[[W; 2]]) {}
    /// As [`Isa::load_lane`], of lanes that may be shorter than a word.
    ///
    /// # Panics
    /// If the rows do not reach to `at + E::LEN`.
    #[inline(always)]
    fn load_elements<E: Element<Register = W>>(self, rows: &Rows<'_, N>, at: usize) -> Self::V {
        let mut words = [W::default(); N];
        crate::inlined::zip(&mut words, &rows.elements::<E>(at), |word, element| *word = element.expand());
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
