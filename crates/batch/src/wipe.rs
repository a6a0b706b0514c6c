//! Erases copies of states that the caller cannot reach. This does not depend on the feature `zeroize`, because a copy may be of a keyed
//! state.

#[inline(always)]
pub fn wipe<T: Copy + Default>(words: &mut [T]) {
    // The pointer of an empty vector is dangling. A masked store to it, even of no bytes, takes some hundred cycles.
    if words.is_empty() {
        return;
    }
    words.fill(T::default());
    zeroize::optimization_barrier(words);
}

/// As [`wipe`] with the feature `zeroize`; does nothing without it. For data that depends on a message, but on no key that this crate knows
/// of.
#[inline(always)]
pub fn wipe_if_asked<T: Copy + Default>(words: &mut [T]) {
    if cfg!(feature = "zeroize") {
        wipe(words);
    }
}

/// A value that can be overwritten in place.
pub trait Erase {
    /// Overwrites everything that depends on the absorbed data.
    fn erase(&mut self);
}

/// A value that depends on a key: erased on drop in every build.
#[derive(Clone)]
pub struct Secret<T: Erase>(pub T);

impl<T: Erase> core::fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Secret").finish_non_exhaustive()
    }
}

impl<T: Erase> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.erase();
    }
}
