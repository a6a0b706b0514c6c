//! The one table of algorithms, with the properties of each. `hash/construction.rs`, a layer above, makes each algorithm's initial state
//! from the same table.

use crate::{Error, Parameter, spelling};
use core::fmt;
use core::str::FromStr;
use digest::typenum::{U0, U8, U16, U28, U32, U48, U64, U72, U104, U128, U136, U144, U168, Unsigned};
use lanesum_batch::plan::Family;

/// The table: calls the macro `$use` with all rows. C's number of a function is its place, from 1 on, so new rows come last.
///
/// A row has, in this order:
///
/// - the cargo feature;
/// - the variant;
/// - three names: for people and options, that of the standard, and the tag of the command's lists;
/// - the document with its section; the last number of the object identifier, if NIST has assigned one; the tags of other programs;
///   other names that people use. ([`spelling`](crate::spelling) says which spellings of a name are the same.)
/// - the family: its permutation or compression function;
/// - whether the digest has one length (`Fixed`), any length (`Xof`), or any length that is an input of the function (`Bound`);
/// - in bytes: the digest (for `Xof` and `Bound`, the length with the full collision resistance), the block (a sponge's rate) and the
///   collision resistance;
/// - whether messages may end within a byte (`Bits`) or not (`Bytes`);
/// - the salt in bytes;
/// - its construction (`hash/construction.rs`);
/// - its functions for whole messages (`hash/oneshot.rs`).
#[doc(hidden)] // for programs that measure or check all of them; its columns may change
#[macro_export]
macro_rules! for_each_algorithm {
    ($use:ident) => {
        $use! {
            "keccak" Sha3_224 "sha3-224" "SHA3-224" "SHA3-224" ("FIPS 202, section 6.1" ["7"] [] []): Keccak, Fixed U28 U144 U14, Bits, U0, Sponge(0x06): sha3_224 sha3_224_bits;
            "keccak" Sha3_256 "sha3-256" "SHA3-256" "SHA3-256" ("FIPS 202, section 6.1" ["8"] [] []): Keccak, Fixed U32 U136 U16, Bits, U0, Sponge(0x06): sha3_256 sha3_256_bits;
            "keccak" Sha3_384 "sha3-384" "SHA3-384" "SHA3-384" ("FIPS 202, section 6.1" ["9"] [] []): Keccak, Fixed U48 U104 U24, Bits, U0, Sponge(0x06): sha3_384 sha3_384_bits;
            "keccak" Sha3_512 "sha3-512" "SHA3-512" "SHA3-512" ("FIPS 202, section 6.1" ["10"] [] []): Keccak, Fixed U64 U72 U32, Bits, U0, Sponge(0x06): sha3_512 sha3_512_bits;
            "keccak" Shake128 "shake128" "SHAKE128" "SHAKE128" ("FIPS 202, section 6.2" ["11"] ["SHAKE-128"] []): Keccak, Xof U32 U168 U16, Bits, U0, Sponge(0x1f): shake128 shake128_bits;
            "keccak" Shake256 "shake256" "SHAKE256" "SHAKE256" ("FIPS 202, section 6.2" ["12"] ["SHAKE-256"] []): Keccak, Xof U64 U136 U32, Bits, U0, Sponge(0x1f): shake256 shake256_bits;
            /// The padding is that of Keccak before FIPS 202, as in Ethereum.
            "keccak" Keccak256 "keccak256" "Keccak-256" "Keccak-256" ("The Keccak SHA-3 submission, version 3" [] ["KECCAK-256"] ["keccak"]): Keccak, Fixed U32 U136 U16, Bits, U0, Sponge(0x01): keccak256 keccak256_bits;
            "sha2" Sha224 "sha224" "SHA-224" "SHA224" ("FIPS 180-4, section 6.3" ["4"] ["SHA2-224"] []): Sha256, Fixed U28 U64 U14, Bits, U0, Sha2(SHA_224): sha224 sha224_bits;
            "sha2" Sha256 "sha256" "SHA-256" "SHA256" ("FIPS 180-4, section 6.2" ["1"] ["SHA2-256"] []): Sha256, Fixed U32 U64 U16, Bits, U0, Sha2(SHA_256): sha256 sha256_bits;
            "sha2" Sha384 "sha384" "SHA-384" "SHA384" ("FIPS 180-4, section 6.5" ["2"] ["SHA2-384"] []): Sha512, Fixed U48 U128 U24, Bits, U0, Sha2(SHA_384): sha384 sha384_bits;
            "sha2" Sha512 "sha512" "SHA-512" "SHA512" ("FIPS 180-4, section 6.4" ["3"] ["SHA2-512"] []): Sha512, Fixed U64 U128 U32, Bits, U0, Sha2(SHA_512): sha512 sha512_bits;
            "sha2" Sha512_224 "sha512-224" "SHA-512/224" "SHA512-224" ("FIPS 180-4, section 6.6" ["5"] ["SHA2-512/224" "SHA512/224"] []): Sha512, Fixed U28 U128 U14, Bits, U0, Sha2(SHA_512_224): sha512_224 sha512_224_bits;
            "sha2" Sha512_256 "sha512-256" "SHA-512/256" "SHA512-256" ("FIPS 180-4, section 6.7" ["6"] ["SHA2-512/256" "SHA512/256"] []): Sha512, Fixed U32 U128 U16, Bits, U0, Sha2(SHA_512_256): sha512_256 sha512_256_bits;
            /// Not BLAKE2 or BLAKE3.
            "blake" Blake224 "blake224" "BLAKE-224" "BLAKE-224" ("SHA-3 proposal BLAKE, version 1.3" [] [] []): Blake256, Fixed U28 U64 U14, Bits, U16, Blake(BLAKE_224): blake224 blake224_bits blake224_salted;
            "blake" Blake256 "blake256" "BLAKE-256" "BLAKE-256" ("SHA-3 proposal BLAKE, version 1.3" [] [] []): Blake256, Fixed U32 U64 U16, Bits, U16, Blake(BLAKE_256): blake256 blake256_bits blake256_salted;
            "blake" Blake384 "blake384" "BLAKE-384" "BLAKE-384" ("SHA-3 proposal BLAKE, version 1.3" [] [] []): Blake512, Fixed U48 U128 U24, Bits, U32, Blake(BLAKE_384): blake384 blake384_bits blake384_salted;
            "blake" Blake512 "blake512" "BLAKE-512" "BLAKE-512" ("SHA-3 proposal BLAKE, version 1.3" [] [] []): Blake512, Fixed U64 U128 U32, Bits, U32, Blake(BLAKE_512): blake512 blake512_bits blake512_salted;
            /// The domain separation byte is 0x1f by default.
            "keccak" TurboShake128 "turboshake128" "TurboSHAKE128" "TurboSHAKE128" ("RFC 9861, section 2" [] [] []): Keccak, Xof U32 U168 U16, Bytes, U0, Turbo(0x1f): turboshake128;
            /// The domain separation byte is 0x1f by default.
            "keccak" TurboShake256 "turboshake256" "TurboSHAKE256" "TurboSHAKE256" ("RFC 9861, section 2" [] [] []): Keccak, Xof U64 U136 U32, Bytes, U0, Turbo(0x1f): turboshake256;
            "keccak" Kt128 "kt128" "KT128" "KT128" ("RFC 9861, section 3" [] [] ["k12" "kangarootwelve"]): Keccak, Xof U32 U168 U16, Bytes, U0, Tree(Kt128): kt128;
            "keccak" Kt256 "kt256" "KT256" "KT256" ("RFC 9861, section 3" [] [] []): Keccak, Xof U64 U136 U32, Bytes, U0, Tree(Kt256): kt256;
            "keccak" CShake128 "cshake128" "cSHAKE128" "cSHAKE128" ("SP 800-185, section 3" [] [] []): Keccak, Xof U32 U168 U16, Bits, U0, Derived(CShake):;
            "keccak" CShake256 "cshake256" "cSHAKE256" "cSHAKE256" ("SP 800-185, section 3" [] [] []): Keccak, Xof U64 U136 U32, Bits, U0, Derived(CShake):;
            "keccak" Kmac128 "kmac128" "KMAC128" "KMAC128" ("SP 800-185, section 4" ["19"] [] []): Keccak, Bound U32 U168 U16, Bits, U0, Derived(Kmac):;
            "keccak" Kmac256 "kmac256" "KMAC256" "KMAC256" ("SP 800-185, section 4" ["20"] [] []): Keccak, Bound U64 U136 U32, Bits, U0, Derived(Kmac):;
            "keccak" KmacXof128 "kmacxof128" "KMACXOF128" "KMACXOF128" ("SP 800-185, section 4.3.1" [] [] []): Keccak, Xof U32 U168 U16, Bits, U0, Derived(KmacXof):;
            "keccak" KmacXof256 "kmacxof256" "KMACXOF256" "KMACXOF256" ("SP 800-185, section 4.3.1" [] [] []): Keccak, Xof U64 U136 U32, Bits, U0, Derived(KmacXof):;
            "keccak" TupleHash128 "tuplehash128" "TupleHash128" "TupleHash128" ("SP 800-185, section 5" [] [] []): Keccak, Bound U32 U168 U16, Bits, U0, Derived(TupleHash):;
            "keccak" TupleHash256 "tuplehash256" "TupleHash256" "TupleHash256" ("SP 800-185, section 5" [] [] []): Keccak, Bound U64 U136 U32, Bits, U0, Derived(TupleHash):;
            "keccak" TupleHashXof128 "tuplehashxof128" "TupleHashXOF128" "TupleHashXOF128" ("SP 800-185, section 5.3.1" [] [] []): Keccak, Xof U32 U168 U16, Bits, U0, Derived(TupleHashXof):;
            "keccak" TupleHashXof256 "tuplehashxof256" "TupleHashXOF256" "TupleHashXOF256" ("SP 800-185, section 5.3.1" [] [] []): Keccak, Xof U64 U136 U32, Bits, U0, Derived(TupleHashXof):;
            "keccak" ParallelHash128 "parallelhash128" "ParallelHash128" "ParallelHash128" ("SP 800-185, section 6" [] [] []): Keccak, Bound U32 U168 U16, Bits, U0, Derived(ParallelHash):;
            "keccak" ParallelHash256 "parallelhash256" "ParallelHash256" "ParallelHash256" ("SP 800-185, section 6" [] [] []): Keccak, Bound U64 U136 U32, Bits, U0, Derived(ParallelHash):;
            "keccak" ParallelHashXof128 "parallelhashxof128" "ParallelHashXOF128" "ParallelHashXOF128" ("SP 800-185, section 6.3.1" [] [] []): Keccak, Xof U32 U168 U16, Bits, U0, Derived(ParallelHashXof):;
            "keccak" ParallelHashXof256 "parallelhashxof256" "ParallelHashXOF256" "ParallelHashXOF256" ("SP 800-185, section 6.3.1" [] [] []): Keccak, Xof U64 U136 U32, Bits, U0, Derived(ParallelHashXof):;
            /// The length of the digest, up to 64 bytes, is an input.
            "blake" Blake2b "blake2b" "BLAKE2b" "BLAKE2b" ("RFC 7693, section 2" [] ["BLAKE2B-512" "BLAKE2b512" "BLAKE2B"] ["blake2" "b2"]): Blake2b, Fixed U64 U128 U32, Bytes, U16, Blake2(Blake2b):;
            /// The length of the digest, up to 32 bytes, is an input.
            "blake" Blake2s "blake2s" "BLAKE2s" "BLAKE2s" ("RFC 7693, section 2" [] ["BLAKE2S-256" "BLAKE2s256" "BLAKE2S"] []): Blake2s, Fixed U32 U64 U16, Bytes, U8, Blake2(Blake2s):;
            "blake" Blake3 "blake3" "BLAKE3" "BLAKE3" ("BLAKE3: one function, fast everywhere, section 2" [] [] ["blake3-256" "b3"]): Blake3, Xof U32 U64 U16, Bytes, U0, Blake3(Hash):;
            /// As BLAKE2b, but four leaves take the blocks of a message in turn: one message fills the lanes.
            "blake" Blake2bp "blake2bp" "BLAKE2bp" "BLAKE2bp" ("BLAKE2: simpler, smaller, fast as MD5, section 2.10" [] [] []): Blake2b, Fixed U64 U128 U32, Bytes, U16, Blake2(Blake2bp):;
            /// As BLAKE2s, but eight leaves take the blocks of a message in turn: one message fills the lanes.
            "blake" Blake2sp "blake2sp" "BLAKE2sp" "BLAKE2sp" ("BLAKE2: simpler, smaller, fast as MD5, section 2.10" [] [] []): Blake2s, Fixed U32 U64 U16, Bytes, U8, Blake2(Blake2sp):;
        }
    };
}
pub(crate) use for_each_algorithm;

