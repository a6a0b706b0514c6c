use super::Algorithm;
use super::state::State;
use crate::blake::size::{self as blake, Blake32, Blake64};
use crate::kangaroo::Size;
use crate::keccak::constants::Rounds;
use crate::keccak::sponge::{Parameters, Sponge};
use crate::md::chain::Md;
use crate::sha2::constants;
use crate::sha2::size::{Words32, Words64};
use digest::array::ArraySize;
use digest::typenum::{U14, U16, U24, U28, U32, U48, U64, U72, U104, U128, U136, U144, U168, Unsigned};

/// One function, as a type: what tells it from the others.
pub trait Function: Clone + Copy + Send + Sync + sealed::Sealed + 'static {
    /// The function among all algorithms.
    const ALGORITHM: Algorithm;
    /// The block in bytes; a sponge's rate.
    type Rate: ArraySize;
    /// The digest in bytes; for an XOF, twice its collision resistance.
    type Digest: ArraySize;
    /// The collision resistance in bytes (FIPS 202, table 4); for Keccak-256 as for SHA3-256.
    type Resistance: Unsigned;
}

/// A function whose digest has one length: for [`FixedHash`](crate::FixedHash).
pub trait FixedFunction: Function + sealed::Fixed {}

/// A function with output of any length: for [`Xof`](crate::Xof) and [`ManyXof`](crate::ManyXof).
pub trait XofFunction: Function + sealed::SpongeFunction + sealed::InStep {}

/// A function of BLAKE: its [`FixedHash`](crate::FixedHash) takes a salt.
pub trait BlakeFunction: FixedFunction + sealed::Salted {
    /// The salt in bytes: four words.
    type Salt: ArraySize;
}

/// A function of SHA-2: its [`FixedHash`](crate::FixedHash) has the block-level traits of the crate `digest`, too.
pub trait Sha2Function: FixedFunction + sealed::Sha2 {}

pub(crate) mod sealed {
    use super::{Parameters, Rounds, State};
    use crate::md::chain::Md;
    use crate::md::size::Size;
    use digest::block_buffer::BlockSizes;

    pub trait Sealed {}

    pub trait SpongeFunction {
        const PARAMETERS: Parameters;
    }

    /// What [`ManyXof`](crate::ManyXof) needs to go on.
    pub trait InStep {
        /// The rate in lanes.
        const LANES: u8;
        const ROUNDS: Rounds;
        const NAME: &'static str;
    }

    pub trait Fixed {
        type State: State;
        const START: <Self::State as State>::Start;
    }

    pub trait Salted: Fixed<State = Md<Self::Size>> {
        type Size: Size;
        /// What it begins with, with a salt of as many bytes as it has.
        fn salted(salt: &[u8]) -> <Self::Size as Size>::Start;
    }

    pub trait Sha2: super::Function<Rate: BlockSizes> + Fixed<State = Md<Self::Size>> {
        type Size: Size<Block = Self::Rate>;
    }
}

