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
