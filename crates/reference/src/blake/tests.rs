//! Known answers of BLAKE.

use super::*;
use crate::bits::BitString;

const ALL: [Function; 4] = [Function::Blake224, Function::Blake256, Function::Blake384, Function::Blake512];

/// 3: the two 1 bits of the padding are adjacent at 446 bits of 512 and at 894 of 1024; one bit more takes another block.
#[test]
fn padding() {
    for (function, fits, last) in [
        (Function::Blake224, 446, 0x02),
        (Function::Blake256, 446, 0x03),
        (Function::Blake384, 894, 0x02),
        (Function::Blake512, 894, 0x03),
    ] {
        let block = function.word().block_bits();
        let padded = pad(function, 0, &BitString::zeroes(fits));
        assert_eq!(padded.len(), block, "{}", function.name());
        assert_eq!(padded.to_bytes_msb()[fits / 8], last, "{}", function.name());
        assert_eq!(pad(function, 0, &BitString::zeroes(fits + 1)).len(), 2 * block, "{}", function.name());
        assert_eq!(pad(function, 1 << 40, &BitString::zeroes(3)).to_bytes_msb()[block / 8 - 6], 1);
    }
}

/// 1, first and last of each table.
#[test]
fn constants_as_printed() {
    let u = Word::W32.constants();
    assert_eq!((u[0], u[1], u[15]), (0x243f_6a88, 0x85a3_08d3, 0xb547_0917));
    let u = Word::W64.constants();
    assert_eq!((u[0], u[15]), (0x243f_6a88_85a3_08d3, 0x6369_20d8_7157_4e69));
    for permutation in PERMUTATIONS {
        let mut sorted = permutation;
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..16));
    }
}

/// A message may be cut after any number of whole blocks, also at its end.
#[test]
fn hashing_goes_on_from_a_value() {
    for function in ALL {
        let (word, s) = (function.word(), [1, 2, 3, 4]);
        let block = word.block_bits();
        let m = BitString::zeroes(2 * block);
        let mut h = function.initial_value();
        for i in 1..=2 {
            h = word.compress(h, &[0; 16], s, word.counter(i * block as u128));
        }
        let on = hash_on(function, h, s, 2 * block as u128, &BitString::new());
        assert_eq!(on, hash_on(function, function.initial_value(), s, 0, &m), "{}", function.name());
    }
}
