//! A row of the tables: widths with their costs, and what follows from these.

use super::kind::Kind;
use super::split::{Split, cheapest};
use crate::Backend;
use lanes::{Features, Theta};

/// A number of messages at once, the backend that takes them, and what one permutation or block of all of them costs, in any unit
/// that is the same for all widths of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// How many messages.
    pub messages: usize,
    /// The backend.
    pub backend: Backend,
    /// The cost for all of them together.
    pub cost: u32,
}

impl Width {
    /// A width of these three values.
    #[must_use]
    pub const fn new(messages: usize, backend: Backend, cost: u32) -> Self {
        Self { messages, backend, cost }
    }
}

pub const fn width(messages: usize, backend: Backend, cost: u32) -> Width {
    Width::new(messages, backend, cost)
}

/// The most messages that any backend takes at once, and the most widths that a row has: 1, 2, 4, 8 and 16.
pub const WIDEST: usize = 16;
pub const MOST_WIDTHS: usize = 5;

/// How long the messages of a batch are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// So many blocks that the batch's own work does not matter.
    Long,
    /// Up to eight blocks.
    Middle,
    /// One block or two.
    Short,
    /// Less than what a row has the cost of: a block of half as many rounds.
    Half,
    /// As [`Length::Middle`], where a kernel takes all messages from their first byte to their digests: the batch itself has little
    /// to do.
    MiddleWhole,
    /// As [`Length::Short`], where there is such a kernel.
    ShortWhole,
    /// As [`Length::Half`], where there is such a kernel.
    HalfWhole,
}

impl Length {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Long, Self::Middle, Self::Short, Self::Half, Self::MiddleWhole, Self::ShortWhole, Self::HalfWhole];

    /// The same length where a kernel takes all messages from their first byte to their digests.
    #[inline]
    pub const fn whole(self) -> Self {
        match self {
            Self::Long => Self::Long,
            Self::Middle | Self::MiddleWhole => Self::MiddleWhole,
            Self::Short | Self::ShortWhole => Self::ShortWhole,
            Self::Half | Self::HalfWhole => Self::HalfWhole,
        }
    }

    /// The length of messages of SHA-2 that no such kernel takes after all.
    #[inline]
    pub const fn in_groups(self) -> Self {
        match self {
            Self::MiddleWhole => Self::Middle,
            Self::ShortWhole => Self::Short,
            // Messages of Keccak: what is priced is the same for both.
            other => other,
        }
    }

    /// The length class of this much work.
    pub const fn of(work: Work) -> Self {
        Self::of_bytes(work.0, 1, 1)
    }

    /// The work of a message with its padding or a block more, by its bytes and the rounds for each block. (Without a division,
    /// which takes as long as much of a batch's work for a short message.)
    #[inline]
    pub const fn of_bytes(bytes: u64, block: u64, rounds: u64) -> Self {
        let (work, unit) = (bytes.saturating_mul(rounds), block * Work::ROUNDS);
        if work < unit {
            Self::Half
        } else if work < 3 * unit {
            Self::Short
        } else if work < 9 * unit {
            Self::Middle
        } else {
            Self::Long
        }
    }
}

/// Blocks or permutations of a message, weighed: in rounds of Keccak, of which [`Work::ROUNDS`] are what a row has the cost of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Work(pub u64);

impl Work {
    pub const ROUNDS: u64 = 24;

    /// Where one permutation or block costs so much.
    const fn times(self, cost: u64) -> u64 {
        self.0.saturating_mul(cost) / Self::ROUNDS
    }
}

/// In core cycles of Zen 4 (example `batch`): what a group of messages costs by itself, before the first block and for each slot,
/// and a message that is hashed by itself. Most of the first is that of the call.
const BEGINNING: u32 = 550;
/// The first of these where a kernel takes the messages from their first byte to their digests (Zen 5).
const WHOLE: u32 = 130;
/// What it costs once that the first messages go together, where such kernels take short messages of SHA-2 (Zen 3).
const CALL: u32 = 150;
const SLOT: u32 = 30;
const SINGLE: u32 = 75;
/// The same of messages of different lengths, whose slots continue with others; and the cost of continuing on kernels for fewer with
/// those that are left: the states move, and the other kernel's code is cold. To find which messages go together costs something first
/// (five messages that then went one by one took 960 cycles more on Zen 5), and something for each message.
const QUEUE: u64 = 400;
const SORTING: u64 = 1500;
const FOUND: u64 = 120;
const NARROWING: u64 = 700;

