//! Rows of four words of 32 bits of four messages, in two 256-bit registers: the chains of operations of two run side by side.

use super::Avx512Vl;
use super::quads_avx512vl::Q32TwoVl;
use crate::{QuadIsa, Quads, Rows, message, parked_as_they_are, sealed::Sealed};

/// Four words of 32 bits of each of four messages.
#[derive(Clone, Copy)]
pub struct Q32Four([Q32TwoVl; 2]);
impl Sealed for Q32Four {}
impl Quads for Q32Four {
    #[inline(always)]
    fn plus(self, rhs: Self) -> Self {
        Self([self.0[0].plus(rhs.0[0]), self.0[1].plus(rhs.0[1])])
    }
    #[inline(always)]
    fn xor(self, rhs: Self) -> Self {
        Self([self.0[0].xor(rhs.0[0]), self.0[1].xor(rhs.0[1])])
    }
    #[inline(always)]
    fn rotr<const R: u32>(self) -> Self {
        Self([self.0[0].rotr::<R>(), self.0[1].rotr::<R>()])
    }
    #[inline(always)]
    fn turn<const K: usize>(self) -> Self {
        Self([self.0[0].turn::<K>(), self.0[1].turn::<K>()])
    }
    #[inline(always)]
    fn settled(self) -> Self {
        Self([self.0[0].settled(), self.0[1].settled()])
    }
}

type Two = <Avx512Vl as QuadIsa<u32, 2>>::Block;

impl QuadIsa<u32, 4> for Avx512Vl {
    type V = Q32Four;
    #[inline(always)]
    fn row(self, words: &[u32; 4]) -> Q32Four {
        Q32Four([QuadIsa::<u32, 2>::row(self, words); 2])
    }
    #[inline(always)]
    fn load(self, src: &[[u32; 4]; 4]) -> Q32Four {
        let [a, b, c, d] = *src;
        Q32Four([QuadIsa::<u32, 2>::load(self, &[a, b]), QuadIsa::<u32, 2>::load(self, &[c, d])])
    }
    #[inline(always)]
    fn store(self, v: Q32Four, dst: &mut [[u32; 4]; 4]) {
        let (halves, _) = dst.as_chunks_mut::<2>();
        QuadIsa::<u32, 2>::store(self, v.0[0], &mut halves[0]);
        QuadIsa::<u32, 2>::store(self, v.0[1], &mut halves[1]);
    }
    type Block = [Two; 2];
    #[inline(always)]
    fn no_block(self) -> [Two; 2] {
        [QuadIsa::<u32, 2>::no_block(self); 2]
    }
    #[inline(always)]
    fn load_block<const LITTLE: bool>(self, rows: &Rows<'_, 4>, at: usize, block: &mut [Two; 2]) {
        let [first, second] = rows.halves();
        QuadIsa::<u32, 2>::load_block::<LITTLE>(self, &first, at, &mut block[0]);
        QuadIsa::<u32, 2>::load_block::<LITTLE>(self, &second, at, &mut block[1]);
    }
    #[inline(always)]
    fn forget(self, block: &mut [Two; 2]) {
        QuadIsa::<u32, 2>::forget(self, &mut block[0]);
        QuadIsa::<u32, 2>::forget(self, &mut block[1]);
    }
    message!(|self, block: [Two; 2]| -> Q32Four {
        let [a, b] = QuadIsa::<u32, 2>::message::<A0, A1, A2, A3, B0, B1, B2, B3>(self, &block[0]);
        let [c, d] = QuadIsa::<u32, 2>::message::<A0, A1, A2, A3, B0, B1, B2, B3>(self, &block[1]);
        [Q32Four([a, c]), Q32Four([b, d])]
    });
    parked_as_they_are!(Q32Four);
}
