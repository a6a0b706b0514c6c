//! The work of a batch: each message with the buffer for its output.

use super::Message;
use super::message::Messages;
use crate::Error;
use crate::plan::{WIDEST, Work};

/// The messages of a batch, with their number and lengths.
pub struct Survey<'m> {
    pub messages: &'m dyn Messages,
    pub count: usize,
    /// The bytes of all messages, the bytes of the shortest, the bits of the longest, and how many are as long.
    pub bytes: u64,
    pub shortest: u64,
    longest_bits: u64,
    as_long: usize,
    /// Whether any message does not end at a byte boundary.
    has_last_bits: bool,
    /// What all messages have before their bodies, if it is the same, the bodies are of one length, and nothing is after them.
    pub shared: Option<&'m [u8]>,
}

/// The total and the greatest length in bytes of some messages, and how many are as long as that.
pub type Lengths = (u64, u64, usize);

/// The greatest length and how often it was there, after one more.
#[inline(always)]
fn longer((longest, as_long): (u64, usize), length: u64) -> (u64, usize) {
    (longest.max(length), if length > longest { 1 } else { as_long + usize::from(length == longest) })
}

impl<'m> Survey<'m> {
    /// Looks at each message once, in code for which the compiler knows their type. This takes a few cycles a message; a call through
    /// [`Survey::messages`] takes more than ten.
    #[inline]
    pub fn of<M: Messages>(messages: &'m M) -> Self {
        let count = messages.count();
        // Where all are alike, the first one tells.
        let looked_at = if messages.strided().is_some() { count.min(1) } else { count };
        let (mut bytes, mut shortest, mut longest_bits, mut as_long, mut last_bits) = (0_u64, u64::MAX, 0, 0, 0);
        let shared = if count > 0 { messages.message(0).prefix } else { &[] };
        let mut differ = false;
        for index in 0..looked_at {
            let message = messages.message(index);
            let (of_this, of_tail) = (message.bytes() as u64, message.tail.bits());
            bytes = bytes.saturating_add(of_this);
            shortest = shortest.min(of_this);
            let bits = of_this.saturating_mul(8).saturating_add(of_tail.into());
            (longest_bits, as_long) = longer((longest_bits, as_long), bits);
            last_bits |= of_tail;
            differ |= !message.has_prefix(shared);
        }
        if looked_at < count {
            (bytes, as_long) = (bytes.saturating_mul(count as u64), count);
        }
        let has_last_bits = last_bits != 0;
        let shared = (!differ && !has_last_bits && as_long == count).then_some(shared);
        Self { messages, count, bytes, shortest, longest_bits, as_long, has_last_bits, shared }
    }

    /// Whether all messages are bodies of one length, with nothing before or after them.
    #[inline]
    pub fn are_bodies(&self) -> bool {
        self.shared.is_some_and(<[u8]>::is_empty)
    }

    #[inline]
    pub const fn longest(&self) -> u64 {
        self.longest_bits / 8
    }

    #[inline]
    pub const fn lengths(&self) -> Lengths {
        (self.bytes, self.longest(), self.as_long)
    }

    /// Fails if a message has more than `room` bits.
    pub fn room_for(&self, room: u128) -> Result<(), Error> {
        if u128::from(self.longest_bits) <= room { Ok(()) } else { Err(Error::MessageTooLong) }
    }

    /// Fails if a message does not end at a byte boundary.
    pub const fn whole_bytes(&self) -> Result<(), Error> {
        if self.has_last_bits { Err(Error::WholeBytes) } else { Ok(()) }
    }
}

pub struct Jobs<'m, 'o, 'a> {
    pub survey: &'m Survey<'m>,
    /// The number of the next message.
    next: usize,
    /// The outputs of all messages, `output_bytes` bytes each.
    pub out: &'o mut [u8],
    pub output_bytes: usize,
    aside: Option<&'a mut Aside<'a>>,
}

pub const NO_MESSAGES: [Message<'static>; WIDEST] = [const { Message::new(&[]) }; WIDEST];

/// Hashes a message outside the slots of a kernel and returns true, or returns false if the message is for the slots.
pub type Aside<'a> = dyn FnMut(Message<'_>, &mut [u8]) -> bool + 'a;

