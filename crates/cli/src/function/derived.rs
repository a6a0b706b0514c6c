//! The functions derived from SHA-3 (SP 800-185): names, and the parameters of each.

use lanesum::Algorithm;

use crate::function::parameter::Parameter;

/// The default block size of `ParallelHash`, in bytes. It is so long that the hash of the blocks' hashes costs almost nothing, and so short
/// that eight blocks, which a kernel takes at once, fit into a second-level cache.
pub(crate) const USUAL_BLOCK: u64 = 8192;

/// A function of SP 800-185.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Derived {
    pub(crate) mode: Mode,
    pub(crate) strength: Strength,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    CShake,
    Kmac(Form),
    TupleHash(Form),
    ParallelHash(Form),
}

/// Whether the length of the output is bound into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Bound,
    /// A shorter output is the beginning of a longer one.
    Xof,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Strength {
    Bits128,
    Bits256,
}

impl Derived {
    const MODES: [Mode; 7] = [
        Mode::CShake,
        Mode::Kmac(Form::Bound),
        Mode::Kmac(Form::Xof),
        Mode::TupleHash(Form::Bound),
        Mode::TupleHash(Form::Xof),
        Mode::ParallelHash(Form::Bound),
        Mode::ParallelHash(Form::Xof),
    ];

    pub(crate) fn all() -> impl Iterator<Item = Self> + Clone {
        let strengths = [Strength::Bits128, Strength::Bits256];
        Self::MODES.into_iter().flat_map(move |mode| strengths.map(|strength| Self { mode, strength }))
    }

    /// As `-a` takes it.
    pub(crate) fn name(self) -> &'static str {
        use Form::{Bound, Xof};
        let (short, long) = match self.mode {
            Mode::CShake => ("cshake128", "cshake256"),
            Mode::Kmac(Bound) => ("kmac128", "kmac256"),
            Mode::Kmac(Xof) => ("kmacxof128", "kmacxof256"),
            Mode::TupleHash(Bound) => ("tuplehash128", "tuplehash256"),
            Mode::TupleHash(Xof) => ("tuplehashxof128", "tuplehashxof256"),
            Mode::ParallelHash(Bound) => ("parallelhash128", "parallelhash256"),
            Mode::ParallelHash(Xof) => ("parallelhashxof128", "parallelhashxof256"),
        };
        self.strength.pick(short, long)
    }

    /// SHAKE of this strength: the same sponge, on the same backends, with an output of the same usual length.
    pub(crate) fn algorithm(self) -> Algorithm {
        self.strength.pick(Algorithm::Shake128, Algorithm::Shake256)
    }

    pub(crate) fn takes(self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::Name => self.mode == Mode::CShake,
            Parameter::Custom => true,
            Parameter::Domain | Parameter::Salt => false,
            Parameter::Block => matches!(self.mode, Mode::ParallelHash(_)),
            Parameter::Key => matches!(self.mode, Mode::Kmac(_)),
        }
    }
}

impl Strength {
    fn pick<T>(self, short: T, long: T) -> T {
        match self {
            Self::Bits128 => short,
            Self::Bits256 => long,
        }
    }
}
