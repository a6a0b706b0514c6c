//! The secrets for all tests.

use std::sync::LazyLock;

/// Bytes of a secret: a key at its beginning, a message behind it.
pub const SECRET_BYTES: usize = 600;

pub type Secret = [u8; SECRET_BYTES];

/// The secret that stays, in the test by time. It looks like any other, since zeroes are special to the processor itself: `ROTATIONS`.
pub static FIXED: LazyLock<Secret> = LazyLock::new(|| Secrets::new(2).next());

/// Secrets that look random, the same in every run.
pub struct Secrets(u64);

impl Secrets {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> Secret {
        let mut secret = [0; SECRET_BYTES];
        for eight in secret.chunks_mut(8) {
            // SplitMix64: no word waits for the one before it.
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            eight.copy_from_slice(&(mixed ^ mixed >> 31).to_le_bytes()[..eight.len()]);
        }
        secret
    }
}
