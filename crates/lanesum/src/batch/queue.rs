//! Lanes that take the next message when theirs has ended.

use super::Message;
use super::choose::Choose;
use super::source::{Progress, Source};
use crate::keccak::engine::{Engine, MAX_WAYS};
use crate::keccak::lane::sealed::Sealed as _;
use crate::keccak::sponge::{Parameters, Sponge};
use crate::keccak::states::States;

/// A place for a message under way. Messages stay in their slots while kernels of different widths take turns on them.
struct Slot<'a, 'o> {
    source: Source<'a>,
    /// What is still to be put out; `None` for an empty slot.
    out: Option<&'o mut [u8]>,
    /// The state as plain lanes, while no kernel holds it.
    parked: [u64; 25],
}

/// The messages that are not finished: those in the slots, then those that have not begun.
struct Queue<'a, 'o, I: Iterator<Item = (Message<'a>, &'o mut [u8])>> {
    slots: [Slot<'a, 'o>; MAX_WAYS],
    fresh: Fresh<'a, 'o, I>,
    choose: Choose,
    parameters: Parameters,
}

/// The messages that have not begun. One is kept at hand, so that it is known whether there is any.
struct Fresh<'a, 'o, I: Iterator<Item = (Message<'a>, &'o mut [u8])>> {
    next: Option<I::Item>,
    rest: I,
}

impl<'a, 'o, I: Iterator<Item = (Message<'a>, &'o mut [u8])>> Fresh<'a, 'o, I> {
    fn take(&mut self) -> Option<I::Item> {
        core::mem::replace(&mut self.next, self.rest.next())
    }

    /// At least so many there are.
    fn count(&self) -> usize {
        self.rest.size_hint().0.saturating_add(usize::from(self.next.is_some()))
    }
}

/// Hashes all messages of `jobs`, each to its output. On the plan's backends, or on one.
pub(crate) fn run<'a, 'o>(
    engine: Option<Engine>,
    parameters: Parameters,
    jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    run_as(Choose::new(engine), parameters, jobs);
}

/// As [`run`], on the backends that have been chosen before.
pub(super) fn run_as<'a, 'o>(
    choose: Choose,
    parameters: Parameters,
    mut jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    let mut fresh = Fresh { next: jobs.next(), rest: jobs };
    while choose.ways(fresh.count()) == 1 {
        // One message, or a machine without lanes: no queue is needed.
        let Some((message, out)) = fresh.take() else { return };
        one(choose.engine(1), parameters, message, out);
    }
    if fresh.next.is_none() {
        return;
    }
    let slots = [const { Slot { source: Source::idle(), out: None, parked: [0; 25] } }; MAX_WAYS];
    Queue { slots, fresh, choose, parameters }.run();
}

/// A message by itself, as any single message.
fn one(engine: Engine, parameters: Parameters, message: Message<'_>, out: &mut [u8]) {
    let mut sponge = Sponge::new(parameters, engine);
    if !message.prefix.is_empty() {
        sponge.update(message.prefix);
    }
    sponge.update(message.body);
    sponge.finish_into(message.tail, out);
}

impl<'a, 'o, I: Iterator<Item = (Message<'a>, &'o mut [u8])>> Queue<'a, 'o, I> {
    fn run(mut self) {
        loop {
            let parked = self.slots.iter().filter(|slot| slot.out.is_some()).count();
            let left = parked.saturating_add(self.fresh.count());
            if left == 0 {
                return;
            }
            let ways = self.choose.ways(left);
            let engine = self.choose.engine(ways);
            match ways {
                8 => self.lanes::<8>(engine),
                4 => self.lanes::<4>(engine),
                2 => self.lanes::<2>(engine),
                _ if parked > 0 => self.lanes::<1>(engine),
                _ => {
                    if let Some((message, out)) = self.fresh.take() {
                        one(engine, self.parameters, message, out);
                    }
                }
            }
        }
    }

