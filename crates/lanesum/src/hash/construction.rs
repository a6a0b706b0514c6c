//! The construction of each algorithm, with the parameters that distinguish it from others of the same construction.

use crate::Algorithm;
use crate::algorithm::{DerivedFunction, for_each_algorithm};
use crate::families::by_family;
use crate::modes;
use crate::prelude::*;

by_family! {
    /// The construction of an algorithm, with its parameters.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Construction {
        "keccak" {
            /// A sponge over Keccak-p\[1600\].
            Sponge(Parameters),
            /// `KangarooTwelve`.
            Tree(modes::kangaroo::KtKind),
            /// A function of SP 800-185.
            Derived(modes::sp800_185::Derived),
        }
        "sha2" {
            /// SHA-2 with 32-bit words, from this initial value.
            Sha256(&'static [u32; 8]),
            /// SHA-2 with 64-bit words, from this initial value.
            Sha512(&'static [u64; 8]),
        }
        "blake" {
            /// BLAKE with words of 32 bits, without a salt.
            Blake256(&'static blake::Initial<u32>),
            /// BLAKE with words of 64 bits, without a salt.
            Blake512(&'static blake::Initial<u64>),
            Blake2b,
            Blake2s,
            Blake3,
            Blake2bp,
            Blake2sp,
        }
    }
}

/// Evaluates an expression for the construction, whichever it is: for sponges, for trees, for functions of SP 800-185, for BLAKE2 and
/// BLAKE3, whose unfinished message is the type `$later`, and for those with a chaining value, whose compression function is the type
/// `$compression`.
macro_rules! by_construction {
    ($construction:expr, $sponge:pat => $of_sponge:expr, $tree:pat => $of_tree:expr, $derived:pat => $of_derived:expr,
     $later:ident => $of_later:expr, $compression:ident, $initial:pat => $of_md:expr $(,)?) => {
        crate::families::by_family! { match $construction;
            "keccak" {
                Construction::Sponge($sponge) => $of_sponge,
                Construction::Tree($tree) => $of_tree,
                Construction::Derived($derived) => $of_derived,
            }
            "sha2" {
                Construction::Sha256($initial) => by_construction!(@ $compression lanesum_sha2::functions::Words32 => $of_md),
                Construction::Sha512($initial) => by_construction!(@ $compression lanesum_sha2::functions::Words64 => $of_md),
            }
            "blake" {
                Construction::Blake256($initial) => by_construction!(@ $compression lanesum_blake::compression::Blake32 => $of_md),
                Construction::Blake512($initial) => by_construction!(@ $compression lanesum_blake::compression::Blake64 => $of_md),
                Construction::Blake2b => by_construction!(@ $later lanesum_blake::blake2::Blake2bHasher => $of_later),
                Construction::Blake2s => by_construction!(@ $later lanesum_blake::blake2::Blake2sHasher => $of_later),
                Construction::Blake3 => by_construction!(@ $later crate::modes::blake::blake3::Unfinished => $of_later),
                Construction::Blake2bp => by_construction!(@ $later lanesum_blake::blake2::Blake2bpHasher => $of_later),
                Construction::Blake2sp => by_construction!(@ $later lanesum_blake::blake2::Blake2spHasher => $of_later),
            }
        }
    };
    (@ $name:ident $type:path => $do:expr) => {{
        type $name = $type;
        $do
    }};
}
pub(super) use by_construction;

/// The rate of a sponge in lanes, from its rate in bytes.
const fn lanes(block_bytes: usize) -> u8 {
    (block_bytes / 8) as u8
}

macro_rules! constructions {
    ($($(#[$doc:meta])* $feature:literal $variant:ident $name:literal $standard:literal $tag:literal ($source:literal $($facts:tt)*): $family:ident,
       $output:ident $digest:ident $block:ident $resistance:ident, $input:ident, $salt:ident,
       $construction:ident($start:tt): $($oneshot:ident)*;)*) => {
        impl Algorithm {
            #[inline]
            pub(crate) const fn construction(self) -> Construction {
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Algorithm::$variant => {
                            constructions!(@$construction $family $start, Algorithm::$variant.block_bytes())
                        }
                    )*
                }
            }
        }
    };
    (@Sponge $family:ident $suffix:literal, $block:expr) => {
        Construction::Sponge(Parameters::new(lanes($block), Rounds::FULL, $suffix))
    };
    (@Turbo $family:ident $domain:literal, $block:expr) => {
        Construction::Sponge(Parameters::new(lanes($block), Rounds::TURBO, $domain))
    };
    (@Tree $family:ident $kind:ident, $block:expr) => {
        Construction::Tree(modes::kangaroo::KtKind::$kind)
    };
    (@Derived $family:ident $mode:ident, $block:expr) => {
        // A rate of 168 bytes means a strength of 128 bits.
        Construction::Derived(modes::sp800_185::Derived { mode: DerivedFunction::$mode, is_128: $block == 168 })
    };
    (@Sha2 $family:ident $initial:ident, $block:expr) => {
        Construction::$family(&sha2::$initial)
    };
    (@Blake2 $family:ident $function:ident, $block:expr) => {
        Construction::$function
    };
    (@Blake3 $family:ident $mode:ident, $block:expr) => {
        Construction::$family
    };
    (@Blake $family:ident $initial:ident, $block:expr) => {
        Construction::$family(&blake::$initial)
    };
}
for_each_algorithm!(constructions);

impl Algorithm {
    /// The name in a saved state: that of the standard, without XOF, which matters only at the end of a message.
    pub(super) fn saved_name(self) -> &'static str {
        by_family! { match self.construction();
            "keccak" { Construction::Derived(derived) => derived.saved_name(), }
            else _ => self.standard_name()
        }
    }
}

#[cfg(feature = "keccak")]
impl Algorithm {
    /// The function of SP 800-185.
    ///
    /// # Panics
    /// If the algorithm is not one of SP 800-185.
    pub(super) const fn derived(self) -> modes::sp800_185::Derived {
        match self.construction() {
            Construction::Derived(derived) => derived,
            _ => unreachable!(),
        }
    }
}
