//! Tests of the hand-scheduled rounds of several states against the generic round, with what theta adds in either way. `.ci/prove` proves
//! these rounds, and those of one state, in the way of one processor.

use lanes::x86::{Avx2, Avx512, Avx512Vl};
use lanes::{Isa, Kernel, Theta};
use lanesum_keccak::permutation::round::{permute, permute_generically};
use lanesum_keccak::permutation::rounds::{Pairs, Rounds};

/// Pseudorandom words (splitmix64).
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
    constants: Pairs<u64>,
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
    for rounds in (2..=24).step_by(2) {
        let constants = Rounds::new::<u64>(rounds).expect("1 to 24").pairs::<u64>();
        let mut generic = words::<25>(rounds as u64).map(words::<N>);
        let begin = generic;
        isa.run(Run { isa, states: &mut generic, constants, text: Text::Generic });
        for theta in [Theta::Once, Theta::OnceZen4, Theta::Ternary] {
            let mut ours = begin;
            isa.run(Run { isa, states: &mut ours, constants, text: Text::HandScheduled(theta) });
            assert_eq!(ours, generic, "{N} states, {rounds} rounds, theta {theta:?}");
        }
    }
}

#[test]
fn wide_rounds_equal_the_generic_text() {
    if let Some(isa) = Avx2::detect() {
        check_wide::<_, 4>(isa);
    }
    if let Some(isa) = Avx512Vl::detect() {
        check_wide::<_, 2>(isa);
        check_wide::<_, 4>(isa);
    }
    if let Some(isa) = Avx512::detect() {
        check_wide::<_, 8>(isa);
    }
}
