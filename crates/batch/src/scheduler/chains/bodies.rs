//! Messages of one length with nothing around them, straight to the kernels.

use super::{Chained, NO_HEADS, copy};
use crate::md::compression::{Compression, Whole};
use crate::plan::WIDEST;
use crate::scheduler::function::{BlockFunction, Choose, Kernel};
use crate::scheduler::jobs::Jobs;
use crate::scheduler::{Message, ragged};

impl<C: Compression> Chained<'_, C> {
    /// Hashes messages of `bytes` bytes with nothing around them but the first bytes, which this has absorbed, such as nodes of a Merkle
    /// tree, as long as they fill a kernel that takes whole messages: then a message costs little more than its blocks.
    pub(super) fn bodies<'m, const N: usize>(&self, choose: Choose, bytes: usize, jobs: &mut Jobs<'m, '_, '_>) {
        let length = self.length_of_whole(self.length_of_bytes(bytes as u64), bytes as u64);
        let (mut lead, before) = ([0; 16], self.begun.len());
        if before > 0 && (before >= lead.len() || bytes < lead.len()) {
            return;
        }
        let Some(rest) = self.rest_bytes(0, bytes) else { return };
        copy(&mut lead, self.begun);
        let (lead, bits) = (&lead[..before], self.bits(&Message::new(&[])).saturating_add(8 * bytes as u128));
        let begin = &self.begin.as_ref()[..8];
        let mut rows: [&'m [u8]; N] = [&[]; _];
        loop {
            let width = choose.width_of::<Self>(jobs.left(), length);
            let Kernel::Many(form, _) = choose.kernel::<Self>(width) else { return };
            if jobs.left() < width || !form.takes_whole(rest) {
                return;
            }
            let known = if jobs.left() >= ragged::MANY { C::last_block(bits) } else { None };
            let known = known.as_ref().map(<[_; 80]>::as_slice);
            while jobs.left() >= width {
                // Of more than a kernel's width, but fewer than twice as many, a narrower kernel may be the cheapest for those beyond.
                let most = if jobs.left() < N { WIDEST } else { N };
                let rows = &mut rows[..most.min(form.most_whole()).min(jobs.left())];
                let output_bytes = jobs.output_bytes;
                let Some(out) = jobs.take_bodies(bytes, rows) else { return };
                let heads = &NO_HEADS[..rows.len()];
                form.hash_whole(&Whole { begin, lead, heads, rows, bits, known }, out, output_bytes);
                if jobs.left() < ragged::MANY && width > 2 {
                    break;
                }
            }
        }
    }
}
