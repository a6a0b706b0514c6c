//! Saved states that somebody else may have written: any bytes, and saved ones that were changed and have the right checksum again. A
//! restored state can be used, and is saved as the same bytes.

use arbitrary::{Result, Unstructured};
use lanesum::digest::common::hazmat::SerializableState;
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::{CHUNK_BYTES, FinalNode, LastSubtree, Leaves, Subtree};
use lanesum::{
    CShake128, Hasher, Kmac256, Kt, ParallelHash128, Sha3_256, Sha256, Shake128, TupleHash128, TurboShake128,
};

use crate::check::same;
use crate::input::{bytes, change};
use crate::model::Start;

pub fn saved(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=14_u8)? {
        0 => typed::<Sha3_256>(u, Sha3_256::new(), |hasher, data| Update::update(hasher, data)),
        1 => typed::<Sha256>(u, Sha256::new(), |hasher, data| Update::update(hasher, data)),
        2 => typed::<Shake128>(u, Shake128::new(), |hasher, data| hasher.update(data)),
        3 => typed::<TurboShake128>(u, TurboShake128::default(), |hasher, data| hasher.update(data)),
        4 => typed::<CShake128>(u, CShake128::new("", "name"), |hasher, data| hasher.update(data)),
        5 => typed::<Kmac256>(u, <Kmac256>::with_customization("key", "name"), |hasher, data| {
            Update::update(hasher, data)
        }),
        6 => typed::<TupleHash128>(u, TupleHash128::new("name"), |hasher, data| hasher.push(data)),
        7 => {
            let hasher = <ParallelHash128>::new(100, "name").expect("a block of 100 bytes");
            typed::<ParallelHash128>(u, hasher, |hasher, data| Update::update(hasher, data))
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
            check(u, &kt.to_bytes(), Kt::<Bits256>::from_bytes, |mut kt| {
                let saved = kt.to_bytes();
                kt.update(&[1; 20_000]);
                kt.finalize_xof_into(&mut [0; 40]);
                saved
            })
        }
        _ => {
            let start: Start = u.arbitrary()?;
            let mut hasher = Hasher::with_options(start.algorithm, start.options()).expect("they fit");
            hasher.update(&bytes(u, 20_000)?);
            check(u, &hasher.to_bytes(), Hasher::from_bytes, |mut hasher| {
                let saved = hasher.to_bytes();
                hasher.update(&[1; 300]);
                if hasher.try_update(&[1; 300]).is_ok() {
                    let _ = hasher.finalize().read(&mut [0; 28]);
                }
                saved
            })
        }
    }
}

fn typed<T: SerializableState + Clone>(
    u: &mut Unstructured<'_>,
    mut hasher: T,
    update: fn(&mut T, &[u8]),
) -> Result<()> {
    update(&mut hasher, &bytes(u, 2000)?);
    let deserialize = |saved: &[u8]| T::deserialize(saved.try_into().map_err(drop)?).map_err(drop);
    check(u, &hasher.serialize(), deserialize, |mut hasher| {
        let saved = hasher.serialize().to_vec();
        update(&mut hasher, &[1; 300]);
        saved
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
