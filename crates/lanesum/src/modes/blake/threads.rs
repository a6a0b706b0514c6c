//! BLAKE3 of one message on the threads of rayon's pool.

use super::blake3::{Blake3, Unfinished};
use lanesum_blake::blake3::{CHUNK, ChainingValue, Mode};

impl Blake3 {
    /// As [`Blake3::update`]. A long piece is shared among the threads of rayon's pool.
    pub fn update_rayon(&mut self, data: &[u8]) {
        self.hasher.update_by(data, &subtree_rayon);
    }

    #[cfg(unix)]
    pub(crate) fn hasher(&mut self) -> &mut lanesum_blake::blake3::Blake3Hasher {
        &mut self.hasher
    }
}

impl Unfinished {
    pub(crate) fn update_rayon(&mut self, data: &[u8]) {
        if !data.is_empty() {
            self.begun().update_by(data, &subtree_rayon);
        }
    }
}

/// A complete subtree of at most this many bytes is for one thread: it takes some 20 microseconds.
const OF_A_THREAD: usize = 128 << 10;

/// [`Mode::subtree`] on the threads of rayon's pool. A complete subtree has two halves of one size.
fn subtree_rayon(mode: &Mode, data: &[u8], chunk: u64) -> ChainingValue {
    if data.len() <= OF_A_THREAD {
        return mode.subtree(data, chunk);
    }
    let (left, right) = data.split_at(data.len() / 2);
    let middle = chunk + (left.len() / CHUNK) as u64;
    let halves = rayon::join(|| subtree_rayon(mode, left, chunk), || subtree_rayon(mode, right, middle));
    let mut values = <[ChainingValue; 2]>::from(halves);
    let value = mode.joined(&values[0], &values[1]);
    // They may depend on a key.
    lanesum_batch::wipe::wipe(values.as_flattened_mut());
    value
}

/// Appends as many subtrees of `bytes` bytes, a power of two of chunks, of which `read` fills a buffer with each: by all threads of rayon's pool, each of
/// which reads what it hashes. Something follows them; until then, the state cannot be saved. Returns the number of bytes that were read:
/// fewer if a buffer was not filled, and then the state has no further use. `None`, before anything is read, if the message so far is no multiple of `bytes`.
#[cfg(unix)]
pub(crate) fn update_read(
    hasher: &mut lanesum_blake::blake3::Blake3Hasher,
    subtrees: usize,
    bytes: usize,
    read: impl Fn(usize, &mut [u8]) -> std::io::Result<usize> + Sync,
) -> Option<std::io::Result<u64>> {
    use rayon::prelude::*;
    let chunks = (bytes / CHUNK) as u64;
    let first = hasher.next_chunk().filter(|next| next.is_multiple_of(chunks))?;
    let mode = hasher.mode();
    let mut values = std::vec![[0; 32]; subtrees];
    let counts = values.par_iter_mut().enumerate().map_init(
        || std::vec![0; bytes],
        |buffer, (i, value)| {
            let count = read(i, buffer)?;
            *value = mode.subtree(buffer, first + chunks * i as u64);
            Ok(count as u64)
        },
    );
    let count = counts.sum::<std::io::Result<u64>>();
    if count.is_ok() {
        hasher.push_subtrees(&values, chunks);
    }
    // They may depend on a key.
    lanesum_batch::wipe::wipe(values.as_flattened_mut());
    Some(count)
}
