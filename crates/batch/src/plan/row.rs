//! A row of a plan: widths with their costs, and the cheapest groups for each number and length of messages.

use super::kinds::needs::AVX2;
use super::length::{Length, Work};
use super::processors::Processors;
use super::split::{Split, cheapest};
use super::task::Task;
use crate::Backend;
use lanes::{Features, Theta};

/// A width, its backend, and the cost of one permutation or block of all its messages together. The unit of costs is the same in the whole
/// row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// The number of messages.
    pub messages: usize,
    pub backend: Backend,
    /// The cost of one permutation or block, for all messages together.
    pub cost: u32,
}

impl Width {
    #[must_use]
    #[doc(hidden)]
    pub const fn new(messages: usize, backend: Backend, cost: u32) -> Self {
        Self { messages, backend, cost }
    }
}

pub const fn width(messages: usize, backend: Backend, cost: u32) -> Width {
    Width::new(messages, backend, cost)
}

/// The greatest width of any backend, and the number of possible widths: 1, 2, 4, 8 and 16.
pub const WIDEST: usize = 16;
pub const MOST_WIDTHS: usize = 5;

/// The costs below are in core cycles, of Zen 4 (example `batch`, since removed) and, for those of a queue, of Emerald Rapids (example `short`, now `lanesum-bench --field`).
/// `BEGINNING`: a group of messages, besides its blocks and slots; most of it is the call. `SLOT`: each slot of a group. `SINGLE`: a message that is hashed by itself.
const BEGINNING: u32 = 550;
/// `BEGINNING` for a kernel that hashes whole messages (Zen 5).
const WHOLE: u32 = 130;
/// The cost of the first group in a batch of short SHA-2 messages, for kernels that hash whole messages (Zen 3).
const CALL: u32 = 150;
const SLOT: u32 = 30;
const SINGLE: u32 = 75;
/// `QUEUE`: the start of a queue for messages of different lengths, besides its slots. `NARROWING`: the change to narrower kernels when few messages are left,
/// because the states move and the other kernel's code is cold. `SORTING`: finding the messages that go together, and `FOUND` for each message
/// of it, if many were then hashed one by one.
const QUEUE: u64 = 500;
pub const SORTING: u64 = 300;
const FOUND: u64 = 170;
const NARROWING: u64 = 400;
/// Each message of pairs of SHA-256 on its instructions, besides its blocks: most of it is the call of the kernel, which ends one of the two.
pub const PAIRED: u64 = 190;

/// The widths and costs for one kind of processor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The processors' name.
    pub name: &'static str,
    /// The source of the costs.
    pub evidence: &'static str,
    /// Whether the costs are estimated, not measured on such a processor.
    pub is_estimated: bool,
    needs: Features,
    /// `None` for any processor that has the features.
    kind: Option<&'static Processors>,
    /// Ascending, beginning with width 1; only the first `count` are used.
    widths: [Width; MOST_WIDTHS],
    count: usize,
    /// The backends for one message, two, four, and so on: found without a search.
    backends: [Backend; MOST_WIDTHS],
    /// For each [`Length`] and 1 to [`WIDEST`] messages: the width of the first group.
    splits: [[u8; WIDEST]; Length::ALL.len()],
    /// For 1 to [`WIDEST`] messages: the cost of one permutation or block of each in the cheapest groups.
    costs: [u32; WIDEST],
    /// For each [`Task`] of states in step: the price of each width.
    #[doc(hidden)]
    pub prices: [[u32; MOST_WIDTHS]; Task::COUNT],
    /// Whether short messages of SHA-2 are priced for kernels that hash whole messages.
    pub prices_whole: bool,
    /// Which of the two hand-scheduled texts of Keccak for several messages is the faster one.
    pub theta: Theta,
}

