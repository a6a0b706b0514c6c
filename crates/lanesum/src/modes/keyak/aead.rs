//! Single messages by the traits of the crate `aead`.

use super::{Forget, Keyak, Start};
use aead::array::ArraySize;
use aead::consts::{U16, U24};
use aead::inout::InOutBuf;
use aead::{AeadCore, AeadInOut, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition};
use core::fmt;
use core::marker::PhantomData;
use lanesum_batch::wipe::wipe;
use lanesum_keccak::states::caesar::crypt_forms::CryptLane;

/// [`KeyakAead`] of [`RiverKeyak`](super::RiverKeyak).
pub type RiverKeyakAead = KeyakAead<u32, 1>;
/// [`KeyakAead`] of [`LakeKeyak`](super::LakeKeyak).
pub type LakeKeyakAead = KeyakAead<u64, 1>;
/// [`KeyakAead`] of [`SeaKeyak`](super::SeaKeyak).
pub type SeaKeyakAead = KeyakAead<u64, 2>;
/// [`KeyakAead`] of [`OceanKeyak`](super::OceanKeyak).
pub type OceanKeyakAead = KeyakAead<u64, 4>;
/// [`KeyakAead`] of [`LunarKeyak`](super::LunarKeyak).
pub type LunarKeyakAead = KeyakAead<u64, 8>;

/// Keyak for single messages: each call is a session of one message, without a start tag and with [`Forget::No`].
///
/// | | bytes | by default | limits |
/// | --- | --- | --- | --- |
/// | key | `K` | 16 | 16 to [`Keyak::MAX_KEY_BYTES`] |
/// | nonce | `N` | 24, so that random ones do not repeat | at most [`Keyak::MAX_NONCE_BYTES`], in one block |
/// | tag, after the ciphertext | 16 | | |
///
/// Never use a nonce twice with the same key. If the tag is wrong, the output is zeroes.
///
/// The key is erased on drop, and `Debug` prints nothing of it.
///
/// ```
/// use aead::{AeadInOut, KeyInit};
/// use lanesum::keyak::LakeKeyakAead;
///
/// let cipher = LakeKeyakAead::new(&[7; 16].into());
/// let mut buffer = *b"message";
/// let nonce = [1; 24].into();
/// let tag = cipher.encrypt_inout_detached(&nonce, b"metadata", buffer[..].as_mut().into())?;
/// cipher.decrypt_inout_detached(&nonce, b"metadata", buffer[..].as_mut().into(), &tag)?;
/// assert_eq!(&buffer, b"message");
/// # Ok::<(), aead::Error>(())
/// ```
#[derive(Clone)]
pub struct KeyakAead<W: CryptLane, const P: usize, K: ArraySize = U16, N: ArraySize = U24> {
    key: Key<Self>,
    of: PhantomData<(W, N)>,
}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> KeyakAead<W, P, K, N> {
    fn session(&self, nonce: &Nonce<Self>) -> Result<Keyak<W, P>, aead::Error> {
        const { assert!(K::USIZE >= 16, "the key is too short") };
        const { assert!(K::USIZE <= Keyak::<W, P>::MAX_KEY_BYTES, "the key is too long") };
        Keyak::start(&Start::new(&self.key, nonce)).map_err(|_| aead::Error)
    }
}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> KeySizeUser for KeyakAead<W, P, K, N> {
    type KeySize = K;
}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> KeyInit for KeyakAead<W, P, K, N> {
    fn new(key: &Key<Self>) -> Self {
        Self { key: key.clone(), of: PhantomData }
    }
}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> AeadCore for KeyakAead<W, P, K, N> {
    type NonceSize = N;
    type TagSize = U16;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> AeadInOut for KeyakAead<W, P, K, N> {
    fn encrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
    ) -> Result<Tag<Self>, aead::Error> {
        let mut session = self.session(nonce)?;
        let tag = session.wrap_in_place(associated_data, buffer.into_out_with_copied_in(), Forget::No);
        tag.map(Into::into).map_err(|_| aead::Error)
    }

    fn decrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
        tag: &Tag<Self>,
    ) -> Result<(), aead::Error> {
        let mut session = self.session(nonce)?;
        let data = buffer.into_out_with_copied_in();
        session.unwrap_in_place(associated_data, data, tag.as_ref(), Forget::No).map_err(|_| aead::Error)
    }
}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> Drop for KeyakAead<W, P, K, N> {
    fn drop(&mut self) {
        wipe(&mut self.key);
    }
}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> zeroize::ZeroizeOnDrop for KeyakAead<W, P, K, N> {}

impl<W: CryptLane, const P: usize, K: ArraySize, N: ArraySize> fmt::Debug for KeyakAead<W, P, K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyakAead").finish_non_exhaustive()
    }
}
