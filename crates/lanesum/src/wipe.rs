//! Erasing copies of states that the caller cannot reach. Whatever the features: what is copied may be a keyed state.

/// Overwrites `words` with zeroes.
#[inline(always)]
pub(crate) fn wipe<T: Copy + Default>(words: &mut [T]) {
    words.fill(T::default());
    zeroize::optimization_barrier(words);
}

/// As [`wipe`], of the copies that kernels make for odd numbers of rounds, and only with the feature `zeroize`. Within a kernel it
/// costs registers in all its loops (a third more instructions in that of eight states), for several states
/// only: one state keeps such rounds in registers, or is erased; what promises to erase without that feature and has several states
/// has even numbers of rounds, or kernels of its own.
#[inline(always)]
pub(crate) fn wipe_odd_rounds<T: Copy + Default>(words: &mut [T]) {
    if cfg!(feature = "zeroize") {
        wipe(words);
    }
}

/// Something that can be overwritten where it lies.
pub(crate) trait Erase {
    /// Overwrites all that depends on what was absorbed.
    fn erase(&mut self);
}

/// What depends on a key: erased on drop, whatever the features.
#[derive(Clone)]
pub(crate) struct Secret<T: Erase>(pub(crate) T);

impl<T: Erase> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.erase();
    }
}
