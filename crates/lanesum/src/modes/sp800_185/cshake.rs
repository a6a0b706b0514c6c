use super::bits::{BitSponge, BitStr};
use super::encode::Encoded;
use super::parameters;
use super::started::Named;
use crate::keccak::constructions::sponge::{KeccakForm, Sponge};
use crate::keccak::permutation::engines::{best_one, one_named};
use crate::strength::Strength;
use crate::wipe::wipe;
use crate::{Backend, Error, Reader};
use core::fmt;
use core::marker::PhantomData;
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::{CollisionResistance, CustomizedInit, ExtendableOutput, ExtendableOutputReset, HashMarker, Reset, Update};

/// The bits after the message of SHAKE and of cSHAKE, and the padding's first 1 (SP 800-185, section 3.3).
pub(super) const SHAKE: u16 = 0x1f;
const CSHAKE: u16 = 0x04;

/// A sponge that has absorbed `bytepad(encode_string(N) || encode_string(S), rate)`, or one of SHAKE where both are empty.
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

/// The same with a name of NIST's.
pub(super) fn start_named<S: Strength>(form: KeccakForm, named: Named, customization: BitStr<'_>) -> Sponge {
    if !customization.is_empty() {
        return start::<S>(form, named.name().into(), customization);
    }
    let mut sponge = Sponge::new(parameters::<S>(CSHAKE), form);
    sponge.set_words(named.after(S::BITS));
    sponge
}

/// `bytepad(parts, rate)` at the beginning of a block. What fits into one block is put together before: a sponge takes one
/// piece in much less time than many.
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
    // It may be a key.
    wipe(&mut block);
}

/// cSHAKE at once: what is left to do is to finish.
pub(super) fn all<S: Strength>(message: BitStr<'_>, function: BitStr<'_>, customization: BitStr<'_>) -> BitSponge {
    let mut absorbing = BitSponge::new(start::<S>(best_one(), function, customization));
    absorbing.string(message);
    absorbing
}

/// cSHAKE (SP 800-185, section 3), incremental: the traits of the crate `digest` 0.11, messages, names and outputs of any
/// number of bits, any backend.
///
/// With function name and customization empty it is SHAKE. Function names are NIST's to give; who wants functions of his own
/// leaves it empty and customizes. Costs one permutation a block of 168 or 136 bytes and, unless it is SHAKE, one a block of
/// the two names before.
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
    strength: PhantomData<S>,
}

impl<S: Strength> CShake<S> {
    /// With a function name and a customization string, on the backend that is best for one message here.
    pub fn new<'n, 'c>(function: impl Into<BitStr<'n>>, customization: impl Into<BitStr<'c>>) -> Self {
        Self::with_form(best_one(), function.into(), customization.into())
    }

    /// On a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where the machine lacks it, [`Error::NoForm`] where it is for other functions.
    pub fn with_backend<'n, 'c>(
        backend: Backend,
        function: impl Into<BitStr<'n>>,
        customization: impl Into<BitStr<'c>>,
    ) -> Result<Self, Error> {
        Ok(Self::with_form(one_named(backend)?, function.into(), customization.into()))
    }

    fn with_form(form: KeccakForm, function: BitStr<'_>, customization: BitStr<'_>) -> Self {
        let start = start::<S>(form, function, customization);
        Self { absorbing: BitSponge::new(start.clone()), start, strength: PhantomData }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.start.form().backend()
    }

    /// Appends a string of any number of bits to the message. What is appended next begins with the bit after.
    pub fn update_bits<'a>(&mut self, data: impl Into<BitStr<'a>>) {
        self.absorbing.string(data.into());
    }
}

impl<S: Strength> Default for CShake<S> {
    /// SHAKE.
    fn default() -> Self {
        Self::new("", "")
    }
}

impl<S: Strength> CustomizedInit for CShake<S> {
    fn new_customized(customization: &[u8]) -> Self {
        Self::new("", customization)
    }
}

impl<S: Strength> fmt::Debug for CShake<S> {
    /// Prints name and backend only: the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(S::CSHAKE).field("backend", &self.backend()).finish_non_exhaustive()
    }
}

impl<S> HashMarker for CShake<S> {}

impl<S: Strength> AlgorithmName for CShake<S> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(S::CSHAKE)
    }
}

impl<S: Strength> BlockSizeUser for CShake<S> {
    type BlockSize = S::Rate;
}

impl<S: Strength> CollisionResistance for CShake<S> {
    type CollisionResistance = S::Resistance;
}

impl<S: Strength> Update for CShake<S> {
    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.absorbing.bytes(data);
    }
}

impl<S: Strength> ExtendableOutput for CShake<S> {
    type Reader = Reader;

    fn finalize_xof(self) -> Reader {
        Reader::of(self.absorbing.finish())
    }
}

impl<S: Strength> Reset for CShake<S> {
    fn reset(&mut self) {
        self.absorbing = BitSponge::new(self.start.clone());
    }
}

impl<S: Strength> ExtendableOutputReset for CShake<S> {
    fn finalize_xof_reset(&mut self) -> Reader {
        let reader = Reader::of(self.absorbing.finish_in_place());
        self.reset();
        reader
    }
}

#[cfg(feature = "std")]
impl<S: Strength> std::io::Write for CShake<S> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.absorbing.bytes(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl<S> zeroize::ZeroizeOnDrop for CShake<S> {}
