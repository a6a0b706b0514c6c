//! Lanes that take the next message when theirs has ended.

use super::Message;
use super::family::{Choose, Family, Job, States};
use super::source::{Progress, Source};

/// A place for a message under way. Messages stay in their slots while kernels of different widths take turns on them.
struct Slot<'a, 'o, F: Family> {
    source: Source<'a, F>,
    /// What is still to be put out; `None` for an empty slot.
    out: Option<&'o mut [u8]>,
    /// The state while no kernel holds it.
    parked: F::Parked,
}

/// The messages that are not finished: those in the slots, as many as the widest kernel takes, then those that have not begun.
struct Queue<'a, 'o, F: Family, I: Iterator<Item = (Message<'a>, &'o mut [u8])>, const SLOTS: usize> {
    slots: [Slot<'a, 'o, F>; SLOTS],
    fresh: Fresh<'a, 'o, I>,
    choose: Choose<F>,
    family: F,
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

/// Hashes all messages of `jobs`, each to its output, on backends that take no more than `SLOTS` messages at once.
pub(super) fn run<'a, 'o, F: Family, const SLOTS: usize>(
    choose: Choose<F>,
    family: F,
    mut jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
) {
    let mut next = jobs.next();
    // One message, or a machine without lanes: no queue is needed. (Whoever has several messages knows how many.)
    while choose.ways(1 + jobs.size_hint().0) == 1 {
        let Some((message, out)) = next else { return };
        family.one(choose.engine(1), message, out);
        next = jobs.next();
    }
    if next.is_none() {
        return;
    }
    Queue {
        slots: [const { Slot { source: Source::idle(), out: None, parked: F::PARKED } }; SLOTS],
        fresh: Fresh { next, rest: jobs },
        choose,
        family,
    }
    .run();
}

/// Takes as many lanes as it is given.
struct InLanes<'q, Q>(&'q mut Q);

impl<'a, 'o, F: Family, I, const SLOTS: usize> Job<F> for InLanes<'_, Queue<'a, 'o, F, I, SLOTS>>
where
    I: Iterator<Item = (Message<'a>, &'o mut [u8])>,
{
    fn run<const N: usize>(self, engine: F::Engine) {
        self.0.lanes::<N>(engine);
    }
}

impl<'a, 'o, F: Family, I, const SLOTS: usize> Queue<'a, 'o, F, I, SLOTS>
where
    I: Iterator<Item = (Message<'a>, &'o mut [u8])>,
{
    fn run(&mut self) {
        loop {
            let parked = self.slots.iter().filter(|slot| slot.out.is_some()).count();
            let left = parked.saturating_add(self.fresh.count());
            if left == 0 {
                return;
            }
            let ways = self.choose.ways(left);
            let engine = self.choose.engine(ways);
            if ways > 1 || parked > 0 {
                F::at_width(ways, engine, InLanes(self));
            } else if let Some((message, out)) = self.fresh.take() {
                self.family.one(engine, message, out);
            }
        }
    }

    /// `N` messages at a time until there are too few of them for that.
    fn lanes<const N: usize>(&mut self, engine: F::Engine) {
        let Self { slots, fresh, choose, family } = self;
        let family = *family;
        let mut states = F::States::<N>::new(family, engine);
        // Which slot each lane works on: first the messages under way.
        let mut of_lane = [0; N];
        let under_way = (0..SLOTS).filter(|&i| slots[i].out.is_some());
        let empty = (0..SLOTS).filter(|&i| slots[i].out.is_none());
        for (of_lane, slot) in of_lane.iter_mut().zip(under_way.chain(empty)) {
            *of_lane = slot;
        }
        let mut active = 0;
        for (lane, &slot) in of_lane.iter().enumerate() {
            let slot = &mut slots[slot];
            if slot.out.is_some() {
                states.put(lane, &slot.parked);
            } else {
                slot.begin(fresh, family);
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
                    *row = slots[slot].source.blocks(family);
                    step = step.min(row.len());
                    some = row;
                }
            }
            for row in &mut rows {
                let blocks: &[u8] = if row.is_empty() { some } else { row };
                *row = &blocks[..step];
            }
            if F::COUNTS {
                for (lane, &slot) in of_lane.iter().enumerate() {
                    if let Some(bits) = slots[slot].source.count().filter(|_| slots[slot].out.is_some()) {
                        states.count(lane, bits);
                    }
                }
            }
            states.absorb(family, rows);

            let mut begun = [false; N];
            let before = active;
            for (lane, &slot) in of_lane.iter().enumerate() {
                let slot = &mut slots[slot];
                if slot.advance(step, &states, lane, family) {
                    begun[lane] = slot.begin(fresh, family);
                    active -= usize::from(!begun[lane]);
                }
            }
            if begun == [true; N] {
                states.restart_all(family);
            } else {
                for (lane, _) in begun.iter().enumerate().filter(|(_, begun)| **begun) {
                    states.restart(lane, family);
                }
            }
            if active < before && choose.ways(active) < N {
                break;
            }
        }
        for (lane, &slot) in of_lane.iter().enumerate() {
            if slots[slot].out.is_some() {
                slots[slot].parked = states.take(lane);
            }
        }
    }
}

#[cfg(feature = "zeroize")]
impl<F: Family> Drop for Slot<'_, '_, F> {
    fn drop(&mut self) {
        F::wipe(&mut self.parked);
    }
}

impl<'a, 'o, F: Family> Slot<'a, 'o, F> {
    /// Takes the next message; false if there is none.
    fn begin(
        &mut self,
        fresh: &mut Fresh<'a, 'o, impl Iterator<Item = (Message<'a>, &'o mut [u8])>>,
        family: F,
    ) -> bool {
        let Some((message, out)) = fresh.take() else { return false };
        self.source.start(message, family);
        self.out = Some(out);
        true
    }

    /// Goes on by `step` bytes, and takes what output the lane has then. True if the message has ended, which leaves the
    /// slot empty.
    fn advance<const N: usize>(&mut self, step: usize, states: &F::States<N>, lane: usize, family: F) -> bool {
        let Some(out) = self.out.take() else { return false };
        if self.source.advance(step, family) == Progress::More {
            self.out = Some(out);
            return false;
        }
        let (block, rest) = out.split_at_mut(out.len().min(family.block_bytes()));
        states.extract(lane, block);
        if rest.is_empty() {
            return true;
        }
        self.out = Some(rest);
        false
    }
}
