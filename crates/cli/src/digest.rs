//! From bytes to a digest: the state of any function, and its output, however long.

use std::io;

use lanesum::{Hasher, Reader};
use subtle::ConstantTimeEq;

use crate::derived::{DerivedOutput, DerivedState};
use crate::function::Function;
use crate::recipe::{Parameters, Recipe, RecipeError};
use crate::tag::Tag;
use crate::turbo::TurboState;

/// Digests up to this length are held in memory, longer ones are squeezed when they are written or compared.
pub(crate) const SHORT_BYTES: usize = 4 * 1024;

/// A function at work on one message.
#[derive(Clone)]
pub(crate) enum State {
    Own(Box<Hasher>),
    Turbo(TurboState),
    Derived(DerivedState),
    Blake2b(Box<blake2b_simd::State>),
    Blake2s(Box<blake2s_simd::State>),
    Blake3(Box<blake3::Hasher>),
}

impl State {
    /// What has absorbed all that comes before a message.
    ///
    /// # Errors
    /// No key for a function that needs one; a backend that this machine lacks: the command line has been checked for that.
    pub(crate) fn start(tag: &Tag, parameters: &Parameters) -> Result<Self, RecipeError> {
        let bytes = tag.bits.div_ceil(8) as usize;
        Ok(match tag.function {
            Function::Own(algorithm) => {
                if let Some(state) = TurboState::start(algorithm, &tag.stated, parameters.backend)? {
                    return Ok(Self::Turbo(state));
                }
                Self::Own(Box::new(match parameters.backend {
                    backend if !tag.stated.salt.is_empty() => Hasher::salted(algorithm, backend, &tag.stated.salt)?,
                    Some(backend) => Hasher::with_backend(algorithm, backend)?,
                    None => Hasher::new(algorithm),
                }))
            }
            Function::Derived(derived) => Self::Derived(DerivedState::start(derived, &tag.stated, parameters)?),
            Function::Blake2b => {
                Self::Blake2b(Box::new(blake2b_simd::Params::new().hash_length(bytes.clamp(1, 64)).to_state()))
            }
            Function::Blake2s => {
                Self::Blake2s(Box::new(blake2s_simd::Params::new().hash_length(bytes.clamp(1, 32)).to_state()))
            }
            Function::Blake3 => Self::Blake3(Box::default()),
        })
    }

    pub(crate) fn update(&mut self, piece: &[u8]) {
        match self {
            Self::Own(hasher) => hasher.update(piece),
            Self::Turbo(state) => state.update(piece),
            Self::Derived(state) => state.update(piece),
            Self::Blake2b(state) => {
                state.update(piece);
            }
            Self::Blake2s(state) => {
                state.update(piece);
            }
            Self::Blake3(hasher) => {
                hasher.update(piece);
            }
        }
    }

    /// As [`State::update`], by all threads of the pool that calls it, if the function can be shared among threads.
    pub(crate) fn update_shared(&mut self, piece: &[u8]) {
        match self {
            Self::Blake3(hasher) => {
                hasher.update_rayon(piece);
            }
            Self::Turbo(state) => state.update_shared(piece),
            Self::Derived(state) => state.update_shared(piece),
            state => state.update(piece),
        }
    }

    /// The first bits of the output, as many as the recipe asks for.
    ///
    /// # Errors
    /// None that the command line allows.
    pub(crate) fn finalize(self, recipe: &Recipe) -> io::Result<Digest> {
        let bits = recipe.tag.bits;
        let output = match self {
            Self::Own(hasher) => Output::Own(Box::new(hasher.finalize())),
            Self::Turbo(state) => Output::Own(Box::new(state.finalize())),
            Self::Derived(state) => Output::Derived(Box::new(state.finalize(bits))),
            Self::Blake2b(state) => return Ok(Digest::Short(state.finalize().as_bytes().into())),
            Self::Blake2s(state) => return Ok(Digest::Short(state.finalize().as_bytes().into())),
            Self::Blake3(hasher) => Output::Blake3(Box::new(hasher.finalize_xof())),
        };
        output.digest(bits)
    }
}

/// What can be squeezed.
pub(crate) enum Output {
    Own(Box<Reader>),
    Derived(Box<DerivedOutput>),
    Blake3(Box<blake3::OutputReader>),
}

impl Output {
    /// Its first `bits` bits.
    ///
    /// # Errors
    /// None that the command line allows.
    pub(crate) fn digest(mut self, bits: u64) -> io::Result<Digest> {
        // At most 2^29, whatever `usize` is.
        let bytes = bits.div_ceil(8) as usize;
        if bytes > SHORT_BYTES {
            return Ok(Digest::Long(Box::new(Long { output: self, bits })));
        }
        let mut bytes = vec![0; bytes].into_boxed_slice();
        self.read(&mut bytes, bits)?;
        Ok(Digest::Short(bytes))
    }

    /// The next `bits` bits, which fill `out` but for spare high bits of its last byte: those are zero.
    fn read(&mut self, out: &mut [u8], bits: u64) -> io::Result<()> {
        match self {
            Self::Own(reader) if bits.is_multiple_of(8) => reader.read(out),
            Self::Own(reader) => reader.read_bits(out, bits).map_err(io::Error::other)?,
            Self::Derived(output) => output.read(out, bits)?,
            Self::Blake3(reader) => reader.fill(out),
        }
        Ok(())
    }
}

/// A digest; in a last byte that is not full, the unused high bits are zero.
pub(crate) enum Digest {
    Short(Box<[u8]>),
    Long(Box<Long>),
}

/// Output that is not squeezed yet.
pub(crate) struct Long {
    output: Output,
    bits: u64,
}

impl Digest {
    /// Hands over all bytes in pieces, all but the last of which are of [`SHORT_BYTES`] bytes. Takes the same memory for
    /// any length.
    pub(crate) fn pieces<E: From<io::Error>>(self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Short(bytes) => take(&bytes),
            Self::Long(long) => {
                let Long { mut output, mut bits } = *long;
                let mut bytes = [0; SHORT_BYTES];
                while bits > 0 {
                    let now = bits.min(8 * SHORT_BYTES as u64);
                    let piece = &mut bytes[..now.div_ceil(8) as usize];
                    output.read(piece, now)?;
                    take(piece)?;
                    bits -= now;
                }
                Ok(())
            }
        }
    }

    /// Is it this one? The time does not tell where they differ: it may be the tag of a message authentication code.
    ///
    /// # Errors
    /// None that the command line allows.
    pub(crate) fn is(self, expected: &Expected) -> io::Result<bool> {
        match (self, expected) {
            (Self::Short(bytes), Expected::Short(expected)) => Ok(bytes.ct_eq(expected).into()),
            (Self::Long(long), Expected::Long(expected)) => {
                let mut fingerprint = blake3::Hasher::new();
                Self::Long(long).pieces(|piece| {
                    fingerprint.update(piece);
                    Ok::<_, io::Error>(())
                })?;
                // In constant time, too: so does crate `blake3` compare.
                Ok(fingerprint.finalize() == *expected)
            }
            // Their lengths differ.
            _ => Ok(false),
        }
    }
}

/// The digest that a file should have.
pub(crate) enum Expected {
    Short(Box<[u8]>),
    /// Longer than [`SHORT_BYTES`]: its BLAKE3, so that any number of them may wait for their files in little memory.
    Long(blake3::Hash),
}

impl From<&[u8]> for Expected {
    fn from(bytes: &[u8]) -> Self {
        if bytes.len() > SHORT_BYTES { Self::Long(blake3::hash(bytes)) } else { Self::Short(bytes.into()) }
    }
}
