//! The messages of a batch that have not begun, each with the place for its output.

use super::Message;
use super::message::Messages;
use crate::Error;
use crate::sure::sure;

/// Messages and the places for their outputs.
pub struct Jobs<'m, 'o, 'a> {
    messages: &'m dyn Messages,
    next: usize,
    /// The places of those that have not begun, `output_bytes` each.
    out: &'o mut [u8],
    output_bytes: usize,
    /// Hashes a message that is not for the queue; whether it was one.
    aside: Option<&'a mut Aside<'a>>,
    /// How many are for the queue.
    left: usize,
}

/// What hashes messages that are too long for the queue.
pub type Aside<'a> = dyn FnMut(Message<'_>, &mut [u8]) -> bool + 'a;

impl<'m, 'o, 'a> Jobs<'m, 'o, 'a> {
    /// All of `messages`, each to its `output_bytes` bytes of `out`.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` has not as many bytes for each message.
    pub(crate) fn new(messages: &'m dyn Messages, output_bytes: usize, out: &'o mut [u8]) -> Result<Self, Error> {
        let left = messages.count();
        let expected = left.checked_mul(output_bytes);
        if expected != Some(out.len()) {
            let expected = expected.unwrap_or(usize::MAX);
            return Err(Error::Length { argument: "out", expected, got: out.len() });
        }
        Ok(Self { messages, next: 0, out, output_bytes, aside: None, left })
    }

    /// The same with all messages but `left` hashed aside. Where that is none, groups that are alike go straight through.
    pub(crate) fn with_aside(self, aside: &'a mut Aside<'a>, left: usize) -> Self {
        let none = left == self.left;
        Self { aside: if none { None } else { Some(aside) }, left, ..self }
    }

    /// The next message of the queue.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<(Message<'m>, &'o mut [u8])> {
        loop {
            if self.next == self.messages.count() {
                return None;
            }
            let message = self.messages.message(self.next);
            self.next += 1;
            let (out, rest) = core::mem::take(&mut self.out).split_at_mut(self.output_bytes);
            self.out = rest;
            if let Some(aside) = &mut self.aside
                && aside(message, out)
            {
                continue;
            }
            // One too many would have no digest of its own, or another's place.
            self.left = sure(self.left.checked_sub(1).ok_or(()));
            return Some((message, out));
        }
    }

    /// The same where there is one.
    ///
    /// # Panics
    /// If more messages were hashed aside than were announced: the rest would have no digest.
    #[inline]
    pub(crate) fn take_one(&mut self) -> (Message<'m>, &'o mut [u8]) {
        sure(self.take().ok_or(()))
    }

    /// Hashes those aside that are behind the last one of the queue.
    ///
    /// # Panics
    /// If one of them is for the queue.
    pub(crate) fn finish(&mut self) {
        assert!(self.take().is_none(), "a message too many");
    }

    /// The next messages, as many as there is room for; how many those are. None if some are to be hashed aside. They stay the next
    /// ones until [`Jobs::places`] has taken as many.
    #[inline]
    pub(crate) fn peek(&self, group: &mut [Message<'m>]) -> usize {
        if self.aside.is_some() {
            return 0;
        }
        let count = group.len().min(self.left);
        self.messages.fetch(self.next, &mut group[..count]);
        count
    }

    /// The places of the next `count` messages, and how many bytes each has; these messages are taken then.
    #[inline]
    pub(crate) fn places(&mut self, count: usize) -> (usize, &'o mut [u8]) {
        let (places, rest) = core::mem::take(&mut self.out).split_at_mut(count * self.output_bytes);
        self.out = rest;
        self.next += count;
        self.left -= count;
        (self.output_bytes, places)
    }

    /// How many messages are left for the queue.
    #[inline]
    pub(crate) const fn left(&self) -> usize {
        self.left
    }

    /// How long messages are that may share a kernel: the mean of all but the longest, which goes on alone when the others have
    /// ended.
    pub(crate) fn typical_bytes(&self) -> usize {
        let (mut all, mut longest) = (0_usize, 0);
        let count = self.messages.count();
        for index in 0..count {
            let bytes = self.messages.message(index).bytes();
            all = all.saturating_add(bytes);
            longest = longest.max(bytes);
        }
        if count > 1 { (all - longest) / (count - 1) } else { longest }
    }
}

