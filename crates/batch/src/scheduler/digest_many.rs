//! Many messages at once, for code that is generic over the hash function.

use super::message::Messages;
use super::places;
use crate::Error;
use core::ops::Range;

/// A hasher that takes many messages at once: all typed functions of this crate with messages of bytes but `Sha512T`, and
/// `Hasher`. A Merkle tree, a chunk store or a signature scheme can be generic over it, and you
/// can implement it for your own hash function.
///
/// All messages begin with the bytes that the hasher has absorbed; these are absorbed only once. Key, salt, domain, customization string
/// and backend are those of the hasher. So you give each of them to the constructor, for one message as for many.
///
/// (RustCrypto/traits, issue 2478, proposes a trait for the same purpose. That trait has a fixed number of slots, and backends as types.
/// Here, there may be any number of messages of any lengths, and the hasher chooses how many it hashes at once.)
///
/// ```
/// use lanesum::{Blake256, DigestMany, Error, Kmac128, Sha3_256};
///
/// /// The digests of the parents of pairs of nodes.
/// fn parents<H: DigestMany>(hasher: &H, nodes: &[u8]) -> Result<Vec<u8>, Error> {
///     let pairs: Vec<_> = nodes.chunks(2 * hasher.digest_bytes()).collect();
///     let mut out = vec![0; pairs.len() * hasher.digest_bytes()];
///     hasher.finalize_many(&pairs, hasher.digest_bytes(), &mut out)?;
///     Ok(out)
/// }
///
/// let leaves = [7; 4 * 32];
/// let sha3 = parents(&Sha3_256::new(), &leaves)?;
/// let salted = parents(&Blake256::salted(&[1; 16].into()), &leaves)?;
/// let keyed = parents(&Kmac128::with_customization(b"sixteen bytes...", "tree"), &leaves)?;
/// assert_eq!(sha3[..32], lanesum::sha3_256(&[7; 64]));
/// # assert_ne!(salted, keyed);
/// # Ok::<(), Error>(())
/// ```
pub trait DigestMany {
    /// Bytes of a digest. For an XOF: the shortest output with its full collision resistance.
    fn digest_bytes(&self) -> usize;

    /// Returns the error with which [`DigestMany::finalize_many`] would reject these messages or this length, without hashing
    /// them. It finds every error except those about `out`.
    ///
    /// # Errors
    /// The errors of [`DigestMany::finalize_many`].
    fn check_many<M: Messages + ?Sized>(&self, messages: &M, output_bytes: usize) -> Result<(), Error>;

    /// Writes the first `output_bytes` bytes of each message's output: that of message i to chunk i of `out`. This hasher does not change.
    /// For functions that bind the length of the output (KMAC, `ParallelHash`), `output_bytes` is that length.
    ///
    /// # Errors
    /// On an error, `out` is unchanged.
    ///
    /// - [`Error::Length`] unless `out` has `output_bytes` bytes for each message.
    /// - [`Error::DigestSpent`] if `output_bytes` is more than the digest has.
    /// - [`Error::WholeBytes`] for a message that ends within a byte, if the function takes whole bytes only.
    /// - [`Error::MessageTooLong`] if a message would have more bits than its standard allows.
    fn finalize_many<M: Messages + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error>;

