//! Bytes that a hasher keeps on the heap, if there is one.

/// Without an allocator, it is always empty and takes no room.
#[cfg(feature = "alloc")]
pub type Kept = alloc::vec::Vec<u8>;
#[cfg(not(feature = "alloc"))]
pub use nothing::Kept;

#[cfg(not(feature = "alloc"))]
mod nothing {
    /// What an empty `Vec<u8>` has.
    #[derive(Clone, Default)]
    pub struct Kept;

    impl Kept {
        pub const fn new() -> Self {
            Self
        }

        pub const fn capacity(&self) -> usize {
            0
        }

        pub fn clear(&mut self) {}

        pub fn truncate(&mut self, _: usize) {}

        pub fn reserve_exact(&mut self, _: usize) {}

        /// # Panics
        /// If there is a byte.
        pub fn extend_from_slice(&mut self, bytes: &[u8]) {
            assert!(bytes.is_empty(), "no byte is kept without an allocator");
        }
    }

    impl core::ops::Deref for Kept {
        type Target = [u8];
        fn deref(&self) -> &[u8] {
            &[]
        }
    }

    impl core::ops::DerefMut for Kept {
        fn deref_mut(&mut self) -> &mut [u8] {
            &mut []
        }
    }
}
