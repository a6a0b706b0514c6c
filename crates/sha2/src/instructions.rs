//! SHA-2 with the processor's SHA instructions. Those of x86-64 do two rounds at a time; those of aarch64, four or two.

use super::functions::Functions;
use core::marker::PhantomData;
use lanes::{Kernel, Rows, ShaIsa, ShaWords};

/// Sixteen rounds of each message, and the message words of the next sixteen. The messages take turns, because the instructions for one
/// message wait for each other; those for another can run meanwhile.
///
/// Written out, because LLVM does not unroll every loop over the messages.
macro_rules! sixteen_rounds {
    ($V:ty, $isa:ident, $constants:expr; $($v:ident $w0:ident $w1:ident $w2:ident $w3:ident),+) => {
        $( $v = <$V>::four_rounds($v, $w0.plus($isa.words($constants[0]))); )+
        $( $w0 = <$V>::schedule([$w0, $w1, $w2, $w3]); )+
        $( $v = <$V>::four_rounds($v, $w1.plus($isa.words($constants[1]))); )+
        $( $w1 = <$V>::schedule([$w1, $w2, $w3, $w0]); )+
        $( $v = <$V>::four_rounds($v, $w2.plus($isa.words($constants[2]))); )+
        $( $w2 = <$V>::schedule([$w2, $w3, $w0, $w1]); )+
        $( $v = <$V>::four_rounds($v, $w3.plus($isa.words($constants[3]))); )+
        $( $w3 = <$V>::schedule([$w3, $w0, $w1, $w2]); )+
    };
}

/// A block of each message: its variables, its message words, and the variables before the block.
macro_rules! block {
    ($S:ty, $V:ty, $isa:ident; $($v:ident $w0:ident $w1:ident $w2:ident $w3:ident $before:ident: $block:expr),+) => {
        $( let [mut $w0, mut $w1, mut $w2, mut $w3] = $block; )+
        $( let $before = $v; )+
        let constants = <$S>::K.as_chunks::<4>().0.as_chunks::<4>().0;
        let (last, first) = constants.split_last().expect("SHA-2 has rounds");
        sixteen_rounds!($V, $isa, first[0]; $($v $w0 $w1 $w2 $w3),+);
        sixteen_rounds!($V, $isa, first[1]; $($v $w0 $w1 $w2 $w3),+);
        sixteen_rounds!($V, $isa, first[2]; $($v $w0 $w1 $w2 $w3),+);
        if first.len() > 3 {
            sixteen_rounds!($V, $isa, first[3]; $($v $w0 $w1 $w2 $w3),+);
        }
        $( $v = <$V>::four_rounds($v, $w0.plus($isa.words(last[0]))); )+
        $( $v = <$V>::four_rounds($v, $w1.plus($isa.words(last[1]))); )+
        $( $v = <$V>::four_rounds($v, $w2.plus($isa.words(last[2]))); )+
        $( $v = <$V>::four_rounds($v, $w3.plus($isa.words(last[3]))); )+
        $( $v = [$v[0].plus($before[0]), $v[1].plus($before[1])]; )+
    };
}

/// Applies the compression function to all blocks of the first row, then of the second. A message and its padded end take one call, because
/// arranging the state takes some nanoseconds.
pub struct Compress<'a, S: Functions, I> {
    pub isa: I,
    pub state: &'a mut [S::Word; 8],
    pub rows: [Rows<'a, 1>; 2],
    pub size: PhantomData<S>,
}

impl<S: Functions, I: ShaIsa<S::Word>> Kernel for Compress<'_, S, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, state, rows, .. } = self;
        let block = 16 * size_of::<S::Word>();
        let [first, second] = I::V::arranged(*state);
        let mut v = [isa.words(first), isa.words(second)];
        for row in &rows {
            let mut at = 0;
            while row.len() - at >= block {
                block!(S, I::V, isa; v w0 w1 w2 w3 before: isa.load_block(row, at));
                at += block;
            }
        }
        *state = I::V::variables(v);
    }
}

/// Applies the compression function to two chaining values: to the blocks of the first two rows, then of the second two. Both rows of a
/// pair have one length.
#[cfg(any(test, target_arch = "x86_64"))]
pub struct CompressTwo<'a, S: Functions, I> {
    pub isa: I,
    pub states: &'a mut [[S::Word; 8]; 2],
    pub rows: [[Rows<'a, 1>; 2]; 2],
    pub size: PhantomData<S>,
}

#[cfg(any(test, target_arch = "x86_64"))]
impl<S: Functions, I: ShaIsa<S::Word>> Kernel for CompressTwo<'_, S, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, states: [one, two], rows, .. } = self;
        let block = 16 * size_of::<S::Word>();
        let ([a, b], [c, d]) = (I::V::arranged(*one), I::V::arranged(*two));
        let (mut v, mut u) = ([isa.words(a), isa.words(b)], [isa.words(c), isa.words(d)]);
        for [row, other] in &rows {
            let mut at = 0;
            while row.len().min(other.len()) - at >= block {
                block!(S, I::V, isa;
                    v v0 v1 v2 v3 before_v: isa.load_block(row, at),
                    u u0 u1 u2 u3 before_u: isa.load_block(other, at));
                at += block;
            }
        }
        (*one, *two) = (I::V::variables(v), I::V::variables(u));
    }
}

/// Few processors have the SHA-512 instructions, so the kernel is tested on a model of them.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::{SHA_256, SHA_512};
    use crate::functions::{Words32, Words64};
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

    #[test]
    fn two_messages_in_step_are_those_two() {
        let data: Vec<u8> = (0..6 * 128).map(|i| (i * i % 251) as u8).collect();
        let (one, two) = data.split_at(3 * 128);
        for blocks in 0..=3 {
            let first = [one, two].map(|message| Rows::new(&[&message[..64 * blocks]]));
            let rest = [one, two].map(|message| Rows::new(&[&message[64 * blocks..192]]));
            let rows = [first, rest];
            let mut states = [SHA_256; 2];
            ShaModel.run(CompressTwo::<Words32, _> { isa: ShaModel, states: &mut states, rows, size: PhantomData });
            for (state, message) in states.into_iter().zip([one, two]) {
                let bits = BitString::from_bytes_msb(&message[..192]);
                let expected = sha2::compress_all(sha2::Word::W32, SHA_256.map(u64::from), &bits);
                assert_eq!(state.map(u64::from), expected, "{blocks}");
            }
        }
    }
}
