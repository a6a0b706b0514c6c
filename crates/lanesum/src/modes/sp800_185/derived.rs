//! The functions of SP 800-185, chosen at run time: for [`Hasher`](crate::Hasher) and [`Algorithm`](crate::Algorithm).

use super::bits::{BitSponge, BitStr, finish_many};
use super::encode::Encoded;
use super::kmac::{absorb_key, check_tag, compare, unkeyed};
use super::length::OutputBits;
use super::started::FunctionName;
use super::{ParallelHash, cshake, kmac, parallel_hash, tuple_hash};
use crate::algorithm::DerivedFunction;
use crate::strength::strengths::{Bits128, Bits256};
use crate::{Backend, Error};
use digest::Reset;
use lanesum_batch::scheduler::{Choose, Jobs, Message, Survey};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::Secret;
use lanesum_keccak::constructions::sponge::{Sponge, Squeezer};
use lanesum_keccak::sponges::Sponges;

/// A function of SP 800-185.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Derived {
    pub(crate) mode: DerivedFunction,
    /// Whether the strength is 128 bits; otherwise 256.
    pub(crate) is_128: bool,
}

/// Evaluates an expression for the strength of `$derived`.
macro_rules! at {
    ($derived:expr, $S:ident => $do:expr) => {
        if $derived.is_128 {
            type $S = Bits128;
            $do
        } else {
            type $S = Bits256;
            $do
        }
    };
}
#[allow(unused_imports)] // without an allocator
pub(super) use at;

/// The inputs beside the message. Each mode uses only its own.
#[derive(Clone, Copy)]
pub(crate) struct Inputs<'a> {
    pub(crate) key: &'a [u8],
    pub(crate) customization: &'a [u8],
    pub(crate) function_name: &'a [u8],
    pub(crate) block_bytes: u64,
}

impl Derived {
    /// The encoded length after the message, for an output of this many bytes.
    fn length(self, output_bytes: usize) -> OutputBits {
        self.length_of_bits(8 * output_bytes as u128)
    }

    fn length_of_bits(self, bits: u128) -> OutputBits {
        match self.mode {
            DerivedFunction::Kmac | DerivedFunction::TupleHash | DerivedFunction::ParallelHash => {
                OutputBits::Bits(bits)
            }
            _ => OutputBits::Arbitrary,
        }
    }

    fn is_keyed(self) -> bool {
        matches!(self.mode, DerivedFunction::Kmac | DerivedFunction::KmacXof)
    }

    /// Whether the functions differ only in the encoded length of the output at the end.
    pub(crate) fn begins_as(self, other: Self) -> bool {
        let base = |mode| match mode {
            DerivedFunction::KmacXof => DerivedFunction::Kmac,
            DerivedFunction::TupleHashXof => DerivedFunction::TupleHash,
            DerivedFunction::ParallelHashXof => DerivedFunction::ParallelHash,
            mode => mode,
        };
        self.is_128 == other.is_128 && base(self.mode) == base(other.mode)
    }

    /// Computes the output of one message; for a function of tuples, the message is its only string.
    pub(crate) fn digest(
        self,
        backend: Option<Backend>,
        inputs: &Inputs<'_>,
        message: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        if backend.is_some() {
            let mut state = DerivedState::new(self, backend, inputs)?;
            state.update(self, message);
            state.finish_to(self, out);
            return Ok(());
        }
        let (key, custom, length) = (inputs.key.into(), inputs.customization.into(), self.length(out.len()));
        at!(self, S => match self.mode {
            DerivedFunction::CShake => cshake::all::<S>(message.into(), inputs.function_name.into(), custom).finish_to(out),
            DerivedFunction::Kmac | DerivedFunction::KmacXof => kmac::once::<S>(key, message.into(), custom, length, out),
            DerivedFunction::TupleHash | DerivedFunction::TupleHashXof => tuple_hash::all::<S, _>([message], custom, length).finish_to(out),
            DerivedFunction::ParallelHash | DerivedFunction::ParallelHashXof => {
                let finish = |root: &mut Sponge| root.finish_to(Tail::NONE, out);
                parallel_hash::all::<S, _>(message.into(), inputs.block_bytes, custom, length, finish)?;
            }
        });
        Ok(())
    }
}

