//! Known answers: NIST's examples of SHA-2.

use super::*;
use crate::bits::BitString;

/// Section 5.1: "abc" padded to one block.
#[test]
fn padding() {
    let abc = BitString::from_bytes_msb(b"abc");
    for (word, bytes) in [(Word::W32, 64), (Word::W64, 128)] {
        let mut expected = vec![0; bytes];
        expected[..4].copy_from_slice(b"abc\x80");
        expected[bytes - 1] = 24;
        assert_eq!(pad(word, 0, &abc).to_bytes_msb(), expected);
        // One bit less than needs a second block, and one more; and the length includes earlier blocks.
        let room = word.block_bits() - 2 * word.bits() - 1;
        assert_eq!(pad(word, 0, &BitString::zeroes(room)).len(), word.block_bits());
        assert_eq!(pad(word, 0, &BitString::zeroes(room + 1)).len(), 2 * word.block_bits());
        assert_eq!(pad(word, 1 << 40, &abc).to_bytes_msb()[bytes - 6], 1);
    }
}

/// 4.2.2, 4.2.3 and 5.3, first and last of each table.
#[test]
fn constants_as_printed() {
    let k = Word::W32.round_constants();
    assert_eq!((k[0], k[63], k.len()), (0x428a_2f98, 0xc671_78f2, 64));
    let k = Word::W64.round_constants();
    assert_eq!((k[0], k[79], k.len()), (0x428a_2f98_d728_ae22, 0x6c44_198c_4a47_5817, 80));
    let ends = |function: Function| {
        let h = function.initial_value();
        (h[0], h[7])
    };
    assert_eq!(ends(Function::Sha224), (0xc105_9ed8, 0xbefa_4fa4));
    assert_eq!(ends(Function::Sha256), (0x6a09_e667, 0x5be0_cd19));
    assert_eq!(ends(Function::Sha384), (0xcbbb_9d5d_c105_9ed8, 0x47b5_481d_befa_4fa4));
    assert_eq!(ends(Function::Sha512), (0x6a09_e667_f3bc_c908, 0x5be0_cd19_137e_2179));
    assert_eq!(ends(Function::Sha512T(224)), (0x8c3d_37c8_1954_4da2, 0x1112_e6ad_91d6_92a1));
    assert_eq!(ends(Function::Sha512T(256)), (0x2231_2194_fc2b_f72c, 0x0eb7_2ddc_81c5_2ca2));
}

/// A message may be cut after any number of whole blocks.
#[test]
fn hashing_goes_on_from_a_value() {
    let message = BitString::zeroes(5000);
    for function in [Function::Sha256, Function::Sha512] {
        let word = function.word();
        let before = 2 * word.block_bits();
        let h = compress_all(word, function.initial_value(), &message.trunc(before));
        let h = hash_on(word, h, before as u128, &BitString::zeroes(5000 - before));
        assert_eq!(digest(function, h), hash(function, &message));
    }
}
