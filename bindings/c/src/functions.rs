//! The table of functions.

use lanesum::Algorithm;

/// The two strengths of SP 800-185.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    Bits128,
    Bits256,
}

/// Whether the length of the output is bound into it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Bound,
    Any,
}

/// What computes a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain(Algorithm),
    CShake(Strength),
    Kmac(Strength, Output),
    TupleHash(Strength, Output),
    ParallelHash(Strength, Output),
}

use Kind::{CShake, Kmac, ParallelHash, Plain, TupleHash};
use Output::{Any, Bound};
use Strength::{Bits128, Bits256};

/// All functions: that with the number n, as the header's enum has it, at n - 1.
pub(crate) const ALL: [Kind; 35] = [
    Plain(Algorithm::Sha3_224),
    Plain(Algorithm::Sha3_256),
    Plain(Algorithm::Sha3_384),
    Plain(Algorithm::Sha3_512),
    Plain(Algorithm::Shake128),
    Plain(Algorithm::Shake256),
    Plain(Algorithm::Keccak256),
    Plain(Algorithm::Sha224),
    Plain(Algorithm::Sha256),
    Plain(Algorithm::Sha384),
    Plain(Algorithm::Sha512),
    Plain(Algorithm::Sha512_224),
    Plain(Algorithm::Sha512_256),
    Plain(Algorithm::Blake224),
    Plain(Algorithm::Blake256),
    Plain(Algorithm::Blake384),
    Plain(Algorithm::Blake512),
    Plain(Algorithm::TurboShake128),
    Plain(Algorithm::TurboShake256),
    Plain(Algorithm::Kt128),
    Plain(Algorithm::Kt256),
    CShake(Bits128),
    CShake(Bits256),
    Kmac(Bits128, Bound),
    Kmac(Bits256, Bound),
    Kmac(Bits128, Any),
    Kmac(Bits256, Any),
    TupleHash(Bits128, Bound),
    TupleHash(Bits256, Bound),
    TupleHash(Bits128, Any),
    TupleHash(Bits256, Any),
    ParallelHash(Bits128, Bound),
    ParallelHash(Bits256, Bound),
    ParallelHash(Bits128, Any),
    ParallelHash(Bits256, Any),
];

/// What a function can be given beside the message, each a bit.
pub(crate) mod option {
    pub(crate) const KEY: u8 = 1;
    pub(crate) const CUSTOMIZATION: u8 = 2;
    pub(crate) const FUNCTION_NAME: u8 = 4;
    pub(crate) const SALT: u8 = 8;
    pub(crate) const DOMAIN: u8 = 16;
    pub(crate) const BLOCK_BYTES: u8 = 32;
}

impl Kind {
    /// The function with this number.
    #[inline]
    pub(crate) fn numbered(number: u32) -> Option<Self> {
        ALL.get((number as usize).wrapping_sub(1)).copied()
    }

