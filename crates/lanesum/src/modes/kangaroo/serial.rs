//! One message, leaf after leaf: two states are all the memory that this takes.

use super::length::LengthEncoded;
use super::tree::{CHUNK, FINAL, KtKind, MARKER};
use lanesum_batch::tail::Tail;
use lanesum_batch::wipe::Erase;
use lanesum_keccak::constructions::sponge::{KeccakForm, Sponge};

/// Hashes a message as RFC 9861, section 3.2, says.
#[inline(never)]
pub(super) fn serial(kind: KtKind, form: KeccakForm, message: &[u8], customization: &[u8], out: &mut [u8]) {
    let length = LengthEncoded::new(customization.len() as u64);
    let parts = [message, customization, length.as_bytes()];
    let all = parts.iter().map(|part| part.len() as u64).sum::<u64>();
    let mut root = Sponge::new(kind.of_one_chunk(), form);
    absorb_chunk(&mut root, &parts, 0);
    if all > CHUNK.into() {
        root.update(&MARKER);
        let mut leaf = Sponge::new(kind.leaf().parameters, form);
        let (mut leaves, mut at) = (0, u64::from(CHUNK));
        while at < all {
            absorb_chunk(&mut leaf, &parts, at);
            // Pads; the value is read from the lanes, since a buffer would be on the stack, too.
            leaf.finish_to(Tail::NONE, &mut []);
            for lane in &leaf.words()[..kind.leaf().lanes.into()] {
                root.update(&lane.to_le_bytes());
            }
            leaf.reset();
            leaves += 1;
            at += u64::from(CHUNK);
        }
        root.update(LengthEncoded::new(leaves).as_bytes());
        root.update(&[0xff, 0xff]);
        root.set_suffix(FINAL);
    }
    root.finish_to(Tail::NONE, out);
    if cfg!(feature = "zeroize") {
        root.erase();
    }
}

/// Absorbs the bytes from `at` on of the parts together, at most a chunk.
fn absorb_chunk(sponge: &mut Sponge, parts: &[&[u8]], mut at: u64) {
    let mut room = usize::from(CHUNK);
    for part in parts {
        let begin = at.min(part.len() as u64);
        at -= begin;
        let these = &part[begin as usize..];
        let these = &these[..these.len().min(room)];
        room -= these.len();
        sponge.update(these);
    }
}
