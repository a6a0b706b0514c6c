//! The answers of RFC 7693, appendices A, B and E.

use super::Function;
use crate::bits::{BitString, b2h};

fn hex(bytes: &[u8]) -> String {
    b2h(&BitString::from_bytes(bytes))
}

#[test]
fn abc() {
    let digest = Function::Blake2b.hash(64, &[], b"abc");
    assert!(hex(&digest).starts_with("ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"));
    let digest = Function::Blake2s.hash(32, &[], b"abc");
    assert_eq!(hex(&digest), "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
}

/// The self-test of appendix E: a digest of digests, keyed and not, of several lengths.
#[test]
fn self_test() {
    fn sequence(len: usize) -> Vec<u8> {
        let seed = len as u32;
        let (mut a, mut b) = (0xdead_4bad_u32.wrapping_mul(seed), 1_u32);
        (0..len)
            .map(|_| {
                let t = a.wrapping_add(b);
                (a, b) = (b, t);
                (t >> 24) as u8
            })
            .collect()
    }
    let cases = [
        (
            Function::Blake2b,
            [20, 32, 48, 64],
            [0, 3, 128, 129, 255, 1024],
            "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475",
        ),
        (
            Function::Blake2s,
            [16, 20, 28, 32],
            [0, 3, 64, 65, 255, 1024],
            "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe",
        ),
    ];
    for (function, digests, lengths, answer) in cases {
        let mut all = vec![];
        for digest_bytes in digests {
            for len in lengths {
                let message = sequence(len);
                all.extend(function.hash(digest_bytes, &[], &message));
                all.extend(function.hash(digest_bytes, &sequence(digest_bytes), &message));
            }
        }
        assert_eq!(hex(&function.hash(32, &[], &all)), answer, "{}", function.name());
    }
}
