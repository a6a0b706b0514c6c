//! Ketje: lightweight authenticated encryption of sessions, on states of 200 to 1600 bits, with one round per block.
//!
//! **What it is for.** Ketje v2 was a third-round candidate of the CAESAR competition, which chose others; it is **not a standard**, and
//! its authors' own library has dropped it. It is here for people with data or devices that use it, for research, and for comparison. New
//! protocols should use a standardised scheme.
//!
//! **What must hold.** Never begin two sessions with the same key and nonce: that may reveal the whole state, and with it everything that
//! the session protects. So a clone of a session is a second session with the same nonce: never wrap with both. Nor may both sides wrap at
//! the same point of a session: use one session for each direction, or take strict turns. A nonce may be a counter; it need not be secret
//! or random. The strength is 96 bits for [`KetjeJr`], whose keys should have 12 bytes or more, and 128 bits for the others (16 bytes). A
//! tag should have the same number of bytes as the key. The verifier must know this number in advance, so it is part of the type here.
//!
//! **How it is used.** Both sides begin a session with the same key and nonce, and then wrap and unwrap the same messages in the same
//! order. Each message has its metadata, which is authenticated but not encrypted. Each tag authenticates the whole session so far. If you
//! have many sessions, pass one message of each to [`Ketje::wrap_many`], which processes several at once. For single messages with a nonce
//! each, `KetjeAead` implements the traits of the crate `aead` (feature `aead`).
//!
//! ```
//! use lanesum::ketje::KetjeSr;
//!
//! let mut alice = KetjeSr::new(b"a key of 16 byte", b"a nonce, once")?;
//! let mut message = *b"attack at dawn";
//! let tag: [u8; 16] = alice.wrap_in_place(b"to: bob", &mut message)?;
//!
//! let mut bob = KetjeSr::new(b"a key of 16 byte", b"a nonce, once")?;
//! bob.unwrap_in_place(b"to: bob", &mut message, &tag)?;
//! assert_eq!(&message, b"attack at dawn");
//! # Ok::<(), lanesum::Error>(())
//! ```
//!
//! Source: G. Bertoni, J. Daemen, M. Peeters, G. Van Assche, R. Van Keer, "CAESAR submission: Ketje v2", 2016. Version 1 (2014)
//! has the same mode on the permutation without the twist: [`KetjeJrV1`] and [`KetjeSrV1`], which have no
//! kernels of their own. There is no version 1 of Ketje Minor and Ketje Major.

#[cfg(feature = "aead")]
mod aead;
mod many;
mod monkey_wrap;

#[cfg(feature = "aead")]
pub use aead::{KetjeAead, KetjeJrAead, KetjeMajorAead, KetjeMinorAead, KetjeSrAead};
pub use lanesum_keccak::states::caesar::steps::StepLane;
pub use many::Packet;
pub use monkey_wrap::KetjeState;

use crate::session::{check_lengths, check_tag};
use crate::{Backend, Error};
use core::fmt;
use lanes::Direction;
use lanesum_batch::wipe::{Secret, wipe};
use lanesum_keccak::states::snp::TwistedState;
use lanesum_keccak::states::state::State;
use monkey_wrap::MonkeyWrap;

/// Ketje Jr: 200 bits, blocks of 2 bytes, 96 bits of strength.
pub type KetjeJr = Ketje<TwistedState<u8>>;
/// Ketje Sr: 400 bits, blocks of 4 bytes.
pub type KetjeSr = Ketje<TwistedState<u16>>;
/// Ketje Minor: 800 bits, blocks of 16 bytes.
pub type KetjeMinor = Ketje<TwistedState<u32>>;
/// Ketje Major: 1600 bits, blocks of 32 bytes.
pub type KetjeMajor = Ketje<TwistedState<u64>>;
/// Ketje Jr of version 1, without the twist.
pub type KetjeJrV1 = Ketje<State<u8>>;
/// Ketje Sr of version 1, without the twist.
pub type KetjeSrV1 = Ketje<State<u16>>;

/// A session of Ketje: see the [module](self), and the names [`KetjeJr`] to [`KetjeMajor`].
///
/// | for | rounds |
/// | --- | --- |
/// | a start | 12 |
/// | metadata | 1 for each block, at least 1 |
/// | the message | 1 for each block but the last |
/// | the tag | 6, and 1 for each block of the tag after the first |
///
/// Ketje is for short messages. A clone continues from the same state: see the [module](self) on what must hold.
///
/// The session is erased on drop and after a wrong tag, with or without the feature `zeroize`; `Debug` prints nothing of it; tags are
/// compared in constant time.
#[derive(Clone)]
pub struct Ketje<S: KetjeState> {
    /// `None` after a wrong tag.
    session: Option<Secret<MonkeyWrap<S>>>,
    backend: Backend,
}

impl<S: KetjeState> Ketje<S> {
    /// The length of a block in bytes, ρ.
    pub const BLOCK_BYTES: usize = MonkeyWrap::<S>::BLOCK;
    /// The greatest length of key and nonce together, in bytes.
    pub const MAX_KEY_AND_NONCE_BYTES: usize = (8 * S::BYTES - 18) / 8;

