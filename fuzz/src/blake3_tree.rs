//! BLAKE3's tree in parts, and its output from any byte on, beside the hasher by name.

use arbitrary::{Result, Unstructured};
use lanesum::digest::{ExtendableOutput, XofReader};
use lanesum::subtrees::Blake3Subtree;
use lanesum::{Algorithm, Blake3, Blake3Mode};

use super::check::same;
use super::input::{backend, length};
use super::model::Start;

const CHUNK: usize = Blake3Subtree::CHUNK_BYTES;

/// `whole` is the output of `data` by the hasher that starts so.
pub fn blake3_tree(u: &mut Unstructured<'_>, start: &Start, data: &[u8], whole: &[u8]) -> Result<()> {
    // The type takes a context of text.
    let Ok(context) = std::str::from_utf8(&start.customization) else { return Ok(()) };
    let mode = match start.key.first_chunk() {
        Some(key) => Blake3Mode::Keyed(key),
        None if context.is_empty() => Blake3Mode::Hash,
        None => Blake3Mode::DeriveKey(context),
    };
    let mut hasher = Blake3::with_backend(backend(u, Algorithm::Blake3, |_| true)?, mode).expect("available");
    let mut reader = if data.len() > CHUNK {
        let [left, right] = halves(u, &hasher, 0, data)?;
        hasher.root(&left, &right).expect("halves of the message")
    } else {
        hasher.update(data);
        hasher.finalize_xof()
    };
    let from = length(u, whole.len())?;
    reader.set_position(from as u64);
    let mut out = vec![0; whole.len() - from];
    reader.read(&mut out);
    same("hashes: BLAKE3 in subtrees, from any byte on", &out, &whole[from..]);
    Ok(())
}

/// The two halves of a tree of more than one chunk, the first of which is chunk `first`.
fn halves(u: &mut Unstructured<'_>, hasher: &Blake3, first: u64, data: &[u8]) -> Result<[Blake3Subtree; 2]> {
    let chunks = data.len().div_ceil(CHUNK).next_power_of_two() / 2;
    let (left, right) = data.split_at(chunks * CHUNK);
    Ok([subtree(u, hasher, first, left)?, subtree(u, hasher, first + chunks as u64, right)?])
}

/// In one call, or from its halves; through its value.
fn subtree(u: &mut Unstructured<'_>, hasher: &Blake3, first: u64, data: &[u8]) -> Result<Blake3Subtree> {
    let subtree = if data.len() > CHUNK && u.arbitrary()? {
        let [left, right] = halves(u, hasher, first, data)?;
        hasher.join(&left, &right)
    } else {
        hasher.subtree(first, data)
    };
    let subtree = subtree.expect("a subtree of the message");
    Ok(Blake3Subtree::from_value(subtree.value(), first, data.len() as u64).expect("the same subtree"))
}
