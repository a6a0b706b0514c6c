//! What can be measured: the library's algorithms; one message at a time, the functions of SP 800-185, Keyak and Ketje.

use lanesum::dispatch::Order;
use lanesum::{Algorithm, Backend};
use trials::subjects::{self, DERIVED, Derived, ENCRYPTIONS, Encryption, LANESUM};
use trials::{Case, Contender, Input, Limits};

use super::findings::tells_costs;

/// A function by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measured {
    Algorithm(Algorithm),
    Derived(Derived),
    Encryption(Encryption),
}

impl Measured {
    /// All names.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        let algorithms = Algorithm::ALL.iter().map(|algorithm| algorithm.name());
        let encryptions = ENCRYPTIONS.iter().map(|encryption| encryption.name);
        algorithms.chain(DERIVED.iter().map(|derived| derived.name)).chain(encryptions)
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let algorithm = name.parse().ok().map(Self::Algorithm);
        let derived = || Derived::of(name).map(Self::Derived);
        algorithm.or_else(derived).or_else(|| Encryption::of(name).map(Self::Encryption))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Algorithm(algorithm) => algorithm.name(),
            Self::Derived(derived) => derived.name,
            Self::Encryption(encryption) => encryption.name,
        }
    }

    pub(super) fn output_bytes(self) -> usize {
        match self {
            Self::Algorithm(algorithm) => algorithm.digest_bits() / 8,
            Self::Derived(derived) => derived.output_bytes(),
            Self::Encryption(encryption) => encryption.tag_bytes,
        }
    }

    /// Whether an order of backends is found by it.
    pub(super) fn follows_order(self) -> bool {
        matches!(self, Self::Algorithm(algorithm) if tells_costs(algorithm))
    }

    /// How many messages it is measured with.
    pub(super) fn messages(self) -> &'static [usize] {
        match self {
            Self::Algorithm(_) => &Order::WIDTHS,
            Self::Derived(_) | Self::Encryption(_) => &[1],
        }
    }

    /// Its backends that work here.
    pub(super) fn forms(self) -> impl Iterator<Item = Backend> {
        let all: Vec<Backend> = match self {
            Self::Algorithm(algorithm) => algorithm.backends().to_vec(),
            Self::Derived(derived) => derived.forms().collect(),
            Self::Encryption(encryption) => encryption.forms().collect(),
        };
        all.into_iter().filter(|backend| backend.is_available())
    }

    /// On a backend, or on what is taken when nobody names one: by the same call, so that they differ in nothing else.
    pub(super) fn contender<'i>(self, case: &Case, input: &'i Input, backend: Option<Backend>) -> Contender<'i> {
        let algorithm = match self {
            Self::Algorithm(algorithm) => algorithm,
            Self::Derived(derived) => return derived.contender(case, input, &Limits::default(), backend),
            Self::Encryption(encryption) => return encryption.contender(case, input, &Limits::default(), backend),
        };
        let choice = algorithm.chosen(case.messages);
        let of = |backend| (backend, ways(algorithm, backend, case.messages));
        let (name, ways) = backend.map_or((choice.backend, choice.ways), of);
        Contender {
            backend: Some(name.name().to_owned()),
            ways: Some(ways as u64),
            ..Contender::new(LANESUM, subjects::batch(algorithm, backend, input, case.output_bytes))
        }
    }
}

/// How many of so many messages a backend takes at once.
fn ways(algorithm: Algorithm, backend: Backend, messages: usize) -> usize {
    let native = algorithm.ways(backend);
    native.iter().find(|ways| **ways >= messages).or(native.last()).copied().unwrap_or(1)
}