    /// The name that the command and `lanesum_algorithm_by_name` use, with a 0 behind it.
    pub(crate) const fn name(self) -> &'static core::ffi::CStr {
        match self {
            Plain(algorithm) => match algorithm {
                Algorithm::Sha3_224 => c"sha3-224",
                Algorithm::Sha3_256 => c"sha3-256",
                Algorithm::Sha3_384 => c"sha3-384",
                Algorithm::Sha3_512 => c"sha3-512",
                Algorithm::Shake128 => c"shake128",
                Algorithm::Shake256 => c"shake256",
                Algorithm::Keccak256 => c"keccak256",
                Algorithm::Sha224 => c"sha224",
                Algorithm::Sha256 => c"sha256",
                Algorithm::Sha384 => c"sha384",
                Algorithm::Sha512 => c"sha512",
                Algorithm::Sha512_224 => c"sha512-224",
                Algorithm::Sha512_256 => c"sha512-256",
                Algorithm::Blake224 => c"blake224",
                Algorithm::Blake256 => c"blake256",
                Algorithm::Blake384 => c"blake384",
                Algorithm::Blake512 => c"blake512",
                Algorithm::TurboShake128 => c"turboshake128",
                Algorithm::TurboShake256 => c"turboshake256",
                Algorithm::Kt128 => c"kt128",
                Algorithm::Kt256 => c"kt256",
                // None is in the table; the names are held to the library's below.
                _ => c"",
            },
            CShake(Bits128) => c"cshake128",
            CShake(Bits256) => c"cshake256",
            Kmac(Bits128, Bound) => c"kmac128",
            Kmac(Bits256, Bound) => c"kmac256",
            Kmac(Bits128, Any) => c"kmacxof128",
            Kmac(Bits256, Any) => c"kmacxof256",
            TupleHash(Bits128, Bound) => c"tuplehash128",
            TupleHash(Bits256, Bound) => c"tuplehash256",
            TupleHash(Bits128, Any) => c"tuplehashxof128",
            TupleHash(Bits256, Any) => c"tuplehashxof256",
            ParallelHash(Bits128, Bound) => c"parallelhash128",
            ParallelHash(Bits256, Bound) => c"parallelhash256",
            ParallelHash(Bits128, Any) => c"parallelhashxof128",
            ParallelHash(Bits256, Any) => c"parallelhashxof256",
        }
    }

    /// Bytes of the digest; of a function of any length, those that give it its full collision resistance.
    pub(crate) const fn digest_bytes(self) -> usize {
        match self {
            Plain(algorithm) => algorithm.digest_bits() / 8,
            CShake(Bits128) | Kmac(Bits128, _) | TupleHash(Bits128, _) | ParallelHash(Bits128, _) => 32,
            CShake(Bits256) | Kmac(Bits256, _) | TupleHash(Bits256, _) | ParallelHash(Bits256, _) => 64,
        }
    }

    /// Bytes of a block: of a sponge, its rate.
    pub(crate) const fn block_bytes(self) -> usize {
        match self {
            Plain(algorithm) => algorithm.block_bytes(),
            CShake(Bits128) | Kmac(Bits128, _) | TupleHash(Bits128, _) | ParallelHash(Bits128, _) => 168,
            CShake(Bits256) | Kmac(Bits256, _) | TupleHash(Bits256, _) | ParallelHash(Bits256, _) => 136,
        }
    }

    /// Whether the output may have any length.
    #[inline]
    pub(crate) const fn has_any_length(self) -> bool {
        match self {
            Plain(algorithm) => algorithm.is_xof(),
            _ => true,
        }
    }

    /// Whether the output can be read in pieces: it has any length, and that is not bound into it.
    pub(crate) const fn is_xof(self) -> bool {
        match self {
            Plain(algorithm) => algorithm.is_xof(),
            CShake(_) => true,
            Kmac(_, output) | TupleHash(_, output) | ParallelHash(_, output) => matches!(output, Any),
        }
    }

    /// Whether its output has one length, bound into it or fixed, or any.
    pub(crate) const fn output(self) -> Output {
        if self.is_xof() { Any } else { Bound }
    }

    /// The algorithm that shares its permutation or compression function, and so its backends.
    pub(crate) const fn kin(self) -> Algorithm {
        match self {
            Plain(algorithm) => algorithm,
            _ => Algorithm::Shake128,
        }
    }

    /// The options that it takes; the rest is refused.
    #[inline]
    pub(crate) const fn takes(self) -> u8 {
        match self {
            Plain(Algorithm::Kt128 | Algorithm::Kt256) | TupleHash(..) => option::CUSTOMIZATION,
            Plain(Algorithm::TurboShake128 | Algorithm::TurboShake256) => option::DOMAIN,
            Plain(algorithm) if algorithm.salt_bytes() > 0 => option::SALT,
            Plain(_) => 0,
            CShake(_) => option::CUSTOMIZATION | option::FUNCTION_NAME,
            Kmac(..) => option::CUSTOMIZATION | option::KEY,
            ParallelHash(..) => option::CUSTOMIZATION | option::BLOCK_BYTES,
        }
    }
}

/// The table has every algorithm of the library, with its name.
const _: () = {
    let mut i = 0;
    while i < Algorithm::ALL.len() {
        let Plain(algorithm) = ALL[i] else { panic!("the library's algorithms come first") };
        assert!(algorithm as u32 == Algorithm::ALL[i] as u32, "in the library's order");
        let (ours, theirs) = (ALL[i].name().to_bytes(), algorithm.name().as_bytes());
        assert!(ours.len() == theirs.len());
        let mut k = 0;
        while k < ours.len() {
            assert!(ours[k] == theirs[k], "with another name");
            k += 1;
        }
        i += 1;
    }
};
