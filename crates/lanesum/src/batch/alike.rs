//! Messages that take the same number of blocks: straight through a kernel, group by group, with nothing to schedule.

use super::Message;
use super::family::{Family, Kernel, Slots};

/// A group of messages that are alike, and where the output of each begins.
pub(super) struct Group<'g, 'm, F: Family> {
    pub(super) messages: &'g [Message<'m>],
    pub(super) places: &'g [usize],
    pub(super) alike: F::Alike,
}

/// What groups of messages need.
pub(super) struct Groups<'m, F: Family> {
    family: &'m F,
    begin: F::Parked,
    ends: F::Ends,
    slots: Slots<F>,
}

impl<'m, F: Family> Groups<'m, F> {
    #[inline(always)] // in its place
    pub(super) fn new(family: &'m F, kernel: Kernel<F>) -> Self {
        Self { family, begin: family.begin(), ends: F::ENDS, slots: Slots::new(kernel) }
    }

    /// Hashes as many messages as the kernel, one for several, has slots, or fewer, each to its `bytes` bytes of `out`.
    pub(super) fn run(&mut self, kernel: Kernel<F>, group: &Group<'_, '_, F>, bytes: usize, out: &mut [u8]) {
        let Self { family, begin, ends, slots, .. } = self;
        slots.set_kernel(kernel);
        slots.begin_all(family, begin);
        let Kernel::Many(form, _) = kernel else { return };
        family.absorb_alike(form, slots.words_mut().0, group.messages, group.alike, ends);
        let block = family.block_bytes();
        for from in (0..bytes).step_by(block) {
            if from > 0 {
                slots.next_block(**family);
            }
            slots.extract_all(out, group.places, from..bytes.min(from + block));
        }
    }
}

impl<F: Family> Drop for Groups<'_, F> {
    #[inline]
    fn drop(&mut self) {
        F::wipe_ends(&mut self.ends);
        if F::ERASE {
            F::wipe(self.begin.as_mut());
        }
    }
}