/// An unfinished message. Every call names the function again: 8 bytes more here would make C's `lanesum_hasher` larger.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // without an allocator there is nothing to put the larger one into
pub(crate) enum DerivedState {
    /// States that may depend on a key.
    Strings {
        start: Secret<Sponge>,
        absorbing: Secret<BitSponge>,
    },
    Blocks128(ParallelHash<Bits128>),
    Blocks256(ParallelHash<Bits256>),
}
use DerivedState::{Blocks128, Blocks256, Strings};

impl DerivedState {
    #[inline(always)] // where no backend is named, not all of them are linked
    pub(crate) fn new(derived: Derived, backend: Option<Backend>, inputs: &Inputs<'_>) -> Result<Self, Error> {
        Self::with_choice(derived, Choose::new::<Sponges<'_>>(backend)?, inputs)
    }

    #[inline(never)]
    fn with_choice(derived: Derived, choose: Choose, inputs: &Inputs<'_>) -> Result<Self, Error> {
        let custom = BitStr::from(inputs.customization);
        let form = choose.one::<Sponges<'_>>();
        let begun = match derived.mode {
            DerivedFunction::ParallelHash | DerivedFunction::ParallelHashXof => {
                let block = inputs.block_bytes;
                return Ok(if derived.is_128 {
                    Blocks128(ParallelHash::with_choice(choose, block, custom)?)
                } else {
                    Blocks256(ParallelHash::with_choice(choose, block, custom)?)
                });
            }
            DerivedFunction::CShake => {
                at!(derived, S => BitSponge::new(cshake::start::<S>(form, inputs.function_name.into(), custom)))
            }
            DerivedFunction::Kmac | DerivedFunction::KmacXof => at!(derived, S => unkeyed::<S>(form, custom)),
            DerivedFunction::TupleHash | DerivedFunction::TupleHashXof => {
                at!(derived, S => BitSponge::new(cshake::start_named::<S>(form, FunctionName::TupleHash, custom)))
            }
        };
        let mut absorbing = Secret(begun);
        if derived.is_keyed() {
            absorb_key(&mut absorbing.0.sponge, inputs.key.into());
        }
        Ok(Strings { start: Secret(absorbing.0.sponge.clone()), absorbing })
    }

    pub(crate) fn backend(&self) -> Backend {
        match self {
            Strings { start, .. } => start.0.form().backend(),
            Blocks128(hasher) => hasher.backend(),
            Blocks256(hasher) => hasher.backend(),
        }
    }

    /// Appends to the message; to a tuple, a string.
    pub(crate) fn update(&mut self, derived: Derived, data: &[u8]) {
        self.append(derived, &[], data.into());
    }

    /// Appends the last bits of the message. For a tuple, its strings have already ended.
    pub(crate) fn update_tail(&mut self, derived: Derived, tail: Tail) {
        self.append(derived, &[], BitStr::of(&Message { prefix: &[], body: &[], tail }));
    }

    fn append(&mut self, derived: Derived, prefix: &[u8], string: BitStr<'_>) {
        match self {
            Strings { absorbing: Secret(absorbing), .. } => {
                if matches!(derived.mode, DerivedFunction::TupleHash | DerivedFunction::TupleHashXof) {
                    absorbing.bytes(Encoded::left(8 * prefix.len() as u128 + string.bits()).as_bytes());
                }
                absorbing.bytes(prefix);
                absorbing.string(string);
            }
            Blocks128(hasher) => {
                hasher.update_bits(prefix);
                hasher.update_bits(string);
            }
            Blocks256(hasher) => {
                hasher.update_bits(prefix);
                hasher.update_bits(string);
            }
        }
    }

    /// Begins a string of this many bytes in a tuple. `None` for other functions.
    pub(crate) fn element(&mut self, derived: Derived, bytes: u64) -> Option<tuple_hash::TupleElement<'_>> {
        match (self, derived.mode) {
            (Strings { absorbing, .. }, DerivedFunction::TupleHash | DerivedFunction::TupleHashXof) => {
                Some(tuple_hash::TupleElement::new(&mut absorbing.0, bytes))
            }
            _ => None,
        }
    }

