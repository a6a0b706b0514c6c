//! Files and other sources of bytes.
//!
//! [`digest()`] is the shortest way; [`Reading`] feeds a [`Hasher`], or another [`Absorb`], with progress, and on several threads if asked. Files are read in large
//! pieces, never mapped: a mapped file that shrinks kills the process. If a regular file changes while it is read, the call fails: its bytes
//! would be a mixture of two versions. If only its status changed (a new owner, link or name), it is read once more.
//!
#![cfg_attr(feature = "sha2", doc = "```no_run")]
#![cfg_attr(not(feature = "sha2"), doc = "```ignore")]
//! use lanesum::file::{self, Reading};
//! use lanesum::{Algorithm, Hasher};
//! use std::ops::ControlFlow;
//!
//! let digest = file::digest("disk.img", Algorithm::Sha256)?;
//!
//! let mut hasher = Hasher::new(Algorithm::Sha256);
//! let mut progress = |bytes| {
//!     eprintln!("{bytes} bytes so far");
//!     ControlFlow::Continue(())
//! };
//! Reading::new().progress(&mut progress).path("disk.img", &mut hasher)?;
//! let mut same = [0; 32];
//! hasher.finalize_into_reset(&mut same)?;
//! assert_eq!(digest, same);
//!
//! // Standard input, after what the hasher has absorbed already.
//! hasher.update(b"prefix");
//! Reading::new().reader(std::io::stdin().lock(), &mut hasher)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod absorb;
mod error;
mod input;
#[cfg(all(unix, feature = "rayon"))]
mod shared;

pub use self::absorb::Absorb;
pub use self::error::{Change, FileError};
pub use self::input::Input;
use crate::{Algorithm, Hasher, Options};
use core::fmt;
use core::ops::ControlFlow;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::vec::Vec;

/// Bytes that are read at once: eight rounds of eight leaves of KT128, some hundreds of microseconds of work.
const PIECE_BYTES: usize = 512 << 10;

/// The digest of a file, of [`Algorithm::digest_bits`] bits.
///
/// # Errors
/// As [`Reading::path`]; [`crate::Error::KeyMissing`] for KMAC.
pub fn digest(path: impl AsRef<Path>, algorithm: Algorithm) -> Result<Vec<u8>, FileError> {
    let mut hasher = Hasher::with_options(algorithm, Options::new())?;
    Reading::new().path(path, &mut hasher)?;
    let mut digest = std::vec![0; algorithm.digest_bits() / 8];
    hasher.finalize_into_reset(&mut digest)?;
    Ok(digest)
}

/// How to read a file, or another source, into a [`Hasher`], or into another [`Absorb`].
///
/// If a call fails, the hasher is what it was before. [`Hasher::with_options`] chooses backend, key and customization.
#[derive(Default)]
#[must_use]
pub struct Reading<'a> {
    progress: Option<&'a mut Progress<'a>>,
    #[cfg(feature = "rayon")]
    rayon: bool,
}

/// Told of the bytes so far; says whether to go on.
type Progress<'a> = dyn FnMut(u64) -> ControlFlow<()> + Send + Sync + 'a;

