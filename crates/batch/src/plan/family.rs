//! The families of algorithms that share their backends.

use core::fmt;

/// The algorithms that share a permutation or compression function, and therefore the backends and their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Family {
    /// Keccak-p\[1600\]: SHA-3, SHAKE, SP 800-185, `TurboSHAKE`, KT128 and KT256.
    Keccak,
    /// Keccak-p\[800\], \[400\] and \[200\].
    KeccakShort,
    /// SHA-256 and SHA-224.
    Sha256,
    /// SHA-512, SHA-384 and SHA-512/t.
    Sha512,
    /// BLAKE-256 and BLAKE-224.
    Blake256,
    /// BLAKE-512 and BLAKE-384.
    Blake512,
    /// `BLAKE2s`.
    Blake2s,
    /// `BLAKE2b`.
    Blake2b,
    /// BLAKE3.
    Blake3,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 9] = [
        Self::Keccak,
        Self::KeccakShort,
        Self::Sha256,
        Self::Sha512,
        Self::Blake256,
        Self::Blake512,
        Self::Blake2s,
        Self::Blake2b,
        Self::Blake3,
    ];

    /// A name for files and reports, e.g. `keccak-p1600`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keccak => "keccak-p1600",
            Self::KeccakShort => "keccak-p800",
            Self::Sha256 => "sha256",
            Self::Sha512 => "sha512",
            Self::Blake256 => "blake256",
            Self::Blake512 => "blake512",
            Self::Blake2s => "blake2s",
            Self::Blake2b => "blake2b",
            Self::Blake3 => "blake3",
        }
    }

    /// The unit of a cost, for each message: `permutation of 24 rounds`, `block of 64 bytes`.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Keccak => "permutation of 24 rounds",
            Self::KeccakShort => "permutation of 22 rounds",
            Self::Sha256 | Self::Blake256 | Self::Blake2s | Self::Blake3 => "block of 64 bytes",
            Self::Sha512 | Self::Blake512 | Self::Blake2b => "block of 128 bytes",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
