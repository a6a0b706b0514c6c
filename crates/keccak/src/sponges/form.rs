//! A form for several states, as batches and leaves take it.

use super::Sponges;
use crate::constructions::sponge::Parameters;
use crate::permutation::engines::{Leaf64, Many64};
use crate::permutation::forms::{Blocks, Group, ManyForm};
use crate::permutation::rounds::Rounds;
use lanes::Theta;
use lanesum_batch::engine;
use lanesum_batch::scheduler::{Choose, Chosen};
use lanesum_batch::sure::whole_blocks;

/// A form for several states, and its text of theta.
#[derive(Clone, Copy, Debug)]
pub struct ManySponges {
    pub(super) form: &'static dyn ManyForm<u64>,
    pub(super) theta: Theta,
}

impl ManySponges {
    /// The form of a width that `choose` gives, for leaves.
    pub fn of_leaves(choose: Choose, width: usize) -> Chosen<Sponges<'static>> {
        let form = match choose {
            _ if width == 1 => return Chosen::One(choose.one::<Sponges<'static>>()),
            Choose::Plan(row) => engine::planned::<Leaf64>(row.backend(width), width),
            Choose::Forced(backend) => engine::opened::<Leaf64>(backend, width),
        };
        let form = form.expect("a form of each width that is chosen");
        Chosen::Many(Self { form, theta: engine::theta::<Many64>() }, width)
    }

    pub fn absorb_ahead(self, words: &mut [u64], rows: &[&[u8]], parameters: Parameters, ahead: usize) {
        absorb(self.form, self.theta, words, rows, parameters.lanes(), parameters.rounds, ahead);
    }
}

/// Absorbs all blocks of the rows, and prefetches the data `ahead` bytes further on, if that is not 0.
#[inline]
pub fn absorb(
    form: &'static dyn ManyForm<u64>,
    theta: Theta,
    words: &mut [u64],
    rows: &[&[u8]],
    lanes: usize,
    rounds: Rounds,
    ahead: usize,
) {
    let blocks = whole_blocks(rows.first().map_or(0, |row| row.len()), 8 * lanes);
    if blocks > 0 {
        let group = Group { words, count: rows.len(), first: 0 };
        form.absorb(group, rows, Blocks { lanes, count: blocks, ahead, theta }, rounds.pairs::<u64>());
    }
}
