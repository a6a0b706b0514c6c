//! What is left in memory of a value that has been dropped.

use std::mem::MaybeUninit;

/// The bytes of `value`, and those that are there after it has been dropped where it lies.
pub fn memory_after_drop<T>(value: T) -> (Vec<u8>, Vec<u8>) {
    let size = size_of::<T>();
    let mut place = Box::new(MaybeUninit::<T>::zeroed());
    place.write(value);
    // SAFETY: `place` is one allocation of `size` bytes, written by `zeroed`; padding is read as whatever is there, through
    // volatile reads of single bytes, which the compiler takes for reads of memory that it knows nothing of.
    let read = |place: &MaybeUninit<T>| unsafe {
        let bytes = place.as_ptr().cast::<u8>();
        (0..size).map(|i| std::ptr::read_volatile(bytes.add(i))).collect::<Vec<u8>>()
    };
    let before = read(&place);
    // SAFETY: the value was written above and is dropped once: `MaybeUninit` does not drop it again.
    unsafe { place.assume_init_drop() };
    (before, read(&place))
}
