//! The sponge construction, the padding pad10\*1 and the Keccak functions (FIPS 202, 4 and 5).

use crate::bits::BitString;
use crate::keccak_p::{Width, keccak_f, keccak_p};

/// pad10\*1(x, m): the bits 1, 0^j, 1 with the least j ≥ 0 that makes m + j + 2 a multiple of x.
///
/// `x` and `m` are in bits (5.1, Algorithm 9).
///
/// # Panics
/// If `x` is 0.
pub fn pad10star1(x: usize, m: usize) -> BitString {
    // (-m - 2) mod x, without negative numbers.
    let j = (x - (m + 2) % x) % x;
    let one = BitString::from_binary("1");
    one.concat(&BitString::zeroes(j)).concat(&one)
}

/// `SPONGE[f, pad, r](N, d)` for a function `f` on strings of `b` bits (section 4, Algorithm 8).
///
/// `r` and `d` are in bits; returns `d` bits.
///
/// # Panics
/// If `r` is not between 1 and `b - 1`, or `pad` does not fill up whole blocks.
pub fn sponge(
    b: usize,
    f: impl Fn(&BitString) -> BitString,
    pad: impl Fn(usize, usize) -> BitString,
    r: usize,
    n: &BitString,
    d: usize,
) -> BitString {
    assert!(0 < r && r < b, "the rate is between 0 and the width");
    let p = n.concat(&pad(r, n.len()));
    assert_eq!(p.len() % r, 0, "the padding fills up whole blocks");
    let inner = BitString::zeroes(b - r);
    let mut s = BitString::zeroes(b);
    for block in p.as_slice().chunks_exact(r) {
        let block: BitString = block.iter().copied().collect();
        s = f(&s.xor(&block.concat(&inner)));
    }
    let mut z = Vec::new();
    loop {
        z.extend_from_slice(&s.as_slice()[..r]);
        if d <= z.len() {
            return z[..d].iter().copied().collect();
        }
        s = f(&s);
    }
}

/// `KECCAK[c](N, d) = SPONGE[Keccak-p[1600, 24], pad10*1, 1600 - c](N, d)` (5.2).
///
/// `c` and `d` are in bits.
///
/// # Panics
/// If `c` is not between 1 and 1599.
pub fn keccak(c: usize, n: &BitString, d: usize) -> BitString {
    let f = |s: &BitString| keccak_p(Width::B1600, 24, s);
    sponge(1600, f, pad10star1, 1600 - c, n, d)
}

/// `Keccak[r, c](N, d)`, the sponge over Keccak-f[r + c], as the Keccak reference writes it.
///
/// `r`, `c` and `d` are in bits.
///
/// # Panics
/// If `r + c` is not the width of a permutation, or `r` or `c` is 0.
pub fn keccak_r_c(r: usize, c: usize, n: &BitString, d: usize) -> BitString {
    let width = Width::from_bits(r + c).expect("r + c is 25, 50, …, 1600");
    sponge(r + c, |s| keccak_f(width, s), pad10star1, r, n, d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::b2h;

    #[test]
    fn padding_is_shortest_and_fills_the_block() {
        assert_eq!(pad10star1(8, 0).to_string(), "10000001");
        assert_eq!(pad10star1(8, 6).to_string(), "11");
        assert_eq!(pad10star1(8, 7).to_string(), "100000001");
        assert_eq!(pad10star1(8, 8).to_string(), "10000001");
        for x in 3..20 {
            for m in 0..60 {
                let len = pad10star1(x, m).len();
                assert_eq!((m + len) % x, 0);
                assert!((2..x + 2).contains(&len));
            }
        }
    }

    /// XKCP, `ShortMsgKAT_Keccakr*.txt`: the first 128 bits of four outputs from each file; the
    /// message is the low bits of a byte.
    #[test]
    fn other_widths() {
        for (r, c, byte, bits, start) in [
            (40, 160, 0x00, 0, "1fd48563bd4780fe792537e4d0b1a3be"),
            (40, 160, 0x03, 2, "6acee1415e6ac9b1b3e8958938e20c5a"),
            (40, 160, 0x06, 3, "12dac0aa041950ce62e711bdac328f61"),
            (40, 160, 0x09, 5, "9cf32d57e4542ae4b563e1e734aa954f"),
            (144, 256, 0x00, 0, "31d219791e62bf00e117a0adfd62917e"),
            (144, 256, 0x03, 2, "e7b6f70f236ab29c3552af2cdfcaeb1f"),
            (144, 256, 0x06, 3, "dc1ace69d72fa886c92cbe184d7ecaae"),
            (144, 256, 0x09, 5, "669ccf99d67aae5242ac1e49555d43bb"),
            (544, 256, 0x00, 0, "a3cea55cfd9f4432ad3f9ae33673ae12"),
            (544, 256, 0x03, 2, "6cb65bc7082e384563cfe0d9b1094bf1"),
            (544, 256, 0x06, 3, "a0ead8b3716ef314dbbd63a3b665c58b"),
            (544, 256, 0x09, 5, "b942f5e1e4a71543c966f9d21c56ceeb"),
            (640, 160, 0x00, 0, "af522fdd80fb4348697c9a3155029cbd"),
            (640, 160, 0x03, 2, "4611bf95df859c8f49a6fb39373fc7b9"),
            (640, 160, 0x06, 3, "9f0b462e479316545a52c537d8139144"),
            (640, 160, 0x09, 5, "003582f430603e323b72da31a82eca31"),
        ] {
            let n = BitString::from_bits_lsb(&[byte], bits);
            assert_eq!(b2h(&keccak_r_c(r, c, &n, 128)), start, "r = {r}, {bits} bits");
        }
    }

    /// The bits of a long output do not depend on its length; an output of 0 bits is allowed.
    #[test]
    fn output_lengths() {
        let n = BitString::from_binary("1011");
        let long = keccak(1024, &n, 2000);
        for d in [0, 1, 7, 575, 576, 577, 1152, 1999] {
            assert_eq!(keccak(1024, &n, d), long.trunc(d));
        }
        assert_eq!(keccak_r_c(576, 1024, &n, 2000), long);
    }
}