/// Whether the caller chooses the length of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputLength {
    Fixed,
    Xof,
    /// Any length, which is an input of the function: outputs of different lengths are unrelated.
    Bound,
}

/// The units of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Bits,
    Bytes,
}

/// A function of SP 800-185; the strength is separate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DerivedFunction {
    CShake,
    Kmac,
    KmacXof,
    TupleHash,
    TupleHashXof,
    ParallelHash,
    ParallelHashXof,
}

/// A row of the table.
struct Columns {
    name: &'static str,
    standard_name: &'static str,
    tag: &'static str,
    family: Family,
    output: OutputLength,
    digest_bytes: usize,
    block_bytes: usize,
    unit: Unit,
    salt_bytes: usize,
    parameters: &'static [Parameter],
    mode: Option<DerivedFunction>,
}

/// Further columns of the table. They are apart, so that programs that do not ask for them do not carry them.
struct Facts {
    source: &'static str,
    oid: Option<&'static str>,
    other_tags: &'static [&'static str],
    other_names: &'static [&'static str],
}

macro_rules! algorithms {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal
       ($source:literal [$($oid:literal)?] [$($other_tag:literal)*] [$($other_name:literal)*]): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident, $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        /// An algorithm chosen at run time.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Algorithm {
            $(
                #[doc = concat!("`", $standard, "` (", $source, ").")]
                $(#[$doc])*
                #[cfg(feature = $feature)]
                $variant,
            )*
        }

        impl Algorithm {
            /// All algorithms that this build has.
            pub const ALL: &'static [Algorithm] = &[$( #[cfg(feature = $feature)] Algorithm::$variant, )*];

            /// The error for a name that no algorithm has.
            pub const UNKNOWN: Error = Error::UnknownAlgorithm { names: &[$( #[cfg(feature = $feature)] $name, )*] };

            /// The algorithms that need no key or other input beside the message: all but [those of SP 800-185](Self::is_derived), in the
            /// order of [`Algorithm::ALL`].
            pub const PLAIN: &'static [Algorithm] = &PLAIN;

            const fn entry(self) -> &'static Columns {
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Algorithm::$variant => &const {
                            let (parameters, mode): (&[Parameter], _) = algorithms!(@$construction $start);
                            Columns {
                                name: $name,
                                standard_name: $standard,
                                tag: $tag,
                                family: Family::$family,
                                output: OutputLength::$output,
                                digest_bytes: $digest::USIZE,
                                block_bytes: $block::USIZE,
                                unit: Unit::$input,
                                salt_bytes: $salt::USIZE,
                                parameters,
                                mode,
                            }
                        },
                    )*
                }
            }

            const fn facts(self) -> &'static Facts {
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Algorithm::$variant => &const {
                            let oid: &[&str] = &[$( concat!("2.16.840.1.101.3.4.2.", $oid) )?];
                            Facts {
                                source: $source,
                                oid: oid.first().copied(),
                                other_tags: &[$( $other_tag ),*],
                                other_names: &[$( $other_name ),*],
                            }
                        },
                    )*
                }
            }
        }
    };
    (@Turbo $start:tt) => { (&[Parameter::Domain], None) };
    (@Tree $start:tt) => { (&[Parameter::Customization], None) };
    (@Blake $start:tt) => { (&[Parameter::Salt], None) };
    (@Blake2 $start:tt) => {
        (&[Parameter::Key, Parameter::Salt, Parameter::Customization, Parameter::DigestBytes], None)
    };
    (@Blake3 $start:tt) => { (&[Parameter::Key, Parameter::Customization], None) };
    (@Derived CShake) => { (&[Parameter::Customization, Parameter::FunctionName], Some(DerivedFunction::CShake)) };
    (@Derived Kmac) => { (&[Parameter::Key, Parameter::Customization], Some(DerivedFunction::Kmac)) };
    (@Derived KmacXof) => { (&[Parameter::Key, Parameter::Customization], Some(DerivedFunction::KmacXof)) };
    (@Derived ParallelHash) => { (&[Parameter::Customization, Parameter::BlockBytes], Some(DerivedFunction::ParallelHash)) };
    (@Derived ParallelHashXof) => { (&[Parameter::Customization, Parameter::BlockBytes], Some(DerivedFunction::ParallelHashXof)) };
    (@Derived $tuple:ident) => { (&[Parameter::Customization], Some(DerivedFunction::$tuple)) };
    (@$construction:ident $start:tt) => { (&[], None) };
}
for_each_algorithm!(algorithms);

