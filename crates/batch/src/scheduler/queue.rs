//! The queue of a batch: a slot takes the next message when its own has ended.

use super::function::{BlockFunction, Choose, Chosen, Slots};
use super::jobs::{Entry, Jobs};
use super::source::{Progress, Source};
use crate::plan::WIDEST;

/// A place for an unfinished message. Messages stay in their places while kernels of different widths take turns on them.
struct Place<'m, F: BlockFunction> {
    source: Source<'m, F>,
    /// The message's number and about its remaining blocks; then the bytes of output written.
    entry: (usize, u32),
    done: usize,
    /// The state while no kernel holds it.
    parked: F::Parked,
}

/// The unfinished messages: those in the places, as many as the widest kernel takes, then those that have not begun.
struct Queue<'q, 'm, 'o, 'a, F: BlockFunction, const PLACES: usize> {
    places: [Option<Place<'m, F>>; PLACES],
    /// The messages that have not begun; entries count from message `first`.
    waiting: core::slice::Iter<'q, Entry>,
    first: usize,
    jobs: &'q mut Jobs<'m, 'o, 'a>,
    choose: Choose,
    /// The most slots.
    most: usize,
    function: &'m F,
}

/// Hashes messages, the longest first, at most `most` at once, on backends that take no more than `PLACES`.
pub fn run<'m, F: BlockFunction, const PLACES: usize>(
    choose: Choose,
    most: usize,
    function: &'m F,
    jobs: &mut Jobs<'m, '_, '_>,
    first: usize,
    entries: &[Entry],
) {
    Queue::<F, PLACES> {
        // One by one: a constant, of which nothing but the marks matters, would be copied sixteen times.
        places: core::array::from_fn(|_| None),
        waiting: entries.iter(),
        first,
        jobs,
        choose,
        most,
        function,
    }
    .run();
}

impl<F: BlockFunction, const PLACES: usize> Queue<'_, '_, '_, '_, F, PLACES> {
    fn run(&mut self) {
        loop {
            let left = self.places.iter().flatten().count() + self.waiting.len();
            if left == 0 {
                return;
            }
            let kernel = self.choose.chosen::<F>(self.choose.width::<F>(left.min(self.most)));
            self.in_slots(kernel);
        }
    }

    /// Keeps the kernel's slots filled until so few messages are left that a narrower kernel is cheaper.
    fn in_slots(&mut self, kernel: Chosen<F>) {
        let Self { places, waiting, first, jobs, choose, function, .. } = self;
        let mut begin = function.begin();
        let width = kernel.width();
        let mut slots = Slots::<F>::new(kernel);
        slots.begin_all(function);
        // The place of each slot: unfinished messages first.
        let mut of_slot = [0; WIDEST];
        let under_way = (0..PLACES).filter(|&i| places[i].is_some());
        let empty = (0..PLACES).filter(|&i| places[i].is_none());
        let of_slot = &mut of_slot[..width];
        for (of_slot, place) in of_slot.iter_mut().zip(under_way.chain(empty)) {
            *of_slot = place;
        }
        let mut active = 0;
        for (slot, &place) in of_slot.iter().enumerate() {
            let place = &mut places[place];
            if let Some(place) = place {
                slots.put(slot, &place.parked);
            } else if let Some(entry) = waiting.next() {
                let new = Place { source: Source::idle(), entry: (0, 0), done: 0, parked: F::PARKED };
                place.insert(new).begin(*entry, *first, jobs, function);
            }
            active += usize::from(place.is_some());
        }
        while active > 0 {
            // Each row has as many blocks as the shortest; idle slots repeat a busy slot's row.
            let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
            let mut some: &[u8] = &[];
            let mut step = usize::MAX;
            for (row, &place) in rows.iter_mut().zip(&*of_slot) {
                if let Some(place) = &places[place] {
                    *row = place.source.blocks(**function);
                    step = step.min(row.len());
                    some = row;
                }
            }
            for row in &mut rows[..width] {
                let blocks: &[u8] = if row.is_empty() { some } else { row };
                *row = &blocks[..step];
            }
            if F::COUNTS {
                for (slot, &place) in of_slot.iter().enumerate() {
                    if let Some(bits) = places[place].as_ref().and_then(|place| place.source.count(**function)) {
                        slots.count(slot, bits);
                    }
                }
            }
            slots.absorb(**function, &rows);

            let (before, mut begun) = (active, 0);
            for (slot, &place) in of_slot.iter().enumerate() {
                let Some(now) = &mut places[place] else { continue };
                if now.advance(step, &slots, slot, **function, jobs) {
                    if let Some(entry) = waiting.next() {
                        now.begin(*entry, *first, jobs, function);
                        begun |= 1_u32 << slot;
                    } else {
                        places[place] = None;
                        active -= 1;
                    }
                }
            }
            if begun == (1 << width) - 1 {
                slots.begin_all(function);
            } else {
                for slot in (0..width).filter(|slot| begun >> slot & 1 == 1) {
                    slots.put(slot, &begin);
                }
            }
            if active > 0 && active < before {
                // An upper bound of the longest message's remaining blocks.
                let longest = |place: &usize| places[*place].as_ref().map_or(0, |place| place.entry.1 as usize);
                let left = of_slot.iter().map(longest).max().unwrap_or(0);
                if choose.is_worth_narrowing::<F>(width, active, function.work(left)) {
                    break;
                }
            }
        }
        for (slot, &place) in of_slot.iter().enumerate() {
            if let Some(place) = &mut places[place] {
                place.parked = slots.take(slot);
            }
        }
        if F::ERASE {
            F::wipe(begin.as_mut());
        }
    }
}

impl<F: BlockFunction> Drop for Place<'_, F> {
    #[inline]
    fn drop(&mut self) {
        if F::ERASE {
            F::wipe(self.parked.as_mut());
        }
    }
}

impl<'m, F: BlockFunction> Place<'m, F> {
    fn begin(&mut self, entry: Entry, first: usize, jobs: &Jobs<'m, '_, '_>, function: &'m F) {
        let index = first + entry.behind();
        self.source.start(|message| jobs.get(index, message), function);
        self.entry = (index, entry.blocks());
        self.done = 0;
    }

    /// Notes that `step` bytes were absorbed, and writes the output that is now in the slot. Returns whether the message has ended.
    #[inline]
    fn advance(
        &mut self,
        step: usize,
        slots: &Slots<F>,
        slot: usize,
        function: F,
        jobs: &mut Jobs<'_, '_, '_>,
    ) -> bool {
        let (index, blocks) = &mut self.entry;
        *blocks = blocks.saturating_sub((step / function.block_bytes()) as u32);
        if self.source.advance(step, function) == Progress::More {
            return false;
        }
        let bytes = jobs.output_bytes;
        let end = bytes.min(self.done + function.block_bytes());
        slots.extract(slot, &mut jobs.out[*index * bytes..][self.done..end]);
        self.done = end;
        end == bytes
    }
}
