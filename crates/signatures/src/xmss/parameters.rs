//! The parameter sets (RFC 8391, section 5.3 and 5.4; SP 800-208, section 5).

use crate::Error;
use core::fmt;
use core::str::FromStr;

/// The hash function of a parameter set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    /// SHA-256, or SHA-512 for 64 bytes.
    Sha2,
    Shake128,
    Shake256,
}

/// The numbers of a parameter set, in the standard's names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters {
    pub(crate) name: &'static str,
    pub(crate) oid: u32,
    pub(crate) function: Function,
    pub(crate) n: usize,
    /// h: the height of all layers together.
    pub(crate) h: usize,
    /// d: the number of layers.
    pub(crate) d: usize,
    /// Whether the set is one of XMSS^MT, which has its own list of identifiers.
    pub(crate) multi: bool,
}

macro_rules! sets {
    (@multi single) => { false };
    (@multi multi) => { true };
    ($($kind:ident $set:ident $name:literal $oid:literal $function:ident $n:literal $h:literal $d:literal;)*) => {
        /// A parameter set of XMSS or XMSS^MT.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(non_camel_case_types)] // the standard's names
        #[non_exhaustive]
        pub enum ParameterSet {
            $( #[doc = $name] $set, )*
        }

        impl ParameterSet {
            /// All parameter sets.
            pub const ALL: &'static [ParameterSet] = &[$( Self::$set ),*];

            pub(crate) const fn parameters(self) -> &'static Parameters {
                match self {
                    $( Self::$set => &Parameters {
                        name: $name, oid: $oid, function: Function::$function, n: $n, h: $h, d: $d, multi: sets!(@multi $kind),
                    }, )*
                }
            }
        }
    };
}
sets! {
    single Sha2_10_256 "XMSS-SHA2_10_256" 0x01 Sha2 32 10 1;
    single Sha2_16_256 "XMSS-SHA2_16_256" 0x02 Sha2 32 16 1;
    single Sha2_20_256 "XMSS-SHA2_20_256" 0x03 Sha2 32 20 1;
    single Sha2_10_512 "XMSS-SHA2_10_512" 0x04 Sha2 64 10 1;
    single Sha2_16_512 "XMSS-SHA2_16_512" 0x05 Sha2 64 16 1;
    single Sha2_20_512 "XMSS-SHA2_20_512" 0x06 Sha2 64 20 1;
    single Shake_10_256 "XMSS-SHAKE_10_256" 0x07 Shake128 32 10 1;
    single Shake_16_256 "XMSS-SHAKE_16_256" 0x08 Shake128 32 16 1;
    single Shake_20_256 "XMSS-SHAKE_20_256" 0x09 Shake128 32 20 1;
    single Shake_10_512 "XMSS-SHAKE_10_512" 0x0a Shake256 64 10 1;
    single Shake_16_512 "XMSS-SHAKE_16_512" 0x0b Shake256 64 16 1;
    single Shake_20_512 "XMSS-SHAKE_20_512" 0x0c Shake256 64 20 1;
    single Sha2_10_192 "XMSS-SHA2_10_192" 0x0d Sha2 24 10 1;
    single Sha2_16_192 "XMSS-SHA2_16_192" 0x0e Sha2 24 16 1;
    single Sha2_20_192 "XMSS-SHA2_20_192" 0x0f Sha2 24 20 1;
    single Shake256_10_256 "XMSS-SHAKE256_10_256" 0x10 Shake256 32 10 1;
    single Shake256_16_256 "XMSS-SHAKE256_16_256" 0x11 Shake256 32 16 1;
    single Shake256_20_256 "XMSS-SHAKE256_20_256" 0x12 Shake256 32 20 1;
    single Shake256_10_192 "XMSS-SHAKE256_10_192" 0x13 Shake256 24 10 1;
    single Shake256_16_192 "XMSS-SHAKE256_16_192" 0x14 Shake256 24 16 1;
    single Shake256_20_192 "XMSS-SHAKE256_20_192" 0x15 Shake256 24 20 1;
    multi Mt_Sha2_20_2_256 "XMSSMT-SHA2_20/2_256" 0x01 Sha2 32 20 2;
    multi Mt_Sha2_20_4_256 "XMSSMT-SHA2_20/4_256" 0x02 Sha2 32 20 4;
    multi Mt_Sha2_40_2_256 "XMSSMT-SHA2_40/2_256" 0x03 Sha2 32 40 2;
    multi Mt_Sha2_40_4_256 "XMSSMT-SHA2_40/4_256" 0x04 Sha2 32 40 4;
    multi Mt_Sha2_40_8_256 "XMSSMT-SHA2_40/8_256" 0x05 Sha2 32 40 8;
    multi Mt_Sha2_60_3_256 "XMSSMT-SHA2_60/3_256" 0x06 Sha2 32 60 3;
    multi Mt_Sha2_60_6_256 "XMSSMT-SHA2_60/6_256" 0x07 Sha2 32 60 6;
    multi Mt_Sha2_60_12_256 "XMSSMT-SHA2_60/12_256" 0x08 Sha2 32 60 12;
    multi Mt_Sha2_20_2_512 "XMSSMT-SHA2_20/2_512" 0x09 Sha2 64 20 2;
    multi Mt_Sha2_20_4_512 "XMSSMT-SHA2_20/4_512" 0x0a Sha2 64 20 4;
    multi Mt_Sha2_40_2_512 "XMSSMT-SHA2_40/2_512" 0x0b Sha2 64 40 2;
    multi Mt_Sha2_40_4_512 "XMSSMT-SHA2_40/4_512" 0x0c Sha2 64 40 4;
    multi Mt_Sha2_40_8_512 "XMSSMT-SHA2_40/8_512" 0x0d Sha2 64 40 8;
    multi Mt_Sha2_60_3_512 "XMSSMT-SHA2_60/3_512" 0x0e Sha2 64 60 3;
    multi Mt_Sha2_60_6_512 "XMSSMT-SHA2_60/6_512" 0x0f Sha2 64 60 6;
    multi Mt_Sha2_60_12_512 "XMSSMT-SHA2_60/12_512" 0x10 Sha2 64 60 12;
    multi Mt_Shake_20_2_256 "XMSSMT-SHAKE_20/2_256" 0x11 Shake128 32 20 2;
    multi Mt_Shake_20_4_256 "XMSSMT-SHAKE_20/4_256" 0x12 Shake128 32 20 4;
    multi Mt_Shake_40_2_256 "XMSSMT-SHAKE_40/2_256" 0x13 Shake128 32 40 2;
    multi Mt_Shake_40_4_256 "XMSSMT-SHAKE_40/4_256" 0x14 Shake128 32 40 4;
    multi Mt_Shake_40_8_256 "XMSSMT-SHAKE_40/8_256" 0x15 Shake128 32 40 8;
    multi Mt_Shake_60_3_256 "XMSSMT-SHAKE_60/3_256" 0x16 Shake128 32 60 3;
    multi Mt_Shake_60_6_256 "XMSSMT-SHAKE_60/6_256" 0x17 Shake128 32 60 6;
    multi Mt_Shake_60_12_256 "XMSSMT-SHAKE_60/12_256" 0x18 Shake128 32 60 12;
    multi Mt_Shake_20_2_512 "XMSSMT-SHAKE_20/2_512" 0x19 Shake256 64 20 2;
    multi Mt_Shake_20_4_512 "XMSSMT-SHAKE_20/4_512" 0x1a Shake256 64 20 4;
    multi Mt_Shake_40_2_512 "XMSSMT-SHAKE_40/2_512" 0x1b Shake256 64 40 2;
    multi Mt_Shake_40_4_512 "XMSSMT-SHAKE_40/4_512" 0x1c Shake256 64 40 4;
    multi Mt_Shake_40_8_512 "XMSSMT-SHAKE_40/8_512" 0x1d Shake256 64 40 8;
    multi Mt_Shake_60_3_512 "XMSSMT-SHAKE_60/3_512" 0x1e Shake256 64 60 3;
    multi Mt_Shake_60_6_512 "XMSSMT-SHAKE_60/6_512" 0x1f Shake256 64 60 6;
    multi Mt_Shake_60_12_512 "XMSSMT-SHAKE_60/12_512" 0x20 Shake256 64 60 12;
    multi Mt_Sha2_20_2_192 "XMSSMT-SHA2_20/2_192" 0x21 Sha2 24 20 2;
    multi Mt_Sha2_20_4_192 "XMSSMT-SHA2_20/4_192" 0x22 Sha2 24 20 4;
    multi Mt_Sha2_40_2_192 "XMSSMT-SHA2_40/2_192" 0x23 Sha2 24 40 2;
    multi Mt_Sha2_40_4_192 "XMSSMT-SHA2_40/4_192" 0x24 Sha2 24 40 4;
    multi Mt_Sha2_40_8_192 "XMSSMT-SHA2_40/8_192" 0x25 Sha2 24 40 8;
    multi Mt_Sha2_60_3_192 "XMSSMT-SHA2_60/3_192" 0x26 Sha2 24 60 3;
    multi Mt_Sha2_60_6_192 "XMSSMT-SHA2_60/6_192" 0x27 Sha2 24 60 6;
    multi Mt_Sha2_60_12_192 "XMSSMT-SHA2_60/12_192" 0x28 Sha2 24 60 12;
    multi Mt_Shake256_20_2_256 "XMSSMT-SHAKE256_20/2_256" 0x29 Shake256 32 20 2;
    multi Mt_Shake256_20_4_256 "XMSSMT-SHAKE256_20/4_256" 0x2a Shake256 32 20 4;
    multi Mt_Shake256_40_2_256 "XMSSMT-SHAKE256_40/2_256" 0x2b Shake256 32 40 2;
    multi Mt_Shake256_40_4_256 "XMSSMT-SHAKE256_40/4_256" 0x2c Shake256 32 40 4;
    multi Mt_Shake256_40_8_256 "XMSSMT-SHAKE256_40/8_256" 0x2d Shake256 32 40 8;
    multi Mt_Shake256_60_3_256 "XMSSMT-SHAKE256_60/3_256" 0x2e Shake256 32 60 3;
    multi Mt_Shake256_60_6_256 "XMSSMT-SHAKE256_60/6_256" 0x2f Shake256 32 60 6;
    multi Mt_Shake256_60_12_256 "XMSSMT-SHAKE256_60/12_256" 0x30 Shake256 32 60 12;
    multi Mt_Shake256_20_2_192 "XMSSMT-SHAKE256_20/2_192" 0x31 Shake256 24 20 2;
    multi Mt_Shake256_20_4_192 "XMSSMT-SHAKE256_20/4_192" 0x32 Shake256 24 20 4;
    multi Mt_Shake256_40_2_192 "XMSSMT-SHAKE256_40/2_192" 0x33 Shake256 24 40 2;
    multi Mt_Shake256_40_4_192 "XMSSMT-SHAKE256_40/4_192" 0x34 Shake256 24 40 4;
    multi Mt_Shake256_40_8_192 "XMSSMT-SHAKE256_40/8_192" 0x35 Shake256 24 40 8;
    multi Mt_Shake256_60_3_192 "XMSSMT-SHAKE256_60/3_192" 0x36 Shake256 24 60 3;
    multi Mt_Shake256_60_6_192 "XMSSMT-SHAKE256_60/6_192" 0x37 Shake256 24 60 6;
    multi Mt_Shake256_60_12_192 "XMSSMT-SHAKE256_60/12_192" 0x38 Shake256 24 60 12;
}