const PLAIN: [Algorithm; {
    let (mut count, mut i) = (0, 0);
    while i < Algorithm::ALL.len() {
        count += !Algorithm::ALL[i].is_derived() as usize;
        i += 1;
    }
    count
}] = {
    let (mut plain, mut count, mut i) = ([Algorithm::ALL[0]; _], 0, 0);
    while i < Algorithm::ALL.len() {
        if !Algorithm::ALL[i].is_derived() {
            plain[count] = Algorithm::ALL[i];
            count += 1;
        }
        i += 1;
    }
    plain
};

/// Which bit of a byte comes first in messages and outputs that are not a whole number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitOrder {
    /// The lowest (FIPS 202, section B.1): SHA-3, SHAKE, Keccak.
    LowestFirst,
    /// The highest (FIPS 180-4, section 3.1): SHA-2, BLAKE; of outputs, also BLAKE2, BLAKE3.
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

    /// The first word of a line in the command's lists: `SHA3-256`, `SHA512-256`. Output length and salt follow this word where a line has
    /// them. If GNU's cksum has the algorithm, the tag is cksum's.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        self.entry().tag
    }

    /// The algorithms with the same permutation or compression function, and so with the same backends and order.
    #[must_use]
    pub const fn family(self) -> Family {
        self.entry().family
    }

    /// The length of the digest in bits. If the caller chooses the length: the one with the full collision resistance. Of BLAKE2, the
    /// longest.
    #[inline]
    #[must_use]
    pub const fn digest_bits(self) -> usize {
        8 * self.entry().digest_bytes
    }

    /// Whether the output may have any length, and a shorter output is a prefix of a longer one.
    #[must_use]
    pub const fn is_xof(self) -> bool {
        matches!(self.entry().output, OutputLength::Xof)
    }

    /// Whether the caller chooses the length of the output: for XOFs, and for functions whose output length is an input, such as KMAC.
    #[inline]
    #[must_use]
    pub const fn has_any_length(self) -> bool {
        !matches!(self.entry().output, OutputLength::Fixed)
    }

    /// Whether the algorithm takes this input beside the message.
    #[must_use]
    pub const fn takes(self, parameter: Parameter) -> bool {
        let (all, mut i) = (self.entry().parameters, 0);
        while i < all.len() {
            if all[i] as u8 == parameter as u8 {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Whether the algorithm needs a key, as KMAC does. BLAKE2 and BLAKE3 may [take](Self::takes) one.
    #[must_use]
    pub const fn needs_key(self) -> bool {
        matches!(self.entry().mode, Some(DerivedFunction::Kmac | DerivedFunction::KmacXof))
    }

    /// Whether the message is a tuple: each [`Hasher::update`](crate::Hasher::update) appends one string.
    #[must_use]
    pub const fn is_of_tuples(self) -> bool {
        matches!(self.entry().mode, Some(DerivedFunction::TupleHash | DerivedFunction::TupleHashXof))
    }

    /// Whether SP 800-185 derives the algorithm from SHA-3: cSHAKE, KMAC, `TupleHash`, `ParallelHash`.
    #[must_use]
    pub const fn is_derived(self) -> bool {
        self.entry().mode.is_some()
    }

    /// The document that defines the algorithm, with the section, e.g. `FIPS 202, section 6.1`.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.facts().source
    }

    /// The object identifier that NIST has assigned (Computer Security Objects Register), e.g. `2.16.840.1.101.3.4.2.8`.
    #[must_use]
    pub const fn oid(self) -> Option<&'static str> {
        self.facts().oid
    }

    /// The tags that other programs write for this algorithm, e.g. `SHA2-256`.
    #[must_use]
    pub const fn other_tags(self) -> &'static [&'static str] {
        self.facts().other_tags
    }

    /// The algorithm whose lines in lists have this [tag](Self::tag), or one of the [tags of other programs](Self::other_tags).
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let has = |algorithm: &Self| algorithm.tag() == tag || algorithm.other_tags().contains(&tag);
        Self::ALL.iter().copied().find(has)
    }

    /// Whether `name` is a usual name of this algorithm: its [`name`](Self::name), that of the standard, a tag or another common name. Case
    /// and separators do not matter.
    #[must_use]
    pub fn is_called(self, name: &str) -> bool {
        let (Columns { name: own, standard_name, tag, .. }, facts) = (self.entry(), self.facts());
        let names = [own, standard_name, tag].into_iter().chain(facts.other_tags).chain(facts.other_names);
        names.copied().any(|own| spelling::are_same(own, name))
    }

    /// Whether messages must be whole bytes: true for `TurboSHAKE`, KT128 and KT256 (RFC 9861), BLAKE2 and BLAKE3. Their outputs may still have any number of
    /// bits.
    #[must_use]
    pub const fn takes_whole_bytes(self) -> bool {
        matches!(self.entry().unit, Unit::Bytes)
    }

    /// The length of a salt in bytes ([`Hasher::salted`](crate::Hasher::salted)); of BLAKE2, the greatest. 0 if the algorithm takes no salt.
    #[must_use]
    pub const fn salt_bytes(self) -> usize {
        self.entry().salt_bytes
    }

    /// The length of a block in bytes (a sponge's rate).
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

/// Parses any common name, in any case and with any separators: `sha3-256`, `SHA3_256`, `SHA2-256`, `sha512/256`, `k12`.
impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let called = Self::ALL.iter().copied().find(|algorithm| algorithm.is_called(name));
        called.ok_or_else(|| {
            let near = spelling::nearest(name, Self::ALL.iter().map(|algorithm| algorithm.name()));
            near.map_or(Self::UNKNOWN, Error::MisspeltAlgorithm)
        })
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
