//! The errors of the constructions, after which nothing has changed; their debug output; the traits of `rand_core`.

use crate::support::message;
use lanesum::hazmat::{
    Duplex, FullStateDuplex, KeccakSponge, MonkeyDuplex, MonkeyRounds, Outer, Snp, State, TwistedState,
};
use lanesum::prg::Prg;
use lanesum::{Backend, Error};
use rand_core::{CryptoRng, Rng, SeedableRng};

#[test]
fn rates_and_rounds() {
    let rate = |bits, least, width| Error::RateBits { bits, least, width };
    assert_eq!(KeccakSponge::<u8>::new(0).unwrap_err(), rate(0, 1, 200));
    assert_eq!(KeccakSponge::<u8>::new(200).unwrap_err(), rate(200, 1, 200));
    assert_eq!(rate(200, 1, 200).to_string(), "a rate of 200 bits: it must be 1 to 199");
    assert!(KeccakSponge::<u8>::new(1).is_ok() && KeccakSponge::<u64>::new(1599).is_ok());
    assert_eq!(Duplex::<u16>::new(2).unwrap_err(), rate(2, 3, 400));
    assert_eq!(Duplex::<u16>::new(usize::MAX).unwrap_err(), rate(usize::MAX, 3, 400));
    assert_eq!(Prg::<u8>::new(191).unwrap_err(), rate(9, 10, 200));
    assert_eq!(Prg::<u8>::new(usize::MAX).unwrap_err(), rate(0, 10, 200));
    assert_eq!(Prg::<u8>::new(0).unwrap_err(), rate(200, 3, 200));
    for rounds in [0, 23, usize::MAX] {
        let with = KeccakSponge::<u32>::with_backend(Backend::Portable, 8, rounds);
        assert_eq!(with.unwrap_err(), Error::Rounds(rounds));
        assert_eq!(Duplex::<u32>::with_backend(Backend::Portable, 8, rounds).unwrap_err(), Error::Rounds(rounds));
        assert_eq!(FullStateDuplex::<u32>::new(8, rounds, &[]).unwrap_err(), Error::Rounds(rounds));
        for numbers in [[rounds, 1, 1], [1, rounds, 1], [1, 1, rounds]] {
            let [start, step, stride] = numbers;
            let rounds_of = MonkeyRounds { start, step, stride };
            let new = MonkeyDuplex::<State<u32>>::new(8, rounds_of, &[], 0);
            assert_eq!(new.unwrap_err(), Error::Rounds(rounds));
        }
    }
    let rounds = MonkeyRounds { start: 12, step: 1, stride: 6 };
    let new = |rate| MonkeyDuplex::<TwistedState<u8>>::new(rate, rounds, &[], 0);
    assert_eq!(new(2).unwrap_err(), rate(2, 3, 201));
    assert_eq!(new(201).unwrap_err(), rate(201, 3, 201));
    assert_eq!(new(200).unwrap().rate(), 200);
    assert_eq!(FullStateDuplex::<u8>::new(0, 12, &[]).unwrap_err(), rate(0, 8, 201));
    assert_eq!(FullStateDuplex::<u8>::new(26, 12, &[]).unwrap_err(), rate(208, 8, 201));
    let long = FullStateDuplex::<u8>::new(8, 12, &[0; 26]).unwrap_err();
    assert_eq!(long, Error::OutOfState { start: 0, len: 26, size: 25 });
    let none = Error::NoFormForLane { backend: Backend::Portable32, bits: 8 };
    assert_eq!(KeccakSponge::<u8>::with_backend(Backend::Portable32, 8, 18).unwrap_err(), none);
    assert_eq!(TwistedState::<u8>::with_backend(Backend::Portable32).unwrap_err(), none);
    assert_eq!(Prg::<u8>::with_backend(Backend::Portable32, 8).unwrap_err(), none);
}

