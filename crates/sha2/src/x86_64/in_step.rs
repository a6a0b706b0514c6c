//! Two messages of SHA-256 with the processor's SHA instructions.

use super::{NODES, hash_levels, hash_nodes, hash_nodes_of};
use crate::ending::Sha2Word;
use crate::functions::Words32;
use crate::instructions::{Compress, CompressTwo};
use core::marker::PhantomData;
use core::ops::Range;
use lanes::{Rows, Token, x86};
use lanesum_batch::md::compression::{CompressMany, Whole, Word};
use lanesum_batch::wipe::wipe_if_asked;

/// Two messages with the processor's SHA-2 instructions, in step: one message alone does not keep the processor's pipelines busy.
pub struct TwoInStep;

impl CompressMany<x86::ShaNi, u32> for TwoInStep {
    const WIDTH: usize = 2;

    fn compress(isa: x86::ShaNi, words: &mut [u32], rows: &[&[u8]]) {
        let words: &mut [[u32; 2]; 8] =
            words.as_chunks_mut().0.first_chunk_mut().expect("eight words for each message");
        let mut states = [words.map(|[word, _]| word), words.map(|[_, word]| word)];
        Self::compress_two(isa, &mut states, [[&[], rows[0]], [&[], rows[1]]]);
        for ((word, one), two) in words.iter_mut().zip(states[0]).zip(states[1]) {
            *word = [one, two];
        }
        wipe_if_asked(states.as_flattened_mut());
    }

    const TAKES_TWO: bool = true;

    fn compress_two(isa: x86::ShaNi, states: &mut [[u32; 8]; 2], [[a, b], [c, d]]: [[&[u8]; 2]; 2]) {
        let parts = [[Rows::new(&[a]), Rows::new(&[b])], [Rows::new(&[c]), Rows::new(&[d])]];
        isa.run(CompressTwo::<Words32, _> { isa, states, parts, around: None, size: PhantomData });
    }

    fn takes_whole(_: usize) -> bool {
        true
    }

    /// Several pairs in one call.
    const WHOLE: usize = NODES;

    #[inline(always)]
    fn hash_strided(isa: x86::ShaNi, begin: &[u32; 8], data: &[u8], of: [usize; 3], out: &mut [u8]) -> bool {
        let [len, _, count] = of;
        let of_nodes = matches!(len, 64 | 32) && count.checked_mul(32) == Some(out.len());
        if of_nodes {
            hash_nodes_of(isa, begin, data, of, out.as_chunks_mut().0);
        }
        of_nodes
    }

    fn hash_levels(isa: x86::ShaNi, begin: &[u32; 8], nodes: &mut [u8], leaves: usize, new: Range<usize>) -> bool {
        hash_levels(isa, begin, nodes.as_chunks_mut().0, leaves, new);
        true
    }

    fn hash_whole(isa: x86::ShaNi, whole: &Whole<'_, u32>, out: &mut [u8], bytes: usize) {
        let begin = whole.begin.first_chunk().expect("eight words");
        let of_nodes = matches!((whole.bits, whole.rows[0].len()), (512, 64) | (256, 32));
        if of_nodes && bytes == 32 && (2..=NODES).contains(&whole.rows.len()) {
            let out = out.as_chunks_mut().0;
            return hash_nodes(isa, begin, &whole.rows[..out.len()], out);
        }
        let lead = if whole.lead.is_empty() { u32::NO_LEAD } else { &u32::lead(whole.lead) };
        let around = u32::around(lead, whole.bits, whole.known);
        let pairs = whole.heads.chunks(2).zip(whole.rows.chunks(2));
        for (out, (heads, rows)) in out.chunks_mut(2 * bytes).zip(pairs) {
            let mut states = [*begin; 2];
            if let ([head], [rest]) = (heads, rows) {
                let (parts, state) = ([Rows::new(&[head]), Rows::new(&[rest])], &mut states[0]);
                isa.run(Compress::<Words32, _> { isa, state, parts, around: Some(around), size: PhantomData });
            } else {
                let (parts, states) = (parts_of(heads, rows), &mut states);
                isa.run(CompressTwo::<Words32, _> { isa, states, parts, around: Some(around), size: PhantomData });
            }
            for (out, state) in out.chunks_exact_mut(bytes).zip(&states) {
                u32::put_digest(state, out);
            }
            wipe_if_asked(states.as_flattened_mut());
        }
    }
}

/// The parts of two messages, each pair of parts with one length.
#[inline(always)]
fn parts_of<'a>(heads: &[&'a [u8]], rows: &[&'a [u8]]) -> [[Rows<'a, 1>; 2]; 2] {
    let two = |rows: &[&'a [u8]]| [Rows::new(&[rows[0]]), Rows::new(&[rows[1]])];
    let ([head, other_head], [rest, other_rest]) = (two(heads), two(rows));
    [[head, rest], [other_head, other_rest]]
}