/// What an algorithm is built of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// A sponge over Keccak-p\[1600\].
    Sponge(Parameters),
    /// `KangarooTwelve` without a customization string.
    Tree(Size),
    /// SHA-2 with words of 32 bits, from this chaining value.
    Words32(&'static [u32; 8]),
    /// SHA-2 with words of 64 bits.
    Words64(&'static [u64; 8]),
    /// BLAKE with words of 32 bits, without a salt.
    Blake32(&'static blake::Start<u32>),
    /// BLAKE with words of 64 bits, without a salt.
    Blake64(&'static blake::Start<u64>),
}

impl Algorithm {
    pub(crate) const fn start(self) -> Start {
        match self {
            Algorithm::Sha3_224 => sponge(18, 0x06),
            Algorithm::Sha3_256 => sponge(17, 0x06),
            Algorithm::Sha3_384 => sponge(13, 0x06),
            Algorithm::Sha3_512 => sponge(9, 0x06),
            Algorithm::Keccak256 => sponge(17, 0x01),
            Algorithm::Shake128 => sponge(21, 0x1f),
            Algorithm::Shake256 => sponge(17, 0x1f),
            Algorithm::TurboShake128 => turbo(21),
            Algorithm::TurboShake256 => turbo(17),
            Algorithm::Kt128 => Start::Tree(Size::Kt128),
            Algorithm::Kt256 => Start::Tree(Size::Kt256),
            Algorithm::Sha224 => Start::Words32(&constants::SHA_224),
            Algorithm::Sha256 => Start::Words32(&constants::SHA_256),
            Algorithm::Sha384 => Start::Words64(&constants::SHA_384),
            Algorithm::Sha512 => Start::Words64(&constants::SHA_512),
            Algorithm::Sha512_224 => Start::Words64(&constants::SHA_512_224),
            Algorithm::Sha512_256 => Start::Words64(&constants::SHA_512_256),
            Algorithm::Blake224 => Start::Blake32(&blake::BLAKE_224),
            Algorithm::Blake256 => Start::Blake32(&blake::BLAKE_256),
            Algorithm::Blake384 => Start::Blake64(&blake::BLAKE_384),
            Algorithm::Blake512 => Start::Blake64(&blake::BLAKE_512),
        }
    }
}

const fn sponge(lanes: u8, suffix: u16) -> Start {
    Start::Sponge(Parameters { lanes, rounds: Rounds::FULL, suffix })
}

/// `TurboSHAKE` with the default domain.
const fn turbo(lanes: u8) -> Start {
    Start::Sponge(Parameters { lanes, rounds: Rounds::TURBO, suffix: 0x1f })
}

macro_rules! functions {
    ($($(#[$doc:meta])* $family:ident $kind:ident $name:ident: rate $rate:ty, digest $digest:ty, resistance $resistance:ty;)*) => {
        /// The functions as types.
        pub mod functions {
            $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub enum $name {})*
        }
        $(
            impl sealed::Sealed for functions::$name {}
            impl Function for functions::$name {
                const ALGORITHM: Algorithm = Algorithm::$name;
                type Rate = $rate;
                type Digest = $digest;
                type Resistance = $resistance;
            }
            impl $kind for functions::$name {}
            functions!(@$family $kind $name);
        )*
    };
    (@Sponge XofFunction $name:ident) => {
        functions!(@parameters $name);
        impl sealed::InStep for functions::$name {
            const LANES: u8 = <Self as sealed::SpongeFunction>::PARAMETERS.lanes;
            const ROUNDS: Rounds = <Self as sealed::SpongeFunction>::PARAMETERS.rounds;
            const NAME: &'static str = Algorithm::$name.name();
        }
    };
    (@Sponge FixedFunction $name:ident) => {
        functions!(@parameters $name);
        impl sealed::Fixed for functions::$name {
            type State = Sponge;
            const START: Parameters = <Self as sealed::SpongeFunction>::PARAMETERS;
        }
    };
    (@parameters $name:ident) => {
        impl sealed::SpongeFunction for functions::$name {
            const PARAMETERS: Parameters = match Algorithm::$name.start() {
                Start::Sponge(parameters) => parameters,
                _ => unreachable!(),
            };
        }
    };
    (@Words32 FixedFunction $name:ident) => {
        functions!(@words $name Words32 u32);
    };
    (@Words64 FixedFunction $name:ident) => {
        functions!(@words $name Words64 u64);
    };
    (@Blake32 FixedFunction $name:ident) => {
        functions!(@blake $name Blake32 (blake::Start<u32>) U16);
    };
    (@Blake64 FixedFunction $name:ident) => {
        functions!(@blake $name Blake64 (blake::Start<u64>) U32);
    };
    (@chained $name:ident $size:ident ($start:ty)) => {
        impl sealed::Fixed for functions::$name {
            type State = Md<$size>;
            const START: &'static $start = match Algorithm::$name.start() {
                Start::$size(start) => start,
                _ => unreachable!(),
            };
        }
    };
    (@blake $name:ident $size:ident ($start:ty) $salt:ident) => {
        functions!(@chained $name $size ($start));
        impl sealed::Salted for functions::$name {
            type Size = $size;
            fn salted(salt: &[u8]) -> $start {
                salt.first_chunk().map_or(*<Self as sealed::Fixed>::START, |salt| <Self as sealed::Fixed>::START.salted(salt))
            }
        }
        impl BlakeFunction for functions::$name {
            type Salt = $salt;
        }
    };
    (@words $name:ident $size:ident $word:ident) => {
        functions!(@chained $name $size ([$word; 8]));
        impl sealed::Sha2 for functions::$name {
            type Size = $size;
        }
        impl Sha2Function for functions::$name {}
    };
}

functions! {
    /// SHA3-224 (FIPS 202, section 6.1).
    Sponge FixedFunction Sha3_224: rate U144, digest U28, resistance U14;
    /// SHA3-256 (FIPS 202, section 6.1).
    Sponge FixedFunction Sha3_256: rate U136, digest U32, resistance U16;
    /// SHA3-384 (FIPS 202, section 6.1).
    Sponge FixedFunction Sha3_384: rate U104, digest U48, resistance U24;
    /// SHA3-512 (FIPS 202, section 6.1).
    Sponge FixedFunction Sha3_512: rate U72, digest U64, resistance U32;
    /// Keccak\[512\] with 256 bits of output and no suffix.
    Sponge FixedFunction Keccak256: rate U136, digest U32, resistance U16;
    /// SHAKE128 (FIPS 202, section 6.2).
    Sponge XofFunction Shake128: rate U168, digest U32, resistance U16;
    /// SHAKE256 (FIPS 202, section 6.2).
    Sponge XofFunction Shake256: rate U136, digest U64, resistance U32;
    /// SHA-224 (FIPS 180-4, section 6.3).
    Words32 FixedFunction Sha224: rate U64, digest U28, resistance U14;
    /// SHA-256 (FIPS 180-4, section 6.2).
    Words32 FixedFunction Sha256: rate U64, digest U32, resistance U16;
    /// SHA-384 (FIPS 180-4, section 6.5).
    Words64 FixedFunction Sha384: rate U128, digest U48, resistance U24;
    /// SHA-512 (FIPS 180-4, section 6.4).
    Words64 FixedFunction Sha512: rate U128, digest U64, resistance U32;
    /// SHA-512/224 (FIPS 180-4, section 6.6).
    Words64 FixedFunction Sha512_224: rate U128, digest U28, resistance U14;
    /// SHA-512/256 (FIPS 180-4, section 6.7).
    Words64 FixedFunction Sha512_256: rate U128, digest U32, resistance U16;
    /// BLAKE-224 ("SHA-3 proposal BLAKE", version 1.3, 2010).
    Blake32 FixedFunction Blake224: rate U64, digest U28, resistance U14;
    /// BLAKE-256 (likewise).
    Blake32 FixedFunction Blake256: rate U64, digest U32, resistance U16;
    /// BLAKE-384 (likewise).
    Blake64 FixedFunction Blake384: rate U128, digest U48, resistance U24;
    /// BLAKE-512 (likewise).
    Blake64 FixedFunction Blake512: rate U128, digest U64, resistance U32;
}
