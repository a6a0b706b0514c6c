//! Ketje v2 on strings of bits: Bertoni, Daemen, Peeters, Van Assche, Van Keer, "CAESAR submission: Ketje v2", 2016; `MonkeyWrap` is its
//! Algorithm 2. With the untwisted permutation, and rates of 16 and 32 bits, this is Ketje v1 (2014).

use crate::bits::BitString;
use crate::duplex::{Function, MonkeyDuplex};
use crate::keccak_p::{Width, keccak_p};
use crate::twisted::keccak_p_twisted;

/// The permutation under the mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Keccak-p.
    One,
    /// Keccak-p*.
    Two,
}

/// A session.
pub struct Ketje {
    d: MonkeyDuplex,
    rho: usize,
}

/// keypack(K, l): enc8(l/8) ‖ K ‖ 1 ‖ 0*.
fn keypack(key: &BitString) -> BitString {
    let bytes = (key.len() + 16) / 8;
    let pack = BitString::from_bytes(&[bytes as u8]).concat(key).concat(&BitString::from_binary("1"));
    let zeroes = 8 * bytes - pack.len();
    pack.concat(&BitString::zeroes(zeroes))
}

impl Ketje {
    /// initialize(K, N).
    ///
    /// # Panics
    /// If they do not fit.
    #[must_use]
    pub fn new(width: Width, version: Version, key: &BitString, nonce: &BitString) -> Self {
        let lane = width.lane();
        let rho = if lane <= 16 { 2 * lane } else { 4 * lane };
        let f = |rounds| -> Function {
            match version {
                Version::One => Box::new(move |s| keccak_p(width, rounds, s)),
                Version::Two => Box::new(move |s| keccak_p_twisted(width, rounds, s)),
            }
        };
        let start = keypack(key).concat(nonce);
        Self { d: MonkeyDuplex::start(25 * lane, [f(12), f(1), f(6)], rho + 4, &start), rho }
    }

    /// wrap(A, B, ℓ): ciphertext and tag.
    pub fn wrap(&mut self, metadata: &BitString, plaintext: &BitString, tag_bits: usize) -> (BitString, BitString) {
        let (a, b) = (self.blocks(metadata), self.blocks(plaintext));
        let framed = |block: &BitString, frame: &str| block.concat(&BitString::from_binary(frame));
        for block in &a[..a.len() - 1] {
            self.d.step(&framed(block, "00"), 0);
        }
        let mut z = self.d.step(&framed(&a[a.len() - 1], "01"), b[0].len());
        let mut c = b[0].xor(&z);
        for pair in b.windows(2) {
            z = self.d.step(&framed(&pair[0], "11"), pair[1].len());
            c = c.concat(&pair[1].xor(&z));
        }
        let mut tag = self.d.stride(&framed(&b[b.len() - 1], "10"), self.rho);
        while tag.len() < tag_bits {
            tag = tag.concat(&self.d.step(&BitString::from_binary("0"), self.rho));
        }
        (c, tag.trunc(tag_bits))
    }

    /// Blocks of ρ bits. There is at least one; the last one has 1 to ρ bits, or none if the string is empty.
    fn blocks(&self, string: &BitString) -> Vec<BitString> {
        if string.is_empty() {
            return vec![BitString::zeroes(0)];
        }
        string.as_slice().chunks(self.rho).map(|block| block.iter().copied().collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::b2h;

    /// The first entry of `TestVectors/KetjeJr.txt` of the Keccak code package of 2014 (commit 23c3dfbb), before the twist.
    #[test]
    fn first_entry_of_version_one() {
        let key = crate::h2b("fa0d1f31435567798b9dafc1d3e5f70a1c2e4052647608", 182);
        let width = Width::from_bits(200).expect("a width");
        let mut ketje = Ketje::new(width, Version::One, &key, &BitString::zeroes(0));
        let (_, tag) = ketje.wrap(&BitString::zeroes(0), &BitString::zeroes(0), 128);
        assert_eq!(b2h(&tag), "1c0dd915efc0f5c142a16a65adfd358a");
    }

    /// Three entries of `TestVectors/KetjeSr.txt` of that package: with nonces, and with a message after an empty one.
    #[test]
    fn entries_of_version_one() {
        let empty = BitString::zeroes(0);
        let start = |key: &str, key_bits, nonce: &str, nonce_bits| {
            let width = Width::from_bits(400).expect("a width");
            Ketje::new(width, Version::One, &crate::h2b(key, key_bits), &crate::h2b(nonce, nonce_bits))
        };
        let key = "c3d5e7f90c1e30425466788a9caec0d2e4f6091b2d3f5163758799abbdcfe1f306182a3c4e60728496a8baccdef00315";
        let (_, tag) = start(key, 382, "", 0).wrap(&empty, &empty, 128);
        assert_eq!(b2h(&tag), "61c63fd70acc11783690042704aa782f");
        let key = "c33ab0279d148a0177ed64da51c73eb42ba1188e057bf168de55cb42b82fa51c92097f01";
        let (_, tag) = start(key, 282, "c3013e7bb8f53370adea286502", 100).wrap(&empty, &empty, 128);
        assert_eq!(b2h(&tag), "474766f64e80bbeb97793374c39f192c");
        let nonce = "c39d77512b05deb8926c4620f9d3ad87613b15eec8a27c5630";
        let mut ketje = start("c39e79542f0ae4bf9a75502b06e0bb96714c2702dcb712", 182, nonce, 200);
        let (_, tag) = ketje.wrap(&empty, &empty, 128);
        assert_eq!(b2h(&tag), "40b75a8cc9af6bb9da2dfdff53163960");
        let plaintext: Vec<u8> = (0..87).map(|i| ((0x5b + 0x45 * i) % 255) as u8).collect();
        let (ciphertext, tag) = ketje.wrap(&empty, &BitString::from_bytes(&plaintext), 128);
        assert!(b2h(&ciphertext).starts_with("17c849a447b474dfe44b2fd9ad4ecd8d"));
        assert_eq!(b2h(&tag), "c490ec6a509c0f88185cb51e593aef11");
    }
}
