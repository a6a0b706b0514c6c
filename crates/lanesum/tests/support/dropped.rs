//! The memory of a value after it has been dropped, or after it should have erased something.

use aead::{Key, KeyInit, KeySizeUser};
use std::mem::MaybeUninit;
use zeroize::ZeroizeOnDrop;

/// The bytes of `value`, and those that are there after it has been dropped in place.
pub fn memory_after_drop<T>(value: T) -> (Vec<u8>, Vec<u8>) {
    let mut place = Place::new(value);
    let before = place.bytes();
    // SAFETY: the value was written by `new` and is dropped once: `MaybeUninit` does not drop it again.
    unsafe { place.0.assume_init_drop() };
    (before, place.bytes())
}

/// The bytes of `value`, and those that are there, while it lives, after `work` on it.
pub fn memory_after_work<T>(value: T, work: impl FnOnce(&mut T)) -> (Vec<u8>, Vec<u8>) {
    let mut place = Place::new(value);
    let before = place.bytes();
    // SAFETY: the value was written by `new`.
    work(unsafe { place.0.assume_init_mut() });
    let after = place.bytes();
    // SAFETY: as in `memory_after_drop`.
    unsafe { place.0.assume_init_drop() };
    (before, after)
}

/// How many bytes are 0 that were not.
pub fn gone((before, after): &(Vec<u8>, Vec<u8>)) -> usize {
    before.iter().zip(after).filter(|(before, after)| **before != 0 && **after == 0).count()
}

/// All bytes of a cipher with a key are gone once it has been dropped.
pub fn key_is_gone<A: KeyInit + ZeroizeOnDrop>() {
    let bytes = <A as KeySizeUser>::key_size();
    let cipher = A::new(&Key::<A>::try_from(&vec![0x5a; bytes][..]).unwrap());
    assert_eq!(gone(&memory_after_drop(cipher)), bytes);
}

/// A value where nothing moves it, and all of its bytes initialised.
struct Place<T>(Box<MaybeUninit<T>>);

impl<T> Place<T> {
    fn new(value: T) -> Self {
        let mut place = Box::new(MaybeUninit::<T>::zeroed());
        place.write(value);
        Self(place)
    }

    fn bytes(&self) -> Vec<u8> {
        // SAFETY: the box is one allocation of this size, written by `zeroed`; padding is read as whatever is there, through
        // volatile reads of single bytes, which the compiler takes for reads of memory that it knows nothing of.
        unsafe {
            let bytes = self.0.as_ptr().cast::<u8>();
            (0..size_of::<T>()).map(|i| std::ptr::read_volatile(bytes.add(i))).collect()
        }
    }
}
