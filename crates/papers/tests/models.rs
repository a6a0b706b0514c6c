//! Kernels on models of their instructions, which are arrays: on any x86-64 processor. And what the tokens prove.
#![cfg(target_arch = "x86_64")]

use lanes::{Features, LaneModel, Rows, Token};
use lanesum_batch::Backend;
use lanesum_batch::md::compression::CompressOne;
use lanesum_blake::compression::{Blake32, Blake64};
use lanesum_blake::engines::Rowwise;
use lanesum_keccak::permutation::{planewise::Absorb, rounds::Rounds};
use lanesum_papers::planes_paper::Paper;
use lanesum_papers::x86_64::{
    Avx2Cached, Avx2Gather, Avx2Permute, Avx2Planes, Avx2Shuffle, Avx512PlanesPaper, Sse2, Xop, XopModel,
};
use reference::blake::Word;
use reference::keccak_p::{State, Width, permute};
use std::marker::PhantomData;

macro_rules! check {
    ($name:ident: $word:ident, $function:ty, $of:expr) => {
        /// No block, one and several, with counters that carry, compared with the reference.
        #[test]
        fn $name() {
            for (blocks, low) in [(1, 0), (2, $word::MAX - 900), (0, 0), (3, 5), (5, $word::MAX - 1023)] {
                let data: Vec<u8> = (0..blocks * 2 * $word::BITS as usize).map(|i| (i * i % 251) as u8).collect();
                let mut state: [$word; 14] = core::array::from_fn(|i| (i as $word).wrapping_mul($word::MAX / 7));
                (state[12], state[13]) = (low, 3);
                let words: [u64; 14] = state.map(u64::from);
                let mut h: [u64; 8] = core::array::from_fn(|i| words[i]);
                let mut t = (3 << $word::BITS) + u128::from(low);
                for block in data.chunks(2 * $word::BITS as usize) {
                    t += 16 * u128::from($word::BITS);
                    let of_word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
                    let m: Vec<u64> = block.chunks(size_of::<$word>()).map(of_word).collect();
                    let counter = [t as $word, (t >> $word::BITS) as $word].map(u64::from);
                    h = $of.compress(h, &m, core::array::from_fn(|i| words[8 + i]), counter);
                }
                Rowwise::<$function>::compress(XopModel, &mut state, &data);
                assert_eq!(state.map(u64::from)[..8], h, "{blocks} blocks");
                assert_eq!([state[12], state[13]], [t as $word, (t >> $word::BITS) as $word]);
            }
        }
    };
}
check!(xop_blake256: u32, Blake32, Word::W32);
check!(xop_blake512: u64, Blake64, Word::W64);

/// Two blocks of every length, compared with the reference.
#[test]
fn the_papers_round_absorbs_blocks() {
    for (lanes, rounds) in (0..=25).zip([2, 6, 8, 12, 24].into_iter().cycle()) {
        let data: Vec<u8> = (0..16 * lanes).map(|k| (k * 7) as u8).collect();
        let mut words: [u64; 25] = core::array::from_fn(|k| (k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut expected = words.map(u64::to_le_bytes).as_flattened().to_vec();
        let constants = Rounds::new::<u64>(rounds).expect("1 to 24").pairs::<u64>();
        let (isa, rows, rounds_of) = (LaneModel, Rows::new(&[&data[..]]), PhantomData::<Paper>);
        LaneModel.run(Absorb { isa, words: &mut words, constants, rows, lanes, blocks: 2, rounds: rounds_of });
        for i in 0..2 {
            for (byte, of_block) in expected.iter_mut().zip(&data[8 * lanes * i..][..8 * lanes]) {
                *byte ^= of_block;
            }
            let state = State::from_bytes(Width::B1600, &expected);
            expected = permute(&state, rounds as u32).to_bytes();
        }
        assert_eq!(words.map(u64::to_le_bytes).as_flattened(), expected, "{lanes} lanes, {rounds} rounds");
    }
}

#[test]
fn a_token_proves_what_its_backend_needs() {
    for (backend, proved) in [
        (Backend::Sse2, Sse2::NEEDS),
        (Backend::Xop, Xop::NEEDS),
        (Backend::Avx2Planes, Avx2Planes::NEEDS),
        // AVX2 comes with AVX.
        (Backend::Avx2Shuffle, Avx2Shuffle::NEEDS.without(Features::AVX)),
        (Backend::Avx2Gather, Avx2Gather::NEEDS),
        (Backend::Avx2Permute, Avx2Permute::NEEDS),
        (Backend::Avx2Cached, Avx2Cached::NEEDS),
        (Backend::Avx512PlanesPaper, Avx512PlanesPaper::NEEDS),
    ] {
        assert_eq!(proved, backend.features(), "{backend}");
    }
}