    /// Ends the message for an output of this many bits. Call [`DerivedState::reset`] before the next one.
    pub(crate) fn finish(&mut self, derived: Derived, bits: u64) -> Secret<Squeezer> {
        let length = derived.length_of_bits(bits.into());
        Secret(match self {
            Strings { absorbing: Secret(absorbing), .. } => {
                if derived.mode != DerivedFunction::CShake {
                    absorbing.bytes(length.encoded().as_bytes());
                }
                absorbing.finish_in_place()
            }
            Blocks128(hasher) => hasher.finish(length).into_squeezer(),
            Blocks256(hasher) => hasher.finish(length).into_squeezer(),
        })
    }

    /// Ends the message, and fills `out`, which is the whole output.
    pub(crate) fn finish_to(&mut self, derived: Derived, out: &mut [u8]) {
        match self {
            Strings { absorbing: Secret(absorbing), .. } => {
                if derived.mode != DerivedFunction::CShake {
                    absorbing.bytes(derived.length(out.len()).encoded().as_bytes());
                }
                absorbing.finish_to(out);
            }
            _ => self.finish(derived, 8 * out.len() as u64).0.read(out),
        }
    }

    /// Verifies that `tag` is the output, or its beginning, of a function with a key; in constant time.
    pub(crate) fn verify(&mut self, derived: Derived, tag: &[u8]) -> Result<(), Error> {
        let bits = 8 * tag.len() as u64;
        check_tag(tag, bits)?;
        compare(&mut self.finish(derived, bits), tag, bits)
    }

    /// The outputs of many messages: the bits absorbed so far, followed by each of `messages`.
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message.
    pub(crate) fn many(
        &self,
        derived: Derived,
        backend: Option<Backend>,
        survey: &Survey<'_>,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let ending = derived.length(output_bytes).encoded();
        match (self, derived.mode) {
            (Strings { absorbing, .. }, DerivedFunction::CShake) => {
                return finish_many::<false>(&absorbing.0, backend, survey, &[], output_bytes, out);
            }
            (Strings { absorbing, .. }, DerivedFunction::Kmac | DerivedFunction::KmacXof) => {
                return finish_many::<true>(&absorbing.0, backend, survey, ending.as_bytes(), output_bytes, out);
            }
            _ => {}
        }
        let mut jobs = Jobs::new(survey, output_bytes, out)?;
        while let Some((message, out)) = jobs.take() {
            // Empty outputs need no computation.
            if !out.is_empty() {
                let mut one = self.clone();
                one.append(derived, message.prefix, BitStr::of(&message));
                one.finish_to(derived, out);
            }
        }
        Ok(())
    }

    /// Begins a new message; key, strings and block length stay.
    pub(crate) fn reset(&mut self) {
        match self {
            Strings { start, absorbing } => *absorbing = Secret(BitSponge::new(start.0.clone())),
            Blocks128(hasher) => hasher.reset(),
            Blocks256(hasher) => hasher.reset(),
        }
    }
}

impl Derived {
    /// The function's name in a saved state, without XOF: the length of the output matters only at the end.
    pub(crate) fn saved_name(self) -> &'static str {
        use crate::Strength;
        at!(self, S => match self.mode {
            DerivedFunction::CShake => S::CSHAKE,
            DerivedFunction::Kmac | DerivedFunction::KmacXof => S::KMAC,
            DerivedFunction::TupleHash | DerivedFunction::TupleHashXof => S::TUPLE_HASH,
            DerivedFunction::ParallelHash | DerivedFunction::ParallelHashXof => S::PARALLEL_HASH,
        })
    }
}
