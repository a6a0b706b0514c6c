//! One message, or many. Messages of one chunk share slots like those of any sponge; a longer message fills the slots with its own leaves.

use super::length::LengthEncoded;
use super::serial::serial;
use super::tree::{CHUNK, KtKind, KtTree};
use crate::Error;
use lanesum_batch::plan::WIDEST as MOST;
use lanesum_batch::scheduler::{BlockFunction as _, Choose, Jobs, Message, Messages, Survey, are_alone};
use lanesum_batch::tail::Tail;
use lanesum_keccak::leaves::LONGEST_END;
use lanesum_keccak::sponges::{HAS_SEVERAL, Sponges, WIDEST, run};

pub(crate) fn one(kind: KtKind, choose: Choose, message: &[u8], customization: &[u8], out: &mut [u8]) {
    if customization.is_empty() && message.len() < CHUNK.into() {
        return lanesum_keccak::constructions::sponge::hash(
            kind.of_short(),
            choose.one::<Sponges<'_>>(),
            message,
            Tail::NONE,
            out,
        );
    }
    if !HAS_SEVERAL || choose.width::<Sponges<'_>>(WIDEST) == 1 {
        return serial(kind, choose.one::<Sponges<'_>>(), message, customization, out);
    }
    KtTree::new(kind, choose).finish_into(message, customization, out);
}

/// Hashes many messages, each to `output_bytes` bytes of `out`. The caller has checked that they are whole bytes.
///
/// # Errors
/// [`Error::Length`] unless `out` has that many bytes for each message.
pub(crate) fn many(
    kind: KtKind,
    choose: Choose,
    survey: &Survey<'_>,
    customization: &[u8],
    output_bytes: usize,
    out: &mut [u8],
) -> Result<(), Error> {
    let jobs = Jobs::new(survey, output_bytes, out)?;
    // The bytes after a message of one chunk. Without a customization string, they are one byte, which is part of the sponge's suffix.
    let mut ending = [0; LONGEST_END];
    let mut ending_bytes = 0;
    let length = LengthEncoded::new(customization.len() as u64);
    let appended = customization.len().saturating_add(length.as_bytes().len());
    if !customization.is_empty() && appended <= LONGEST_END {
        ending[..customization.len()].copy_from_slice(customization);
        ending[customization.len()..appended].copy_from_slice(length.as_bytes());
        ending_bytes = appended;
    }
    let is_short = |bytes: u64| bytes.saturating_add(appended as u64) <= CHUNK.into() && appended <= LONGEST_END;
    let mut aside = |message: Message<'_>, out: &mut [u8]| {
        if is_short(message.bytes() as u64) {
            return false;
        }
        several_chunks(kind, choose, &message, customization, out);
        true
    };
    let parameters = if ending_bytes == 0 { kind.of_short() } else { kind.of_one_chunk() };
    let sponges = Sponges::new(parameters).ending(&ending[..ending_bytes]);
    run(choose, &sponges, if is_short(survey.longest()) { jobs } else { jobs.with_aside(&mut aside) });
    Ok(())
}

fn several_chunks(kind: KtKind, choose: Choose, message: &Message<'_>, customization: &[u8], out: &mut [u8]) {
    let mut tree = KtTree::new(kind, choose);
    tree.update(message.prefix);
    tree.finish_into(message.body, customization, out);
}

/// Hashes messages without a customization string that are cheapest one by one, with little code around each: two of a few bytes must take no
/// longer than as many calls for one. Returns false, and does nothing, for others. All are whole bytes, with `output_bytes` bytes of `out` for each.
#[inline]
pub(crate) fn alone<M: Messages + ?Sized>(
    kind: KtKind,
    choose: Choose,
    messages: &M,
    survey: &Survey<'_>,
    output_bytes: usize,
    out: &mut [u8],
) -> bool {
    let sponges = Sponges::new(kind.of_short());
    let is_short = |message: &Message<'_>| message.bytes() < CHUNK.into();
    let are_alone = if survey.longest() < CHUNK.into() {
        are_alone(choose, &sponges, survey)
    } else if survey.count <= MOST {
        // Longer messages have no part in the slots of the others.
        let (mut short, mut count) = ([&[][..]; MOST], 0);
        for message in (0..survey.count).map(|index| messages.message(index)).filter(is_short) {
            short[count] = message.body;
            count += 1;
        }
        are_alone(choose, &sponges, &Survey::of(&&short[..count]))
    } else {
        false
    };
    if !are_alone {
        return false;
    }
    let form = choose.one::<Sponges<'_>>();
    for (index, place) in out.chunks_exact_mut(output_bytes).enumerate() {
        let message = messages.message(index);
        if is_short(&message) {
            sponges.one(form, &message, place);
        } else {
            several_chunks(kind, choose, &message, &[], place);
        }
    }
    true
}
