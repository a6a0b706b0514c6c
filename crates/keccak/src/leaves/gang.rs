//! A few sponge states that are permuted in step, each with its own input: leaves of a tree, full or partial, and beside them the parent
//! node.

use crate::constructions::sponge::Parameters;
use crate::sponges::{ManySponges, Sponges};
use core::ops::Range;
use lanesum_batch::plan::WIDEST;
use lanesum_batch::scheduler::{BlockFunction, Choose, Chosen, Slots};
use lanesum_batch::sure::whole_blocks;

/// Leaves in the slots of a kernel.
pub type LeafSlots = Slots<Sponges<'static>>;

/// A state and its input.
pub struct Strand<'a> {
    /// The input: whole blocks of the first slice, then of the second.
    rows: [&'a [u8]; 2],
    /// The lanes while no kernel holds them; `None` for a state of zeroes.
    pub(crate) words: Option<[u64; 25]>,
}

impl<'a> Strand<'a> {
    pub const fn idle() -> Self {
        Self { rows: [&[]; 2], words: None }
    }

    /// A state of zeroes with this input.
    pub const fn new(rows: [&'a [u8]; 2]) -> Self {
        Self { rows, words: None }
    }

    /// A state that has absorbed before, with this input.
    pub const fn from_words(words: [u64; 25], blocks: &'a [u8]) -> Self {
        Self { rows: [blocks, &[]], words: Some(words) }
    }

    pub fn words(&self) -> [u64; 25] {
        self.words.unwrap_or([0; 25])
    }

    fn row(&self) -> &'a [u8] {
        if self.rows[0].is_empty() { self.rows[1] } else { self.rows[0] }
    }

    pub fn bytes(&self) -> usize {
        self.rows[0].len() + self.rows[1].len()
    }

    fn advance(&mut self, bytes: usize) {
        let row = if self.rows[0].is_empty() { &mut self.rows[1] } else { &mut self.rows[0] };
        *row = &row[bytes..];
    }

    fn is_done(&self) -> bool {
        self.row().is_empty()
    }
}

/// Lets all strands absorb their input. A free slot takes the next waiting strand. When few strands are left, narrower kernels continue if
/// that is faster.
pub fn run(choose: Choose, parameters: Parameters, strands: &mut [Strand<'_>]) {
    loop {
        let left = strands.iter().filter(|strand| !strand.is_done()).count();
        if left == 0 {
            return;
        }
        match ManySponges::of_leaves(choose, choose.width::<Sponges<'static>>(left)) {
            Chosen::One(form) => {
                if let Some(strand) = strands.iter_mut().find(|strand| !strand.is_done()) {
                    let mut words = strand.words();
                    let constants = parameters.rounds.pairs::<u64>();
                    for row in core::mem::take(&mut strand.rows) {
                        let blocks = whole_blocks(row.len(), parameters.rate());
                        form.absorb(&mut words, row, parameters.lanes(), blocks, constants);
                    }
                    strand.words = Some(words);
                }
            }
            kernel @ Chosen::Many(..) => {
                let mut states = LeafSlots::new(kernel);
                let mut waiting = 0..strands.len();
                let mut of_slot = [None; WIDEST];
                for (slot, of_slot) in of_slot.iter_mut().enumerate().take(kernel.width()) {
                    *of_slot = begin(&mut states, strands, slot, &mut waiting);
                }
                absorb(choose, parameters, strands, &mut states, of_slot, waiting);
            }
        }
    }
}

/// As [`run`], but the slots already hold the states of the last strands, one strand a slot.
#[cfg(feature = "alloc")]
pub fn go_on(choose: Choose, parameters: Parameters, strands: &mut [Strand<'_>], states: &mut LeafSlots) {
    let first = strands.len() - states.width();
    let mut waiting = 0..first;
    let mut of_slot = [None; WIDEST];
    for (slot, of_slot) in of_slot.iter_mut().enumerate().take(states.width()) {
        let strand = &mut strands[first + slot];
        *of_slot = Some(first + slot);
        if strand.is_done() {
            strand.words = Some(states.take(slot));
            *of_slot = begin(states, strands, slot, &mut waiting);
        }
    }
    absorb(choose, parameters, strands, states, of_slot, waiting);
    run(choose, parameters, strands);
}

/// Puts the next waiting strand into a slot.
fn begin(states: &mut LeafSlots, strands: &[Strand<'_>], slot: usize, waiting: &mut Range<usize>) -> Option<usize> {
    let index = waiting.find(|&index| !strands[index].is_done())?;
    states.put(slot, &strands[index].words());
    Some(index)
}

/// Absorbs until all strands are done, or until narrower kernels are better for the strands in the slots.
fn absorb(
    choose: Choose,
    parameters: Parameters,
    strands: &mut [Strand<'_>],
    states: &mut LeafSlots,
    mut of_slot: [Option<usize>; WIDEST],
    mut waiting: Range<usize>,
) {
    let (width, sponges) = (states.width(), Sponges::new(parameters));
    let mut active = of_slot.iter().flatten().count();
    while active > 0 {
        // Each row has as many blocks as the shortest; idle slots repeat a busy slot's row.
        let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
        let mut some: &[u8] = &[];
        let mut step = usize::MAX;
        for (row, strand) in rows.iter_mut().zip(of_slot).filter_map(|(row, index)| Some((row, &strands[index?]))) {
            *row = strand.row();
            step = step.min(row.len());
            some = row;
        }
        for row in &mut rows[..width] {
            let blocks: &[u8] = if row.is_empty() { some } else { row };
            *row = &blocks[..step];
        }
        states.absorb(sponges, &rows);

        let before = active;
        for (slot, of_slot) in of_slot.iter_mut().enumerate() {
            let Some(index) = *of_slot else { continue };
            let strand = &mut strands[index];
            strand.advance(step);
            if strand.is_done() {
                strand.words = Some(states.take(slot));
                *of_slot = begin(states, strands, slot, &mut waiting);
                active -= usize::from(of_slot.is_none());
            }
        }
        if active > 0 && active < before {
            let left = of_slot.iter().flatten().map(|index| strands[*index].bytes()).max().unwrap_or(0);
            let work = sponges.work(left / parameters.rate());
            if choose.is_worth_narrowing::<Sponges<'_>>(width, active, work) {
                break;
            }
        }
    }
    for (slot, index) in of_slot.into_iter().enumerate() {
        if let Some(index) = index {
            strands[index].words = Some(states.take(slot));
        }
    }
}
