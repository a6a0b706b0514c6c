//! The domain separation byte of `TurboSHAKE`: [`Domain`].

use crate::Error;
use core::fmt;

/// The domain separation byte of `TurboSHAKE` (RFC 9861, section 2.1), 0x01 to 0x7f: outputs with different bytes are
/// unrelated.
///
/// It holds the last bits of the padded message and the first 1 of the padding. So 0 and bytes above 0x7f have no meaning, and a `Domain`
/// cannot have them. Use 0x1f if you need no separation; KT128 and KT256 use 0x06, 0x07 and 0x0b.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Domain(u8);

impl Domain {
    /// 0x1f, for uses that need no domain separation.
    pub const DEFAULT: Domain = Domain(0x1f);

    /// The domain of a byte.
    ///
    /// # Errors
    /// [`Error::Domain`] unless 0x01 to 0x7f.
    pub const fn new(byte: u8) -> Result<Self, Error> {
        if matches!(byte, 0x01..=0x7f) { Ok(Self(byte)) } else { Err(Error::Domain(byte)) }
    }

    /// The byte.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0
    }
}

impl Default for Domain {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl TryFrom<u8> for Domain {
    type Error = Error;

    fn try_from(byte: u8) -> Result<Self, Error> {
        Self::new(byte)
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Domain({:#04x})", self.0)
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#04x}", self.0)
    }
}
