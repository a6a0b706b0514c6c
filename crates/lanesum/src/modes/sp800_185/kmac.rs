//! KMAC and KMACXOF (SP 800-185, section 4): [`Kmac`].

use super::bits::{BitSponge, BitStr, finish_many};
use super::cshake;
use super::encode::Encoded;
use super::length::{OutputBits, all_bits, bits_of};
use super::started::FunctionName;
use crate::strength::Strength;
use crate::traits::traits;
use crate::{Backend, Error};
use core::marker::PhantomData;
use ctutils::{Choice, CtEq};
use digest::array::ArraySize;
use digest::common::KeySizeUser;
use digest::{InvalidLength, Key, KeyInit, MacMarker, Reset};
use lanesum_batch::scheduler::{Messages, Survey};
use lanesum_batch::sure::sure;
use lanesum_batch::wipe::{Secret, wipe};
use lanesum_keccak::constructions::sponge::{KeccakForm, Sponge, Squeezer};
use lanesum_keccak::permutation::engines::{best_one, one_named};

/// The least length of a tag that can be verified, in bits: SP 800-185, section 8.4.2, forbids shorter tags.
const SHORTEST_TAG: u64 = 32;

/// KMAC and KMACXOF (SP 800-185, section 4), incremental: a message authentication code and pseudorandom function, with the
/// traits `Mac` and `KeyInit` of the crate `digest` 0.11; keys, messages, customization strings and outputs of any number of
/// bits; any backend.
///
/// The length of the output is bound into it: tags of different lengths are unrelated. With the trait `Mac`, tags have `O` bytes, by
/// default twice the strength; [`Kmac::finalize_bits_to`] takes any length. As an XOF ([`ExtendableOutput`](digest::ExtendableOutput)) it is KMACXOF, where a shorter
/// output is the beginning of a longer one.
///
/// A key should have at least as many bits as the strength (section 8.4.1), but all constructors accept any length.
///
/// Everything that depends on the key is erased on drop, with or without the feature `zeroize`. `Debug` prints nothing of it, no branch and
/// no index depends on it, and tags are compared in constant time. The type holds two states of 200 bytes, one of them for `Reset`.
///
/// ```
/// use lanesum::Kmac128;
/// use lanesum::digest::{KeyInit, Mac};
///
/// let key = *b"sixteen bytes...";
/// let mut mac = Kmac128::new(&key.into());
/// mac.update(b"message");
/// let tag = mac.finalize().into_bytes();
///
/// let again = Kmac128::with_customization(&key, "").chain_update(b"message");
/// assert!(again.verify(&tag).is_ok());
/// ```
#[derive(Clone)]
pub struct Kmac<S: Strength, O = <S as Strength>::Digest> {
    start: Secret<Sponge>,
    absorbing: Secret<BitSponge>,
    /// Whether the caller named the backend.
    forced: bool,
    of: PhantomData<(S, O)>,
}

impl<S: Strength, O: ArraySize> Kmac<S, O> {
    /// A KMAC hasher with a key and a customization string, on the backend that is best for one message on this machine.
    #[must_use]
    pub fn with_customization<'k, 'c>(key: impl Into<BitStr<'k>>, customization: impl Into<BitStr<'c>>) -> Self {
        Self::with_form(best_one(), key.into(), customization.into())
    }