#[test]
fn bits_that_are_not_there() {
    let mut sponge = KeccakSponge::<u8>::new(72).unwrap();
    let error = |bits, bytes| Err(Error::TooFewBytes { bits, bytes });
    assert_eq!(sponge.absorb_bits(&[1], 9), error(9, 1));
    assert_eq!(sponge.absorb_bits(&[], u64::MAX), error(u64::MAX, 0));
    let mut out = [5; 2];
    let mut reader = sponge.finish();
    assert_eq!(reader.squeeze_bits(&mut out, 17), error(17, 2));
    assert_eq!(out, [5; 2]);
    // Nothing has been absorbed or put out by these.
    reader.squeeze(&mut out);
    assert_eq!(out[..], super::sponge::<u8>(Backend::Portable, 72, &[], 0, 16));
}

/// A call that fails changes nothing: the next output is that of a twin which was never asked.
#[test]
fn duplexes_refuse_what_does_not_fit() {
    let mut duplex = Duplex::<u8>::new(21).unwrap();
    let mut twin = duplex.clone();
    let mut block = [0; 3];
    for duplex in [&mut duplex, &mut twin] {
        duplex.duplexing(&[7], 5, &mut block[..1]).unwrap();
        duplex.feed(&[3]).unwrap();
    }
    let full = |bits, room| Err(Error::BlockFull { bits, room });
    assert_eq!(duplex.room(), 11);
    assert_eq!(duplex.feed(&[0; 2]), full(16, 11));
    assert_eq!(duplex.overwrite(&[0; 2]), full(16, 11));
    assert_eq!(duplex.feed_zeroes(usize::MAX), full(usize::MAX, 11));
    assert_eq!(duplex.overwrite_with_zeroes(0), full(0, 0));
    assert_eq!(duplex.overwriting(&[0], 1, &mut []), full(1, 0));
    assert_eq!(duplex.duplexing(&[0; 2], 12, &mut []), full(12, 11));
    assert_eq!(duplex.duplexing(&[0], 9, &mut []), Err(Error::TooFewBytes { bits: 9, bytes: 1 }));
    assert_eq!(duplex.duplexing(&[], 0, &mut [0; 4]), Err(Error::BlockSpent { bytes: 4, left: 3 }));
    assert_eq!(duplex.read(&mut [0; 3]), Err(Error::BlockSpent { bytes: 3, left: 2 }));
    assert_eq!(Duplex::<u8>::new(21).unwrap().read(&mut [0]), Err(Error::BlockSpent { bytes: 1, left: 0 }));
    let (mut a, mut b) = ([0; 3], [0; 3]);
    duplex.read(&mut a[..2]).unwrap();
    twin.read(&mut b[..2]).unwrap();
    assert_eq!(a, b);
    duplex.duplexing(&[1], 3, &mut a).unwrap();
    twin.duplexing(&[1], 3, &mut b).unwrap();
    assert_eq!(a, b);
    assert_eq!(a[2] >> 5, 0);
    let mut fresh = Duplex::<u8>::new(21).unwrap();
    assert_eq!(fresh.overwrite_with_zeroes(3), full(24, 19));
    assert_eq!(fresh.overwriting(&[0; 3], 20, &mut []), full(20, 19));
}

