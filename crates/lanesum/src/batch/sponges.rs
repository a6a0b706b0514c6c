//! Sponges as a [`Family`].

use super::family::{Choose, Family};
use super::jobs::Jobs;
use super::lockstep::Single;
use super::{Message, queue};
use crate::engine::{self, Engine};
use crate::keccak::constructions::sponge::{KeccakForm, Parameters, Sponge, hash};
use crate::keccak::permutation::engines::{Lane, Many64, one_named, one_of_plan, sealed::HasKernels};
use crate::keccak::permutation::forms::{Blocks, Group, ManyForm};
use crate::keccak::permutation::rounds::Rounds;
use crate::plan::Row;
use crate::wipe::wipe;
use crate::{Backend, Error};
use lanes::{Element, Theta};

/// The most states that any kernel takes at once.
pub(crate) const WIDEST: usize = <u64 as HasKernels>::WIDEST;

/// A sponge function, and the state that its messages begin with.
#[derive(Clone, Copy)]
pub(crate) struct Sponges<'s> {
    pub(crate) parameters: Parameters,
    /// What has been absorbed before, and how many bytes of the present block that was.
    before: Option<(&'s [u64; 25], usize)>,
    /// What comes behind every message.
    ending: &'s [u8],
}

impl<'s> Sponges<'s> {
    /// From the beginning.
    pub(crate) const fn new(parameters: Parameters) -> Self {
        Self { parameters, before: None, ending: &[] }
    }

    /// All messages go on from here.
    pub(crate) const fn after(sponge: &'s Sponge) -> Self {
        Self { before: Some((sponge.words(), sponge.position())), ..Self::new(sponge.parameters()) }
    }

    /// With these bytes behind every message.
    #[cfg(feature = "turboshake")]
    pub(crate) const fn ending(self, ending: &'s [u8]) -> Self {
        Self { ending, ..self }
    }
}

/// Hashes all messages, each to its output.
pub(crate) fn run<'m>(choose: Choose, sponges: &'m Sponges<'_>, jobs: Jobs<'m, '_, '_>) {
    queue::run::<_, WIDEST>(choose, sponges, jobs);
}

/// A form for several, and which of its texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ManySponges {
    form: &'static dyn ManyForm<u64>,
    theta: Theta,
}

/// Of the greatest rate.
type TwoBlocks = [u8; 2 * 192];

/// What is absorbed in place of the bytes of a block that the state has absorbed already.
static NOTHING: [u8; 200] = [0; 200];