impl Row {
    /// The last row of a table: it fits any machine.
    pub const fn any(evidence: &'static str, cost: u32) -> Self {
        Self::new("any machine", evidence, Features::NONE, None, &[width(1, Backend::Portable, cost)])
    }

    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        evidence: &'static str,
        needs: Features,
        kind: Option<&'static Processors>,
        widths: &[Width],
    ) -> Self {
        let mut all = [Width::new(0, Backend::Portable, 0); MOST_WIDTHS];
        let mut backends = [Backend::Portable; MOST_WIDTHS];
        let (count, mut each) = (widths.len(), [0; MOST_WIDTHS]);
        let mut i = 0;
        while i < count {
            (all[i], each[i]) = (widths[i], widths[i].cost);
            backends[widths[i].messages.ilog2() as usize] = widths[i].backend;
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
            backends,
            splits,
            costs,
            prices: [each; Task::COUNT],
            prices_whole: false,
            theta: Theta::Ternary,
        }
    }

    #[doc(hidden)]
    pub const fn estimated(self) -> Self {
        Self { is_estimated: true, ..self }
    }

    /// The row of a later function whose kernels are this row's, with fewer rounds: each cost times `rounds[0] / rounds[1]`, estimated. The
    /// later function has no hand-written code for single words and no `ssse3`, so `portable` takes their place, at its own cost, `words`.
    #[doc(hidden)]
    pub const fn later(&self, evidence: &'static str, rounds: [u32; 2], words: u32) -> Self {
        let (mut widths, mut i) = (self.widths, 0);
        while i < self.count {
            let Width { messages, backend, cost } = widths[i];
            widths[i] = match backend {
                Backend::AvxWords | Backend::Ssse3 => Width::new(messages, Backend::Portable, words),
                _ => Width::new(messages, backend, cost * rounds[0] / rounds[1]),
            };
            i += 1;
        }
        let (used, _) = widths.split_at(self.count);
        Self::new(self.name, evidence, self.needs, self.kind, used).estimated()
    }

    /// The row with a form that puts two messages into a register of 256 bits, row by row, where a row of one message is in one of 128 bits:
    /// both wait for the same chain of operations. It takes 1.1 times as long, estimated.
    #[doc(hidden)]
    pub const fn with_two(&self) -> Self {
        let [one, ..] = self.widths;
        let two = match one.backend {
            Backend::Avx512Vl => Backend::Avx512Vl,
            Backend::Avx | Backend::Avx2 if self.needs.contains(AVX2) => Backend::Avx2,
            _ => return Self { ..*self },
        };
        let mut widths = [one; MOST_WIDTHS];
        widths[1] = Width::new(2, two, one.cost * 11 / 10);
        let mut i = 1;
        while i < self.count {
            widths[i + 1] = self.widths[i];
            i += 1;
        }
        let (used, _) = widths.split_at(self.count + 1);
        Self::new(self.name, self.evidence, self.needs, self.kind, used).estimated()
    }

    #[doc(hidden)]
    pub const fn is_named(&self, name: &str) -> bool {
        let (own, name) = (self.name.as_bytes(), name.as_bytes());
        let mut i = 0;
        while i < own.len() && i < name.len() && own[i] == name[i] {
            i += 1;
        }
        i == own.len() && i == name.len()
    }

    /// Prices messages of SHA-2, of all lengths, for kernels that hash whole messages.
    #[doc(hidden)]
    pub const fn pricing_whole(self) -> Self {
        Self { prices_whole: true, ..self }
    }

    #[doc(hidden)]
    pub const fn with_theta(self, theta: Theta) -> Self {
        Self { theta, ..self }
    }

    #[doc(hidden)]
    pub fn widths(&self) -> &[Width] {
        self.widths.get(..self.count).unwrap_or_default()
    }

    /// The width of the first group if `messages` messages of about one length are to be hashed at the lowest cost.
    #[inline]
    #[doc(hidden)]
    pub fn width(&self, messages: usize, length: Length) -> usize {
        self.splits[length as usize][messages.clamp(1, WIDEST) - 1].into()
    }

    /// The backend for a width that [`Row::width`] returns.
    #[inline]
    #[doc(hidden)]
    pub fn backend(&self, width: usize) -> Backend {
        self.backends.get(width.trailing_zeros() as usize).copied().unwrap_or(Backend::Portable)
    }

    /// The cost of one permutation or block of each of `messages` messages: in the cheapest groups, and one at a time.
    #[doc(hidden)]
    pub fn costs(&self, messages: usize) -> (u64, u64) {
        let (full, rest) = (messages / WIDEST, messages % WIDEST);
        let cost = full as u64 * self.cost(WIDEST) + self.cost(rest);
        (cost, messages as u64 * self.cost(1))
    }

    /// The first of [`Row::costs`], for up to [`WIDEST`] messages.
    #[inline]
    #[doc(hidden)]
    pub fn cost(&self, messages: usize) -> u64 {
        messages.checked_sub(1).map_or(0, |last| self.costs[last.min(WIDEST - 1)].into())
    }

    /// The cost of `messages` messages of one length in the cheapest groups.
    #[doc(hidden)]
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

    /// Whether hashing messages together may be cheaper than one by one, as far as their total and greatest length tell, `all` and
    /// `longest`, in bytes, and how many are at least as long as that. A block has `block` bytes and `rounds` rounds.
    #[inline]
    #[doc(hidden)]
    pub fn may_share(
        &self,
        messages: usize,
        (all, longest, as_long): (u64, u64, usize),
        block: u64,
        rounds: u64,
    ) -> bool {
        // The longest message continues alone when the others have ended.
        let shared = all.min(2 * (all - longest)).saturating_add(messages as u64 * block * 5 / 8);
        // In eighths. What few messages save is less certain than what looking at them costs, and so it is for pairs, which are looked at again.
        let margin = if messages <= 4 || self.prices_whole && self.count == 2 { 10 } else { 8 };
        // Both sides are multiplied instead of divided: divisions take longer.
        let pays_of = |shared: u64, together: usize, eighths: u64, own: u64| {
            let gain = (together as u64 * self.cost(1)).saturating_sub(self.cost(together)) * eighths;
            shared.saturating_mul(rounds).saturating_mul(gain) > margin * own * together as u64 * Work::ROUNDS * block
        };
        let pays = |together, eighths, own| pays_of(shared, together, eighths, own);
        let queue = |slots: usize| {
            let [begin, each, narrowing] = self.queue(slots as u64);
            let own = SORTING + begin + narrowing + messages as u64 * each.saturating_sub(SINGLE.into());
            // Where more than two go together, not all have a neighbour to the end.
            let eighths = [8, 6, 7][usize::from(slots > 2) + usize::from(slots > 8)];
            pays(slots, eighths, own)
        };
        // The other ways want more of them. Two short ones are little work beside this.
        if messages == 2 {
            return queue(2);
        }
        // Of few different numbers of blocks, each is that of a group.
        let groups = || {
            let kinds = (longest.saturating_add(block / 8)) / block + 1;
            let of_each = messages / kinds as usize;
            of_each > 1
                && pays(of_each.min(WIDEST), 8, SORTING + kinds * u64::from(BEGINNING) + messages as u64 * FOUND)
        };
        // Those that are as long as the longest make groups whatever the others are.
        let alike = || {
            let shared = (as_long as u64).saturating_mul(longest.saturating_add(block * 5 / 8));
            let own = SORTING + 2 * u64::from(BEGINNING) + messages as u64 * FOUND;
            as_long > 2 && pays_of(shared, as_long.min(WIDEST), 8, own)
        };
        let [most, two] = self.slots(messages);
        alike() || queue(most) || two != most && queue(two) || groups()
    }

    /// The slots among which a queue of so many messages has the choice: as many as are cheapest while all are busy, or two, which are busy
    /// for longer if one message is longer than most.
    #[doc(hidden)]
    pub fn slots(&self, messages: usize) -> [usize; 2] {
        let most = messages.min(self.width(messages, Length::Long));
        [most, if messages > 2 && self.width(2, Length::Long) == 2 { 2 } else { most }]
    }

    /// The cost of messages of different lengths in a queue of this many slots, where a free slot takes the next message. `work` gives each message's work,
    /// the longest first; `all` is their sum.
    #[doc(hidden)]
    pub fn queued(&self, messages: usize, slots: usize, all: Work, work: impl Fn(usize) -> Work) -> u64 {
        // A message longer than its share of the remaining work keeps a slot to the end.
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
        let [begin, each, narrowing] = self.queue(slots as u64);
        cost.saturating_add(begin + messages as u64 * each + if long > 0 { narrowing } else { 0 })
    }

    /// The costs of a queue of this many slots besides the blocks: of its places and of those that are idle in the end; of each message, most
    /// of which are the calls of the kernel, since each end cuts all rows; and of narrowing.
    const fn queue(&self, slots: u64) -> [u64; 3] {
        match slots {
            2 if self.prices_whole => [0, PAIRED + SINGLE as u64, 0],
            _ if self.prices_whole => [QUEUE + 16 * slots * slots, 320, NARROWING],
            _ => [QUEUE + 16 * slots * slots, 150 + 28 * if slots < 8 { slots } else { 8 }, NARROWING],
        }
    }

    /// Whether `messages` messages should leave a kernel of width `from` for narrower ones, given the work that the longest has left.
    #[doc(hidden)]
    pub fn is_worth_narrowing(&self, from: usize, messages: usize, work: Work) -> bool {
        self.width(messages, Length::Long) < from
            && work.times(self.cost(from).saturating_sub(self.cost(messages))) > NARROWING
    }

    #[doc(hidden)]
    pub fn fits(&self, have: Features, here: &lanes::features::Model) -> bool {
        have.contains(self.needs) && self.kind.is_none_or(|kind| kind.has(have, here))
    }

    /// The features that the processor must have.
    #[doc(hidden)]
    pub const fn needs(&self) -> Features {
        self.needs
    }
}

