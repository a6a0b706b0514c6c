//! Any sequence of calls against the reference, which knows bit strings only.

use crate::support::{backends_for, message};
use lanesum::hazmat::{
    Duplex, FullStateDuplex, KeccakSponge, Lane, MonkeyDuplex, MonkeyRounds, Outer, Snp, State, TwistedState,
};
use lanesum::prg::Prg;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};
use reference::BitString;
use reference::duplex::{self, Function};
use reference::keccak_p::{Width, keccak_p};
use reference::sponge::{pad10star1, sponge};
use reference::twisted::keccak_p_twisted;

fn width<W: Lane>() -> Width {
    Width::from_bits(200 * W::BYTES).expect("a width of the permutation")
}

fn function<W: Lane>(rounds: usize) -> Function {
    Box::new(move |s| keccak_p(width::<W>(), rounds as u32, s))
}

fn twisted<W: Lane>(rounds: usize) -> Function {
    Box::new(move |s| keccak_p_twisted(width::<W>(), rounds as u32, s))
}

fn bits(len: usize, seed: u64) -> (Vec<u8>, BitString) {
    let bytes = message(len.div_ceil(8), seed);
    let string = BitString::from_bits_lsb(&bytes, len);
    (bytes, string)
}

fn run<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> TestCaseResult) {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
    TestRunner::new(config).run(strategy, test).unwrap_or_else(|error| panic!("{error}"));
}

/// A rate of whole lanes, of whole bytes, or any.
fn rate<W: Lane>(least: usize) -> impl Strategy<Value = usize> {
    let width = 200 * W::BYTES;
    prop_oneof![
        (1..25_usize).prop_map(|lanes| lanes * 8 * W::BYTES),
        (1..width / 8).prop_map(|bytes| 8 * bytes),
        least..width
    ]
}

/// Message and output in pieces of any number of bits.
fn sponges<W: Lane>() {
    let piece = || prop_oneof![Just(0), 1..20_usize, (0..200_usize).prop_map(|n| 8 * n), 0..1000_usize];
    let case = (rate::<W>(1), 1..=W::ROUNDS, vec(piece(), 0..4), vec(piece(), 0..4));
    run(60, &case, |(rate, rounds, pieces, outs)| {
        // A block of few bits takes as long as one of many.
        let shrink = |len: &usize| if rate < 40 { len % 60 } else { *len };
        let pieces: Vec<(Vec<u8>, BitString)> =
            pieces.iter().map(shrink).zip(0..).map(|(len, seed)| bits(len, seed)).collect();
        let outs: Vec<usize> = outs.iter().map(shrink).collect();
        let whole = pieces.iter().fold(BitString::new(), |whole, piece| whole.concat(&piece.1));
        let f = |s: &BitString| keccak_p(width::<W>(), rounds as u32, s);
        let expected = sponge(200 * W::BYTES, f, pad10star1, rate, &whole, outs.iter().sum());
        for backend in backends_for::<W>() {
            let mut sponge = KeccakSponge::<W>::with_backend(backend, rate, rounds).unwrap();
            prop_assert_eq!((sponge.rate(), sponge.capacity()), (rate, 200 * W::BYTES - rate));
            for (bytes, string) in &pieces {
                if string.len().is_multiple_of(8) {
                    sponge.absorb(bytes);
                } else {
                    sponge.absorb_bits(bytes, string.len() as u64).unwrap();
                }
            }
            let mut reader = sponge.finish();
            let mut got = BitString::new();
            for &len in &outs {
                let mut out = vec![0xff; len.div_ceil(8)];
                if len.is_multiple_of(8) {
                    reader.squeeze(&mut out);
                } else {
                    reader.squeeze_bits(&mut out, len as u64).unwrap();
                    prop_assert_eq!(out[len / 8] >> (len % 8), 0, "spare bits");
                }
                got = got.concat(&BitString::from_bits_lsb(&out, len));
            }
            prop_assert!(got == expected, "{} bits, rate {}, {} rounds, {}", whole.len(), rate, rounds, backend);
        }
        Ok(())
    });
}

#[test]
fn sponges_of_every_width() {
    sponges::<u8>();
    sponges::<u16>();
    sponges::<u32>();
    sponges::<u64>();
}

#[derive(Clone, Debug)]
enum Call {
    /// Bytes fed, zeroes fed, bits besides, bytes of output at once and afterwards.
    Duplexing(usize, usize, usize, usize, usize),
    Overwriting(usize, usize),
    /// Bytes of the outer part replaced by data, or by zeroes.
    Replace(usize, bool),
}

