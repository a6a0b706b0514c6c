//! The functions of RFC 9861 at work, with what they take beside a message: KT128 and KT256 with a customization string,
//! `TurboSHAKE` with a domain.

use lanesum::digest::{ExtendableOutput, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Algorithm, Backend, Domain, Error, Kt, Reader, TurboShake};

use crate::tag::Stated;

/// One of them at work on one message.
#[derive(Clone)]
pub(crate) enum TurboState {
    Bits128(Sponge<Bits128>),
    Bits256(Sponge<Bits256>),
}

/// One of them at one strength.
#[derive(Clone)]
pub(crate) enum Sponge<S> {
    Kt(Box<Kt<S>>),
    TurboShake(Box<TurboShake<S>>),
}

/// The same expression for whichever it is.
macro_rules! each {
    ($state:expr, $hasher:ident => $do:expr) => {
        match $state {
            TurboState::Bits128(Sponge::Kt($hasher)) => $do,
            TurboState::Bits256(Sponge::Kt($hasher)) => $do,
            TurboState::Bits128(Sponge::TurboShake($hasher)) => $do,
            TurboState::Bits256(Sponge::TurboShake($hasher)) => $do,
        }
    };
}

impl TurboState {
    /// None where `lanesum::Hasher` does as well: it takes no customization and the usual domain, shares lanes with others,
    /// but not one message among threads.
    ///
    /// # Errors
    /// A backend that the machine lacks.
    pub(crate) fn start(
        algorithm: Algorithm,
        stated: &Stated,
        backend: Option<Backend>,
    ) -> Result<Option<Self>, Error> {
        let domain = stated.domain;
        Ok(match algorithm {
            Algorithm::Kt128 => Some(Self::Bits128(Sponge::kt(&stated.custom, backend)?)),
            Algorithm::Kt256 => Some(Self::Bits256(Sponge::kt(&stated.custom, backend)?)),
            _ if domain == Domain::DEFAULT => None,
            Algorithm::TurboShake128 => Some(Self::Bits128(Sponge::turboshake(domain, backend)?)),
            Algorithm::TurboShake256 => Some(Self::Bits256(Sponge::turboshake(domain, backend)?)),
            _ => None,
        })
    }

    pub(crate) fn update(&mut self, piece: &[u8]) {
        each!(self, hasher => hasher.update(piece));
    }

    /// As [`TurboState::update`], by all threads of the pool that calls it, if it can be shared among threads.
    pub(crate) fn update_shared(&mut self, piece: &[u8]) {
        match self {
            Self::Bits128(Sponge::Kt(hasher)) => hasher.update_rayon(piece),
            Self::Bits256(Sponge::Kt(hasher)) => hasher.update_rayon(piece),
            state => state.update(piece),
        }
    }

    pub(crate) fn finalize(self) -> Reader {
        each!(self, hasher => hasher.finalize_xof())
    }
}

impl<S: lanesum::Strength> Sponge<S> {
    fn kt(custom: &[u8], backend: Option<Backend>) -> Result<Self, Error> {
        let hasher = backend.map_or_else(|| Ok(Kt::default()), Kt::with_backend)?;
        Ok(Self::Kt(Box::new(hasher.customized(custom))))
    }

    fn turboshake(domain: Domain, backend: Option<Backend>) -> Result<Self, Error> {
        Ok(Self::TurboShake(Box::new(match backend {
            Some(backend) => TurboShake::with_backend(backend, domain)?,
            None => TurboShake::new(domain),
        })))
    }
}
