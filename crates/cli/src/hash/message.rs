//! Computes any function on one message.

use std::io;

use lanesum::digest::ExtendableOutput as _;
use lanesum::{Algorithm, Blake3, Error, Hasher, Options, Parameter};

use crate::function::{BLAKE3, Function};
use crate::hash::digest::{Digest, Output};
use crate::hash::setup::{Setup, SetupError};
use crate::tag::Tag;

/// A function at work on one message.
#[derive(Clone)]
pub(crate) enum MessageState {
    Own(Box<Hasher>),
    /// BLAKE3, and the first byte of output that is wanted.
    Seeking(Box<Blake3>, u64),
    Md5(Box<md5::Md5>),
    Sha1(Box<sha1dc::Hasher>),
}

impl MessageState {
    /// The state after absorbing everything that comes before a message.
    ///
    /// # Errors
    /// No key for a function that needs one; a backend that this machine lacks: the command line has been checked for that.
    pub(crate) fn start(tag: &Tag, setup: &Setup) -> Result<Self, SetupError> {
        Ok(match tag.function {
            BLAKE3 if setup.seek > 0 => Self::Seeking(Box::new(Blake3::with_mode(setup.blake3.mode()?)), setup.seek),
            Function::Own(algorithm) => {
                let stated = &tag.stated;
                let options = Options::from(setup.backend).salt(&stated.salt).function_name(&stated.name);
                let options =
                    options.customization(if tag.function.is_blake2() { &stated.person } else { &stated.custom });
                let takes = |parameter| tag.function.takes(parameter);
                let bytes = tag.bits.div_ceil(8) as usize;
                let options = if takes(Parameter::DigestBytes) { options.digest_bytes(bytes) } else { options };
                let options = if takes(Parameter::Domain) { options.domain(stated.domain) } else { options };
                let options = match stated.block.filter(|_| takes(Parameter::BlockBytes)) {
                    Some(block) => options.block_bytes(block),
                    None => options,
                };
                let options = if tag.function == BLAKE3 { setup.blake3.options(options) } else { options };
                let options = match &setup.key {
                    Some(key) if tag.has_key() => options.key(key),
                    None if tag.has_key() => return Err(SetupError::NoKey),
                    _ => options,
                };
                Self::Own(Box::new(Hasher::with_options(algorithm, options)?))
            }
            Function::Md5 => Self::Md5(Box::default()),
            Function::Sha1 => Self::Sha1(Box::default()),
        })
    }

    pub(crate) fn update(&mut self, piece: &[u8]) {
        match self {
            Self::Own(hasher) => hasher.update(piece),
            Self::Seeking(hasher, _) => hasher.update(piece),
            Self::Md5(hasher) => lanesum::digest::Update::update(&mut **hasher, piece),
            Self::Sha1(hasher) => hasher.update(piece),
        }
    }

    /// The library's hasher.
    pub(crate) fn hasher(&mut self) -> Option<&mut Hasher> {
        if let Self::Own(hasher) = self { Some(hasher) } else { None }
    }

    /// Appends a string of `bytes` bytes to a tuple, which `write` hands over in pieces.
    ///
    /// # Errors
    /// The errors of `write`, or an error if it wrote more or fewer bytes.
    pub(crate) fn push<E: From<Error>>(
        &mut self,
        bytes: u64,
        write: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Own(hasher) => hasher.update_in_pieces(bytes, write),
            _ => Err(Algorithm::UNKNOWN.into()),
        }
    }

    /// As [`MessageState::update`], on all threads of the calling pool, if the function can be shared among threads.
    pub(crate) fn update_shared(&mut self, piece: &[u8]) {
        match self {
            Self::Seeking(hasher, _) => hasher.update_rayon(piece),
            Self::Own(hasher) => hasher.update_rayon(piece),
            state => state.update(piece),
        }
    }

    /// The first `bits` bits of the output: as many as the tag says with which the state was started.
    ///
    /// # Errors
    /// Errors that the command line has already excluded.
    pub(crate) fn finalize(self, bits: u64) -> io::Result<Digest> {
        Ok(match self {
            // Where it lies: moved out of its box, it would leave there what cannot be erased.
            Self::Own(mut hasher) => {
                let may_have_key = hasher.algorithm().takes(Parameter::Key);
                let reader = if may_have_key || hasher.algorithm().is_derived() {
                    hasher.finalize_in_pieces_reset(bits).map_err(io::Error::other)?
                } else {
                    hasher.finalize()
                };
                return Output::Own(Box::new(reader)).digest(bits);
            }
            Self::Seeking(hasher, position) => {
                let mut reader = Box::new(hasher.finalize_xof());
                reader.set_position(position);
                return Output::Seeking(reader).digest(bits);
            }
            Self::Md5(hasher) => Digest::Short(lanesum::digest::FixedOutput::finalize_fixed(*hasher).as_slice().into()),
            Self::Sha1(hasher) => match hasher.finalize() {
                Ok(digest) => Digest::Short(digest.as_bytes().as_slice().into()),
                Err(attack) => Digest::Attacked(attack.digest().as_bytes().as_slice().into()),
            },
        })
    }
}
