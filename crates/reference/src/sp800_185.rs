//! cSHAKE, KMAC, `TupleHash` and `ParallelHash` on bit strings (NIST SP 800-185, December 2016).
//!
//! Written from the standard's pseudocode; section numbers are its own. All lengths are in bits unless a name says
//! otherwise.

use crate::bits::BitString;
use crate::sha3::{shake128, shake256};
use crate::sponge::keccak;

/// The two security strengths of each function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// 128 bits.
    S128,
    /// 256 bits.
    S256,
}

/// How the output's length is encoded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Length {
    /// The length is an input of the function: `right_encode(L)`.
    Fixed,
    /// The length is not an input: `right_encode(0)`, for the functions whose names end in XOF (4.3.1, 5.3.1, 6.3.1).
    Arbitrary,
}

impl Strength {
    /// Both strengths.
    pub const ALL: [Self; 2] = [Self::S128, Self::S256];

    /// The strength in bits.
    pub const fn bits(self) -> usize {
        match self {
            Self::S128 => 128,
            Self::S256 => 256,
        }
    }

    /// The rate in bytes: the second argument of `bytepad` (3.3, 4.3).
    pub const fn rate(self) -> usize {
        match self {
            Self::S128 => 168,
            Self::S256 => 136,
        }
    }
}

/// `enc8(i)`: a byte as eight bits, the low-order bit first (2.3.1).
fn enc8(i: u8) -> BitString {
    BitString::from_bytes(&[i])
}

/// The digits x1 … xn of x to the base 256, as few as possible, but at least one (2.3.1).
fn digits(x: u128) -> Vec<u8> {
    let mut n = 1;
    while n < 16 && x >> (8 * n) != 0 {
        n += 1;
    }
    (0..n).rev().map(|i| (x >> (8 * i)) as u8).collect()
}

fn concat<'a>(parts: impl IntoIterator<Item = &'a BitString>) -> BitString {
    parts.into_iter().flat_map(|part| part.as_slice().iter().copied()).collect()
}

/// `left_encode(x)` (2.3.1).
pub fn left_encode(x: u128) -> BitString {
    let digits = digits(x);
    concat(&[enc8(digits.len() as u8), BitString::from_bytes(&digits)])
}

/// `right_encode(x)` (2.3.1).
pub fn right_encode(x: u128) -> BitString {
    let digits = digits(x);
    concat(&[BitString::from_bytes(&digits), enc8(digits.len() as u8)])
}

/// `encode_string(S)` (2.3.2).
pub fn encode_string(s: &BitString) -> BitString {
    concat(&[left_encode(s.len() as u128), s.clone()])
}

/// `bytepad(X, w)` for a positive number of bytes `w` (2.3.3).
pub fn bytepad(x: &BitString, w: usize) -> BitString {
    let z = concat(&[left_encode(w as u128), x.clone()]);
    let padded = z.len().next_multiple_of(8 * w);
    concat(&[z.clone(), BitString::zeroes(padded - z.len())])
}

/// `substring(X, a, b)`: bits a to b - 1, or fewer if X is shorter (2.3.4).
fn substring(x: &BitString, a: usize, b: usize) -> BitString {
    let b = b.min(x.len());
    if a >= b { BitString::new() } else { x.as_slice()[a..b].iter().copied().collect() }
}

/// cSHAKE128 or cSHAKE256 of X to L bits, with function name N and customization S (3.3).
pub fn cshake(strength: Strength, x: &BitString, l: usize, n: &BitString, s: &BitString) -> BitString {
    if n.is_empty() && s.is_empty() {
        return match strength {
            Strength::S128 => shake128(x, l),
            Strength::S256 => shake256(x, l),
        };
    }
    let prefix = bytepad(&concat(&[encode_string(n), encode_string(s)]), strength.rate());
    let message = concat(&[prefix, x.clone(), BitString::from_binary("00")]);
    keccak(2 * strength.bits(), &message, l)
}

fn encoded(l: usize, length: Length) -> BitString {
    right_encode(match length {
        Length::Fixed => l as u128,
        Length::Arbitrary => 0,
    })
}

fn ascii(name: &str) -> BitString {
    BitString::from_bytes(name.as_bytes())
}

/// KMAC (4.3) or KMACXOF (4.3.1) of X under the key K, L bits, with customization S.
pub fn kmac(strength: Strength, k: &BitString, x: &BitString, l: usize, s: &BitString, length: Length) -> BitString {
    let key = bytepad(&encode_string(k), strength.rate());
    let new_x = concat(&[key, x.clone(), encoded(l, length)]);
    cshake(strength, &new_x, l, &ascii("KMAC"), s)
}

/// `TupleHash` (5.3) or `TupleHashXOF` (5.3.1) of a tuple of strings, L bits, with customization S.
pub fn tuple_hash(strength: Strength, x: &[BitString], l: usize, s: &BitString, length: Length) -> BitString {
    let mut z: Vec<BitString> = x.iter().map(encode_string).collect();
    z.push(encoded(l, length));
    cshake(strength, &concat(&z), l, &ascii("TupleHash"), s)
}

/// `ParallelHash` (6.3) or `ParallelHashXOF` (6.3.1) of X in blocks of B bytes, L bits, with customization S.
///
/// # Panics
/// If `b` is 0.
pub fn parallel_hash(
    strength: Strength,
    x: &BitString,
    b: usize,
    l: usize,
    s: &BitString,
    length: Length,
) -> BitString {
    assert!(b > 0, "a block has at least one byte");
    let n = x.len().div_ceil(8 * b);
    let mut z = vec![left_encode(b as u128)];
    for i in 0..n {
        let block = substring(x, i * b * 8, (i + 1) * b * 8);
        z.push(cshake(strength, &block, 2 * strength.bits(), &BitString::new(), &BitString::new()));
    }
    z.push(right_encode(n as u128));
    z.push(encoded(l, length));
    cshake(strength, &concat(&z), l, &ascii("ParallelHash"), s)
}
