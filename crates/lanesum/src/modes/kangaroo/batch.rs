//! One message, or many. Messages of one chunk share slots like those of any sponge; a longer message fills the slots with its own leaves.

use super::length::LengthEncoded;
use super::serial::serial;
use super::tree::{CHUNK, KtKind, Tree};
use crate::Error;
use lanesum_batch::scheduler::{Choose, Jobs, Message, Survey};
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
    Tree::new(kind, choose).finish_into(message, customization, out);
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
        let mut tree = Tree::new(kind, choose);
        tree.update(message.prefix);
        tree.finish_into(message.body, customization, out);
        true
    };
    let parameters = if ending_bytes == 0 { kind.of_short() } else { kind.of_one_chunk() };
    let sponges = Sponges::new(parameters).ending(&ending[..ending_bytes]);
    run(choose, &sponges, if is_short(survey.longest()) { jobs } else { jobs.with_aside(&mut aside) });
    Ok(())
}
