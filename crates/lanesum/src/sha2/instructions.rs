//! SHA-2 with instructions of its own: those of x86-64, which do two rounds at a time, and those of aarch64.

use super::functions::Functions;
use core::marker::PhantomData;
use lanes::{Kernel, Rows, ShaIsa, ShaWords};

/// Applies the compression function to all blocks of the rows, one after the other. Two, so that a message and its padding take one call:
/// to arrange the state anew takes some nanoseconds.
pub(super) struct Compress<'a, S: Functions, I> {
    pub(super) isa: I,
    pub(super) state: &'a mut [S::Word; 8],
    pub(super) rows: [Rows<'a, 1>; 2],
    pub(super) size: PhantomData<S>,
}

impl<S: Functions, I: ShaIsa<S::Word>> Kernel for Compress<'_, S, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, rows: [mut row, mut next], .. } = self;
        let block = 16 * size_of::<S::Word>();
        let [first, second] = I::V::arranged(*state);
        let mut v = [isa.words(first), isa.words(second)];
        let constants = S::K.as_chunks::<4>().0.as_chunks::<4>().0;
        let (last, first) = constants.split_last().expect("SHA-2 has rounds");
        let mut at = 0;
        loop {
            if row.len() - at < block {
                if next.len() < block {
                    break;
                }
                (row, next, at) = (next, Rows::new(&[&[]]), 0);
            }
            let [mut w0, mut w1, mut w2, mut w3] = isa.load_block(&row, at);
            let before = v;
            // Spelt out: not every loop over them is unrolled.
            macro_rules! sixteen_rounds {
                ($i:literal) => {
                    v = I::V::four_rounds(v, w0.plus(isa.words(first[$i][0])));
                    w0 = I::V::schedule([w0, w1, w2, w3]);
                    v = I::V::four_rounds(v, w1.plus(isa.words(first[$i][1])));
                    w1 = I::V::schedule([w1, w2, w3, w0]);
                    v = I::V::four_rounds(v, w2.plus(isa.words(first[$i][2])));
                    w2 = I::V::schedule([w2, w3, w0, w1]);
                    v = I::V::four_rounds(v, w3.plus(isa.words(first[$i][3])));
                    w3 = I::V::schedule([w3, w0, w1, w2]);
                };
            }
            sixteen_rounds!(0);
            sixteen_rounds!(1);
            sixteen_rounds!(2);
            if first.len() > 3 {
                sixteen_rounds!(3);
            }
            v = I::V::four_rounds(v, w0.plus(isa.words(last[0])));
            v = I::V::four_rounds(v, w1.plus(isa.words(last[1])));
            v = I::V::four_rounds(v, w2.plus(isa.words(last[2])));
            v = I::V::four_rounds(v, w3.plus(isa.words(last[3])));
            v = [v[0].plus(before[0]), v[1].plus(before[1])];
            at += block;
        }
        *state = I::V::variables(v);
    }
}

/// Few processors have the instructions for SHA-512: the text is run on a model of them.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::sha2::constants::{SHA_256, SHA_512};
    use crate::sha2::functions::{Words32, Words64};
    use lanes::{ShaModel, Token};
    use reference::{BitString, sha2};
    use std::vec::Vec;

    #[test]
    fn the_text_is_right_on_the_model() {
        for blocks in 0..4 {
            let data: Vec<u8> = (0..blocks * 128).map(|i| (i * i % 251) as u8).collect();
            let bits = BitString::from_bytes_msb(&data);
            let expected = sha2::compress_all(sha2::Word::W32, SHA_256.map(u64::from), &bits);
            let expected64 = sha2::compress_all(sha2::Word::W64, SHA_512, &bits);
            for first in 0..=blocks {
                let (data, end) = data.split_at(128 * first);
                let rows = [Rows::new(&[data]), Rows::new(&[end])];
                let mut state = SHA_256;
                ShaModel.run(Compress::<Words32, _> { isa: ShaModel, state: &mut state, rows, size: PhantomData });
                assert_eq!(state.map(u64::from), expected, "{first} of {blocks}");
                let mut state = SHA_512;
                ShaModel.run(Compress::<Words64, _> { isa: ShaModel, state: &mut state, rows, size: PhantomData });
                assert_eq!(state, expected64, "{first} of {blocks}");
            }
        }
    }
}
