//! The parameters of a state that no tag states: the backend and the key.

use lanesum::{Backend, Error};
use zeroize::Zeroizing;

use crate::secret;

/// The same for all states of a run.
#[derive(Default)]
pub(crate) struct Setup {
    /// The machine code, if one was asked for.
    pub(crate) backend: Option<Backend>,
    /// It is erased when it is dropped.
    pub(crate) key: Option<Zeroizing<Vec<u8>>>,
    pub(crate) blake3: Blake3Mode,
    /// The first byte of BLAKE3's output that is wanted.
    pub(crate) seek: u64,
}

impl Setup {
    /// Erases the key, and what the start of the states may have left of it on the stack.
    pub(crate) fn erase(self) {
        let had_key = self.key.is_some();
        drop(self);
        if had_key {
            secret::wipe_stack();
        }
    }
}

/// What BLAKE3 is used for.
#[derive(Clone, Default)]
pub(crate) enum Blake3Mode {
    #[default]
    Hash,
    /// With a key of 32 bytes. They lie on the heap: to move them would leave copies behind.
    Keyed(Box<Zeroizing<[u8; 32]>>),
    /// Keys are derived, in this context.
    DeriveKey(String),
}

impl Blake3Mode {
    pub(crate) fn hasher(&self) -> blake3::Hasher {
        match self {
            Self::Hash => blake3::Hasher::new(),
            Self::Keyed(key) => blake3::Hasher::new_keyed(key),
            Self::DeriveKey(context) => blake3::Hasher::new_derive_key(context),
        }
    }
}

/// Why a state cannot be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SetupError {
    #[error("no key was given; give one with --key-file")]
    NoKey,
    #[error(transparent)]
    Library(#[from] Error),
}
