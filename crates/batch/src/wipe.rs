//! Erases copies of states that the caller cannot reach. This does not depend on the feature `zeroize`, because a copy may be of a keyed
//! state.

/// Overwrites `words` with zeroes.
#[inline(always)]
pub fn wipe<T: Copy + Default>(words: &mut [T]) {
    // An empty vector points nowhere, and a masked store of no byte there takes the processor some hundred cycles.
    if words.is_empty() {
        return;
    }
    words.fill(T::default());
    zeroize::optimization_barrier(words);
}

/// As [`wipe`] with the feature `zeroize`, and nothing without it: for what depends on a message, but on no key that this crate
/// knows of. The same for all families.
#[inline(always)]
pub fn wipe_if_asked<T: Copy + Default>(words: &mut [T]) {
    if cfg!(feature = "zeroize") {
        wipe(words);
    }
}

/// Something that can be overwritten in place.
pub trait Erase {
    /// Overwrites all that depends on what was absorbed.
    fn erase(&mut self);
}

/// A value that depends on a key: erased on drop in every build.
#[derive(Clone)]
pub struct Secret<T: Erase>(pub T);

impl<T: Erase> core::fmt::Debug for Secret<T> {
    /// Prints nothing of it.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Secret").finish_non_exhaustive()
    }
}

impl<T: Erase> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.erase();
    }
}
