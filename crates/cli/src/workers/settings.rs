//! The settings of the workers: their number, and how they read.

/// How the workers do their work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Threads that read and hash.
    pub(crate) threads: usize,
    pub(crate) io: Io,
}

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
const THREAD_BYTES: u64 = 320 << 20;

/// Bytes that one thread needs while it works, in addition to several buffers of the `--io` size.
const LEAST_BYTES: usize = 24 << 20;

/// A thread's stack: Rust's own default.
pub(super) const STACK_BYTES: usize = 2 << 20;

/// Bytes that a thread needs before it works: its stack, the stack for its signals, and its local data.
const START_BYTES: usize = STACK_BYTES + (256 << 10);

/// How much address space there is, if that is limited.
fn limit() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current).into_iter().flatten().min()
    }
    #[cfg(not(unix))]
    None
}

pub(super) fn is_limited() -> bool {
    limit().is_some()
}

/// Nobody has touched it.
type Memory = Vec<u8>;

impl Settings {
    /// With as many threads as fit into the address space, but at least one.
    pub(super) fn within_limits(self) -> Self {
        let most = limit().map_or(usize::MAX, |limit| usize::try_from(limit / THREAD_BYTES).unwrap_or(usize::MAX));
        Self { threads: self.threads.min(most).max(1), ..self }
    }

    /// As much memory as is needed at least; and where address space is limited, room for each thread to start in.
    ///
    /// # Errors
    /// How many bytes that is, if they cannot be had.
    pub(super) fn reserve(self) -> Result<(Memory, Vec<Memory>), usize> {
        let bytes = LEAST_BYTES + 2 * self.io.bytes.unwrap_or(0);
        let threads = if is_limited() { self.threads + 1 } else { 0 };
        let held = |bytes: usize| {
            let mut memory = Vec::new();
            memory.try_reserve_exact(bytes).map(|()| memory)
        };
        let rooms = (0..threads).map(|_| held(START_BYTES)).collect::<Result<_, _>>();
        held(bytes).and_then(|kept| Ok((kept, rooms?))).map_err(|_| bytes + threads * START_BYTES)
    }
}
