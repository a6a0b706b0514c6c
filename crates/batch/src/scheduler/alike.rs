//! Messages that take the same number of blocks: straight through a kernel, group by group, with nothing to schedule.

use super::Message;
use super::function::{BlockFunction, Choose, Chosen, Slots};

pub enum Outputs<'o> {
    /// One after the other.
    InOrder(&'o mut [u8]),
    /// Each from its own offset in bytes.
    At(&'o mut [u8], &'o [usize]),
}

/// The slots and buffers that groups of messages reuse.
pub struct Groups<'m, F: BlockFunction> {
    choose: Choose,
    function: &'m F,
    ends: F::Ends,
    slots: Slots<F>,
    /// Whether the slots are still unused.
    all_zeroes: bool,
}

impl<'m, F: BlockFunction> Groups<'m, F> {
    /// Prepares the kernel of width `width`, that of the first group.
    #[inline(always)] // in its place
    pub fn new(choose: Choose, function: &'m F, width: usize) -> Self {
        Self { choose, function, ends: F::ENDS, slots: Slots::new(choose.chosen(width)), all_zeroes: true }
    }

    /// Hashes a group, at most as many messages as there are slots, with `bytes` bytes of output each.
    pub fn run(
        &mut self,
        width: usize,
        messages: &[Message<'_>],
        alike: F::Alike,
        mut outputs: Outputs<'_>,
        bytes: usize,
    ) {
        let Self { choose, function, ends, slots, all_zeroes } = self;
        if slots.width() != width {
            slots.set_chosen(choose.chosen(width));
        }
        if !(*all_zeroes && function.begins_with_zeroes()) {
            slots.begin_all(function);
        }
        *all_zeroes = false;
        let (words, Chosen::Many(form, _)) = slots.words_mut() else {
            unreachable!("a group has a kernel for several messages")
        };
        function.absorb_alike(form, words, messages, alike, ends);
        let block = function.block_bytes();
        let mut from = 0;
        while from < bytes {
            if from > 0 {
                slots.next_block(**function);
            }
            let range = from..bytes.min(from + block);
            match &mut outputs {
                Outputs::InOrder(out) => slots.extract_all(out, bytes, range),
                Outputs::At(out, places) => {
                    for (slot, place) in places.iter().enumerate() {
                        slots.extract(slot, &mut out[*place..][range.clone()]);
                    }
                }
            }
            from += block;
        }
    }
}

impl<F: BlockFunction> Drop for Groups<'_, F> {
    #[inline]
    fn drop(&mut self) {
        F::wipe_ends(&mut self.ends);
    }
}
