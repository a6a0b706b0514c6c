//! SHA-2 on bit strings (FIPS 180-4), with the standard's names and section numbers.
//!
//! A `u64` holds words of both 32 and 64 bits; [`Word`] tells them apart.

use crate::bits::BitString;
use std::sync::LazyLock;

/// w, the number of bits in a word (2.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// SHA-224 and SHA-256.
    W32,
    /// SHA-384, SHA-512 and SHA-512/t.
    W64,
}

/// A hash function, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    /// SHA-224.
    Sha224,
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512.
    Sha512,
    /// SHA-512/t, t from 1 to 511 except 384.
    Sha512T(u32),
}

impl Function {
    /// The name in the standard.
    pub fn name(self) -> String {
        match self {
            Self::Sha224 => "SHA-224".into(),
            Self::Sha256 => "SHA-256".into(),
            Self::Sha384 => "SHA-384".into(),
            Self::Sha512 => "SHA-512".into(),
            Self::Sha512T(t) => format!("SHA-512/{t}"),
        }
    }

    /// The length of the digest in bits.
    pub const fn digest_bits(self) -> usize {
        match self {
            Self::Sha224 => 224,
            Self::Sha256 => 256,
            Self::Sha384 => 384,
            Self::Sha512 => 512,
            Self::Sha512T(t) => t as usize,
        }
    }

    /// The words of the function.
    pub const fn word(self) -> Word {
        match self {
            Self::Sha224 | Self::Sha256 => Word::W32,
            Self::Sha384 | Self::Sha512 | Self::Sha512T(_) => Word::W64,
        }
    }

    /// H(0), the initial hash value (5.3).
    pub fn initial_value(self) -> [u64; 8] {
        static ROOTS: LazyLock<Vec<u64>> = LazyLock::new(|| constants(Root::Square, 0, 16));
        let roots = |first: usize| -> [u64; 8] { std::array::from_fn(|i| ROOTS[first + i]) };
        match self {
            // 5.3.2: the second 32 bits of the words of SHA-384.
            Self::Sha224 => roots(8).map(|word| word & 0xffff_ffff),
            // 5.3.3
            Self::Sha256 => roots(0).map(|word| word >> 32),
            // 5.3.4: the ninth to sixteenth primes.
            Self::Sha384 => roots(8),
            // 5.3.5
            Self::Sha512 => roots(0),
            // 5.3.6
            Self::Sha512T(t) => initial_value_of_sha_512_t(t),
        }
    }
}

/// A root of a prime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// For initial hash values (5.3).
    Square,
    /// For the constants of the rounds (4.2).
    Cube,
}

/// The first 64 bits of the fractional parts of the roots of `count` primes, after the first `skip`.
pub fn constants(root: Root, skip: usize, count: usize) -> Vec<u64> {
    let is_prime = |n: &u64| (2..*n).all(|d| !n.is_multiple_of(d));
    (2..).filter(is_prime).skip(skip).take(count).map(|prime| fraction_of_root(root, prime)).collect()
}

/// floor(2^64 p^(1/k)) mod 2^64: the greatest x with x^k <= 2^(64 k) p, found bit by bit. Numbers are digits of 32 bits, the lowest first.
fn fraction_of_root(root: Root, prime: u64) -> u64 {
    let k = match root {
        Root::Square => 2,
        Root::Cube => 3,
    };
    let mut bound = vec![0; 2 * k];
    bound.push(prime);
    let mut x: u128 = 0;
    for bit in (0..72).rev() {
        let candidate = x | 1 << bit;
        let digits = [candidate as u64 & 0xffff_ffff, (candidate >> 32) as u64 & 0xffff_ffff, (candidate >> 64) as u64];
        let power = (1..k).fold(digits.to_vec(), |power, _| product(&power, &digits));
        if at_most(&power, &bound) {
            x = candidate;
        }
    }
    x as u64
}

fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut digits = vec![0; a.len() + b.len()];
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, y) in b.iter().enumerate() {
            let sum = digits[i + j] + x * y + carry;
            digits[i + j] = sum & 0xffff_ffff;
            carry = sum >> 32;
        }
        digits[i + b.len()] = carry;
    }
    digits
}

fn at_most(a: &[u64], b: &[u64]) -> bool {
    let digit = |number: &[u64], i: usize| number.get(i).copied().unwrap_or(0);
    let differ = (0..a.len().max(b.len())).rev().find(|&i| digit(a, i) != digit(b, i));
    differ.is_none_or(|i| digit(a, i) < digit(b, i))
}

/// The SHA-512/t IV generation function (5.3.6).
///
/// # Panics
/// If SHA-512/t does not exist for this t.
pub fn initial_value_of_sha_512_t(t: u32) -> [u64; 8] {
    assert!((1..512).contains(&t) && t != 384, "no SHA-512/{t}");
    let turned = Function::Sha512.initial_value().map(|word| word ^ 0xa5a5_a5a5_a5a5_a5a5);
    let name = BitString::from_bytes_msb(format!("SHA-512/{t}").as_bytes());
    hash_on(Word::W64, turned, 0, &name)
}

impl Word {
    const fn bits(self) -> usize {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }

    /// The length of a block in bits: sixteen words (5.2).
    pub const fn block_bits(self) -> usize {
        16 * self.bits()
    }

    /// Addition modulo 2^w (2.2.2).
    fn add(self, terms: &[u64]) -> u64 {
        let sum = terms.iter().fold(0_u64, |sum, term| sum.wrapping_add(*term));
        if self == Self::W32 { sum & 0xffff_ffff } else { sum }
    }

    /// ROTR^n(x) (2.2.2, 3.2).
    fn rotr(self, n: usize, x: u64) -> u64 {
        let w = self.bits();
        let left = x << (w - n);
        (x >> n) | if self == Self::W32 { left & 0xffff_ffff } else { left }
    }

    /// SHR^n(x) (3.2).
    fn shr(n: usize, x: u64) -> u64 {
        x >> n
    }

    /// Ch(x, y, z) (4.2, 4.8).
    fn ch(x: u64, y: u64, z: u64) -> u64 {
        (x & y) ^ (!x & z)
    }

    /// Maj(x, y, z) (4.3, 4.9).
    fn maj(x: u64, y: u64, z: u64) -> u64 {
        (x & y) ^ (x & z) ^ (y & z)
    }

    /// Σ0(x) (4.4, 4.10).
    fn big_sigma_0(self, x: u64) -> u64 {
        let [a, b, c] = match self {
            Self::W32 => [2, 13, 22],
            Self::W64 => [28, 34, 39],
        };
        self.rotr(a, x) ^ self.rotr(b, x) ^ self.rotr(c, x)
    }

    /// Σ1(x) (4.5, 4.11).
    fn big_sigma_1(self, x: u64) -> u64 {
        let [a, b, c] = match self {
            Self::W32 => [6, 11, 25],
            Self::W64 => [14, 18, 41],
        };
        self.rotr(a, x) ^ self.rotr(b, x) ^ self.rotr(c, x)
    }

    /// σ0(x) (4.6, 4.12).
    fn sigma_0(self, x: u64) -> u64 {
        let [a, b, c] = match self {
            Self::W32 => [7, 18, 3],
            Self::W64 => [1, 8, 7],
        };
        self.rotr(a, x) ^ self.rotr(b, x) ^ Self::shr(c, x)
    }

    /// σ1(x) (4.7, 4.13).
    fn sigma_1(self, x: u64) -> u64 {
        let [a, b, c] = match self {
            Self::W32 => [17, 19, 10],
            Self::W64 => [19, 61, 6],
        };
        self.rotr(a, x) ^ self.rotr(b, x) ^ Self::shr(c, x)
    }

