//! Messages of any lengths. Those with equal numbers of blocks go straight through a kernel; the others go through a queue or are hashed
//! one by one, whichever is cheapest.

use super::alike::{Groups, Outputs};
use super::function::{BlockFunction, Choose, Chosen};
use super::jobs::{Entry, Jobs, Lengths, NO_MESSAGES, Survey, WINDOW};
use super::{Message, queue};
use crate::plan::row::{PAIRED, SORTING};
use crate::plan::{Length, Row, WIDEST, Work};

/// From this many messages on, their last block is made ready once, if they all have the same one: this takes some 150 cycles.
pub const MANY: usize = 64;

/// Hashes all messages, each to its output, on backends that take no more than `PLACES` messages at once.
#[inline]
pub fn run<'m, F: BlockFunction, const PLACES: usize>(choose: Choose, function: &'m F, mut jobs: Jobs<'m, '_, '_>) {
    let is_even = jobs.survey.shortest == jobs.survey.longest();
    let pairs = if is_even { None } else { choose.of_pairs() };
    let mut batch = Batch { choose, function, jobs: &mut jobs, pairs };
    // Tried first without the large buffers of groups.
    let is_whole = |batch: &mut Batch<'_, 'm, '_, '_, F>| match batch.jobs.left() {
        _ if !F::HASHES_WHOLE => false,
        few if few < 2 * WIDEST => batch.whole::<WIDEST>(),
        _ => batch.whole::<{ 2 * WIDEST }>(),
    };
    if is_even && is_whole(&mut batch) {
        return;
    }
    let are_pairs = pairs.is_some() && batch.jobs.left() > 0;
    if are_pairs || batch.pass_those_alone() && (is_even || !is_whole(&mut batch)) {
        batch.together::<PLACES>();
    }
}

/// Whether the messages should be hashed one by one, even if their number would fill slots, as far as the survey can tell.
#[inline]
pub fn are_alone<F: BlockFunction>(choose: Choose, function: &F, survey: &Survey<'_>) -> bool {
    let (count, shortest, longest) = (survey.count, survey.shortest, survey.longest());
    // Shorter messages would share even less.
    choose.width_of::<F>(count, length(function, longest, survey)) == 1
        || shortest < longest
            && function.blocks_of(shortest) < function.blocks_of(longest)
            && count <= WINDOW
            && !may_share(choose, function, count, survey.lengths())
}

/// The length class of messages of this many bytes, if the batch is taken in order.
#[inline]
fn length<F: BlockFunction>(function: &F, bytes: u64, survey: &Survey<'_>) -> Length {
    let length = function.length_of_bytes(bytes);
    let is_even = survey.shortest == survey.longest() && (F::HASHES_WHOLE || survey.are_bodies());
    if is_even { function.length_of_whole(length, bytes) } else { length }
}

/// Whether hashing `count` messages of such lengths together may pay.
#[inline]
fn may_share<F: BlockFunction>(choose: Choose, function: &F, count: usize, lengths: Lengths) -> bool {
    match choose {
        Choose::Plan(row) => row.may_share(count, lengths, function.block_bytes() as u64, function.rounds()),
        Choose::Forced(_) => true,
    }
}

struct Batch<'b, 'm, 'o, 'a, F: BlockFunction> {
    choose: Choose,
    function: &'m F,
    jobs: &'b mut Jobs<'m, 'o, 'a>,
    /// The row, if its widest kernel takes two messages, and these have different lengths: then there are no other groups.
    pairs: Option<&'static Row>,
}

/// The next group: its width, its number of messages, and their common properties.
type Next<F> = (usize, usize, <F as BlockFunction>::Alike);

