//! SHA-2 as a [`Family`]: chaining values side by side.

use super::family::{Choose, Family, Job, Single, States, TWO_BLOCKS};
use super::{Message, queue};
use crate::sha2::chain::Md;
use crate::sha2::engine::{Kernels, MAX_WAYS, native_ways};
use crate::sha2::plan::{self, Plan};
use crate::sha2::size::{Size, Word};
use crate::tail::Tail;
use crate::wipe::wipe;
use digest::typenum::Unsigned;

/// The functions of SHA-2 with words of one size, by the chaining value that they begin with.
#[derive(Clone, Copy)]
pub(crate) struct Sha2<S: Size> {
    pub(crate) initial: [S::Word; 8],
}

/// Those under way may share lanes, whatever they began with.
impl<S: Size> PartialEq for Sha2<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<S: Size> Sha2<S> {
    /// Something that has begun before.
    fn under_way() -> Self {
        Self { initial: [S::Word::default(); 8] }
    }
}

/// Hashes all messages of `jobs`, each to its output. On the plan's backends, or on one.
pub(crate) fn run_sha2<'a, 'o, S: Size>(
    engine: Option<S::Engine>,
    family: Sha2<S>,
    jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    queue::run::<_, MAX_WAYS>(Choose::new(engine), family, jobs);
}

impl<S: Size> Family for Sha2<S> {
    type Engine = S::Engine;
    type Plan = &'static Plan;
    type Parked = [S::Word; 8];
    type States<const N: usize> = Chains<S, N>;
    type Single = Md<S>;

    const PARKED: [S::Word; 8] = [S::ZERO; 8];

    fn plan() -> &'static Plan {
        plan::here::<S>()
    }

    fn planned_ways(plan: &'static Plan, messages: usize) -> usize {
        plan.ways(messages)
    }

    fn planned_engine(plan: &'static Plan, ways: usize) -> S::Engine {
        S::Engine::new(plan.backend(ways)).unwrap_or(S::Engine::PORTABLE)
    }

    fn native_ways(engine: S::Engine) -> &'static [usize] {
        native_ways::<_, S::Engine>(engine.backend())
    }

    fn at_width(ways: usize, engine: S::Engine, job: impl Job<Self>) {
        match ways {
            16 => job.run::<16>(engine),
            8 => job.run::<8>(engine),
            4 => job.run::<4>(engine),
            2 => job.run::<2>(engine),
            _ => job.run::<1>(engine),
        }
    }

    #[inline]
    fn block_bytes(self) -> usize {
        S::Block::USIZE
    }

    /// FIPS 180-4, section 5.1. No two slices are so long together that the number of their bits does not fit.
    fn pad(self, rest: Message<'_>, message_bytes: usize, buffer: &mut [u8; TWO_BLOCKS]) -> usize {
        let Message { prefix, body, tail } = rest;
        let end = prefix.len() + body.len();
        let block = S::Block::USIZE;
        let len = if end + 1 + S::LENGTH_BYTES > block { 2 * block } else { block };
        buffer[..prefix.len()].copy_from_slice(prefix);
        buffer[prefix.len()..end].copy_from_slice(body);
        buffer[end] = tail.then_one();
        buffer[end + 1..len].fill(0);
        let bits = 8 * message_bytes as u128 + u128::from(tail.bits());
        debug_assert!(bits <= S::MAX_BITS, "no slice is as long");
        buffer[len - S::LENGTH_BYTES..len].copy_from_slice(&bits.to_be_bytes()[16 - S::LENGTH_BYTES..]);
        len
    }

    fn single(self, engine: S::Engine) -> Md<S> {
        Md::new(&self.initial, engine)
    }

    fn wipe(parked: &mut [S::Word; 8]) {
        wipe(parked);
    }
}

/// Word k of chaining value i at `[k][i]`, aligned so that no load of a register crosses a cache line.
#[repr(align(64))]
pub(crate) struct Chains<S: Size, const N: usize> {
    words: [[S::Word; N]; 8],
    engine: S::Engine,
}

impl<S: Size, const N: usize> States<Sha2<S>, N> for Chains<S, N> {
    fn new(family: Sha2<S>, engine: S::Engine) -> Self {
        Self { words: family.initial.map(|word| [word; N]), engine }
    }

    #[inline]
    fn put(&mut self, lane: usize, parked: &[S::Word; 8]) {
        for (words, word) in self.words.iter_mut().zip(parked) {
            words[lane] = *word;
        }
    }

    fn take(&self, lane: usize) -> [S::Word; 8] {
        self.words.map(|words| words[lane])
    }

    #[inline]
    fn absorb(&mut self, _: Sha2<S>, rows: [&[u8]; N]) {
        self.engine.compress_many(self.words.as_flattened_mut(), &rows);
    }

    #[inline]
    fn extract(&self, lane: usize, out: &mut [u8]) {
        for (words, bytes) in self.words.iter().zip(out.chunks_mut(size_of::<S::Word>())) {
            words[lane].put(bytes);
        }
    }

    #[inline]
    fn restart(&mut self, lane: usize, family: Sha2<S>) {
        self.put(lane, &family.initial);
    }

    fn restart_all(&mut self, family: Sha2<S>) {
        self.words = family.initial.map(|word| [word; N]);
    }
}

#[cfg(feature = "zeroize")]
impl<S: Size, const N: usize> Drop for Chains<S, N> {
    fn drop(&mut self) {
        wipe(self.words.as_flattened_mut());
    }
}

impl<S: Size> Single<Sha2<S>> for Md<S> {
    fn family(&self) -> Sha2<S> {
        Sha2::under_way()
    }

    fn engine(&self) -> S::Engine {
        self.chain.engine()
    }

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn complete_block<'a>(&mut self, data: &'a [u8]) -> &'a [u8] {
        let missing = match self.buffer.get_pos() {
            0 => 0,
            position => S::Block::USIZE - position,
        };
        let (head, rest) = data.split_at(missing.min(data.len()));
        self.update(head);
        rest
    }

    fn park(&self) -> [S::Word; 8] {
        self.chain.words()
    }

    fn resume(&mut self, parked: &[S::Word; 8], bytes: usize) {
        self.chain.go_on(parked, bytes / S::Block::USIZE);
    }

    fn finish_into(self, tail: Tail, out: &mut [u8]) {
        let finished = self.finish_into(tail, out);
        debug_assert!(finished.is_ok(), "no slice is as long");
    }
}