    /// As [`DigestMany::finalize_many`], with a place of its own for each output. A place is anything that lends its bytes: an array, a
    /// vector, a slice, or a type of yours or of another crate that implements `AsMut<[u8]>`. All places have one length, that of the
    /// outputs. This takes some nanoseconds a message more, because outputs are copied to their places in runs of 64 (fewer if longer
    /// than 64 bytes).
    ///
    /// ```
    /// use lanesum::{DigestMany, Shake128};
    /// let mut file = [0; 100];
    /// let (head, body) = file.split_at_mut(50);
    /// Shake128::new().finalize_many_into(&["left", "right"], &mut [head, &mut body[..50]])?;
    /// let mut right = [0; 50];
    /// lanesum::shake128(b"right", &mut right);
    /// assert_eq!(file[50..], right);
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`DigestMany::finalize_many`]; [`Error::Length`] unless there are as many places as messages, all of one length.
    fn finalize_many_into<M: Messages + ?Sized, P: AsMut<[u8]>>(
        &self,
        messages: &M,
        out: &mut [P],
    ) -> Result<(), Error> {
        let bytes = out.first_mut().map_or(self.digest_bytes(), |place| place.as_mut().len());
        self.check_many(messages, bytes)?;
        places::copied(messages, bytes, out, |run, out| self.finalize_many(run, bytes, out))
    }

    /// Makes some nodes of a binary tree whose levels follow each other in `nodes`: node i, which is put behind the first `leaves` digests,
    /// is the digest of digests 2 i and 2 i + 1. Returns false, and does nothing, if a call of [`DigestMany::finalize_many`] for each level
    /// is not slower; that depends on the number of leaves alone.
    #[doc(hidden)]
    fn finalize_levels(&self, _nodes: &mut [u8], _output_bytes: usize, _leaves: usize, _new: Range<usize>) -> bool {
        false
    }

    /// As [`DigestMany::finalize_many`], on the threads of rayon's pool (to use another pool than the global one, see
    /// `rayon::ThreadPool::install`). The messages are divided into runs, and one thread hashes each run at full width. This is faster from
    /// some hundreds of KiB in all; fewer than 64 KiB stay on this thread.
    ///
    /// ```
    /// use lanesum::{DigestMany, Sha3_256};
    /// let messages: Vec<_> = (0..10_000).map(|i| format!("message {i}")).collect();
    /// let mut out = vec![0; 32 * messages.len()];
    /// Sha3_256::new().finalize_many_rayon(&messages, 32, &mut out)?;
    /// assert_eq!(out[32..64], lanesum::sha3_256(b"message 1"));
    /// # Ok::<(), lanesum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`DigestMany::finalize_many`].
    #[cfg(feature = "rayon")]
    fn finalize_many_rayon<M: Messages + Sync + ?Sized>(
        &self,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error>
    where
        Self: Sync,
    {
        threads::finalize_many(self, messages, output_bytes, out)
    }
}

#[cfg(feature = "rayon")]
mod threads {
    use super::{DigestMany, Error, Messages};
    use crate::plan::WIDEST;
    use crate::scheduler::places::Run;
    use crate::scheduler::{Jobs, Survey};
    use rayon::prelude::*;

    /// The least bytes of a task, some tens of microseconds of work, and the tasks for each thread: with several, no thread waits long for
    /// the last one.
    const TASK_BYTES: usize = 32 << 10;
    const TASKS: usize = 8;

    pub fn finalize_many<H: DigestMany + Sync + ?Sized, M: Messages + Sync + ?Sized>(
        hasher: &H,
        messages: &M,
        output_bytes: usize,
        out: &mut [u8],
    ) -> Result<(), Error> {
        // Checks everything first: no thread may have written output when another one finds an error.
        hasher.check_many(messages, output_bytes)?;
        Jobs::new(&Survey::of(&messages), output_bytes, out)?;
        let count = messages.count();
        let per_task = per_task(messages, rayon::current_num_threads());
        if per_task >= count || output_bytes == 0 {
            return hasher.finalize_many(messages, output_bytes, out);
        }
        out.par_chunks_mut(per_task * output_bytes).enumerate().try_for_each(|(i, out)| {
            let run = Run { messages, first: i * per_task, count: out.len() / output_bytes };
            hasher.finalize_many(&run, output_bytes, out)
        })
    }

    fn per_task<M: Messages + ?Sized>(messages: &M, threads: usize) -> usize {
        let count = messages.count();
        let bytes = (0..count).fold(0_usize, |all, index| all.saturating_add(messages.message(index).bytes()));
        let tasks = (bytes / TASK_BYTES).min(TASKS * threads);
        if tasks < 2 || threads == 1 {
            return count.max(1);
        }
        // Idle slots cost less than idle threads.
        let per_task = count.div_ceil(tasks).max(1);
        if per_task > WIDEST { per_task.next_multiple_of(WIDEST) } else { per_task }
    }
}
