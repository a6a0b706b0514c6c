//! The parameter sets (RFC 8554, sections 4.1 and 5.1; RFC 9858): a hash function, the height and the Winternitz parameter of each level.

use crate::Error;
use core::fmt;
use core::str::FromStr;

/// The hash function of all levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum HashFunction {
    /// SHA-256.
    Sha256,
    /// The first 192 bits of SHA-256.
    Sha256_192,
    /// 256 bits of SHAKE256.
    Shake256,
    /// 192 bits of SHAKE256.
    Shake256_192,
}

impl HashFunction {
    const ALL: [Self; 4] = [Self::Sha256, Self::Sha256_192, Self::Shake256, Self::Shake256_192];

    const fn name(self) -> &'static str {
        ["LMS_SHA256_M32_H", "LMS_SHA256_M24_H", "LMS_SHAKE_M32_H", "LMS_SHAKE_M24_H"][self as usize]
    }

    /// n and m: the length of a hash value in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        if matches!(self, Self::Sha256 | Self::Shake256) { 32 } else { 24 }
    }

    pub(crate) const fn is_shake(self) -> bool {
        matches!(self, Self::Shake256 | Self::Shake256_192)
    }
}

/// A level: one tree of LMS, with its one-time signatures (LM-OTS).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Level {
    function: HashFunction,
    /// A fifth of the height.
    fives: u8,
    /// The base-two logarithm of w.
    lg_w: u8,
}

impl Level {
    /// A level of this height (5, 10, 15, 20 or 25) and Winternitz parameter (1, 2, 4 or 8). A greater parameter makes signatures shorter
    /// and slower.
    ///
    /// # Errors
    /// [`Error::ParameterSet`] for other numbers.
    pub const fn new(function: HashFunction, height: u8, w: u8) -> Result<Self, Error> {
        if matches!(height, 5 | 10 | 15 | 20 | 25) && matches!(w, 1 | 2 | 4 | 8) {
            Ok(Self { function, fives: height / 5, lg_w: w.trailing_zeros() as u8 })
        } else {
            Err(Error::ParameterSet)
        }
    }

    /// The level of two numbers in the registry "Leighton-Micali Signatures (LMS)", for LMS and for LM-OTS.
    pub(crate) fn of_types(lms: u32, ots: u32) -> Option<Self> {
        // No division, which is a function on small processors.
        let (function, first_lms, first_ots) = match lms {
            5..10 => (HashFunction::Sha256, 5, 1),
            10..15 => (HashFunction::Sha256_192, 10, 5),
            15..20 => (HashFunction::Shake256, 15, 9),
            20..25 => (HashFunction::Shake256_192, 20, 13),
            _ => return None,
        };
        let lg_w = ots.checked_sub(first_ots).filter(|lg_w| *lg_w < 4)?;
        Some(Self { function, fives: (lms - first_lms + 1) as u8, lg_w: lg_w as u8 })
    }

    pub(crate) fn types(self) -> [u8; 8] {
        let function = self.function as u32;
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&(5 + 5 * function + u32::from(self.fives) - 1).to_be_bytes());
        bytes[4..].copy_from_slice(&(1 + 4 * function + u32::from(self.lg_w)).to_be_bytes());
        bytes
    }

    /// The hash function.
    #[must_use]
    pub const fn function(self) -> HashFunction {
        self.function
    }

    /// h: the height of the tree.
    #[must_use]
    pub const fn height(self) -> usize {
        5 * self.fives as usize
    }

    /// w: the Winternitz parameter, in bits.
    #[must_use]
    pub const fn w(self) -> usize {
        1 << self.lg_w
    }

    pub(crate) const fn n(self) -> usize {
        self.function.bytes()
    }

    /// The greatest digit.
    pub(crate) const fn last(self) -> u32 {
        (1 << self.w()) - 1
    }

    /// The digits of the hash, without those of the checksum.
    const fn digits(self) -> usize {
        (8 * self.n()) >> self.lg_w
    }

    /// p: the number of chains; ls: the shift of the checksum (RFC 8554, table 1; RFC 9858, tables 1 to 3).
    const fn table(self) -> (u16, u8) {
        const WIDE: [(u16, u8); 4] = [(265, 7), (133, 6), (67, 4), (34, 0)];
        const NARROW: [(u16, u8); 4] = [(200, 8), (101, 6), (51, 4), (26, 0)];
        (if self.n() == 32 { WIDE } else { NARROW })[(self.lg_w & 3) as usize]
    }

    /// The number of chains.
    pub(crate) const fn chains(self) -> usize {
        self.table().0 as usize
    }

    /// The hash with its checksum (RFC 8554, section 4.4), in the first n + 2 bytes.
    pub(crate) fn with_checksum(self, hash: &[u8]) -> [u8; 34] {
        let mut bytes = [0; 34];
        bytes[..self.n()].copy_from_slice(hash);
        let sum = (0..self.digits()).map(|i| self.last() - self.digit(&bytes, i)).sum::<u32>() as u16;
        bytes[self.n()..][..2].copy_from_slice(&(sum << self.table().1).to_be_bytes());
        bytes
    }

    /// Digit i (RFC 8554, section 3.1.3).
    pub(crate) fn digit(self, bytes: &[u8; 34], i: usize) -> u32 {
        let bit = i * self.w();
        u32::from(bytes[bit / 8]) >> (8 - self.w() - bit % 8) & self.last()
    }

    /// The length of a public key of LMS in bytes.
    pub(crate) const fn key_bytes(self) -> usize {
        8 + 16 + self.n()
    }

    /// The length of a signature of LMS in bytes.
    pub(crate) const fn signature_bytes(self) -> usize {
        12 + (1 + self.chains() + self.height()) * self.n()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}_W{}", self.function.name(), self.height(), self.w())
    }
}

