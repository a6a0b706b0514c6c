//! A rival of two examples.

/// BLAKE2b of many messages, each with a digest of 32 bytes.
pub fn blake2b_many<'a>(messages: impl Iterator<Item = &'a [u8]>, out: &mut [[u8; 32]]) {
    let mut params = blake2b_simd::Params::new();
    params.hash_length(32);
    let mut jobs: Vec<_> = messages.map(|message| blake2b_simd::many::HashManyJob::new(&params, message)).collect();
    blake2b_simd::many::hash_many(&mut jobs);
    for (out, job) in out.iter_mut().zip(&jobs) {
        out.copy_from_slice(job.to_hash().as_bytes());
    }
}
