//! Slots of XMSS's functions F and H (RFC 8391, sections 4.1.1 and 5.1): the key and the masks are PRF of the public seed and the address, so
//! each call is three or four of the hash function.

use super::rows::{Function, Rows};
use super::slot::Slots;
use crate::slh_dsa::address::Adrs;
use alloc::vec;
use zeroize::Zeroize;

/// The widest message: two values of 64 bytes.
const WIDEST: usize = 128;

/// `N` messages of F or of H.
#[derive(Clone)]
pub(crate) struct Masked<F: Function<N>, const N: usize> {
    function: F,
    /// For PRF under the public seed.
    prf: Rows<F, N>,
    /// For F or H.
    keyed: Rows<F, N>,
    /// Bytes of a value, of the number that tells functions apart, and of M.
    n: usize,
    padding: usize,
    message: usize,
    addresses: [Adrs; N],
    messages: [[u8; WIDEST]; N],
}

/// What the slots are for.
#[derive(Clone, Copy)]
pub(crate) struct MaskedLayout<'a> {
    pub(crate) seed: &'a [u8],
    /// Bytes of the number that tells functions apart.
    pub(crate) padding: usize,
    /// Bytes of M: those of the seed for F, twice as many for H.
    pub(crate) message: usize,
}

/// The number that tells functions apart, and a key (RFC 8391, section 5.1).
pub(crate) fn head(number: u8, padding: usize, key: &[u8]) -> alloc::vec::Vec<u8> {
    let mut head = vec![0; padding];
    head[padding - 1] = number;
    head.extend_from_slice(key);
    head
}

/// The 32 bytes of an address (RFC 8391, section 2.5).
pub(crate) fn address_bytes(address: &Adrs, key_and_mask: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&address.layer.to_be_bytes());
    bytes[4..12].copy_from_slice(&address.tree.to_be_bytes());
    bytes[12..16].copy_from_slice(&(address.kind as u32).to_be_bytes());
    for (bytes, word) in bytes[16..].as_chunks_mut().0.iter_mut().zip(address.words) {
        *bytes = word.to_be_bytes();
    }
    bytes[31] = key_and_mask;
    bytes
}

impl<F: Function<N>, const N: usize> Masked<F, N> {
    pub(crate) fn new(function: F, of: MaskedLayout<'_>) -> Self {
        let (n, padding) = (of.seed.len(), of.padding);
        let is_f = of.message == n;
        let prf = Rows::new(&function, &head(3, padding, of.seed), padding + n + 32);
        // The key differs from slot to slot, so that only the number is at the front of all.
        let keyed = Rows::new(&function, &head(u8::from(!is_f), padding, &[]), padding + n + of.message);
        let address = Adrs { layer: 0, tree: 0, kind: crate::slh_dsa::address::Kind::WotsHash, words: [0; 3] };
        let (addresses, messages) = ([address; N], [[0; WIDEST]; N]);
        Self { function, prf, keyed, n, padding, message: of.message, addresses, messages }
    }

    /// How many calls of the hash function's permutation or compression function one call of F or H takes.
    pub(crate) fn calls(&self) -> u64 {
        (1 + self.message / self.n) as u64 * self.prf.calls(&self.function) + self.keyed.calls(&self.function)
    }
}

impl<F: Function<N>, const N: usize> Slots for Masked<F, N> {
    const COUNT: usize = N;

    fn load<'m>(&mut self, count: usize, input: impl Fn(usize) -> (Adrs, &'m [u8])) {
        for i in 0..N.min(count) {
            let (address, message) = input(i);
            self.set(i, &address, message);
        }
    }

    fn set_addresses(&mut self, count: usize, address: impl Fn(usize) -> Adrs) {
        for (i, own) in self.addresses.iter_mut().enumerate().take(count) {
            *own = address(i);
        }
    }

    fn set(&mut self, slot: usize, address: &Adrs, message: &[u8]) {
        self.addresses[slot] = *address;
        self.messages[slot][..message.len()].copy_from_slice(message);
    }

    #[inline]
    fn run(&mut self) {
        let (n, padding) = (self.n, self.padding);
        for mask in 0..=self.message / n {
            for (slot, address) in self.addresses.iter().enumerate() {
                self.prf.at(slot, padding + n)[..32].copy_from_slice(&address_bytes(address, mask as u8));
            }
            self.prf.hash(&mut self.function);
            for (slot, message) in self.messages.iter().enumerate() {
                let to = &mut self.keyed.at(slot, padding + mask * n)[..n];
                self.function.digest(slot, to);
                if mask > 0 {
                    to.iter_mut().zip(&message[(mask - 1) * n..]).for_each(|(to, byte)| *to ^= byte);
                }
            }
        }
        self.keyed.hash(&mut self.function);
        for (slot, message) in self.messages.iter_mut().enumerate() {
            self.function.digest(slot, &mut message[..n]);
        }
    }

    fn next_hash_address(&mut self) {
        for address in &mut self.addresses {
            // Idle slots count on from anything.
            address.words[2] = address.words[2].wrapping_add(1);
        }
    }

    fn get(&self, slot: usize, digest: &mut [u8]) {
        digest.copy_from_slice(&self.messages[slot][..digest.len()]);
    }
}

impl<F: Function<N>, const N: usize> Drop for Masked<F, N> {
    fn drop(&mut self) {
        self.messages.zeroize();
    }
}
