//! SHA-2 and BLAKE as a [`Family`]: chaining values side by side.

use super::family::{Choose, Family, Job, Single, States};
use super::{Message, queue};
use crate::md::chain::{Md, Rest, hash, pad};
use crate::md::engine::{Kernels, MAX_WAYS, native_ways};
use crate::md::plan::{self, Length, Plan};
use crate::md::size::{Size, Word};
use crate::wipe::wipe;
use digest::typenum::Unsigned;

/// The functions of SHA-2, or of BLAKE, with words of one size, by what they begin with.
#[derive(Clone, Copy)]
pub(crate) struct Chained<S: Size> {
    pub(crate) start: S::Start,
}

/// Those under way may share lanes, whatever they began with.
impl<S: Size> PartialEq for Chained<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<S: Size> Chained<S> {
    /// Something that has begun before.
    fn under_way() -> Self {
        Self { start: S::Start::default() }
    }
}

/// Hashes all messages of `jobs`, each to its output, of so many bytes as is [`typical`](super::typical). On the plan's backends,
/// or on one.
pub(crate) fn run_chained<'a, 'o, S: Size>(
    engine: Option<S::Engine>,
    family: Chained<S>,
    typical: usize,
    jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    let choose = Choose::new(engine).with_length(typical);
    // Room for no more than there are lanes: making it is what short batches pay.
    if size_of::<S::Word>() == 8 {
        queue::run::<_, { MAX_WAYS / 2 }>(choose, family, jobs);
    } else {
        queue::run::<_, MAX_WAYS>(choose, family, jobs);
    }
}

impl<S: Size> Family for Chained<S> {
    type Engine = S::Engine;
    type Plan = (&'static Plan, Length);
    type Parked = S::State<S::Word>;
    type Buffer = S::TwoBlocks;
    type States<const N: usize> = Chains<S, N>;
    type Single = Md<S>;

    const PARKED: S::State<S::Word> = S::ZEROES;
    const COUNTS: bool = S::COUNTS;
    const EMPTY: S::TwoBlocks = S::EMPTY;

    fn plan() -> Self::Plan {
        (plan::here::<S>(), Length::Long)
    }

    fn with_length((plan, _): Self::Plan, bytes: usize) -> Self::Plan {
        (plan, Length::of::<S>(bytes))
    }

    fn planned_ways((plan, length): Self::Plan, messages: usize) -> usize {
        plan.ways(messages, length)
    }

    fn planned_engine((plan, _): Self::Plan, ways: usize) -> S::Engine {
        S::Engine::new(plan.backend(ways)).unwrap_or(S::Engine::PORTABLE)
    }

    fn native_ways(engine: S::Engine) -> &'static [usize] {
        native_ways::<S::Engine>(engine.backend())
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

    fn pad(self, rest: Message<'_>, message_bytes: usize, buffer: &mut S::TwoBlocks) -> usize {
        let Message { prefix, body, tail } = rest;
        let bits = 8 * message_bytes as u128 + u128::from(tail.bits());
        pad::<S>(&Rest { pieces: [prefix, body], tail }, bits, S::mark(&self.start), buffer)
    }

    fn one(self, engine: S::Engine, message: Message<'_>, out: &mut [u8]) {
        let Message { prefix, body, tail } = message;
        if prefix.is_empty() {
            return hash::<S>(engine, &self.start, body, tail, out);
        }
        let mut md = Md::<S>::new(&self.start, engine);
        md.update(prefix);
        md.update(body);
        let finished = md.finish_into(tail, out);
        debug_assert!(finished.is_ok(), "no two slices are as long");
    }

    fn wipe(parked: &mut S::State<S::Word>) {
        wipe(parked.as_mut());
    }
}

/// Word k of state i at `[k][i]`, aligned so that no load of a register crosses a cache line.
#[repr(align(64))]
pub(crate) struct Chains<S: Size, const N: usize> {
    words: S::State<[S::Word; N]>,
    engine: S::Engine,
}

impl<S: Size, const N: usize> States<Chained<S>, N> for Chains<S, N> {
    fn new(family: Chained<S>, engine: S::Engine) -> Self {
        Self { words: S::spread(&S::begin(&family.start)), engine }
    }

    #[inline]
    fn put(&mut self, lane: usize, parked: &S::State<S::Word>) {
        for (words, word) in self.words.as_mut().iter_mut().zip(parked.as_ref()) {
            words[lane] = *word;
        }
    }

    fn take(&self, lane: usize) -> S::State<S::Word> {
        let mut parked = S::ZEROES;
        for (parked, words) in parked.as_mut().iter_mut().zip(self.words.as_ref()) {
            *parked = words[lane];
        }
        parked
    }

    #[inline]
    fn absorb(&mut self, _: Chained<S>, rows: [&[u8]; N]) {
        self.engine.compress_many(self.words.as_mut().as_flattened_mut(), &rows);
    }

