//! KT128 and KT256 of a message in pieces: [`Kt`].

use super::customized::Customized;
use super::tree::KtKind;
use crate::strength::Strength;
use crate::traits::traits;
use crate::{Backend, Error, Reader};
use core::marker::PhantomData;
use digest::typenum::Unsigned;
use lanesum_batch::scheduler::{Choose, Messages, Survey};
use lanesum_keccak::sponges::Sponges;

/// KT128 or KT256 (RFC 9861, section 3), incremental: the traits of the crate `digest` 0.11, messages and outputs of any number of
/// bytes, any backend.
///
/// KT hashes the customization string after the message. So you can pass it to the first call ([`Kt::new`], which keeps a copy and so needs
/// the feature `alloc`) or to the last ([`Kt::finalize_customized`], which needs no copy).
///
/// The message is cut into chunks of 8192 bytes. The widest kernel of the machine decides how many chunks are hashed at once. `update`
/// reads pieces of 64 KiB or more in place, and collects smaller pieces, up to eight chunks. The hasher allocates at most 64 KiB for these,
/// 9 KiB for chaining values and 2 KiB for states. It allocates nothing for a message below 1 KiB, and 8 KiB for a message of one chunk.
/// Without an allocator, or on a backend for one message at a time, pieces of less than eight chunks are hashed one chunk after the other.
///
/// KT has no key. Without the feature `zeroize`, the absorbed data are not erased on drop. The customization string is never erased.
///
/// A message of one chunk or less costs what `TurboSHAKE` does: one permutation of twelve rounds for 168 bytes (KT256: 136). If you have
/// the whole message, use [`kt128`](crate::kt128) or [`kt256`](crate::kt256), which read it in place. This type collects up to eight
/// chunks, because the next `update` may fill slots that would stay empty.
///
/// ```
/// use lanesum::Kt128;
/// use lanesum::digest::{ExtendableOutput, Update, XofReader};
/// let mut hasher = Kt128::new(b"my protocol");
/// hasher.update(&[0x5a; 100_000]);
/// let mut out = [0; 32];
/// hasher.finalize_xof().read(&mut out);
///
/// let mut same = [0; 32];
/// lanesum::kt128(&[0x5a; 100_000], b"my protocol", &mut same);
/// assert_eq!(out, same);
/// ```
#[derive(Clone)]
pub struct Kt<S> {
    pub(in crate::modes) under_way: Customized,
    pub(super) strength: PhantomData<S>,
}

impl<S: Strength> Kt<S> {
    pub(super) fn with_choice(choose: Choose) -> Self {
        Self { under_way: Customized::new(KtKind::of_bits(S::BITS), choose), strength: PhantomData }
    }

    /// The backend for one message and for the final node.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.under_way.backend()
    }

    /// Ends the message. `customization` replaces the hasher's own customization string.
    #[must_use]
    pub fn finalize_customized(mut self, customization: &[u8]) -> Reader {
        Reader::of(self.under_way.tree.finish(&[], customization))
    }

    /// The first `output_bytes` bytes of output of many messages at once. The output of message i is chunk i of `out`. The customization
    /// string is that of this hasher, and its backend is used if it was chosen by name. All messages begin with the bytes that this hasher
    /// has absorbed. If there are any, the messages are hashed one after the other, each at full width if it is long. Lengths may differ
    /// and may be 0; see [`Messages`].
    ///
    /// ```
    /// use lanesum::{Kt128, kt128};
    /// let mut out = [0; 2 * 32];
    /// Kt128::new(b"my protocol").finalize_many(&["left", "right"], 32, &mut out)?;
    ///
    /// let mut same = [0; 32];
    /// kt128(b"right", b"my protocol", &mut same);
    /// assert_eq!(out[32..], same);
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has `output_bytes` bytes for each message, [`Error::WholeBytes`] for a message that ends
    /// within a byte.
    pub fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        self.under_way.finish_each(messages, output_bytes, out)
    }
}

traits! { [S: Strength] Kt<S>:
    /// A hasher without a customization string, on the backends that are best for this machine.
    Default(Self::with_choice(Choose::here::<Sponges<'_>>()));
    Debug(S::KT, backend);
    AlgorithmName(S::KT);
    HashMarker;
    BlockSizeUser(S::Rate);
    CollisionResistance(S::Resistance);
    Update(|this, data| this.under_way.update(data));
    Write;
    /// The customization string stays.
    Reset(|this| this.under_way.reset());
    ExtendableOutput(Reader, |this| Reader::of(this.under_way.finish()));
    DigestMany(S::Digest::USIZE, |messages| Survey::of(&messages).whole_bytes());
}
