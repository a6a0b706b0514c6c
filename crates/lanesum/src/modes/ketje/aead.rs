//! Single messages by the traits of the crate `aead`.

use super::Ketje;
use super::monkey_wrap::KetjeState;
use aead::array::ArraySize;
use aead::consts::{U10, U12, U16};
use aead::inout::InOutBuf;
use aead::{AeadCore, AeadInOut, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition};
use core::fmt;
use core::marker::PhantomData;
use lanesum_batch::wipe::wipe;
use lanesum_keccak::states::snp::TwistedState;

/// [`KetjeAead`] of [`KetjeJr`](super::KetjeJr): keys of 12 bytes, nonces of 10 (there is no room for longer ones), tags of 12.
pub type KetjeJrAead = KetjeAead<TwistedState<u8>, U12, U10, U12>;
/// [`KetjeAead`] of [`KetjeSr`](super::KetjeSr): keys, nonces and tags of 16 bytes.
pub type KetjeSrAead = KetjeAead<TwistedState<u16>, U16, U16, U16>;
/// [`KetjeAead`] of [`KetjeMinor`](super::KetjeMinor): keys, nonces and tags of 16 bytes.
pub type KetjeMinorAead = KetjeAead<TwistedState<u32>, U16, U16, U16>;
/// [`KetjeAead`] of [`KetjeMajor`](super::KetjeMajor): keys, nonces and tags of 16 bytes.
pub type KetjeMajorAead = KetjeAead<TwistedState<u64>, U16, U16, U16>;

/// Ketje for single messages: each call is a session of one message.
///
/// Keys have `K` bytes, nonces `N`, together at most [`Ketje::MAX_KEY_AND_NONCE_BYTES`]; tags `T`, after the ciphertext. Never use a nonce
/// twice with the same key: that may reveal the key. Random nonces of 10 bytes repeat after some 2^40 messages, those of 16 bytes after
/// 2^64; a counter does not repeat. If the tag is wrong, the output is zeroes.
///
/// The key is erased on drop, and `Debug` prints nothing of it.
#[derive(Clone)]
pub struct KetjeAead<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> {
    key: Key<Self>,
    of: PhantomData<(S, N, T)>,
}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> KetjeAead<S, K, N, T> {
    fn session(&self, nonce: &Nonce<Self>) -> Result<Ketje<S>, aead::Error> {
        const { assert!(K::USIZE + N::USIZE <= Ketje::<S>::MAX_KEY_AND_NONCE_BYTES, "key and nonce are too long") };
        const { assert!(K::USIZE >= 12, "the key is too short") };
        const { assert!(T::USIZE >= 8, "a shorter tag can be guessed") };
        Ketje::new(&self.key, nonce).map_err(|_| aead::Error)
    }
}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> KeySizeUser for KetjeAead<S, K, N, T> {
    type KeySize = K;
}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> KeyInit for KetjeAead<S, K, N, T> {
    fn new(key: &Key<Self>) -> Self {
        Self { key: key.clone(), of: PhantomData }
    }
}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> AeadCore for KetjeAead<S, K, N, T> {
    type NonceSize = N;
    type TagSize = T;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> AeadInOut for KetjeAead<S, K, N, T> {
    fn encrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
    ) -> Result<Tag<Self>, aead::Error> {
        let mut tag = Tag::<Self>::default();
        self.session(nonce)?
            .wrap_to(associated_data, buffer.into_out_with_copied_in(), &mut tag)
            .map_err(|_| aead::Error)?;
        Ok(tag)
    }

    fn decrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
        tag: &Tag<Self>,
    ) -> Result<(), aead::Error> {
        let mut computed = Tag::<Self>::default();
        self.session(nonce)?
            .unwrap_against(associated_data, buffer.into_out_with_copied_in(), tag, &mut computed)
            .map_err(|_| aead::Error)
    }
}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> Drop for KetjeAead<S, K, N, T> {
    fn drop(&mut self) {
        wipe(&mut self.key);
    }
}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> zeroize::ZeroizeOnDrop for KetjeAead<S, K, N, T> {}

impl<S: KetjeState, K: ArraySize, N: ArraySize, T: ArraySize> fmt::Debug for KetjeAead<S, K, N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KetjeAead").finish_non_exhaustive()
    }
}
