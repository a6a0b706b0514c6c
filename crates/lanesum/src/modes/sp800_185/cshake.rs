//! cSHAKE (SP 800-185, section 3).

use super::bits::{BitSponge, BitStr, finish_many};
use super::encode::Encoded;
use super::length::parameters;
use super::started::FunctionName;
use crate::strength::Strength;
use crate::traits::traits;
use crate::{Backend, Error, Reader};
use core::marker::PhantomData;
use digest::CustomizedInit;
use digest::typenum::{U432, Unsigned};
use lanesum_batch::saved::{SavedReader, SavedWriter};
use lanesum_batch::scheduler::{Messages, Survey};
use lanesum_batch::wipe::wipe;
use lanesum_keccak::constructions::sponge::{KeccakForm, Sponge};
use lanesum_keccak::permutation::engines::{best_one, one_named};

/// The suffixes of SHAKE and of cSHAKE, with the padding's first 1 (SP 800-185, section 3.3).
pub(super) const SHAKE: u16 = 0x1f;
pub(super) const CSHAKE: u16 = 0x04;

/// A sponge that has absorbed `bytepad(encode_string(N) || encode_string(S), rate)`; if both strings are empty, a sponge of SHAKE.
pub(super) fn start<S: Strength>(form: KeccakForm, function: BitStr<'_>, customization: BitStr<'_>) -> Sponge {
    if function.is_empty() && customization.is_empty() {
        return Sponge::new(parameters::<S>(SHAKE), form);
    }
    let mut sponge = Sponge::new(parameters::<S>(CSHAKE), form);
    let left = [sponge.parameters().rate() as u128, function.bits(), customization.bits()].map(Encoded::left);
    let [rate, function_bits, customization_bits] = left.each_ref().map(Encoded::as_bytes);
    let (name, _, spare) = function.parts();
    if spare == 0 {
        let (body, last) = customization.whole_bytes();
        bytepad(&mut sponge, [rate, function_bits, name, customization_bits, body, last.as_slice()]);
        return sponge;
    }
    let mut absorbing = BitSponge::new(sponge);
    absorbing.bytes(rate);
    absorbing.bytes(function_bits);
    absorbing.string(function);
    absorbing.bytes(customization_bits);
    absorbing.string_to_block(customization);
    absorbing.sponge
}

/// The length of a saved function that begins with a name, in bytes.
pub(super) type Saved = U432;

/// Writes a saved state: the state after the names, then the current state.
pub(super) fn save_started(start: &Sponge, absorbing: &BitSponge, out: &mut SavedWriter<'_>) {
    start.save(out);
    absorbing.save(out);
}

/// The inverse of [`save_started`]; `None` for bytes that it cannot have written.
pub(super) fn restore_started<S: Strength>(saved: &mut SavedReader<'_>) -> Option<(Sponge, BitSponge)> {
    let start = Sponge::restore(parameters::<S>(CSHAKE), best_one(), saved)?;
    restore_from(start, saved)
}

/// As [`restore_started`], for functions that always have a name.
pub(super) fn restore_named<S: Strength>(saved: &mut SavedReader<'_>) -> Option<(Sponge, BitSponge)> {
    restore_from(restore_name::<S>(best_one(), saved)?, saved)
}

/// Restores the state after a name.
pub(super) fn restore_name<S: Strength>(form: KeccakForm, saved: &mut SavedReader<'_>) -> Option<Sponge> {
    let start = Sponge::restore(parameters::<S>(CSHAKE), form, saved)?;
    start.was_permuted().then_some(start)
}

fn restore_from(mut start: Sponge, saved: &mut SavedReader<'_>) -> Option<(Sponge, BitSponge)> {
    if start.position() != 0 {
        return None;
    }
    if !start.was_permuted() {
        // Without a name, the function is SHAKE.
        start.set_suffix(SHAKE);
    }
    let absorbing = BitSponge::restore_after(&start, saved)?;
    Some((start, absorbing))
}

/// As [`start`], with a function name of SP 800-185.
pub(super) fn start_named<S: Strength>(form: KeccakForm, named: FunctionName, customization: BitStr<'_>) -> Sponge {
    if !customization.is_empty() {
        return start::<S>(form, named.name().into(), customization);
    }
    let mut sponge = Sponge::new(parameters::<S>(CSHAKE), form);
    sponge.set_words(named.after(S::BITS));
    sponge
}

/// Absorbs `bytepad(parts, rate)`, at the beginning of a block. Parts that fit into one block are first joined: a sponge absorbs one piece
/// much faster than several.
pub(super) fn bytepad<const N: usize>(sponge: &mut Sponge, parts: [&[u8]; N]) {
    let rate = sponge.parameters().rate();
    let mut block = [0; 168];
    let mut rest = &mut block[..rate];
    for part in parts {
        let Some((to, after)) = rest.split_at_mut_checked(part.len()) else {
            for part in parts {
                sponge.update(part);
            }
            sponge.fill_block();
            return wipe(&mut block);
        };
        to.copy_from_slice(part);
        rest = after;
    }
    sponge.update(&block[..rate]);
    // The block may contain a key.
    wipe(&mut block);
}

