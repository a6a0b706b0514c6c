//! The compression functions, applied to whole blocks.

use super::functions::{Words32, Words64};
use lanesum_batch::md::compression::one_or_best;
use lanesum_batch::{Backend, Error};

/// Compresses each block in turn into the chaining value `state`, with words of u32 (FIPS 180-4, section 6.2.2).
///
/// The caller pads the message and adds its length. Runs on `backend`, or without one on the best for this machine.
///
/// # Errors
/// [`Error::BackendUnavailable`] if the machine lacks the backend, [`Error::OnlyInPapers`] if only `lanesum-papers` has it,
/// [`Error::NoForm`] if no backend has this name here.
pub fn sha256_compress(backend: Option<Backend>, state: &mut [u32; 8], blocks: &[[u8; 64]]) -> Result<(), Error> {
    one_or_best::<Words32>(backend)?.compress(state, blocks.as_flattened());
    Ok(())
}

/// As [`sha256_compress`], with words of u64 (FIPS 180-4, section 6.4.2).
///
/// # Errors
/// As [`sha256_compress`].
pub fn sha512_compress(backend: Option<Backend>, state: &mut [u64; 8], blocks: &[[u8; 128]]) -> Result<(), Error> {
    one_or_best::<Words64>(backend)?.compress(state, blocks.as_flattened());
    Ok(())
}