#[test]
fn keyed_duplexes_refuse_what_does_not_fit() {
    let rounds = MonkeyRounds { start: 12, step: 1, stride: 6 };
    let start = |bytes: &[u8], bits| MonkeyDuplex::<TwistedState<u8>>::new(20, rounds, bytes, bits);
    assert_eq!(start(&[0; 25], 199).unwrap_err(), Error::BlockFull { bits: 199, room: 198 });
    assert_eq!(start(&[0; 2], 17).unwrap_err(), Error::TooFewBytes { bits: 17, bytes: 2 });
    let mut monkey = start(&[9; 25], 198).unwrap();
    let mut twin = monkey.clone();
    assert_eq!(monkey.step(&[0; 3], 19, &mut []), Err(Error::BlockFull { bits: 19, room: 18 }));
    assert_eq!(monkey.stride(&[0], 9, &mut []), Err(Error::TooFewBytes { bits: 9, bytes: 1 }));
    assert_eq!(monkey.step(&[], 0, &mut [0; 4]), Err(Error::BlockSpent { bytes: 4, left: 3 }));
    let (mut a, mut b) = ([0; 3], [0; 3]);
    monkey.step(&[], 0, &mut a).unwrap();
    twin.step(&[], 0, &mut b).unwrap();
    assert_eq!(a, b);

    let mut full = FullStateDuplex::<u16>::new(20, 12, &message(50, 1)).unwrap();
    let mut twin = full.clone();
    let out = |start, len, size| Err(Error::OutOfState { start, len, size });
    assert_eq!(full.duplexing(Outer::Add, &[0; 51], &mut []), out(0, 51, 50));
    assert_eq!(full.squeeze(&mut [0; 21]), Err(Error::BlockSpent { bytes: 21, left: 20 }));
    assert_eq!(full.inject(Outer::Add, 50, &[0]), out(50, 1, 50));
    assert_eq!(full.inject(Outer::Overwrite, 19, &[0; 2]), out(19, 2, 20));
    assert_eq!(full.inject(Outer::Overwrite, usize::MAX, &[]), out(usize::MAX, 0, 20));
    assert_eq!(full.read(20, &mut [0]), out(20, 1, 20));
    let (mut a, mut b) = ([0; 20], [0; 20]);
    full.squeeze(&mut a).unwrap();
    twin.squeeze(&mut b).unwrap();
    assert_eq!(a, b);
}

#[test]
fn twisted_states_are_as_large_as_others() {
    let mut state = TwistedState::<u32>::new();
    let error = |start, len| Err(Error::OutOfState { start, len, size: 100 });
    assert_eq!(state.add_bytes(99, &[0; 2]), error(99, 2));
    assert_eq!(state.overwrite_bytes(usize::MAX, &[]), error(usize::MAX, 0));
    assert_eq!(state.extract_bytes(101, &mut []), error(101, 0));
    // Nothing at the end is in the state.
    assert_eq!(state.add_bytes(100, &[]), Ok(()));
    assert_eq!(state.permute(23), Err(Error::Rounds(23)));
    state.add_bytes(3, &message(97, 1)).unwrap();
    state.overwrite_bytes(50, &[1, 2, 3]).unwrap();
    let (mut bytes, mut expected) = ([0; 100], [&[0; 3][..], &message(97, 1)].concat());
    expected[50..53].copy_from_slice(&[1, 2, 3]);
    state.extract_bytes(0, &mut bytes).unwrap();
    assert_eq!(bytes[..], expected);
}

#[test]
fn a_generator_that_cannot_forget() {
    let mut prg = Prg::<u8>::new(198 - 8 * 12).unwrap();
    assert_eq!((prg.block_len(), prg.capacity()), (12, 102));
    let mut twin = prg.clone();
    assert_eq!(prg.forget(), Err(Error::ForgetsTooLittle { bits: 96, capacity: 102 }));
    let (mut a, mut b) = ([0; 40], [0; 40]);
    prg.fetch(&mut a);
    twin.fetch(&mut b);
    assert_eq!(a, b);
    assert_eq!(Prg::<u8>::new(96).unwrap().forget(), Ok(()));
}

fn random_number(rng: &mut impl CryptoRng) -> u32 {
    rng.next_u32()
}

#[test]
fn the_generator_is_one_of_rand_core() {
    let seed: [u8; 32] = std::array::from_fn(|i| i as u8);
    let mut rng = Prg::<u64>::from_seed(seed);
    assert_eq!((rng.capacity(), rng.block_len()), (510, 136));
    let mut plain = Prg::<u64>::new(510).unwrap();
    plain.feed(&seed);
    let mut expected = [0; 1012];
    plain.fetch(&mut expected);
    assert_eq!(random_number(&mut rng).to_le_bytes(), expected[..4]);
    assert_eq!(rng.next_u64().to_le_bytes(), expected[4..12]);
    let mut bytes = [0; 1000];
    rng.fill_bytes(&mut bytes);
    assert_eq!(bytes, expected[12..]);
    let mut reference =
        reference::duplex::Prg::new(1600, Box::new(|s| reference::keccak_p::keccak_f(reference::Width::B1600, s)), 510);
    reference.feed(&seed);
    assert_eq!(reference.fetch(1012), expected);
}
