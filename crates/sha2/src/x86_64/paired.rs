//! SHA-256 of 32 whole messages, two groups of sixteen side by side: neither waits for its own results.

use super::{PairWords, compress_pair, compress_pair_known};
use crate::constants::K_256;
use crate::ending::padded;
use crate::forms::{Lanewise, rows_of_all};
use crate::lanewise::{Padding, load_block, with_padding};
use lanes::x86::Avx512;
use lanes::{
    Kernel, Rows, Token, WordIsa,
    inlined::{map, zip},
};
use lanesum_batch::md::compression::{self, CompressMany};
use lanesum_batch::wipe::wipe_if_asked;

/// Hashes whole messages of one length, at least 16 bytes, to `out`.
pub struct HashPair<'a> {
    pub isa: Avx512,
    /// The parts of each group's messages: whole blocks, then the rest.
    pub parts: &'a [[Rows<'a, 16>; 2]; 2],
    pub whole: Padding<'a, u32>,
    pub out: &'a mut [[[u8; 32]; 16]; 2],
}

impl Kernel for HashPair<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { isa, parts, whole, out } = self;
        let (mut state, mut words) = (PairWords([[[0; 16]; 2]; 8]), PairWords([[[0; 16]; 2]; 16]));
        zip(&mut state.0, whole.begin, |state, word| {
            isa.store(isa.splat(word), &mut state[0]);
            isa.store(isa.splat(word), &mut state[1]);
        });
        let [[heads, rows], _] = parts;
        let padded = padded::<u32>(whole.around.lead_bytes + rows.len());
        let known = whole.around.known.and_then(|sums| sums.first_chunk());
        let all = heads.len() + if known.is_some() { padded - 64 } else { padded };
        for at in (0..all).step_by(64) {
            for (group, parts) in parts.iter().enumerate() {
                let loaded = load_block(isa, parts, at, padded, Some(whole));
                zip(&mut words.0, &loaded, |words, loaded| isa.store(loaded, &mut words[group]));
            }
            compress_pair(isa, &mut state, &mut words, &K_256);
        }
        if let Some(sums) = known {
            compress_pair_known(isa, &mut state, sums);
        }
        let out = out.as_flattened_mut().as_flattened_mut();
        for group in 0..2 {
            let words = map(state.0, |words| isa.load(&words[group]));
            WordIsa::<u32, 16>::store_rows::<false>(isa, &words, &mut out[group * 512..][..512]);
        }
        wipe_if_asked(state.0.as_flattened_mut().as_flattened_mut());
        wipe_if_asked(words.0.as_flattened_mut().as_flattened_mut());
    }
}

/// Sixteen messages of SHA-256, or 32 whole ones.
pub struct Paired;

impl CompressMany<Avx512, u32> for Paired {
    const WIDTH: usize = 16;
    const WHOLE: usize = 32;

    fn compress(isa: Avx512, words: &mut [u32], rows: &[&[u8]]) {
        <Lanewise<16> as CompressMany<_, _>>::compress(isa, words, rows);
    }

    fn takes_whole(bytes: usize) -> bool {
        bytes >= 16
    }

    fn hash_whole(isa: Avx512, whole: &compression::Whole<'_, u32>, out: &mut [u8], bytes: usize) {
        if let (32, Some(out)) = (bytes, out.as_chunks_mut().0.as_chunks_mut().0.first_chunk_mut()) {
            // Not in the kernel, where LLVM would compare the lengths in vectors, which the prover cannot follow.
            let group = |at| [rows_of_all(&whole.heads[at..]), rows_of_all(&whole.rows[at..])];
            let parts = &[group(0), group(16)];
            with_padding(whole, |whole| isa.run(HashPair { isa, parts, whole, out }));
            return;
        }
        let groups = whole.heads.chunks(16).zip(whole.rows.chunks(16));
        for (out, (heads, rows)) in out.chunks_mut(16 * bytes).zip(groups) {
            let (mut all_heads, mut all_rows) = ([heads[0]; 16], [rows[0]; 16]);
            all_heads[..heads.len()].copy_from_slice(heads);
            all_rows[..rows.len()].copy_from_slice(rows);
            let whole = compression::Whole { heads: &all_heads, rows: &all_rows, ..*whole };
            <Lanewise<16> as CompressMany<_, _>>::hash_whole(isa, &whole, out, bytes);
        }
    }
}