/// Fails if a message has more bits than there is room for.
pub(crate) fn room_for(messages: &dyn Messages, room: u128) -> Result<(), Error> {
    let bits = |message: Message<'_>| 8 * message.bytes() as u128 + u128::from(message.tail.bits());
    let fit = (0..messages.count()).all(|index| bits(messages.message(index)) <= room);
    if fit { Ok(()) } else { Err(Error::MessageTooLong) }
}

/// For functions that take whole bytes only.
pub(crate) fn whole_bytes(messages: &dyn Messages) -> Result<(), Error> {
    let whole = (0..messages.count()).all(|index| messages.message(index).tail.is_empty());
    if whole { Ok(()) } else { Err(Error::WholeBytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_is_not_typical() {
        let of = |lengths: &[usize]| {
            let messages: std::vec::Vec<&[u8]> = lengths.iter().map(|len| &[0; 100][..*len]).collect();
            Jobs::new(&messages, 0, &mut []).map(|jobs| jobs.typical_bytes())
        };
        assert_eq!([of(&[]), of(&[7]), of(&[100, 3])], [0, 7, 3].map(Ok));
        assert_eq!([of(&[3, 100, 3]), of(&[50; 9]), of(&[0, 10, 20, 90])], [3, 50, 10].map(Ok));
        // Prefixes count; what has no bytes does not.
        let bits = Message::new(&[1; 5]).with_last_bits(1, 1).expect("one bit");
        let messages = [Message::prefixed(&[0; 40], &[0; 2]), bits];
        assert_eq!(Jobs::new(&messages, 0, &mut []).map(|jobs| jobs.typical_bytes()), Ok(5));
    }

    #[test]
    #[should_panic(expected = "a call that cannot fail has failed")]
    fn more_messages_aside_than_announced() {
        let messages: [&[u8]; 2] = [b"a", b"b"];
        let (mut out, mut aside) = ([0; 2], |_: Message<'_>, _: &mut [u8]| true);
        let mut jobs = Jobs::new(&messages, 1, &mut out).expect("a byte for each").with_aside(&mut aside, 1);
        jobs.take_one();
    }

    #[test]
    #[should_panic(expected = "a call that cannot fail has failed")]
    fn fewer_messages_aside_than_announced() {
        let messages: [&[u8]; 2] = [b"a", b"b"];
        let (mut out, mut aside) = ([0; 2], |_: Message<'_>, _: &mut [u8]| false);
        let mut jobs = Jobs::new(&messages, 1, &mut out).expect("a byte for each").with_aside(&mut aside, 1);
        jobs.take_one();
        jobs.take_one();
    }

    #[test]
    fn messages_aside_leave_their_places() {
        let messages: [&[u8]; 4] = [b"a", b"long", b"b", b"longer"];
        let mut out = [0; 4];
        let mut aside = |message: Message<'_>, out: &mut [u8]| {
            let long = message.body.len() > 1;
            if long {
                out[0] = 9;
            }
            long
        };
        let mut jobs = Jobs::new(&messages, 1, &mut out).expect("a byte for each").with_aside(&mut aside, 2);
        for (expected, left) in [(b"a", 1), (b"b", 0)] {
            let (message, place) = jobs.take().expect("one that is short");
            assert_eq!((message.body, jobs.left()), (&expected[..], left));
            place[0] = 1;
        }
        assert!(jobs.take().is_none());
        assert_eq!(out, [1, 9, 1, 9]);
    }
}
