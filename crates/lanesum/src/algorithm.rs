//! The one table of algorithms, with the properties of each. `hash/construction.rs`, a layer above, uses the same table to say how each is
//! computed.

use crate::Error;
use core::fmt;
use core::str::FromStr;
use digest::typenum::{U0, U16, U28, U32, U48, U64, U72, U104, U128, U136, U144, U168, Unsigned};
use lanesum_batch::plan::Family;

/// The table: calls the macro that it is given with all rows.
///
/// A row has, in this order:
///
/// - the cargo feature;
/// - the variant;
/// - three names: for people and options, that of the standard, and the tag of the command's lists;
/// - what its permutation or compression function is;
/// - whether the digest has one length (`Fixed`) or any (`Xof`);
/// - in bytes: that length (of an XOF the one that gives it its full collision resistance), the block (a sponge's rate) and the
///   collision resistance;
/// - whether messages may end within a byte (`Bits`) or not (`Bytes`);
/// - the salt in bytes;
/// - how it begins (`hash/construction.rs`);
/// - its functions for whole messages (`hash/oneshot.rs`).
macro_rules! for_each_algorithm {
    ($use:ident) => {
        $use! {
            /// SHA3-224 (FIPS 202, section 6.1)
            "sha3" Sha3_224 "sha3-224" "SHA3-224" "SHA3-224": Keccak, Fixed U28 U144 U14, Bits, U0, Sponge(0x06): sha3_224 sha3_224_bits;
            /// SHA3-256 (FIPS 202, section 6.1)
            "sha3" Sha3_256 "sha3-256" "SHA3-256" "SHA3-256": Keccak, Fixed U32 U136 U16, Bits, U0, Sponge(0x06): sha3_256 sha3_256_bits;
            /// SHA3-384 (FIPS 202, section 6.1)
            "sha3" Sha3_384 "sha3-384" "SHA3-384" "SHA3-384": Keccak, Fixed U48 U104 U24, Bits, U0, Sponge(0x06): sha3_384 sha3_384_bits;
            /// SHA3-512 (FIPS 202, section 6.1)
            "sha3" Sha3_512 "sha3-512" "SHA3-512" "SHA3-512": Keccak, Fixed U64 U72 U32, Bits, U0, Sponge(0x06): sha3_512 sha3_512_bits;
            /// SHAKE128 (FIPS 202, section 6.2)
            "sha3" Shake128 "shake128" "SHAKE128" "SHAKE128": Keccak, Xof U32 U168 U16, Bits, U0, Sponge(0x1f): shake128 shake128_bits;
            /// SHAKE256 (FIPS 202, section 6.2)
            "sha3" Shake256 "shake256" "SHAKE256" "SHAKE256": Keccak, Xof U64 U136 U32, Bits, U0, Sponge(0x1f): shake256 shake256_bits;
            /// Keccak-256 with the padding used before the standard, as in Ethereum
            "sha3" Keccak256 "keccak256" "Keccak-256" "Keccak-256": Keccak, Fixed U32 U136 U16, Bits, U0, Sponge(0x01): keccak256 keccak256_bits;
            /// SHA-224 (FIPS 180-4, section 6.3)
            "sha2" Sha224 "sha224" "SHA-224" "SHA224": Sha256, Fixed U28 U64 U14, Bits, U0, Sha2(SHA_224): sha224 sha224_bits;
            /// SHA-256 (FIPS 180-4, section 6.2)
            "sha2" Sha256 "sha256" "SHA-256" "SHA256": Sha256, Fixed U32 U64 U16, Bits, U0, Sha2(SHA_256): sha256 sha256_bits;
            /// SHA-384 (FIPS 180-4, section 6.5)
            "sha2" Sha384 "sha384" "SHA-384" "SHA384": Sha512, Fixed U48 U128 U24, Bits, U0, Sha2(SHA_384): sha384 sha384_bits;
            /// SHA-512 (FIPS 180-4, section 6.4)
            "sha2" Sha512 "sha512" "SHA-512" "SHA512": Sha512, Fixed U64 U128 U32, Bits, U0, Sha2(SHA_512): sha512 sha512_bits;
            /// SHA-512/224 (FIPS 180-4, section 6.6)
            "sha2" Sha512_224 "sha512-224" "SHA-512/224" "SHA512-224": Sha512, Fixed U28 U128 U14, Bits, U0, Sha2(SHA_512_224): sha512_224 sha512_224_bits;
            /// SHA-512/256 (FIPS 180-4, section 6.7)
            "sha2" Sha512_256 "sha512-256" "SHA-512/256" "SHA512-256": Sha512, Fixed U32 U128 U16, Bits, U0, Sha2(SHA_512_256): sha512_256 sha512_256_bits;
            /// BLAKE-224 ("SHA-3 proposal BLAKE", version 1.3, 2010), which is neither BLAKE2 nor BLAKE3
            "blake" Blake224 "blake224" "BLAKE-224" "BLAKE-224": Blake256, Fixed U28 U64 U14, Bits, U16, Blake(BLAKE_224): blake224 blake224_bits blake224_salted;
            /// BLAKE-256 ("SHA-3 proposal BLAKE", version 1.3, 2010)
            "blake" Blake256 "blake256" "BLAKE-256" "BLAKE-256": Blake256, Fixed U32 U64 U16, Bits, U16, Blake(BLAKE_256): blake256 blake256_bits blake256_salted;
            /// BLAKE-384 ("SHA-3 proposal BLAKE", version 1.3, 2010)
            "blake" Blake384 "blake384" "BLAKE-384" "BLAKE-384": Blake512, Fixed U48 U128 U24, Bits, U32, Blake(BLAKE_384): blake384 blake384_bits blake384_salted;
            /// BLAKE-512 ("SHA-3 proposal BLAKE", version 1.3, 2010)
            "blake" Blake512 "blake512" "BLAKE-512" "BLAKE-512": Blake512, Fixed U64 U128 U32, Bits, U32, Blake(BLAKE_512): blake512 blake512_bits blake512_salted;
            /// `TurboSHAKE128` (RFC 9861, section 2), with the domain 0x1f unless another is given
            "turboshake" TurboShake128 "turboshake128" "TurboSHAKE128" "TurboSHAKE128": Keccak, Xof U32 U168 U16, Bytes, U0, Turbo(0x1f): turboshake128;
            /// `TurboSHAKE256` (RFC 9861, section 2), with the domain 0x1f unless another is given
            "turboshake" TurboShake256 "turboshake256" "TurboSHAKE256" "TurboSHAKE256": Keccak, Xof U64 U136 U32, Bytes, U0, Turbo(0x1f): turboshake256;
            /// KT128 (RFC 9861, section 3)
            "turboshake" Kt128 "kt128" "KT128" "KT128": Keccak, Xof U32 U168 U16, Bytes, U0, Tree(Kt128): kt128;
            /// KT256 (RFC 9861, section 3)
            "turboshake" Kt256 "kt256" "KT256" "KT256": Keccak, Xof U64 U136 U32, Bytes, U0, Tree(Kt256): kt256;
        }
    };
}
pub(crate) use for_each_algorithm;

