//! Computes any function on one message.

use std::io;

use lanesum::{Algorithm, Blake2b, Blake2s, Error, Hasher, Options, Parameter};

use crate::function::Function;
use crate::hash::digest::{Digest, Output};
use crate::hash::setup::{Setup, SetupError};
use crate::tag::Tag;

/// A function at work on one message.
#[derive(Clone)]
pub(crate) enum MessageState {
    Own(Box<Hasher>),
    Blake2b(Box<Blake2b>),
    Blake2s(Box<Blake2s>),
    /// And the first byte of output that is wanted.
    Blake3(Box<blake3::Hasher>, u64),
    Md5(Box<md5::Md5>),
    Sha1(Box<sha1dc::Hasher>),
}

impl MessageState {
    /// The state after absorbing everything that comes before a message.
    ///
    /// # Errors
    /// No key for a function that needs one; a backend that this machine lacks: the command line has been checked for that.
    pub(crate) fn start(tag: &Tag, setup: &Setup) -> Result<Self, SetupError> {
        let bytes = tag.bits.div_ceil(8) as usize;
        Ok(match tag.function {
            Function::Own(algorithm) => {
                let stated = &tag.stated;
                let options = Options::from(setup.backend).salt(&stated.salt).customization(&stated.custom);
                let takes = |parameter| tag.function.takes(parameter);
                let options =
                    if algorithm.takes(Parameter::DigestBytes) { options.digest_bytes(bytes) } else { options };
                let options = if takes(Parameter::Domain) { options.domain(stated.domain) } else { options };
                let options = options.function_name(&stated.name);
                let options = match stated.block.filter(|_| takes(Parameter::BlockBytes)) {
                    Some(block) => options.block_bytes(block),
                    None => options,
                };
                let options = match &setup.key {
                    Some(key) if takes(Parameter::Key) => options.key(key),
                    None if takes(Parameter::Key) => return Err(SetupError::NoKey),
                    _ => options,
                };
                Self::Own(Box::new(Hasher::with_options(algorithm, options)?))
            }
            Function::Blake2b => Self::Blake2b(Box::new(Blake2b::new(bytes)?)),
            Function::Blake2s => Self::Blake2s(Box::new(Blake2s::new(bytes)?)),
            Function::Blake3 => Self::Blake3(Box::new(setup.blake3.hasher()), setup.seek),
            Function::Md5 => Self::Md5(Box::default()),
            Function::Sha1 => Self::Sha1(Box::default()),
        })
    }

    pub(crate) fn update(&mut self, piece: &[u8]) {
        match self {
            Self::Own(hasher) => hasher.update(piece),
            Self::Blake2b(hasher) => hasher.update(piece),
            Self::Blake2s(hasher) => hasher.update(piece),
            Self::Blake3(hasher, _) => {
                hasher.update(piece);
            }
            Self::Md5(hasher) => lanesum::digest::Update::update(&mut **hasher, piece),
            Self::Sha1(hasher) => hasher.update(piece),
        }
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
            Self::Blake3(hasher, _) => {
                hasher.update_rayon(piece);
            }
            Self::Own(hasher) => hasher.update_rayon(piece),
            state => state.update(piece),
        }
    }

    /// The first `bits` bits of the output: as many as the tag says with which the state was started.
    ///
    /// # Errors
    /// Errors that the command line has already excluded.
    pub(crate) fn finalize(self, bits: u64) -> io::Result<Digest> {
        let output = match self {
            // Where it lies: moved out of its box, it would leave there what cannot be erased.
            Self::Own(mut hasher) => Output::Own(Box::new(if hasher.algorithm().is_derived() {
                hasher.finalize_in_pieces_reset(bits).map_err(io::Error::other)?
            } else {
                hasher.finalize()
            })),
            Self::Blake2b(hasher) => return short(bits, |out| hasher.finalize_into(out)),
            Self::Blake2s(hasher) => return short(bits, |out| hasher.finalize_into(out)),
            Self::Blake3(hasher, seek) => {
                let mut reader = Box::new(hasher.finalize_xof());
                reader.set_position(seek);
                Output::Blake3(reader)
            }
            Self::Md5(hasher) => {
                return Ok(Digest::Short(lanesum::digest::FixedOutput::finalize_fixed(*hasher).as_slice().into()));
            }
            Self::Sha1(hasher) => {
                return Ok(match hasher.finalize() {
                    Ok(digest) => Digest::Short(digest.as_bytes().as_slice().into()),
                    Err(attack) => Digest::Attacked(attack.digest().as_bytes().as_slice().into()),
                });
            }
        };
        output.digest(bits)
    }
}

/// A digest of whole bytes, which `finish` writes.
fn short(bits: u64, finish: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> io::Result<Digest> {
    let mut digest = vec![0; (bits / 8) as usize];
    finish(&mut digest).map_err(io::Error::other)?;
    Ok(Digest::Short(digest.into()))
}
