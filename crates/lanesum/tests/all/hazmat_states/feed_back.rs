//! `lane_all`, `set_lane_all` and `feed_back_all`, against the calls that work on bytes and on whole states.

use lanesum::hazmat::{Lane, States};
use lanesum::{Backend, Error};

use crate::support::{backends_for, message};

fn filled<W: Lane, const N: usize>(backend: Backend) -> States<W, N> {
    let mut states = States::with_backend(backend).unwrap();
    for i in 0..N {
        states.add_bytes(i, 0, &message(States::<W, N>::BYTES, i as u64)).unwrap();
    }
    states
}

fn bytes<W: Lane, const N: usize>(states: &States<W, N>, instance: usize) -> Vec<u8> {
    let mut bytes = vec![0; States::<W, N>::BYTES];
    states.extract_bytes(instance, 0, &mut bytes).unwrap();
    bytes
}

fn check<W: Lane, const N: usize>() {
    for backend in backends_for::<W>() {
        for (rounds, lanes, at) in
            [(W::ROUNDS, 4, 8), (W::ROUNDS, 25, 0), (W::ROUNDS, 0, 25), (7, 3, 22), (2, 1, 0), (12, 9, 4)]
        {
            let mut states = filled::<W, N>(backend);
            let (before, mut permuted) = (states.clone(), states.clone());
            permuted.permute_all(rounds).unwrap();
            states.feed_back_all(rounds, lanes, at).unwrap();
            for i in 0..N {
                let mut expected = bytes(&before, i);
                expected[at * W::BYTES..][..lanes * W::BYTES].copy_from_slice(&bytes(&permuted, i)[..lanes * W::BYTES]);
                assert!(
                    bytes(&states, i) == expected,
                    "{backend} x{N}: {rounds} rounds, {lanes} lanes at {at}, state {i}"
                );
            }
        }
        let mut states = filled::<W, N>(backend);
        let other = filled::<W, N>(backend);
        for k in 0..25 {
            // From the next place, so that each lane is another than before.
            states.set_lane_all(k, &other.lane_all((k + 1) % 25).unwrap()).unwrap();
        }
        for i in 0..N {
            let mut expected = bytes(&other, i);
            expected.rotate_left(W::BYTES);
            assert!(bytes(&states, i) == expected, "{backend} x{N}: lanes of state {i}");
        }
    }
}

#[test]
fn a_part_of_the_permuted_states_is_fed_back() {
    check::<u64, 1>();
    check::<u64, 2>();
    check::<u64, 4>();
    check::<u64, 8>();
    check::<u32, 16>();
    check::<u16, 4>();
    check::<u8, 8>();
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut states = States::<u64, 4>::new();
    let lane = states.lane_all(0).unwrap();
    let out = |start, len| Error::OutOfState { start, len, size: 200 };
    assert_eq!(states.lane_all(25).unwrap_err(), out(200, 8));
    assert_eq!(states.set_lane_all(25, &lane).unwrap_err(), out(200, 8));
    assert_eq!(states.feed_back_all(24, 2, 24).unwrap_err(), out(192, 16));
    assert_eq!(states.feed_back_all(24, usize::MAX, 0).unwrap_err(), out(0, usize::MAX));
    assert_eq!(states.feed_back_all(0, 1, 0).unwrap_err(), Error::Rounds(0));
    assert_eq!(states.feed_back_all(25, 1, 0).unwrap_err(), Error::Rounds(25));
}
