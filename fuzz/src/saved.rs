//! Saved states that somebody else may have written: any bytes, and saved ones that were changed and have the right checksum again. A
//! restored state can be used, is saved as the same bytes, and gives the same digest whatever calls finish its message.

use arbitrary::{Result, Unstructured};
use lanesum::digest::common::hazmat::SerializableState;
use lanesum::digest::{ExtendableOutput, FixedOutput, Update, XofReader};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::{CHUNK_BYTES, FinalNode, LastSubtree, Leaves, Subtree};
use lanesum::{
    CShake128, Error, Hasher, Kmac256, Kt, ParallelHash128, Sha3_256, Sha256, Shake128, TupleHash128, TurboShake128,
};

use super::check::same;
use super::input::{bytes, change};
use super::model::Start;

pub fn saved(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=14_u8)? {
        0 => typed(u, Sha3_256::new(), Update::update, fixed, |hasher, more, out| {
            hasher.finalize_many(more, out.as_chunks_mut::<32>().0)
        }),
        1 => typed(u, Sha256::new(), Update::update, fixed, |hasher, more, out| {
            hasher.finalize_many(more, out.as_chunks_mut::<32>().0)
        }),
        2 => typed(u, Shake128::new(), Update::update, xof, |hasher, more, out| hasher.finalize_many(more, 32, out)),
        3 => typed(u, TurboShake128::default(), Update::update, xof, |hasher, more, out| {
            hasher.finalize_many(more, 32, out)
        }),
        4 => typed(u, CShake128::new("", "name"), Update::update, xof, |hasher, more, out| {
            hasher.finalize_many(more, 32, out)
        }),
        5 => {
            let hasher = <Kmac256>::with_customization("key", "name");
            typed(u, hasher, Update::update, Kmac256::finalize_to, |hasher, more, out| {
                hasher.finalize_many(more, 32, out)
            })
        }
        6 => {
            let push = |hasher: &mut TupleHash128, data: &[u8]| hasher.push(data);
            let finish = |hasher: TupleHash128, out: &mut [u8]| in_pieces(hasher.finalize_in_pieces(256), out);
            typed(u, TupleHash128::new("name"), push, finish, |hasher, more, out| {
                for (more, out) in more.iter().zip(out.chunks_mut(32)) {
                    let mut one = hasher.clone();
                    one.push(*more);
                    one.finalize_to(out);
                }
                Ok(())
            })
        }
        7 => {
            let hasher = <ParallelHash128>::new(100, "name").expect("a block of 100 bytes");
            typed(u, hasher, Update::update, fixed, |hasher, more, out| hasher.finalize_many(more, 32, out))
        }
        8 => {
            let (first, data) = (u.arbitrary::<u32>()?, bytes(u, 4 * CHUNK_BYTES)?);
            let mut leaves = Leaves::<Bits128>::new(std::num::NonZeroU64::MIN.saturating_add(first.into()));
            leaves.update(&data[..data.len() / CHUNK_BYTES * CHUNK_BYTES]);
            let subtree = leaves.finish().expect("whole leaves");
            check(u, &subtree.to_bytes(), Subtree::<Bits128>::from_bytes, |subtree| {
                let _ = { subtree.clone() }.append(&subtree);
                subtree.to_bytes()
            })
        }
        9 => {
            let customization = bytes(u, 9000)?;
            let last = Leaves::<Bits256>::new(std::num::NonZeroU64::MIN).finish_last(&customization);
            check(u, &last.to_bytes(), LastSubtree::<Bits256>::from_bytes, |last| last.to_bytes())
        }
        10 => {
            let node = FinalNode::<Bits128>::new(&[7; CHUNK_BYTES]);
            check(u, &node.to_bytes(), FinalNode::<Bits128>::from_bytes, |node| node.to_bytes())
        }
        11 => {
            let mut kt = Kt::<Bits256>::new(bytes(u, 300)?);
            kt.update(&bytes(u, 4 * CHUNK_BYTES)?);
            check(u, &kt.to_bytes(), Kt::<Bits256>::from_bytes, |kt| {
                for more in MORE {
                    let mut many = [[0; 32]; 2];
                    kt.finalize_many(&[more; 2], 32, many.as_flattened_mut()).expect("64 bytes");
                    let mut hasher = kt.clone();
                    hasher.update(&[]);
                    more.chunks(7000).for_each(|piece| hasher.update(piece));
                    let mut out = [0; 32];
                    in_pieces(hasher.finalize_xof(), &mut out);
                    same("saved: KT by finalize_many", &many[0], &out);
                    same("saved: KT by finalize_many, the second", &many[1], &out);
                }
                kt.to_bytes()
            })
        }
        _ => {
            let start: Start = u.arbitrary()?;
            let mut hasher = Hasher::with_options(start.algorithm, start.options()).expect("they fit");
            hasher.update(&bytes(u, 20_000)?);
            check(u, &hasher.to_bytes(), Hasher::from_bytes, |hasher| {
                for more in MORE {
                    // All too long, or none.
                    let _ = any(&hasher, more);
                }
                hasher.to_bytes()
            })
        }
    }
}

