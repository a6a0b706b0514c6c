//! Slots that take the next message when theirs has ended.

use super::family::{Choose, Family, Kernel, Slots};
use super::jobs::Jobs;
use super::source::{Progress, Source};
use super::{Message, alike};
use crate::plan::WIDEST;

/// A place for a message under way. Messages stay in their places while kernels of different widths take turns on them.
struct Place<'m, 'o, F: Family> {
    source: Source<'m, F>,
    /// What is still to be put out; `None` for an empty place.
    out: Option<&'o mut [u8]>,
    /// The state while no kernel holds it.
    parked: F::Parked,
}

/// The messages that are not finished: those in the places, as many as the widest kernel takes, then those that have not begun.
struct Queue<'m, 'o, 'a, F: Family, const PLACES: usize> {
    places: [Place<'m, 'o, F>; PLACES],
    jobs: Jobs<'m, 'o, 'a>,
    choose: Choose,
    family: &'m F,
}

/// Hashes all messages, each to its output, on backends that take no more than `PLACES` messages at once.
pub(super) fn run<'m, F: Family, const PLACES: usize>(choose: Choose, family: &'m F, mut jobs: Jobs<'m, '_, '_>) {
    // Groups that are alike, one message, a machine without vectors: no queue is needed.
    let mut form = None;
    let mut next = [Message::new(&[])];
    loop {
        if jobs.left() == 0 {
            return jobs.finish();
        }
        if choose.width::<F>(jobs.left()) == 1 {
            let form = *form.get_or_insert_with(|| choose.one::<F>());
            if jobs.peek(&mut next) == 1 {
                family.one(form, &next[0], jobs.places(1).1);
            } else {
                let (message, out) = jobs.take_one();
                family.one(form, &message, out);
            }
        } else if !alike::run(choose, family, &mut jobs) {
            break;
        }
    }
    Queue {
        places: [const { Place { source: Source::idle(), out: None, parked: F::PARKED } }; PLACES],
        jobs,
        choose,
        family,
    }
    .run();
}

impl<F: Family, const PLACES: usize> Queue<'_, '_, '_, F, PLACES> {
    fn run(&mut self) {
        loop {
            let parked = self.places.iter().filter(|place| place.out.is_some()).count();
            let left = parked.saturating_add(self.jobs.left());
            if left == 0 {
                return self.jobs.finish();
            }
            let kernel = self.choose.kernel::<F>(self.choose.width::<F>(left));
            match kernel {
                Kernel::One(form) if parked == 0 => {
                    let (message, out) = self.jobs.take_one();
                    self.family.one(form, &message, out);
                }
                _ => self.in_slots(kernel),
            }
        }
    }

    /// As many messages at a time as the kernel takes, until there are too few of them for that.
    fn in_slots(&mut self, kernel: Kernel<F>) {
        let Self { places, jobs, choose, family } = self;
        let mut begin = family.begin();
        let width = kernel.width();
        let mut slots = Slots::<F>::new(kernel);
        slots.begin_all(family, &begin);
        // Which place each slot works on: first the messages under way.
        let mut of_slot = [0; WIDEST];
        let under_way = (0..PLACES).filter(|&i| places[i].out.is_some());
        let empty = (0..PLACES).filter(|&i| places[i].out.is_none());
        for (of_slot, place) in of_slot.iter_mut().zip(under_way.chain(empty)) {
            *of_slot = place;
        }
        let of_slot = &of_slot[..width];
        let mut active = 0;
        for (slot, &place) in of_slot.iter().enumerate() {
            let place = &mut places[place];
            if place.out.is_some() {
                slots.put(slot, &place.parked);
            } else {
                place.begin(jobs, family);
            }
            active += usize::from(place.out.is_some());
        }
        while active > 0 {
            // As many blocks as all have in one piece; idle slots go along with the first that is not.
            let mut rows: [&[u8]; WIDEST] = [&[]; WIDEST];
            let mut some: &[u8] = &[];
            let mut step = usize::MAX;
            for (row, &place) in rows.iter_mut().zip(of_slot) {
                if places[place].out.is_some() {
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
                    if let Some(bits) = places[place].source.count(**family).filter(|_| places[place].out.is_some()) {
                        slots.count(slot, bits);
                    }
                }
            }
            slots.absorb(**family, &rows);

            let (before, mut begun) = (active, 0);
            for (slot, &place) in of_slot.iter().enumerate() {
                let place = &mut places[place];
                if place.advance(step, &slots, slot, **family) {
                    if place.begin(jobs, family) {
                        begun |= 1_u32 << slot;
                    } else {
                        active -= 1;
                    }
                }
            }
            if begun == (1 << width) - 1 {
                slots.begin_all(family, &begin);
            } else {
                for slot in (0..width).filter(|slot| begun >> slot & 1 == 1) {
                    slots.put(slot, &begin);
                }
            }
            if active < before && choose.width::<F>(active) < width {
                break;
            }
        }
        for (slot, &place) in of_slot.iter().enumerate() {
            if places[place].out.is_some() {
                places[place].parked = slots.take(slot);
            }
        }
        if F::ERASE {
            F::wipe(begin.as_mut());
        }
    }
}

impl<F: Family> Drop for Place<'_, '_, F> {
    #[inline]
    fn drop(&mut self) {
        if F::ERASE {
            F::wipe(self.parked.as_mut());
        }
    }
}

impl<'m, 'o, F: Family> Place<'m, 'o, F> {
    /// Takes the next message; false if there is none.
    fn begin(&mut self, jobs: &mut Jobs<'m, 'o, '_>, family: &'m F) -> bool {
        // What is left may all be aside.
        if jobs.left() == 0 {
            return false;
        }
        let (message, out) = jobs.take_one();
        self.source.start(message, family);
        self.out = Some(out);
        true
    }

    /// Goes on by `step` bytes, and takes what output the slot has then. True if the message has ended, which leaves the place
    /// empty.
    #[inline]
    fn advance(&mut self, step: usize, slots: &Slots<F>, slot: usize, family: F) -> bool {
        let Some(out) = self.out.take() else { return false };
        if self.source.advance(step, family) == Progress::More {
            self.out = Some(out);
            return false;
        }
        let (block, rest) = out.split_at_mut(out.len().min(family.block_bytes()));
        slots.extract(slot, block);
        if rest.is_empty() {
            return true;
        }
        self.out = Some(rest);
        false
    }
}
