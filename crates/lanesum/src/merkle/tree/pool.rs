//! Trees on the threads of rayon's pool.

use super::super::scheme::{Error, Scheme};
use super::Tree;
use super::threads::Threads;
use crate::{DigestMany, Messages};

/// On those of rayon's pool.
pub(in crate::merkle) enum Pool {}

impl<H: DigestMany + Sync, M: Messages + Sync + ?Sized> Threads<H, M> for Pool {
    fn run(hasher: &H, messages: &M, bytes: usize, out: &mut [u8]) -> Result<(), crate::Error> {
        hasher.finalize_many_rayon(messages, bytes, out)
    }
}

impl<H: DigestMany + Clone> Scheme<H> {
    /// As [`Scheme::tree`], on the threads of rayon's pool.
    ///
    /// # Errors
    /// As [`Scheme::tree`].
    pub fn tree_rayon<M: Messages + Sync + ?Sized>(&self, leaves: &M) -> Result<Tree<H>, Error>
    where
        H: Sync,
    {
        Tree::new(self, |tree| tree.append_rayon(leaves))
    }

    /// As [`Scheme::tree_of_digests`], on the threads of rayon's pool.
    ///
    /// # Errors
    /// As [`Scheme::tree_of_digests`].
    pub fn tree_of_digests_rayon(&self, digests: &[u8]) -> Result<Tree<H>, Error>
    where
        H: Sync,
    {
        Tree::new(self, |tree| tree.append_digests_rayon(digests))
    }
}

impl<H: DigestMany + Clone> Tree<H> {
    /// As [`Tree::append`], on the threads of rayon's pool.
    ///
    /// # Errors
    /// As [`Scheme::tree`].
    pub fn append_rayon<M: Messages + Sync + ?Sized>(&mut self, leaves: &M) -> Result<(), Error>
    where
        H: Sync,
    {
        self.append_messages::<Pool, M>(leaves)
    }

    /// As [`Tree::append_digests`], on the threads of rayon's pool.
    ///
    /// # Errors
    /// As [`Scheme::tree_of_digests`].
    pub fn append_digests_rayon(&mut self, digests: &[u8]) -> Result<(), Error>
    where
        H: Sync,
    {
        self.append_by::<Pool>(digests)
    }
}
