//! An unfinished message with its customization string.

use super::batch::{alone, many};
use super::tree::{KtKind, KtTree};
use crate::{Backend, Error};
use lanesum_batch::kept::KeptBytes;
use lanesum_batch::scheduler::{Choose, Jobs, Messages, Survey};
use lanesum_keccak::constructions::sponge::Squeezer;

/// An unfinished message, and the customization string that is hashed after it.
#[derive(Clone)]
pub(crate) struct Customized {
    pub(in crate::modes) tree: KtTree,
    pub(super) customization: KeptBytes,
}

impl Customized {
    /// A new message without a customization string.
    pub(crate) fn new(kind: KtKind, choose: Choose) -> Self {
        Self { tree: KtTree::new(kind, choose), customization: KeptBytes::new() }
    }

    /// Replaces the customization string, which must be empty if there is no allocator. The absorbed part of the message stays.
    pub(crate) fn customize(&mut self, customization: &[u8]) {
        self.customization.clear();
        self.customization.extend_from_slice(customization);
    }

    pub(crate) fn backend(&self) -> Backend {
        self.tree.form().backend()
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        self.tree.update(data);
    }

    /// Ends the message. Call [`Customized::reset`] before the next one.
    pub(crate) fn finish(&mut self) -> Squeezer {
        self.tree.finish(&[], &self.customization)
    }

    /// As [`Customized::finish_many`], where the type of the messages is known.
    #[inline]
    pub(super) fn finish_each<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let survey = Survey::of(&messages);
        let are_plain = self.tree.is_empty() && self.customization.is_empty() && survey.whole_bytes().is_ok();
        let fits = output_bytes > 0 && survey.count.checked_mul(output_bytes) == Some(out.len());
        let (kind, choose) = (self.tree.kind(), self.tree.choose());
        if are_plain && fits && alone(kind, choose, messages, &survey, output_bytes, out) {
            return Ok(());
        }
        self.finish_many(&survey, output_bytes, out)
    }

    /// The first bytes of output of many messages: the bytes absorbed so far, followed by each of `messages`.
    ///
    /// # Errors
    /// [`Error::Length`] unless `out` has that many bytes for each message, [`Error::WholeBytes`] for a message that ends within a byte.
    pub(crate) fn finish_many(&self, survey: &Survey<'_>, output_bytes: usize, out: &mut [u8]) -> Result<(), Error> {
        survey.whole_bytes()?;
        if self.tree.is_empty() {
            let (kind, choose) = (self.tree.kind(), self.tree.choose());
            return many(kind, choose, survey, &self.customization, output_bytes, out);
        }
        let mut jobs = Jobs::new(survey, output_bytes, out)?;
        while let Some((message, out)) = jobs.take() {
            let mut one = self.clone();
            one.tree.update(message.prefix);
            one.tree.update(message.body);
            one.finish().read(out);
        }
        Ok(())
    }

    /// Begins a new message; the customization string stays.
    pub(crate) fn reset(&mut self) {
        self.tree.reset();
    }
}
