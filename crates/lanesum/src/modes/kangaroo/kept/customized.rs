//! The saved state of an unfinished message.

use super::super::customized::Customized;
use super::super::tree::{KtKind, KtTree};
use lanesum_batch::saved;
use lanesum_batch::scheduler::Choose;

impl Customized {
    /// Writes a saved state: the tree, then the customization string.
    pub(crate) fn save(&self, name: &str) -> alloc::vec::Vec<u8> {
        let customization = &self.customization;
        saved::save_to_vec(name, KtTree::SAVED_BYTES + customization.len(), |out| {
            self.tree.save(out);
            out.bytes(customization);
        })
    }

    /// Restores a saved state, on the backends that are best on this machine. `None` for bytes that [`Customized::save`] cannot have
    /// written.
    pub(crate) fn restore(kind: KtKind, saved: &mut saved::SavedReader<'_>) -> Option<Self> {
        let tree = KtTree::restore(kind, Choose::here::<lanesum_keccak::sponges::Sponges<'_>>(), saved)?;
        Some(Self { tree, customization: saved.rest().to_vec() })
    }
}
