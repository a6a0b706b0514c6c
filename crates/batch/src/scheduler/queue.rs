//! The queue of a batch: a slot takes the next message when its own has ended.

use super::function::{BlockFunction, Choose, Kernel, Slots};
use super::jobs::{Entry, Jobs};
use super::source::{Progress, Source};
use crate::plan::WIDEST;

/// A place for an unfinished message. Messages stay in their places while kernels of different widths take turns on them.
struct Place<'m, F: BlockFunction> {
    source: Source<'m, F>,
    /// The message's number and about its remaining blocks, `None` for an empty place; then the bytes of output written.
    entry: Option<(usize, u32)>,
    done: usize,
    /// The state while no kernel holds it.
    parked: F::Parked,
}

/// The unfinished messages: those in the places, as many as the widest kernel takes, then those that have not begun.
struct Queue<'q, 'm, 'o, 'a, F: BlockFunction, const PLACES: usize> {
    places: [Place<'m, F>; PLACES],
    /// The messages that have not begun; entries count from message `first`.
    waiting: core::slice::Iter<'q, Entry>,
    first: usize,
    jobs: &'q mut Jobs<'m, 'o, 'a>,
    choose: Choose,
    family: &'m F,
}

/// Hashes messages, the longest first, on backends that take no more than `PLACES` messages at once.
pub fn run<'m, F: BlockFunction, const PLACES: usize>(
    choose: Choose,
    family: &'m F,
    jobs: &mut Jobs<'m, '_, '_>,
    first: usize,
    entries: &[Entry],
) {
    Queue {
        places: [const { Place { source: Source::idle(), entry: None, done: 0, parked: F::PARKED } }; PLACES],
        waiting: entries.iter(),
        first,
        jobs,
        choose,
        family,
    }
    .run();
}

impl<F: BlockFunction, const PLACES: usize> Queue<'_, '_, '_, '_, F, PLACES> {
    fn run(&mut self) {
        loop {
            let parked = self.places.iter().filter(|place| place.entry.is_some()).count();
            let left = parked + self.waiting.len();
            if left == 0 {
                return;
            }
            let kernel = self.choose.kernel::<F>(self.choose.width::<F>(left));
            self.in_slots(kernel);
        }
    }

    /// Keeps the kernel's slots filled until so few messages are left that a narrower kernel is cheaper.
    fn in_slots(&mut self, kernel: Kernel<F>) {
        let Self { places, waiting, first, jobs, choose, family } = self;
        let mut begin = family.begin();
        let width = kernel.width();
        let mut slots = Slots::<F>::new(kernel);
        slots.begin_all(family);
        // The place of each slot: unfinished messages first.
        let mut of_slot = [0; WIDEST];
        let under_way = (0..PLACES).filter(|&i| places[i].entry.is_some());
        let empty = (0..PLACES).filter(|&i| places[i].entry.is_none());
        for (of_slot, place) in of_slot.iter_mut().zip(under_way.chain(empty)) {
            *of_slot = place;
        }
        let of_slot = &of_slot[..width];
        let mut active = 0;
        for (slot, &place) in of_slot.iter().enumerate() {
            let place = &mut places[place];
            if place.entry.is_some() {
                slots.put(slot, &place.parked);
            } else {
                place.begin(waiting, *first, jobs, family);
            }
            active += usize::from(place.entry.is_some());
        }
        while active > 0 {
            // Each row has as many blocks as the shortest; idle slots repeat a busy slot's row.
            let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
            let mut some: &[u8] = &[];
            let mut step = usize::MAX;
            for (row, &place) in rows.iter_mut().zip(of_slot) {
                if places[place].entry.is_some() {
                    *row = places[place].source.blocks(**family);
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
                    if let Some(bits) = places[place].source.count(**family).filter(|_| places[place].entry.is_some()) {
                        slots.count(slot, bits);
                    }
                }
            }
            slots.absorb(**family, &rows);

            let (before, mut begun) = (active, 0);
            for (slot, &place) in of_slot.iter().enumerate() {
                let place = &mut places[place];
                if place.advance(step, &slots, slot, **family, jobs) {
                    if place.begin(waiting, *first, jobs, family) {
                        begun |= 1_u32 << slot;
                    } else {
                        active -= 1;
                    }
                }
            }
            if begun == (1 << width) - 1 {
                slots.begin_all(family);
            } else {
                for slot in (0..width).filter(|slot| begun >> slot & 1 == 1) {
                    slots.put(slot, &begin);
                }
            }
            if active > 0 && active < before {
                // An upper bound of the longest message's remaining blocks.
                let longest = |place: &usize| places[*place].entry.map_or(0, |(_, blocks)| blocks as usize);
                let left = of_slot.iter().map(longest).max().unwrap_or(0);
                if choose.is_worth_narrowing::<F>(width, active, family.work(left)) {
                    break;
                }
            }
        }
        for (slot, &place) in of_slot.iter().enumerate() {
            if places[place].entry.is_some() {
                places[place].parked = slots.take(slot);
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
    /// Begins the next message here; false if there is none.
    fn begin(
        &mut self,
        waiting: &mut core::slice::Iter<'_, Entry>,
        first: usize,
        jobs: &Jobs<'m, '_, '_>,
        family: &'m F,
    ) -> bool {
        let Some(entry) = waiting.next() else { return false };
        let index = first + entry.behind();
        self.source.start(|message| jobs.get(index, message), family);
        self.entry = Some((index, entry.blocks()));
        self.done = 0;
        true
    }

    /// Notes that `step` bytes were absorbed, and writes the output that is now in the slot. Returns whether the message has ended; then
    /// the place is empty.
    #[inline]
    fn advance(&mut self, step: usize, slots: &Slots<F>, slot: usize, family: F, jobs: &mut Jobs<'_, '_, '_>) -> bool {
        let Some((index, blocks)) = &mut self.entry else { return false };
        *blocks = blocks.saturating_sub((step / family.block_bytes()) as u32);
        if self.source.advance(step, family) == Progress::More {
            return false;
        }
        let bytes = jobs.output_bytes;
        let end = bytes.min(self.done + family.block_bytes());
        slots.extract(slot, &mut jobs.out[*index * bytes..][self.done..end]);
        self.done = end;
        if end == bytes {
            self.entry = None;
        }
        end == bytes
    }
}
