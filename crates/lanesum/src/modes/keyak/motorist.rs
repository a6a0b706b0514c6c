//! The mode under Keyak, without its key pack.

use super::pistons::{CAPACITY, Diversify, Pistons};
use crate::session::{check_lengths, check_tag};
use crate::{Backend, Error};
use core::fmt;
use lanes::Direction;
use lanesum_batch::wipe::{Secret, wipe};
use lanesum_keccak::states::caesar::crypt_forms::CryptLane;

/// The length of a tag in bytes.
pub(super) const TAG: usize = 16;
const MOST: usize = 8;

/// Whether a session forgets: afterwards, its state reveals nothing about earlier states.
///
/// It costs a permutation or two, and both sides must do the same. With several pistons, a message always forgets; a start does so only with
/// `Yes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Forget {
    /// Anyone who learns the state can compute earlier states.
    #[default]
    No,
    /// Nobody can compute earlier states.
    Yes,
}

/// Motorist (Keyak v2, section 3.3): authenticated encryption of a session's messages, each with metadata.
///
/// It has `P` pistons, 1 to 8, over Keccak-p\[1600, 12\] (`W` is `u64`) or Keccak-p\[800, 12\] (`u32`), a capacity of 256 bits and tags of
/// 16 bytes. Each tag authenticates the whole session so far.
///
/// The session begins with a string that must be secret and unique (SUV). Using it twice loses confidentiality.
/// [`Keyak`](crate::keyak::Keyak) makes it from key and nonce: use that type instead. Motorist is part of a candidate of a competition, not
/// a standard.
///
/// After a wrong tag there is no session: all calls fail with [`Error::SessionOver`]. The state is erased then and on drop;
/// `Debug` prints nothing of it.
#[derive(Clone)]
pub struct Motorist<W: CryptLane, const P: usize> {
    /// `None` after a wrong tag.
    pistons: Option<Secret<Pistons<W, P>>>,
    backend: Backend,
}

