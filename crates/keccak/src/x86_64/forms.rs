//! The forms of hand-scheduled code for one state.

use super::OneState;
use crate::permutation::forms::{ByHand, OneForm, absorb_in_memory};
use crate::permutation::lane::LaneWord;
use crate::permutation::rounds::Pairs;
use lanes::Rows;
use lanesum_batch::engine::{Form, Shared};

impl<W: LaneWord, I: OneState<W::Register>, const B: usize> OneForm<W> for Form<I, ByHand, B>
where
    Self: Shared,
{
    fn absorb(
        &self,
        words: &mut [W::Register; 25],
        data: &[u8],
        lanes: usize,
        blocks: usize,
        constants: Pairs<W::Register>,
    ) {
        let isa = self.token;
        if W::LEN == size_of::<W::Register>() {
            isa.absorb_one(words, &Rows::new(&[data]), lanes, blocks, constants);
        } else {
            // Lanes that are repeated to fill a word.
            absorb_in_memory::<W>(words, data, lanes, blocks, |words| isa.permute_one(words, constants));
        }
    }

    fn permute(&self, words: &mut [W::Register; 25], constants: Pairs<W::Register>) {
        let isa = self.token;
        isa.permute_one(words, constants);
    }
}