/// The cost of a group of this width besides its blocks.
const fn start(width: usize) -> u32 {
    if width == 1 { SINGLE } else { BEGINNING + SLOT * width as u32 }
}

/// The cheapest groups of 1 to [`WIDEST`] messages, with the work of the batch itself in the cost.
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
            // Of different lengths: what a group of two has to do before its kernel takes 850 cycles (Zen 4), not 610.
            Length::Half => 9 * start / 4,
            Length::HalfWhole => 2 * start,
        };
        costs[i] = (messages, cost.saturating_add(share));
        i += 1;
    }
    cheapest(costs.split_at(widths.len()).0)
}

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

    /// Two rows: width 1 nearly as fast as wider ones, as with instructions for SHA-256; and eight messages for less than the cost of two.
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
            let [begin, each, _] = row.queue(8);
            assert_eq!(row.queued(8, 8, Work(80 * one.0), |_| ten), 10 * row.cost(8) + begin + 8 * each);
            // Half the rounds, half the work.
            assert_eq!(row.queued(8, 8, Work(40 * one.0), |_| Work(5 * one.0)), 5 * row.cost(8) + begin + 8 * each);
        }
    }

    #[test]
    fn the_longest_goes_on_alone() {
        let [_, row] = rows();
        // Seven of one block beside one of a hundred.
        let work = |index| Work(Work::ROUNDS * if index == 0 { 100 } else { 1 });
        let cost = row.queued(8, 8, Work(107 * Work::ROUNDS), work);
        let [begin, each, narrowing] = row.queue(8);
        assert_eq!(cost, row.cost(8) + 99 * row.cost(1) + begin + 8 * each + narrowing);
        // Beside it, two slots are better than eight.
        assert_eq!([1, 2, 3, 16].map(|messages| row.slots(messages)), [[1, 1], [2, 2], [3, 2], [8, 2]]);
        let [many, two] = row.slots(16).map(|slots| row.queued(16, slots, Work(115 * Work::ROUNDS), work));
        assert!(two < many, "{two}, {many}");
    }

    #[test]
    fn what_cannot_gain_is_not_looked_at() {
        let [sha, keccak] = rows();
        // Eight of two blocks; two of which one is long; a hundred short ones.
        assert!(
            !sha.may_share(8, (8 * 100, 100, 1), 64, Work::ROUNDS)
                && keccak.may_share(8, (8 * 200, 200, 1), 136, Work::ROUNDS)
        );
        assert!(!keccak.may_share(2, (100_010, 100_000, 1), 136, Work::ROUNDS / 2));
        assert!(keccak.may_share(100, (3200, 40, 1), 136, Work::ROUNDS));
        // Emerald Rapids, measured: SHA-256 by instructions, where short messages do not pay for a queue, and BLAKE-256, where they make groups.
        let width = |messages, cost| Width::new(messages, Backend::Portable, cost);
        let [sha, blake] = [
            [width(1, 131), width(2, 196), width(8, 643), width(16, 983)],
            [width(1, 377), width(4, 677), width(8, 764), width(16, 1053)],
        ]
        .map(|widths| Row::new("", "", Features::NONE, None, &widths));
        let sha = sha.pricing_whole();
        let shares = |row: &Row, count: u64, mean: u64| {
            row.may_share(count as usize, (count * mean, 2 * mean, 1), 64, Work::ROUNDS)
        };
        assert_eq!([150, 400, 600].map(|mean| shares(&sha, 34, mean)), [false, true, true]);
        assert_eq!([300, 1000].map(|mean| shares(&sha, 16, mean)), [false, true]);
        assert!(shares(&blake, 16, 40) && !shares(&sha, 16, 40));
        // Fifteen of 320 bytes and one of 64.
        assert_eq!([1, 15].map(|as_long| sha.may_share(16, (4864, 320, as_long), 64, Work::ROUNDS)), [false, true]);
        // Saturates for all lengths.
        for row in [&sha, &keccak] {
            row.may_share(3, (u64::MAX, u64::MAX, 3), 136, Work::ROUNDS);
            row.queued(3, 3, Work(u64::MAX), |_| Work(u64::MAX / 3));
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
