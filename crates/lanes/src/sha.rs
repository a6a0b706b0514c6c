//! The trait of tokens with SHA-2 instructions, which do two or four rounds at a time, for both sizes of words.

use crate::{Kernel, Rows, Token, sealed::Sealed};

/// A token with SHA-2 instructions for words of type `W`.
pub trait ShaIsa<W>: Token {
    /// Four words, the first one lowest.
    type V: ShaWords<W>;
    /// Four words.
    fn words(self, words: [W; 4]) -> Self::V;
    /// The variables A to H in the instructions' order.
    #[inline(always)]
    fn arranged(self, variables: &[W; 8]) -> [Self::V; 2]
    where
        W: Copy,
    {
        let [first, second] = Self::V::arranged(*variables);
        [self.words(first), self.words(second)]
    }
    /// The inverse of [`ShaIsa::arranged`].
    #[inline(always)]
    fn variables(self, state: [Self::V; 2]) -> [W; 8] {
        Self::V::variables(state)
    }
    /// The 16 big-endian words of the block at byte `at` of the row.
    ///
    /// # Panics
    /// If the row does not reach to the block's end.
    fn load_block(self, row: &Rows<'_, 1>, at: usize) -> [Self::V; 4];
    /// Whether the token has [`ShaIsa::load_end`].
    const LOADS_ENDS: bool = false;
    /// The words of a block of a message that is `lead` zeroes followed by a row: from byte `at` on. At the end of the message, they are
    /// followed by the 1 of the padding (FIPS 180-4, section 5.1) and zeroes. No byte goes through a buffer: the processor would have to
    /// finish the stores before the loads. `lead` is below 16; unless it is 0, the row must have at least 16 bytes.
    ///
    /// # Panics
    /// If the row is too short, or if the token lacks this function ([`ShaIsa::LOADS_ENDS`]).
    #[inline(always)]
    fn load_end(self, _row: &Rows<'_, 1>, _lead: usize, _at: usize) -> [Self::V; 4] {
        unreachable!("the caller has asked for LOADS_ENDS")
    }
}

/// Four words, the first one lowest; or four of the eight variables in the instructions' order.
pub trait ShaWords<W>: Copy + Sealed {
    /// The variables A to H in the instructions' order.
    fn arranged(variables: [W; 8]) -> [[W; 4]; 2];
    /// The inverse of [`ShaWords::arranged`].
    fn variables(state: [Self; 2]) -> [W; 8];
    /// Adds word by word, modulo 2^w.
    #[must_use]
    fn plus(self, rhs: Self) -> Self;
    /// Four rounds. `state` has the variables in the order of [`ShaWords::arranged`], `wk` the message words with their constants added.
    fn four_rounds(state: [Self; 2], wk: Self) -> [Self; 2];
    /// Words t + 16 to t + 19 of the schedule from words t to t + 15.
    #[must_use]
    fn schedule(words: [Self; 4]) -> Self;
}

/// Four words for instructions that do two rounds, as Intel's. These take A, B, E, F and C, D, G, H, the last named lowest.
pub trait TwoRounds<W>: Copy + Sealed {
    /// The four words.
    fn to_words(self) -> [W; 4];
    /// Adds word by word, modulo 2^w.
    #[must_use]
    fn plus(self, rhs: Self) -> Self;
    /// The two high words, moved to the low half.
    #[must_use]
    fn high(self) -> Self;
    /// The last three words of `self`, then the first word of `next`.
    #[must_use]
    fn second_on(self, next: Self) -> Self;
    /// Two rounds. `self` has C, D, G, H (H lowest), `abef` has A, B, E, F (F lowest), and the low half of `wk` the message words of both
    /// rounds with their constants added. Returns the new `abef`; the old `abef` is the new `self`.
    #[must_use]
    fn two_rounds(self, abef: Self, wk: Self) -> Self;
    /// `W[t] + sigma0(W[t + 1])` for the four words of `self`; `next` has the following words.
    #[must_use]
    fn schedule_first(self, next: Self) -> Self;
    /// Adds `sigma1(W[t - 2])`; `last` has the four words before those of `self`.
    #[must_use]
    fn schedule_second(self, last: Self) -> Self;
}

impl<W: Copy, V: TwoRounds<W>> ShaWords<W> for V {
    #[inline(always)]
    fn arranged([a, b, c, d, e, f, g, h]: [W; 8]) -> [[W; 4]; 2] {
        [[f, e, b, a], [h, g, d, c]]
    }
    #[inline(always)]
    fn variables([abef, cdgh]: [Self; 2]) -> [W; 8] {
        let ([f, e, b, a], [h, g, d, c]) = (abef.to_words(), cdgh.to_words());
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        TwoRounds::plus(self, rhs)
    }
    #[inline(always)]
    fn four_rounds([abef, cdgh]: [Self; 2], wk: Self) -> [Self; 2] {
        let cdgh = cdgh.two_rounds(abef, wk);
        [abef.two_rounds(cdgh, wk.high()), cdgh]
    }
    #[inline(always)]
    fn schedule([w0, w1, w2, w3]: [Self; 4]) -> Self {
        TwoRounds::plus(w0.schedule_first(w1), w2.second_on(w3)).schedule_second(w3)
    }
}

/// Intel's instructions on arrays, as described in the Software Developer's Manual, volume 2 (SHA256RNDS2, SHA256MSG1, SHA256MSG2,
/// VSHA512RNDS2, VSHA512MSG1, VSHA512MSG2): for tests of kernels on processors that lack them.
#[derive(Clone, Copy, Debug)]
pub struct ShaModel;
impl Sealed for ShaModel {}
impl Token for ShaModel {
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.call()
    }
}

