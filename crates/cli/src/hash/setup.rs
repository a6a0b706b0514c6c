//! The parameters of a state that no tag states: the backend and the key.

use lanesum::{Backend, Error, Options};
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
        let had_key = self.key.is_some() || matches!(self.blake3, Blake3Mode::Keyed(_));
        drop(self);
        if had_key {
            secret::wipe_stack();
        }
    }
}

#[derive(Clone, Default)]
pub(crate) enum Blake3Mode {
    #[default]
    Hash,
    /// With a key of 32 bytes.
    Keyed(Zeroizing<Vec<u8>>),
    /// Keys are derived, in this context.
    DeriveKey(String),
}

impl Blake3Mode {
    /// # Errors
    /// A key of another length.
    pub(crate) fn mode(&self) -> Result<lanesum::Blake3Mode<'_>, Error> {
        Ok(match self {
            Self::Hash => lanesum::Blake3Mode::Hash,
            Self::Keyed(key) => {
                let wrong = |_| Error::Length { argument: "key", expected: 32, got: key.len() };
                lanesum::Blake3Mode::Keyed(key.as_slice().try_into().map_err(wrong)?)
            }
            Self::DeriveKey(context) => lanesum::Blake3Mode::DeriveKey(context),
        })
    }

    pub(crate) fn options<'a>(&'a self, options: Options<'a>) -> Options<'a> {
        match self {
            Self::Hash => options,
            Self::Keyed(key) => options.key(key),
            Self::DeriveKey(context) => options.derive_key(context),
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
