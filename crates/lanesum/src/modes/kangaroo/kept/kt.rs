//! [`Kt`] with an allocator: it keeps a customization string, and can be saved.

use super::super::customized::Customized;
use super::super::kt::Kt;
use super::super::tree::KtKind;
use crate::strength::Strength;
use crate::{Backend, Error};
use alloc::vec::Vec;
use core::marker::PhantomData;
use digest::CustomizedInit;
use lanesum_batch::saved::{SavedReader, restore};
use lanesum_batch::scheduler::Choose;
use lanesum_keccak::sponges::Sponges;

impl<S: Strength> Kt<S> {
    /// A hasher with a customization string, on the backends that are best for this machine.
    #[must_use]
    pub fn new(customization: impl AsRef<[u8]>) -> Self {
        Self::default().customized(customization)
    }

    /// A hasher with a customization string, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// backend is for other functions.
    pub fn with_backend(backend: Backend, customization: impl AsRef<[u8]>) -> Result<Self, Error> {
        Ok(Self::with_choice(Choose::new::<Sponges<'_>>(Some(backend))?).customized(customization))
    }

    /// The same hasher with another customization string. The absorbed part of the message stays.
    #[must_use]
    pub fn customized(mut self, customization: impl AsRef<[u8]>) -> Self {
        self.under_way.customize(customization.as_ref());
        self
    }

    /// The state as bytes, for storing and sending: 444 bytes, and those of the customization string. Numbers are big-endian.
    ///
    /// | bytes | content |
    /// | --- | --- |
    /// | 3 | `lns` |
    /// | 1 | the version of the format, 1 |
    /// | 16 | the name, `KT128` or `KT256`, padded with zeroes |
    /// | 16 | the number of message bytes so far |
    /// | 200 | the state of the current leaf |
    /// | 200 | the state of the final node |
    /// | … | the customization string |
    /// | 8 | a checksum |
    ///
    /// The bytes do not depend on the backend; the machine that restores the state chooses its own.
    /// [`Hasher::from_bytes`](crate::Hasher::from_bytes) reads them, too.
    ///
    /// To save the state, waiting leaves are hashed one after the other: up to eight of 8 KiB. This hasher does not change.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.under_way.save(S::KT)
    }

    /// The inverse of [`Kt::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Saved`] for anything else: bytes that were damaged or cut off, a state of another function, or an unknown version of the
    /// format.
    pub fn from_bytes(saved: &[u8]) -> Result<Self, Error> {
        let read = |saved: &mut SavedReader<'_>| Customized::restore(KtKind::of_bits(S::BITS), saved);
        Ok(Self { under_way: restore(S::KT, saved, read)?, strength: PhantomData })
    }
}

impl<S: Strength> CustomizedInit for Kt<S> {
    fn new_customized(customization: &[u8]) -> Self {
        Self::new(customization)
    }
}