fn duplexes<W: Lane>() {
    let number = || 0..2000_usize;
    let call = prop_oneof![
        6 => (number(), number(), number(), number(), number()).prop_map(|(a, b, c, d, e)| Call::Duplexing(a, b, c, d, e)),
        2 => (number(), number()).prop_map(|(a, b)| Call::Overwriting(a, b)),
        2 => (number(), any::<bool>()).prop_map(|(a, b)| Call::Replace(a, b)),
    ];
    run(60, &(rate::<W>(3), 1..=W::ROUNDS, vec(call, 1..6)), |(rate, rounds, calls)| {
        for backend in backends_for::<W>() {
            let mut ours = Duplex::<W>::with_backend(backend, rate, rounds).unwrap();
            let mut theirs = duplex::Duplex::new(200 * W::BYTES, function::<W>(rounds), rate);
            prop_assert_eq!((ours.room(), ours.unread()), (rate - 2, 0));
            let block = rate.div_ceil(8);
            for (seed, call) in (0..).zip(&calls) {
                match *call {
                    Call::Duplexing(fed, zeroes, besides, now, later) => {
                        let fed = message(fed % ((rate - 2) / 8 + 1), seed);
                        ours.feed(&fed).unwrap();
                        let zeroes = zeroes % (ours.room() / 8 + 1);
                        ours.feed_zeroes(zeroes).unwrap();
                        let (bytes, string) = bits(besides % (ours.room() + 1), seed + 100);
                        let sigma = BitString::from_bytes(&fed).concat(&BitString::zeroes(8 * zeroes)).concat(&string);
                        let expected = theirs.duplexing(&sigma, rate).to_bytes();
                        let mut out = vec![0xff; now % (block + 1)];
                        ours.duplexing(&bytes, string.len(), &mut out).unwrap();
                        prop_assert_eq!(&out[..], &expected[..out.len()]);
                        let mut more = vec![0xff; later % (ours.unread() + 1)];
                        ours.read(&mut more).unwrap();
                        prop_assert_eq!(&more[..], &expected[out.len()..][..more.len()]);
                        prop_assert_eq!(ours.unread(), block - out.len() - more.len());
                    }
                    Call::Overwriting(besides, now) => {
                        let (bytes, string) = bits(besides % (rate - 1), seed + 200);
                        let expected = theirs.overwriting(&string, rate).to_bytes();
                        let mut out = vec![0xff; now % (block + 1)];
                        ours.overwriting(&bytes, string.len(), &mut out).unwrap();
                        prop_assert_eq!(&out[..], &expected[..out.len()]);
                    }
                    Call::Replace(count, zeroes) => {
                        let mut data = message(count % ((rate - 2) / 8 + 1), seed + 300);
                        if zeroes {
                            data.fill(0);
                            ours.overwrite_with_zeroes(data.len()).unwrap();
                        } else {
                            ours.overwrite(&data).unwrap();
                        }
                        prop_assert_eq!(ours.room(), rate - 2 - 8 * data.len());
                        theirs.replace(&BitString::from_bytes(&data));
                        let mut out = vec![0; block];
                        ours.duplexing(&[], 0, &mut out).unwrap();
                        // The data are in the state already, and count as input.
                        let expected = theirs.duplexing(&BitString::zeroes(8 * data.len()), rate);
                        prop_assert_eq!(out, expected.to_bytes());
                    }
                }
            }
        }
        Ok(())
    });
}

#[test]
fn duplexes_of_every_width() {
    duplexes::<u8>();
    duplexes::<u16>();
    duplexes::<u32>();
    duplexes::<u64>();
}

/// Bits in, bytes out, stride instead of step.
type MonkeyCalls = Vec<(usize, usize, bool)>;

fn monkeys<W: Lane, S: Snp>(f: fn(usize) -> Function) {
    let width = 200 * W::BYTES;
    let rounds = || 1..=W::ROUNDS;
    let calls = vec((0..2000_usize, 0..2000_usize, any::<bool>()), 1..6);
    let case = (3..=width, (rounds(), rounds(), rounds()), 0..=width - 2, calls);
    run(40, &case, |(rate, (start, step, stride), initial, calls): (usize, _, usize, MonkeyCalls)| {
        let (bytes, string) = bits(initial, 7);
        for backend in backends_for::<W>() {
            let numbers = MonkeyRounds { start, step, stride };
            let mut ours = MonkeyDuplex::<S>::with_backend(backend, rate, numbers, &bytes, initial).unwrap();
            let functions = [start, step, stride].map(f);
            let mut theirs = duplex::MonkeyDuplex::start(width, functions, rate, &string);
            for (seed, &(len, out, stride)) in (0..).zip(&calls) {
                let (bytes, string) = bits(len % (rate - 1), seed);
                let mut out = vec![0xff; out % (rate.div_ceil(8) + 1)];
                let expected = if stride {
                    ours.stride(&bytes, string.len(), &mut out).unwrap();
                    theirs.stride(&string, rate)
                } else {
                    ours.step(&bytes, string.len(), &mut out).unwrap();
                    theirs.step(&string, rate)
                };
                prop_assert_eq!(&out[..], &expected.to_bytes()[..out.len()], "rate {} on {}", rate, backend);
            }
        }
        Ok(())
    });
}

