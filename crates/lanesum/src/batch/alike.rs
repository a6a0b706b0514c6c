//! Messages that take the same number of blocks: straight through a kernel, group by group, with nothing to schedule.

use super::Message;
use super::family::{Choose, Family, Kernel, Slots};
use super::jobs::Jobs;
use crate::plan::WIDEST;

/// Hashes messages as long as groups of them, as wide as the kernels, are alike. False if the next ones are not: they are for the
/// queue.
pub(super) fn run<'m, F: Family>(choose: Choose, family: &'m F, jobs: &mut Jobs<'m, '_, '_>) -> bool {
    let mut begin = family.begin();
    let mut ends = F::ENDS;
    let mut group = [const { Message::new(&[]) }; WIDEST];
    let mut alike = true;
    'kernels: while jobs.left() > 0
        && let kernel @ Kernel::Many(form, width) = choose.kernel::<F>(choose.width::<F>(jobs.left()))
    {
        let mut slots = Slots::<F>::new(kernel);
        loop {
            let count = jobs.peek(&mut group[..width]);
            let group = &group[..count];
            slots.begin_all(family, &begin);
            if group.is_empty() || !family.absorb_alike(form, slots.words_mut().0, group, &mut ends) {
                alike = false;
                break 'kernels;
            }
            let block = family.block_bytes();
            let (bytes, out) = jobs.places(count);
            for from in (0..bytes).step_by(block) {
                if from > 0 {
                    slots.next_block(*family);
                }
                slots.extract_all(out, bytes, from..bytes.min(from + block));
            }
            if jobs.left() < width {
                break;
            }
        }
    }
    F::wipe_ends(&mut ends);
    if F::ERASE {
        F::wipe(begin.as_mut());
    }
    alike
}
