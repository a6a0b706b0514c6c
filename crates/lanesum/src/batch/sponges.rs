//! Sponges as a [`Family`].

use super::family::{Choose, Family, Job, Single, States as Lanes};
use super::{Message, queue};
use crate::keccak::constants::Rounds;
use crate::keccak::engine::{self, Engine, MAX_WAYS};
use crate::keccak::lane::sealed::Sealed as _;
use crate::keccak::order::{Current, Here};
use crate::keccak::sponge::{Parameters, Sponge};
use crate::keccak::states::States;
use crate::wipe::wipe;

/// Hashes all messages of `jobs`, each to its output. On the plan's backends, or on one.
pub(crate) fn run<'a, 'o>(
    engine: Option<Engine>,
    parameters: Parameters,
    jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    queue::run::<_, MAX_WAYS>(Choose::new(engine), parameters, jobs);
}

impl Family for Parameters {
    type Engine = Engine;
    type Plan = Here;
    /// Plain lanes.
    type Parked = [u64; 25];
    /// Of the greatest rate.
    type Buffer = [u8; 2 * 192];
    type States<const N: usize> = States<u64, N>;
    type Single = Sponge;

    const PARKED: [u64; 25] = [0; 25];
    const EMPTY: Self::Buffer = [0; 2 * 192];

    fn plan() -> Here {
        Here::plan()
    }

    fn planned_ways(plan: Here, messages: usize) -> usize {
        plan.ways(messages)
    }

    fn planned_engine(plan: Here, ways: usize) -> Engine {
        plan.engine(ways)
    }

    fn native_ways(engine: Engine) -> &'static [usize] {
        engine::native_ways(engine.backend())
    }

    fn at_width(ways: usize, engine: Engine, job: impl Job<Self>) {
        match ways {
            8 => job.run::<8>(engine),
            4 => job.run::<4>(engine),
            2 => job.run::<2>(engine),
            _ => job.run::<1>(engine),
        }
    }

    #[inline]
    fn block_bytes(self) -> usize {
        self.rate()
    }

    fn pad(self, rest: Message<'_>, _: usize, buffer: &mut Self::Buffer) -> usize {
        self.pad([rest.prefix, rest.body], rest.tail, buffer)
    }

    fn one(self, engine: Engine, message: Message<'_>, out: &mut [u8]) {
        let mut sponge = Sponge::new(self, engine);
        if !message.prefix.is_empty() {
            sponge.update(message.prefix);
        }
        sponge.update(message.body);
        sponge.finish_into(message.tail, out);
    }

    fn wipe(parked: &mut [u64; 25]) {
        wipe(parked);
    }
}

impl Choose<Parameters> {
    /// Whether the states of `messages` messages should leave a kernel of `from` ways for narrower ones, if the longest has
    /// `blocks` blocks left. That costs about as much as a permutation of one state of 24 rounds (500 to 900 core cycles on Zen 5:
    /// the states move, and the other kernel's code is cold).
    pub(super) fn is_worth_narrowing(self, from: usize, messages: usize, blocks: usize, rounds: Rounds) -> bool {
        if self.ways(messages) >= from {
            return false;
        }
        match self {
            Choose::Plan(_) => {
                let order = Current::read().order;
                let gain = u64::from(order.way(from).1.saturating_sub(order.best(messages).0));
                gain * blocks as u64 * rounds.get() as u64 / 24 > order.way(1).1.into()
            }
            // Nothing is known of its costs.
            Choose::Forced(_) => blocks > 16,
        }
    }
}

impl<const N: usize> Lanes<Parameters, N> for States<u64, N> {
    fn new(_: Parameters, engine: Engine) -> Self {
        States::with_engine(engine)
    }

    fn put(&mut self, lane: usize, parked: &[u64; 25]) {
        let engine = self.engine();
        let mut words = parked.map(|word| word.encode(engine));
        self.put(lane, &words);
        wipe(&mut words);
    }

    fn take(&self, lane: usize) -> [u64; 25] {
        self.take(lane).map(|word| u64::decode(word, self.engine()))
    }

    #[inline]
    fn absorb(&mut self, family: Parameters, rows: [&[u8]; N]) {
        self.absorb(usize::from(family.lanes), family.rounds, rows);
    }

    #[inline]
    fn extract(&self, lane: usize, out: &mut [u8]) {
        let read = self.extract_bytes(lane, 0, out);
        debug_assert!(read.is_ok());
    }

    #[inline]
    fn restart(&mut self, lane: usize, _: Parameters) {
        self.clear(lane);
    }

    fn restart_all(&mut self, _: Parameters) {
        self.initialize_all();
    }
}

impl Single<Parameters> for Sponge {
    fn family(&self) -> Parameters {
        self.parameters()
    }

    fn engine(&self) -> Engine {
        self.engine()
    }

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8] {
        self.complete_block(data)
    }

    fn park(&self) -> [u64; 25] {
        self.words()
    }

    fn resume(&mut self, parked: &[u64; 25], _: usize) {
        self.set_words(parked);
    }
}
