//! Known answers: NIST's examples of SHA-2.

use super::*;
use crate::bits::BitString;

fn hex(bits: &BitString) -> String {
    bits.to_bytes_msb().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn of(function: Function, message: &[u8]) -> String {
    hex(&hash(function, &BitString::from_bytes_msb(message)))
}

/// NIST, Cryptographic Standards and Guidelines, Example Values, SHA-2: "abc".
#[test]
fn one_block() {
    let digests = [
        (Function::Sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (Function::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            Function::Sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
        ),
        (
            Function::Sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
             2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        ),
        (Function::Sha512T(224), "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
        (Function::Sha512T(256), "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ];
    for (function, digest) in digests {
        assert_eq!(of(function, b"abc"), digest, "{}", function.name());
    }
}

/// NIST's example values for messages of two blocks.
#[test]
fn two_blocks() {
    let of_448 = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_eq!(of(Function::Sha224, of_448), "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525");
    assert_eq!(of(Function::Sha256, of_448), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    let of_896 = b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno\
                   ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
    assert_eq!(
        of(Function::Sha384, of_896),
        "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039"
    );
    assert_eq!(of(Function::Sha512T(224), of_896), "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9");
    assert_eq!(of(Function::Sha512T(256), of_896), "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a");
}

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
