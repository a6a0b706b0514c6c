//! Known answers: the standard's examples of the encodings, NIST's sample values, and values that an independent
//! implementation computed.

use super::*;
use crate::bits::b2h;

fn bytes(from: u8, to: u8) -> BitString {
    BitString::from_bytes(&(from..=to).collect::<Vec<u8>>())
}

fn pattern(len: usize) -> BitString {
    BitString::from_bytes(&(0..=250).cycle().take(len).collect::<Vec<u8>>())
}

/// 2.3.1, 2.3.2 and 2.3.3: the examples in the text, and the smallest and greatest integers for each number of bytes.
#[test]
fn encodings() {
    for (x, left, right) in [
        (0, "0100", "0001"),
        (1, "0101", "0101"),
        (255, "01ff", "ff01"),
        (256, "020100", "010002"),
        (65535, "02ffff", "ffff02"),
        (65536, "03010000", "01000003"),
        (u128::from(u64::MAX), "08ffffffffffffffff", "ffffffffffffffff08"),
        (1 << 64, "09010000000000000000", "01000000000000000009"),
    ] {
        assert_eq!((b2h(&left_encode(x)).as_str(), b2h(&right_encode(x)).as_str()), (left, right));
    }
    assert_eq!(b2h(&encode_string(&BitString::new())), "0100");
    assert_eq!(encode_string(&BitString::from_binary("10101")).to_string(), "100000001010000010101");
    assert_eq!(b2h(&bytepad(&encode_string(&BitString::new()), 8)), "0108010000000000");
    // Bits are padded to a byte, and bytes to a multiple of w; a whole multiple stays as it is.
    assert_eq!(b2h(&bytepad(&BitString::from_binary("1"), 2)), "01020100");
    assert_eq!(b2h(&bytepad(&BitString::from_bytes(&[7, 8]), 4)), "01040708");
    assert_eq!(substring(&BitString::from_binary("10110"), 1, 3).to_string(), "01");
    assert_eq!(substring(&BitString::from_binary("10110"), 3, 9).to_string(), "10");
    assert_eq!(substring(&BitString::from_binary("10110"), 5, 9), BitString::new());
}

/// NIST, "Cryptographic Standards and Guidelines: Example Values": `cSHAKE_samples`, `KMAC_samples`, `KMACXOF_samples`,
/// `TupleHash_samples`, `TupleHashXOF_samples`.
#[test]
fn samples_of_nist() {
    use Length::{Arbitrary, Fixed};
    use Strength::{S128, S256};
    let none = BitString::new();
    let (short, long) = (bytes(0, 3), bytes(0, 0xc7));
    let email = ascii("Email Signature");
    for (strength, x, l, expected) in [
        (S128, &short, 256, "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"),
        (S128, &long, 256, "c5221d50e4f822d96a2e8881a961420f294b7b24fe3d2094baed2c6524cc166b"),
        (
            S256,
            &short,
            512,
            "d008828e2b80ac9d2218ffee1d070c48b8e4c87bff32c9699d5b6896eee0edd1\
             64020e2be0560858d9c00c037e34a96937c561a74c412bb4c746469527281c8c",
        ),
    ] {
        assert_eq!(b2h(&cshake(strength, x, l, &none, &email)), expected);
    }
    let key = bytes(0x40, 0x5f);
    let tagged = ascii("My Tagged Application");
    for (strength, x, l, s, length, expected) in [
        (S128, &short, 256, &none, Fixed, "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"),
        (S128, &short, 256, &tagged, Fixed, "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5"),
        (S128, &long, 256, &tagged, Fixed, "1f5b4e6cca02209e0dcb5ca635b89a15e271ecc760071dfd805faa38f9729230"),
        (
            S256,
            &short,
            512,
            &tagged,
            Fixed,
            "20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7\
             f69d4cc3de9d104a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd",
        ),
        (S128, &short, 256, &none, Arbitrary, "cd83740bbd92ccc8cf032b1481a0f4460e7ca9dd12b08a0c4031178bacd6ec35"),
        (S128, &short, 256, &tagged, Arbitrary, "31a44527b4ed9f5c6101d11de6d26f0620aa5c341def41299657fe9df1a3b16c"),
    ] {
        assert_eq!(b2h(&kmac(strength, &key, x, l, s, length)), expected);
    }
    let tuple = [bytes(0, 2), bytes(0x10, 0x15)];
    for (length, expected) in [
        (Fixed, "c5d8786c1afb9b82111ab34b65b2c0048fa64e6d48e263264ce1707d3ffc8ed1"),
        (Arbitrary, "2f103cd7c32320353495c68de1a8129245c6325f6f2a3d608d92179c96e68488"),
    ] {
        assert_eq!(b2h(&tuple_hash(S128, &tuple, 256, &none, length)), expected);
    }
}

/// `ParallelHash` of byte i = i mod 251, 100000 of them, without customization.
#[test]
fn parallel_hash_of_many_blocks() {
    let x = pattern(100_000);
    for (b, expected) in [
        (1000, "c6385496081253bd6f30a5abb57815e298ab6e33ff287c4f6d60498d327fd047"),
        (8192, "b8cf74ee0de5a2142856d20ce4ef83f235f6dd4fe839b9dac423d4ea17095d99"),
    ] {
        let digest = parallel_hash(Strength::S128, &x, b, 256, &BitString::new(), Length::Fixed);
        assert_eq!(b2h(&digest), expected);
    }
    let digest = parallel_hash(Strength::S256, &x, 8192, 512, &BitString::new(), Length::Fixed);
    assert_eq!(b2h(&digest)[..64], *"cbc57ae6e387a7ddf44d7c7b5c3c14f6e3a3cf1a25a2bd861dbc01350d84d408");
}

/// 3.3: with empty N and S, cSHAKE is SHAKE. A bound length changes the whole output, an arbitrary length does not.
#[test]
fn lengths_and_empty_names() {
    let (x, none) = (BitString::from_binary("1100101"), BitString::new());
    assert_eq!(cshake(Strength::S256, &x, 300, &none, &none), shake256(&x, 300));
    for strength in Strength::ALL {
        let kmac = |l, length| kmac(strength, &x, &x, l, &none, length);
        assert_eq!(kmac(301, Length::Arbitrary).trunc(300), kmac(300, Length::Arbitrary));
        assert_ne!(kmac(301, Length::Fixed).trunc(300), kmac(300, Length::Fixed));
    }
}