/// Ends of a message: none, and one of several blocks and leaves.
const MORE: [&[u8]; 2] = [&[], &[1; 20_000]];

/// The message of `hasher` and then `more`, finished by all calls that do.
///
/// # Errors
/// If the message is too long.
fn any(hasher: &Hasher, more: &[u8]) -> std::result::Result<(), Error> {
    // No digest of a fixed length is shorter.
    let read = |hasher: Hasher| {
        let mut out = [0; 28];
        hasher.finalize_with_last_bits(0, 0)?.read(&mut out).map(|()| out)
    };
    let mut whole = hasher.clone();
    whole.try_update(more)?;
    let expected = read(whole.clone())?;
    let mut many = [[0; 28]; 2];
    hasher.finalize_many(&[more; 2], 28, many.as_flattened_mut())?;
    same("saved: by finalize_many", &many[0], &expected);
    same("saved: by finalize_many, the second", &many[1], &expected);
    let mut pieces = hasher.clone();
    pieces.update(&[]);
    more.chunks(7000).for_each(|piece| pieces.update(piece));
    same("saved: by update in pieces", &read(pieces)?, &expected);
    let (mut one, mut other, mut out) = (hasher.clone(), hasher.clone(), [0; 28]);
    Hasher::update_many(&mut [(&mut one, more), (&mut other, more)]);
    same("saved: by update_many", &read(one)?, &expected);
    other.finalize_into_reset(&mut out)?;
    same("saved: by finalize_into_reset", &out, &expected);
    // Refused from 2^63 bytes of a tree on, which no hasher has come to.
    same("saved: saved once more", &read(Hasher::from_bytes(&whole.to_bytes())?)?, &expected);
    Ok(())
}

fn in_pieces(mut reader: impl XofReader, out: &mut [u8]) {
    out.chunks_mut(7).for_each(|piece| reader.read(piece));
}

fn xof(hasher: impl ExtendableOutput, out: &mut [u8]) {
    in_pieces(hasher.finalize_xof(), out);
}

fn fixed(hasher: impl FixedOutput, out: &mut [u8]) {
    out.copy_from_slice(&hasher.finalize_fixed());
}

/// The digests of two messages that begin alike.
type FinalizeMany<T> = fn(&T, &[&[u8]; 2], &mut [u8]) -> std::result::Result<(), Error>;

/// A type: `finish` gives 32 bytes of digest, `many` those of messages that begin alike.
fn typed<T: SerializableState + Clone>(
    u: &mut Unstructured<'_>,
    mut hasher: T,
    update: fn(&mut T, &[u8]),
    finish: fn(T, &mut [u8]),
    many: FinalizeMany<T>,
) -> Result<()> {
    update(&mut hasher, &bytes(u, 2000)?);
    let deserialize = |saved: &[u8]| T::deserialize(saved.try_into().map_err(drop)?).map_err(drop);
    check(u, &hasher.serialize(), deserialize, |hasher| {
        for more in MORE {
            let mut outputs = [[0; 32]; 2];
            if many(&hasher, &[more; 2], outputs.as_flattened_mut()).is_err() {
                continue; // too long
            }
            let mut whole = hasher.clone();
            update(&mut whole, more);
            let saved = whole.serialize();
            let mut out = [0; 32];
            finish(whole, &mut out);
            same("saved: a type by finalize_many", &outputs[0], &out);
            same("saved: a type by finalize_many, the second", &outputs[1], &out);
            // Refused from 2^63 bytes of a tree on, which no hasher has come to.
            if let Ok(again) = T::deserialize(&saved) {
                let mut out_again = [0; 32];
                finish(again, &mut out_again);
                same("saved: a type saved once more", &out_again, &out);
            }
        }
        hasher.serialize().to_vec()
    })
}

/// `saved` itself, changed, or other bytes.
fn check<T, E>(
    u: &mut Unstructured<'_>,
    saved: &[u8],
    restore: impl Fn(&[u8]) -> std::result::Result<T, E>,
    again: impl Fn(T) -> Vec<u8>,
) -> Result<()> {
    let Ok(restored) = restore(saved) else { panic!("it was saved just now") };
    same("saved: and saved again", &again(restored), saved);
    let mut other = saved.to_vec();
    change(u, &mut other)?;
    if u.ratio(7, 8)? {
        other.splice(other.len().saturating_sub(8).., checksum(&other[..other.len().saturating_sub(8)]));
    }
    if let Ok(restored) = restore(&other) {
        same("saved: what was changed, and saved again", &again(restored), &other);
    }
    Ok(())
}

/// FNV-1a of 64 bits, big-endian.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_be_bytes()
}
