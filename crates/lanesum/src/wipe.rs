//! Erasing copies of states that the caller cannot reach, if the feature `zeroize` is on.

/// Overwrites `words` with zeroes, if the feature `zeroize` is on; otherwise does nothing.
#[inline(always)]
pub(crate) fn wipe<T: Copy + Default>(words: &mut [T]) {
    #[cfg(feature = "zeroize")]
    {
        words.fill(T::default());
        zeroize::optimization_barrier(words);
    }
    #[cfg(not(feature = "zeroize"))]
    let _ = words;
}
