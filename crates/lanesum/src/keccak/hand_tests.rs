//! The hand-scheduled rounds against the generic text that they stand beside.

use super::constants::Rounds;
use super::engine::Engine;
use super::lane::sealed::Sealed as _;
use super::round::{permute, permute_generically};
use lanes::x86::{Avx512, Avx512Vl, Bmi2, OneState};
use lanes::{Done, Isa, Kernel, Portable, Rows, Theta};
use std::vec::Vec;

/// Words without a pattern (splitmix64).
fn words<const K: usize>(seed: u64) -> [u64; K] {
    let mut state = seed;
    core::array::from_fn(|_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
    })
}

enum Text {
    Generic,
    HandScheduled(Theta),
}

struct Run<'a, I, const N: usize> {
    isa: I,
    states: &'a mut [[u64; N]; 25],
    constants: &'a [u64],
    text: Text,
}

impl<I: Isa<u64, N>, const N: usize> Kernel for Run<'_, I, N> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let mut s = [self.isa.splat(0); 25];
        for (lane, words) in s.iter_mut().zip(&*self.states) {
            *lane = self.isa.load(words);
        }
        match self.text {
            Text::Generic => permute_generically::<I, _, N, false>(self.isa, &mut s, self.constants),
            Text::HandScheduled(theta) => permute::<I, _, N, false>(self.isa, &mut s, self.constants, theta),
        }
        for (lane, words) in s.into_iter().zip(self.states) {
            self.isa.store(lane, words);
        }
    }
}

fn check_wide<I: Isa<u64, N>, const N: usize>(isa: I) {
    assert!(I::HAND_SCHEDULED, "there is a hand-scheduled text for {N} states");
    for rounds in 1..=24 {
        let constants = u64::constants(Engine::Portable, Rounds::new::<u64>(rounds).expect("1 to 24"));
        let mut generic = words::<25>(rounds as u64).map(words::<N>);
        let begin = generic;
        isa.run(Run { isa, states: &mut generic, constants, text: Text::Generic });
        for theta in [Theta::Once, Theta::Ternary] {
            let mut ours = begin;
            isa.run(Run { isa, states: &mut ours, constants, text: Text::HandScheduled(theta) });
            assert_eq!(ours, generic, "{N} states, {rounds} rounds, theta {theta:?}");
        }
    }
}

#[test]
fn wide_rounds_equal_the_generic_text() {
    if let Some(isa) = Avx512Vl::detect() {
        check_wide::<_, 2>(isa);
        check_wide::<_, 4>(isa);
    }
    if let Some(isa) = Avx512::detect() {
        check_wide::<_, 8>(isa);
    }
}

type Absorb<'a> = &'a dyn Fn(&mut [u64; 25], &Rows<'_, 1>, usize, &[u64]) -> Done;

fn check_one(permute_one: &dyn Fn(&mut [u64; 25], &[u64]) -> Done, absorb_one: Absorb<'_>) {
    let message: [u64; 75] = words(7);
    let bytes: Vec<u8> = message.iter().flat_map(|word| word.to_le_bytes()).collect();
    for rounds in 1..=24 {
        let constants = u64::constants(Engine::Portable, Rounds::new::<u64>(rounds).expect("1 to 24"));
        let begin: [u64; 25] = words(rounds as u64);
        let (mut ours, mut generic) = (begin, begin);
        if permute_one(&mut ours, constants) == Done::No {
            assert!(rounds % 2 == 1, "{rounds} rounds are not done");
            assert_eq!(ours, begin, "what was not done has changed nothing");
            continue;
        }
        permute_generically::<Portable, _, 1, false>(Portable, &mut generic, constants);
        assert_eq!(ours, generic, "{rounds} rounds");
        for lanes in 1..=25 {
            for blocks in 0..=3 {
                // Some bytes too many: they are left alone.
                let row = &bytes[..(8 * lanes * blocks + (lanes * 5) % 8).min(bytes.len())];
                let (mut ours, mut generic) = (begin, begin);
                assert_eq!(absorb_one(&mut ours, &Rows::new([row]), lanes, constants), Done::Yes);
                for block in message.chunks_exact(lanes).take(row.len() / (8 * lanes)) {
                    for (word, lane) in generic.iter_mut().zip(block) {
                        *word ^= lane;
                    }
                    permute_generically::<Portable, _, 1, false>(Portable, &mut generic, constants);
                }
                assert_eq!(ours, generic, "{rounds} rounds, {blocks} blocks of {lanes} lanes");
            }
        }
    }
}

#[test]
fn one_state_equals_the_generic_text() {
    if let Some(isa) = Bmi2::detect() {
        check_one(&|s, c| isa.permute_one(s, c), &|s, r, l, c| isa.absorb_one(s, r, l, c));
    }
    if let (Some(isa), Some(_)) = (Avx512Vl::detect(), Bmi2::detect()) {
        check_one(&|s, c| isa.permute_one(s, c), &|s, r, l, c| isa.absorb_one(s, r, l, c));
    }
}
