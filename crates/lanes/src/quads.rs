//! Four words of one message in a register: a row of a 4 x 4 state, as in BLAKE.

use crate::{Kernel, Rows, Token, Word, Words, sealed::Sealed};

/// A row of four words of each of one or two messages. Additions are modulo 2^w.
pub trait Quads: Copy + Sealed {
    /// `self + rhs`, word by word.
    #[must_use]
    fn plus(self, rhs: Self) -> Self;
    /// `self ^ rhs`
    #[must_use]
    fn xor(self, rhs: Self) -> Self;
    /// Rotates each word right by `R`, 1 to w - 1.
    #[must_use]
    fn rotr<const R: u32>(self) -> Self;
    /// Rotates the words of each message: word `i` becomes the old word `i + K` modulo 4; `K` is 1 to 3.
    #[must_use]
    fn turn<const K: usize>(self) -> Self;
    /// Hides these words from the optimiser, so that later additions stay where they are written.
    #[must_use]
    fn settled(self) -> Self;
}

/// A token with rows of four words of type `W` of each of `N` messages.
pub trait QuadIsa<W, const N: usize>: Token {
    /// A row.
    type V: Quads;
    /// The sixteen words of a block of each message, in the form that [`QuadIsa::message`] reads.
    type Block;
    /// Two rows, kept for later rounds.
    type Parked: Copy;
    /// Whether the last rounds reuse the sums of message words and constants of the first rounds. If not, [`QuadIsa::forget`] keeps the
    /// compiler from reusing them.
    const CACHED: bool = false;

    /// `words` as the row of each message.
    fn row(self, words: &[W; 4]) -> Self::V;
    /// Row `i` from `src[i]`.
    fn load(self, src: &[[W; 4]; N]) -> Self::V;
    /// `dst[i]` from row `i`.
    fn store(self, v: Self::V, dst: &mut [[W; 4]; N]);
    /// A block of zeroes.
    fn no_block(self) -> Self::Block;
    /// Loads the block from byte `at` of every row, big-endian, or little-endian if `LITTLE`. Written in place: a returned block would be
    /// copied.
    ///
    /// # Panics
    /// If the rows do not reach as far.
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, N>, at: usize, block: &mut Self::Block);
    /// Hides the block from the optimiser, so that sums of its words are computed again.
    fn forget(self, block: &mut Self::Block);
    /// The rows of words `A0` to `A3` and `B0` to `B3` of the block.
    fn message<
        const A0: usize,
        const A1: usize,
        const A2: usize,
        const A3: usize,
        const B0: usize,
        const B1: usize,
        const B2: usize,
        const B3: usize,
    >(
        self,
        block: &Self::Block,
    ) -> [Self::V; 2];
    /// Packs two rows for later.
    fn park(self, rows: [Self::V; 2]) -> Self::Parked;
    /// The inverse of [`QuadIsa::park`].
    fn unpark(self, parked: Self::Parked) -> [Self::V; 2];
}

/// [`QuadIsa::message`], with names for its eight constants.
#[doc(hidden)]
#[macro_export]
macro_rules! message {
    (|$self:ident, $block:ident: $type:ty| -> $v:ty $body:block) => {
        #[inline(always)]
        fn message<
            const A0: usize,
            const A1: usize,
            const A2: usize,
            const A3: usize,
            const B0: usize,
            const B1: usize,
            const B2: usize,
            const B3: usize,
        >(
            $self,
            $block: &$type,
        ) -> [$v; 2] $body
    };
}

/// Keeps two rows in two registers.
#[doc(hidden)]
#[macro_export]
macro_rules! parked_as_they_are {
    ($v:ty) => {
        type Parked = [$v; 2];
        #[inline(always)]
        fn park(self, rows: [$v; 2]) -> [$v; 2] {
            rows
        }
        #[inline(always)]
        fn unpark(self, parked: [$v; 2]) -> [$v; 2] {
            parked
        }
    };
}

/// Rows as plain arrays: tests run the kernels on them where there is no vector unit.
#[derive(Clone, Copy, Debug)]
pub struct QuadModel;
impl Sealed for QuadModel {}
impl Token for QuadModel {
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.call()
    }
}

/// A row of each of `N` messages in arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuadModelWords<W, const N: usize>([[W; 4]; N]);
impl<W, const N: usize> Sealed for QuadModelWords<W, N> {}

// Not inlined, as those of the other model: kernels over arrays would take the compiler as long as all kernels that users have.
impl<W: Word + Words, const N: usize> Quads for QuadModelWords<W, N> {
    #[inline(never)]
    fn plus(self, rhs: Self) -> Self {
        Self(core::array::from_fn(|n| core::array::from_fn(|i| self.0[n][i].add(rhs.0[n][i]))))
    }
    #[inline(never)]
    fn xor(self, rhs: Self) -> Self {
        Self(core::array::from_fn(|n| core::array::from_fn(|i| self.0[n][i].xor(rhs.0[n][i]))))
    }
    #[inline(never)]
    fn rotr<const R: u32>(self) -> Self {
        Self(self.0.map(|row| row.map(W::rotr::<R>)))
    }
    #[inline(never)]
    fn turn<const K: usize>(self) -> Self {
        Self(self.0.map(|row| core::array::from_fn(|i| row[(i + K) % 4])))
    }
    fn settled(self) -> Self {
        self
    }
}

impl<W: Word + Words, const N: usize> QuadIsa<W, N> for QuadModel {
    type V = QuadModelWords<W, N>;
    type Block = [[W; 16]; N];
    // The value does not matter to the model. With `true` for two messages, tests run both texts of the kernel.
    const CACHED: bool = N == 2;

    fn row(self, words: &[W; 4]) -> Self::V {
        QuadModelWords([*words; N])
    }
    fn load(self, src: &[[W; 4]; N]) -> Self::V {
        QuadModelWords(*src)
    }
    fn store(self, v: Self::V, dst: &mut [[W; 4]; N]) {
        *dst = v.0;
    }
    fn no_block(self) -> Self::Block {
        [[W::default(); 16]; N]
    }
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, N>, at: usize, block: &mut [[W; 16]; N]) {
        for i in 0..16 {
            for (words, word) in block.iter_mut().zip(rows.words::<W>(at + i * size_of::<W>())) {
                words[i] = if LITTLE { word } else { word.swap_bytes() };
            }
        }
    }
    fn forget(self, _: &mut [[W; 16]; N]) {}
    message!(|self, block: [[W; 16]; N]| -> QuadModelWords<W, N> {
        [[A0, A1, A2, A3], [B0, B1, B2, B3]].map(|of| QuadModelWords(block.map(|words| of.map(|i| words[i]))))
    });
    parked_as_they_are!(QuadModelWords<W, N>);
}
