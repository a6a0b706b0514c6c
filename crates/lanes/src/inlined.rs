//! Loops over arrays that are inlined in every build profile.
//!
//! `array::map` and `Iterator::zip` of `core` are at most `#[inline]`. In builds with several codegen units and no link-time optimisation,
//! or for size, they become calls: SHA-256 on SHA instructions took five times as long with one call in every four rounds.

use core::mem::MaybeUninit;

/// As `array.map(f)`.
#[inline(always)]
pub fn map<A: Copy, B: Copy, const N: usize>(array: [A; N], mut f: impl FnMut(A) -> B) -> [B; N] {
    let mut mapped = [MaybeUninit::uninit(); N];
    let mut i = 0;
    while i < N {
        mapped[i] = MaybeUninit::new(f(array[i]));
        i += 1;
    }
    // SAFETY: the loop has written every element; an array of `MaybeUninit<B>` has the layout of one of `B`.
    unsafe { (&raw const mapped).cast::<[B; N]>().read() }
}

/// As `for (to, from) in to.iter_mut().zip(from) { f(to, *from) }`.
#[inline(always)]
pub fn zip<A, B: Copy>(to: &mut [A], from: &[B], mut f: impl FnMut(&mut A, B)) {
    // One condition, or the loop is not unrolled.
    let len = if to.len() < from.len() { to.len() } else { from.len() };
    let mut i = 0;
    while i < len {
        // SAFETY: both slices have more than `i` elements. (Checked access would be a second way out of the loop.)
        unsafe { f(&mut *to.as_mut_ptr().add(i), *from.as_ptr().add(i)) };
        i += 1;
    }
}
