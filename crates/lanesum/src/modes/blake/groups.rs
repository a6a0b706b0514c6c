//! Batches of the functions that hash whole slices in lanes, without the scheduler: BLAKE2 and BLAKE3.

use crate::{Error, Message};
use lanesum_batch::scheduler::Jobs;
use lanesum_batch::wipe::wipe_if_asked;

/// The messages of a group: several times the widest kernel.
const GROUP: usize = 32;

/// The longest message in two pieces that is copied to be hashed in lanes: a node of a Merkle tree with its prefix. A longer one is hashed
/// alone.
const JOINED: usize = 160;

/// Calls `many` with groups of messages and room for their digests. Messages that cannot be one slice go to `alone`.
///
/// # Errors
/// [`Error::WholeBytes`] for a message that ends within a byte.
pub fn in_groups(
    jobs: Jobs<'_, '_, '_>,
    many: impl Fn(&[&[u8]], &mut [u8]),
    alone: impl Fn(Message<'_>, &mut [u8]),
) -> Result<(), Error> {
    let Jobs { survey, out, output_bytes, .. } = jobs;
    survey.whole_bytes()?;
    if output_bytes == 0 {
        return Ok(());
    }
    let mut first = 0;
    if survey.are_bodies() {
        let mut slices: [&[u8]; GROUP] = [&[]; GROUP];
        for out in out.chunks_mut(GROUP.saturating_mul(output_bytes)) {
            let group = &mut slices[..out.len() / output_bytes];
            survey.messages.fetch_bodies(first, group);
            first += group.len();
            many(group, out);
        }
        return Ok(());
    }
    let mut room = [const { Message::new(&[]) }; GROUP];
    for out in out.chunks_mut(GROUP.saturating_mul(output_bytes)) {
        let group = &mut room[..out.len() / output_bytes];
        survey.messages.fetch(first, group);
        first += group.len();
        if group.iter().all(|message| message.prefix.is_empty()) {
            let mut slices: [&[u8]; GROUP] = [&[]; GROUP];
            for (slice, message) in slices.iter_mut().zip(&*group) {
                *slice = message.body;
            }
            many(&slices[..group.len()], out);
        } else if group.iter().all(|message| message.bytes() <= JOINED) {
            joined(group, out, &many);
        } else {
            for (message, out) in group.iter().zip(out.chunks_exact_mut(output_bytes)) {
                alone(*message, out);
            }
        }
    }
    Ok(())
}

fn joined(group: &[Message<'_>], out: &mut [u8], many: &impl Fn(&[&[u8]], &mut [u8])) {
    let mut copies = [[0; JOINED]; GROUP];
    let mut slices: [&[u8]; GROUP] = [&[]; GROUP];
    for ((slice, copy), message) in slices.iter_mut().zip(&mut copies).zip(group) {
        let (prefix, body) = copy[..message.bytes()].split_at_mut(message.prefix.len());
        prefix.copy_from_slice(message.prefix);
        body.copy_from_slice(message.body);
        *slice = &copy[..message.bytes()];
    }
    many(&slices[..group.len()], out);
    wipe_if_asked(copies.as_flattened_mut());
}