impl FromStr for Level {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let level = HashFunction::ALL.iter().find_map(|function| {
            let (height, w) = name.strip_prefix(function.name())?.split_once("_W")?;
            Self::new(*function, height.parse().ok()?, w.parse().ok()?).ok()
        });
        level.ok_or(Error::ParameterSet)
    }
}

/// The greatest number of levels of HSS.
pub(crate) const MOST: usize = 8;

/// The levels of a key of HSS, the top one first. With one level it is a key of LMS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParameterSet {
    levels: [Level; MOST],
    count: u8,
}

impl ParameterSet {
    /// One to eight levels.
    ///
    /// # Errors
    /// [`Error::ParameterSet`] for none or more levels, and for levels of different hash functions (SP 800-208, section 4).
    pub fn new(levels: &[Level]) -> Result<Self, Error> {
        let [first, others @ ..] = levels else { return Err(Error::ParameterSet) };
        if levels.len() > MOST || others.iter().any(|level| level.function != first.function) {
            return Err(Error::ParameterSet);
        }
        let mut all = [*first; MOST];
        all[..levels.len()].copy_from_slice(levels);
        Ok(Self { levels: all, count: levels.len() as u8 })
    }

    /// The levels, the top one first.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels[..self.count.into()]
    }

    /// The number of signatures that a key can make: at most 2^63, also where the trees have more leaves.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        1 << self.levels().iter().map(|level| level.height()).sum::<usize>().min(63)
    }

    /// The length of a public key in bytes.
    #[must_use]
    pub fn verifying_key_bytes(&self) -> usize {
        4 + self.levels[0].key_bytes()
    }

    /// The length of a signature in bytes.
    #[must_use]
    pub fn signature_bytes(&self) -> usize {
        let keys = self.levels()[1..].iter().map(|level| level.key_bytes()).sum::<usize>();
        4 + keys + self.levels().iter().map(|level| level.signature_bytes()).sum::<usize>()
    }
}

impl fmt::Display for ParameterSet {
    /// The levels with commas, e.g. `LMS_SHA256_M32_H10_W4,LMS_SHA256_M32_H5_W8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, level) in self.levels().iter().enumerate() {
            write!(f, "{}{level}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for ParameterSet {
    type Err = Error;

    fn from_str(names: &str) -> Result<Self, Error> {
        let mut levels = names.split(',').map(str::parse);
        let mut all = [levels.next().ok_or(Error::ParameterSet)??; MOST];
        let mut count = 1;
        for level in levels {
            *all.get_mut(count).ok_or(Error::ParameterSet)? = level?;
            count += 1;
        }
        Self::new(&all[..count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table is what RFC 8554, appendix B, derives.
    #[test]
    fn chains_are_enough_for_the_checksum() {
        for function in HashFunction::ALL {
            for lg_w in 0..4 {
                let level = Level { function, fives: 1, lg_w };
                let most = level.digits() as u32 * level.last();
                let of_checksum = (u32::BITS - most.leading_zeros()).div_ceil(level.w() as u32);
                assert_eq!(level.chains(), level.digits() + of_checksum as usize, "{level}");
                assert_eq!(u32::from(level.table().1), 16 - of_checksum * level.w() as u32, "{level}");
            }
        }
    }

    #[test]
    fn names_and_numbers_lead_back() {
        for lms in 0..=0x20 {
            for ots in 0..=0x20 {
                let Some(level) = Level::of_types(lms, ots) else { continue };
                assert_eq!(level.types(), [lms.to_be_bytes(), ots.to_be_bytes()].concat()[..]);
                assert_eq!(alloc::format!("{level}").parse(), Ok(level));
            }
        }
        assert_eq!(Level::of_types(0x14, 0x0d), Level::new(HashFunction::Shake256_192, 5, 1).ok());
        assert_eq!(Level::of_types(5, 5), None);
        for wrong in ["", "LMS_SHA256_M32_H6_W8", "LMS_SHA256_M32_H5_W3", "LMS_SHA256_M32_H5_W8,", "LMS_SHA256_M32_H5"]
        {
            assert_eq!(wrong.parse::<ParameterSet>(), Err(Error::ParameterSet), "{wrong}");
        }
        assert!("LMS_SHA256_M32_H5_W8,LMS_SHA256_M24_H5_W8".parse::<ParameterSet>().is_err());
    }
}
