use super::Algorithm;
use crate::keccak::constants::Rounds;
use crate::keccak::sponge::Parameters;
use digest::array::ArraySize;
use digest::typenum::{U16, U28, U32, U48, U64, U72, U104, U136, U144, U168, Unsigned};

/// One function of the family, as a type: what tells it from the others.
pub trait Function: Clone + Copy + Send + Sync + sealed::Sealed + 'static {
    /// The function among all algorithms.
    const ALGORITHM: Algorithm;
    /// The rate in bytes.
    type Rate: ArraySize;
    /// The digest in bytes; for an XOF, twice its collision resistance.
    type Digest: ArraySize;
    /// The collision resistance in bytes (FIPS 202, table 4); for Keccak-256 as for SHA3-256.
    type Resistance: Unsigned;
}

/// A function whose digest has one length: for [`FixedHash`](super::FixedHash).
pub trait FixedFunction: Function {}

/// A function with output of any length: for [`Xof`](super::Xof) and [`ManyXof`](crate::ManyXof).
pub trait XofFunction: Function {}

pub(crate) mod sealed {
    pub trait Sealed {}
}

macro_rules! functions {
    ($($(#[$doc:meta])* $kind:ident $name:ident: rate $rate:ty, digest $digest:ty, resistance $resistance:ty;)*) => {
        /// The functions as types.
        pub mod functions {
            $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub enum $name {})*
        }
        $(
            impl sealed::Sealed for functions::$name {}
            impl $kind for functions::$name {}
            impl Function for functions::$name {
                const ALGORITHM: Algorithm = Algorithm::$name;
                type Rate = $rate;
                type Digest = $digest;
                type Resistance = $resistance;
            }
        )*
    };
}

functions! {
    /// SHA3-224 (FIPS 202, section 6.1).
    FixedFunction Sha3_224: rate U144, digest U28, resistance digest::typenum::U14;
    /// SHA3-256 (FIPS 202, section 6.1).
    FixedFunction Sha3_256: rate U136, digest U32, resistance U16;
    /// SHA3-384 (FIPS 202, section 6.1).
    FixedFunction Sha3_384: rate U104, digest U48, resistance digest::typenum::U24;
    /// SHA3-512 (FIPS 202, section 6.1).
    FixedFunction Sha3_512: rate U72, digest U64, resistance U32;
    /// Keccak\[512\] with 256 bits of output and no suffix.
    FixedFunction Keccak256: rate U136, digest U32, resistance U16;
    /// SHAKE128 (FIPS 202, section 6.2).
    XofFunction Shake128: rate U168, digest U32, resistance U16;
    /// SHAKE256 (FIPS 202, section 6.2).
    XofFunction Shake256: rate U136, digest U64, resistance U32;
}

impl Algorithm {
    /// The sponge's parameters.
    pub(crate) const fn parameters(self) -> Parameters {
        let (lanes, suffix) = match self {
            Algorithm::Sha3_224 => (18, 0x06),
            Algorithm::Sha3_256 => (17, 0x06),
            Algorithm::Sha3_384 => (13, 0x06),
            Algorithm::Sha3_512 => (9, 0x06),
            Algorithm::Keccak256 => (17, 0x01),
            Algorithm::Shake128 => (21, 0x1f),
            Algorithm::Shake256 => (17, 0x1f),
        };
        Parameters { lanes, rounds: Rounds::FULL, suffix }
    }
}
