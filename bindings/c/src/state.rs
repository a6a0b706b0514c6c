//! An unfinished message of any function, and its output.

use crate::functions::{Kind, Output, Strength};
use lanesum::digest::{ExtendableOutput, ExtendableOutputReset, Update, XofReader};
use lanesum::{
    Backend, CShake128, CShake256, Domain, Error, Hasher, HasherReader, Kmac128, Kmac256, KmacReader, Messages,
    ParallelHash128, ParallelHash256, TupleHash128, TupleHash256,
};

/// Bytes of a block of ParallelHash by default, as in the command.
pub(crate) const BLOCK_BYTES: u64 = 8192;

/// What a function is given beside the message, after a look at whether the function takes it.
#[derive(Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) backend: Option<Backend>,
    pub(crate) key: &'a [u8],
    pub(crate) customization: &'a [u8],
    pub(crate) function_name: &'a [u8],
    pub(crate) salt: &'a [u8],
    pub(crate) domain: Option<Domain>,
    pub(crate) block_bytes: u64,
}

impl<'a> Options<'a> {
    pub(crate) fn plain(&self) -> lanesum::Options<'a> {
        let mut options = lanesum::Options::from(self.backend).salt(self.salt).customization(self.customization);
        if let Some(domain) = self.domain {
            options = options.domain(domain);
        }
        options
    }
}

/// The functions with a type of their own.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // it is in the caller's memory
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
#[allow(clippy::large_enum_variant)] // it is not moved
pub(crate) enum Absorbing {
    Plain(Hasher),
    Special(Special),
}

/// Output of any length, read in pieces.
#[derive(Clone)]
pub(crate) enum Squeezing {
    Plain(HasherReader),
    Kmac(KmacReader),
    Other(lanesum::Reader),
}

/// A state of the type, on a backend by name or on the best one here.
macro_rules! begin {
    ($type:ident, $backend:expr, $best:ident($($argument:expr),*)) => {
        match $backend {
            Some(backend) => $type::with_backend(backend, $($argument),*)?,
            None => $type::$best($($argument),*),
        }
    };
}

macro_rules! begin_parallel {
    ($type:ident, $options:expr) => {
        match $options.backend {
            Some(backend) => $type::with_backend(backend, $options.block_bytes, $options.customization)?,
            None => $type::new($options.block_bytes, $options.customization)?,
        }
    };
}

/// An expression for the state, whichever it is: for tuples, for those with the trait `Update`.
macro_rules! each {
    ($state:expr, $tuple:pat => $of_tuple:expr, $other:pat => $of_other:expr) => {
        match $state {
            Self::TupleHash128($tuple) => $of_tuple,
            Self::TupleHash256($tuple) => $of_tuple,
            Self::CShake128($other) => $of_other,
            Self::CShake256($other) => $of_other,
            Self::Kmac128($other) => $of_other,
            Self::Kmac256($other) => $of_other,
            Self::ParallelHash128($other) => $of_other,
            Self::ParallelHash256($other) => $of_other,
        }
    };
}

impl Special {
    /// `None` for the plain functions.
    pub(crate) fn new(kind: Kind, options: &Options<'_>) -> Result<Option<Self>, Error> {
        use Strength::{Bits128, Bits256};
        let Options { backend, key, customization, function_name, .. } = *options;
        Ok(Some(match kind {
            Kind::Plain(_) => return Ok(None),
            Kind::CShake(Bits128) => Self::CShake128(begin!(CShake128, backend, new(function_name, customization))),
            Kind::CShake(Bits256) => Self::CShake256(begin!(CShake256, backend, new(function_name, customization))),
            Kind::Kmac(Bits128, _) => Self::Kmac128(begin!(Kmac128, backend, with_customization(key, customization))),
            Kind::Kmac(Bits256, _) => Self::Kmac256(begin!(Kmac256, backend, with_customization(key, customization))),
            Kind::TupleHash(Bits128, _) => Self::TupleHash128(begin!(TupleHash128, backend, new(customization))),
            Kind::TupleHash(Bits256, _) => Self::TupleHash256(begin!(TupleHash256, backend, new(customization))),
            Kind::ParallelHash(Bits128, _) => Self::ParallelHash128(begin_parallel!(ParallelHash128, options)),
            Kind::ParallelHash(Bits256, _) => Self::ParallelHash256(begin_parallel!(ParallelHash256, options)),
        }))
    }

    pub(crate) fn backend(&self) -> Backend {
        each!(self, tuple => tuple.backend(), other => other.backend())
    }

    /// Appends to the message; to a tuple, a string.
    pub(crate) fn update(&mut self, data: &[u8]) {
        each!(self, tuple => tuple.push(data), other => other.update(data));
    }

    /// Ends the message, of a function with a key, and fills `out` with its tag; `false` if this has no key. In its place, so that no copy
    /// of what depends on the key is left elsewhere: what stays here begins with the key again, and has to be dropped.
    pub(crate) fn finalize_keyed(&mut self, output: Output, out: &mut [u8]) -> bool {
        let bits = 8 * out.len() as u64;
        match (self, output) {
            (Self::Kmac128(mac), Output::Bound) => mac.finalize_in_pieces_reset(bits).read(out),
            (Self::Kmac256(mac), Output::Bound) => mac.finalize_in_pieces_reset(bits).read(out),
            (Self::Kmac128(mac), Output::Any) => mac.finalize_xof_reset().read(out),
            (Self::Kmac256(mac), Output::Any) => mac.finalize_xof_reset().read(out),
            _ => return false,
        }
        true
    }

