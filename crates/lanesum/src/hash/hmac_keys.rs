//! HMAC of many messages, with a key for each.

use super::fixed::{FixedHash, one_for_each};
use super::function::FixedFunction;
use super::hmac::{INNER, Keyed, OUTER, pad_key};
use super::incremental::Incremental;
use crate::{Error, Message, Messages};
use alloc::vec::Vec;
use digest::typenum::Unsigned;
use lanesum_batch::scheduler::{Jobs, Survey, places};
use lanesum_batch::wipe::wipe;

impl<F: FixedFunction> FixedHash<F> {
    /// As [`FixedHash::hmac_many`], with a key for each message: key i is that of message i.
    ///
    /// # Errors
    /// As [`FixedHash::hmac_many`]; [`Error::Length`] if there are not as many keys as messages.
    pub fn hmac_many_keys<K: AsRef<[u8]>, M: Messages + ?Sized, P: AsMut<[u8]> + 'static>(
        keys: &[K],
        messages: &M,
        out: &mut [P],
    ) -> Result<(), Error> {
        let (count, bytes) = (messages.count(), F::Digest::USIZE);
        one_for_each(count, out)?;
        as_many(count, keys)?;
        let keys: Vec<&[u8]> = keys.iter().map(AsRef::as_ref).collect();
        if let Some(out) = places::flattened::<P, F::Digest>(out) {
            return many_keys::<F, M>(&keys, messages, out);
        }
        places::copied(messages, bytes, out, |run, out| many_keys::<F, _>(&keys[run.first..][..run.count], run, out))
    }
}

/// Fails unless there are as many keys as messages.
const fn as_many<K>(messages: usize, keys: &[K]) -> Result<(), Error> {
    let (expected, got) = (messages, keys.len());
    if expected == got { Ok(()) } else { Err(Error::Length { argument: "keys", expected, got }) }
}

/// Both hashes of all messages, each as a batch: a message follows its key's block, and a digest of the first batch does.
pub(super) fn many_keys<F: FixedFunction, M: Messages + ?Sized>(
    keys: &[&[u8]],
    messages: &M,
    out: &mut [u8],
) -> Result<(), Error> {
    let (count, block, bytes) = (messages.count(), F::Rate::USIZE, F::Digest::USIZE);
    as_many(count, keys)?;
    // A message with a prefix of its own cannot get another one.
    if (0..count).any(|index| !messages.message(index).prefix.is_empty()) {
        for ((index, key), out) in keys.iter().enumerate().zip(out.chunks_exact_mut(bytes)) {
            let message = messages.message(index);
            Keyed::<F>::new([key, &[]]).one(&message.pieces(), message.tail, out)?;
        }
        return Ok(());
    }
    let mut blocks = alloc::vec![0; count * block];
    for (key, block) in keys.iter().zip(blocks.chunks_exact_mut(block)) {
        pad_key::<F>([key, &[]], block);
    }
    let mut inner = alloc::vec![0; count * bytes];
    let hashed = after_blocks::<F>(&blocks, |index| messages.message(index), &mut inner).and_then(|()| {
        for byte in &mut blocks {
            *byte ^= INNER ^ OUTER;
        }
        after_blocks::<F>(&blocks, |index| Message::new(&inner[index * bytes..][..bytes]), out)
    });
    wipe(&mut blocks);
    wipe(&mut inner);
    hashed
}

/// Hashes each message after a block of its own.
fn after_blocks<'m, F: FixedFunction>(
    blocks: &'m [u8],
    message: impl Fn(usize) -> Message<'m>,
    out: &mut [u8],
) -> Result<(), Error> {
    let all = blocks.chunks_exact(F::Rate::USIZE).enumerate();
    let all: Vec<_> = all.map(|(index, prefix)| Message { prefix, ..message(index) }).collect();
    let survey = Survey::of(&all);
    F::Incremental::here(F::INITIAL).room_for(&survey)?;
    F::Incremental::many(F::INITIAL, None, Jobs::new(&survey, F::Digest::USIZE, out)?)
}
