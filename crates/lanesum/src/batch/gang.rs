//! A few sponge states, each with blocks of its own to absorb, in step: the leaves of a tree, whole or not, and the node above
//! them beside.

use super::family::Choose;
use crate::keccak::engine::Engine;
use crate::keccak::lane::sealed::Sealed as _;
use crate::keccak::sponge::Parameters;
use crate::keccak::states::States;
use core::ops::Range;

/// One state and what it has to absorb.
pub(super) struct Strand<'a> {
    /// Whole blocks, those of the first slice before those of the second.
    rows: [&'a [u8]; 2],
    /// The lanes while no kernel holds them; `None` for zeroes.
    words: Option<[u64; 25]>,
}

impl<'a> Strand<'a> {
    /// Nothing to absorb.
    pub(super) const fn idle() -> Self {
        Self { rows: [&[]; 2], words: None }
    }

    /// A state of zeroes.
    pub(super) const fn new(rows: [&'a [u8]; 2]) -> Self {
        Self { rows, words: None }
    }

    /// A state that has absorbed before.
    pub(super) const fn from_words(words: [u64; 25], blocks: &'a [u8]) -> Self {
        Self { rows: [blocks, &[]], words: Some(words) }
    }

    /// The lanes.
    pub(super) fn words(&self) -> [u64; 25] {
        self.words.unwrap_or([0; 25])
    }

    fn row(&self) -> &'a [u8] {
        if self.rows[0].is_empty() { self.rows[1] } else { self.rows[0] }
    }

    /// Bytes left to absorb.
    pub(super) fn bytes(&self) -> usize {
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

#[cfg(feature = "zeroize")]
impl Drop for Strand<'_> {
    fn drop(&mut self) {
        if let Some(words) = &mut self.words {
            crate::wipe::wipe(words);
        }
    }
}

/// Lets all strands absorb all that they have. Where one has ended, its lane goes to one that waits; when there are too few
/// left for the width, narrower kernels go on, if that pays.
pub(super) fn run(choose: Choose<Parameters>, parameters: Parameters, strands: &mut [Strand<'_>]) {
    loop {
        let left = strands.iter().filter(|strand| !strand.is_done()).count();
        if left == 0 {
            return;
        }
        let ways = choose.ways(left);
        let engine = choose.engine(ways);
        match ways {
            8 => lanes::<8>(choose, engine, parameters, strands),
            4 => lanes::<4>(choose, engine, parameters, strands),
            2 => lanes::<2>(choose, engine, parameters, strands),
            _ => lanes::<1>(choose, engine, parameters, strands),
        }
    }
}

/// As [`run`]; the states of the last strands, as many as there are lanes, are in them already.
#[cfg(feature = "alloc")]
pub(super) fn go_on<const N: usize>(
    choose: Choose<Parameters>,
    parameters: Parameters,
    strands: &mut [Strand<'_>],
    states: &mut States<u64, N>,
) {
    let first = strands.len() - N;
    let mut of_lane: [Option<usize>; N] = core::array::from_fn(|lane| Some(first + lane));
    let mut waiting = 0..first;
    for (lane, of_lane) in of_lane.iter_mut().enumerate() {
        let strand = &mut strands[first + lane];
        if strand.is_done() {
            strand.words = Some(taken(states, lane));
            *of_lane = begin(states, strands, lane, &mut waiting, false);
        }
    }
    absorb(choose, parameters, strands, states, of_lane, waiting);
    run(choose, parameters, strands);
}

/// `N` at a time until narrower kernels are better for what is left.
fn lanes<const N: usize>(
    choose: Choose<Parameters>,
    engine: Engine,
    parameters: Parameters,
    strands: &mut [Strand<'_>],
) {
    let mut states = States::<u64, N>::with_engine(engine);
    let mut waiting = 0..strands.len();
    let mut of_lane: [Option<usize>; N] = [None; N];
    for (lane, of_lane) in of_lane.iter_mut().enumerate() {
        *of_lane = begin(&mut states, strands, lane, &mut waiting, true);
    }
    absorb(choose, parameters, strands, &mut states, of_lane, waiting);
}

fn taken<const N: usize>(states: &States<u64, N>, lane: usize) -> [u64; 25] {
    states.take(lane).map(|word| u64::decode(word, states.engine()))
}

/// Gives a lane, `fresh` if it is zeroes, the next strand that waits.
fn begin<const N: usize>(
    states: &mut States<u64, N>,
    strands: &[Strand<'_>],
    lane: usize,
    waiting: &mut Range<usize>,
    fresh: bool,
) -> Option<usize> {
    let index = waiting.find(|&index| !strands[index].is_done())?;
    match &strands[index].words {
        Some(words) => {
            let engine = states.engine();
            states.put(lane, &words.map(|word| word.encode(engine)));
        }
        None if fresh => {}
        None => states.clear(lane),
    }
    Some(index)
}

/// Absorbs until all strands have, or narrower kernels are better for what is left of those that are in lanes.
fn absorb<const N: usize>(
    choose: Choose<Parameters>,
    parameters: Parameters,
    strands: &mut [Strand<'_>],
    states: &mut States<u64, N>,
    mut of_lane: [Option<usize>; N],
    mut waiting: Range<usize>,
) {
    let Parameters { lanes, rounds, .. } = parameters;
    let mut active = of_lane.iter().flatten().count();
    while active > 0 {
        // As many blocks as all have in one piece; idle lanes go along with one that is not.
        let mut rows: [&[u8]; N] = [&[]; N];
        let mut some: &[u8] = &[];
        let mut step = usize::MAX;
        for (row, strand) in rows.iter_mut().zip(of_lane).filter_map(|(row, index)| Some((row, &strands[index?]))) {
            *row = strand.row();
            step = step.min(row.len());
            some = row;
        }
        for row in &mut rows {
            let blocks: &[u8] = if row.is_empty() { some } else { row };
            *row = &blocks[..step];
        }
        states.absorb(usize::from(lanes), rounds, rows);

        let before = active;
        for (lane, of_lane) in of_lane.iter_mut().enumerate() {
            let Some(index) = *of_lane else { continue };
            let strand = &mut strands[index];
            strand.advance(step);
            if strand.is_done() {
                strand.words = Some(taken(states, lane));
                *of_lane = begin(states, strands, lane, &mut waiting, false);
                active -= usize::from(of_lane.is_none());
            }
        }
        if active > 0 && active < before {
            let left = of_lane.iter().flatten().map(|index| strands[*index].bytes()).max().unwrap_or(0);
            if choose.is_worth_narrowing(N, active, left / parameters.rate(), rounds) {
                break;
            }
        }
    }
    for (lane, index) in of_lane.into_iter().enumerate() {
        if let Some(index) = index {
            strands[index].words = Some(taken(states, lane));
        }
    }
}
