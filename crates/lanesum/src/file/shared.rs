//! A file that several threads read, each at places of its own.

use super::input::{Input, fill};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

impl Input {
    /// As [`Input::fill`], on all threads of the calling pool of rayon, if the file can be read at any place.
    pub(super) fn fill_shared(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.state.is_some() {
            use rayon::prelude::*;
            let (file, start) = (&self.file, self.start + self.read);
            let pieces = buffer.par_chunks_mut(SHARED_BYTES).enumerate().map(|(index, piece)| {
                let at = start + (index * SHARED_BYTES) as u64;
                fill(&mut At { file, at }, piece, || true)
            });
            // If the file becomes shorter meanwhile, the bytes after a piece that is not full are missing in the sum: `check` sees it.
            let count = pieces.try_reduce(|| 0, |one, other| Ok(one + other))?;
            self.read += count as u64;
            // One thread by itself goes on there.
            self.file.seek(SeekFrom::Start(self.start + self.read))?;
            return Ok(count);
        }
        self.fill(buffer)
    }
}

#[cfg(feature = "blake")]
impl Input {
    /// Bytes of the subtrees of [`Input::hash_subtrees`]: less than a second-level cache has.
    pub const SUBTREE_BYTES: usize = 256 << 10;

    /// Reads and hashes up to `most` bytes of a regular file by BLAKE3, on the threads of the calling pool of rayon: each reads the subtrees
    /// that it hashes, which stay in its cache. Returns the number of bytes: 0 of another function, where the hasher's message is no multiple of a
    /// subtree, and where no such subtree with something behind it is left. Go on by [`Input::fill`] then.
    ///
    /// # Errors
    /// As [`Input::fill`].
    pub fn hash_subtrees(&mut self, hasher: &mut impl super::Absorb, most: u64) -> io::Result<u64> {
        const BYTES: usize = Input::SUBTREE_BYTES;
        let left = self.stated_bytes().unwrap_or(0).saturating_sub(self.read);
        let subtrees = left.saturating_sub(1).min(most) as usize / BYTES;
        let (file, start) = (&self.file, self.start + self.read);
        let read =
            |i: usize, buffer: &mut [u8]| fill(&mut At { file, at: start + (i * BYTES) as u64 }, buffer, || true);
        if subtrees == 0 {
            return Ok(0);
        }
        let Some(hasher) = hasher.blake3() else { return Ok(0) };
        let count = crate::modes::blake::threads::update_read(hasher, subtrees, BYTES, read).unwrap_or(Ok(0))?;
        self.read += count;
        // One thread by itself goes on there.
        self.file.seek(SeekFrom::Start(self.start + self.read))?;
        Ok(count)
    }
}

/// Bytes that one of several threads reads at a time.
const SHARED_BYTES: usize = 512 << 10;

/// A place of its own in a file that others read, too.
struct At<'a> {
    file: &'a File,
    at: u64,
}

impl Read for At<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = std::os::unix::fs::FileExt::read_at(self.file, out, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}