    /// Fills `out` with the digest.
    pub(crate) fn finalize(mut self, output: Output, out: &mut [u8]) -> Result<(), Error> {
        if self.finalize_keyed(output, out) {
            return Ok(());
        }
        match (self, output) {
            (Self::TupleHash128(tuple), Output::Bound) => tuple.finalize_to(out),
            (Self::TupleHash256(tuple), Output::Bound) => tuple.finalize_to(out),
            (Self::ParallelHash128(hasher), Output::Bound) => hasher.finalize_to(out),
            (Self::ParallelHash256(hasher), Output::Bound) => hasher.finalize_to(out),
            (other, _) => return other.squeeze().read(out),
        }
        Ok(())
    }

    /// Ends the message, of a function of any length that is not bound into the output.
    pub(crate) fn squeeze(self) -> Squeezing {
        match self {
            Self::Kmac128(mac) => Squeezing::Kmac(mac.finalize_xof()),
            Self::Kmac256(mac) => Squeezing::Kmac(mac.finalize_xof()),
            Self::CShake128(hasher) => Squeezing::Other(hasher.finalize_xof()),
            Self::CShake256(hasher) => Squeezing::Other(hasher.finalize_xof()),
            Self::TupleHash128(tuple) => Squeezing::Other(tuple.finalize_xof()),
            Self::TupleHash256(tuple) => Squeezing::Other(tuple.finalize_xof()),
            Self::ParallelHash128(hasher) => Squeezing::Other(hasher.finalize_xof()),
            Self::ParallelHash256(hasher) => Squeezing::Other(hasher.finalize_xof()),
        }
    }

    /// Whether `tag` is the digest, or the beginning of the output, of a function with a key; in constant time.
    pub(crate) fn verify(self, output: Output, tag: &[u8]) -> Result<(), Error> {
        let bits = 8 * tag.len() as u64;
        match (self, output) {
            (Self::Kmac128(mac), Output::Bound) => mac.verify_bits(tag, bits),
            (Self::Kmac256(mac), Output::Bound) => mac.verify_bits(tag, bits),
            (Self::Kmac128(mac), Output::Any) => mac.verify_xof_bits(tag, bits),
            (Self::Kmac256(mac), Output::Any) => mac.verify_xof_bits(tag, bits),
            _ => Err(Error::WrongTag),
        }
    }

    /// The digests of many messages, each of which begins with what has been absorbed here.
    fn many<M: Messages + ?Sized>(
        &self,
        output: Output,
        messages: &M,
        width: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        match (self, output) {
            (Self::CShake128(hasher), _) => hasher.finalize_many(messages, width, out),
            (Self::CShake256(hasher), _) => hasher.finalize_many(messages, width, out),
            // The batches of these have the length bound into the output.
            (Self::Kmac128(mac), Output::Bound) => mac.finalize_many(messages, width, out),
            (Self::Kmac256(mac), Output::Bound) => mac.finalize_many(messages, width, out),
            (Self::ParallelHash128(hasher), Output::Bound) => hasher.finalize_many(messages, width, out),
            (Self::ParallelHash256(hasher), Output::Bound) => hasher.finalize_many(messages, width, out),
            _ => {
                // No output at all has nothing to be computed for.
                for (i, out) in out.chunks_exact_mut(width.max(1)).enumerate() {
                    let mut one = self.clone();
                    one.update(messages.message(i).pieces()[1]);
                    one.finalize(output, out)?;
                }
                Ok(())
            }
        }
    }
}

impl Absorbing {
    pub(crate) fn new(kind: Kind, options: &Options<'_>) -> Result<Self, Error> {
        Ok(match (kind, Special::new(kind, options)?) {
            (Kind::Plain(algorithm), _) => Self::Plain(Hasher::with_options(algorithm, options.plain())?),
            (_, Some(special)) => Self::Special(special),
            (_, None) => return Err(Error::UnknownAlgorithm),
        })
    }

    pub(crate) fn update(&mut self, data: &[u8]) -> Result<(), Error> {
        match self {
            Self::Plain(hasher) => hasher.try_update(data),
            Self::Special(special) => {
                special.update(data);
                Ok(())
            }
        }
    }

    pub(crate) fn finalize(self, output: Output, out: &mut [u8]) -> Result<(), Error> {
        match self {
            Self::Plain(mut hasher) => hasher.finalize_into_reset(out),
            Self::Special(special) => special.finalize(output, out),
        }
    }
}

impl Squeezing {
    #[inline]
    pub(crate) fn read(&mut self, out: &mut [u8]) -> Result<(), Error> {
        match self {
            Self::Plain(reader) => reader.read(out)?,
            Self::Kmac(reader) => reader.read(out),
            Self::Other(reader) => reader.read(out),
        }
        Ok(())
    }
}

/// The digest of one message.
pub(crate) fn digest(kind: Kind, options: &Options<'_>, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let mut state = Absorbing::new(kind, options)?;
    state.update(message)?;
    state.finalize(kind.output(), out)
}

/// The digests of many messages.
pub(crate) fn digest_many<M: Messages + ?Sized>(
    kind: Kind,
    options: &Options<'_>,
    messages: &M,
    width: usize,
    out: &mut [u8],
) -> Result<(), Error> {
    if let Kind::Plain(algorithm) = kind {
        return algorithm.digest_many(options.plain(), messages, width, out);
    }
    match Special::new(kind, options)? {
        Some(special) => special.many(kind.output(), messages, width, out),
        None => Err(Error::UnknownAlgorithm),
    }
}
