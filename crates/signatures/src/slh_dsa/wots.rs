//! WOTS+ (FIPS 205, section 5): one-time signatures, of many keys at a time.

use super::address::{AddressType, Adrs};
use super::parameters::Parameters;
use super::tweakable::{Chain, Messages, Tweakable};
use alloc::vec;
use alloc::vec::Vec;

/// Leaves whose chains are computed together: as many as keep the public values in the first-level cache.
const TOGETHER: usize = 32;

/// The position of a one-time key.
#[derive(Clone, Copy)]
pub(crate) struct Leaf {
    pub(crate) layer: u32,
    pub(crate) tree: u64,
    pub(crate) index: u32,
}

impl Leaf {
    fn address(self, kind: AddressType, chain: u32) -> Adrs {
        Adrs { layer: self.layer, tree: self.tree, kind, words: [self.index, chain, 0] }
    }
}

/// The digits of n bytes and of their checksum (FIPS 205, algorithm 7, lines 1 to 7).
pub(crate) fn digits(parameters: &Parameters, message: &[u8]) -> Vec<u32> {
    let last = parameters.last() as u32;
    let mut digits = base_2b(message, parameters.lg_w, parameters.len1());
    let sum = digits.iter().map(|digit| last - digit).sum::<u32>();
    let places = (0..parameters.len2()).rev();
    digits.extend(places.map(|place| sum >> (parameters.lg_w * place) & last));
    digits
}

/// The first `count` digits, of `bits` bits each, the highest bit first (algorithm 4).
pub(crate) fn base_2b(bytes: &[u8], bits: usize, count: usize) -> Vec<u32> {
    let mut bytes = bytes.iter();
    let (mut window, mut have) = (0u64, 0);
    let mut digits = Vec::with_capacity(count);
    for _ in 0..count {
        while have < bits {
            window = window << 8 | u64::from(bytes.next().copied().unwrap_or(0));
            have += 8;
        }
        have -= bits;
        digits.push((window >> have) as u32 & ((1 << bits) - 1));
    }
    digits
}

/// The public keys of some leaves of a tree, n bytes each (algorithm 6).
pub(crate) fn public_keys(hash: &mut Tweakable, seed: &[u8], layer: u32, tree: u64, leaves: &[u32], out: &mut [u8]) {
    let (n, len, last) = (hash.parameters.n, hash.parameters.len(), hash.parameters.last());
    let mut values = vec![0; TOGETHER.min(leaves.len()) * len * n];
    for (leaves, out) in leaves.chunks(TOGETHER).zip(out.chunks_mut(TOGETHER * n)) {
        let values = &mut values[..leaves.len() * len * n];
        let address =
            |kind: AddressType, i: usize| Leaf { layer, tree, index: leaves[i / len] }.address(kind, (i % len) as u32);
        hash.chains_from_secrets(
            seed,
            |i| address(AddressType::WotsPrf, i),
            |i| address(AddressType::WotsHash, i),
            last,
            values,
        );
        hash.t(|i| Leaf { layer, tree, index: leaves[i] }.address(AddressType::WotsPk, 0), values, len * n, out);
    }
}

/// The signature of a message of n bytes (algorithm 7).
pub(crate) fn sign(hash: &mut Tweakable, seed: &[u8], leaf: Leaf, digits: &[u32], out: &mut [u8]) {
    hash.f(|i| leaf.address(AddressType::WotsPrf, i as u32), Messages::Same(seed), out);
    let chains = (0..).zip(digits).map(|(i, &steps)| Chain { address: leaf.address(AddressType::WotsHash, i), steps });
    hash.chains(&chains.collect::<Vec<_>>(), out);
}

/// The public keys computed from the signatures in `values`, which lie one after the other (algorithm 8).
pub(crate) fn from_signatures(
    hash: &mut Tweakable,
    leaves: &[Leaf],
    digits: &[Vec<u32>],
    values: &mut [u8],
    out: &mut [u8],
) {
    let (n, len, last) = (hash.parameters.n, hash.parameters.len(), hash.parameters.last() as u32);
    let mut chains = Vec::with_capacity(leaves.len() * len);
    for (leaf, digits) in leaves.iter().zip(digits) {
        chains.extend((0..).zip(digits).map(|(i, &digit)| {
            let mut address = leaf.address(AddressType::WotsHash, i);
            address.words[2] = digit;
            Chain { address, steps: last - digit }
        }));
    }
    hash.chains(&chains, values);
    hash.t(|i| leaves[i].address(AddressType::WotsPk, 0), values, len * n, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slh_dsa::ParameterSet;

    #[test]
    fn digits_are_cut_from_the_front() {
        assert_eq!(base_2b(&[0x12, 0x34, 0xf0], 4, 5), [1, 2, 3, 4, 15]);
        assert_eq!(base_2b(&[0b1011_0110, 0b0111_0000], 3, 4), [5, 5, 4, 7]);
        assert_eq!(base_2b(&[0xab, 0xcd, 0xef], 12, 2), [0xabc, 0xdef]);
    }

    #[test]
    fn the_checksum_falls_when_a_digit_rises() {
        let parameters = ParameterSet::Shake128s.parameters();
        // 32 digits of 0: 32 * 15 = 480 = 0x1e0.
        assert_eq!(digits(parameters, &[0; 16])[32..], [1, 14, 0]);
        assert_eq!(digits(parameters, &[0xff; 16])[32..], [0, 0, 0]);
    }
}