/// The choice for one kind of processor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which processors, for people.
    pub name: &'static str,
    /// Where the costs come from.
    pub evidence: &'static str,
    /// Whether they were not measured on such a processor.
    pub is_estimated: bool,
    needs: Features,
    /// `None` for any processor that has the features.
    kind: Option<&'static Kind>,
    /// Ascending, from one message on; the first `count` of them.
    widths: [Width; MOST_WIDTHS],
    count: usize,
    /// What follows from them: for each [`Length`] and 1 to [`WIDEST`] messages, how many to take at once.
    splits: [[u8; WIDEST]; Length::ALL.len()],
    /// What one permutation or block of 1 to [`WIDEST`] messages costs in the best groups.
    costs: [u32; WIDEST],
    /// Whether groups of short messages of SHA-2 are priced as what they are: a kernel takes whole messages.
    pub prices_whole: bool,
    /// Which of the two hand-scheduled texts of Keccak for several messages is the faster one.
    pub theta: Theta,
}

impl Row {
    /// The last row of a table, for machines about which nothing more is known.
    pub const fn any(evidence: &'static str, cost: u32) -> Self {
        Self::new("any machine", evidence, Features::NONE, None, &[width(1, Backend::Portable, cost)])
    }

    pub const fn new(
        name: &'static str,
        evidence: &'static str,
        needs: Features,
        kind: Option<&'static Kind>,
        widths: &[Width],
    ) -> Self {
        let mut all = [Width::new(0, Backend::Portable, 0); MOST_WIDTHS];
        let count = widths.len();
        let mut i = 0;
        while i < count {
            all[i] = widths[i];
            i += 1;
        }
        let mut splits = [[0; WIDEST]; Length::ALL.len()];
        i = 0;
        while i < splits.len() {
            splits[Length::ALL[i] as usize] = groups(widths, Length::ALL[i]);
            i += 1;
        }
        let mut costs = [0; WIDEST];
        let best = splits_of(widths, Length::Long);
        i = 0;
        while i < WIDEST {
            costs[i] = best[i].cost;
            i += 1;
        }
        Self {
            name,
            evidence,
            is_estimated: false,
            needs,
            kind,
            widths: all,
            count,
            splits,
            costs,
            prices_whole: false,
            theta: Theta::Ternary,
        }
    }

    /// A row for processors on which nothing was measured.
    pub const fn estimated(self) -> Self {
        Self { is_estimated: true, ..self }
    }

    /// With kernels for several that take whole messages of SHA-2, all of whose lengths are priced as such.
    pub const fn pricing_whole(self) -> Self {
        Self { prices_whole: true, ..self }
    }

    pub const fn with_theta(self, theta: Theta) -> Self {
        Self { theta, ..self }
    }

    /// All widths, ascending.
    pub fn widths(&self) -> &[Width] {
        self.widths.get(..self.count).unwrap_or_default()
    }

    /// How many of `messages` messages of about one length to take at once, so that the whole is cheapest.
    #[inline]
    pub fn width(&self, messages: usize, length: Length) -> usize {
        self.splits[length as usize][messages.clamp(1, WIDEST) - 1].into()
    }

    /// The backend for this many messages at once, a number that [`Row::width`] gives.
    #[inline]
    pub fn backend(&self, width: usize) -> Backend {
        // The first width is 1.
        if width == 1 {
            return self.widths[0].backend;
        }
        self.widths().iter().find(|of| of.messages == width).map_or(Backend::Portable, |of| of.backend)
    }

    /// The backend that permutes `states` states in step for the least, in groups or with some of its slots idle.
    pub fn backend_in_step(&self, states: usize) -> Backend {
        let cost = |of: &&Width| u64::from(of.cost) * states.div_ceil(of.messages) as u64;
        self.widths().iter().min_by_key(cost).map_or(Backend::Portable, |of| of.backend)
    }

    /// What one permutation or block of `messages` messages costs in the best groups, and one at a time.
    pub fn costs(&self, messages: usize) -> (u64, u64) {
        let (full, rest) = (messages / WIDEST, messages % WIDEST);
        let cost = full as u64 * self.cost(WIDEST) + self.cost(rest);
        (cost, messages as u64 * self.cost(1))
    }

    /// The same for up to [`WIDEST`] messages.
    #[inline]
    pub fn cost(&self, messages: usize) -> u64 {
        messages.checked_sub(1).map_or(0, |last| self.costs[last.min(WIDEST - 1)].into())
    }

