//! Leaves that stay in the slots of a kernel between two calls.

use super::gang::{self, LeafSlots, Strand};
use crate::constructions::sponge::Parameters;
use crate::sponges::{ManySponges, Sponges};
use alloc::boxed::Box;
use lanesum_batch::plan::WIDEST;
use lanesum_batch::scheduler::Choose;

/// The states of a group of leaves, one of which may be the lead. Each has absorbed the same number of blocks, read in place.
#[derive(Clone)]
pub struct InSlots {
    states: Box<LeafSlots>,
}

impl InSlots {
    /// Begins a group of `width` leaves of `leaf` bytes, more than one, with the first `bytes` bytes of each, which are whole blocks. Only
    /// the end of the last leaf may be missing from `data`.
    pub fn begin(choose: Choose, width: usize, parameters: Parameters, data: &[u8], leaf: usize, bytes: usize) -> Self {
        // Never moved: a move leaves a copy behind that nobody erases.
        let mut states = Box::new(LeafSlots::new(ManySponges::of_leaves(choose, width)));
        let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
        for (slot, row) in rows.iter_mut().enumerate().take(width) {
            *row = &data[slot * leaf..][..bytes];
        }
        states.absorb(Sponges::new(parameters), &rows);
        Self { states }
    }

    pub fn width(&self) -> usize {
        self.states.width()
    }

    pub fn take(&self, slot: usize) -> [u64; 25] {
        self.states.take(slot)
    }

    /// As [`gang::run`], but the last strands, one a slot, continue in these states.
    pub fn go_on(&mut self, choose: Choose, parameters: Parameters, strands: &mut [Strand<'_>]) {
        gang::go_on(choose, parameters, strands, &mut self.states);
    }
}
