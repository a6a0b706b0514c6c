//! The traits that [`Hasher`] implements: `DigestMany`, and those of other crates.

use super::hasher::Hasher;
use crate::Error;
use crate::traits::traits;
use lanesum_batch::scheduler::{DigestMany, Messages, Survey};

impl DigestMany for Hasher {
    fn digest_bytes(&self) -> usize {
        self.digest_bits() / 8
    }

    fn check_many<M: Messages + ?Sized>(&self, messages: &M, output_bytes: usize) -> Result<(), Error> {
        self.check(&Survey::of(&messages), output_bytes)
    }

    fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        self.finalize_many(messages, output_bytes, out)
    }
}

traits! { [] Hasher:
    Update(|this, data| this.update(data));
    Reset(|this| this.reset());
}

/// The output of an XOF has [`Algorithm::digest_bits`](crate::Algorithm::digest_bits), the length with its full collision resistance.
#[cfg(feature = "alloc")]
impl digest::DynDigest for Hasher {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize_into(self, out: &mut [u8]) -> Result<(), digest::InvalidBufferSize> {
        if out.len() != self.output_size() {
            return Err(digest::InvalidBufferSize);
        }
        self.finalize().read(out).map_err(|_| digest::InvalidBufferSize)
    }

    fn finalize_into_reset(&mut self, out: &mut [u8]) -> Result<(), digest::InvalidBufferSize> {
        if out.len() != digest::DynDigest::output_size(self) {
            return Err(digest::InvalidBufferSize);
        }
        Self::finalize_into_reset(self, out).map_err(|_| digest::InvalidBufferSize)
    }

    fn reset(&mut self) {
        self.reset();
    }

    fn output_size(&self) -> usize {
        self.digest_bits() / 8
    }

    fn box_clone(&self) -> alloc::boxed::Box<dyn digest::DynDigest> {
        alloc::boxed::Box::new(self.clone())
    }
}
