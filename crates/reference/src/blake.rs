//! BLAKE on bit strings: the hash functions of the final round of the SHA-3 competition ("SHA-3 proposal BLAKE", version 1.3 of
//! 16 December 2010; 14 and 16 rounds), with its names.
//!
//! A `u64` holds words of both 32 and 64 bits; [`Word`] tells them apart.

use crate::bits::BitString;
use crate::sha2;
use std::sync::LazyLock;

/// w, the number of bits in a word (the first table).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// BLAKE-224 and BLAKE-256.
    W32,
    /// BLAKE-384 and BLAKE-512.
    W64,
}

/// A hash function, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    /// BLAKE-224.
    Blake224,
    /// BLAKE-256.
    Blake256,
    /// BLAKE-384.
    Blake384,
    /// BLAKE-512.
    Blake512,
}

impl Function {
    /// The name in the specification.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blake224 => "BLAKE-224",
            Self::Blake256 => "BLAKE-256",
            Self::Blake384 => "BLAKE-384",
            Self::Blake512 => "BLAKE-512",
        }
    }

    /// The length of the digest in bits.
    pub const fn digest_bits(self) -> usize {
        match self {
            Self::Blake224 => 224,
            Self::Blake256 => 256,
            Self::Blake384 => 384,
            Self::Blake512 => 512,
        }
    }

    /// The words of the function.
    pub const fn word(self) -> Word {
        match self {
            Self::Blake224 | Self::Blake256 => Word::W32,
            Self::Blake384 | Self::Blake512 => Word::W64,
        }
    }

    /// The initial value (1): that of the SHA-2 function with the same digest length.
    pub fn initial_value(self) -> [u64; 8] {
        match self {
            Self::Blake224 => sha2::Function::Sha224,
            Self::Blake256 => sha2::Function::Sha256,
            Self::Blake384 => sha2::Function::Sha384,
            Self::Blake512 => sha2::Function::Sha512,
        }
        .initial_value()
    }

    /// The bit before the length (the first table, 3).
    const fn bit_before_the_length(self) -> &'static str {
        match self {
            Self::Blake224 | Self::Blake384 => "0",
            Self::Blake256 | Self::Blake512 => "1",
        }
    }
}

/// σ0 to σ9 (1).
#[rustfmt::skip]
pub const PERMUTATIONS: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The first 1024 bits of the fractional part of π, 64 at a time, by Machin's formula: π = 16 arctan(1/5) - 4 arctan(1/239).
fn fraction_of_pi() -> [u64; 16] {
    /// Digits of 64 bits, the integer part first. The last two digits absorb rounding errors.
    type Number = [u64; 19];
    fn divided(number: &Number, by: u64) -> Number {
        let mut rest = 0;
        number.map(|digit| {
            let dividend = u128::from(rest) << 64 | u128::from(digit);
            rest = (dividend % u128::from(by)) as u64;
            (dividend / u128::from(by)) as u64
        })
    }
    fn sum(a: &Number, b: &Number) -> Number {
        let (mut sum, mut carry) = ([0; 19], 0);
        for i in (0..19).rev() {
            let digits = u128::from(a[i]) + u128::from(b[i]) + carry;
            (sum[i], carry) = (digits as u64, digits >> 64);
        }
        sum
    }
    fn negated(a: &Number) -> Number {
        sum(&a.map(|digit| !digit), &std::array::from_fn(|i| u64::from(i == 18)))
    }
    fn scaled_arctan(scale: u64, of_one_over: u64) -> Number {
        let mut whole = [0; 19];
        whole[0] = scale;
        let mut power = divided(&whole, of_one_over);
        let mut total = [0; 19];
        for k in 0.. {
            let term = divided(&power, 2 * k + 1);
            if term == [0; 19] {
                break;
            }
            total = sum(&total, &if k % 2 == 0 { term } else { negated(&term) });
            power = divided(&power, of_one_over * of_one_over);
        }
        total
    }
    let pi = sum(&scaled_arctan(16, 5), &negated(&scaled_arctan(4, 239)));
    assert_eq!(pi[0], 3, "π is three and a fraction");
    std::array::from_fn(|i| pi[i + 1])
}

impl Word {
    const fn bits(self) -> usize {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }

    /// The length of a block in bits: sixteen words.
    pub const fn block_bits(self) -> usize {
        16 * self.bits()
    }

    /// The length of a salt in bytes: four words.
    pub const fn salt_bytes(self) -> usize {
        4 * self.bits() / 8
    }

    /// The number of rounds of the compression function (the first table).
    const fn rounds(self) -> usize {
        match self {
            Self::W32 => 14,
            Self::W64 => 16,
        }
    }

    /// Addition modulo 2^w.
    fn add(self, terms: &[u64]) -> u64 {
        let sum = terms.iter().fold(0_u64, |sum, term| sum.wrapping_add(*term));
        if self == Self::W32 { sum & 0xffff_ffff } else { sum }
    }

    /// x ⋙ n
    fn rotate(self, x: u64, n: u32) -> u64 {
        match self {
            Self::W32 => (x as u32).rotate_right(n).into(),
            Self::W64 => x.rotate_right(n),
        }
    }

