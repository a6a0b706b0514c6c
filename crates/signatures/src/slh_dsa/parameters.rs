//! The parameter sets (FIPS 205, section 11, table 2).

use crate::Error;
use core::fmt;
use core::str::FromStr;

/// The hash functions of a parameter set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HashFamily {
    /// SHA-256, and from category 3 also SHA-512 (FIPS 205, section 11.2).
    Sha2,
    /// SHAKE256 (FIPS 205, section 11.1).
    Shake,
}

/// The numbers of a parameter set, in the standard's names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters {
    pub(crate) name: &'static str,
    pub(crate) family: HashFamily,
    /// n: the length of a hash value in bytes.
    pub(crate) n: usize,
    /// h: the height of the hypertree.
    pub(crate) h: usize,
    /// d: the layers of the hypertree.
    pub(crate) d: usize,
    /// a: the height of a FORS tree.
    pub(crate) a: usize,
    /// k: the number of FORS trees.
    pub(crate) k: usize,
    /// `lg_w`: the bits of a digit of WOTS+.
    pub(crate) lg_w: usize,
    /// The last number of the object identifier 2.16.840.1.101.3.4.3.x (RFC 9909, section 3).
    pub(crate) oid: u8,
}

macro_rules! sets {
    ($($(#[$doc:meta])* $set:ident $name:literal $family:ident $n:literal $h:literal $d:literal $a:literal $k:literal $lg_w:literal $oid:literal;)*) => {
        /// A parameter set of SLH-DSA.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(non_camel_case_types)] // the standard's names
        #[non_exhaustive]
        pub enum ParameterSet {
            $( #[doc = $name] $set, )*
        }

        impl ParameterSet {
            /// All parameter sets, in the order of their object identifiers.
            pub const ALL: &'static [ParameterSet] = &[$( Self::$set ),*];

            pub(crate) const fn parameters(self) -> &'static Parameters {
                match self {
                    $( Self::$set => &Parameters {
                        name: $name, family: HashFamily::$family, n: $n, h: $h, d: $d, a: $a, k: $k, lg_w: $lg_w, oid: $oid,
                    }, )*
                }
            }
        }
    };
}
sets! {
    //                                   family n  h  d  a  k  lg_w oid
    Sha2_128s  "SLH-DSA-SHA2-128s"  Sha2  16 63 7  12 14 4 20;
    Sha2_128f  "SLH-DSA-SHA2-128f"  Sha2  16 66 22 6  33 4 21;
    Sha2_192s  "SLH-DSA-SHA2-192s"  Sha2  24 63 7  14 17 4 22;
    Sha2_192f  "SLH-DSA-SHA2-192f"  Sha2  24 66 22 8  33 4 23;
    Sha2_256s  "SLH-DSA-SHA2-256s"  Sha2  32 64 8  14 22 4 24;
    Sha2_256f  "SLH-DSA-SHA2-256f"  Sha2  32 68 17 9  35 4 25;
    Shake128s  "SLH-DSA-SHAKE-128s" Shake 16 63 7  12 14 4 26;
    Shake128f  "SLH-DSA-SHAKE-128f" Shake 16 66 22 6  33 4 27;
    Shake192s  "SLH-DSA-SHAKE-192s" Shake 24 63 7  14 17 4 28;
    Shake192f  "SLH-DSA-SHAKE-192f" Shake 24 66 22 8  33 4 29;
    Shake256s  "SLH-DSA-SHAKE-256s" Shake 32 64 8  14 22 4 30;
    Shake256f  "SLH-DSA-SHAKE-256f" Shake 32 68 17 9  35 4 31;
}

impl ParameterSet {
    /// The name in the standard, e.g. `SLH-DSA-SHAKE-128s`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.parameters().name
    }

    /// The hash functions.
    #[must_use]
    pub const fn family(self) -> HashFamily {
        self.parameters().family
    }

    /// n: the length in bytes of a hash value, and of each seed.
    #[must_use]
    pub const fn seed_bytes(self) -> usize {
        self.parameters().n
    }

    /// The length of a public key in bytes.
    #[must_use]
    pub const fn verifying_key_bytes(self) -> usize {
        2 * self.parameters().n
    }

    /// The length of a private key in bytes.
    #[must_use]
    pub const fn signing_key_bytes(self) -> usize {
        4 * self.parameters().n
    }

    /// The length of a signature in bytes.
    #[must_use]
    pub const fn signature_bytes(self) -> usize {
        self.parameters().signature_bytes()
    }
}

impl Parameters {
    /// The height of an XMSS tree, h'.
    pub(crate) const fn tree_height(&self) -> usize {
        self.h / self.d
    }

    /// The number of digits of the message (FIPS 205, equation 5.2).
    pub(crate) const fn len1(&self) -> usize {
        (8 * self.n).div_ceil(self.lg_w)
    }

    /// The greatest digit.
    pub(crate) const fn last(&self) -> usize {
        (1 << self.lg_w) - 1
    }

    /// The number of digits of the checksum (equation 5.3).
    pub(crate) const fn len2(&self) -> usize {
        (self.len1() * self.last()).ilog2() as usize / self.lg_w + 1
    }

    /// The number of chains of WOTS+ (equation 5.4).
    pub(crate) const fn len(&self) -> usize {
        self.len1() + self.len2()
    }

    /// The length of the FORS signature in bytes.
    pub(crate) const fn fors_bytes(&self) -> usize {
        self.k * (1 + self.a) * self.n
    }

    /// The length of the signature of one layer in bytes.
    pub(crate) const fn layer_bytes(&self) -> usize {
        (self.len() + self.tree_height()) * self.n
    }

    pub(crate) const fn signature_bytes(&self) -> usize {
        self.n + self.fors_bytes() + self.d * self.layer_bytes()
    }

    /// The lengths in bytes of the three parts of the message's digest: signed by FORS, index of the tree, index of the leaf (algorithm 19,
    /// lines 7 to 9).
    pub(crate) const fn digest_parts(&self) -> [usize; 3] {
        let tree = self.h - self.tree_height();
        [(self.k * self.a).div_ceil(8), tree.div_ceil(8), self.tree_height().div_ceil(8)]
    }

    pub(crate) const fn is_category_1(&self) -> bool {
        self.n == 16
    }
}

impl fmt::Display for ParameterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ParameterSet {
    type Err = Error;

    /// Parses a name, in letters of either case; the prefix `slh-dsa-` is optional.
    fn from_str(name: &str) -> Result<Self, Error> {
        let fits = |set: &&ParameterSet| {
            let full = set.name();
            full.eq_ignore_ascii_case(name) || full["SLH-DSA-".len()..].eq_ignore_ascii_case(name)
        };
        Self::ALL.iter().find(fits).copied().ok_or(Error::ParameterSet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 205, table 2: m, public key bytes, signature bytes.
    #[test]
    fn lengths_are_those_of_the_standard() {
        let table =
            [(30, 32, 7856), (34, 32, 17088), (39, 48, 16224), (42, 48, 35664), (47, 64, 29792), (49, 64, 49856)];
        for (set, expected) in ParameterSet::ALL.iter().zip(table.iter().cycle()) {
            let m = set.parameters().digest_parts().iter().sum::<usize>();
            assert_eq!((m, set.verifying_key_bytes(), set.signature_bytes()), *expected, "{set}");
        }
    }

    #[test]
    fn names_are_read_in_either_case() {
        for &set in ParameterSet::ALL {
            assert_eq!(set.name().to_lowercase().parse(), Ok(set));
            assert_eq!(set.name()[8..].parse(), Ok(set));
        }
        assert_eq!("SHAKE-128".parse::<ParameterSet>(), Err(Error::ParameterSet));
    }
}