    /// As [`Kmac::with_customization`], on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend<'k, 'c>(
        backend: Backend,
        key: impl Into<BitStr<'k>>,
        customization: impl Into<BitStr<'c>>,
    ) -> Result<Self, Error> {
        let mac = Self::with_form(one_named(backend)?, key.into(), customization.into());
        Ok(Self { forced: true, ..mac })
    }

    fn with_form(form: KeccakForm, key: BitStr<'_>, customization: BitStr<'_>) -> Self {
        let mut absorbing = Secret(unkeyed::<S>(form, customization));
        absorb_key(&mut absorbing.0.sponge, key);
        Self { start: Secret(absorbing.0.sponge.clone()), absorbing, forced: false, of: PhantomData }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.start.0.form().backend()
    }

    /// Appends a string of any number of bits to the message. The next string continues with the next bit.
    pub fn update_bits<'a>(&mut self, data: impl Into<BitStr<'a>>) {
        self.absorbing.0.string(data.into());
    }

    /// KMAC of many messages at once, at the full width of the machine, with tags of `output_bytes` bytes. The tag of message i is chunk i
    /// of `out`. All messages begin with the bits that this KMAC has absorbed; these are absorbed only once. Key and customization string
    /// are those of this KMAC, and its backend is used if it was chosen by name. Lengths may differ, may be 0 and need not be whole bytes
    /// (see [`Messages`]). A message that ends within a byte is hashed alone.
    ///
    /// Everything that depends on the key is erased at the end.
    ///
    /// ```
    /// use lanesum::{Kmac128, kmac128};
    /// let key = b"sixteen bytes...";
    /// let mut tags = [0; 2 * 32];
    /// <Kmac128>::with_customization(key, "").finalize_many(&["left", "right"], 32, &mut tags)?;
    ///
    /// let mut same = [0; 32];
    /// kmac128(key, "right", "", &mut same);
    /// assert_eq!(tags[32..], same);
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
        let ending = OutputBits::Bits(8 * output_bytes as u128).encoded();
        finish_many::<true>(&self.absorbing.0, backend, &Survey::of(&messages), ending.as_bytes(), output_bytes, out)
    }

    /// KMAC with a tag of `8 * out.len()` bits.
    pub fn finalize_to(mut self, out: &mut [u8]) {
        finish(&mut self.absorbing.0, all_bits(out), out);
    }

    /// KMAC with a tag of `bits` bits, in the first bytes of `out`: the first bit is the lowest, and the spare high bits of the last byte
    /// are 0.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short.
    pub fn finalize_bits_to(mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.squeeze(OutputBits::Bits(bits.into())).0.read_bits(out, bits)
    }

    /// KMAC with a tag of `bits` bits, read in pieces, for tags that do not fit into memory. Read only this many bits.
    #[must_use]
    pub fn finalize_in_pieces(mut self, bits: u64) -> KmacReader {
        KmacReader(self.squeeze(OutputBits::Bits(bits.into())))
    }

    /// As [`Kmac::finalize_in_pieces`], and begins a new message with the same key. Moves no value that depends on the key: a move would
    /// leave a copy that cannot be erased.
    pub fn finalize_in_pieces_reset(&mut self, bits: u64) -> KmacReader {
        let reader = KmacReader(self.squeeze(OutputBits::Bits(bits.into())));
        self.reset();
        reader
    }

    /// Verifies that `tag` is the KMAC tag of `bits` bits; the spare high bits of the last byte must be 0. The verifier, never the sender,
    /// must decide how many bits a tag has. The time depends on `bits` only.
    ///
    /// # Errors
    /// [`Error::WrongTag`] for a wrong tag; [`Error::ShortTag`] for fewer than 32 bits (SP 800-185, section 8.4.2); [`Error::Length`]
    /// unless `tag` has exactly the number of bytes for `bits` bits.
    pub fn verify_bits(mut self, tag: &[u8], bits: u64) -> Result<(), Error> {
        check_tag(tag, bits)?;
        compare(&mut self.squeeze(OutputBits::Bits(bits.into())), tag, bits)
    }

    /// As [`Kmac::verify_bits`], for the output of KMACXOF.
    ///
    /// # Errors
    /// As [`Kmac::verify_bits`].
    pub fn verify_xof_bits(mut self, tag: &[u8], bits: u64) -> Result<(), Error> {
        check_tag(tag, bits)?;
        compare(&mut self.squeeze(OutputBits::Arbitrary), tag, bits)
    }

    /// Ends the message; this must then be reset or dropped.
    fn squeeze(&mut self, length: OutputBits) -> Secret<Squeezer> {
        self.absorbing.0.bytes(length.encoded().as_bytes());
        Secret(self.absorbing.0.finish_in_place())
    }
}

traits! { [S: Strength, O: ArraySize] Kmac<S, O>:
    Debug(S::KMAC, backend);
    AlgorithmName(S::KMAC);
    BlockSizeUser(S::Rate);
    OutputSizeUser(O);
    Update(|this, data| this.absorbing.0.bytes(data));
    Write;
    Reset(|this| this.absorbing = Secret(BitSponge::new(this.start.0.clone())));
    FixedOutput(|this, out| finish(&mut this.absorbing.0, bits_of::<O>(), out));
    /// KMACXOF.
    ExtendableOutput(KmacReader, |this| KmacReader(this.squeeze(OutputBits::Arbitrary)));
    /// The saved bytes are those of a [`CShake`](crate::CShake), with the name `KMAC128` or `KMAC256`.
    ///
    /// **The saved state is as secret as the key**: with it, anybody can compute the tag of any message. It is not erased on drop: protect it,
    /// and erase it yourself.
    SerializableState(cshake::Saved, S::KMAC, |this, out| cshake::save_started(&this.start.0, &this.absorbing.0, out), |saved| {
        let (start, absorbing) = cshake::restore_named::<S>(saved)?;
        Some(Self { start: Secret(start), absorbing: Secret(absorbing), forced: false, of: PhantomData })
    });
    DigestMany(O::USIZE, |_messages| Ok(()));
}

