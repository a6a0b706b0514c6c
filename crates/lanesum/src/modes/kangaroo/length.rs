//! `length_encode` (RFC 9861, section 3.3).

/// An integer as big-endian bytes without leading zeroes (none for 0), followed by the number of these bytes.
pub(super) struct LengthEncoded {
    bytes: [u8; 9],
    start: usize,
}

impl LengthEncoded {
    pub(super) fn new(x: u64) -> Self {
        let n = 8 - x.leading_zeros() as usize / 8;
        let mut bytes = [0; 9];
        bytes[..8].copy_from_slice(&x.to_be_bytes());
        bytes[8] = n as u8;
        Self { bytes, start: 8 - n }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9861, section 3.3, and the ends of each number of bytes.
    #[test]
    fn as_the_rfc_says() {
        assert_eq!(LengthEncoded::new(0).as_bytes(), [0]);
        assert_eq!(LengthEncoded::new(12).as_bytes(), [12, 1]);
        assert_eq!(LengthEncoded::new(65538).as_bytes(), [1, 0, 2, 3]);
        assert_eq!(LengthEncoded::new(255).as_bytes(), [255, 1]);
        assert_eq!(LengthEncoded::new(256).as_bytes(), [1, 0, 2]);
        assert_eq!(LengthEncoded::new(u64::MAX).as_bytes(), [255, 255, 255, 255, 255, 255, 255, 255, 8]);
    }
}
