//! Bytes that are added to the state in a slot of a kernel.

/// The last `bits` bits of a message, less than 64, as the low bits of a lane.
#[inline]
pub fn last_lane(message: &[u8], bits: u32) -> u64 {
    match message.last_chunk::<8>() {
        Some(last) => (u64::from_le_bytes(*last) >> 1) >> (63 - bits),
        None => message.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

/// The state in a slot, to which bytes are added from a position on. (With [`Bytes`](crate::states::bytes::Bytes), which checks every
/// range, a batch of short messages took 8 ns more a message.)
pub struct InSlot<'w> {
    words: &'w mut [u64],
    width: usize,
    /// The place of the current lane's word, the bits of this lane that are known, and their number: less than 64.
    at: usize,
    lane: u64,
    bits: u32,
}

impl<'w> InSlot<'w> {
    #[inline]
    pub fn new(words: &'w mut [u64], width: usize, slot: usize, position: usize) -> Self {
        Self { words, width, at: slot + position / 8 * width, lane: 0, bits: 8 * (position % 8) as u32 }
    }

    #[inline]
    pub fn add(&mut self, bytes: &[u8]) {
        let (lanes, end) = bytes.as_chunks::<8>();
        for lane in lanes {
            self.add_lane(u64::from_le_bytes(*lane));
        }
        self.add_bits(last_lane(bytes, 8 * end.len() as u32), 8 * end.len() as u32);
    }

    #[inline]
    fn add_lane(&mut self, word: u64) {
        self.flush(word);
        self.lane = word >> 1 >> (63 - self.bits);
    }

    /// Adds the lane that is complete now.
    #[inline]
    fn flush(&mut self, word: u64) {
        if let Some(there) = self.words.get_mut(self.at) {
            *there ^= self.lane | word << self.bits;
        }
        self.at += self.width;
    }

    /// Adds the low `bits` bits, less than 64; the others are 0.
    #[inline]
    fn add_bits(&mut self, word: u64, bits: u32) {
        if self.bits + bits < 64 {
            self.lane |= word << self.bits;
            self.bits += bits;
        } else {
            self.add_lane(word);
            self.bits = self.bits + bits - 64;
        }
    }

    /// Adds the last bits, which may be more than the current lane has room for.
    #[inline]
    pub fn end(mut self, word: u64) {
        self.add_lane(word);
        self.flush(0);
    }
}