    /// Begins a session.
    ///
    /// # Errors
    /// [`Error::KeyLength`] for a key of more than [`Ketje::MAX_KEY_AND_NONCE_BYTES`], [`Error::NonceLength`] for a nonce that does not fit
    /// next to the key.
    pub fn new(key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        Self::start(None, key, nonce)
    }

    /// Begins a session on a backend of your choice.
    ///
    /// # Errors
    /// As [`Ketje::new`]; [`Error::BackendUnavailable`], [`Error::OnlyInPapers`], [`Error::NoFormForLane`] or
    /// [`Error::NoForm`] for a backend that cannot do this.
    pub fn with_backend(backend: Backend, key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        Self::start(Some(backend), key, nonce)
    }

    fn start(backend: Option<Backend>, key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        let most = Self::MAX_KEY_AND_NONCE_BYTES;
        let Some(left) = most.checked_sub(key.len()) else {
            return Err(Error::KeyLength { bytes: key.len(), least: 0, most });
        };
        if nonce.len() > left {
            return Err(Error::NonceLength { bytes: nonce.len(), most: left });
        }
        let mut session = Secret(MonkeyWrap::new(backend, key, nonce)?);
        let backend = session.0.plain().backend();
        Ok(Self { session: Some(session), backend })
    }

    /// The backend in use. ([`Ketje::wrap_many`] uses others temporarily.)
    #[must_use]
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Absorbs metadata of the next message, or a piece of it. Later pieces follow it.
    ///
    /// # Errors
    /// [`Error::SessionOver`] after a wrong tag.
    pub fn feed(&mut self, metadata: &[u8]) -> Result<(), Error> {
        self.session()?.feed(metadata);
        Ok(())
    }

    /// Encrypts in place. The tag of `T` bytes authenticates the message, its metadata, and the session before it.
    ///
    /// # Errors
    /// [`Error::SessionOver`] after a wrong tag.
    pub fn wrap_in_place<const T: usize>(&mut self, metadata: &[u8], data: &mut [u8]) -> Result<[u8; T], Error> {
        let mut tag = [0; T];
        self.wrap_to(metadata, data, &mut tag)?;
        Ok(tag)
    }

    fn wrap_to(&mut self, metadata: &[u8], data: &mut [u8], tag: &mut [u8]) -> Result<(), Error> {
        let session = self.session()?;
        session.feed(metadata);
        session.end_metadata();
        session.crypt_data(Direction::Wrap, data);
        session.tag(tag);
        Ok(())
    }

    /// As [`Ketje::wrap_in_place`], from one buffer to another of the same length.
    ///
    /// # Errors
    /// [`Error::SessionOver`] after a wrong tag; [`Error::Length`] for buffers of different lengths.
    pub fn wrap<const T: usize>(
        &mut self,
        metadata: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
    ) -> Result<[u8; T], Error> {
        check_lengths(plaintext, ciphertext, "ciphertext")?;
        self.session()?;
        ciphertext.copy_from_slice(plaintext);
        self.wrap_in_place(metadata, ciphertext)
    }

    /// Decrypts in place. If the tag is wrong, `data` is zeroes and the session is over. The time does not reveal which byte of the tag is
    /// wrong. A tag of fewer than 8 bytes does not compile.
    ///
    /// # Errors
    /// [`Error::WrongTag`]; [`Error::SessionOver`] after a wrong tag (`data` is then unchanged).
    pub fn unwrap_in_place<const T: usize>(
        &mut self,
        metadata: &[u8],
        data: &mut [u8],
        tag: &[u8; T],
    ) -> Result<(), Error> {
        const { assert!(T >= 8, "a shorter tag can be guessed") };
        self.unwrap_against(metadata, data, tag, &mut [0; T])
    }

    /// `computed` must be as long as the tag.
    fn unwrap_against(
        &mut self,
        metadata: &[u8],
        data: &mut [u8],
        tag: &[u8],
        computed: &mut [u8],
    ) -> Result<(), Error> {
        let session = self.session()?;
        session.feed(metadata);
        session.end_metadata();
        session.crypt_data(Direction::Unwrap, data);
        session.tag(computed);
        check_tag(computed, tag).inspect_err(|_| {
            wipe(data);
            self.session = None;
        })
    }

    /// As [`Ketje::unwrap_in_place`], from one buffer to another of the same length.
    ///
    /// # Errors
    /// As [`Ketje::unwrap_in_place`]; [`Error::Length`] for buffers of different lengths.
    pub fn unwrap<const T: usize>(
        &mut self,
        metadata: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &[u8; T],
    ) -> Result<(), Error> {
        check_lengths(ciphertext, plaintext, "plaintext")?;
        self.session()?;
        plaintext.copy_from_slice(ciphertext);
        self.unwrap_in_place(metadata, plaintext, tag)
    }

    fn session(&mut self) -> Result<&mut MonkeyWrap<S>, Error> {
        self.session.as_mut().map(|session| &mut session.0).ok_or(Error::SessionOver)
    }
}

impl<S: KetjeState> zeroize::ZeroizeOnDrop for Ketje<S> {}

impl<S: KetjeState> fmt::Debug for Ketje<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ketje").field("bits", &(8 * S::BYTES)).field("backend", &self.backend).finish_non_exhaustive()
    }
}
