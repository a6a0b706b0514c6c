//! Bytes of one state among several: lane k of instance i is word `k * count + i`. Bytes are in the order of FIPS 202, section B.1,
//! lane (x, y) at `LEN * (x + 5 * y)`, little-endian.

use crate::permutation::lane::LaneWord;
use core::ops::Range;
use lanes::Lanes;
use lanesum_batch::Error;

/// One of `count` states whose words are interleaved.
pub struct Bytes<'a, W: LaneWord> {
    words: &'a mut [W::Register],
    instance: usize,
    count: usize,
}

/// Fails for a range that goes past the end of a state.
#[inline]
pub fn check<W: LaneWord>(start: usize, len: usize) -> Result<(), Error> {
    let size = 25 * W::LEN;
    if start <= size && len <= size - start { Ok(()) } else { Err(Error::OutOfState { start, len, size }) }
}

impl<'a, W: LaneWord> Bytes<'a, W> {
    /// Instance `instance`, below `count`, of `25 * count` words.
    #[inline(always)]
    pub fn new(words: &'a mut [W::Register], instance: usize, count: usize) -> Self {
        check_words(words, instance, count);
        Self { words, instance, count }
    }

    #[inline(always)]
    fn lanes_from(&mut self, first: usize) -> impl Iterator<Item = &mut W::Register> {
        let at = first * self.count + self.instance;
        self.words.get_mut(at..).unwrap_or_default().iter_mut().step_by(self.count)
    }

    /// Adds (exclusive-or) `data` to the bytes from `start` on.
    #[inline(always)]
    pub fn add(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        check::<W>(start, data.len())?;
        let mut words = self.lanes_from(start / W::LEN);
        let mut data = data;
        let at = start % W::LEN;
        if at > 0 {
            // The rest of a lane; then whole lanes, then a part of a lane.
            let first;
            (first, data) = data.split_at(data.len().min(W::LEN - at));
            if let Some(word) = words.next() {
                *word = word.xor(place::<W>(at..at + first.len(), first).expand());
            }
        }
        let mut lanes = data.chunks_exact(W::LEN);
        for (lane, word) in lanes.by_ref().zip(&mut words) {
            *word = word.xor(W::read(lane).expand());
        }
        let rest = lanes.remainder();
        if let (false, Some(word)) = (rest.is_empty(), words.next()) {
            *word = word.xor(W::read(rest).expand());
        }
        Ok(())
    }

    pub fn overwrite(&mut self, start: usize, data: &[u8]) -> Result<(), Error> {
        check::<W>(start, data.len())?;
        self.edit(start, data.len(), |word, lane, from| {
            let new = place::<W>(lane.clone(), &data[from]).expand();
            *word = mask::<W>(lane).expand().andnot(*word).or(new);
        });
        Ok(())
    }

    pub fn overwrite_with_zeroes(&mut self, count: usize) -> Result<(), Error> {
        check::<W>(0, count)?;
        self.edit(0, count, |word, lane, _| *word = mask::<W>(lane).expand().andnot(*word));
        Ok(())
    }

    /// Calls `f` for each word that the range touches, with the range of bytes in the word and the range of bytes in the data.
    fn edit(&mut self, start: usize, len: usize, mut f: impl FnMut(&mut W::Register, Range<usize>, Range<usize>)) {
        for (word, (lane, from)) in self.lanes_from(start / W::LEN).zip(parts::<W>(start, len)) {
            f(word, lane, from);
        }
    }
}

/// Panics for other words: some bytes would be left out, and a digest would be wrong.
#[inline(always)]
pub fn check_words<T>(words: &[T], instance: usize, count: usize) {
    assert!(instance < count && words.len() == 25 * count, "the words of as many states");
}

/// The words of one of `count` interleaved states, from lane `first` on.
#[inline(always)]
fn from_lane<T>(words: &[T], instance: usize, count: usize, first: usize) -> impl Iterator<Item = &T> {
    check_words(words, instance, count);
    words.get(first * count + instance..).unwrap_or_default().iter().step_by(count)
}

/// Copies the bytes from `start` on of one of `count` interleaved states to `out`.
#[inline(always)]
pub fn extract<W: LaneWord>(
    words: &[W::Register],
    instance: usize,
    count: usize,
    start: usize,
    out: &mut [u8],
) -> Result<(), Error> {
    check::<W>(start, out.len())?;
    if start.is_multiple_of(W::LEN) {
        let mut lanes = out.chunks_exact_mut(W::LEN);
        let mut words = from_lane(words, instance, count, start / W::LEN);
        for (lane, word) in lanes.by_ref().zip(&mut words) {
            W::reduce(*word).write(lane);
        }
        let rest = lanes.into_remainder();
        if let (false, Some(word)) = (rest.is_empty(), words.next()) {
            W::reduce(*word).write(rest);
        }
        return Ok(());
    }
    each_part::<W>(words, instance, count, start, out.len(), |bytes, from| out[from].copy_from_slice(bytes));
    Ok(())
}

/// Writes the exclusive-or of `input` and these bytes to `output`.
pub fn extract_and_add<W: LaneWord>(
    words: &[W::Register],
    instance: usize,
    count: usize,
    start: usize,
    input: &[u8],
    output: &mut [u8],
) -> Result<(), Error> {
    if input.len() != output.len() {
        return Err(Error::Length { argument: "output", expected: input.len(), got: output.len() });
    }
    check::<W>(start, input.len())?;
    each_part::<W>(words, instance, count, start, input.len(), |bytes, from| {
        for ((output, input), byte) in output[from.clone()].iter_mut().zip(&input[from]).zip(bytes) {
            *output = input ^ byte;
        }
    });
    Ok(())
}

/// Calls `f` for each lane that the range touches, with the bytes in the lane and their range in the data.
fn each_part<W: LaneWord>(
    words: &[W::Register],
    instance: usize,
    count: usize,
    start: usize,
    len: usize,
    mut f: impl FnMut(&[u8], Range<usize>),
) {
    for (word, (lane, from)) in from_lane(words, instance, count, start / W::LEN).zip(parts::<W>(start, len)) {
        let mut bytes = [0; 8];
        W::reduce(*word).write(&mut bytes);
        f(&bytes[lane], from);
    }
}

/// The lanes that a range of bytes touches: for each, the range of bytes in the lane and the range in the data.
fn parts<W: LaneWord>(start: usize, len: usize) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let mut done = 0;
    core::iter::from_fn(move || {
        let at = (start + done) % W::LEN;
        let count = (W::LEN - at).min(len - done);
        let from = done..done + count;
        done += count;
        (count > 0).then_some((at..at + count, from))
    })
}

/// A lane with `bytes` at the byte positions `at`, and zeroes elsewhere.
#[inline]
fn place<W: LaneWord>(at: Range<usize>, bytes: &[u8]) -> W {
    let mut lane = [0; 8];
    lane[at].copy_from_slice(bytes);
    W::read(&lane)
}

/// A lane with ones in the bytes `at`, and zeroes elsewhere.
fn mask<W: LaneWord>(at: Range<usize>) -> W {
    let mut lane = [0; 8];
    lane[at].fill(0xff);
    W::read(&lane)
}