    /// `N` messages at a time until there are too few of them for that.
    fn lanes<const N: usize>(&mut self, engine: Engine) {
        let Self { slots, fresh, choose, parameters } = self;
        let parameters = *parameters;
        let mut states = States::<u64, N>::with_engine(engine);
        // Which slot each lane works on: first the messages under way.
        let mut of_lane = [0; N];
        let under_way = (0..MAX_WAYS).filter(|&i| slots[i].out.is_some());
        let empty = (0..MAX_WAYS).filter(|&i| slots[i].out.is_none());
        for (of_lane, slot) in of_lane.iter_mut().zip(under_way.chain(empty)) {
            *of_lane = slot;
        }
        let mut active = 0;
        for (lane, &slot) in of_lane.iter().enumerate() {
            let slot = &mut slots[slot];
            if slot.out.is_some() {
                states.put(lane, &slot.parked.map(|word| word.encode(engine)));
            } else {
                slot.begin(fresh, parameters);
            }
            active += usize::from(slot.out.is_some());
        }
        while active > 0 {
            // As many blocks as all have in one piece; idle lanes go along with the first that is not.
            let mut rows: [&[u8]; N] = [&[]; N];
            let mut some: &[u8] = &[];
            let mut step = usize::MAX;
            for (row, &slot) in rows.iter_mut().zip(&of_lane) {
                if slots[slot].out.is_some() {
                    *row = slots[slot].source.blocks(parameters);
                    step = step.min(row.len());
                    some = row;
                }
            }
            for row in &mut rows {
                let blocks: &[u8] = if row.is_empty() { some } else { row };
                *row = &blocks[..step];
            }
            states.absorb(usize::from(parameters.lanes), parameters.rounds, rows);

            let mut begun = [false; N];
            let before = active;
            for (lane, &slot) in of_lane.iter().enumerate() {
                let slot = &mut slots[slot];
                if slot.advance(step, &states, lane, parameters) {
                    begun[lane] = slot.begin(fresh, parameters);
                    active -= usize::from(!begun[lane]);
                }
            }
            if begun == [true; N] {
                states.initialize_all();
            } else {
                for (lane, _) in begun.iter().enumerate().filter(|(_, begun)| **begun) {
                    states.clear(lane);
                }
            }
            if active < before && choose.ways(active) < N {
                break;
            }
        }
        for (lane, &slot) in of_lane.iter().enumerate() {
            if slots[slot].out.is_some() {
                slots[slot].parked = states.take(lane).map(|word| u64::decode(word, engine));
            }
        }
    }
}

#[cfg(feature = "zeroize")]
impl Drop for Slot<'_, '_> {
    fn drop(&mut self) {
        crate::wipe::wipe(&mut self.parked);
    }
}

impl<'a, 'o> Slot<'a, 'o> {
    /// Takes the next message; false if there is none.
    fn begin(
        &mut self,
        fresh: &mut Fresh<'a, 'o, impl Iterator<Item = (Message<'a>, &'o mut [u8])>>,
        parameters: Parameters,
    ) -> bool {
        let Some((message, out)) = fresh.take() else { return false };
        self.source.start(message, parameters);
        self.out = Some(out);
        true
    }

    /// Goes on by `step` bytes, and takes what output the lane has then. True if the message has ended, which leaves the
    /// slot empty.
    fn advance<const N: usize>(
        &mut self,
        step: usize,
        states: &States<u64, N>,
        lane: usize,
        parameters: Parameters,
    ) -> bool {
        let Some(out) = self.out.take() else { return false };
        if self.source.advance(step, parameters) == Progress::More {
            self.out = Some(out);
            return false;
        }
        let (block, rest) = out.split_at_mut(out.len().min(parameters.rate()));
        let read = states.extract_bytes(lane, 0, block);
        debug_assert!(read.is_ok());
        if rest.is_empty() {
            return true;
        }
        self.out = Some(rest);
        false
    }
}