/// Four words in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaModelWords<W>([W; 4]);
impl<W> Sealed for ShaModelWords<W> {}

macro_rules! model {
    ($word:ident, $S0:expr, $S1:expr, $s0:expr, $s1:expr) => {
        impl ShaIsa<$word> for ShaModel {
            type V = ShaModelWords<$word>;
            fn words(self, words: [$word; 4]) -> Self::V {
                ShaModelWords(words)
            }
            fn load_block(self, row: &Rows<'_, 1>, at: usize) -> [Self::V; 4] {
                let [bytes] = row.chunks::<{ 16 * size_of::<$word>() }>(at);
                let words: [_; 4] = [0, 4, 8, 12].map(|first: usize| {
                    [0, 1, 2, 3].map(|i: usize| {
                        let mut word = [0; size_of::<$word>()];
                        word.copy_from_slice(&bytes[(first + i) * size_of::<$word>()..][..size_of::<$word>()]);
                        $word::from_be_bytes(word)
                    })
                });
                words.map(ShaModelWords)
            }
            const LOADS_ENDS: bool = true;
            fn load_end(self, row: &Rows<'_, 1>, lead: usize, at: usize) -> [Self::V; 4] {
                assert!(lead == 0 || lead < 16 && row.len() >= 16, "the row is too short");
                let mut block = [0; 16 * size_of::<$word>()];
                for (byte, place) in block.iter_mut().zip(at..).filter(|(_, place)| *place >= lead) {
                    let place = place - lead;
                    *byte = if place == row.len() { 0x80 } else { *row.row(0).get(place).unwrap_or(&0) };
                }
                ShaIsa::<$word>::load_block(self, &Rows::new(&[&block]), 0)
            }
        }
        impl TwoRounds<$word> for ShaModelWords<$word> {
            fn to_words(self) -> [$word; 4] {
                self.0
            }
            fn plus(self, rhs: Self) -> Self {
                let add = |i: usize| self.0[i].wrapping_add(rhs.0[i]);
                Self([add(0), add(1), add(2), add(3)])
            }
            fn high(self) -> Self {
                let [_, _, c, d] = self.0;
                Self([c, d, 0, 0])
            }
            fn second_on(self, next: Self) -> Self {
                let [_, b, c, d] = self.0;
                Self([b, c, d, next.0[0]])
            }
            fn two_rounds(self, abef: Self, wk: Self) -> Self {
                let ([mut f, mut e, mut b, mut a], [mut h, mut g, mut d, mut c]) = (abef.0, self.0);
                for wk in [wk.0[0], wk.0[1]] {
                    let ch = (e & f) ^ (!e & g);
                    let t1 = ch.wrapping_add($S1(e)).wrapping_add(wk).wrapping_add(h);
                    let maj = (a & b) ^ (a & c) ^ (b & c);
                    (h, g, f, e) = (g, f, e, t1.wrapping_add(d));
                    (d, c, b, a) = (c, b, a, t1.wrapping_add(maj).wrapping_add($S0(a)));
                }
                // The new C, D, G, H are the old A, B, E, F.
                assert_eq!([h, g, d, c], abef.0);
                Self([f, e, b, a])
            }
            fn schedule_first(self, next: Self) -> Self {
                let [a, b, c, d] = self.0;
                let sums = [(a, b), (b, c), (c, d), (d, next.0[0])];
                Self(sums.map(|(word, after): ($word, $word)| word.wrapping_add($s0(after))))
            }
            fn schedule_second(self, last: Self) -> Self {
                let [_, _, c, d] = last.0;
                let first = self.0[0].wrapping_add($s1(c));
                let second = self.0[1].wrapping_add($s1(d));
                Self([first, second, self.0[2].wrapping_add($s1(first)), self.0[3].wrapping_add($s1(second))])
            }
        }
    };
}

model!(
    u32,
    |x: u32| x.rotate_right(2) ^ x.rotate_right(13) ^ x.rotate_right(22),
    |x: u32| x.rotate_right(6) ^ x.rotate_right(11) ^ x.rotate_right(25),
    |x: u32| x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3),
    |x: u32| x.rotate_right(17) ^ x.rotate_right(19) ^ (x >> 10)
);
model!(
    u64,
    |x: u64| x.rotate_right(28) ^ x.rotate_right(34) ^ x.rotate_right(39),
    |x: u64| x.rotate_right(14) ^ x.rotate_right(18) ^ x.rotate_right(41),
    |x: u64| x.rotate_right(1) ^ x.rotate_right(8) ^ (x >> 7),
    |x: u64| x.rotate_right(19) ^ x.rotate_right(61) ^ (x >> 6)
);
