//! Known answers: RFC 9861, section 5 and the encodings of section 3.3.

use super::*;
use crate::bits::b2h;

fn ptn(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

fn hex(bytes: &[u8]) -> String {
    b2h(&BitString::from_bytes(bytes))
}

#[test]
fn lengths() {
    // The first three are from section 3.3.
    for (x, bytes) in [
        (0, &[0][..]),
        (12, &[12, 1]),
        (65538, &[1, 0, 2, 3]),
        (255, &[255, 1]),
        (256, &[1, 0, 2]),
        (65535, &[255, 255, 2]),
    ] {
        assert_eq!(length_encode(x), bytes);
    }
}

/// RFC 9861, section 5: one answer of each kind; the library's tests have all of them.
#[test]
fn published_answers() {
    for (domain, message, answer) in [
        (0x1f, vec![], "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c"),
        (0x1f, ptn(289), "96c77c279e0126f7fc07c9b07f5cdae1e0be60bdbe10620040e75d7223a624d2"),
        (0x01, vec![0xff; 3], "bf323f940494e88ee1c540fe660be8a0c93f43d15ec006998462fa994eed5dab"),
    ] {
        assert_eq!(hex(&turboshake(Strength::S128, &message, domain, 32)), answer);
    }
    for (len, answer) in [
        (17, "6bf75fa2239198db4772e36478f8e19b0f371205f6a9a93a273f51df37122888"),
        (8191, "1b577636f723643e990cc7d6a659837436fd6a103626600eb8301cd1dbe553d6"),
        (8192, "48f256f6772f9edfb6a8b661ec92dc93b95ebd05a08a17b39ae3490870c926c3"),
    ] {
        assert_eq!(hex(&kt(Strength::S128, &ptn(len), &[], 32)), answer);
    }
    let answer = "ad4a1d718cf950506709a4c33396139b4449041fc79a05d68da35f1e453522e0\
                  56c64fe94958e7085f2964888259b9932752f3ccd855288efee5fcbb8b563069";
    assert_eq!(hex(&kt(Strength::S256, &[], &[], 10_064)[10_000..]), answer);
}
