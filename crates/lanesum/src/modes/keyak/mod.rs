//! Keyak v2: authenticated encryption of sessions, on Keccak-p\[1600, 12\] and Keccak-p\[800, 12\].
//!
//! **What it is for.** Keyak was a third-round candidate of the CAESAR competition, which chose others; it is **not a standard**, and its
//! authors' own library has dropped it. It is here for people with data or protocols that use it, for research, and for comparison. New
//! protocols should use a standardised scheme. Its security rests on the same permutation as that of SHA-3, with half the rounds; no attack
//! on all twelve rounds is known.
//!
//! **What must hold.** Never begin two sessions with the same key and nonce: their messages would lose confidentiality, but not
//! authenticity. So a clone of a session is a second session with the same nonce: never wrap with both. Nor may both sides wrap at the same
//! point of a session: use one session for each direction, or take strict turns. A nonce may be a counter; it need not be secret or random.
//! Keys should have 16 bytes or more; the strength is that of the key, up to 128 bits. A tag has 16 bytes.
//!
//! **How it is used.** Both sides begin a session with the same [`Start`], by a function of the same name, and then wrap and unwrap the
//! same messages in the same order. Each message has its metadata, which is authenticated but not encrypted. Each tag authenticates the
//! whole session so far. [`LakeKeyak`] is the one that the authors recommend first. [`SeaKeyak`], [`OceanKeyak`] and [`LunarKeyak`]
//! distribute a message among 2, 4 and 8 states, which are permuted at once. They are for long messages between machines with wide
//! registers; a short message costs more, because all states are permuted and then tied together. [`RiverKeyak`] has states of 800 bits,
//! for small machines. For single messages with a nonce each, `KeyakAead` implements the traits of the crate `aead` (feature `aead`).
//!
//! ```
//! use lanesum::keyak::{Forget, LakeKeyak, Start};
//!
//! let start = Start::new(b"a key of 16 byte", b"a nonce, once");
//! let mut alice = LakeKeyak::start(&start)?;
//! let mut message = *b"attack at dawn";
//! let tag = alice.wrap_in_place(b"to: bob", &mut message, Forget::No)?;
//!
//! let mut bob = LakeKeyak::start(&start)?;
//! bob.unwrap_in_place(b"to: bob", &mut message, &tag, Forget::No)?;
//! assert_eq!(&message, b"attack at dawn");
//! # Ok::<(), lanesum::Error>(())
//! ```
//!
//! Source: G. Bertoni, J. Daemen, M. Peeters, G. Van Assche, R. Van Keer, "CAESAR submission: Keyak v2", version 2.2, 2016.

#[cfg(feature = "aead")]
mod aead;
mod motorist;
mod pistons;

#[cfg(feature = "aead")]
pub use aead::{KeyakAead, LakeKeyakAead, LunarKeyakAead, OceanKeyakAead, RiverKeyakAead, SeaKeyakAead};
pub use lanesum_keccak::states::caesar::crypt_forms::CryptLane;
pub use motorist::{Forget, Motorist};

use crate::{Backend, Error};
use core::fmt;
use lanesum_batch::wipe::wipe;
use motorist::TAG;

/// Keyak with one state of 800 bits, for small machines.
pub type RiverKeyak = Keyak<u32, 1>;
/// Keyak with one state of 1600 bits: the primary recommendation.
pub type LakeKeyak = Keyak<u64, 1>;
/// Keyak with two states of 1600 bits.
pub type SeaKeyak = Keyak<u64, 2>;
/// Keyak with four states of 1600 bits.
pub type OceanKeyak = Keyak<u64, 4>;
/// Keyak with eight states of 1600 bits.
pub type LunarKeyak = Keyak<u64, 8>;

/// The greatest length of a key pack in bytes.
const LONGEST_KEY_PACK: usize = 40;

/// The key, nonce and options with which a session begins; both sides need the same.
#[derive(Clone, Copy)]
pub struct Start<'a> {
    key: &'a [u8],
    nonce: &'a [u8],
    forget: Forget,
    backend: Option<Backend>,
}

impl<'a> Start<'a> {
    /// A start with a key and a nonce. Never begin two sessions with the same pair.
    #[must_use]
    pub const fn new(key: &'a [u8], nonce: &'a [u8]) -> Self {
        Self { key, nonce, forget: Forget::No, backend: None }
    }

    /// Whether the state after the start reveals nothing about the key. The default is [`Forget::No`].
    #[must_use]
    pub const fn forget(self, forget: Forget) -> Self {
        Self { forget, ..self }
    }

    /// Uses a backend of your choice. The two sides may have different ones.
    #[must_use]
    pub const fn backend(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }
}

impl fmt::Debug for Start<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start").field("forget", &self.forget).field("backend", &self.backend).finish_non_exhaustive()
    }
}

/// A session of Keyak (section 2 of the document), `P` states of lanes of type `W`: see the [module](self), and the names
/// [`RiverKeyak`] to [`LunarKeyak`].
///
/// Costs, in permutations of all states together:
///
/// | for | permutations |
/// | --- | --- |
/// | a start, with a nonce of up to [`Keyak::MAX_NONCE_BYTES`] | 1; with [`Forget::Yes`] one more (two with eight states) |
/// | a message with its tag | 1 for each [`Keyak::BLOCK_BYTES`] or part of them; with several states or [`Forget::Yes`] one more (two with eight states) |
/// | metadata together with a block | none, up to 24 bytes for each state (28 in River) |
/// | further metadata, or all of it without a message | 1 for each 192 bytes for each state (96 in River) |
///
/// A clone continues from the same state: see the [module](self) on what must hold.
///
/// The session is erased on drop and after a wrong tag, with or without the feature `zeroize`; `Debug` prints nothing of it; tags are
/// compared in constant time.
#[derive(Clone)]
pub struct Keyak<W: CryptLane, const P: usize>(Motorist<W, P>);