impl<'m, F: BlockFunction> Batch<'_, 'm, '_, '_, F> {
    /// Whether the next messages should be hashed one by one, whatever their lengths.
    #[inline]
    fn are_alone(&self) -> bool {
        let left = self.jobs.left();
        left < 2
            || self.choose.width::<F>(left) == 1
            || left == self.jobs.survey.count && are_alone(self.choose, self.function, self.jobs.survey)
    }

    /// Hashes messages one by one as long as [`Batch::are_alone`] says so. Returns whether any are left.
    #[inline]
    fn pass_those_alone(&mut self) -> bool {
        while self.jobs.left() > 0 && self.are_alone() {
            self.one_by_one();
        }
        self.jobs.left() > 0
    }

    /// Hashes groups as long as a kernel takes whole messages, from the first byte to the digest. Returns whether none are left. `N` is the
    /// most in a call: room for twice as many costs a few messages 10 ns.
    #[inline(never)]
    fn whole<const N: usize>(&mut self) -> bool {
        let mut room = [const { Message::new(&[]) }; N];
        loop {
            // Of more than a kernel's width, but fewer than twice as many, a narrower kernel may be the cheapest for those beyond.
            let messages = self.jobs.peek(&mut room, if self.jobs.left() < N { WIDEST } else { N });
            let Some((width, _)) = self.next_width(messages, |length| length) else { return false };
            let Chosen::Many(form, _) = self.choose.chosen::<F>(width) else { return false };
            let most = self.function.takes_whole(form, messages, self.jobs.output_bytes);
            if most < width.min(messages.len()) {
                return false;
            }
            let mut messages = &messages[..most];
            let first = messages[0];
            let known = if self.jobs.left() >= MANY { self.function.last_block(&first) } else { None };
            let known = known.as_ref().map(<[_; 80]>::as_slice);
            loop {
                self.function.hash_whole(form, messages, known, self.jobs.take_places(messages.len()));
                let Some(next) = self.next_like(first, &mut room, most) else { break };
                messages = next;
            }
            if !self.pass_those_alone() {
                return true;
            }
        }
    }

    /// Hashes all messages that are left, in groups where possible.
    #[inline(never)]
    fn together<const PLACES: usize>(&mut self) {
        loop {
            if self.pairs.is_some() || !self.in_order() {
                if self.may_be_shared() {
                    self.window::<PLACES>();
                } else {
                    self.one_by_one();
                }
            }
            if !self.pass_those_alone() {
                return;
            }
        }
    }

    /// Hashes groups of neighbouring messages as long as these have equal numbers of blocks. Returns whether there were any.
    fn in_order(&mut self) -> bool {
        let mut room = NO_MESSAGES;
        let mut messages = self.jobs.peek(&mut room, self.choose.width::<F>(self.jobs.left()));
        let Some(mut next) = self.next_group(messages, Length::in_groups) else { return false };
        let (first_width, ..) = next;
        // Made only now, because it is large.
        let mut groups = Groups::new(self.choose, self.function, first_width);
        loop {
            let (width, count, alike) = next;
            let bytes = self.jobs.output_bytes;
            messages = &messages[..count];
            let first = messages[0];
            loop {
                let out = Outputs::InOrder(self.jobs.take_places(messages.len()));
                groups.run(width, messages, alike, out, bytes);
                let Some(next) = self.next_like(first, &mut room, width) else { break };
                messages = next;
            }
            if self.are_alone() {
                return true;
            }
            messages = self.jobs.peek(&mut room, self.choose.width::<F>(self.jobs.left()));
            let Some(more) = self.next_group(messages, Length::in_groups) else { return true };
            next = more;
        }
    }

    /// The next group, if its messages have equal numbers of blocks and a group is faster.
    #[inline]
    fn next_group(&self, messages: &[Message<'m>], priced: impl Fn(Length) -> Length) -> Option<Next<F>> {
        let (width, count) = self.next_width(messages, priced)?;
        Some((width, count, self.function.alike(&messages[..count])?))
    }

    /// The width of the next group and its number of messages, if a group is faster.
    #[inline]
    fn next_width(&self, messages: &[Message<'m>], priced: impl Fn(Length) -> Length) -> Option<(usize, usize)> {
        let first = messages.first()?;
        let length = priced(length(self.function, first.bytes() as u64, self.jobs.survey));
        let width = self.choose.width_of::<F>(self.jobs.left(), length);
        (width > 1).then(|| (width, width.min(messages.len())))
    }

    /// The next `width` messages, if their lengths are those of `first`: then they need no other check.
    #[inline]
    fn next_like<'g>(
        &self,
        first: Message<'m>,
        room: &'g mut [Message<'m>],
        width: usize,
    ) -> Option<&'g [Message<'m>]> {
        if self.jobs.left() < width {
            return None;
        }
        let messages = self.jobs.peek(room, width);
        first.others_have_its_shape(messages).then_some(messages)
    }

    /// Whether hashing the next messages together may pay, as far as can be said without sorting them.
    #[inline]
    fn may_be_shared(&self) -> bool {
        let count = self.jobs.left().min(WINDOW);
        // The lengths of many messages are not looked up: among many, some go together.
        self.jobs.lengths(count).is_none_or(|lengths| may_share(self.choose, self.function, count, lengths))
    }

    #[inline(never)]
    fn one_by_one(&mut self) {
        let (function, form) = (self.function, self.choose.one::<F>());
        self.jobs.take_each(WINDOW, |message, out| function.one(form, message, out));
    }

    /// Hashes the next messages, sorted by their number of blocks.
    #[inline(never)]
    fn window<const PLACES: usize>(&mut self) {
        let first = self.jobs.next();
        let mut entries = [Entry::default(); WINDOW];
        let count = self.take_entries(&mut entries);
        let mut sorted = sorted(&entries[..count]);
        let mut entries = &mut sorted[..count];
        if self.pairs.is_none() && count >= self.choose.width::<F>(WIDEST) {
            entries = self.full_groups(first, entries);
        }
        let way = match (self.pairs, self.choose) {
            _ if entries.is_empty() => return,
            (Some(row), _) if pairs_pay(row, entries) => Way::Queue(2),
            (Some(_), _) => Way::Alone,
            (None, Choose::Plan(row)) => cheapest_way(row, self.function.rounds(), entries),
            (None, Choose::Forced(_)) => Way::Queue(WIDEST),
        };
        match way {
            Way::Queue(slots) => {
                let kernel = self.choose.chosen::<F>(self.choose.width::<F>(entries.len().min(slots)));
                if !self.function.hash_in_pairs(kernel, self.choose.one::<F>(), self.jobs, first, entries) {
                    queue::run::<F, PLACES>(self.choose, slots, self.function, self.jobs, first, entries);
                }
            }
            Way::Groups => {
                let mut groups = Groups::new(self.choose, self.function, self.choose.width::<F>(entries.len()));
                for same in entries.chunk_by(|a, b| a.has_as_many(*b)) {
                    self.alike(&mut groups, first, same);
                }
            }
            Way::Alone => self.alone(first, entries),
        }
    }

    /// Hashes full groups of messages with the same number of blocks. Moves the other messages to the front, and returns them.
    fn full_groups<'e>(&mut self, first: usize, entries: &'e mut [Entry]) -> &'e mut [Entry] {
        let width_of = |entry: Entry| self.choose.width_of::<F>(WIDEST, self.length_of(entry));
        let is_full = |same: &[Entry]| (2..=same.len()).contains(&width_of(same[0]));
        if !entries.chunk_by(|a, b| a.has_as_many(*b)).any(is_full) {
            return entries;
        }
        let mut groups = Groups::new(self.choose, self.function, self.choose.width::<F>(WIDEST));
        let (mut next, mut left) = (0, 0);
        while let Some(entry) = entries.get(next) {
            let end = next + entries[next..].iter().take_while(|other| entry.has_as_many(**other)).count();
            let width = self.choose.width_of::<F>(WIDEST, self.length_of(*entry));
            while width > 1
                && end - next >= width
                && self.group(&mut groups, first, width, &entries[next..next + width])
            {
                next += width;
            }
            while next < end {
                entries[left] = entries[next];
                (left, next) = (left + 1, next + 1);
            }
        }
        &mut entries[..left]
    }

    /// Hashes messages with the same number of blocks, in the cheapest groups and one by one.
    fn alike(&mut self, groups: &mut Groups<'_, F>, first: usize, mut entries: &[Entry]) {
        while let Some(entry) = entries.first() {
            let width = self.choose.width_of::<F>(entries.len(), self.length_of(*entry));
            let (group, rest) = entries.split_at(width.min(entries.len()));
            if width == 1 || !self.group(groups, first, width, group) {
                self.alone(first, group);
            }
            entries = rest;
        }
    }

    fn alone(&mut self, first: usize, entries: &[Entry]) {
        let form = self.choose.one::<F>();
        for entry in entries {
            let index = first + entry.behind();
            let message = self.jobs.survey.messages.message(index);
            self.function.one(form, &message, self.jobs.place(index));
        }
    }

    /// Hashes a group with the kernel of this width. Returns false if its messages cannot go together.
    #[inline(never)]
    fn group(&mut self, groups: &mut Groups<'_, F>, first: usize, width: usize, entries: &[Entry]) -> bool {
        let (mut messages, mut places) = (NO_MESSAGES, [0; WIDEST]);
        let (count, bytes) = (entries.len(), self.jobs.output_bytes);
        for ((message, place), entry) in messages.iter_mut().zip(&mut places).zip(entries) {
            self.jobs.get(first + entry.behind(), message);
            *place = (first + entry.behind()) * bytes;
        }
        let Some(alike) = self.function.alike(&messages[..count]) else { return false };
        groups.run(width, &messages[..count], alike, Outputs::At(self.jobs.out, &places[..count]), bytes);
        true
    }

    fn take_entries(&mut self, entries: &mut [Entry]) -> usize {
        let function = self.function;
        self.jobs.take_entries(entries, function.block_bytes(), |message| function.blocks(message))
    }

    fn length_of(&self, entry: Entry) -> Length {
        Length::of(entry.work(self.function.rounds()))
    }
}

