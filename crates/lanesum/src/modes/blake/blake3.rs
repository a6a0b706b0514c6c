//! BLAKE3 ("BLAKE3: one function, fast everywhere", 2021): [`Blake3`].

use super::groups::in_groups;
use crate::hash::{Beginning, Later};
use crate::traits::traits;
use crate::{Backend, DigestMany, Error, Message, Messages, Parameter};
use core::fmt;
use digest::XofReader;
use digest::typenum::U32;
use lanesum_batch::kept::Boxed;
use lanesum_batch::saved::SavedReader;
use lanesum_batch::scheduler::{Jobs, Survey, places};
use lanesum_batch::sure::sure;
use lanesum_blake::blake3::{Blake3Hasher, LastBlock, Mode, hash};

/// The three functions of BLAKE3, which share no output.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Blake3Mode<'a> {
    /// A hash function.
    Hash,
    /// A message authentication code or pseudorandom function with this key.
    Keyed(&'a [u8; 32]),
    /// Derives keys from key material, the message. The context is a constant of the program that no other program uses.
    DeriveKey(&'a str),
}

impl Blake3Mode<'_> {
    #[inline(always)]
    fn mode(self, backend: Option<Backend>) -> Result<Mode, Error> {
        match self {
            Self::Hash => Mode::hash(backend),
            Self::Keyed(key) => Mode::keyed(key, backend),
            Self::DeriveKey(context) => Mode::derive(context.as_bytes(), backend),
        }
    }
}

impl fmt::Debug for Blake3Mode<'_> {
    /// Prints no key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hash => "Hash",
            Self::Keyed(_) => "Keyed",
            Self::DeriveKey(_) => "DeriveKey",
        })
    }
}

/// BLAKE3, incremental: hash, keyed hash and key derivation, output of any length from any place, any backend.
///
/// Everything that depends on a key is erased on drop, with or without the feature `zeroize`.
///
/// ```
/// use lanesum::digest::{ExtendableOutput, XofReader};
/// use lanesum::{Blake3, blake3};
/// let mut hasher = Blake3::new();
/// hasher.update(b"mess");
/// hasher.update(b"age");
/// let mut reader = hasher.finalize_xof();
/// let mut digest = [0; 32];
/// reader.read(&mut digest);
/// assert_eq!(digest, blake3(b"message"));
/// ```
#[derive(Clone)]
pub struct Blake3 {
    pub(super) hasher: Blake3Hasher,
}

impl Blake3 {
    /// The hash function, on the backend that is best for this machine.
    #[must_use]
    pub fn new() -> Self {
        Self::with_mode(Blake3Mode::Hash)
    }

    /// Any of the functions, on the backend that is best for this machine.
    #[must_use]
    pub fn with_mode(mode: Blake3Mode<'_>) -> Self {
        Self { hasher: Blake3Hasher::new(sure(mode.mode(None))) }
    }

    /// Any of the functions, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::NoForm`] if it is for other functions.
    pub fn with_backend(backend: Backend, mode: Blake3Mode<'_>) -> Result<Self, Error> {
        Ok(Self { hasher: Blake3Hasher::new(mode.mode(Some(backend))?) })
    }

    /// The backend in use for one message.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.hasher.mode().backend()
    }

    pub(super) fn mode(&self) -> &Mode {
        self.hasher.mode()
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    /// Begins a new message. The key or context stays.
    pub fn reset(&mut self) {
        self.hasher.reset();
    }

    /// The digests of many messages at once, without a key, at the full width of the machine: message i's goes to place i.
    ///
    /// ```
    /// let mut digests = [[0; 32]; 2];
    /// lanesum::Blake3::digest_many(&["left", "right"], &mut digests)?;
    /// assert_eq!(digests[1], lanesum::blake3(b"right"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many places as messages, or if a place has not 32 bytes; [`Error::WholeBytes`] for a message that
    /// ends within a byte.
    pub fn digest_many<M: Messages + ?Sized, P: AsMut<[u8]> + 'static>(
        messages: &M,
        out: &mut [P],
    ) -> Result<(), Error> {
        if let Some(out) = places::flattened::<P, U32>(out) {
            return Self::new().finalize_many(messages, 32, out);
        }
        places::fit(messages.count(), 32, out)?;
        Self::new().finalize_many_into(messages, out)
    }

    /// The digest of 32 bytes.
    #[must_use]
    pub fn finalize(&self) -> [u8; 32] {
        let mut digest = [0; 32];
        self.hasher.output().read(0, &mut digest);
        digest
    }
}

/// BLAKE3's digest of 32 bytes.
#[must_use]
#[inline]
pub fn blake3(message: &[u8]) -> [u8; 32] {
    sure(hash(message))
}

/// Messages go through the lanes if the hasher has absorbed nothing. After a common beginning, each is hashed alone.
impl DigestMany for Blake3 {
    fn digest_bytes(&self) -> usize {
        32
    }

    fn check_many<M: Messages + ?Sized>(&self, messages: &M, _: usize) -> Result<(), Error> {
        Survey::of(&messages).whole_bytes()
    }

    fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let jobs = &Survey::of(&messages);
        many_after(self.hasher.mode(), Some(&self.hasher), Jobs::new(jobs, output_bytes, out)?)
    }
}

