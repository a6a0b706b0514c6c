//! Tests of the kernels on the model vectors, which are arrays: they run on any machine and under Miri.

use core::marker::PhantomData;
use lanes::{LaneModel, Portable, Rows, ShaModel, Token};
use lanesum_sha2::constants::{SHA_256, SHA_512};
use lanesum_sha2::functions::{Words32, Words64};
use lanesum_sha2::scheduled::Schedule;
use lanesum_sha2::{ahead, instructions, lanewise, packed};
use reference::{BitString, sha2};

/// Schedules on arrays and rounds in words, compared with the plain text, for one block up to the words of a vector.
macro_rules! against_the_plain_text {
    ($($name:ident: $size:ident of $word:ident x $n:literal, $rounds:literal;)*) => { $(
        #[test]
        fn $name() {
            const BLOCK: usize = 16 * size_of::<$word>();
            let data: [u8; $n * BLOCK] = core::array::from_fn(|i| (i * i % 251) as u8);
            for blocks in if cfg!(miri) { $n..=$n } else { 1..=$n } {
                let mut state = core::array::from_fn(|i| ($word::MAX / 3).wrapping_mul(i as $word + 1));
                let mut expected = state.map(|word| [word]);
                Portable.run(lanewise::Compress::<$size, _, 1> {
                    isa: Portable,
                    state: &mut expected,
                    parts: [Rows::new(&[&[]]), Rows::new(&[&data[..BLOCK * blocks]])],
                    whole: None,
                    size: PhantomData,
                });
                let mut sums = [[0; $n]; $rounds];
                let rows = Rows::new(&core::array::from_fn::<_, $n, _>(|block| &data[BLOCK * block..][..BLOCK]));
                LaneModel.run(Schedule::<$size, _, $n> { isa: LaneModel, rows, sums: &mut sums, size: PhantomData });
                Portable.run(ahead::RoundsAhead::<$size, _, $n> {
                    isa: Portable,
                    state: &mut state,
                    sums: &sums,
                    blocks,
                    size: PhantomData,
                });
                assert_eq!(state.map(|word| [word]), expected, "{blocks} blocks");
            }
        }
    )* };
}
against_the_plain_text! {
    sha256_is_right_on_the_model: Words32 of u32 x 4, 64;
    sha512_is_right_on_the_model: Words64 of u64 x 2, 80;
}

/// Of packed words: schedule and rounds on arrays, compared with the plain text, for one to four blocks.
#[test]
fn packed_words() {
    let data: [u8; 512] = core::array::from_fn(|i| (i * i % 251) as u8);
    for blocks in if cfg!(miri) { 3..=3 } else { 1..=4 } {
        let mut state = core::array::from_fn(|i| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i as u64 + 1));
        let mut expected = [state].map(|words: [u64; 8]| words.map(|word| [word]));
        let rows = Rows::new(&[&data[..128 * blocks]]);
        Portable.run(lanewise::Compress::<Words64, _, 1> {
            isa: Portable,
            state: &mut expected[0],
            parts: [Rows::new(&[&[]]), rows],
            whole: None,
            size: PhantomData,
        });
        let mut sums = [[0; 4]; 80];
        let rows = Rows::new(&[0, 1, 2, 3].map(|block| &data[128 * block..][..128]));
        LaneModel.run(Schedule::<Words64, _, 4> { isa: LaneModel, rows, sums: &mut sums, size: PhantomData });
        LaneModel.run(packed::PackedRounds { isa: LaneModel, state: &mut state, sums: &sums, blocks });
        assert_eq!(state, expected[0].map(|word| word[0]), "{blocks} blocks");
    }
}

#[test]
fn sha_instructions() {
    for blocks in 0..4 {
        let data: Vec<u8> = (0..blocks * 128).map(|i| (i * i % 251) as u8).collect();
        let bits = BitString::from_bytes_msb(&data);
        let expected = sha2::compress_all(sha2::Word::W32, SHA_256.map(u64::from), &bits);
        let expected64 = sha2::compress_all(sha2::Word::W64, SHA_512, &bits);
        for first in 0..=blocks {
            let (data, end) = data.split_at(128 * first);
            let parts = [Rows::new(&[data]), Rows::new(&[end])];
            let mut state = SHA_256;
            ShaModel.run(instructions::Compress::<Words32, _> {
                isa: ShaModel,
                state: &mut state,
                parts,
                around: None,
                size: PhantomData,
            });
            assert_eq!(state.map(u64::from), expected, "{first} of {blocks}");
            let mut state = SHA_512;
            ShaModel.run(instructions::Compress::<Words64, _> {
                isa: ShaModel,
                state: &mut state,
                parts,
                around: None,
                size: PhantomData,
            });
            assert_eq!(state, expected64, "{first} of {blocks}");
        }
    }
}

#[test]
fn two_messages_in_step_are_those_two() {
    let data: Vec<u8> = (0..6 * 128).map(|i| (i * i % 251) as u8).collect();
    let (one, two) = data.split_at(3 * 128);
    for blocks in 0..=3 {
        // Cut at different places.
        let parts = [(one, 64 * blocks), (two, 64 * (3 - blocks))]
            .map(|(message, cut)| [Rows::new(&[&message[..cut]]), Rows::new(&[&message[cut..192]])]);
        let mut states = [SHA_256; 2];
        ShaModel.run(instructions::CompressTwo::<Words32, _> {
            isa: ShaModel,
            states: &mut states,
            parts,
            around: None,
            size: PhantomData,
        });
        for (state, message) in states.into_iter().zip([one, two]) {
            let bits = BitString::from_bytes_msb(&message[..192]);
            let expected = sha2::compress_all(sha2::Word::W32, SHA_256.map(u64::from), &bits);
            assert_eq!(state.map(u64::from), expected, "{blocks}");
        }
    }
}