/// The tag of a start: none, returned, or verified.
enum Opening<'t> {
    Untagged,
    Tag(&'t mut [u8; TAG]),
    Verify(&'t [u8; TAG]),
}

impl<W: CryptLane, const P: usize> Motorist<W, P> {
    /// The length of a tag in bytes.
    pub const TAG_BYTES: usize = TAG;
    /// Bytes of a message for each permutation of all pistons: messages whose length is a multiple of it are cheapest.
    pub const BLOCK_BYTES: usize = P * Pistons::<W, P>::SQUEEZED;
    /// Bytes of metadata for each permutation of all pistons, when there is no message left.
    pub const METADATA_BLOCK_BYTES: usize = P * Pistons::<W, P>::ABSORBED;

    /// Begins a session without a tag. If `backend` is `None`, the best one for this machine is used.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`], [`Error::OnlyInPapers`], [`Error::NoFormForLane`] or [`Error::NoForm`] for a backend
    /// that cannot do this.
    pub fn start(backend: Option<Backend>, suv: &[u8], forget: Forget) -> Result<Self, Error> {
        Self::of_parts(backend, &[suv], forget)
    }

    /// Begins a session with a tag, which shows the other side that both have the same secret.
    ///
    /// # Errors
    /// As [`Motorist::start`].
    pub fn start_tagged(backend: Option<Backend>, suv: &[u8], forget: Forget) -> Result<(Self, [u8; TAG]), Error> {
        Self::of_parts_tagged(backend, &[suv], forget)
    }

    /// Begins a session if `tag` is that of [`Motorist::start_tagged`] on the other side.
    ///
    /// # Errors
    /// As [`Motorist::start`], and [`Error::WrongTag`].
    pub fn start_verified(
        backend: Option<Backend>,
        suv: &[u8],
        forget: Forget,
        tag: &[u8; TAG],
    ) -> Result<Self, Error> {
        Self::of_parts_verified(backend, &[suv], forget, tag)
    }

    pub(super) fn of_parts(backend: Option<Backend>, suv: &[&[u8]], forget: Forget) -> Result<Self, Error> {
        Self::begin(backend, suv, forget, Opening::Untagged)
    }

    pub(super) fn of_parts_tagged(
        backend: Option<Backend>,
        suv: &[&[u8]],
        forget: Forget,
    ) -> Result<(Self, [u8; TAG]), Error> {
        let mut tag = [0; TAG];
        let session = Self::begin(backend, suv, forget, Opening::Tag(&mut tag))?;
        Ok((session, tag))
    }

    pub(super) fn of_parts_verified(
        backend: Option<Backend>,
        suv: &[&[u8]],
        forget: Forget,
        tag: &[u8; TAG],
    ) -> Result<Self, Error> {
        Self::begin(backend, suv, forget, Opening::Verify(tag))
    }

    fn begin(backend: Option<Backend>, suv: &[&[u8]], forget: Forget, opening: Opening<'_>) -> Result<Self, Error> {
        const { assert!(P.is_power_of_two() && P <= MOST, "1, 2, 4 or 8 pistons") };
        const { assert!(W::BYTES >= 4, "states of 800 or 1600 bits") };
        let mut pistons = Secret(Pistons::<W, P>::new(backend)?);
        pistons.0.inject_collective(suv, Diversify::Yes);
        if forget == Forget::Yes {
            make_knot(&mut pistons.0);
        }
        match opening {
            Opening::Untagged => pistons.0.tags([0; P], &mut []),
            Opening::Tag(tag) => *tag = message_tag(&mut pistons.0),
            Opening::Verify(tag) => {
                check_tag(&mut message_tag(&mut pistons.0), tag)?;
            }
        }
        let backend = pistons.0.backend();
        Ok(Self { pistons: Some(pistons), backend })
    }

    /// The backend in use.
    #[must_use]
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Encrypts in place. The tag authenticates the message, its metadata, and the session before it.
    ///
    /// # Errors
    /// [`Error::SessionOver`].
    pub fn wrap_in_place(&mut self, metadata: &[u8], data: &mut [u8], forget: Forget) -> Result<[u8; TAG], Error> {
        let pistons = self.pistons()?;
        ride(pistons, Direction::Wrap, metadata, data, forget);
        Ok(message_tag(pistons))
    }

    /// As [`Motorist::wrap_in_place`], from one buffer to another of the same length.
    ///
    /// # Errors
    /// [`Error::SessionOver`]; [`Error::Length`] for buffers of different lengths.
    pub fn wrap(
        &mut self,
        metadata: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
        forget: Forget,
    ) -> Result<[u8; TAG], Error> {
        check_lengths(plaintext, ciphertext, "ciphertext")?;
        self.pistons()?;
        ciphertext.copy_from_slice(plaintext);
        self.wrap_in_place(metadata, ciphertext, forget)
    }

    /// Decrypts in place. If the tag is wrong, `data` is zeroes, and the session is over. The time does not reveal which byte of the tag is
    /// wrong.
    ///
    /// # Errors
    /// [`Error::WrongTag`], [`Error::SessionOver`] (`data` is then unchanged).
    pub fn unwrap_in_place(
        &mut self,
        metadata: &[u8],
        data: &mut [u8],
        tag: &[u8; TAG],
        forget: Forget,
    ) -> Result<(), Error> {
        let pistons = self.pistons()?;
        ride(pistons, Direction::Unwrap, metadata, data, forget);
        check_tag(&mut message_tag(pistons), tag).inspect_err(|_| {
            wipe(data);
            self.pistons = None;
        })
    }

    /// As [`Motorist::unwrap_in_place`], from one buffer to another of the same length.
    ///
    /// # Errors
    /// As [`Motorist::unwrap_in_place`], and `plaintext` is then zeroes or unchanged; [`Error::Length`] for buffers of different lengths.
    pub fn unwrap(
        &mut self,
        metadata: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &[u8; TAG],
        forget: Forget,
    ) -> Result<(), Error> {
        check_lengths(ciphertext, plaintext, "plaintext")?;
        self.pistons()?;
        plaintext.copy_from_slice(ciphertext);
        self.unwrap_in_place(metadata, plaintext, tag, forget)
    }

    fn pistons(&mut self) -> Result<&mut Pistons<W, P>, Error> {
        self.pistons.as_mut().map(|pistons| &mut pistons.0).ok_or(Error::SessionOver)
    }
}

impl<W: CryptLane, const P: usize> zeroize::ZeroizeOnDrop for Motorist<W, P> {}

impl<W: CryptLane, const P: usize> fmt::Debug for Motorist<W, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Motorist").field("pistons", &P).field("backend", &self.backend).finish_non_exhaustive()
    }
}

/// `Wrap` of the document, without its tag.
fn ride<W: CryptLane, const P: usize>(
    pistons: &mut Pistons<W, P>,
    direction: Direction,
    mut metadata: &[u8],
    mut data: &mut [u8],
    forget: Forget,
) {
    if data.is_empty() && metadata.is_empty() {
        pistons.inject(&mut metadata);
    }
    while !data.is_empty() {
        let mut done = pistons.crypt(direction, data);
        pistons.inject(&mut metadata);
        data = &mut data[done..];
        done = pistons.crypt_bulk(direction, data, &mut metadata);
        data = &mut data[done..];
    }
    pistons.inject_bulk(&mut metadata);
    while !metadata.is_empty() {
        pistons.inject(&mut metadata);
    }
    if P > 1 || forget == Forget::Yes {
        make_knot(pistons);
    }
}

/// Makes a knot: injects bytes of every piston's state, as many as the capacity has, into all pistons, so that each depends on all.
fn make_knot<W: CryptLane, const P: usize>(pistons: &mut Pistons<W, P>) {
    let mut tags = [0; CAPACITY * MOST];
    let tags = &mut tags[..CAPACITY * P];
    pistons.tags([CAPACITY as u8; P], tags);
    pistons.inject_collective(&[tags], Diversify::No);
    wipe(tags);
}

/// The tag of a message, from the first piston.
fn message_tag<W: CryptLane, const P: usize>(pistons: &mut Pistons<W, P>) -> [u8; TAG] {
    let mut lengths = [0; P];
    lengths[0] = TAG as u8;
    let mut tag = [0; TAG];
    pistons.tags(lengths, &mut tag);
    tag
}