    #[inline]
    fn extract(&self, lane: usize, out: &mut [u8]) {
        for (words, bytes) in self.words.as_ref()[..8].iter().zip(out.chunks_mut(size_of::<S::Word>())) {
            words[lane].put(bytes);
        }
    }

    #[inline]
    fn restart(&mut self, lane: usize, family: Chained<S>) {
        self.put(lane, &S::begin(&family.start));
    }

    fn count(&mut self, lane: usize, bits: u128) {
        let mut state = self.take(lane);
        S::count(&mut state, bits);
        self.put(lane, &state);
    }

    fn restart_all(&mut self, family: Chained<S>) {
        self.words = S::spread(&S::begin(&family.start));
    }
}

#[cfg(feature = "zeroize")]
impl<S: Size, const N: usize> Drop for Chains<S, N> {
    fn drop(&mut self) {
        wipe(self.words.as_mut().as_flattened_mut());
    }
}

impl<S: Size> Single<Chained<S>> for Md<S> {
    fn family(&self) -> Chained<S> {
        Chained::under_way()
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

    fn park(&self) -> S::State<S::Word> {
        self.chain.words()
    }

    fn resume(&mut self, parked: &S::State<S::Word>, bytes: usize) {
        self.chain.go_on(parked, bytes / S::Block::USIZE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::lockstep::{self, Member};
    use crate::blake::size::{Blake32, Blake64};
    use crate::sha2::size::{Words32, Words64};
    use crate::tail::Tail;
    use crate::{Backend, Error};
    use std::vec::Vec;

    /// A message that shares lanes with whoever is beside it.
    struct Beside<S: Size>(Md<S>);

    impl<S: Size> Member<Chained<S>> for Beside<S> {
        fn single(&self) -> Option<&Md<S>> {
            Some(&self.0)
        }

        fn single_mut(&mut self) -> Option<&mut Md<S>> {
            Some(&mut self.0)
        }

        fn forced(&self) -> Option<Backend> {
            Some(self.0.backend())
        }
    }

    /// A message of which so many bytes, whole blocks, are gone.
    fn after<S: Size>(engine: S::Engine, bytes: u128) -> Md<S> {
        let mut saved = [0; 240];
        let value = S::SAVED_WORDS * size_of::<S::Word>();
        saved[value..value + 16].copy_from_slice(&bytes.to_be_bytes());
        Md::restore(&S::Start::default(), engine, &saved[..value + 16 + S::Block::USIZE])
            .expect("a state that a hasher may have")
    }

    /// Where a count of 32 or 64 bits wraps, and where a message gets too long, blocks that lanes have absorbed count as others do.
    fn check<S: Size>(powers: &[u32]) {
        let block = S::Block::USIZE;
        let data: Vec<u8> = (0..40 * block).map(|i| ((i * i) >> 3) as u8).collect();
        // One to seven blocks, and a byte.
        let piece = |i: usize| &data[i..=i + (1 + i % 7) * block];
        let last = S::MAX_BITS / 8 + 1;
        let engines = S::Engine::BACKENDS.iter().filter_map(|backend| S::Engine::new(*backend).ok());
        for engine in engines {
            for before in powers.iter().map(|power| 1 << power).chain([last]) {
                let before = before - 3 * block as u128;
                let mut members: Vec<_> = (0..17).map(|_| Beside(after::<S>(engine, before))).collect();
                let mut pieces: Vec<_> = members.iter_mut().enumerate().map(|(i, md)| (md, piece(i))).collect();
                lockstep::update::<Chained<S>, _>(&mut pieces);
                let rests: Vec<_> = pieces.iter().map(|(_, rest)| *rest).collect();
                for (i, (mut member, rest)) in members.into_iter().zip(rests).enumerate() {
                    assert!(rest.len() <= 1);
                    member.0.update(rest);
                    let mut alone = after::<S>(engine, before);
                    alone.update(piece(i));
                    let [mut ours, mut expected] = [[0; 64]; 2];
                    let digest = &mut ours[..8 * size_of::<S::Word>()];
                    let result = member.0.finish_into(Tail::NONE, digest);
                    let wanted = alone.finish_into(Tail::NONE, &mut expected[..digest.len()]);
                    assert_eq!(result, wanted);
                    assert_eq!(ours, expected, "{before}, message {i}");
                    let too_long = before + piece(i).len() as u128 > S::MAX_BITS / 8;
                    assert_eq!(result == Err(Error::MessageTooLong), too_long, "{before}, message {i}");
                }
            }
        }
    }

    #[test]
    fn lengths_go_on_in_lanes() {
        check::<Words32>(&[29, 32]);
        check::<Words64>(&[29, 32, 61, 64]);
        check::<Blake32>(&[29, 32]);
        check::<Blake64>(&[29, 32, 61, 64]);
    }
}
