//! Known answers: the standard's examples of the encodings, NIST's sample values, and values that an independent
//! implementation computed.

use super::*;
use crate::bits::b2h;

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
