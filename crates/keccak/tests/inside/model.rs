//! Tests of the kernels on the model vectors, which are arrays. They run on any machine and under Miri, and cover both branches of code
//! that depends on the architecture. The results are compared with the reference.

use core::marker::PhantomData;
use lanes::{Isa, LaneModel, Portable, Rows, RowsMut, Token};
use lanesum_keccak::permutation::constants::RC;
use lanesum_keccak::permutation::engines::Lane;
use lanesum_keccak::permutation::lanewise::{Group, Kept};
use lanesum_keccak::permutation::rounds::{Pairs, Rounds};
use lanesum_keccak::permutation::{lanewise, planewise, rolled};
use reference::keccak_p::{self, Width};

/// Rounds to try: multiples of six and others, the standard numbers among them. Fewer under Miri, which is slow.
const ROUNDS: &[usize] = if cfg!(miri) { &[2, 6, 8] } else { &[2, 4, 6, 8, 10, 12, 14, 22, 24] };

fn state(seed: u64) -> [u64; 25] {
    core::array::from_fn(|k| (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(k as u32) ^ RC[k % 24])
}

fn permuted(words: &[u64; 25], rounds: usize) -> [u64; 25] {
    let state = keccak_p::State::from_fn(Width::B1600, |x, y| words[x + 5 * y]);
    let state = keccak_p::permute(&state, rounds as u32);
    core::array::from_fn(|k| state.lane(k % 5, k / 5))
}

fn pairs(rounds: usize) -> Pairs<u64> {
    Rounds::new::<u64>(rounds).expect("1 to 24").pairs::<u64>()
}

/// Permutes all states of an array of `count`, group by group.
fn permute<I: Isa<u64, N>, const N: usize, const COMPLEMENT: bool>(isa: I, count: usize) {
    for &rounds in ROUNDS {
        let states: Vec<[u64; 25]> = (0..count as u64).map(state).collect();
        let mut words: Vec<u64> = (0..25 * count).map(|i| states[i % count][i / count]).collect();
        for first in (0..count).step_by(N) {
            let group = &mut Group { words: &mut words, count, first };
            let (constants, theta, kept) = (pairs(rounds), lanes::Theta::Once, Kept::All);
            isa.run(lanewise::Permute::<_, _, N, COMPLEMENT> { isa, group, constants, theta, kept });
        }
        for (i, state) in states.iter().enumerate() {
            let got: [u64; 25] = core::array::from_fn(|k| words[k * count + i]);
            assert_eq!(got, permuted(state, rounds), "{rounds} rounds, state {i} of {count}, {N} at a time");
        }
    }
}

#[test]
fn lanes_permute() {
    permute::<_, 1, false>(Portable, 1);
    permute::<_, 1, true>(Portable, 1);
    permute::<_, 1, false>(LaneModel, 1);
    permute::<_, 2, true>(LaneModel, 2);
    permute::<_, 2, false>(LaneModel, 8);
    permute::<_, 4, false>(LaneModel, 4);
    permute::<_, 8, false>(LaneModel, 8);
}

/// Two blocks in, two blocks out, for every rate in lanes, compared with the same word by word.
fn absorb_and_squeeze<const N: usize>() {
    let rounds = if cfg!(miri) { 2 } else { 12 };
    let rates = if cfg!(miri) { 17..=18 } else { 1..=24 };
    for lanes in rates {
        let block = 8 * lanes;
        let data: [Vec<u8>; N] = core::array::from_fn(|i| (0..2 * block).map(|k| (k * 7 + i * 31) as u8).collect());
        let mut out: [Vec<u8>; N] = core::array::from_fn(|_| vec![0; 2 * block]);
        let mut words = vec![0; 25 * N];
        let group = &mut Group { words: &mut words, count: N, first: 0 };
        let rows = Rows::new(&core::array::from_fn(|i| &data[i][..]));
        let constants = pairs(rounds);
        LaneModel.run(lanewise::Absorb::<_, _, N, false> {
            isa: LaneModel,
            group,
            constants,
            theta: lanes::Theta::Once,
            rows,
            lanes,
            blocks: 2,
            element: PhantomData::<u64>,
        });
        let group = &mut Group { words: &mut words, count: N, first: 0 };
        let mut places = out.iter_mut();
        let rows = RowsMut::new(core::array::from_fn(|_| &mut places.next().expect("N outputs")[..]));
        LaneModel.run(lanewise::Squeeze::<_, N, false> {
            isa: LaneModel,
            group,
            constants,
            theta: lanes::Theta::Once,
            rows,
            lanes,
        });
        for i in 0..N {
            let mut state = [0; 25];
            for block in data[i].chunks_exact(block) {
                for (word, bytes) in state.iter_mut().zip(block.as_chunks::<8>().0) {
                    *word ^= u64::from_le_bytes(*bytes);
                }
                state = permuted(&state, rounds);
            }
            for block in out[i].chunks_exact(block) {
                state = permuted(&state, rounds);
                let expected: Vec<u8> = state[..lanes].iter().flat_map(|word| word.to_le_bytes()).collect();
                assert_eq!(block, expected, "{lanes} lanes, message {i} of {N}");
            }
        }
    }
}

#[test]
fn lanes_absorb_and_squeeze() {
    absorb_and_squeeze::<1>();
    absorb_and_squeeze::<2>();
    absorb_and_squeeze::<4>();
    absorb_and_squeeze::<8>();
}

#[test]
fn planes_absorb() {
    for lanes in if cfg!(miri) { 17..=18 } else { 1..=24 } {
        let data: Vec<u8> = (0..16 * lanes).map(|k| (k * 7) as u8).collect();
        let (mut line, mut expected) = ([0; 25], [0; 25]);
        let (isa, rows, constants) = (LaneModel, Rows::new(&[&data[..]]), pairs(6));
        let rounds = PhantomData::<planewise::Line>;
        LaneModel.run(planewise::Absorb { isa, words: &mut line, constants, rows, lanes, blocks: 2, rounds });
        for block in data.chunks_exact(8 * lanes) {
            for (word, bytes) in expected.iter_mut().zip(block.as_chunks::<8>().0) {
                *word ^= u64::from_le_bytes(*bytes);
            }
            expected = permuted(&expected, 6);
        }
        assert_eq!(line, expected, "{lanes} lanes");
    }
}

fn planes_of<R: planewise::OnPlanes<LaneModel>>(words: &mut [u64; 25], constants: Pairs<u64>) {
    let (rows, rounds) = (Rows::new(&[&[][..]]), PhantomData::<R>);
    LaneModel.run(planewise::Absorb { isa: LaneModel, words, constants, rows, lanes: 0, blocks: 1, rounds });
}

#[test]
fn planes_permute() {
    for &rounds in ROUNDS {
        let start = state(rounds as u64);
        let expected = permuted(&start, rounds);
        let mut words = start;
        planes_of::<planewise::Line>(&mut words, pairs(rounds));
        assert_eq!(words, expected, "rotating line, {rounds} rounds");
    }
}

#[test]
fn rolled_permutes() {
    for rounds in 0..=24 {
        let start = state(rounds as u64);
        let mut words = start;
        rolled::rounds(&mut words, &RC[24 - rounds..]);
        assert_eq!(words, permuted(&start, rounds), "{rounds} rounds");
    }
}

/// Lanes of less than 64 bits: absorbs a block, permutes again, and compares with the reference.
fn short<W: Lane<Register = u32>, const N: usize, const COMPLEMENT: bool>(width: Width) {
    let size = 25 * W::BYTES;
    let rounds = if cfg!(miri) { &[2] } else { ROUNDS };
    for &rounds in rounds.iter().filter(|rounds| **rounds <= W::ROUNDS) {
        for lanes in if cfg!(miri) { 9..=9 } else { 1..=24 } {
            let block = W::BYTES * lanes;
            let data: [Vec<u8>; N] =
                core::array::from_fn(|i| (0..block).map(|k| (k * 91 + i * 37 + 5) as u8).collect());
            let mut words = vec![0; 25 * N];
            let constants = Rounds::new::<W>(rounds).expect("few enough").pairs::<W>();
            let (isa, theta, element) = (LaneModel, lanes::Theta::Once, PhantomData::<W>);
            if N == 1 {
                // One block, then none.
                for (lanes, rows) in [(lanes, core::array::from_fn(|i| &data[i][..])), (0, [&[][..]; N])] {
                    let (group, rows) = (&mut Group { words: &mut words, count: N, first: 0 }, Rows::new(&rows));
                    LaneModel.run(lanewise::Absorb::<_, _, N, COMPLEMENT> {
                        isa,
                        group,
                        constants,
                        theta,
                        rows,
                        lanes,
                        blocks: 1,
                        element,
                    });
                }
            } else {
                // The same operations as in `Gathered`.
                for (i, data) in data.iter().enumerate() {
                    for (k, lane) in data.chunks_exact(W::BYTES).enumerate() {
                        words[k * N + i] ^= W::read(lane).expand();
                    }
                }
                for _ in 0..2 {
                    let group = &mut Group { words: &mut words, count: N, first: 0 };
                    LaneModel.run(lanewise::Permute::<_, _, N> { isa, group, constants, theta, kept: Kept::All });
                }
            }
            for i in 0..N {
                let mut bytes = vec![0; size];
                bytes[..block].copy_from_slice(&data[i]);
                for _ in 0..2 {
                    let state = keccak_p::State::from_bytes(width, &bytes);
                    bytes = keccak_p::permute(&state, rounds as u32).to_bytes();
                }
                let mut got = vec![0; size];
                for (k, lane) in got.chunks_exact_mut(W::BYTES).enumerate() {
                    assert_eq!(words[k * N + i], W::reduce(words[k * N + i]).expand(), "the copies are equal");
                    W::reduce(words[k * N + i]).write(lane);
                }
                assert_eq!(got, bytes, "{size} bytes, {rounds} rounds, {lanes} lanes, state {i} of {N}");
            }
        }
    }
}

#[test]
fn short_lanes() {
    short::<u8, 1, true>(Width::B200);
    short::<u16, 2, false>(Width::B400);
    if cfg!(miri) {
        return; // the reference's bit strings take minutes there
    }
    short::<u8, 8, false>(Width::B200);
    short::<u16, 1, false>(Width::B400);
    short::<u16, 4, true>(Width::B400);
    short::<u32, 1, true>(Width::B800);
    short::<u32, 16, false>(Width::B800);
}