/// A message of a window: its number of blocks and its distance from the window's first message. Longer messages sort first. (32 bits, which
/// every processor compares side by side.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Entry(u32);

/// The number of messages that are sorted at a time.
pub const WINDOW: usize = 64;

impl Entry {
    const BEHIND_BITS: u32 = WINDOW.ilog2();
    const MOST_BLOCKS: u32 = u32::MAX >> Self::BEHIND_BITS;

    /// Of 2^26 blocks and more, one less than that is noted.
    #[inline]
    fn new(blocks: usize, behind: usize) -> Self {
        let blocks = u32::try_from(blocks).unwrap_or(u32::MAX).min(Self::MOST_BLOCKS);
        Self((Self::MOST_BLOCKS - blocks) << Self::BEHIND_BITS | behind as u32)
    }

    #[inline]
    pub const fn blocks(self) -> u32 {
        Self::MOST_BLOCKS - (self.0 >> Self::BEHIND_BITS)
    }

    #[inline]
    pub const fn has_as_many(self, other: Self) -> bool {
        self.blocks() == other.blocks()
    }

    /// The message's work at this many rounds a block.
    #[inline]
    pub const fn work(self, rounds: u64) -> Work {
        Work(self.blocks() as u64 * rounds)
    }

    #[inline]
    pub const fn behind(self) -> usize {
        self.0 as usize % WINDOW
    }
}

impl<'m, 'o, 'a> Jobs<'m, 'o, 'a> {
    /// All messages, with `output_bytes` bytes of `out` for each.
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has that many bytes for each message.
    #[inline]
    pub fn new(survey: &'m Survey<'m>, output_bytes: usize, out: &'o mut [u8]) -> Result<Self, Error> {
        let expected = survey.count.checked_mul(output_bytes);
        if expected != Some(out.len()) {
            let expected = expected.unwrap_or(usize::MAX);
            return Err(Error::Length { argument: "out", expected, got: out.len() });
        }
        Ok(Self { survey, next: 0, out, output_bytes, aside: None })
    }

    pub fn with_aside(self, aside: &'a mut Aside<'a>) -> Self {
        Self { aside: Some(aside), ..self }
    }

    #[inline]
    pub const fn left(&self) -> usize {
        self.survey.count - self.next
    }

    /// Takes the next message that `aside` does not hash.
    #[inline]
    pub fn take(&mut self) -> Option<(Message<'m>, &mut [u8])> {
        while self.left() > 0 {
            let index = self.next;
            self.next += 1;
            if !self.is_aside(index) {
                return Some((self.survey.messages.message(index), self.place(index)));
            }
        }
        None
    }