/// Absorbs all inputs of cSHAKE.
pub(super) fn all<S: Strength>(message: BitStr<'_>, function: BitStr<'_>, customization: BitStr<'_>) -> BitSponge {
    let mut absorbing = BitSponge::new(start::<S>(best_one(), function, customization));
    absorbing.string(message);
    absorbing
}

/// cSHAKE (SP 800-185, section 3), incremental: the traits of the crate `digest` 0.11, messages, names and outputs of any
/// number of bits, any backend.
///
/// With an empty function name and customization string, it is SHAKE. Function names are reserved for NIST: for a function of your own,
/// leave the name empty and set the customization string. It costs one permutation per block of 168 or 136 bytes and, unless it is SHAKE,
/// one per block of the two names before.
///
/// ```
/// use lanesum::CShake128;
/// use lanesum::digest::{ExtendableOutput, Update, XofReader};
/// let mut hasher = CShake128::new("", "Email Signature");
/// hasher.update(&[0, 1, 2, 3]);
/// let mut out = [0; 32];
/// hasher.finalize_xof().read(&mut out);
/// assert_eq!(out[..4], [0xc1, 0xc3, 0x69, 0x25]);
/// ```
#[derive(Clone)]
pub struct CShake<S> {
    start: Sponge,
    absorbing: BitSponge,
    /// Whether the caller named the backend.
    forced: bool,
    strength: PhantomData<S>,
}

impl<S: Strength> CShake<S> {
    /// A hasher with a function name and a customization string, on the backend that is best for one message on this machine.
    #[must_use]
    pub fn new<'n, 'c>(function: impl Into<BitStr<'n>>, customization: impl Into<BitStr<'c>>) -> Self {
        Self::with_form(best_one(), function.into(), customization.into())
    }

    /// As [`CShake::new`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend<'n, 'c>(
        backend: Backend,
        function: impl Into<BitStr<'n>>,
        customization: impl Into<BitStr<'c>>,
    ) -> Result<Self, Error> {
        Ok(Self { forced: true, ..Self::with_form(one_named(backend)?, function.into(), customization.into()) })
    }

    fn with_form(form: KeccakForm, function: BitStr<'_>, customization: BitStr<'_>) -> Self {
        let start = start::<S>(form, function, customization);
        Self { absorbing: BitSponge::new(start.clone()), start, forced: false, strength: PhantomData }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.start.form().backend()
    }

    /// Appends a string of any number of bits to the message. The next string continues with the next bit.
    pub fn update_bits<'a>(&mut self, data: impl Into<BitStr<'a>>) {
        self.absorbing.string(data.into());
    }

    /// The first `output_bytes` bytes of output of many messages at once, at the full width of the machine. The output of message i is
    /// chunk i of `out`. All messages begin with the bits that this hasher has absorbed; these are absorbed only once. If they end within a
    /// byte, the messages are hashed one after the other. Function name and customization string are those of this hasher, and its backend
    /// is used if it was chosen by name. Lengths may differ, may be 0 and need not be whole bytes; see [`Messages`].
    ///
    /// ```
    /// use lanesum::{CShake128, cshake128};
    /// let mut out = [0; 2 * 32];
    /// CShake128::new("", "Email Signature").finalize_many(&["left", "right"], 32, &mut out)?;
    ///
    /// let mut same = [0; 32];
    /// cshake128("right", "", "Email Signature", &mut same);
    /// assert_eq!(out[32..], same);
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message.
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let backend = self.forced.then(|| self.backend());
        finish_many::<false>(&self.absorbing, backend, &Survey::of(&messages), &[], output_bytes, out)
    }
}

traits! { [S: Strength] CShake<S>:
    /// SHAKE: cSHAKE without names.
    Default(Self::new("", ""));
    Debug(S::CSHAKE, backend);
    AlgorithmName(S::CSHAKE);
    HashMarker;
    BlockSizeUser(S::Rate);
    CollisionResistance(S::Resistance);
    Update(|this, data| this.absorbing.bytes(data));
    Write;
    Reset(|this| this.absorbing = BitSponge::new(this.start.clone()));
    ExtendableOutput(Reader, |this| Reader::of(this.absorbing.finish()), |this| Reader::of(this.absorbing.finish_in_place()));
    /// The saved state:
    ///
    /// | bytes | content |
    /// | --- | --- |
    /// | 3 | `lns` |
    /// | 1 | the version of the format, 1 |
    /// | 16 | the name, `cSHAKE128` or `cSHAKE256`, padded with zeroes |
    /// | 201 | the state after the two names (zeroes for none, which is SHAKE), and the position in the block |
    /// | 201 | the state now, and the position in the block |
    /// | 1 | the bits that are not a whole byte yet |
    /// | 1 | their number |
    /// | 8 | a checksum |
    ///
    /// Anything else is rejected. The bytes do not depend on the backend; the machine that restores the state chooses its own.
    SerializableState(Saved, S::CSHAKE, |this, out| save_started(&this.start, &this.absorbing, out), |saved| {
        let (start, absorbing) = restore_started::<S>(saved)?;
        Some(Self { start, absorbing, forced: false, strength: PhantomData })
    });
    DigestMany(S::Digest::USIZE, |_messages| Ok(()));
}

impl<S: Strength> CustomizedInit for CShake<S> {
    fn new_customized(customization: &[u8]) -> Self {
        Self::new("", customization)
    }
}