impl Family for Sponges<'_> {
    type Word = u64;
    type Parked = [u64; 25];
    type Wide = [u64; 25 * WIDEST];
    type Buffer = TwoBlocks;
    type One = KeccakForm;
    type Many = ManySponges;

    const PARKED: [u64; 25] = [0; 25];
    const WIDE: Self::Wide = [0; 25 * WIDEST];
    const EMPTY: TwoBlocks = [0; 2 * 192];

    fn row() -> &'static Row {
        engine::row::<Many64>()
    }

    fn widths(backend: Backend) -> &'static [usize] {
        <u64 as Lane>::widths(backend)
    }

    fn one_of_plan(backend: Backend) -> KeccakForm {
        one_of_plan::<u64>(backend)
    }

    fn many_of_plan(backend: Backend, width: usize) -> Option<ManySponges> {
        let theta = engine::row::<Many64>().theta;
        Some(ManySponges { form: engine::planned::<Many64>(backend, width)?, theta })
    }

    fn one_named(backend: Backend) -> Result<KeccakForm, Error> {
        one_named::<u64>(backend)
    }

    fn many_named(backend: Backend, width: usize) -> Option<ManySponges> {
        Some(ManySponges { form: Many64::named(backend, width)?, theta: engine::row::<Many64>().theta })
    }

    #[inline]
    fn block_bytes(self) -> usize {
        self.parameters.rate()
    }

    fn begun(&self) -> &[u8] {
        &NOTHING[..self.before.map_or(0, |(_, position)| position)]
    }

    fn ending(&self) -> &[u8] {
        self.ending
    }

    fn pad(self, buffer: &mut TwoBlocks, len: usize, message: &Message<'_>) -> usize {
        self.parameters.pad(len, message.tail, buffer)
    }

    fn one(self, form: KeccakForm, message: &Message<'_>, out: &mut [u8]) {
        let Message { prefix, body, tail } = *message;
        if self.before.is_none() && prefix.is_empty() && self.ending.is_empty() {
            return hash(self.parameters, form, body, tail, out);
        }
        let mut sponge = Sponge::new(self.parameters, form);
        if let Some((words, position)) = self.before {
            sponge.go_on(words, position);
        }
        sponge.update(prefix);
        sponge.update(body);
        sponge.update(self.ending);
        sponge.finish_into(tail, out);
    }

    fn begin(&self) -> [u64; 25] {
        self.before.map_or([0; 25], |(words, _)| *words)
    }

    #[inline]
    fn absorb_many(self, ManySponges { form, theta }: ManySponges, words: &mut [u64], rows: &[&[u8]]) {
        let (lanes, rounds) = (self.parameters.lanes(), self.parameters.rounds);
        absorb(form, theta, words, rows, lanes, rounds, 0);
    }

    fn absorb_one(self, form: KeccakForm, state: &mut [u64; 25], data: &[u8]) {
        let (lanes, rounds) = (self.parameters.lanes(), self.parameters.rounds);
        form.absorb(state, data, lanes, data.len() / self.parameters.rate(), rounds.pairs::<u64>());
    }

    #[inline]
    fn extract<'w>(words: impl Iterator<Item = &'w u64>, out: &mut [u8]) {
        for (bytes, word) in out.chunks_mut(8).zip(words) {
            word.write(bytes);
        }
    }

    fn wipe(words: &mut [u64]) {
        wipe(words);
    }
}

/// Absorbs all blocks of the rows; what lies `ahead` bytes further on is fetched meanwhile, if that is not 0.
#[inline]
pub(super) fn absorb(
    form: &'static dyn ManyForm<u64>,
    theta: Theta,
    words: &mut [u64],
    rows: &[&[u8]],
    lanes: usize,
    rounds: Rounds,
    ahead: usize,
) {
    let blocks = rows.first().map_or(0, |row| row.len() / (8 * lanes));
    if blocks > 0 {
        let group = Group { words, count: rows.len(), first: 0 };
        form.absorb(group, rows, Blocks { lanes, count: blocks, ahead, theta }, rounds.pairs::<u64>());
    }
}

impl ManySponges {
    /// As [`absorb`].
    pub(super) fn absorb_ahead(self, words: &mut [u64], rows: &[&[u8]], parameters: Parameters, ahead: usize) {
        absorb(self.form, self.theta, words, rows, parameters.lanes(), parameters.rounds, ahead);
    }
}

impl Choose {
    /// Whether the states of `messages` messages should leave a kernel of width `from` for narrower ones, if the longest has
    /// `blocks` blocks left. That costs about as much as a permutation of one state of 24 rounds (500 to 900 core cycles on Zen 5:
    /// the states move, and the other kernel's code is cold).
    pub(super) fn is_worth_narrowing(self, from: usize, messages: usize, blocks: usize, rounds: Rounds) -> bool {
        if self.width::<Sponges<'_>>(messages) >= from {
            return false;
        }
        match self {
            Self::Plan(row, _) => {
                let gain = row.cost(from).saturating_sub(row.cost(messages));
                gain * blocks as u64 * rounds.get() as u64 / 24 > row.cost(1)
            }
            // Nothing is known of its costs.
            Self::Forced(_) => blocks > 16,
        }
    }
}

impl Single for Sponge {
    type Family = Sponges<'static>;

    fn family(&self) -> Sponges<'static> {
        Sponges::new(self.parameters())
    }

    fn is_alike(&self, other: &Self) -> bool {
        self.parameters() == other.parameters()
    }

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8] {
        self.complete_block(data)
    }

    fn park(&self) -> [u64; 25] {
        *self.words()
    }

    fn resume(&mut self, parked: &[u64; 25], _: usize) {
        self.set_words(parked);
    }
}
