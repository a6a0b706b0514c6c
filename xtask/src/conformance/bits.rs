//! Messages and digests as strings of bits.

use lanesum::BitOrder;

use super::hex::hex;

/// A string of bits, the first one at the end of its byte that `order` says; the spare bits of the last byte are 0.
pub(super) struct Bits {
    order: BitOrder,
    data: Vec<u8>,
    len: u64,
}

impl Bits {
    /// The first `len` bits of `data`, which must have exactly as many bytes as that takes.
    pub(super) fn new(order: BitOrder, mut data: Vec<u8>, len: u64) -> anyhow::Result<Self> {
        anyhow::ensure!(data.len() as u64 == len.div_ceil(8), "{} bytes for {len} bits", data.len());
        clear_spare(order, &mut data, len);
        Ok(Self { order, data, len })
    }

    /// All bytes, of the last one perhaps not all bits.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// How many bits.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Only the first `len` bits.
    pub(super) fn truncate(&mut self, len: u64) {
        self.len = self.len.min(len);
        self.data.truncate(self.len.div_ceil(8) as usize);
        clear_spare(self.order, &mut self.data, self.len);
    }

    /// The whole bytes, and the bits that are left with their number (0 to 7).
    pub(super) fn split(&self) -> (&[u8], u8, u32) {
        let bits = (self.len % 8) as u32;
        match self.data.split_last() {
            Some((&last, whole)) if bits > 0 => (whole, last, bits),
            _ => (&self.data, 0, 0),
        }
    }
}

/// Sets the bits of the last byte that are beyond `len` to 0.
pub(super) fn clear_spare(order: BitOrder, data: &mut [u8], len: u64) {
    if let Some(last) = data.last_mut().filter(|_| !len.is_multiple_of(8)) {
        *last &= match order {
            BitOrder::LowestFirst => (1 << (len % 8)) - 1,
            BitOrder::HighestFirst => !(0xff >> (len % 8)),
        };
    }
}

pub(super) fn compare(got: &[u8], expected: &[u8]) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    let at = got.iter().zip(expected).position(|(a, b)| a != b).unwrap_or_default();
    let excerpt = |bytes: &[u8]| hex(&bytes[at..bytes.len().min(at + 8)]);
    Err(format!("byte {at} on: {}… instead of {}…", excerpt(got), excerpt(expected)))
}
