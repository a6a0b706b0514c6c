//! The domain separation byte of `TurboSHAKE`: [`Domain`].

use crate::Error;
use core::fmt;

/// The byte by which uses of `TurboSHAKE` are told apart (RFC 9861, section 2.1), 0x01 to 0x7f: with different ones, the function is
/// another.
///
/// It is the message's last bits and the padding's first 1, so 0 and the bytes from 0x80 on have no meaning and do not exist as
/// this type. Use 0x1f if you need no separation; KT128 and KT256 use 0x06, 0x07 and 0x0b.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Domain(u8);

impl Domain {
    /// 0x1f.
    pub const DEFAULT: Domain = Domain(0x1f);

    /// From a byte.
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