impl<S: Strength, O> MacMarker for Kmac<S, O> {}

/// A key as long as the strength; `KeyInit::new_from_slice` takes any length.
impl<S: Strength, O> KeySizeUser for Kmac<S, O> {
    type KeySize = S::Key;
}

/// A sponge that has absorbed the name and the customization string, but no key.
pub(super) fn unkeyed<S: Strength>(form: KeccakForm, customization: BitStr<'_>) -> BitSponge {
    BitSponge::new(cshake::start_named::<S>(form, FunctionName::Kmac, customization))
}

/// Absorbs `bytepad(encode_string(K), rate)`.
pub(super) fn absorb_key(sponge: &mut Sponge, key: BitStr<'_>) {
    let rate = Encoded::left(sponge.parameters().rate() as u128);
    let bits = Encoded::left(key.bits());
    let (body, last) = key.whole_bytes();
    cshake::bytepad(sponge, [rate.as_bytes(), bits.as_bytes(), body, last.as_slice()]);
}

/// Ends the message, and writes the first bytes of output; `absorbing` must then be reset or dropped.
fn finish(absorbing: &mut BitSponge, length: OutputBits, out: &mut [u8]) {
    absorbing.bytes(length.encoded().as_bytes());
    absorbing.finish_to(out);
}

/// KMAC or KMACXOF in one call.
pub(super) fn once<S: Strength>(
    key: BitStr<'_>,
    message: BitStr<'_>,
    customization: BitStr<'_>,
    length: OutputBits,
    out: &mut [u8],
) {
    let mut absorbing = Secret(unkeyed::<S>(best_one(), customization));
    absorb_key(&mut absorbing.0.sponge, key);
    absorbing.0.string(message);
    finish(&mut absorbing.0, length, out);
}

pub(super) fn check_tag(tag: &[u8], bits: u64) -> Result<(), Error> {
    if bits < SHORTEST_TAG {
        return Err(Error::ShortTag(bits));
    }
    let expected = usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX);
    if tag.len() == expected { Ok(()) } else { Err(Error::Length { argument: "tag", expected, got: tag.len() }) }
}

/// Compares the whole tag, wherever it differs.
pub(super) fn compare(squeezer: &mut Secret<Squeezer>, tag: &[u8], bits: u64) -> Result<(), Error> {
    let mut computed = [0; 64];
    let mut equal = Choice::from(1);
    let mut left = bits;
    for piece in tag.chunks(computed.len()) {
        let now = left.min(8 * piece.len() as u64);
        sure(squeezer.0.read_bits(&mut computed[..piece.len()], now));
        equal &= computed[..piece.len()].ct_eq(piece);
        left -= now;
    }
    wipe(&mut computed);
    if bool::from(equal) { Ok(()) } else { Err(Error::WrongTag) }
}

/// The output of KMACXOF, or a long tag of KMAC, read in pieces of any size. Erased on drop.
#[derive(Clone)]
pub struct KmacReader(Secret<Squeezer>);

impl KmacReader {
    /// The next `bits` bits, in the first bytes of `out`; the first bit is the lowest, and the spare high bits of the last byte are 0. The
    /// next read continues with the next bit, even in the middle of a byte.
    ///
    /// # Errors
    /// [`Error::TooFewBytes`] if `out` is too short; nothing is read then.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) -> Result<(), Error> {
        self.0.0.read_bits(out, bits)
    }
}

traits! { [] KmacReader:
    XofReader(|this, out| this.0.0.read(out));
    Debug("KmacReader");
}

/// Without a customization string.
impl<S: Strength, O: ArraySize> KeyInit for Kmac<S, O> {
    fn new(key: &Key<Self>) -> Self {
        Self::with_customization(&key[..], "")
    }

    fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
        Ok(Self::with_customization(key, ""))
    }
}

impl<S: Strength, O> zeroize::ZeroizeOnDrop for Kmac<S, O> {}
impl zeroize::ZeroizeOnDrop for KmacReader {}
