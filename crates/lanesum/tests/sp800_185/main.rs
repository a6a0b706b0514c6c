//! cSHAKE, KMAC, `TupleHash` and `ParallelHash`, on every backend: against the reference, published answers and other
//! people's crates.

#[path = "../support/mod.rs"]
mod support;

mod against_reference;
mod known_answers;
mod mac;
mod one_shot;
mod others;
mod parallel;
mod traits;

use lanesum::digest::ExtendableOutput;
use lanesum::{Backend, BitStr, CShake, Kmac, ParallelHash, Strength, TupleHash};
use reference::BitString;
use reference::sp800_185::{self as standard, Length};
use support::message;

/// A string of bits, and what the reference takes for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) data: Vec<u8>,
    pub(crate) len: usize,
}

impl Bits {
    /// `len` bits; the spare ones of the last byte are set too, and must not matter.
    pub(crate) fn new(len: usize, seed: u64) -> Self {
        Self { data: message(len.div_ceil(8), seed), len }
    }

    pub(crate) fn of(data: &[u8]) -> Self {
        Self { data: data.to_vec(), len: 8 * data.len() }
    }

    pub(crate) fn ours(&self) -> BitStr<'_> {
        BitStr::from_bits(&self.data, self.len as u64).expect("as many bits as there are")
    }

    pub(crate) fn theirs(&self) -> BitString {
        BitString::from_bits_lsb(&self.data, self.len)
    }

    /// The bits `from` to `to`.
    pub(crate) fn part(&self, from: usize, to: usize) -> Self {
        let bits: BitString = self.theirs().as_slice()[from..to].iter().copied().collect();
        Self { data: bits.to_bytes(), len: to - from }
    }

    /// In pieces that end at `cuts`, which ascend.
    pub(crate) fn cut(&self, cuts: &[usize]) -> Vec<Self> {
        let ends = cuts.iter().copied().chain([self.len]);
        let begins = [0].into_iter().chain(cuts.iter().copied());
        begins.zip(ends).map(|(from, to)| self.part(from, to)).collect()
    }
}

/// One of the functions with what it takes beside a message. For `TupleHash`, the pieces of the message are the strings.
#[derive(Clone, Debug)]
pub(crate) enum Function {
    CShake { function: Bits, customization: Bits },
    Kmac { key: Bits, customization: Bits, length: Length },
    Tuple { customization: Bits, length: Length },
    Parallel { block_bytes: usize, customization: Bits, length: Length },
}

pub(crate) const LENGTHS: [Length; 2] = [Length::Fixed, Length::Arbitrary];

/// A strength of the library, and the reference's.
pub(crate) trait Both: Strength {
    const STANDARD: standard::Strength;
}

impl Both for lanesum::strengths::Bits128 {
    const STANDARD: standard::Strength = standard::Strength::S128;
}

impl Both for lanesum::strengths::Bits256 {
    const STANDARD: standard::Strength = standard::Strength::S256;
}

impl Function {
    /// `bits` bits of the library's output of a message in pieces.
    pub(crate) fn ours<S: Both>(&self, backend: Backend, pieces: &[Bits], bits: usize) -> Vec<u8> {
        let mut out = vec![0xa5; bits.div_ceil(8)];
        let bits = bits as u64;
        match self {
            Function::CShake { function, customization } => {
                let mut hasher = CShake::<S>::with_backend(backend, function.ours(), customization.ours()).unwrap();
                for piece in pieces {
                    hasher.update_bits(piece.ours());
                }
                hasher.finalize_xof().read_bits(&mut out, bits).unwrap();
            }
            Function::Kmac { key, customization, length } => {
                let mut mac = <Kmac<S>>::with_backend(backend, key.ours(), customization.ours()).unwrap();
                for piece in pieces {
                    mac.update_bits(piece.ours());
                }
                match length {
                    Length::Fixed => mac.finalize_bits_to(&mut out, bits).unwrap(),
                    Length::Arbitrary => mac.finalize_xof().read_bits(&mut out, bits).unwrap(),
                }
            }
            Function::Tuple { customization, length } => {
                let mut hasher = TupleHash::<S>::with_backend(backend, customization.ours()).unwrap();
                for piece in pieces {
                    hasher.push(piece.ours());
                }
                match length {
                    Length::Fixed => hasher.finalize_bits_to(&mut out, bits).unwrap(),
                    Length::Arbitrary => hasher.finalize_xof().read_bits(&mut out, bits).unwrap(),
                }
            }
            Function::Parallel { block_bytes, customization, length } => {
                let block_bytes = *block_bytes as u64;
                let mut hasher = <ParallelHash<S>>::with_backend(backend, block_bytes, customization.ours()).unwrap();
                for piece in pieces {
                    hasher.update_bits(piece.ours());
                }
                match length {
                    Length::Fixed => hasher.finalize_bits_to(&mut out, bits).unwrap(),
                    Length::Arbitrary => hasher.finalize_xof().read_bits(&mut out, bits).unwrap(),
                }
            }
        }
        out
    }

    /// The reference's.
    pub(crate) fn theirs<S: Both>(&self, pieces: &[Bits], bits: usize) -> Vec<u8> {
        let strings: Vec<BitString> = pieces.iter().map(Bits::theirs).collect();
        let message: BitString = strings.iter().flat_map(|string| string.as_slice().iter().copied()).collect();
        let strength = S::STANDARD;
        match self {
            Function::CShake { function, customization } => {
                standard::cshake(strength, &message, bits, &function.theirs(), &customization.theirs())
            }
            Function::Kmac { key, customization, length } => {
                standard::kmac(strength, &key.theirs(), &message, bits, &customization.theirs(), *length)
            }
            Function::Tuple { customization, length } => {
                standard::tuple_hash(strength, &strings, bits, &customization.theirs(), *length)
            }
            Function::Parallel { block_bytes, customization, length } => {
                standard::parallel_hash(strength, &message, *block_bytes, bits, &customization.theirs(), *length)
            }
        }
        .to_bytes()
    }
}
