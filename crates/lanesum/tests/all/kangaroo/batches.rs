//! Many messages of KT128 and KT256 in one call, those of one chunk and longer ones mixed.

use super::support::{backends, message};
use lanesum::{Algorithm, Error, Kt128, Kt256, Message, Strided};
use reference::sp800_185::Strength;
use reference::turboshake::kt;

const LENGTHS: [usize; 12] = [0, 8191, 1, 8192, 20_000, 168, 8190, 8193, 136, 70_000, 100, 8191];

#[test]
fn short_and_long_ones() {
    for (algorithm, strength) in [(Algorithm::Kt128, Strength::S128), (Algorithm::Kt256, Strength::S256)] {
        let data: Vec<_> = LENGTHS.iter().enumerate().map(|(i, len)| message(*len, i as u64)).collect();
        let expected: Vec<_> = data.iter().map(|data| kt(strength, data, &[], 40)).collect();
        for backend in [None].into_iter().chain(backends().into_iter().map(Some)) {
            for from in 0..data.len() {
                for to in [from, from + 1, from + 3, data.len()].into_iter().filter(|to| *to <= data.len()) {
                    // Cut anywhere into prefix and body.
                    let cut = |data: &'_ Vec<u8>, i: usize| data.len() * (i % 4) / 3;
                    let messages: Vec<_> = data[from..to]
                        .iter()
                        .enumerate()
                        .map(|(i, data)| data.split_at(cut(data, i)))
                        .map(|(prefix, body)| Message::prefixed(prefix, body))
                        .collect();
                    let mut out = vec![0; 40 * messages.len()];
                    algorithm.digest_many(backend, &messages, &mut out).unwrap();
                    assert_eq!(out, expected[from..to].concat(), "{algorithm}, {backend:?}, {from} to {to}");
                }
            }
        }
    }
}

/// The suffix of a message of one chunk has two bytes. One byte less than whole blocks, and these are in two blocks.
#[test]
fn the_suffix_in_two_blocks() {
    for (algorithm, strength, rate) in
        [(Algorithm::Kt128, Strength::S128, 168), (Algorithm::Kt256, Strength::S256, 136)]
    {
        for blocks in 1..=3 {
            // All of them have as many blocks; the first bits of `which` say whose suffix is in two.
            for which in [0x1_ffff_u32, 1, 2, 0x8000, 0x5555, 0x1_0110] {
                let length = |i: u32| {
                    if which >> i & 1 == 1 { blocks * rate - 1 } else { blocks * rate + 9 * i as usize % (rate - 1) }
                };
                let data: Vec<_> = (0..17).map(|i| message(length(i), u64::from(i))).collect();
                let expected: Vec<_> = data.iter().map(|data| kt(strength, data, &[], 40)).collect();
                for count in [1, 2, 3, 4, 5, 8, 16, 17] {
                    let (data, expected) = (&data[..count], expected[..count].concat());
                    for backend in [None].into_iter().chain(backends().into_iter().map(Some)) {
                        let mut out = vec![0; 40 * count];
                        algorithm.digest_many(backend, data, &mut out).unwrap();
                        assert_eq!(out, expected, "{algorithm}, {backend:?}, {count} of {blocks} blocks, {which:#x}");
                    }
                    let mut out = vec![0; 40 * count];
                    match strength {
                        Strength::S128 => Kt128::new([]).finalize_many(data, 40, &mut out).unwrap(),
                        Strength::S256 => Kt256::new([]).finalize_many(data, 40, &mut out).unwrap(),
                    }
                    assert_eq!(out, expected, "{algorithm} by type, {count} of {blocks} blocks, {which:#x}");
                }
            }
        }
    }
}

#[test]
fn strided_and_errors() {
    let data = message(20_000, 1);
    for len in [8191, 8192, 10_000] {
        let messages = Strided::new(&data, len, 1000, 9).unwrap();
        let expected: Vec<u8> = (0..9).flat_map(|i| kt(Strength::S128, &data[1000 * i..][..len], &[], 32)).collect();
        for backend in backends() {
            let mut out = [0; 9 * 32];
            Algorithm::Kt128.digest_many(backend, &messages, &mut out).unwrap();
            assert_eq!(out[..], expected, "{backend}, {len}");
        }
    }
    let within = Message::from_bits(&[1, 1], 9).unwrap();
    for algorithm in [Algorithm::Kt128, Algorithm::Kt256, Algorithm::TurboShake128, Algorithm::TurboShake256] {
        let mut out = [0x5a; 64];
        let error = algorithm.digest_many(None, &[Message::new(b"whole"), within], &mut out);
        assert_eq!((error, out), (Err(Error::WholeBytes), [0x5a; 64]));
    }
}
