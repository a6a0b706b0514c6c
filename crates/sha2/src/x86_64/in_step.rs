//! Two messages of SHA-256 with the processor's SHA instructions.

use super::{NODES, PADDED, hash_levels, hash_nodes, hash_nodes_of, hash_padded};
use crate::ending::{Sha2Word, padded};
use crate::functions::Words32;
use crate::instructions::{Compress, CompressTwo};
use core::marker::PhantomData;
use core::ops::Range;
use lanes::{Rows, Token, x86};
use lanesum_batch::md::chain::copy;
use lanesum_batch::md::compression::{CompressMany, MdWord, Whole};
use lanesum_batch::wipe::{wipe, wipe_if_asked};

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

    fn takes_pieces(bytes: usize) -> bool {
        padded::<u32>(bytes) <= 64 * PADDED
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
        if Self::takes_pieces(bytes_of(whole)) {
            return hash_pieces(isa, begin, whole, out, bytes);
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

fn bytes_of(whole: &Whole<'_, u32>) -> usize {
    whole.lead.len() + whole.heads[0].len() + whole.rows[0].len()
}

/// Short messages, copied with their padding: then the kernel takes as long for a block as for any other.
#[inline(always)]
fn hash_pieces(isa: x86::ShaNi, begin: &[u32; 8], whole: &Whole<'_, u32>, out: &mut [u8], bytes: usize) {
    let out_of = |out| <[u8]>::as_chunks_mut(out).0;
    // Less room takes less time to fill.
    match (out.len() / bytes, padded::<u32>(bytes_of(whole))) {
        _ if bytes < 32 => hash_parts(isa, begin, whole, out, bytes),
        (..=4, 64) => hash_copies::<4, 64>(isa, begin, whole, out_of(out)),
        (..=2, _) => hash_copies::<2, 128>(isa, begin, whole, out_of(out)),
        _ => hash_copies::<8, 128>(isa, begin, whole, out_of(out)),
    }
}

#[inline(never)]
fn hash_copies<const N: usize, const ROOM: usize>(
    isa: x86::ShaNi,
    begin: &[u32; 8],
    whole: &Whole<'_, u32>,
    out: &mut [[u8; 32]],
) {
    let (bytes, mut rooms) = (bytes_of(whole), [[0; ROOM]; N]);
    let padded = padded::<u32>(bytes);
    for room in rooms.iter_mut().take(out.len()) {
        copy(room, whole.lead);
        room[bytes] = 0x80;
        room[padded - 8..padded].copy_from_slice(&(whole.bits as u64).to_be_bytes());
    }
    let groups = whole.heads.chunks(N).zip(whole.rows.chunks(N));
    for (out, (heads, rows)) in out.chunks_mut(N).zip(groups) {
        for (room, (head, row)) in rooms.iter_mut().zip(heads.iter().zip(rows)) {
            let room = &mut room[whole.lead.len()..bytes];
            copy(room, head);
            copy(&mut room[head.len()..], row);
        }
        hash_padded(isa, begin, &rooms[..out.len()], padded / 64, out);
    }
    // The messages behind a state may be what HMAC has between its two hashes.
    if whole.bits == 8 * bytes as u128 {
        wipe_if_asked(rooms.as_flattened_mut());
    } else {
        wipe(rooms.as_flattened_mut());
    }
}

/// The first bytes of the digests, for SHA-224 and SHA-256 shortened.
#[inline(never)]
fn hash_parts(isa: x86::ShaNi, begin: &[u32; 8], whole: &Whole<'_, u32>, out: &mut [u8], bytes: usize) {
    let mut digests = [[0; 32]; NODES];
    let count = out.len() / bytes;
    hash_copies::<8, 128>(isa, begin, whole, &mut digests[..count]);
    for (out, digest) in out.chunks_exact_mut(bytes).zip(&digests) {
        out.copy_from_slice(&digest[..bytes]);
    }
    wipe_if_asked(digests.as_flattened_mut());
}

/// The parts of two messages, each pair of parts with one length.
#[inline(always)]
fn parts_of<'a>(heads: &[&'a [u8]], rows: &[&'a [u8]]) -> [[Rows<'a, 1>; 2]; 2] {
    let two = |rows: &[&'a [u8]]| [Rows::new(&[rows[0]]), Rows::new(&[rows[1]])];
    let ([head, other_head], [rest, other_rest]) = (two(heads), two(rows));
    [[head, rest], [other_head, other_rest]]
}
