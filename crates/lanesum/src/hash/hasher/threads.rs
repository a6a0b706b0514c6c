//! Hash functions on the threads of rayon's pool.

use super::super::fixed::{FixedHash, one_for_each};
use super::super::function::FixedFunction;
use super::super::options::Options;
use super::{Hasher, UnderWay};
use crate::families::by_family;
use crate::{Algorithm, DigestMany, Error, Messages};
use digest::typenum::Unsigned;
use lanesum_batch::scheduler::places;

impl Algorithm {
    /// As [`Algorithm::digest_many`], on the threads of rayon's pool: see
    /// [`DigestMany::finalize_many_rayon`](crate::DigestMany::finalize_many_rayon).
    ///
    /// # Errors
    /// As [`Algorithm::digest_many`].
    pub fn digest_many_rayon<'a, M: Messages + Sync + ?Sized>(
        self,
        options: impl Into<Options<'a>>,
        messages: &M,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let options = options.into();
        let output_bytes = self.bytes_of_each(&options, messages.count(), out.len())?;
        crate::Hasher::with_options(self, options)?.finalize_many_rayon(messages, output_bytes, out)
    }
}

impl<F: FixedFunction> FixedHash<F> {
    /// As [`FixedHash::digest_many`], on the threads of rayon's pool: see [`DigestMany::finalize_many_rayon`].
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many places as messages, or if a place has not as many bytes as a digest. Nothing is written then.
    pub fn digest_many_rayon<M: Messages + Sync + ?Sized, P: AsMut<[u8]> + 'static>(
        messages: &M,
        out: &mut [P],
    ) -> Result<(), Error> {
        let bytes = F::Digest::USIZE;
        one_for_each(messages.count(), out)?;
        if let Some(out) = places::flattened::<P, F::Digest>(out) {
            return Self::new().finalize_many_rayon(messages, bytes, out);
        }
        places::fit(messages.count(), bytes, out)?;
        let mut digests = alloc::vec![0; out.len() * bytes];
        Self::new().finalize_many_rayon(messages, bytes, &mut digests)?;
        places::copied(messages, bytes, out, |run, out| {
            out.copy_from_slice(&digests[run.first * bytes..][..out.len()]);
            Ok(())
        })
    }
}

impl Hasher {
    /// As [`Hasher::update`]. KT128, KT256, `ParallelHash` and BLAKE3 share the message among the threads of rayon's pool; other algorithms use one thread.
    /// See [`Kt::update_rayon`](crate::Kt::update_rayon).
    pub fn update_rayon(&mut self, data: &[u8]) {
        by_family! { match &mut self.under_way;
            "keccak" {
                UnderWay::Tree(tree) => tree.update_rayon(data, &|_| ()),
                UnderWay::Derived(derived) => derived.update_rayon(self.algorithm.derived(), data),
            }
            "blake" { UnderWay::Blake3(blake3) => blake3.update_rayon(data), }
            else _ => self.update(data)
        }
    }

    /// The message of BLAKE3; `None` of another function.
    #[cfg(all(unix, feature = "blake"))]
    pub(crate) fn blake3_hasher(&mut self) -> Option<&mut lanesum_blake::blake3::Blake3Hasher> {
        match &mut self.under_way {
            UnderWay::Blake3(blake3) => Some(blake3.begun()),
            _ => None,
        }
    }
}
