//! All numbers of states of the short lanes.

use super::{Op, on_every_backend};
use lanesum::hazmat::Lane;

/// The widths and numbers of states that the tests above leave out, in short: whole blocks and a number of rounds.
#[test]
fn every_number_of_short_states() {
    fn short<W: Lane, const N: usize>() {
        for lanes in [9, 21] {
            let lens = vec![3 * lanes * W::BYTES; N];
            let absorb = Op::AbsorbBlocksAll { lanes, rounds: W::ROUNDS, lens: lens.clone() };
            let squeeze = Op::SqueezeBlocksAll { lanes, rounds: W::ROUNDS, lens };
            on_every_backend::<W, N>(&[absorb, squeeze]);
        }
    }
    macro_rules! all {
        ($($lane:ident),*) => { $(
            short::<$lane, 1>();
            short::<$lane, 2>();
            short::<$lane, 4>();
            short::<$lane, 8>();
            short::<$lane, 16>();
        )* };
    }
    all!(u8, u16, u32);
}
