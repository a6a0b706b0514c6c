//! The hashers that a file can be read into.

use crate::{Error, Hasher};
use lanes::sealed::Sealed;

/// A hasher that [`Reading`](super::Reading) appends a file to: a [`Hasher`], or a [`Blake3`](crate::Blake3). No other type can implement it.
pub trait Absorb: Clone + Send + Sealed {
    #[doc(hidden)]
    fn is_of_tuples(&self) -> bool;
    #[doc(hidden)]
    fn append(&mut self, data: &[u8]) -> Result<(), Error>;
    #[cfg(feature = "rayon")]
    #[doc(hidden)]
    fn append_rayon(&mut self, data: &[u8]);
    /// The message of BLAKE3, to which threads append the subtrees that they read; `None` of another function.
    #[cfg(all(unix, feature = "rayon", feature = "blake"))]
    #[doc(hidden)]
    fn blake3(&mut self) -> Option<&mut lanesum_blake::blake3::Blake3Hasher>;
}

impl Sealed for Hasher {}

impl Absorb for Hasher {
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
    fn blake3(&mut self) -> Option<&mut lanesum_blake::blake3::Blake3Hasher> {
        self.blake3_hasher()
    }
}

#[cfg(feature = "blake")]
mod blake3 {
    use super::{Absorb, Error, Sealed};
    use crate::Blake3;

    impl Sealed for Blake3 {}

    impl Absorb for Blake3 {
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

        #[cfg(all(unix, feature = "rayon"))]
        fn blake3(&mut self) -> Option<&mut lanesum_blake::blake3::Blake3Hasher> {
            Some(self.hasher())
        }
    }
}
