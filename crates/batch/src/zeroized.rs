//! Erasing on drop, with the feature `zeroize`.

use crate::md::chain::{Buffer, Chain};
use crate::md::compression::Compression;
use crate::scheduler::{BlockFunction, Source};
use crate::wipe::wipe;

impl<C: Compression> Drop for Buffer<C> {
    #[inline]
    fn drop(&mut self) {
        wipe(&mut self.block);
    }
}

impl<C: Compression> Drop for Chain<C> {
    #[inline]
    fn drop(&mut self) {
        wipe(self.state.as_mut());
    }
}

impl<F: BlockFunction> Drop for Source<'_, F> {
    fn drop(&mut self) {
        wipe(self.buffer.as_mut());
    }
}