/// Sorts the longest first. (Each entry is counted into its place, so that no branch depends on the lengths; no two entries are equal.)
fn sorted(entries: &[Entry]) -> [Entry; WINDOW] {
    let mut sorted = [Entry::default(); WINDOW];
    for entry in entries {
        let before = entries.iter().map(|other| u32::from(other < entry)).sum::<u32>();
        sorted[before as usize] = *entry;
    }
    sorted
}

/// Whether messages are cheaper two at once than one by one; `entries` are sorted. Besides [`PAIRED`], a message that is all in its padded
/// blocks waits for these, 80 core cycles of Zen 4 (`lanesum-bench --field`). One by one they cost no more than their blocks: a call overlaps with
/// the next one.
fn pairs_pay(row: &Row, entries: &[Entry]) -> bool {
    let (mut all, mut own) = (0, SORTING);
    for entry in entries {
        let blocks = u64::from(entry.blocks());
        all += blocks;
        own += if blocks > 2 { PAIRED } else { PAIRED + 80 };
    }
    let longest = entries.first().map_or(0, |entry| u64::from(entry.blocks()));
    let shared = (all / 2).min(all - longest);
    own < shared * (2 * row.cost(1)).saturating_sub(row.cost(2))
}

/// How to hash messages of which no full group has the same number of blocks.
enum Way {
    /// In at most this many slots.
    Queue(usize),
    Groups,
    Alone,
}

/// The cheapest way; `entries` are sorted, the longest first.
fn cheapest_way(row: &Row, rounds: u64, entries: &[Entry]) -> Way {
    let (mut all, mut cost, mut way) = (0, 0_u64, Way::Alone);
    for same in entries.chunk_by(|a, b| a.has_as_many(*b)) {
        let (count, work) = (same.len(), same[0].work(rounds));
        all += count as u64 * work.0;
        cost = cost.saturating_add(row.alike(count, work));
        if count > 1 && row.width(count, Length::of(work)) > 1 {
            way = Way::Groups;
        }
    }
    for slots in row.slots(entries.len()) {
        let queued = row.queued(entries.len(), slots, Work(all), |index| entries[index].work(rounds));
        if queued < cost {
            (cost, way) = (queued, Way::Queue(slots));
        }
    }
    way
}