    /// K (4.2.2, 4.2.3).
    pub fn round_constants(self) -> &'static [u64] {
        // Cached, because tests hash many messages.
        static K_256: LazyLock<Vec<u64>> =
            LazyLock::new(|| constants(Root::Cube, 0, 64).into_iter().map(|word| word >> 32).collect());
        static K_512: LazyLock<Vec<u64>> = LazyLock::new(|| constants(Root::Cube, 0, 80));
        match self {
            Self::W32 => &K_256,
            Self::W64 => &K_512,
        }
    }
}

/// The hash computation for one block (6.2.2, 6.4.2).
fn compress(word: Word, k: &[u64], h: [u64; 8], block: &BitString) -> [u64; 8] {
    // 1. Prepare the message schedule.
    let mut w: Vec<u64> = block
        .as_slice()
        .chunks(word.bits())
        .map(|bits| bits.iter().fold(0, |w, bit| w << 1 | u64::from(*bit)))
        .collect();
    for t in 16..k.len() {
        w.push(word.add(&[word.sigma_1(w[t - 2]), w[t - 7], word.sigma_0(w[t - 15]), w[t - 16]]));
    }
    // 2. Initialize the eight working variables.
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut hh] = h;
    // 3.
    for t in 0..k.len() {
        let t1 = word.add(&[hh, word.big_sigma_1(e), Word::ch(e, f, g), k[t], w[t]]);
        let t2 = word.add(&[word.big_sigma_0(a), Word::maj(a, b, c)]);
        hh = g;
        g = f;
        f = e;
        e = word.add(&[d, t1]);
        d = c;
        c = b;
        b = a;
        a = word.add(&[t1, t2]);
    }
    // 4. Compute the intermediate hash value.
    let variables = [a, b, c, d, e, f, g, hh];
    std::array::from_fn(|i| word.add(&[variables[i], h[i]]))
}

/// The last of the hash values H(1), H(2), … for the blocks of `message`, starting from `h`.
///
/// # Panics
/// Unless `message` is whole blocks.
pub fn compress_all(word: Word, h: [u64; 8], message: &BitString) -> [u64; 8] {
    assert!(message.len().is_multiple_of(word.block_bits()), "no whole number of blocks");
    let k = word.round_constants();
    let mut h = h;
    for block in message.as_slice().chunks(word.block_bits()) {
        h = compress(word, k, h, &block.iter().copied().collect());
    }
    h
}

/// The padding (5.1) for a message of ℓ = `before` + `rest` bits; `before` is whole blocks that have been hashed.
fn pad(word: Word, before: u128, rest: &BitString) -> BitString {
    let l = before + rest.len() as u128;
    let length_bits = 2 * word.bits();
    // ℓ + 1 + k ≡ block - length (mod block)
    let block = word.block_bits();
    let k = (2 * block - length_bits - 1 - rest.len() % block) % block;
    let length: BitString = (0..length_bits).rev().map(|bit| l >> bit & 1 == 1).collect();
    rest.concat(&BitString::from_binary("1")).concat(&BitString::zeroes(k)).concat(&length)
}

/// The last hash value of a message. Its first `before` bits, whole blocks, have led to the hash value `h`; `rest` follows.
pub fn hash_on(word: Word, h: [u64; 8], before: u128, rest: &BitString) -> [u64; 8] {
    compress_all(word, h, &pad(word, before, rest))
}

/// The digest of `message` (6.2 to 6.7).
pub fn hash(function: Function, message: &BitString) -> BitString {
    digest(function, hash_on(function.word(), function.initial_value(), 0, message))
}

/// The digest: the leftmost bits of the last hash value.
pub fn digest(function: Function, h: [u64; 8]) -> BitString {
    let w = function.word().bits();
    let bits: BitString = h.iter().flat_map(|word| (0..w).rev().map(move |bit| word >> bit & 1 == 1)).collect();
    bits.trunc(function.digest_bits())
}
