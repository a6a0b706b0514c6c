//! What is under a hash function with a digest of fixed length: one of the constructions, with the same calls.

use crate::batch::{self, Chained, Message};
use crate::keccak::engine::Engine;
use crate::keccak::order::Here;
use crate::keccak::sponge::{Parameters, Sponge};
use crate::md::chain::Md;
use crate::md::engine::Kernels;
use crate::md::plan;
use crate::md::size::Size;
use crate::tail::Tail;
use crate::{Backend, Error};
use core::fmt;
use digest::array::ArraySize;
use digest::typenum::U201;

/// A message under way.
pub trait State: Clone + fmt::Debug {
    /// What tells the functions apart that are built alike.
    type Start: Copy + 'static;
    /// Bytes of a saved state.
    type Saved: ArraySize;

    /// On the backend that is best for one message here.
    fn here(start: Self::Start) -> Self;
    /// On a backend by name.
    fn on(start: Self::Start, backend: Backend) -> Result<Self, Error>;
    /// The backend in use.
    fn backend(&self) -> Backend;
    /// Appends to the message.
    fn update(&mut self, data: &[u8]);
    /// As [`State::update`], but an error if the message would get too long.
    fn try_update(&mut self, data: &[u8]) -> Result<(), Error>;
    /// Ends the message and puts out the first bytes of the digest.
    fn finish_into(self, tail: Tail, out: &mut [u8]) -> Result<(), Error>;
    /// Back to the beginning.
    fn reset(&mut self, start: Self::Start);
    /// Writes what [`State::restore`] reads.
    fn save(&self, out: &mut [u8]);
    /// A saved state, on the backend that is best for one message here; `None` for bytes that no state gives.
    fn restore(start: Self::Start, saved: &[u8]) -> Option<Self>;
    /// Hashes many messages, each to its output. `typical` tells how long they are ([`batch::typical`]).
    fn batch<'a, 'o>(
        start: Self::Start,
        backend: Option<Backend>,
        typical: impl FnOnce() -> usize,
        jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
    ) -> Result<(), Error>;
}

impl State for Sponge {
    type Start = Parameters;
    type Saved = U201;

    #[inline]
    fn here(start: Parameters) -> Self {
        Sponge::new(start, Here::plan().engine(1))
    }

    fn on(start: Parameters, backend: Backend) -> Result<Self, Error> {
        Ok(Sponge::new(start, Engine::new(backend)?))
    }

    fn backend(&self) -> Backend {
        self.engine().backend()
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    /// A sponge takes messages of any length (FIPS 202, section 4).
    #[inline]
    fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        self.update(data);
        Ok(())
    }

    #[inline]
    fn finish_into(self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        self.finish_into(tail, out);
        Ok(())
    }

    fn reset(&mut self, _: Parameters) {
        self.reset();
    }

    fn save(&self, out: &mut [u8]) {
        let (bytes, position) = self.save();
        if let Some((place, rest)) = out.split_first_chunk_mut() {
            *place = bytes;
            rest.fill(position);
        }
    }

    fn restore(start: Parameters, saved: &[u8]) -> Option<Self> {
        let (bytes, rest) = saved.split_first_chunk()?;
        Sponge::restore(start, Here::plan().engine(1), bytes, *rest.first()?)
    }

    fn batch<'a, 'o>(
        start: Parameters,
        backend: Option<Backend>,
        _: impl FnOnce() -> usize,
        jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
    ) -> Result<(), Error> {
        batch::run(backend.map(Engine::new).transpose()?, start, jobs);
        Ok(())
    }
}

impl<S: Size> State for Md<S> {
    type Start = &'static S::Start;
    type Saved = S::Saved;

    #[inline]
    fn here(start: Self::Start) -> Self {
        Self::new(start, plan::engine::<S>())
    }

    fn on(start: Self::Start, backend: Backend) -> Result<Self, Error> {
        Ok(Self::new(start, Kernels::new(backend)?))
    }

    fn backend(&self) -> Backend {
        self.backend()
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    #[inline]
    fn try_update(&mut self, data: &[u8]) -> Result<(), Error> {
        self.try_update(data)
    }

    #[inline]
    fn finish_into(self, tail: Tail, out: &mut [u8]) -> Result<(), Error> {
        self.finish_into(tail, out)
    }

    fn reset(&mut self, start: Self::Start) {
        self.reset(start);
    }

    fn save(&self, out: &mut [u8]) {
        self.save(out);
    }

    /// Chaining value and salt are among what was saved.
    fn restore(start: Self::Start, saved: &[u8]) -> Option<Self> {
        Self::restore(start, plan::engine::<S>(), saved)
    }

    fn batch<'a, 'o>(
        start: Self::Start,
        backend: Option<Backend>,
        typical: impl FnOnce() -> usize,
        jobs: impl Iterator<Item = (Message<'a>, &'o mut [u8])>,
    ) -> Result<(), Error> {
        batch::run_chained(backend.map(Kernels::new).transpose()?, Chained::<S> { start: *start }, typical(), jobs);
        Ok(())
    }
}
