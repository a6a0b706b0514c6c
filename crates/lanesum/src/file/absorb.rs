//! The hashers that a file can be read into.

#[cfg(feature = "blake")]
use crate::Blake3;
use crate::{Error, Hasher};
#[cfg(all(unix, feature = "rayon", feature = "blake"))]
use std::io;

/// What [`Reading`](super::Reading) appends a file to: a [`Hasher`], or a [`Blake3`](crate::Blake3). No other type can implement it.
pub trait Absorb: Clone + Send + sealed::Append {}

impl Absorb for Hasher {}
#[cfg(feature = "blake")]
impl Absorb for Blake3 {}

pub(super) mod sealed {
    use super::Error;
    #[cfg(all(unix, feature = "rayon", feature = "blake"))]
    use std::io;

    pub trait Append {
        fn is_of_tuples(&self) -> bool;
        fn append(&mut self, data: &[u8]) -> Result<(), Error>;
        #[cfg(feature = "rayon")]
        fn append_rayon(&mut self, data: &[u8]);
        /// Appends subtrees of BLAKE3 that the threads read; `None` of another function, or where no subtree can begin.
        #[cfg(all(unix, feature = "rayon", feature = "blake"))]
        fn append_read(
            &mut self,
            subtrees: usize,
            bytes: usize,
            read: impl Fn(usize, &mut [u8]) -> io::Result<usize> + Sync,
        ) -> Option<io::Result<u64>>;
    }
}

impl sealed::Append for Hasher {
    fn is_of_tuples(&self) -> bool {
        self.algorithm().is_of_tuples()
    }

    fn append(&mut self, data: &[u8]) -> Result<(), Error> {
        self.try_update(data)
    }

    #[cfg(feature = "rayon")]
    fn append_rayon(&mut self, data: &[u8]) {
        self.update_rayon(data);
    }

    #[cfg(all(unix, feature = "rayon", feature = "blake"))]
    fn append_read(
        &mut self,
        subtrees: usize,
        bytes: usize,
        read: impl Fn(usize, &mut [u8]) -> io::Result<usize> + Sync,
    ) -> Option<io::Result<u64>> {
        self.update_read(subtrees, bytes, read)
    }
}

#[cfg(feature = "blake")]
impl sealed::Append for Blake3 {
    fn is_of_tuples(&self) -> bool {
        false
    }

    fn append(&mut self, data: &[u8]) -> Result<(), Error> {
        self.update(data);
        Ok(())
    }

    #[cfg(feature = "rayon")]
    fn append_rayon(&mut self, data: &[u8]) {
        self.update_rayon(data);
    }

    #[cfg(all(unix, feature = "rayon", feature = "blake"))]
    fn append_read(
        &mut self,
        subtrees: usize,
        bytes: usize,
        read: impl Fn(usize, &mut [u8]) -> io::Result<usize> + Sync,
    ) -> Option<io::Result<u64>> {
        self.update_read(subtrees, bytes, read)
    }
}