#[test]
fn monkey_duplexes_of_every_width() {
    monkeys::<u8, State<u8>>(function::<u8>);
    monkeys::<u16, TwistedState<u16>>(twisted::<u16>);
    monkeys::<u8, TwistedState<u8>>(twisted::<u8>);
    monkeys::<u32, TwistedState<u32>>(twisted::<u32>);
    monkeys::<u64, State<u64>>(function::<u64>);
    monkeys::<u64, TwistedState<u64>>(twisted::<u64>);
}

fn full_state<W: Lane>() {
    let size = 25 * W::BYTES;
    let calls = vec((0..=size, 0..=size, any::<bool>(), any::<bool>()), 1..6);
    run(40, &(1..=size, 1..=W::ROUNDS, 0..=size, calls), |(rate, rounds, start, calls)| {
        let start = message(start, 1);
        for backend in backends_for::<W>() {
            let mut ours = FullStateDuplex::<W>::with_backend(backend, rate, rounds, &start).unwrap();
            let string = BitString::from_bytes(&start);
            let mut theirs = duplex::FullStateDuplex::new(8 * size, function::<W>(rounds), 8 * rate, &string);
            for (seed, &(len, out, overwrite, in_halves)) in (0..).zip(&calls) {
                let block = message(len, seed);
                let expected = theirs.duplexing(&BitString::from_bytes(&block), overwrite).to_bytes();
                let mut out = vec![0xff; out.min(rate)];
                if in_halves {
                    ours.squeeze(&mut out).unwrap();
                    let mut again = vec![0; rate - out.len()];
                    ours.read(out.len(), &mut again).unwrap();
                    prop_assert_eq!(&again[..], &expected[out.len()..]);
                    let mut front = block.clone();
                    front.resize(rate, 0);
                    let rest = block.get(rate..).unwrap_or_default();
                    ours.inject(if overwrite { Outer::Overwrite } else { Outer::Add }, 0, &front).unwrap();
                    ours.inject(Outer::Add, rate, rest).unwrap();
                } else {
                    ours.duplexing(if overwrite { Outer::Overwrite } else { Outer::Add }, &block, &mut out).unwrap();
                }
                prop_assert_eq!(&out[..], &expected[..out.len()], "rate {} on {}", rate, backend);
            }
        }
        Ok(())
    });
}

#[test]
fn full_state_duplexes_of_every_width() {
    full_state::<u8>();
    full_state::<u16>();
    full_state::<u32>();
    full_state::<u64>();
}

fn generators<W: Lane>() {
    let calls = vec((0..300_usize, 0..3), 1..8);
    run(40, &(1..=200 * W::BYTES - 10, calls), |(capacity, calls)| {
        for backend in backends_for::<W>() {
            let mut ours = Prg::<W>::with_backend(backend, capacity).unwrap();
            let mut theirs = duplex::Prg::new(200 * W::BYTES, function::<W>(W::ROUNDS), capacity);
            // A block of few bytes takes as long as one of many.
            let most = 300.min(20 * ours.block_len());
            for (seed, &(len, what)) in (0..).zip(&calls) {
                let len = len % most;
                match what {
                    0 => {
                        let data = message(len, seed);
                        ours.feed(&data);
                        theirs.feed(&data);
                    }
                    1 => {
                        let mut out = vec![0; len];
                        ours.fetch(&mut out);
                        prop_assert_eq!(out, theirs.fetch(len), "capacity {} on {}", capacity, backend);
                    }
                    _ => prop_assert_eq!(ours.forget().is_ok(), theirs.forget()),
                }
            }
            let mut out = [0; 9];
            ours.fetch(&mut out);
            prop_assert_eq!(out.to_vec(), theirs.fetch(9), "capacity {} on {}", capacity, backend);
        }
        Ok(())
    });
}

#[test]
fn generators_of_every_width() {
    generators::<u8>();
    generators::<u16>();
    generators::<u32>();
    generators::<u64>();
}
