//! Computes the functions of SP 800-185 on one message, or on a tuple.

use std::io;

use lanesum::digest::{ExtendableOutput, ExtendableOutputReset, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Backend, CShake, Error, Kmac, KmacReader, ParallelHash, Reader, TupleHash};

use crate::function::{Derived, Form, Mode, Strength, USUAL_BLOCK};
use crate::hash::setup::{Setup, SetupError};
use crate::tag::Stated;

/// A function of SP 800-185 at work on one message, at either strength.
#[derive(Clone)]
pub(crate) enum DerivedState {
    Bits128(Sponge<Bits128>),
    Bits256(Sponge<Bits256>),
}

/// One of them at one strength.
#[derive(Clone)]
pub(crate) enum Sponge<S: lanesum::Strength> {
    CShake(Box<CShake<S>>),
    Kmac(Box<Kmac<S>>, Form),
    ParallelHash(Box<ParallelHash<S>>, Form),
}

/// The same expression for either strength.
macro_rules! each {
    ($state:expr, $sponge:ident => $do:expr) => {
        match $state {
            DerivedState::Bits128($sponge) => $do,
            DerivedState::Bits256($sponge) => $do,
        }
    };
}

impl DerivedState {
    /// The state after absorbing everything that comes before a message.
    ///
    /// # Errors
    /// A backend that the machine lacks, a key that is missing; a mode that takes no single message.
    pub(crate) fn start(
        Derived { mode, strength }: Derived,
        stated: &Stated,
        setup: &Setup,
    ) -> Result<Self, SetupError> {
        Ok(match strength {
            Strength::Bits128 => Self::Bits128(Sponge::start(mode, stated, setup)?),
            Strength::Bits256 => Self::Bits256(Sponge::start(mode, stated, setup)?),
        })
    }

    pub(crate) fn update(&mut self, piece: &[u8]) {
        each!(self, sponge => match sponge {
            Sponge::CShake(hasher) => hasher.update(piece),
            Sponge::Kmac(mac, _) => mac.update(piece),
            Sponge::ParallelHash(hasher, _) => hasher.update(piece),
        });
    }

    /// As [`DerivedState::update`], on all threads of the calling pool, if the mode can be shared among threads.
    pub(crate) fn update_shared(&mut self, piece: &[u8]) {
        each!(self, sponge => match sponge {
            Sponge::ParallelHash(hasher, _) => hasher.update_rayon(piece),
            _ => self.update(piece),
        });
    }

    /// An output of `bits` bits.
    pub(crate) fn finalize(self, bits: u64) -> DerivedOutput {
        each!(self, sponge => match sponge {
            Sponge::CShake(hasher) => hasher.finalize_xof().into(),
            // Where they lie: moved out of their boxes, they would leave there what cannot be erased.
            Sponge::Kmac(mut mac, Form::Bound) => mac.finalize_in_pieces_reset(bits).into(),
            Sponge::Kmac(mut mac, Form::Xof) => mac.finalize_xof_reset().into(),
            Sponge::ParallelHash(hasher, Form::Bound) => hasher.finalize_in_pieces(bits).into(),
            Sponge::ParallelHash(hasher, Form::Xof) => hasher.finalize_xof().into(),
        })
    }
}

impl<S: lanesum::Strength> Sponge<S> {
    fn start(mode: Mode, stated: &Stated, setup: &Setup) -> Result<Self, SetupError> {
        let Setup { backend, ref key, .. } = *setup;
        let (name, custom) = (&*stated.name, &*stated.custom);
        Ok(match mode {
            Mode::CShake => Self::CShake(Box::new(match backend {
                Some(backend) => CShake::with_backend(backend, name, custom)?,
                None => CShake::new(name, custom),
            })),
            Mode::Kmac(form) => {
                let key = &key.as_ref().ok_or(SetupError::NoKey)?[..];
                let mac = match backend {
                    Some(backend) => Kmac::with_backend(backend, key, custom)?,
                    None => Kmac::with_customization(key, custom),
                };
                Self::Kmac(Box::new(mac), form)
            }
            Mode::ParallelHash(form) => {
                let block = stated.block.unwrap_or(USUAL_BLOCK);
                let hasher = match backend {
                    Some(backend) => ParallelHash::with_backend(backend, block, custom)?,
                    None => ParallelHash::new(block, custom)?,
                };
                Self::ParallelHash(Box::new(hasher), form)
            }
            Mode::TupleHash(_) => return Err(SetupError::Tuple),
        })
    }
}

/// Output of a function of SP 800-185, in pieces.
pub(crate) enum DerivedOutput {
    Plain(Reader),
    Keyed(KmacReader),
}

impl From<Reader> for DerivedOutput {
    fn from(reader: Reader) -> Self {
        Self::Plain(reader)
    }
}

impl From<KmacReader> for DerivedOutput {
    fn from(reader: KmacReader) -> Self {
        Self::Keyed(reader)
    }
}

impl DerivedOutput {
    /// The next `bits` bits, which fill `out` but for spare high bits of its last byte: those are zero.
    pub(crate) fn read(&mut self, out: &mut [u8], bits: u64) -> io::Result<()> {
        let read = match self {
            Self::Plain(reader) => reader.read_bits(out, bits),
            Self::Keyed(reader) => reader.read_bits(out, bits),
        };
        read.map_err(io::Error::other)
    }
}

/// `TupleHash` at work, at either strength.
#[derive(Clone)]
pub(crate) enum TupleState {
    Bits128(TupleHash<Bits128>, Form),
    Bits256(TupleHash<Bits256>, Form),
}

impl TupleState {
    /// # Errors
    /// A backend that the machine lacks.
    pub(crate) fn start(
        strength: Strength,
        form: Form,
        custom: &[u8],
        backend: Option<Backend>,
    ) -> Result<Self, Error> {
        Ok(match (strength, backend) {
            (Strength::Bits128, None) => Self::Bits128(TupleHash::new(custom), form),
            (Strength::Bits128, Some(backend)) => Self::Bits128(TupleHash::with_backend(backend, custom)?, form),
            (Strength::Bits256, None) => Self::Bits256(TupleHash::new(custom), form),
            (Strength::Bits256, Some(backend)) => Self::Bits256(TupleHash::with_backend(backend, custom)?, form),
        })
    }

    /// Appends a string of `bytes` bytes, which `write` hands over in pieces.
    ///
    /// # Errors
    /// The errors of `write`, or an error if it wrote more or fewer bytes.
    pub(crate) fn push<E: From<Error>>(
        &mut self,
        bytes: u64,
        write: impl FnOnce(&mut lanesum::TupleElement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Bits128(hasher, _) => hasher.push_in_pieces(bytes, write),
            Self::Bits256(hasher, _) => hasher.push_in_pieces(bytes, write),
        }
    }

    /// An output of `bits` bits.
    pub(crate) fn finalize(self, bits: u64) -> DerivedOutput {
        DerivedOutput::Plain(match self {
            Self::Bits128(hasher, Form::Bound) => hasher.finalize_in_pieces(bits),
            Self::Bits256(hasher, Form::Bound) => hasher.finalize_in_pieces(bits),
            Self::Bits128(hasher, Form::Xof) => hasher.finalize_xof(),
            Self::Bits256(hasher, Form::Xof) => hasher.finalize_xof(),
        })
    }
}
