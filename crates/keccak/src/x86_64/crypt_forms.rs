//! The form of hand-scheduled code for a duplex of one state over many blocks.

use super::OneState;
use crate::permutation::lane::LaneWord;
use crate::permutation::rounds::Pairs;
use crate::states::caesar::crypt_forms::{Crypt, CryptForm, OneByHand};
use lanes::Word;
use lanesum_batch::engine::{Form, Shared};

impl<W: LaneWord<Register = W> + Word, I: OneState<W>, const B: usize> CryptForm<W> for Form<I, OneByHand, B>
where
    Self: Shared,
{
    fn crypt(&self, words: &mut [W], _: usize, crypt: Crypt<'_, W>, constants: Pairs<W>, data: &mut [u8]) {
        let isa = self.token;
        let state = words.try_into().expect("one state");
        isa.crypt_one(crypt.direction, state, data, crypt.last, constants);
    }

    fn takes(&self, crypt: &Crypt<'_, W>) -> bool {
        // All lanes but 256 bits: the only block length of each token's code.
        crypt.lanes == 25 - 32 / W::LEN && crypt.beside.is_empty()
    }
}
