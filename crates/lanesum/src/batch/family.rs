//! What the scheduling of a batch asks of a hash function: sponges, SHA-2 and BLAKE share one text of it.

use super::Message;

/// A family of hash functions that take one block after the other, with states that kernels of several widths share; by
/// value what tells its functions apart.
pub(crate) trait Family: Copy + PartialEq {
    /// A backend with the proof that this machine has it.
    type Engine: Copy;
    /// Which engine takes how many messages when nobody asks.
    type Plan: Copy;
    /// The state of one message while no kernel holds it.
    type Parked: Copy;
    /// Bytes for two blocks at least: what the end of a message and the padding can fill.
    type Buffer: AsRef<[u8]> + AsMut<[u8]>;
    /// `N` states for a kernel.
    type States<const N: usize>: States<Self, N>;
    /// A message under way, by itself.
    type Single: Single<Self>;

    /// A parked state of no message, and a buffer of nothing.
    const PARKED: Self::Parked;
    const EMPTY: Self::Buffer;
    /// Whether each block is hashed with the number of the message's bits up to its end, of which those of the padding are none
    /// ([`States::count`]).
    const COUNTS: bool = false;

    /// The plan in force now.
    fn plan() -> Self::Plan;
    /// The plan for messages of about so many bytes.
    fn with_length(plan: Self::Plan, _bytes: usize) -> Self::Plan {
        plan
    }
    /// How many of `messages` messages the plan takes at once.
    fn planned_ways(plan: Self::Plan, messages: usize) -> usize;
    /// The plan's engine for so many at once, a number that [`Family::planned_ways`] gives.
    fn planned_engine(plan: Self::Plan, ways: usize) -> Self::Engine;
    /// How many messages a backend takes at once, in ascending order.
    fn native_ways(engine: Self::Engine) -> &'static [usize];
    /// Calls `job` with as many lanes as `ways` says, a number that some backend takes at once.
    fn at_width(ways: usize, engine: Self::Engine, job: impl Job<Self>);

    /// Bytes of a block.
    fn block_bytes(self) -> usize;
    /// Fills the buffer with `rest`, the end of a message of so many whole bytes, less than a block, and the padding; how many
    /// bytes, one block or two.
    fn pad(self, rest: Message<'_>, message_bytes: usize, buffer: &mut Self::Buffer) -> usize;
    /// Hashes a message by itself, as any single message.
    fn one(self, engine: Self::Engine, message: Message<'_>, out: &mut [u8]);
    /// Erases what depends on a message, if that has been asked for.
    fn wipe(parked: &mut Self::Parked);
}

/// States in the lanes of a kernel.
pub(crate) trait States<F: Family, const N: usize> {
    /// Of `N` messages that begin.
    fn new(family: F, engine: F::Engine) -> Self;
    /// Lane `lane` goes on from here.
    fn put(&mut self, lane: usize, parked: &F::Parked);
    /// What [`States::put`] wants.
    fn take(&self, lane: usize) -> F::Parked;
    /// Absorbs all blocks of the rows, which have one length.
    fn absorb(&mut self, family: F, rows: [&[u8]; N]);
    /// The lane's next block is hashed with a count of so many bits.
    fn count(&mut self, _lane: usize, _bits: u128) {}
    /// The first bytes of the output of a message that has been absorbed, at most a block.
    fn extract(&self, lane: usize, out: &mut [u8]);
    /// A message begins in this lane.
    fn restart(&mut self, lane: usize, family: F);
    /// A message begins in each lane.
    fn restart_all(&mut self, family: F);
}

/// A message under way, by itself.
pub(crate) trait Single<F: Family> {
    /// What tells with whom it may share lanes.
    fn family(&self) -> F;
    /// The engine in use.
    fn engine(&self) -> F::Engine;
    /// Appends to the message.
    fn update(&mut self, data: &[u8]);
    /// Absorbs no more than what an unfinished block lacks, and returns the rest.
    fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8];
    /// The state, when no block has begun.
    fn park(&self) -> F::Parked;
    /// The state after `bytes` more bytes, whole blocks.
    fn resume(&mut self, parked: &F::Parked, bytes: usize);
}

/// Something to do at a width that is known late.
pub(crate) trait Job<F: Family> {
    /// Does it with `N` lanes.
    fn run<const N: usize>(self, engine: F::Engine);
}

/// Which kernels to use.
#[derive(Clone, Copy)]
pub(crate) enum Choose<F: Family> {
    /// The cheapest for the number of messages.
    Plan(F::Plan),
    /// One backend's.
    Forced(F::Engine),
}

impl<F: Family> Choose<F> {
    /// One backend, or the plan in force now.
    pub(crate) fn new(engine: Option<F::Engine>) -> Self {
        engine.map_or_else(|| Choose::Plan(F::plan()), Choose::Forced)
    }

    /// The same for messages of about so many bytes.
    pub(super) fn with_length(self, bytes: usize) -> Self {
        match self {
            Choose::Plan(plan) => Choose::Plan(F::with_length(plan, bytes)),
            Choose::Forced(engine) => Choose::Forced(engine),
        }
    }

    /// How many of `messages` messages to take at once.
    pub(crate) fn ways(self, messages: usize) -> usize {
        match self {
            Choose::Plan(plan) => F::planned_ways(plan, messages),
            Choose::Forced(forced) => {
                let native = F::native_ways(forced);
                native.iter().find(|ways| **ways >= messages).or(native.last()).copied().unwrap_or(1)
            }
        }
    }

    pub(crate) fn engine(self, ways: usize) -> F::Engine {
        match self {
            Choose::Plan(plan) => F::planned_engine(plan, ways),
            Choose::Forced(engine) => engine,
        }
    }
}
