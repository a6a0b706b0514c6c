//! As `kept.rs`, in a build without an allocator: nothing is on a heap.

/// A value where it is.
pub type Boxed<T> = T;

/// What an empty `Vec<u8>` has: it takes no room.
#[derive(Clone, Default)]
pub struct KeptBytes;

impl KeptBytes {
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

impl core::ops::Deref for KeptBytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &[]
    }
}

impl core::ops::DerefMut for KeptBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut []
    }
}
