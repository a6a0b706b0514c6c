//! Bytes that a hasher keeps on the heap, and values that it puts there.

/// Bytes on the heap.
pub type KeptBytes = alloc::vec::Vec<u8>;

/// A value on the heap.
pub type Boxed<T> = alloc::boxed::Box<T>;
