//! The settings of the workers: their number, and how they read.

/// How the workers do their work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Threads that read and hash.
    pub(crate) threads: usize,
    pub(crate) io: Io,
}

/// How files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Io {
    pub(crate) order: IoOrder,
    /// Bytes asked for in one call, where the user has said so.
    pub(crate) bytes: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IoOrder {
    /// Several files at once.
    Parallel,
    /// One file after the other, from its beginning to its end: for disks whose head must move.
    Sequential,
}

impl Default for Io {
    fn default() -> Self {
        Self { order: IoOrder::Parallel, bytes: None }
    }
}

/// Address space that one more thread may take, and the one that may help it with a large file: for each a stack, and a heap for which
/// glibc reserves 128 MiB to align it; and buffers.
#[cfg(unix)]
const THREAD_BYTES: u64 = 320 << 20;

/// What one thread takes while it works, beside the `--io` size of several buffers.
const LEAST_BYTES: usize = 24 << 20;

impl Settings {
    /// With as many threads as fit into the address space, but at least one.
    pub(super) fn within_limits(self) -> Self {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, getrlimit};
            let limits = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
            if let Some(limit) = limits.into_iter().flatten().min() {
                let most = usize::try_from(limit / THREAD_BYTES).unwrap_or(usize::MAX);
                return Self { threads: self.threads.min(most).max(1), ..self };
            }
        }
        self
    }

    /// As much memory as is needed at least; nobody has touched it.
    ///
    /// # Errors
    /// How many bytes that is, if they cannot be had.
    pub(super) fn reserve(self) -> Result<Vec<u8>, usize> {
        let bytes = LEAST_BYTES + 2 * self.io.bytes.unwrap_or(0);
        let mut kept = Vec::new();
        kept.try_reserve_exact(bytes).map_err(|_| bytes)?;
        Ok(kept)
    }
}
