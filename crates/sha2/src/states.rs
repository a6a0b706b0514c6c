//! Several chaining values, compressed in step.

use super::ending::Sha2Word;
use core::fmt;
use lanesum_batch::engine::{self, Engine, width_for};
use lanesum_batch::md::compression::{Compression, ManyMessages, OneMessage, forms, one_named, one_of_plan};
use lanesum_batch::plan::Task;
use lanesum_batch::wipe::wipe;
use lanesum_batch::{Backend, Error};

/// The greatest number of chaining values in step.
const MOST: usize = 16;

#[derive(Clone, Copy, Debug)]
enum Forms<W: Sha2Word> {
    One(&'static dyn OneMessage<[W; 8]>),
    Many(&'static dyn ManyMessages<W>),
}

/// `N` chaining values of SHA-2 (1, 2, 4, 8 or 16) that compress blocks in step (FIPS 180-4, sections 6.2.2 and 6.4.2).
///
/// They are for many short messages with the same first blocks. Compress these blocks once, with
/// `sha256_compress`. The caller pads the messages and adds their length.
///
/// A backend with narrower registers compresses some of them at a time, down to one; a backend with wider registers leaves slots idle. The
/// values are erased on drop if the feature `zeroize` is on.
#[derive(Clone)]
pub struct Sha2States<W: Sha2Word, const N: usize> {
    words: Aligned<W, N>,
    forms: Forms<W>,
}

/// Word k of value i is at `[k][i]`. Aligned so that no load of a register crosses a cache line.
#[derive(Clone)]
#[repr(align(64))]
struct Aligned<W, const N: usize>([[W; N]; 8]);

impl<W: Sha2Word, const N: usize> Sha2States<W, N> {
    /// Chaining values of zeroes, on the backend that is best for `N` messages on this machine: vector registers, or SHA-2 instructions for
    /// one message after the other.
    #[must_use]
    pub fn new() -> Self {
        type Many<W> = <<W as Sha2Word>::Functions as Compression>::Many;
        let backend =
            Backend::fixed_here().unwrap_or_else(|| engine::row::<Many<W>>().backend_in_step(N, Task::Absorbing));
        let width = width_for(engine::widths(&forms::<W::Functions>(), backend), N);
        let many = width.filter(|width| *width > 1).and_then(|width| engine::planned::<Many<W>>(backend, width));
        Self::with_forms(many.map_or_else(|| Forms::One(one_of_plan::<W::Functions>(backend)), Forms::Many))
    }

    /// Chaining values of zeroes, on a backend of your choice.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] if the machine lacks it, [`Error::OnlyInPapers`] if only `lanesum-papers` has it, [`Error::NoForm`] if the
    /// function has no such backend.
    pub fn with_backend(backend: Backend) -> Result<Self, Error> {
        let one = one_named::<W::Functions>(backend)?;
        let width = width_for(engine::widths(&forms::<W::Functions>(), backend), N);
        let many = width.filter(|width| *width > 1);
        let many = many.and_then(|width| <W::Functions as Compression>::Many::named(backend, width));
        Ok(Self::with_forms(many.map_or(Forms::One(one), Forms::Many)))
    }

    fn with_forms(forms: Forms<W>) -> Self {
        const { assert!(N.is_power_of_two() && N <= MOST, "there are 1, 2, 4, 8 or 16 chaining values in step") };
        Self { words: Aligned([[W::default(); N]; 8]), forms }
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        match self.forms {
            Forms::One(form) => form.backend(),
            Forms::Many(form) => form.backend(),
        }
    }

    /// The chaining values: word k of value i at `[k][i]`.
    #[must_use]
    #[inline]
    pub fn words(&self) -> &[[W; N]; 8] {
        &self.words.0
    }

    /// The chaining values, for writing.
    #[must_use]
    #[inline]
    pub fn words_mut(&mut self) -> &mut [[W; N]; 8] {
        &mut self.words.0
    }

    /// Sets all chaining values to `value`.
    #[inline]
    pub fn set_all(&mut self, value: &[W; 8]) {
        for (words, word) in self.words.0.iter_mut().zip(value) {
            *words = [*word; N];
        }
    }

    /// Applies the compression function to value i and each full block of `data[i]` in turn, for all i. The shortest of `data` decides the
    /// number of blocks. Returns the number of bytes taken from each.
    #[inline]
    pub fn compress_all(&mut self, mut data: [&[u8]; N]) -> usize {
        let len = data.iter().map(|row| row.len()).min().unwrap_or(0);
        let len = len - len % W::BLOCK_BYTES;
        for row in &mut data {
            *row = &row[..len];
        }
        match self.forms {
            Forms::Many(form) if form.width() == N => form.compress(self.words.0.as_flattened_mut(), &data),
            _ => self.in_groups(&data),
        }
        len
    }

    /// Compresses with a form that is narrower or wider than `N`.
    #[inline(never)]
    fn in_groups(&mut self, data: &[&[u8]; N]) {
        match self.forms {
            Forms::One(form) => {
                for (i, row) in data.iter().enumerate() {
                    let mut state = self.words.0.map(|words| words[i]);
                    form.compress(&mut state, row);
                    for (words, word) in self.words.0.iter_mut().zip(state) {
                        words[i] = word;
                    }
                    wipe(&mut state);
                }
            }
            Forms::Many(form) => match form.width() {
                2 => self.by_width::<2>(form, data),
                4 => self.by_width::<4>(form, data),
                8 => self.by_width::<8>(form, data),
                _ => self.by_width::<MOST>(form, data),
            },
        }
    }

    /// Compresses `WIDTH` values at a time. The copies need no loops whose ends are known only at run time: these took as long as a
    /// compression of two values.
    fn by_width<const WIDTH: usize>(&mut self, form: &dyn ManyMessages<W>, data: &[&[u8]; N]) {
        for first in (0..N).step_by(WIDTH) {
            let count = WIDTH.min(N - first);
            // Idle slots repeat the first message.
            let at = |slot: usize| if slot < count { first + slot } else { first };
            let mut group = self.words.0.map(|words| core::array::from_fn::<_, WIDTH, _>(|slot| words[at(slot)]));
            form.compress(group.as_flattened_mut(), &core::array::from_fn::<_, WIDTH, _>(|slot| data[at(slot)]));
            for (words, group) in self.words.0.iter_mut().zip(&group) {
                words[first..first + count].copy_from_slice(&group[..count]);
            }
            wipe(group.as_flattened_mut());
        }
    }

    #[cfg_attr(not(feature = "zeroize"), allow(dead_code))]
    fn erase(&mut self) {
        wipe(self.words.0.as_flattened_mut());
    }
}

impl<W: Sha2Word, const N: usize> Default for Sha2States<W, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Sha2Word, const N: usize> fmt::Debug for Sha2States<W, N> {
    /// Prints the backend only: the values may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sha2States").field("count", &N).field("backend", &self.backend()).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
mod zeroized {
    use super::{Sha2States, Sha2Word};

    impl<W: Sha2Word, const N: usize> zeroize::Zeroize for Sha2States<W, N> {
        fn zeroize(&mut self) {
            self.erase();
        }
    }

    impl<W: Sha2Word, const N: usize> zeroize::ZeroizeOnDrop for Sha2States<W, N> {}

    impl<W: Sha2Word, const N: usize> Drop for Sha2States<W, N> {
        fn drop(&mut self) {
            self.erase();
        }
    }
}
