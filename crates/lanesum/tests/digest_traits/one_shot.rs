//! The one-shot functions.

use super::support::{expected, expected_output, message, of_any_bits};
use lanesum::{Algorithm, BitOrder, Error};

/// A one-shot function for whole bytes, and the one for bits.
type OneShot = (Algorithm, fn(&[u8]) -> Vec<u8>, fn(&[u8], u64) -> Result<Vec<u8>, Error>);

/// The one-shot functions of all algorithms, the XOFs to their usual length.
fn one_shots() -> Vec<OneShot> {
    macro_rules! fixed {
        (: $($algorithm:ident $bytes:ident $bits:ident;)*) => {
            [$((
                Algorithm::$algorithm,
                |data| lanesum::$bytes(data).to_vec(),
                |data, bits| lanesum::$bits(data, bits).map(|out| out.to_vec()),
            )),*]
        };
    }
    macro_rules! xof {
        ($algorithm:ident, $bytes:ident, $bits:ident) => {
            (
                Algorithm::$algorithm,
                |data| {
                    let mut out = vec![0xa7; Algorithm::$algorithm.digest_bits() / 8];
                    lanesum::$bytes(data, &mut out);
                    out
                },
                |data, bits| {
                    let len = Algorithm::$algorithm.digest_bits();
                    let mut out = vec![0xa7; len / 8];
                    lanesum::$bits(data, bits, &mut out, len as u64).map(|()| out)
                },
            )
        };
    }
    let fixed: [OneShot; _] = with_fixed!(fixed);
    let xofs: [OneShot; _] = [xof!(Shake128, shake128, shake128_bits), xof!(Shake256, shake256, shake256_bits)];
    fixed.into_iter().chain(xofs).collect()
}

/// Every bit length through two blocks of the greatest rate; bits and bytes after the message must not matter.
#[test]
fn one_shot() {
    let all: Vec<Algorithm> = one_shots().into_iter().map(|(algorithm, ..)| algorithm).collect();
    assert!(of_any_bits().all(|algorithm| all.contains(&algorithm)));
    for (algorithm, bytes, bits) in one_shots() {
        let data = message(345, 10);
        let inverted: Vec<u8> = data.iter().map(|byte| !byte).collect();
        for len in 0..=2 * 8 * 168 + 17 {
            let expected = expected(algorithm, &data, len);
            assert_eq!(bits(&data, len as u64).unwrap(), expected, "{algorithm}, {len} bits");
            if len % 8 == 0 {
                assert_eq!(bytes(&data[..len / 8]), expected, "{algorithm}, {len} bits as bytes");
            }
            let mut other = [&data[..len / 8], &inverted[len / 8..]].concat();
            let within = match algorithm.bit_order() {
                BitOrder::LowestFirst => (1 << (len % 8)) - 1,
                BitOrder::HighestFirst => !(0xff >> (len % 8)),
            };
            other[len / 8] = data[len / 8] & within | inverted[len / 8] & !within;
            assert_eq!(bits(&other, len as u64).unwrap(), expected, "{algorithm}, {len} bits, other bits after them");
            // As few bytes as the bits need.
            assert_eq!(bits(&other[..len.div_ceil(8)], len as u64).unwrap(), expected, "{algorithm}, {len} bits");
        }
    }
}

/// More bits than there are.
#[test]
fn one_shot_errors() {
    for (algorithm, _, bits) in one_shots() {
        for (len, asked) in [(0, 1), (0, 8), (1, 9), (17, 137), (17, 144), (100, 1 << 40), (3, u64::MAX)] {
            let error = bits(&message(len, 11), asked).unwrap_err();
            assert_eq!(error, Error::TooFewBytes { bits: asked, bytes: len }, "{algorithm}");
        }
    }
}

/// Outputs of every number of bytes from the one-shot XOFs, through two blocks.
#[test]
fn one_shot_output_bytes() {
    type Xof = fn(&[u8], &mut [u8]);
    for (algorithm, bytes) in
        [(Algorithm::Shake128, lanesum::shake128 as Xof), (Algorithm::Shake256, lanesum::shake256 as Xof)]
    {
        let block = algorithm.block_bytes();
        for len in [0, 1, block - 1, block] {
            let data = message(len, 14);
            let expected = expected_output(algorithm, &data, 8 * len, 8 * (2 * block + 1));
            for out_len in 0..=2 * block + 1 {
                let mut out = vec![0xa7; out_len];
                bytes(&data, &mut out);
                assert_eq!(out, expected[..out_len], "{algorithm}, {len} to {out_len} bytes");
            }
        }
    }
}

/// Outputs of bits from the one-shot XOFs: the spare bits are 0, what follows is left alone, and an error writes nothing.
#[test]
fn one_shot_output_bits() {
    type Bits = fn(&[u8], u64, &mut [u8], u64) -> Result<(), Error>;
    let functions: [(Algorithm, Bits); 2] =
        [(Algorithm::Shake128, lanesum::shake128_bits), (Algorithm::Shake256, lanesum::shake256_bits)];
    let data = message(50, 12);
    for (algorithm, bits) in functions {
        for out_bits in 0..=2 * 8 * 168 + 9 {
            let mut expected = expected_output(algorithm, &data, 397, out_bits);
            expected.extend([0xa7; 3]);
            let mut out = vec![0xa7; expected.len()];
            bits(&data, 397, &mut out, out_bits as u64).unwrap();
            assert_eq!(out, expected, "{algorithm} to {out_bits} bits");
        }
        let mut out = [0xa7; 10];
        let too_short = Error::TooFewBytes { bits: 81, bytes: 10 };
        assert_eq!(bits(&data, 400, &mut out, 81), Err(too_short), "{algorithm}");
        let too_short = Error::TooFewBytes { bits: u64::MAX, bytes: 10 };
        assert_eq!(bits(&data, 400, &mut out, u64::MAX), Err(too_short), "{algorithm}");
        let too_short = Error::TooFewBytes { bits: 401, bytes: 50 };
        assert_eq!(bits(&data, 401, &mut out, 80), Err(too_short), "{algorithm}");
        assert_eq!(out, [0xa7; 10], "{algorithm}: written in spite of the error");
    }
}
