//! Tests of the hand-scheduled rounds against the generic round.

use super::lane::LaneWord;
use super::round::{permute, permute_generically};
use super::rounds::{Pairs, Rounds};
use crate::x86_64::OneState;
use lanes::x86::{Avx512, Avx512Vl, Bmi2};
use lanes::{Direction, Isa, Kernel, Portable, Rows, Theta, Word};

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

/// Words and round constants of type `W`.
trait OfWidth: Word + LaneWord<Register = Self> {
    fn new(word: u64) -> Self;
}

impl OfWidth for u64 {
    fn new(word: u64) -> Self {
        word
    }
}

impl OfWidth for u32 {
    fn new(word: u64) -> Self {
        word as u32
    }
}

fn check_one<W: OfWidth, I: OneState<W>>(isa: I)
where
    Portable: Isa<W, 1, V = W>,
{
    let permute = |state: &mut [W; 25], constants: Pairs<W>| {
        permute_generically::<Portable, _, 1, false>(Portable, state, constants);
    };
    let message: [W; 75] = words(7).map(W::new);
    let mut bytes = std::vec![0; 75 * W::LEN];
    for (bytes, word) in bytes.chunks_exact_mut(W::LEN).zip(&message) {
        word.write(bytes);
    }
    for rounds in (2..=W::RC.len()).step_by(2) {
        let constants = Rounds::new::<W>(rounds).expect("1 to all").pairs::<W>();
        let begin: [W; 25] = words(rounds as u64).map(W::new);
        let (mut ours, mut generic) = (begin, begin);
        isa.permute_one(&mut ours, constants);
        permute(&mut generic, constants);
        assert_eq!(ours, generic, "{rounds} rounds");
        for lanes in 1..=25 {
            for blocks in 0..=3 {
                // Some bytes too many: they must be ignored.
                let row = &bytes[..(W::LEN * lanes * blocks + (lanes * 5) % W::LEN).min(bytes.len())];
                let (mut ours, mut generic) = (begin, begin);
                isa.absorb_one(&mut ours, &Rows::new(&[row]), lanes, row.len() / (W::LEN * lanes), constants);
                for block in message.chunks_exact(lanes).take(row.len() / (W::LEN * lanes)) {
                    for (word, lane) in generic.iter_mut().zip(block) {
                        *word = word.xor(*lane);
                    }
                    permute(&mut generic, constants);
                }
                assert_eq!(ours, generic, "{rounds} rounds, {blocks} blocks of {lanes} lanes");
            }
        }
        if rounds < 4 {
            continue;
        }
        let cases =
            [Direction::Wrap, Direction::Unwrap].into_iter().flat_map(|direction| (0..4).map(move |n| (direction, n)));
        for (direction, blocks) in cases {
            let len = (W::LEN * I::CRYPTED * blocks + blocks * 3).min(bytes.len());
            let (mut data, mut expected) = (bytes[..len].to_vec(), bytes[..len].to_vec());
            let (mut ours, mut generic) = (begin, begin);
            let last = message[70];
            isa.crypt_one(direction, &mut ours, &mut data, last, constants);
            for block in expected.chunks_exact_mut(W::LEN * I::CRYPTED) {
                for (word, lane) in generic.iter_mut().zip(block.chunks_exact_mut(W::LEN)) {
                    let came = W::read(lane);
                    word.xor(came).write(lane);
                    *word = if direction == Direction::Wrap { word.xor(came) } else { came };
                }
                generic[24] = generic[24].xor(last);
                permute(&mut generic, constants);
            }
            assert_eq!(ours, generic, "{rounds} rounds, {direction:?}, {blocks} blocks");
            assert_eq!(data, expected, "{rounds} rounds, {direction:?}, {blocks} blocks");
        }
    }
}

#[test]
fn one_state_equals_the_generic_text() {
    if let Some(isa) = Bmi2::detect() {
        check_one::<u64, _>(isa);
        check_one::<u32, _>(isa);
    }
    if let Some(isa) = Avx512Vl::detect() {
        check_one::<u64, _>(isa);
        check_one::<u32, _>(isa);
    }
}