impl<'a> Reading<'a> {
    /// On the calling thread, without progress.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `progress` with the number of bytes so far: every 512 KiB (on several threads 4 MiB), at the end, and after a signal has
    /// interrupted the reading. If it breaks, the call ends with [`FileError::Stopped`]. A file that is read once more begins at 0 again.
    pub fn progress(mut self, progress: &'a mut (dyn FnMut(u64) -> ControlFlow<()> + Send + Sync + 'a)) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Reads and hashes on the threads of rayon's pool (to use another pool than the global one, see `rayon::ThreadPool::install`): the next
    /// piece while the present one is hashed. All threads hash if the function is a tree: KT128, KT256, `ParallelHash` or BLAKE3. Only for files,
    /// and worth it for large ones.
    #[cfg(feature = "rayon")]
    pub fn rayon(mut self) -> Self {
        self.rayon = true;
        self
    }

    /// Appends a file to the message; returns the number of bytes.
    ///
    /// # Errors
    /// [`FileError::System`] if it cannot be opened or read, as a directory; [`FileError::Changed`] if it changed meanwhile;
    /// [`FileError::Stopped`]; for the message [`crate::Error::MessageTooLong`], and [`ErrorKind::Unsupported`] for a tuple, because a file may be
    /// one string of it or several.
    pub fn path(&mut self, path: impl AsRef<Path>, hasher: &mut impl Absorb) -> Result<u64, FileError> {
        self.input(Input::open(path)?, hasher)
    }

    /// As [`Reading::path`], for an open file.
    ///
    /// # Errors
    /// As [`Reading::path`].
    pub fn input(&mut self, mut input: Input, hasher: &mut impl Absorb) -> Result<u64, FileError> {
        let read = self.restoring(hasher, |this, hasher| this.whole(&mut input, hasher));
        let Err(FileError::Changed(Change::Status)) = read else { return read };
        input.rewind()?;
        self.restoring(hasher, |this, hasher| this.whole(&mut input, hasher))
    }

    /// Appends all that comes from a source to the message, on the calling thread; returns the number of bytes.
    ///
    /// # Errors
    /// As [`Reading::path`].
    pub fn reader(&mut self, mut reader: impl Read, hasher: &mut impl Absorb) -> Result<u64, FileError> {
        self.restoring(hasher, |this, hasher| {
            this.absorb(PIECE_BYTES, hasher, |buffer, go_on| input::fill(&mut reader, buffer, go_on))
        })
    }

    fn restoring<M: Absorb>(
        &mut self,
        hasher: &mut M,
        read: impl FnOnce(&mut Self, &mut M) -> Result<u64, FileError>,
    ) -> Result<u64, FileError> {
        if hasher.is_of_tuples() {
            return Err(io::Error::from(ErrorKind::Unsupported).into());
        }
        let before = hasher.clone();
        let result = read(self, hasher);
        if result.is_err() {
            hasher.clone_from(&before);
        }
        result
    }

    fn whole(&mut self, input: &mut Input, hasher: &mut impl Absorb) -> Result<u64, FileError> {
        #[cfg(feature = "rayon")]
        if self.rayon {
            self.shared(input, hasher)?;
            input.check()?;
            return Ok(input.bytes_read());
        }
        // A byte more than is stated, to see the end in the first reading.
        let bytes = input.stated_bytes().map_or(PIECE_BYTES, |bytes| bytes.min(PIECE_BYTES as u64 - 1) as usize + 1);
        let read = self.absorb(bytes, hasher, |buffer, go_on| input.fill_while(buffer, go_on))?;
        input.check()?;
        Ok(read)
    }

    fn absorb(
        &mut self,
        bytes: usize,
        hasher: &mut impl Absorb,
        mut fill: impl FnMut(&mut [u8], &mut dyn FnMut() -> bool) -> io::Result<usize>,
    ) -> Result<u64, FileError> {
        let mut buffer = std::vec![0; bytes];
        let mut total = 0;
        loop {
            let mut stopped = false;
            let read = fill(&mut buffer, &mut || {
                stopped = self.tell(total).is_err();
                !stopped
            });
            let read = match read {
                Err(_) if stopped => return Err(FileError::Stopped),
                read => read?,
            };
            hasher.append(&buffer[..read])?;
            if read > 0 || total == 0 {
                total += read as u64;
                self.tell(total)?;
            }
            if read < bytes {
                return Ok(total);
            }
        }
    }

    #[cfg(feature = "rayon")]
    fn shared(&mut self, input: &mut Input, hasher: &mut impl Absorb) -> Result<(), FileError> {
        const BYTES: usize = 4 << 20;
        let mut total = 0;
        #[cfg(all(unix, feature = "blake"))]
        loop {
            let read = input.hash_subtrees(hasher, 8 * BYTES as u64)?;
            if read == 0 {
                break;
            }
            total += read;
            self.tell(total)?;
        }
        let bytes = input.stated_bytes().map_or(BYTES, |bytes| bytes.min(BYTES as u64 - 1) as usize + 1);
        let (mut present, mut next) = (std::vec![0; bytes], std::vec![0; bytes]);
        let mut read = input.fill_beside(&mut present, || ())?;
        loop {
            let is_last = read < bytes;
            let mut hash = || hasher.append_rayon(&present[..read]);
            let following = if is_last {
                hash();
                0
            } else {
                input.fill_beside(&mut next, hash)?
            };
            if read > 0 || total == 0 {
                total += read as u64;
                self.tell(total)?;
            }
            if is_last {
                return Ok(());
            }
            read = following;
            core::mem::swap(&mut present, &mut next);
        }
    }

    fn tell(&mut self, bytes: u64) -> Result<(), FileError> {
        match self.progress.as_mut().map(|progress| progress(bytes)) {
            Some(ControlFlow::Break(())) => Err(FileError::Stopped),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Reading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading").finish_non_exhaustive()
    }
}