/// Hashes messages that all begin with the bytes that `begun` has absorbed.
fn many_after(mode: &Mode, begun: Option<&Blake3Hasher>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
    let (begun, bytes) = (begun.filter(|begun| !begun.is_new()), jobs.output_bytes);
    let alone = |message: Message<'_>, out: &mut [u8]| {
        let mut hasher = begun.cloned().unwrap_or_else(|| Blake3Hasher::new(mode.clone()));
        for piece in message.pieces() {
            hasher.update(piece);
        }
        hasher.output().read(0, out);
    };
    let many = |messages: &[&[u8]], out: &mut [u8]| {
        if begun.is_none() {
            return mode.digest_many(messages, bytes, out);
        }
        for (message, out) in messages.iter().zip(out.chunks_exact_mut(bytes)) {
            alone(Message::new(message), out);
        }
    };
    in_groups(jobs, many, alone)
}

/// An unfinished message, as [`Hasher`](crate::Hasher) has it. One that has no bytes yet owns no memory.
#[derive(Clone)]
pub(crate) struct Unfinished {
    mode: Mode,
    /// Some 3 kB, which would make every [`Hasher`](crate::Hasher) as large.
    hasher: Option<Boxed<Blake3Hasher>>,
}

#[cfg_attr(
    not(feature = "alloc"),
    allow(clippy::useless_conversion, clippy::redundant_closure_for_method_calls, clippy::redundant_closure)
)] // no box
impl Unfinished {
    pub(crate) fn backend(&self) -> Backend {
        self.mode.backend()
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        if !data.is_empty() {
            self.begun().update(data);
        }
    }

    pub(crate) fn update_followed(&mut self, data: &[u8]) {
        if !data.is_empty() {
            self.begun().update_followed(data);
        }
    }

    pub(crate) fn begun(&mut self) -> &mut Blake3Hasher {
        self.hasher.get_or_insert_with(|| Blake3Hasher::new(self.mode.clone()).into())
    }

    pub(crate) fn output(&self) -> LastBlock {
        self.hasher.as_ref().map_or_else(|| self.mode.output(&[]), |hasher| hasher.output())
    }

    pub(crate) fn many_after(&self, _: Option<Backend>, jobs: Jobs<'_, '_, '_>) -> Result<(), Error> {
        many_after(&self.mode, self.hasher.as_ref().map(|hasher| -> &Blake3Hasher { hasher }), jobs)
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn save(&self, name: &str) -> alloc::vec::Vec<u8> {
        let save = |hasher: &Blake3Hasher| {
            lanesum_batch::saved::save_to_vec(name, hasher.saved_bytes(), |out| hasher.save(out))
        };
        self.hasher.as_ref().map_or_else(|| save(&Blake3Hasher::new(self.mode.clone())), |hasher| save(hasher))
    }
}

#[inline(always)]
fn mode(backend: Option<Backend>, inputs: &Beginning<'_>) -> Result<Mode, Error> {
    match (inputs.key, inputs.context) {
        (None, None) => Mode::hash(backend),
        (Some(key), None) => {
            let wrong = Error::Length { argument: "key", expected: 32, got: key.len() };
            Mode::keyed(key.try_into().map_err(|_| wrong)?, backend)
        }
        (None, Some(context)) => Mode::derive(context, backend),
        // BLAKE3 derives keys from its message, with no other key.
        (Some(_), Some(_)) => Err(Error::NotTaken(Parameter::Key)),
    }
}

#[cfg_attr(
    not(feature = "alloc"),
    allow(clippy::useless_conversion, clippy::redundant_closure_for_method_calls, clippy::redundant_closure)
)] // no box
impl Later for Unfinished {
    #[inline(always)]
    fn begin(backend: Option<Backend>, inputs: &Beginning<'_>) -> Result<Self, Error> {
        Ok(Self { mode: mode(backend, inputs)?, hasher: None })
    }

    fn one(backend: Option<Backend>, inputs: &Beginning<'_>, message: &[u8], out: &mut [u8]) -> Result<(), Error> {
        mode(backend, inputs)?.output(message).read(0, out);
        Ok(())
    }

    fn has_key(&self) -> bool {
        self.mode.has_key()
    }

    fn restart(&mut self) {
        if let Some(hasher) = &mut self.hasher {
            hasher.reset();
        }
    }

    fn restored(saved: &mut SavedReader<'_>) -> Option<Self> {
        let hasher = Blake3Hasher::restore(sure(Mode::hash(None)), saved)?;
        Some(Self { mode: hasher.mode().clone(), hasher: (!hasher.is_new()).then(|| hasher.into()) })
    }
}

traits! { [] Blake3:
    /// The hash function.
    Default(Self::new());
    Debug("Blake3", backend);
    Update(|this, data| this.hasher.update(data));
    Write;
    Reset(|this| this.hasher.reset());
    ExtendableOutput(Blake3Reader, |this| Blake3Reader::of(this.hasher.output()));
}

/// BLAKE3's output of 2^64 - 1 bytes, read in order or from any byte on.
#[derive(Clone)]
pub struct Blake3Reader {
    output: LastBlock,
    position: u64,
}

impl Blake3Reader {
    pub(super) const fn of(output: LastBlock) -> Self {
        Self { output, position: 0 }
    }

    /// The number of the next byte.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Continues with the byte of this number.
    pub const fn set_position(&mut self, position: u64) {
        self.position = position;
    }
}

impl XofReader for Blake3Reader {
    /// # Panics
    /// Beyond the end of the output.
    fn read(&mut self, out: &mut [u8]) {
        let end = self.position.checked_add(out.len() as u64).expect("BLAKE3 has 2^64 - 1 bytes of output");
        self.output.read(self.position, out);
        self.position = end;
    }
}

traits! { [] Blake3Reader:
    Debug("Blake3Reader", position);
}

#[cfg(feature = "std")]
impl std::io::Read for Blake3Reader {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let left = usize::try_from(u64::MAX - self.position).unwrap_or(usize::MAX);
        let count = out.len().min(left);
        XofReader::read(self, &mut out[..count]);
        Ok(count)
    }
}
