//! The settings of the workers: how many there are, and how they read.

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