    /// What `messages` messages of one length cost in the best groups.
    pub fn alike(&self, messages: usize, work: Work) -> u64 {
        if messages == 1 {
            return work.times(self.cost(1)).saturating_add(SINGLE.into());
        }
        let (length, mut left, mut cost) = (Length::of(work), messages, 0);
        while left > 0 {
            let width = self.width(left, length);
            let of_width = self.widths().iter().find(|of| of.messages == width).map_or(0, |of| u64::from(of.cost));
            cost = work.times(of_width).saturating_add(cost + u64::from(start(width)));
            left = left.saturating_sub(width.max(1));
        }
        cost
    }

    /// Whether it may be cheaper to take messages together than one by one, as far as can be said without a look at each. All
    /// together have `all` bytes, the longest has `longest`, and blocks have `block` bytes and this many rounds.
    #[inline]
    pub fn may_share(&self, messages: usize, all: u64, longest: u64, block: u64, rounds: u64) -> bool {
        let slots = messages.min(WIDEST) as u64;
        // The longest goes on alone when the others have ended.
        let shared = all.min(2 * (all - longest)).saturating_add(messages as u64 * block);
        // Of different lengths, not all have a neighbour to the end: half as much.
        let gain = (slots * self.cost(1)).saturating_sub(self.cost(messages)) / 2;
        let count = messages as u64;
        // Among many there are some that are alike: what they cost besides is that they have to be found.
        let own = SORTING + QUEUE + count * if messages > WIDEST { FOUND } else { queued(slots) - u64::from(SINGLE) };
        // Both times what divides them: divisions take longer.
        shared.saturating_mul(rounds).saturating_mul(gain) > own * slots * Work::ROUNDS * block
    }

    /// What messages of different lengths cost in slots, of which each takes the next message when it is free: `work` is that of each,
    /// the longest first.
    pub fn queued(&self, messages: usize, all: Work, work: impl Fn(usize) -> Work) -> u64 {
        let slots = messages.min(self.width(messages, Length::Long));
        // Those that are longer than their share of what is left have a slot to themselves, and are there to the end.
        let (mut long, mut rest) = (0, all.0);
        while long < slots && work(long).0.saturating_mul((slots - long) as u64) > rest {
            rest -= work(long).0;
            long += 1;
        }
        let level = rest.checked_div((slots - long) as u64).unwrap_or(0);
        let mut cost = Work(level).times(self.cost(slots));
        for left in 1..=long {
            let next = if left < long { work(left).0 } else { level };
            cost = cost.saturating_add(Work(work(left - 1).0.saturating_sub(next)).times(self.cost(left)));
        }
        let narrowing = if long > 0 { NARROWING } else { 0 };
        cost.saturating_add(QUEUE + messages as u64 * queued(slots as u64) + narrowing)
    }

    /// Whether `messages` messages should leave a kernel of width `from` for narrower ones, given the work that the longest has left.
    pub fn is_worth_narrowing(&self, from: usize, messages: usize, work: Work) -> bool {
        self.width(messages, Length::Long) < from
            && work.times(self.cost(from).saturating_sub(self.cost(messages))) > NARROWING
    }

    /// Whether it is about this processor.
    pub fn fits(&self, have: Features, here: &lanes::features::Model) -> bool {
        have.contains(self.needs) && self.kind.is_none_or(|kind| kind.has(here))
    }

    /// The features that it asks for.
    pub const fn needs(&self) -> Features {
        self.needs
    }
}

/// What a message costs besides its blocks in a queue of this many slots.
const fn queued(slots: u64) -> u64 {
    150 + 28 * slots
}

/// What a group of this many messages costs before its first block and after its last one.
const fn start(width: usize) -> u32 {
    if width == 1 { SINGLE } else { BEGINNING + SLOT * width as u32 }
}

/// The best groups of 1 to [`WIDEST`] messages, where the work that a batch makes by itself is part of the cost.
const fn splits_of(widths: &[Width], length: Length) -> [Split; WIDEST] {
    let mut costs = [(0, 0); MOST_WIDTHS];
    let mut i = 0;
    while i < widths.len() {
        let Width { messages, cost, .. } = widths[i];
        let start = match length {
            Length::MiddleWhole | Length::ShortWhole | Length::HalfWhole if messages > 1 => {
                start(messages) - BEGINNING + WHOLE
            }
            _ => start(messages),
        };
        let share = match length {
            Length::Long => 0,
            Length::Middle | Length::MiddleWhole => start / 3,
            Length::Short | Length::ShortWhole => start,
            Length::Half | Length::HalfWhole => 2 * start,
        };
        costs[i] = (messages, cost.saturating_add(share));
        i += 1;
    }
    cheapest(costs.split_at(widths.len()).0)
}

