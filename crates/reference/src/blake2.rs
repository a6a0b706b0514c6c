//! `BLAKE2b` and `BLAKE2s` (RFC 7693), with its names; the other parameters of the parameter block are those of section 2.8 of "BLAKE2: simpler,
//! smaller, fast as MD5" (2013), which the RFC leaves out.
//!
//! A `u64` holds words of both 32 and 64 bits.

#[cfg(test)]
mod tests;

/// A hash function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    /// Words of 64 bits, up to 64 bytes of digest.
    Blake2b,
    /// Words of 32 bits, up to 32 bytes of digest.
    Blake2s,
}

/// SIGMA (2.7).
#[rustfmt::skip]
pub const SIGMA: [[usize; 16]; 10] = [
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

impl Function {
    /// The names in the RFC.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blake2b => "BLAKE2b",
            Self::Blake2s => "BLAKE2s",
        }
    }

    const fn word_bytes(self) -> usize {
        match self {
            Self::Blake2b => 8,
            Self::Blake2s => 4,
        }
    }

    /// bb (2.1): the bytes of a block.
    pub const fn block_bytes(self) -> usize {
        16 * self.word_bytes()
    }

    /// The greatest length of a digest and of a key; also the bytes of the parameter block.
    pub const fn most_bytes(self) -> usize {
        8 * self.word_bytes()
    }

    /// The bytes of a salt, and of a personalisation.
    pub const fn salt_bytes(self) -> usize {
        2 * self.word_bytes()
    }

    const fn mask(self) -> u64 {
        match self {
            Self::Blake2b => u64::MAX,
            Self::Blake2s => 0xffff_ffff,
        }
    }

    /// IV (2.6): the first bits of the fractional parts of the square roots of the first eight primes.
    pub fn iv(self) -> [u64; 8] {
        let function = match self {
            Self::Blake2b => crate::sha2::Function::Sha512,
            Self::Blake2s => crate::sha2::Function::Sha256,
        };
        function.initial_value()
    }

    fn rotate(self, x: u64, n: u32) -> u64 {
        match self {
            Self::Blake2b => x.rotate_right(n),
            Self::Blake2s => (x as u32).rotate_right(n).into(),
        }
    }

    fn words(self, bytes: &[u8]) -> Vec<u64> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        bytes.chunks(self.word_bytes()).map(word).collect()
    }

    /// G (3.1).
    fn g(self, v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
        let [r1, r2, r3, r4] = match self {
            Self::Blake2b => [32, 24, 16, 63],
            Self::Blake2s => [16, 12, 8, 7],
        };
        let add = |terms: &[u64]| terms.iter().fold(0_u64, |sum, term| sum.wrapping_add(*term)) & self.mask();
        v[a] = add(&[v[a], v[b], x]);
        v[d] = self.rotate(v[d] ^ v[a], r1);
        v[c] = add(&[v[c], v[d]]);
        v[b] = self.rotate(v[b] ^ v[c], r2);
        v[a] = add(&[v[a], v[b], y]);
        v[d] = self.rotate(v[d] ^ v[a], r3);
        v[c] = add(&[v[c], v[d]]);
        v[b] = self.rotate(v[b] ^ v[c], r4);
    }

    /// F (3.2), with the finalization flags as words: `f[1]` is that of the last node of a layer of a tree.
    pub fn compress(self, h: [u64; 8], m: &[u64], t: u128, f: [u64; 2]) -> [u64; 8] {
        let rounds = match self {
            Self::Blake2b => 12,
            Self::Blake2s => 10,
        };
        let mut v = [0; 16];
        v[..8].copy_from_slice(&h);
        v[8..].copy_from_slice(&self.iv());
        v[12] ^= t as u64 & self.mask();
        v[13] ^= (t >> (8 * self.word_bytes())) as u64 & self.mask();
        v[14] ^= f[0];
        v[15] ^= f[1];
        for i in 0..rounds {
            let s = SIGMA[i % 10];
            self.g(&mut v, [0, 4, 8, 12], m[s[0]], m[s[1]]);
            self.g(&mut v, [1, 5, 9, 13], m[s[2]], m[s[3]]);
            self.g(&mut v, [2, 6, 10, 14], m[s[4]], m[s[5]]);
            self.g(&mut v, [3, 7, 11, 15], m[s[6]], m[s[7]]);
            self.g(&mut v, [0, 5, 10, 15], m[s[8]], m[s[9]]);
            self.g(&mut v, [1, 6, 11, 12], m[s[10]], m[s[11]]);
            self.g(&mut v, [2, 7, 8, 13], m[s[12]], m[s[13]]);
            self.g(&mut v, [3, 4, 9, 14], m[s[14]], m[s[15]]);
        }
        std::array::from_fn(|i| h[i] ^ v[i] ^ v[i + 8])
    }

    /// The parameter block of a message that is no node of a tree.
    ///
    /// # Panics
    /// If a length is too great.
    pub fn parameters(self, digest_bytes: usize, key_bytes: usize, salt: &[u8], person: &[u8]) -> Vec<u8> {
        assert!((1..=self.most_bytes()).contains(&digest_bytes) && key_bytes <= self.most_bytes(), "a length");
        let mut block = vec![0; self.most_bytes()];
        block[..4].copy_from_slice(&[digest_bytes as u8, key_bytes as u8, 1, 1]);
        let (salt_at, person_at) = (self.most_bytes() - 2 * self.salt_bytes(), self.most_bytes() - self.salt_bytes());
        block[salt_at..person_at][..salt.len()].copy_from_slice(salt);
        block[person_at..][..person.len()].copy_from_slice(person);
        block
    }

    /// The digest (3.3) with any parameter block, of which the first byte is the length of the digest. `is_last` says that the message is the
    /// last node of a layer of a tree.
    pub fn hash_with(self, parameters: &[u8], key: &[u8], is_last: bool, message: &[u8]) -> Vec<u8> {
        let mut digest = self.hash_node(parameters, key, is_last, message);
        digest.truncate(parameters[0].into());
        digest
    }

    /// All bytes of the last chaining value.
    fn hash_node(self, parameters: &[u8], key: &[u8], is_last: bool, message: &[u8]) -> Vec<u8> {
        let (bb, words) = (self.block_bytes(), self.words(parameters));
        let iv = self.iv();
        let mut h = std::array::from_fn(|i| iv[i] ^ words[i]);
        let mut data = key.to_vec();
        data.resize(if key.is_empty() { 0 } else { bb }, 0);
        data.extend(message);
        let last = data.len().saturating_sub(1) / bb;
        for i in 0..=last {
            let end = data.len().min((i + 1) * bb);
            let mut block = data[i * bb..end].to_vec();
            block.resize(bb, 0);
            let f = if i == last { [self.mask(), if is_last { self.mask() } else { 0 }] } else { [0; 2] };
            h = self.compress(h, &self.words(&block), end as u128, f);
        }
        h.iter().flat_map(|word| word.to_le_bytes()[..self.word_bytes()].to_vec()).collect()
    }

    /// `BLAKE2bp`, `BLAKE2sp` ("BLAKE2: simpler, smaller, fast as MD5", section 2.10): leaves take the blocks of a message in turn, and the root
    /// hashes their values. The parameter block is that of no tree, with the other inputs.
    pub fn parallel(self, parameters: &[u8], key: &[u8], message: &[u8]) -> Vec<u8> {
        let leaves = match self {
            Self::Blake2b => 4,
            Self::Blake2s => 8,
        };
        let node = |offset: u8, depth: u8| {
            let mut block = parameters.to_vec();
            let depth_at = if self == Self::Blake2b { 16 } else { 14 };
            (block[2], block[3], block[8], block[depth_at], block[depth_at + 1]) =
                (leaves, 2, offset, depth, self.most_bytes() as u8);
            block
        };
        let mut values = Vec::new();
        for leaf in 0..leaves {
            let blocks = message.chunks(self.block_bytes()).skip(leaf.into()).step_by(leaves.into());
            // A leaf's value has all bytes: its length is that of the whole digest in the parameter block only.
            values.extend(self.hash_node(
                &node(leaf, 0),
                key,
                leaf == leaves - 1,
                &blocks.collect::<Vec<_>>().concat(),
            ));
        }
        self.hash_with(&node(0, 1), &[], true, &values)
    }

    /// The digest with a key, which may be empty.
    pub fn hash(self, digest_bytes: usize, key: &[u8], message: &[u8]) -> Vec<u8> {
        self.hash_with(&self.parameters(digest_bytes, key.len(), &[], &[]), key, false, message)
    }
}
