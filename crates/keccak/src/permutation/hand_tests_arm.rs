//! The hand-scheduled rounds for aarch64, compared with the generic text.

use super::round::{permute, permute_generically};
use super::rounds::{Pairs, Rounds};
use lanes::aarch64::{Neon, NeonSha3};
use lanes::{Isa, Kernel, Portable, Rows, Theta, Token};
use std::vec::Vec;

/// Pseudorandom words (splitmix64).
fn words<const K: usize>(seed: u64) -> [u64; K] {
    let mut state = seed;
    core::array::from_fn(|_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
    })
}

fn generic(state: &mut [u64; 25], constants: Pairs<u64>) {
    permute_generically::<Portable, _, 1, false>(Portable, state, constants);
}

#[test]
fn one_state_equals_the_generic_text() {
    let isa = Neon::detect().expect("every processor that Linux runs on has it");
    let message: [u64; 75] = words(7);
    let bytes: Vec<u8> = message.iter().flat_map(|word| word.to_le_bytes()).collect();
    for rounds in (2..=24).step_by(2) {
        let constants = Rounds::new::<u64>(rounds).expect("1 to 24").pairs::<u64>();
        let begin: [u64; 25] = words(rounds as u64);
        let (mut ours, mut expected) = (begin, begin);
        crate::aarch64::permute_one(&mut ours, constants);
        generic(&mut expected, constants);
        assert_eq!(ours, expected, "{rounds} rounds");
        for lanes in 1..=25 {
            for blocks in 0..=3 {
                // Some bytes too many: they must be ignored.
                let row = &bytes[..(8 * lanes * blocks + lanes * 5 % 8).min(bytes.len())];
                let (mut ours, mut expected) = (begin, begin);
                crate::aarch64::absorb_one(&mut ours, &Rows::new(&[row]), lanes, blocks, constants);
                for block in message.chunks_exact(lanes).take(blocks) {
                    for (word, lane) in expected.iter_mut().zip(block) {
                        *word ^= lane;
                    }
                    generic(&mut expected, constants);
                }
                assert_eq!(ours, expected, "{rounds} rounds, {blocks} blocks of {lanes} lanes");
            }
        }
    }
}

struct ByHand<'a, const N: usize> {
    isa: NeonSha3,
    states: &'a mut [[u64; N]; 25],
    constants: Pairs<u64>,
}

impl<const N: usize> Kernel for ByHand<'_, N>
where
    NeonSha3: Isa<u64, N>,
{
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let mut s = [self.isa.splat(0); 25];
        for (lane, words) in s.iter_mut().zip(&*self.states) {
            *lane = self.isa.load(words);
        }
        permute::<NeonSha3, _, N, false>(self.isa, &mut s, self.constants, Theta::Once);
        for (lane, words) in s.into_iter().zip(self.states) {
            self.isa.store(lane, words);
        }
    }
}

fn check_sha3<const N: usize>(isa: NeonSha3)
where
    NeonSha3: Isa<u64, N>,
{
    assert!(<NeonSha3 as Isa<u64, N>>::HAND_SCHEDULED, "there is a hand-scheduled text for {N} states");
    for rounds in (2..=24).step_by(2) {
        let constants = Rounds::new::<u64>(rounds).expect("1 to 24").pairs::<u64>();
        let mut states = words::<25>(rounds as u64).map(words::<N>);
        let begin = states;
        isa.run(ByHand { isa, states: &mut states, constants });
        for i in 0..N {
            let mut expected = begin.map(|words| words[i]);
            generic(&mut expected, constants);
            assert_eq!(states.map(|words| words[i]), expected, "state {i} of {N}, {rounds} rounds");
        }
    }
}

#[test]
fn rounds_with_instructions_for_sha3_equal_the_generic_text() {
    if let Some(isa) = NeonSha3::detect() {
        check_sha3::<1>(isa);
        check_sha3::<2>(isa);
    }
}
