//! The functions as types, made from the table of algorithms.

use super::construction::Construction;
use super::fixed::FixedHash;
use super::function::{BlakeFunction, FixedFunction, Function, Sha2Function};
use crate::Algorithm;
use crate::algorithm::for_each_algorithm;
use crate::prelude::*;
use digest::typenum::{U14, U16, U24, U28, U32, U48, U64, U72, U104, U128, U136, U144, U168};
use lanes::sealed::Sealed;
use lanesum_batch::md::chain::Md;

macro_rules! functions {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal ($source:literal $($facts:tt)*): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        $( #[cfg(feature = $feature)] functions!(@$construction $output, $family $variant ($digest $block $resistance $salt)
            #[cfg(feature = $feature)] #[doc = concat!($standard, " (", $source, ").")] $(#[$doc])*);  )*
    };
    // The functions of RFC 9861 have types of their own, with a domain and a customization string.
    (@Turbo $($rest:tt)*) => {};
    (@Tree $($rest:tt)*) => {};
    (@Derived $($rest:tt)*) => {};
    (@Blake3 $($rest:tt)*) => {};
    (@$construction:ident $output:ident, $family:ident $variant:ident
      ($digest:ident $block:ident $resistance:ident $salt:ident) $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $variant {}

        impl Sealed for $variant {}

        impl Function for $variant {
            const ALGORITHM: Algorithm = Algorithm::$variant;
            type Rate = $block;
            type Digest = $digest;
            type Resistance = $resistance;
        }

        functions!(@is $construction $output $family $variant $salt);
    };
    (@is Sponge Fixed $family:ident $variant:ident $salt:ident) => {
        impl FixedFunction for $variant {
            type Incremental = Sponge;
            const INITIAL: Parameters = functions!(@start Sponge $variant);
        }
    };
    (@is Sponge Xof $family:ident $variant:ident $salt:ident) => {
        impl crate::hash::xof::XofFunction for $variant {}
        impl crate::hash::xof::SpongeXof for $variant {
            const PARAMETERS: Parameters = functions!(@start Sponge $variant);
            const NAME: &'static str = Algorithm::$variant.name();
        }
    };
    (@is Sha2 Fixed Sha256 $variant:ident $salt:ident) => {
        functions!(@sha2 $variant Sha256 Words32 u32);
    };
    (@is Sha2 Fixed Sha512 $variant:ident $salt:ident) => {
        functions!(@sha2 $variant Sha512 Words64 u64);
    };
    (@sha2 $variant:ident $family:ident $compression:ident $word:ident) => {
        impl FixedFunction for $variant {
            type Incremental = Md<$compression>;
            const INITIAL: &'static [$word; 8] = functions!(@start $family $variant);
        }
        impl Sha2Function for $variant {
            type Compression = $compression;
        }
    };
    (@is Blake Fixed Blake256 $variant:ident $salt:ident) => {
        functions!(@blake $variant Blake256 Blake32 u32 $salt);
    };
    (@is Blake Fixed Blake512 $variant:ident $salt:ident) => {
        functions!(@blake $variant Blake512 Blake64 u64 $salt);
    };
    (@blake $variant:ident $family:ident $compression:ident $word:ident $salt:ident) => {
        impl FixedFunction for $variant {
            type Incremental = Md<$compression>;
            const INITIAL: &'static Initial<$word> = functions!(@start $family $variant);
        }
        impl BlakeFunction for $variant {
            type Salt = $salt;
            type Compression = $compression;
        }
    };
    (@is Blake2 Fixed Blake2b Blake2bp $salt:ident) => {
        functions!(@blake2 Blake2bp Blake2bpHasher);
    };
    (@is Blake2 Fixed Blake2s Blake2sp $salt:ident) => {
        functions!(@blake2 Blake2sp Blake2spHasher);
    };
    (@is Blake2 Fixed Blake2b $variant:ident $salt:ident) => {
        functions!(@blake2 $variant Blake2bHasher);
    };
    (@is Blake2 Fixed Blake2s $variant:ident $salt:ident) => {
        functions!(@blake2 $variant Blake2sHasher);
    };
    (@blake2 $variant:ident $hasher:ident) => {
        impl FixedFunction for $variant {
            type Incremental = $hasher;
            const INITIAL: () = ();
        }
    };
    (@start $construction:ident $variant:ident) => {
        match Algorithm::$variant.construction() {
            Construction::$construction(start) => start,
            _ => unreachable!(),
        }
    };
}

/// The functions as empty types, for the parameter of `FixedHash` or `Xof`.
pub mod functions {
    #[allow(clippy::wildcard_imports)] // what the rows of the table need
    use super::*;

    for_each_algorithm!(functions);
}

macro_rules! types {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal ($source:literal $($facts:tt)*): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        $( types!(@$construction $output, $variant #[cfg(feature = $feature)] #[doc = concat!($standard, " (", $source, ").")] $(#[$doc])*); )*
    };
    (@Turbo $($rest:tt)*) => {};
    (@Tree $($rest:tt)*) => {};
    (@Derived $($rest:tt)*) => {};
    // `Blake2b` and `Blake2s` take a key and parameters.
    (@Blake2 $($rest:tt)*) => {};
    (@Blake3 $($rest:tt)*) => {};
    (@$construction:ident Fixed, $variant:ident $(#[$doc:meta])*) => {
        $(#[$doc])*
        pub type $variant = FixedHash<functions::$variant>;
    };
    (@$construction:ident Xof, $variant:ident $(#[$doc:meta])*) => {
        $(#[$doc])*
        pub type $variant = crate::hash::xof::Xof<functions::$variant>;
    };
}

/// The hashers by the names of their functions, such as `Sha256` for `FixedHash<functions::Sha256>`.
pub mod types {
    #[allow(clippy::wildcard_imports)] // what the rows of the table need
    use super::*;

    for_each_algorithm!(types);
}
