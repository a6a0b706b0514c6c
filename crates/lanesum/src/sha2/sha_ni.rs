//! SHA-2 with the instructions that do two rounds at a time. They want the eight variables in two registers: A, B, E, F and
//! C, D, G, H, the last named lowest.

use super::functions::Functions;
use core::marker::PhantomData;
use lanes::{Kernel, Rows, ShaIsa, ShaWords};

/// Applies the compression function to all blocks of the row.
pub(super) struct Compress<'a, S: Functions, I> {
    pub(super) isa: I,
    pub(super) state: &'a mut [S::Word; 8],
    pub(super) row: Rows<'a, 1>,
    pub(super) size: PhantomData<S>,
}

/// Four rounds with these words of the schedule.
macro_rules! four_rounds {
    ($isa:ident, $abef:ident, $cdgh:ident, $constants:expr, $words:ident) => {
        let wk = $words.plus($isa.words($constants));
        $cdgh = $cdgh.two_rounds($abef, wk);
        $abef = $abef.two_rounds($cdgh, wk.high());
    };
}

impl<S: Functions, I: ShaIsa<S::Word>> Kernel for Compress<'_, S, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, row, .. } = self;
        let block = 16 * size_of::<S::Word>();
        let [a, b, c, d, e, f, g, h] = *state;
        let mut abef = isa.words([f, e, b, a]);
        let mut cdgh = isa.words([h, g, d, c]);
        let constants = S::K.as_chunks::<4>().0.as_chunks::<4>().0;
        let (last, first) = constants.split_last().expect("SHA-2 has rounds");
        let mut at = 0;
        while row.len() - at >= block {
            let [mut w0, mut w1, mut w2, mut w3] = isa.load_block(&row, at);
            let before = (abef, cdgh);
            for constants in first {
                four_rounds!(isa, abef, cdgh, constants[0], w0);
                w0 = next(w0, w1, w2, w3);
                four_rounds!(isa, abef, cdgh, constants[1], w1);
                w1 = next(w1, w2, w3, w0);
                four_rounds!(isa, abef, cdgh, constants[2], w2);
                w2 = next(w2, w3, w0, w1);
                four_rounds!(isa, abef, cdgh, constants[3], w3);
                w3 = next(w3, w0, w1, w2);
            }
            four_rounds!(isa, abef, cdgh, last[0], w0);
            four_rounds!(isa, abef, cdgh, last[1], w1);
            four_rounds!(isa, abef, cdgh, last[2], w2);
            four_rounds!(isa, abef, cdgh, last[3], w3);
            abef = abef.plus(before.0);
            cdgh = cdgh.plus(before.1);
            at += block;
        }
        let ([f, e, b, a], [h, g, d, c]) = (abef.to_words(), cdgh.to_words());
        *state = [a, b, c, d, e, f, g, h];
    }
}

/// Words t + 16 to t + 19 of the schedule from words t to t + 15.
#[inline(always)]
fn next<W, V: ShaWords<W>>(w0: V, w1: V, w2: V, w3: V) -> V {
    w0.schedule_first(w1).plus(w2.second_on(w3)).schedule_second(w3)
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
            let (row, bits) = (Rows::new([&data[..]]), BitString::from_bytes_msb(&data));
            let mut state = SHA_256;
            ShaModel.run(Compress::<Words32, _> { isa: ShaModel, state: &mut state, row, size: PhantomData });
            let expected = sha2::compress_all(sha2::Word::W32, SHA_256.map(u64::from), &bits);
            assert_eq!(state.map(u64::from), expected, "{blocks}");
            let mut state = SHA_512;
            ShaModel.run(Compress::<Words64, _> { isa: ShaModel, state: &mut state, row, size: PhantomData });
            assert_eq!(state, sha2::compress_all(sha2::Word::W64, SHA_512, &bits), "{blocks}");
        }
    }
}
