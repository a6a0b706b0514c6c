//! The forms that several architectures have; the others are in `ahead`, `x86_64` and `aarch64`.

use super::ending::Sha2Word;
use super::instructions::{Blocks, Compress, Ending};
use super::lanewise;
use core::marker::PhantomData;
use lanes::{Rows, ShaIsa, WordIsa};
use lanesum_batch::md::compression::{CompressMany, CompressOne, Whole};
use lanesum_batch::wipe::wipe_if_asked;

/// One message, with one word in each register.
pub struct Wordwise;

impl<W: Sha2Word, I: WordIsa<W, 1>> CompressOne<I, [W; 8]> for Wordwise {
    #[inline]
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        let mut words = state.map(|word| [word]);
        isa.run(lanewise::Compress::<W::Functions, _, 1> {
            isa,
            state: &mut words,
            parts: [Rows::new(&[&[]]), Rows::new(&[data])],
            whole: None,
            size: PhantomData,
        });
        *state = words.map(|[word]| word);
    }
}

/// `N` messages, one word of each in a register.
pub struct Lanewise<const N: usize>;

impl<W: Sha2Word, I: WordIsa<W, N>, const N: usize> CompressMany<I, W> for Lanewise<N> {
    const WIDTH: usize = N;

    fn compress(isa: I, words: &mut [W], rows: &[&[u8]]) {
        let state = words.as_chunks_mut::<N>().0.first_chunk_mut().expect("eight words for each message");
        let parts = [Rows::new(&[&[]; N]), rows_of_all(rows)];
        isa.run(lanewise::Compress::<W::Functions, _, N> { isa, state, parts, whole: None, size: PhantomData });
    }

    fn takes_whole(bytes: usize) -> bool {
        I::LOADS_ENDS && bytes >= 16
    }

    fn hash_whole(isa: I, whole: &Whole<'_, W>, out: &mut [u8], bytes: usize) {
        // Without them, there is no kernel.
        assert!(I::LOADS_ENDS, "the caller has asked `takes_whole`");
        let [heads, rows] =
            [whole.heads, whole.rows].map(|rows| rows.first_chunk::<N>().expect("a row for each message"));
        lanewise::with_padding(whole, |whole| {
            isa.run(lanewise::HashWhole::<W::Functions, _, N> { isa, heads, rows, whole, out, bytes });
        });
    }
}

#[inline(always)]
pub fn rows_of_all<'a, const N: usize>(rows: &[&'a [u8]]) -> Rows<'a, N> {
    Rows::new(rows.first_chunk().expect("a row for each message"))
}

/// One message with a form for `N` messages: all slots hash it.
pub struct Repeated<const N: usize>;

impl<W: Sha2Word, I: WordIsa<W, N>, const N: usize> CompressOne<I, [W; 8]> for Repeated<N> {
    #[inline]
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        let mut words = state.map(|word| [word; N]);
        <Lanewise<N> as CompressMany<I, W>>::compress(isa, words.as_flattened_mut(), &[data; N]);
        *state = words.map(|word| word[0]);
        wipe_if_asked(words.as_flattened_mut());
    }
}

/// Splits off the last one or two blocks of `data`, if a group of `N` would have no more: word by word, these take less time than a group
/// with idle slots.
#[inline(always)]
pub fn in_groups<const N: usize>(data: &[u8], block: usize) -> (&[u8], &[u8]) {
    const LEAST: usize = 3;
    match data.len() % (block * N) / block {
        rest if rest < LEAST => data.split_at(data.len() - block * rest),
        _ => (data, &[]),
    }
}

/// The blocks of a group as rows, and their number, at least one. Idle rows repeat the first block.
#[inline(always)]
pub fn rows_of<const N: usize>(group: &[u8], block: usize) -> (Rows<'_, N>, usize) {
    let mut rows = [&group[..block]; N];
    let mut blocks = 0;
    for block in group.chunks_exact(block).take(N) {
        rows[blocks] = block;
        blocks += 1;
    }
    (Rows::new(&rows), blocks)
}

/// One message with the processor's SHA-2 instructions.
pub struct ShaInstructions;

impl<W: Sha2Word, I: ShaIsa<W>> CompressOne<I, [W; 8]> for ShaInstructions {
    #[inline]
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        Self::compress_to_end(isa, state, &[], data);
    }

    #[inline]
    fn compress_to_end(isa: I, state: &mut [W; 8], data: &[u8], end: &[u8]) {
        let parts = [Rows::new(&[data]), Rows::new(&[end])];
        isa.run(Blocks(Compress::<W::Functions, _> { isa, state, parts, around: None, size: PhantomData }));
    }

    #[inline]
    fn hash(isa: I, begin: &[W; 8], before: &[u8], rest: &[u8], bits: u128, out: &mut [u8]) -> bool {
        if I::LOADS_ENDS && before.is_empty() {
            isa.run(Ending { isa, begin, rest, bits, out });
        } else if I::LOADS_ENDS {
            let (lead, head) = if before.len() < 16 { (before, &[][..]) } else { (&[][..], before) };
            let lead = if lead.is_empty() { W::NO_LEAD } else { &W::lead(lead) };
            let parts = [Rows::new(&[head]), Rows::new(&[rest])];
            let around = Some(W::around(lead, bits, None));
            let mut state = *begin;
            isa.run(Compress::<W::Functions, _> { isa, state: &mut state, parts, around, size: PhantomData });
            W::put_digest(&state, out);
            wipe_if_asked(&mut state);
        }
        I::LOADS_ENDS
    }
}
