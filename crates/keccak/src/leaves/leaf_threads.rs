//! Divides the leaves of one message among the threads of rayon's pool.

use super::leaf::{Root, Whence};
use super::message::CutMessage;
use crate::sponges::{Sponges, WIDEST};
use rayon::prelude::*;

/// A task takes some tens of microseconds.
const TASK_BYTES: usize = 128 << 10;
const TASK_LEAVES: usize = 256;
/// Tasks for each thread between two joins: with this many, no thread waits long for the last one.
const TASKS: usize = 16;
/// Bytes of chaining values for each thread, held twice: while they are computed, and while the root absorbs them.
const VALUES: usize = 32 << 10;

/// Collects chaining values, in order, in a buffer.
struct Values<'a>(&'a mut [u8]);

impl Root for Values<'_> {
    fn values(&mut self, values: &[u8]) {
        let (now, later) = core::mem::take(&mut self.0).split_at_mut(values.len());
        now.copy_from_slice(values);
        self.0 = later;
    }
}

impl CutMessage {
    /// As [`CutMessage::update`], with the whole leaves of `data` hashed on the threads of rayon's pool. Meanwhile, one thread lets the root
    /// absorb the chaining values of earlier leaves. `progress` gets the number of bytes hashed since its last call, from any thread.
    ///
    /// Waiting chaining values take at most 64 KiB a thread.
    pub fn update_rayon<R: Root + Send>(&mut self, data: &[u8], root: &mut R, progress: &(impl Fn(u64) + Sync)) {
        let (hash, choose, leaf, bytes) = (self.hash, self.choose, self.leaf(), self.hash.value_bytes());
        let threads = rayon::current_num_threads();
        if threads == 1 || data.len() / 2 < leaf {
            self.update(data, root);
            progress(data.len() as u64);
            return;
        }
        // If no part of the lead is in the buffer, the lead is a task of its own.
        let mut lead: &[u8] = &[];
        let mut data = data;
        if self.has_lead_only() {
            (lead, data) = data.split_at(usize::from(self.missing).min(data.len()));
        } else {
            let (head, later) = data.split_at(self.up_to_leaf().min(data.len()));
            self.update(head, root);
            progress(head.len() as u64);
            data = later;
            if data.len() >= leaf {
                self.flush(root);
            }
        }
        if data.len() < leaf {
            self.update(lead, root);
            self.update(data, root);
            progress((lead.len() + data.len()) as u64);
            return;
        }
        let (whole, rest) = data.split_at(data.len() - data.len() % leaf);
        let whence = Whence::of(whole.len());
        let width = choose.width::<Sponges<'static>>(WIDEST);
        let per_task = (TASK_BYTES / leaf).clamp(width, TASK_LEAVES) / width * width;
        // Idle slots cost less than idle threads.
        let per_task = per_task.min((whole.len() / leaf).div_ceil(threads));
        let tasks = (VALUES / (per_task * bytes)).clamp(1, TASKS) * threads;
        let round = per_task.saturating_mul(tasks);
        let most = round.min(whole.len() / leaf) * bytes;
        let (mut made, mut waiting) = (alloc::vec![0; most], alloc::vec![0; most]);
        let mut count_waiting = 0;
        for leaves in whole.chunks(round.saturating_mul(leaf)) {
            let values = &mut made[..leaves.len() / leaf * bytes];
            let each = || {
                let tasks =
                    values.par_chunks_mut(per_task * bytes).zip(leaves.par_chunks(per_task.saturating_mul(leaf)));
                tasks.for_each(|(values, leaves)| {
                    hash.whole(choose, leaves, leaf, whence, &mut Values(values));
                    progress(leaves.len() as u64);
                });
            };
            let (before, of_before) = (core::mem::take(&mut lead), &waiting[..count_waiting]);
            let absorb = || {
                if !before.is_empty() {
                    self.give_to_root(before, root);
                    progress(before.len() as u64);
                }
                root.values(of_before);
            };
            rayon::join(absorb, each);
            count_waiting = leaves.len() / leaf * bytes;
            self.count += (leaves.len() / leaf) as u64;
            core::mem::swap(&mut made, &mut waiting);
        }
        root.values(&waiting[..count_waiting]);
        self.update(rest, root);
        progress(rest.len() as u64);
    }
}
