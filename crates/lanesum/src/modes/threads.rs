//! Keccak's functions on the threads of rayon's pool.

use super::kangaroo::tree::KtTree;
use super::kangaroo::{Customized, Kt, Leaves};
use super::sp800_185::DerivedState::{self, Blocks128, Blocks256, Strings};
use super::sp800_185::{Derived, ParallelHash};
use crate::hash::xof::{Xof, XofFunction};
use crate::{Error, Messages, Strength, TurboShake};

impl<F: XofFunction> Xof<F> {
    /// As [`Xof::digest_many`], on the threads of rayon's pool: see
    /// [`DigestMany::finalize_many_rayon`](crate::DigestMany::finalize_many_rayon).
    ///
    /// # Errors
    /// As [`Xof::digest_many`].
    pub fn digest_many_rayon<M: Messages + Sync + ?Sized>(
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        crate::DigestMany::finalize_many_rayon(&Self::default(), messages, output_bytes, out)
    }
}

impl<S: Strength> TurboShake<S> {
    /// As [`TurboShake::digest_many`], on the threads of rayon's pool: see
    /// [`DigestMany::finalize_many_rayon`](crate::DigestMany::finalize_many_rayon).
    ///
    /// # Errors
    /// As [`TurboShake::digest_many`].
    pub fn digest_many_rayon<M: Messages + Sync + ?Sized>(
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        crate::DigestMany::finalize_many_rayon(&Self::default(), messages, output_bytes, out)
    }
}

impl<S: Strength> Kt<S> {
    /// As `update`, on the threads of rayon's pool (to use another pool than the global one, see [`rayon::ThreadPool::install`]). The whole
    /// chunks of `data` are divided among the threads, some at a time. Meanwhile one thread absorbs chaining values, which take up to 64
    /// KiB per thread. This is faster from some hundreds of KiB; a piece of fewer than two chunks stays on this thread.
    pub fn update_rayon(&mut self, data: &[u8]) {
        self.under_way.update_rayon(data, &|_| ());
    }

    /// As [`Kt::update_rayon`]. Any of the threads calls `progress` from time to time, with the number of bytes processed since the last
    /// call. The numbers of all calls add up to the length of `data`. `progress` should return quickly.
    pub fn update_rayon_with(&mut self, data: &[u8], progress: impl Fn(u64) + Sync) {
        self.under_way.update_rayon(data, &progress);
    }
}

impl Customized {
    pub(crate) fn update_rayon(&mut self, data: &[u8], progress: &(impl Fn(u64) + Sync)) {
        let KtTree { leaves, node, .. } = &mut self.tree;
        leaves.update_rayon(data, node, progress);
    }
}

impl<S: Strength> Leaves<S> {
    /// As [`Leaves::update`], on the threads of rayon's pool; `progress` as with
    /// [`Kt::update_rayon_with`](crate::Kt::update_rayon_with).
    pub fn update_rayon_with(&mut self, data: &[u8], progress: impl Fn(u64) + Sync) {
        self.bytes += data.len() as u64;
        self.hashing.update_rayon(data, &mut self.values, &progress);
    }
}

impl<S: Strength> ParallelHash<S> {
    /// As `update`, on the threads of rayon's pool: the whole blocks in `data` are divided among them, some at a time, so that their hashes
    /// take at most 64 KiB per thread. This is faster from some hundreds of KiB. A piece of fewer than two blocks stays on this thread, and
    /// so does a message that has a partial byte so far.
    pub fn update_rayon(&mut self, data: &[u8]) {
        if !self.joint.tail().is_empty() {
            return self.update_bits(data);
        }
        let Self { root, leaves, .. } = self;
        leaves.update_rayon(data, root, &|_| ());
    }
}

impl DerivedState {
    pub(crate) fn update_rayon(&mut self, derived: Derived, data: &[u8]) {
        match self {
            Strings { .. } => self.update(derived, data),
            Blocks128(hasher) => hasher.update_rayon(data),
            Blocks256(hasher) => hasher.update_rayon(data),
        }
    }
}
