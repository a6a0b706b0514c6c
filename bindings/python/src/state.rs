//! An unfinished message of any function.

use crate::functions::{Function, Kind, LONGEST, Options, Output, Strength};
use lanesum::digest::common::hazmat::{SerializableState, SerializedState};
use lanesum::digest::{ExtendableOutput, Update, XofReader};
use lanesum::{
    Algorithm, CShake128, CShake256, Error, Hasher, HasherReader, Kmac128, Kmac256, KmacReader, Messages,
    ParallelHash128, ParallelHash256, TupleHash128, TupleHash256,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Bytes of a block of ParallelHash by default, as in the command.
pub(crate) const BLOCK_SIZE: u64 = 8192;

/// The functions with a type of their own.
#[derive(Clone)]
pub(crate) enum Special {
    CShake128(CShake128),
    CShake256(CShake256),
    Kmac128(Kmac128),
    Kmac256(Kmac256),
    TupleHash128(TupleHash128),
    TupleHash256(TupleHash256),
    ParallelHash128(ParallelHash128),
    ParallelHash256(ParallelHash256),
}

/// An unfinished message.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // boxed where it is kept
pub(crate) enum State {
    Plain(Hasher),
    Special(Box<Special>),
}

/// Output read in pieces.
#[derive(Clone)]
pub(crate) enum Reader {
    Hasher(HasherReader),
    Other(lanesum::Reader),
    Kmac(KmacReader),
}

/// An error of the library as an exception.
pub(crate) fn exception(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl State {
    pub(crate) fn new(function: &Function, options: &Options) -> PyResult<Self> {
        let customization = &options.customization[..];
        let key = options.key.as_ref().map_or(&[][..], |key| &key[..]);
        let block = options.block_size.unwrap_or(BLOCK_SIZE);
        let special = match function.kind {
            Kind::Plain(algorithm) => {
                let mut given = lanesum::Options::new().salt(&options.salt).customization(customization);
                if let Some(domain) = options.domain {
                    given = given.domain(domain);
                }
                return Hasher::with_options(algorithm, given).map(Self::Plain).map_err(exception);
            }
            Kind::CShake(Strength::Bits128) => Special::CShake128(CShake128::new(&options.function[..], customization)),
            Kind::CShake(Strength::Bits256) => Special::CShake256(CShake256::new(&options.function[..], customization)),
            Kind::Kmac(Strength::Bits128, _) => Special::Kmac128(Kmac128::with_customization(key, customization)),
            Kind::Kmac(Strength::Bits256, _) => Special::Kmac256(Kmac256::with_customization(key, customization)),
            Kind::TupleHash(Strength::Bits128, _) => Special::TupleHash128(TupleHash128::new(customization)),
            Kind::TupleHash(Strength::Bits256, _) => Special::TupleHash256(TupleHash256::new(customization)),
            Kind::ParallelHash(Strength::Bits128, _) => {
                Special::ParallelHash128(ParallelHash128::new(block, customization).map_err(exception)?)
            }
            Kind::ParallelHash(Strength::Bits256, _) => {
                Special::ParallelHash256(ParallelHash256::new(block, customization).map_err(exception)?)
            }
        };
        Ok(Self::Special(Box::new(special)))
    }

    /// Eight leaves of KT128, or eight blocks of ParallelHash, and small enough for the second cache.
    pub(crate) const LARGE: usize = 64 << 10;

    /// Bytes of the pieces in which a message that is copied is hashed best. Of a function that hashes one block after the other these are
    /// whole blocks, and 4 KiB of them: SHA-256 and SHA-512 of 64 KiB in pieces of 16 KiB took 1 to 2.5 % longer.
    pub(crate) fn piece(&self) -> usize {
        match self {
            Self::Plain(hasher) if !matches!(hasher.algorithm(), Algorithm::Kt128 | Algorithm::Kt256) => {
                4096 / hasher.algorithm().block_bytes() * hasher.algorithm().block_bytes()
            }
            _ => Self::LARGE,
        }
    }

    /// Appends to the message; to a tuple, an element.
    #[inline]
    pub(crate) fn update(&mut self, data: &[u8]) -> Result<(), Error> {
        match self {
            Self::Plain(hasher) => hasher.try_update(data),
            Self::Special(special) => {
                special.update(data);
                Ok(())
            }
        }
    }

    /// Appends an element of `len` bytes to a tuple, in pieces that `write` gives; `false` if this is no tuple.
    pub(crate) fn push_in_pieces<E: From<Error>>(
        &mut self,
        len: u64,
        write: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Self::Special(special) = self else { return Ok(false) };
        match &mut **special {
            Special::TupleHash128(tuple) => {
                tuple.push_in_pieces(len, |element| write(&mut |data| element.update(data).map_err(E::from)))?;
            }
            Special::TupleHash256(tuple) => {
                tuple.push_in_pieces(len, |element| write(&mut |data| element.update(data).map_err(E::from)))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The output so far: of `bound` bytes, if a length is bound into it, else of any length.
    #[inline]
    pub(crate) fn reader(&self, bound: Option<usize>) -> Result<Reader, Error> {
        Ok(match self {
            Self::Plain(hasher) => Reader::Hasher(hasher.clone().finalize_with_last_bits(0, 0)?),
            Self::Special(special) => special.reader(bound.map(|bytes| 8 * bytes as u64)),
        })
    }

    /// Whether `tag` is the digest, or the beginning of the output, of a function with a key; in constant time.
    pub(crate) fn verify(&self, tag: &[u8], output: Output) -> Result<(), Error> {
        let Self::Special(special) = self else { return Err(Error::WrongTag) };
        let bits = 8 * tag.len() as u64;
        match (&**special, output) {
            (Special::Kmac128(mac), Output::Bound) => mac.clone().verify_bits(tag, bits),
            (Special::Kmac256(mac), Output::Bound) => mac.clone().verify_bits(tag, bits),
            (Special::Kmac128(mac), Output::Any) => mac.clone().verify_xof_bits(tag, bits),
            (Special::Kmac256(mac), Output::Any) => mac.clone().verify_xof_bits(tag, bits),
            _ => Err(Error::WrongTag),
        }
    }

    /// The saved state.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Plain(hasher) => hasher.to_bytes(),
            Self::Special(special) => special.to_bytes(),
        }
    }

    /// The inverse of [`State::to_bytes`].
    pub(crate) fn from_bytes(function: &Function, saved: &[u8]) -> PyResult<Self> {
        let special = match function.kind {
            Kind::Plain(algorithm) => {
                let hasher = Hasher::from_bytes(saved).map_err(|error| wrong_state(error, function))?;
                if hasher.algorithm() != algorithm {
                    return Err(wrong_state(Error::Saved(lanesum::SavedError::Other), function));
                }
                return Ok(Self::Plain(hasher));
            }
            Kind::CShake(Strength::Bits128) => Special::CShake128(restored(function, saved)?),
            Kind::CShake(Strength::Bits256) => Special::CShake256(restored(function, saved)?),
            Kind::Kmac(Strength::Bits128, _) => Special::Kmac128(restored(function, saved)?),
            Kind::Kmac(Strength::Bits256, _) => Special::Kmac256(restored(function, saved)?),
            Kind::TupleHash(Strength::Bits128, _) => Special::TupleHash128(restored(function, saved)?),
            Kind::TupleHash(Strength::Bits256, _) => Special::TupleHash256(restored(function, saved)?),
            Kind::ParallelHash(Strength::Bits128, _) => Special::ParallelHash128(restored(function, saved)?),
            Kind::ParallelHash(Strength::Bits256, _) => Special::ParallelHash256(restored(function, saved)?),
        };
        Ok(Self::Special(Box::new(special)))
    }
}

/// FNV-1a, the checksum of saved states.
fn check(bytes: &[u8]) -> [u8; 8] {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

/// A saved state with what the library's has not, since there it is said with the last call: of which function it is, with output of any
/// length or of one that is bound into it, and that length.
pub(crate) fn labelled(mut saved: Vec<u8>, function: &Function, digest_size: usize) -> Vec<u8> {
    if let Some(output) = function.output() {
        let (kind, size) = match output {
            Output::Bound => (0, digest_size as u64),
            Output::Any => (1, 0),
        };
        saved.push(kind);
        saved.extend_from_slice(&size.to_le_bytes());
        let check = check(&saved);
        saved.extend_from_slice(&check);
    }
    saved
}

/// The inverse of [`labelled`]: the state, and the bytes of a digest. `asked` is what the caller takes these for.
pub(crate) fn unlabelled<'a>(
    saved: &'a [u8],
    function: &Function,
    asked: Option<usize>,
) -> PyResult<(&'a [u8], usize)> {
    let Some(output) = function.output() else { return Ok((saved, asked.unwrap_or(function.digest_size))) };
    let wrong = || PyValueError::new_err(format!("saved: not a saved state of {}, or a damaged one", function.name));
    let (checked, sum) = saved.split_last_chunk::<8>().ok_or_else(wrong)?;
    if check(checked) != *sum {
        return Err(wrong());
    }
    let (labelled, size) = checked.split_last_chunk::<8>().ok_or_else(wrong)?;
    let (kind, state) = labelled.split_last().ok_or_else(wrong)?;
    let size = usize::try_from(u64::from_le_bytes(*size)).map_err(|_| wrong())?;
    match (output, kind) {
        (Output::Any, 1) if size == 0 => Ok((state, function.digest_size)),
        (Output::Bound, 0) if (1..LONGEST).contains(&size) => match asked {
            Some(asked) if asked != size => Err(PyValueError::new_err(format!(
                "digest_size: a saved state of {} with digests of {size} bytes, not {asked}",
                function.name
            ))),
            _ => Ok((state, size)),
        },
        _ => Err(wrong()),
    }
}

fn wrong_state(error: Error, function: &Function) -> PyErr {
    PyValueError::new_err(format!("saved: not a saved state of {}: {error}", function.name))
}

fn restored<T: SerializableState>(function: &Function, saved: &[u8]) -> PyResult<T> {
    let wrong = || PyValueError::new_err(format!("saved: not a saved state of {}, or a damaged one", function.name));
    let saved = SerializedState::<T>::try_from(saved).map_err(|_| wrong())?;
    T::deserialize(&saved).map_err(|_| wrong())
}

/// An expression for the state, whichever it is: one for tuples, one for all others.
macro_rules! each {
    ($special:expr, $tuple:pat => $of_tuple:expr, $other:pat => $of_other:expr) => {
        match $special {
            Special::TupleHash128($tuple) => $of_tuple,
            Special::TupleHash256($tuple) => $of_tuple,
            Special::CShake128($other) => $of_other,
            Special::CShake256($other) => $of_other,
            Special::Kmac128($other) => $of_other,
            Special::Kmac256($other) => $of_other,
            Special::ParallelHash128($other) => $of_other,
            Special::ParallelHash256($other) => $of_other,
        }
    };
}

impl Special {
    fn update(&mut self, data: &[u8]) {
        each!(self, tuple => tuple.push(data), other => Update::update(other, data));
    }

    /// The output, with these bits bound into it, or of any length.
    fn reader(&self, bound: Option<u64>) -> Reader {
        match (self, bound) {
            (Self::CShake128(hasher), _) => Reader::Other(hasher.clone().finalize_xof()),
            (Self::CShake256(hasher), _) => Reader::Other(hasher.clone().finalize_xof()),
            (Self::Kmac128(mac), None) => Reader::Kmac(mac.clone().finalize_xof()),
            (Self::Kmac256(mac), None) => Reader::Kmac(mac.clone().finalize_xof()),
            (Self::TupleHash128(tuple), None) => Reader::Other(tuple.clone().finalize_xof()),
            (Self::TupleHash256(tuple), None) => Reader::Other(tuple.clone().finalize_xof()),
            (Self::ParallelHash128(hasher), None) => Reader::Other(hasher.clone().finalize_xof()),
            (Self::ParallelHash256(hasher), None) => Reader::Other(hasher.clone().finalize_xof()),
            (Self::Kmac128(mac), Some(bits)) => Reader::Kmac(mac.clone().finalize_in_pieces(bits)),
            (Self::Kmac256(mac), Some(bits)) => Reader::Kmac(mac.clone().finalize_in_pieces(bits)),
            (Self::TupleHash128(tuple), Some(bits)) => Reader::Other(tuple.clone().finalize_in_pieces(bits)),
            (Self::TupleHash256(tuple), Some(bits)) => Reader::Other(tuple.clone().finalize_in_pieces(bits)),
            (Self::ParallelHash128(hasher), Some(bits)) => Reader::Other(hasher.clone().finalize_in_pieces(bits)),
            (Self::ParallelHash256(hasher), Some(bits)) => Reader::Other(hasher.clone().finalize_in_pieces(bits)),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        each!(self, tuple => tuple.serialize().to_vec(), other => other.serialize().to_vec())
    }

    /// Many messages at once, of a function that has a batch with the length of its output bound into it, or none to bind.
    /// `None` for the others.
    pub(crate) fn many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        width: usize,
        out: &mut [u8],
    ) -> Option<Result<(), Error>> {
        match self {
            Self::CShake128(hasher) => Some(hasher.finalize_many(messages, width, out)),
            Self::CShake256(hasher) => Some(hasher.finalize_many(messages, width, out)),
            Self::Kmac128(mac) => Some(mac.finalize_many(messages, width, out)),
            Self::Kmac256(mac) => Some(mac.finalize_many(messages, width, out)),
            Self::ParallelHash128(hasher) => Some(hasher.finalize_many(messages, width, out)),
            Self::ParallelHash256(hasher) => Some(hasher.finalize_many(messages, width, out)),
            Self::TupleHash128(_) | Self::TupleHash256(_) => None,
        }
    }
}

impl Reader {
    pub(crate) fn read(&mut self, out: &mut [u8]) -> Result<(), Error> {
        match self {
            Self::Hasher(reader) => reader.read(out)?,
            Self::Other(reader) => reader.read(out),
            Self::Kmac(reader) => reader.read(out),
        }
        Ok(())
    }
}
