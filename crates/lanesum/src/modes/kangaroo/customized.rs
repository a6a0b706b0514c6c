//! A message under way with its customization string.

use super::tree::{KtKind, Tree};
use crate::Backend;
use crate::batch::{Choose, Message};
use crate::keccak::constructions::sponge::Squeezer;

/// A message under way, and the customization string that stands behind it in what is hashed.
#[derive(Clone)]
pub(crate) struct Customized {
    pub(super) tree: Tree,
    #[cfg(feature = "alloc")]
    pub(super) customization: alloc::vec::Vec<u8>,
}

impl Customized {
    /// Without a customization string, on one backend, or on those of the plan.
    pub(crate) fn new(kind: KtKind, choose: Choose) -> Self {
        Self {
            tree: Tree::new(kind, choose),
            #[cfg(feature = "alloc")]
            customization: alloc::vec::Vec::new(),
        }
    }

    /// Another customization string. What has been absorbed of the message stays.
    #[cfg(feature = "alloc")]
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

    #[cfg(feature = "rayon")]
    pub(crate) fn update_rayon(&mut self, data: &[u8], progress: &(impl Fn(u64) + Sync)) {
        self.tree.update_rayon(data, progress);
    }

    /// Ends the message. The next one may not begin before [`Customized::reset`].
    pub(crate) fn finish(&mut self) -> Squeezer {
        #[cfg(feature = "alloc")]
        let customization = &self.customization;
        #[cfg(not(feature = "alloc"))]
        let customization = &[];
        self.tree.finish(&[], customization)
    }

    /// Ends the message with one more piece, whole bytes, and puts out the first bytes.
    pub(crate) fn finish_with(mut self, last: &Message<'_>, out: &mut [u8]) {
        self.tree.update(last.prefix);
        self.tree.update(last.body);
        self.finish().read(out);
    }

    /// Back to the beginning; the customization string stays.
    pub(crate) fn reset(&mut self) {
        self.tree.reset();
    }
}