impl ParameterSet {
    /// The name in the standard, e.g. `XMSS-SHAKE_10_256`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.parameters().name
    }

    /// The length in bytes of a hash value, and of each seed.
    #[must_use]
    pub const fn seed_bytes(self) -> usize {
        self.parameters().n
    }

    /// The total height h: a key can make 2^h signatures.
    #[must_use]
    pub const fn height(self) -> usize {
        self.parameters().h
    }

    /// The length of a public key in bytes.
    #[must_use]
    pub const fn verifying_key_bytes(self) -> usize {
        4 + 2 * self.parameters().n
    }

    /// The length of a signature in bytes.
    #[must_use]
    pub const fn signature_bytes(self) -> usize {
        let parameters = self.parameters();
        parameters.index_bytes() + parameters.n + parameters.d * parameters.layer_bytes()
    }

    /// The number in the list of XMSS, or in that of XMSS^MT.
    #[must_use]
    pub const fn oid(self) -> u32 {
        self.parameters().oid
    }

    /// Whether this is a parameter set of XMSS^MT.
    #[must_use]
    pub const fn is_multi_tree(self) -> bool {
        self.parameters().multi
    }
}

impl Parameters {
    /// The length of the index in a signature, in bytes (RFC 8391, sections 4.1.8 and 4.2.3).
    pub(crate) const fn index_bytes(&self) -> usize {
        if self.multi { self.h.div_ceil(8) } else { 4 }
    }

    /// The height of one tree.
    pub(crate) const fn tree_height(&self) -> usize {
        self.h / self.d
    }

    /// The length in bytes of the number that distinguishes the functions (RFC 8391, section 5.1; SP 800-208, section 5).
    pub(crate) const fn padding(&self) -> usize {
        if self.n == 24 { 4 } else { self.n }
    }

    /// The number of chains of WOTS+ with w = 16: two for each byte, three for the checksum.
    pub(crate) const fn len(&self) -> usize {
        2 * self.n + 3
    }

    pub(crate) const fn layer_bytes(&self) -> usize {
        (self.len() + self.tree_height()) * self.n
    }
}

impl fmt::Display for ParameterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ParameterSet {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().find(|set| set.name().eq_ignore_ascii_case(name)).copied().ok_or(Error::ParameterSet)
    }
}