    /// The constants (1): the first digits of π.
    pub fn constants(self) -> &'static [u64; 16] {
        static OF_64: LazyLock<[u64; 16]> = LazyLock::new(fraction_of_pi);
        static OF_32: LazyLock<[u64; 16]> =
            LazyLock::new(|| std::array::from_fn(|i| OF_64[i / 2] >> (32 * (1 - i % 2)) & 0xffff_ffff));
        match self {
            Self::W32 => &OF_32,
            Self::W64 => &OF_64,
        }
    }

    /// Words from bits, the first bit highest.
    fn words(self, bits: &BitString) -> Vec<u64> {
        bits.as_slice()
            .chunks(self.bits())
            .map(|bits| bits.iter().fold(0, |word, bit| word << 1 | u64::from(*bit)))
            .collect()
    }

    /// The four words of a salt (5).
    ///
    /// # Panics
    /// Unless `bytes` has [`Word::salt_bytes`] bytes.
    pub fn salt(self, bytes: &[u8]) -> [u64; 4] {
        assert_eq!(bytes.len(), self.salt_bytes(), "a salt has four words");
        self.words(&BitString::from_bytes_msb(bytes)).try_into().expect("four words")
    }

    /// `G_i(a, b, c, d)` of round r (2).
    fn g(self, v: &mut [u64; 16], [a, b, c, d]: [usize; 4], m: &[u64], r: usize, i: usize) {
        let rotations = match self {
            Self::W32 => [16, 12, 8, 7],
            Self::W64 => [32, 25, 16, 11],
        };
        let u = self.constants();
        let (j, k) = (PERMUTATIONS[r % 10][2 * i], PERMUTATIONS[r % 10][2 * i + 1]);
        v[a] = self.add(&[v[a], v[b], m[j] ^ u[k]]);
        v[d] = self.rotate(v[d] ^ v[a], rotations[0]);
        v[c] = self.add(&[v[c], v[d]]);
        v[b] = self.rotate(v[b] ^ v[c], rotations[1]);
        v[a] = self.add(&[v[a], v[b], m[k] ^ u[j]]);
        v[d] = self.rotate(v[d] ^ v[a], rotations[2]);
        v[c] = self.add(&[v[c], v[d]]);
        v[b] = self.rotate(v[b] ^ v[c], rotations[3]);
    }

    /// compress(h, m, s, t) (2). `t` is the number of bits, low word and high word.
    pub fn compress(self, h: [u64; 8], m: &[u64], s: [u64; 4], t: [u64; 2]) -> [u64; 8] {
        let u = self.constants();
        // Initialization.
        let mut v = [0; 16];
        v[..8].copy_from_slice(&h);
        for i in 0..4 {
            v[8 + i] = s[i] ^ u[i];
        }
        v[12] = t[0] ^ u[4];
        v[13] = t[0] ^ u[5];
        v[14] = t[1] ^ u[6];
        v[15] = t[1] ^ u[7];
        // Round function.
        for r in 0..self.rounds() {
            self.g(&mut v, [0, 4, 8, 12], m, r, 0);
            self.g(&mut v, [1, 5, 9, 13], m, r, 1);
            self.g(&mut v, [2, 6, 10, 14], m, r, 2);
            self.g(&mut v, [3, 7, 11, 15], m, r, 3);
            self.g(&mut v, [0, 5, 10, 15], m, r, 4);
            self.g(&mut v, [1, 6, 11, 12], m, r, 5);
            self.g(&mut v, [2, 7, 8, 13], m, r, 6);
            self.g(&mut v, [3, 4, 9, 14], m, r, 7);
        }
        // Finalization.
        std::array::from_fn(|i| h[i] ^ s[i % 4] ^ v[i] ^ v[i + 8])
    }

    /// A counter as two words, the low one first (4).
    fn counter(self, t: u128) -> [u64; 2] {
        match self {
            Self::W32 => [t as u64 & 0xffff_ffff, (t >> 32) as u64],
            Self::W64 => [t as u64, (t >> 64) as u64],
        }
    }
}

/// The padding (3) for a message of ℓ = `before` + `rest` bits; `before` is whole blocks that have been hashed.
fn pad(function: Function, before: u128, rest: &BitString) -> BitString {
    let word = function.word();
    let l = before + rest.len() as u128;
    let (block, length_bits) = (word.block_bits(), 2 * word.bits());
    // ℓ + 1 + z + 1 ≡ block - length (mod block)
    let zeroes = (2 * block - length_bits - 2 - rest.len() % block) % block;
    let length: BitString = (0..length_bits).rev().map(|bit| l >> bit & 1 == 1).collect();
    rest.concat(&BitString::from_binary("1"))
        .concat(&BitString::zeroes(zeroes))
        .concat(&BitString::from_binary(function.bit_before_the_length()))
        .concat(&length)
}

/// The last chain value of a message (2 to 4). Its first `before` bits, whole blocks, have led to the chain value `h`; `rest` follows.
pub fn hash_on(function: Function, h: [u64; 8], s: [u64; 4], before: u128, rest: &BitString) -> [u64; 8] {
    let word = function.word();
    let padded = pad(function, before, rest);
    let mut h = h;
    for (i, block) in padded.as_slice().chunks(word.block_bits()).enumerate() {
        let (first, last) = (i * word.block_bits(), (i + 1) * word.block_bits());
        // ℓ_i is the number of message bits so far, without padding; 0 if the block has no bit of the message.
        let t = if first >= rest.len() { 0 } else { before + last.min(rest.len()) as u128 };
        h = word.compress(h, &word.words(&block.iter().copied().collect()), s, word.counter(t));
    }
    h
}

/// The digest of `message`, with a salt of [`Word::salt_bytes`] bytes; no salt means zeroes.
///
/// # Panics
/// If the salt has another length.
pub fn hash(function: Function, salt: Option<&[u8]>, message: &BitString) -> BitString {
    let s = salt.map_or([0; 4], |salt| function.word().salt(salt));
    digest(function, hash_on(function, function.initial_value(), s, 0, message))
}

/// The digest: the first words of the last chain value (5).
pub fn digest(function: Function, h: [u64; 8]) -> BitString {
    let w = function.word().bits();
    let bits: BitString = h.iter().flat_map(|word| (0..w).rev().map(move |bit| word >> bit & 1 == 1)).collect();
    bits.trunc(function.digest_bits())
}
