//! One point of the grid, and its messages.

use std::ops::Range;

use super::record::RowKind;

/// One point of the grid, which is the same for all contenders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The name of the function: as in `lanesum info`, or one that only a rival knows.
    pub algorithm: String,
    /// The kind of row.
    pub kind: RowKind,
    /// Bytes of each message; for ragged messages, about their mean.
    pub bytes: usize,
    /// The number of messages.
    pub messages: usize,
    /// Bytes of output of each message.
    pub output_bytes: usize,
    /// The number of threads that hash this many messages each, at once, or share one ([`RowKind::OneMessage`]); 1 for all other kinds.
    pub threads: usize,
}

/// The messages of a case, in one buffer that all contenders share.
#[derive(Clone, Debug)]
pub struct Input {
    data: Vec<u8>,
    ranges: Vec<Range<usize>>,
}

impl Input {
    /// The messages of a case; a case always has the same ones.
    pub fn of(case: &Case) -> Self {
        let mut numbers = Numbers::default();
        let mut ranges = Vec::with_capacity(case.messages);
        let mut end = 0;
        for _ in 0..case.messages {
            let bytes = match case.kind {
                // Uniform from 0 to twice the mean.
                RowKind::Ragged => (numbers.draw() % (2 * case.bytes as u64 + 1)) as usize,
                _ => case.bytes,
            };
            ranges.push(end..end + bytes);
            end += bytes;
        }
        // Allocated once: a buffer that doubles would take three times as much memory.
        let mut data = vec![0; end];
        for chunk in data.chunks_mut(8) {
            chunk.copy_from_slice(&numbers.draw().to_le_bytes()[..chunk.len()]);
        }
        Self { data, ranges }
    }

    /// The messages, in order.
    pub fn messages(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.ranges.iter().map(|range| &self.data[range.clone()])
    }

    /// Bytes of all messages together.
    pub fn total(&self) -> usize {
        self.ranges.last().map_or(0, |range| range.end)
    }
}

/// Pseudorandom numbers (Marsaglia's xorshift64), the same in every run.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Default for Numbers {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Numbers {
    /// The next number, which is never 0.
    pub fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(kind: RowKind, bytes: usize, messages: usize) -> Case {
        Case { algorithm: "sha3-256".into(), kind, bytes, messages, output_bytes: 32, threads: 1 }
    }

    #[test]
    fn equal_messages_are_equally_long_and_differ() {
        let input = Input::of(&case(RowKind::Messages, 100, 3));
        let messages: Vec<&[u8]> = input.messages().collect();
        assert_eq!(messages.iter().map(|m| m.len()).collect::<Vec<_>>(), [100; 3]);
        assert_ne!(messages[0], messages[1]);
        assert_eq!(input.total(), 300);
        assert_eq!(Input::of(&case(RowKind::Messages, 0, 2)).total(), 0);
    }

    #[test]
    fn ragged_messages_have_about_the_mean_that_was_asked_for_and_are_always_the_same() {
        let case = case(RowKind::Ragged, 1000, 1000);
        let input = Input::of(&case);
        assert!((900_000..1_100_000).contains(&input.total()), "{}", input.total());
        assert!(input.messages().any(|m| m.len() < 100) && input.messages().any(|m| m.len() > 1900));
        assert!(input.messages().eq(Input::of(&case).messages()));
    }
}