impl<W: CryptLane, const P: usize> Keyak<W, P> {
    /// The length of a tag in bytes.
    pub const TAG_BYTES: usize = TAG;
    /// The greatest length of a key in bytes.
    pub const MAX_KEY_BYTES: usize = Self::KEY_PACK - 2;
    /// The greatest length, in bytes, of a nonce for which a start takes one block. Longer nonces work, too.
    pub const MAX_NONCE_BYTES: usize = 24 * W::BYTES - Self::KEY_PACK - 2;
    /// Bytes of a message for each permutation of all states: 68 for River, 168 times the number of states for the others.
    pub const BLOCK_BYTES: usize = Motorist::<W, P>::BLOCK_BYTES;
    /// Lk, in bytes: the fewest whole lanes with at least c + 9 bits.
    const KEY_PACK: usize = W::BYTES * 265_usize.div_ceil(8 * W::BYTES);

    /// Begins a session.
    ///
    /// # Errors
    /// [`Error::KeyLength`] for a key of more than [`Keyak::MAX_KEY_BYTES`]; [`Error::BackendUnavailable`],
    /// [`Error::OnlyInPapers`], [`Error::NoFormForLane`] or [`Error::NoForm`] for a backend that cannot do this.
    pub fn start(start: &Start<'_>) -> Result<Self, Error> {
        with_key_pack::<W, P, _>(start, |suv| Motorist::of_parts(start.backend, suv, start.forget)).map(Self)
    }

    /// Begins a session with a tag, which shows the other side that both have the same key.
    ///
    /// # Errors
    /// As [`Keyak::start`].
    pub fn start_tagged(start: &Start<'_>) -> Result<(Self, [u8; TAG]), Error> {
        let begin = |suv: &[&[u8]]| Motorist::of_parts_tagged(start.backend, suv, start.forget);
        with_key_pack::<W, P, _>(start, begin).map(|(session, tag)| (Self(session), tag))
    }

    /// Begins a session if `tag` is that of [`Keyak::start_tagged`] on the other side.
    ///
    /// # Errors
    /// As [`Keyak::start`], and [`Error::WrongTag`].
    pub fn start_verified(start: &Start<'_>, tag: &[u8; TAG]) -> Result<Self, Error> {
        let begin = |suv: &[&[u8]]| Motorist::of_parts_verified(start.backend, suv, start.forget, tag);
        with_key_pack::<W, P, _>(start, begin).map(Self)
    }

    /// The backend in use.
    #[must_use]
    pub const fn backend(&self) -> Backend {
        self.0.backend()
    }

    /// Encrypts in place. The tag authenticates the message, its metadata, and the session before it.
    ///
    /// # Errors
    /// [`Error::SessionOver`] after a wrong tag.
    pub fn wrap_in_place(&mut self, metadata: &[u8], data: &mut [u8], forget: Forget) -> Result<[u8; TAG], Error> {
        self.0.wrap_in_place(metadata, data, forget)
    }

    /// As [`Keyak::wrap_in_place`], from one buffer to another of the same length.
    ///
    /// # Errors
    /// [`Error::SessionOver`] after a wrong tag; [`Error::Length`] for buffers of different lengths.
    pub fn wrap(
        &mut self,
        metadata: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
        forget: Forget,
    ) -> Result<[u8; TAG], Error> {
        self.0.wrap(metadata, plaintext, ciphertext, forget)
    }

    /// Decrypts in place. If the tag is wrong, `data` is zeroes and the session is over. The time does not reveal which byte of the tag is
    /// wrong.
    ///
    /// # Errors
    /// [`Error::WrongTag`]; [`Error::SessionOver`] after a wrong tag (`data` is then unchanged).
    pub fn unwrap_in_place(
        &mut self,
        metadata: &[u8],
        data: &mut [u8],
        tag: &[u8; TAG],
        forget: Forget,
    ) -> Result<(), Error> {
        self.0.unwrap_in_place(metadata, data, tag, forget)
    }

    /// As [`Keyak::unwrap_in_place`], from one buffer to another of the same length.
    ///
    /// # Errors
    /// As [`Keyak::unwrap_in_place`]; [`Error::Length`] for buffers of different lengths.
    pub fn unwrap(
        &mut self,
        metadata: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &[u8; TAG],
        forget: Forget,
    ) -> Result<(), Error> {
        self.0.unwrap(metadata, ciphertext, plaintext, tag, forget)
    }
}

impl<W: CryptLane, const P: usize> zeroize::ZeroizeOnDrop for Keyak<W, P> {}

impl<W: CryptLane, const P: usize> fmt::Debug for Keyak<W, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keyak").field("states", &P).field("backend", &self.backend()).finish_non_exhaustive()
    }
}

/// keypack(K) (section 2.2): its length, the key, and 1 0*, in bytes.
fn with_key_pack<W: CryptLane, const P: usize, T>(
    start: &Start<'_>,
    begin: impl FnOnce(&[&[u8]]) -> Result<T, Error>,
) -> Result<T, Error> {
    let len = Keyak::<W, P>::KEY_PACK;
    let most = Keyak::<W, P>::MAX_KEY_BYTES;
    if start.key.len() > most {
        return Err(Error::KeyLength { bytes: start.key.len(), least: 0, most });
    }
    let mut pack = [0; LONGEST_KEY_PACK];
    pack[0] = len as u8;
    pack[1..=start.key.len()].copy_from_slice(start.key);
    pack[1 + start.key.len()] = 1;
    let result = begin(&[&pack[..len], start.nonce]);
    wipe(&mut pack);
    result
}