/// The first group of each of these splits.
const fn groups(widths: &[Width], length: Length) -> [u8; WIDEST] {
    let splits = splits_of(widths, length);
    let call = match length {
        Length::ShortWhole => CALL,
        Length::MiddleWhole => CALL / 3,
        _ => 0,
    };
    let mut groups = [0; WIDEST];
    let mut i = 0;
    while i < WIDEST {
        let alone = splits[0].cost.saturating_mul(i as u32 + 1);
        groups[i] = if splits[i].cost.saturating_add(call) > alone { 1 } else { splits[i].width as u8 };
        i += 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_in_step_take_groups_or_leave_slots_idle() {
        let width = |messages, backend, cost| Width::new(messages, backend, cost);
        let widths =
            [width(1, Backend::Compact, 10), width(4, Backend::Portable, 21), width(8, Backend::Portable32, 60)];
        let row = Row::new("", "", Features::NONE, None, &widths);
        let taken = [1, 2, 4, 8].map(|states| row.backend_in_step(states));
        assert_eq!(taken, [Backend::Compact, Backend::Compact, Backend::Portable, Backend::Portable]);
        assert_eq!(row.backend_in_step(3), Backend::Portable);
    }

    /// Where one is nearly as fast as several, as with instructions for SHA-256; and where eight take less than two.
    fn rows() -> [Row; 2] {
        let width = |messages, cost| Width::new(messages, Backend::Portable, cost);
        [&[width(1, 130), width(8, 600)][..], &[width(1, 800), width(2, 850), width(8, 1600)][..]]
            .map(|widths| Row::new("", "", Features::NONE, None, widths))
    }

    #[test]
    fn messages_of_one_length_cost_as_much_in_a_queue_but_for_its_own_work() {
        let one = Work(Work::ROUNDS);
        for row in rows() {
            let ten = Work(10 * one.0);
            assert_eq!(row.queued(8, Work(80 * one.0), |_| ten), 10 * row.cost(8) + QUEUE + 8 * queued(8));
            // Half the rounds, half the work.
            assert_eq!(row.queued(8, Work(40 * one.0), |_| Work(5 * one.0)), 5 * row.cost(8) + QUEUE + 8 * queued(8));
        }
    }

    #[test]
    fn the_longest_goes_on_alone() {
        let [_, row] = rows();
        // Seven of one block beside one of a hundred.
        let work = |index| Work(Work::ROUNDS * if index == 0 { 100 } else { 1 });
        let cost = row.queued(8, Work(107 * Work::ROUNDS), work);
        assert_eq!(cost, row.cost(8) + 99 * row.cost(1) + QUEUE + 8 * queued(8) + NARROWING);
    }

    #[test]
    fn what_cannot_gain_is_not_looked_at() {
        let [sha, keccak] = rows();
        // Eight of two blocks; two of which one is long; a hundred short ones.
        assert!(
            !sha.may_share(8, 8 * 100, 100, 64, Work::ROUNDS) && keccak.may_share(8, 8 * 200, 200, 136, Work::ROUNDS)
        );
        assert!(!keccak.may_share(2, 100_010, 100_000, 136, Work::ROUNDS / 2));
        assert!(keccak.may_share(100, 3200, 40, 136, Work::ROUNDS));
        // No sum of lengths is too large.
        for row in [&sha, &keccak] {
            row.may_share(3, u64::MAX, u64::MAX, 136, Work::ROUNDS);
            row.queued(3, Work(u64::MAX), |_| Work(u64::MAX / 3));
        }
    }

    #[test]
    fn lengths_are_counted_in_what_a_row_has_the_cost_of() {
        let of = |blocks, rounds| Length::of(Work(blocks * rounds));
        assert_eq!([of(1, 12), of(2, 12), of(1, 24)], [Length::Half, Length::Short, Length::Short]);
        assert_eq!(
            [of(3, 24), of(8, 24), of(9, 24), of(17, 12)],
            [Length::Middle, Length::Middle, Length::Long, Length::Middle]
        );
        for bytes in [0, 135, 136, 271, 272, 1087, 1088, 1_000_000] {
            for rounds in [12, 24] {
                let blocks = bytes / 136 + 1;
                assert_eq!(Length::of_bytes(bytes + 136, 136, rounds), of(blocks, rounds), "{bytes}, {rounds}");
            }
        }
    }
}
