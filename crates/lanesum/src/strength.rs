//! The parameters that differ between functions of 128 and of 256 bits.

use digest::array::ArraySize;
use digest::typenum::{U16, U32, U64, U136, U168, Unsigned};
use lanes::sealed::Sealed;

/// A security strength, as a type: 128 or 256 bits.
pub trait Strength: Clone + Copy + Send + Sync + Sealed + 'static {
    /// The strength in bits.
    const BITS: u32;
    /// The rate in bytes.
    type Rate: ArraySize;
    /// An output of twice the strength, in bytes: the default of the traits for outputs of fixed length.
    type Digest: ArraySize;
    /// A key as long as the strength, in bytes.
    type Key: ArraySize;
    /// The collision resistance, in bytes, of an output as long as [`Strength::Digest`] (SP 800-185, section 8.1).
    type Resistance: Unsigned;

    // The names of the functions: cSHAKE128 or cSHAKE256, and so on.
    #[doc(hidden)]
    const CSHAKE: &'static str;
    #[doc(hidden)]
    const KMAC: &'static str;
    #[doc(hidden)]
    const TUPLE_HASH: &'static str;
    #[doc(hidden)]
    const PARALLEL_HASH: &'static str;
    #[doc(hidden)]
    const TURBO_SHAKE: &'static str;
    #[doc(hidden)]
    const KT: &'static str;
    /// The rate in lanes.
    #[doc(hidden)]
    const LANES: u8;
}

/// The strengths as types.
pub mod strengths {
    /// 128 bits: rate 168 bytes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Bits128 {}
    /// 256 bits: rate 136 bytes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Bits256 {}
}

impl Sealed for strengths::Bits128 {}

impl Strength for strengths::Bits128 {
    const CSHAKE: &'static str = "cSHAKE128";
    const KMAC: &'static str = "KMAC128";
    const TUPLE_HASH: &'static str = "TupleHash128";
    const PARALLEL_HASH: &'static str = "ParallelHash128";
    const TURBO_SHAKE: &'static str = "TurboSHAKE128";
    const KT: &'static str = "KT128";
    const LANES: u8 = 21;
    const BITS: u32 = 128;
    type Rate = U168;
    type Digest = U32;
    type Key = U16;
    type Resistance = U16;
}

impl Sealed for strengths::Bits256 {}

impl Strength for strengths::Bits256 {
    const CSHAKE: &'static str = "cSHAKE256";
    const KMAC: &'static str = "KMAC256";
    const TUPLE_HASH: &'static str = "TupleHash256";
    const PARALLEL_HASH: &'static str = "ParallelHash256";
    const TURBO_SHAKE: &'static str = "TurboSHAKE256";
    const KT: &'static str = "KT256";
    const LANES: u8 = 17;
    const BITS: u32 = 256;
    type Rate = U136;
    type Digest = U64;
    type Key = U32;
    type Resistance = U32;
}
