//! Addresses (FIPS 205, sections 4.2 and 11.2).

/// The length in bytes of a compressed address, which the SHA2 parameter sets hash.
pub(crate) const COMPRESSED: usize = 22;

/// The type of an address (FIPS 205, section 4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum AddressType {
    WotsHash = 0,
    WotsPk = 1,
    Tree = 2,
    ForsTree = 3,
    ForsRoots = 4,
    WotsPrf = 5,
    ForsPrf = 6,
}

/// An address. The first four bytes of the tree address are 0 in all parameter sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Adrs {
    pub(crate) layer: u32,
    pub(crate) tree: u64,
    pub(crate) kind: AddressType,
    /// Key pair; chain or tree height; hash or tree index.
    pub(crate) words: [u32; 3],
}

impl Adrs {
    /// The address as the 32 bytes of section 4.2.
    pub(crate) fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (bytes, lane) in bytes.as_chunks_mut().0.iter_mut().zip(self.lanes()) {
            *bytes = lane.to_le_bytes();
        }
        bytes
    }

    /// The address as little-endian words of 64 bits.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> [u64; 4] {
        let pair = |a: u32, b: u32| u64::from(a.swap_bytes()) | u64::from(b.swap_bytes()) << 32;
        let [a, b, c] = self.words;
        [pair(self.layer, 0), self.tree.swap_bytes(), pair(self.kind as u32, a), pair(b, c)]
    }

    /// The compressed address of section 11.2.
    #[inline(always)]
    pub(crate) fn compressed(&self) -> [u8; COMPRESSED] {
        let mut bytes = [0; COMPRESSED];
        bytes[0] = self.layer as u8;
        bytes[1..9].copy_from_slice(&self.tree.to_be_bytes());
        bytes[9] = self.kind as u8;
        for (bytes, word) in bytes[10..].as_chunks_mut().0.iter_mut().zip(self.words) {
            *bytes = word.to_be_bytes();
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_lie_where_the_figures_say() {
        let address = Adrs {
            layer: 0x01,
            tree: 0x0203_0405_0607_0809,
            kind: AddressType::WotsPrf,
            words: [0x0a0b_0c0d, 0x0e0f, 0x10],
        };
        let expected =
            [0, 0, 0, 1, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 5, 10, 11, 12, 13, 0, 0, 14, 15, 0, 0, 0, 16];
        assert_eq!(address.bytes(), expected);
        let compressed = [&expected[3..4], &expected[8..16], &expected[19..]].concat();
        assert_eq!(address.compressed()[..], compressed);
    }
}
