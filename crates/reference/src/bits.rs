//! Bit strings, and how FIPS 202 writes them as bytes and as hexadecimal digits (appendix B.1).

use std::fmt;

/// A string of bits, in the order in which the standard writes them: bit 0 is the leftmost.
///
/// One `bool` for each bit: the standard's operations (concatenation, truncation, bit `i`) are then those of a vector, and only the
/// conversions depend on a bit order.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct BitString {
    bits: Vec<bool>,
}

impl BitString {
    /// The empty string.
    pub const fn new() -> Self {
        Self { bits: Vec::new() }
    }

    /// 0^`len`: `len` zeroes.
    pub fn zeroes(len: usize) -> Self {
        Self { bits: vec![false; len] }
    }

    /// All bits of `bytes`; in each byte the least significant bit comes first.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bits_lsb(bytes, 8 * bytes.len())
    }

    /// The first `bits` bits of `bytes`; in each byte the least significant bit comes first, so
    /// that a partial last byte holds its bits in the low positions. Its other bits are ignored.
    ///
    /// # Panics
    /// If `bytes` holds fewer than `bits` bits.
    pub fn from_bits_lsb(bytes: &[u8], bits: usize) -> Self {
        (0..bits).map(|i| (bytes[i / 8] >> (i % 8)) & 1 == 1).collect()
    }

    /// All bits of `bytes`; in each byte the most significant bit comes first (FIPS 180-4, 3.1).
    pub fn from_bytes_msb(bytes: &[u8]) -> Self {
        Self::from_bits_msb(bytes, 8 * bytes.len())
    }

    /// The first `bits` bits of `bytes`; in each byte the most significant bit comes first, so that
    /// a partial last byte holds its bits in the high positions. Its other bits are ignored.
    ///
    /// # Panics
    /// If `bytes` holds fewer than `bits` bits.
    pub fn from_bits_msb(bytes: &[u8], bits: usize) -> Self {
        (0..bits).map(|i| (bytes[i / 8] >> (7 - i % 8)) & 1 == 1).collect()
    }

    /// The string as bytes, most significant bit first; the spare low bits of a partial last byte
    /// are zero.
    pub fn to_bytes_msb(&self) -> Vec<u8> {
        self.bits
            .chunks(8)
            .map(|byte| byte.iter().enumerate().fold(0, |value, (i, &bit)| value | (u8::from(bit) << (7 - i))))
            .collect()
    }

    /// A string written as the standard writes it: `"11001"`, the first bit leftmost.
    ///
    /// # Panics
    /// If `digits` has a character other than `0` and `1`.
    pub fn from_binary(digits: &str) -> Self {
        digits
            .chars()
            .map(|digit| match digit {
                '0' => false,
                '1' => true,
                other => panic!("{other:?} is not a binary digit"),
            })
            .collect()
    }

    /// The string as bytes, least significant bit first; the spare high bits of a partial last
    /// byte are zero.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bits
            .chunks(8)
            .map(|byte| byte.iter().enumerate().fold(0, |value, (i, &bit)| value | (u8::from(bit) << i)))
            .collect()
    }

    /// Length in bits.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether the length is 0.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The bits, the first one at index 0.
    pub fn as_slice(&self) -> &[bool] {
        &self.bits
    }

    /// X ‖ Y.
    #[must_use]
    pub fn concat(&self, other: &Self) -> Self {
        self.bits.iter().chain(&other.bits).copied().collect()
    }

    /// `Trunc_s(X)`: the first `s` bits (FIPS 202, 2.3).
    ///
    /// # Panics
    /// If the string is shorter than `s` bits.
    #[must_use]
    pub fn trunc(&self, s: usize) -> Self {
        self.bits[..s].iter().copied().collect()
    }

    /// X ⊕ Y.
    ///
    /// # Panics
    /// If the lengths differ.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        assert_eq!(self.len(), other.len(), "X ⊕ Y needs equal lengths");
        self.bits.iter().zip(&other.bits).map(|(a, b)| a ^ b).collect()
    }
}

impl FromIterator<bool> for BitString {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        Self { bits: bits.into_iter().collect() }
    }
}

/// Binary digits, the first bit leftmost.
impl fmt::Display for BitString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bits.iter().try_for_each(|&bit| f.write_str(if bit { "1" } else { "0" }))
    }
}

/// Prints hexadecimal digits and the length, so that a failed `assert_eq!` on a state is readable.
impl fmt::Debug for BitString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bits)", b2h(self), self.len())
    }
}

/// h2b(H, n): the first `n` bits of the hexadecimal string `hex`.
///
/// FIPS 202, B.1, Algorithm 10.
///
/// # Panics
/// If `hex` has an odd number of digits, other characters than digits, or fewer than `n` bits.
pub fn h2b(hex: &str, n: usize) -> BitString {
    assert!(hex.is_ascii() && hex.len().is_multiple_of(2), "H is 2m hexadecimal digits");
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal digits"))
        .collect();
    BitString::from_bits_lsb(&bytes, n)
}

/// b2h(S): the string as hexadecimal digits, two a byte, with zeroes after the end of a partial last byte.
///
/// FIPS 202, B.1, Algorithm 11. The digits are lower case.
pub fn b2h(s: &BitString) -> String {
    s.to_bytes()
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from_digit(digit.into(), 16).expect("below 16"))
        .collect()
}