/// Whether the caller chooses the length of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    Fixed,
    Xof,
}

/// What a message may consist of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Bits,
    Bytes,
}

/// A row of the table.
struct Entry {
    name: &'static str,
    standard_name: &'static str,
    tag: &'static str,
    family: Family,
    output: Output,
    digest_bytes: usize,
    block_bytes: usize,
    input: Input,
    salt_bytes: usize,
}

macro_rules! algorithms {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal: $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident, $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        /// An algorithm chosen at run time.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Algorithm {
            $( $(#[$doc])* #[cfg(feature = $feature)] $variant, )*
        }

        impl Algorithm {
            /// All algorithms that this build has.
            pub const ALL: &'static [Algorithm] = &[$( #[cfg(feature = $feature)] Algorithm::$variant, )*];

            /// What a name that no algorithm has fails with.
            pub const UNKNOWN: Error = Error::UnknownAlgorithm { names: &[$( #[cfg(feature = $feature)] $name, )*] };

            const fn entry(self) -> Entry {
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Algorithm::$variant => Entry {
                            name: $name,
                            standard_name: $standard,
                            tag: $tag,
                            family: Family::$family,
                            output: Output::$output,
                            digest_bytes: $digest::USIZE,
                            block_bytes: $block::USIZE,
                            input: Input::$input,
                            salt_bytes: $salt::USIZE,
                        },
                    )*
                }
            }
        }
    };
}
for_each_algorithm!(algorithms);

/// Which bit of a byte comes first in messages and outputs that are not a whole number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitOrder {
    /// The lowest (FIPS 202, section B.1): SHA-3, SHAKE, Keccak.
    LowestFirst,
    /// The highest (FIPS 180-4, section 3.1): SHA-2, BLAKE.
    HighestFirst,
}

impl Algorithm {
    /// The name that the command and this type's `Display` use, e.g. `sha3-256`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The name that the standard uses, e.g. `SHA3-256`.
    #[must_use]
    pub const fn standard_name(self) -> &'static str {
        self.entry().standard_name
    }

    /// The first word of a line in the command's lists, without what such a line says of output length and salt: `SHA3-256`,
    /// `SHA512-256`, as GNU's cksum writes it where it has the algorithm.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        self.entry().tag
    }

    /// The algorithms that share its permutation or compression function, and so its backends and their order.
    #[must_use]
    pub const fn family(self) -> Family {
        self.entry().family
    }

    /// The length of the digest in bits; for an XOF, the length that gives it its full collision resistance.
    #[must_use]
    pub const fn digest_bits(self) -> usize {
        8 * self.entry().digest_bytes
    }

    /// Whether the output may have any length.
    #[must_use]
    pub const fn is_xof(self) -> bool {
        matches!(self.entry().output, Output::Xof)
    }

    /// Whether messages have whole bytes only: those of `TurboSHAKE`, KT128 and KT256 (RFC 9861). Outputs may have any number of
    /// bits all the same.
    #[must_use]
    pub const fn takes_whole_bytes(self) -> bool {
        matches!(self.entry().input, Input::Bytes)
    }

    /// Bytes of a salt ([`Hasher::salted`](crate::Hasher::salted)); 0 if the algorithm takes none.
    #[must_use]
    pub const fn salt_bytes(self) -> usize {
        self.entry().salt_bytes
    }

    /// Bytes of a block (a sponge's rate).
    #[must_use]
    pub const fn block_bytes(self) -> usize {
        self.entry().block_bytes
    }

    /// Which bit of a byte comes first, in messages and outputs that are not a whole number of bytes.
    #[must_use]
    pub const fn bit_order(self) -> BitOrder {
        match self.family() {
            Family::Keccak | Family::KeccakShort => BitOrder::LowestFirst,
            _ => BitOrder::HighestFirst,
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().copied().find(|algorithm| algorithm.name() == name).ok_or(Self::UNKNOWN)
    }
}
