//! From a backend's name to its kernel.

use crate::{Backend, Error};
use core::fmt;

/// A backend together with the proof that this machine has it.
pub trait Kernels: Copy + Send + Sync + fmt::Debug + 'static {
    type Word;
    /// The words of a message's state.
    type State;
    /// What every machine has.
    const PORTABLE: Self;
    /// The backends that have a kernel, in the order of [`Backend::ALL`].
    const BACKENDS: &'static [Backend];
    /// How many messages each of them takes at once, in ascending order.
    const WAYS: &'static [&'static [usize]];

    /// # Errors
    /// [`Error::NoForm`], [`Error::BackendUnavailable`].
    fn new(backend: Backend) -> Result<Self, Error>;
    fn backend(self) -> Backend;
    /// Applies the compression function to all whole blocks of `data`.
    fn compress(self, state: &mut Self::State, data: &[u8]);
    /// The same for as many messages as there are rows, of one length, a number that the backend has: `words` has a word of
    /// all, and then the next.
    fn compress_many(self, words: &mut [Self::Word], rows: &[&[u8]]);
}

/// The most messages that any kernel takes at once.
pub(crate) const MAX_WAYS: usize = 16;

/// How many messages of these words a backend takes at once; none, if there is no form of that name.
pub(crate) const fn native_ways<K: Kernels>(backend: Backend) -> &'static [usize] {
    let mut i = 0;
    while i < K::BACKENDS.len() {
        if K::BACKENDS[i] as usize == backend as usize {
            return K::WAYS[i];
        }
        i += 1;
    }
    &[]
}

/// The enum of a family's backends. `one`, `many` and what else is named come from where it stands.
macro_rules! engine {
    ($(#[$doc:meta])* $name:ident of $word:ident x $words:ident:
        $($(#[$feature:meta])* $variant:ident($token:ident) takes [$($ways:literal)+]: one $one:expr $(, many $($many:literal)+)?;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {
            Portable,
            $( $(#[$feature])* #[cfg(target_arch = "x86_64")] $variant(x86::$token), )*
        }

        impl $crate::md::engine::Kernels for $name {
            type Word = $word;
            type State = [$word; $words];
            const PORTABLE: Self = Self::Portable;
            const BACKENDS: &'static [Backend] = &[Backend::Portable, $($(#[$feature])* Backend::$variant),*];
            const WAYS: &'static [&'static [usize]] = &[&[1], $($(#[$feature])* &[$($ways),+]),*];

            fn new(backend: Backend) -> Result<Self, Error> {
                match backend {
                    Backend::Portable => Ok(Self::Portable),
                    $(
                        $(#[$feature])*
                        #[cfg(target_arch = "x86_64")]
                        Backend::$variant => x86::$token::detect().map(Self::$variant)
                            .ok_or(Error::BackendUnavailable(backend)),
                        $(#[$feature])*
                        #[cfg(not(target_arch = "x86_64"))]
                        Backend::$variant => Err(Error::BackendUnavailable(backend)),
                    )*
                    _ => Err(Error::NoForm { backend, forms: Self::BACKENDS }),
                }
            }

            fn backend(self) -> Backend {
                match self {
                    Self::Portable => Backend::Portable,
                    $( $(#[$feature])* #[cfg(target_arch = "x86_64")] Self::$variant(..) => Backend::$variant, )*
                }
            }

            #[inline]
            fn compress(self, state: &mut [$word; $words], data: &[u8]) {
                match self {
                    Self::Portable => one::<_, _>(Portable, state, data),
                    $( $(#[$feature])* #[cfg(target_arch = "x86_64")] Self::$variant(token) => $one(token, state, data), )*
                }
            }

            #[inline]
            fn compress_many(self, words: &mut [$word], rows: &[&[u8]]) {
                match (self, rows.len()) {
                    $( $( $(
                        #[cfg(target_arch = "x86_64")]
                        (Self::$variant(token), $many) => many::<_, _, $many>(token, words, rows),
                    )+ )? )*
                    // No kernel of more than one message is asked for what it does not have.
                    _ => {
                        if let (Some(state), Some(row)) = (words.first_chunk_mut(), rows.first()) {
                            self.compress(state, row);
                        }
                    }
                }
            }
        }
    };
}
pub(crate) use engine;