    /// Takes the next `count` messages, or all that are left, and calls `hash` for each that `aside` does not hash.
    #[inline]
    pub fn take_each(&mut self, count: usize, mut hash: impl FnMut(&Message<'m>, &mut [u8])) {
        let end = self.survey.count.min(self.next + count);
        // Four messages a call of `fetch`.
        let mut few = [const { Message::new(&[]) }; 4];
        while self.next < end {
            let first = self.next;
            let few = &mut few[..(end - first).min(4)];
            self.survey.messages.fetch(first, few);
            self.next += few.len();
            let bytes = self.output_bytes;
            let mut places = &mut self.out[first * bytes..self.next * bytes];
            for message in few {
                let place = places.split_off_mut(..bytes).unwrap_or_default();
                if !self.aside.as_mut().is_some_and(|aside| aside(*message, place)) {
                    hash(message, place);
                }
            }
        }
    }

    #[inline]
    pub fn place(&mut self, index: usize) -> &mut [u8] {
        &mut self.out[index * self.output_bytes..][..self.output_bytes]
    }

    /// Writes a message to `message`. (A returned message would be stored in words and moved in longer pieces; the processor must finish
    /// the stores before it can load the pieces.)
    #[inline]
    pub fn get(&self, index: usize, message: &mut Message<'m>) {
        self.survey.messages.fetch(index, core::slice::from_mut(message));
    }

    /// Offers a message to `aside`; returns whether `aside` hashed it.
    #[inline]
    fn is_aside(&mut self, index: usize) -> bool {
        let Some(aside) = &mut self.aside else { return false };
        let place = &mut self.out[index * self.output_bytes..][..self.output_bytes];
        aside(self.survey.messages.message(index), place)
    }

    /// Fills the beginning of `group` with the next messages, at most `most`, and returns them; they stay in the queue. Empty if each
    /// message must be offered to `aside` first.
    #[inline]
    pub fn peek<'g>(&self, group: &'g mut [Message<'m>], most: usize) -> &'g [Message<'m>] {
        let count = if self.aside.is_some() { 0 } else { most.min(group.len()).min(self.left()) };
        self.survey.messages.fetch(self.next, &mut group[..count]);
        &group[..count]
    }

    /// [`Survey::lengths`] of the next `count` messages, if known or quickly found.
    #[inline]
    pub fn lengths(&self, count: usize) -> Option<Lengths> {
        if count == self.survey.count {
            return Some(self.survey.lengths());
        }
        if count > WIDEST {
            return None;
        }
        let (mut all, mut longest, mut as_long) = (0_u64, 0, 0);
        for index in self.next..self.next + count {
            let bytes = self.survey.messages.message(index).bytes() as u64;
            all = all.saturating_add(bytes);
            (longest, as_long) = longer((longest, as_long), bytes);
        }
        Some((all, longest, as_long))
    }

    /// What all messages have before their bodies, and the length of these, if both are the same and nothing else is there.
    #[inline]
    pub fn bodies(&self) -> Option<(&'m [u8], usize)> {
        let shared = self.survey.shared.filter(|_| self.aside.is_none() && self.output_bytes > 0)?;
        Some((shared, usize::try_from(self.survey.shortest).ok()? - shared.len()))
    }

    /// Takes the next bodies, as many as `group` has room for, and returns their outputs; nothing if they do not have `bytes` bytes each,
    /// because they change.
    #[inline]
    pub fn take_bodies(&mut self, bytes: usize, group: &mut [&'m [u8]]) -> Option<&mut [u8]> {
        self.survey.messages.fetch_bodies(self.next, group);
        let differ = group.iter().fold(0, |all, body| all | (body.len() ^ bytes));
        (differ == 0).then(|| self.take_places(group.len()))
    }

    #[inline]
    pub const fn next(&self) -> usize {
        self.next
    }

    /// Takes the next `count` messages and returns their outputs.
    #[inline]
    pub fn take_places(&mut self, count: usize) -> &mut [u8] {
        let first = self.next;
        self.next += count;
        &mut self.out[first * self.output_bytes..self.next * self.output_bytes]
    }

    /// Fills `entries` from the next messages, without those that `aside` hashes, and returns their number. Distances are from the message
    /// that was the next before the call. `blocks` counts a message's blocks, which have `block` bytes.
    pub fn take_entries(
        &mut self,
        entries: &mut [Entry],
        block: usize,
        blocks: impl Fn(&Message<'m>) -> usize,
    ) -> usize {
        let mut count = 0;
        // Each block of output after the first costs a permutation.
        let more = if self.output_bytes > block { (self.output_bytes - 1) / block } else { 0 };
        let first = self.next;
        let room = entries.len().min(self.left());
        let mut message = Message::new(&[]);
        for index in first..first + room {
            self.next += 1;
            if self.is_aside(index) {
                continue;
            }
            self.get(index, &mut message);
            entries[count] = Entry::new(blocks(&message).saturating_add(more), index - first);
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_after_the_other() {
        let messages: [&[u8]; 3] = [b"a", b"", b"c"];
        let mut out = [0; 6];
        let survey = Survey::of(&messages);
        let mut jobs = Jobs::new(&survey, 2, &mut out).expect("two bytes for each");
        for (i, expected) in messages.iter().enumerate() {
            assert_eq!(jobs.left(), 3 - i);
            let (message, place) = jobs.take().expect("one more");
            assert_eq!((message.body, place.len()), (*expected, 2));
            place.fill(1 + i as u8);
        }
        assert!(jobs.take().is_none() && jobs.left() == 0);
        assert_eq!(out, [1, 1, 2, 2, 3, 3]);
        assert!(Jobs::new(&Survey::of(&messages), 2, &mut [0; 5]).is_err());
    }
}
