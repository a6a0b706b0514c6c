//! The self-test of RFC 7693.

use super::Function;
use crate::bits::{BitString, b2h};

fn hex(bytes: &[u8]) -> String {
    b2h(&BitString::from_bytes(bytes))
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
