//! cSHAKE, KMAC, `TupleHash` and `ParallelHash` of strings of any number of bits, and KT128 and KT256, whole and in subtrees.

use std::num::NonZeroU64;

use arbitrary::{Result, Unstructured};
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::subtrees::{CHUNK_BYTES, FinalNode, LastSubtree, Leaves, Subtree};
use lanesum::{BitStr, CShake, Kmac, Kt, ParallelHash, Strength, TupleHash};
use reference::BitString;
use reference::sp800_185::{self as standard, Length};

use super::check::{holds, same};
use super::input::{bytes, is_for_the_reference, keccak, length, mostly_short, pieces};

pub fn modes(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=9_u8)? {
        0 => tree::<Bits128>(u, standard::Strength::S128),
        1 => tree::<Bits256>(u, standard::Strength::S256),
        n if n % 2 == 0 => strings::<Bits128>(u, standard::Strength::S128),
        _ => strings::<Bits256>(u, standard::Strength::S256),
    }
}

/// A string of bits; spare ones of the last byte may be set.
struct Bits {
    data: Vec<u8>,
    len: usize,
}

impl Bits {
    fn new(u: &mut Unstructured<'_>, most: usize) -> Result<Self> {
        let data = bytes(u, most)?;
        let spare = if data.is_empty() || u.arbitrary()? { 0 } else { u.int_in_range(0..=7_usize)? };
        Ok(Self { len: 8 * data.len() - spare, data })
    }

    fn ours(&self) -> BitStr<'_> {
        BitStr::from_bits(&self.data, self.len as u64).expect("as many bits as there are")
    }

    fn theirs(&self) -> BitString {
        BitString::from_bits_lsb(&self.data, self.len)
    }
}

fn strings<S: Strength>(u: &mut Unstructured<'_>, strength: standard::Strength) -> Result<()> {
    // First: behind all that follows, short inputs would have none.
    let function = u.int_in_range(0..=3_u8)?;
    let mut parts = Vec::new();
    for _ in 0..u.int_in_range(0..=4_u8)? {
        parts.push(Bits::new(u, 1500)?);
    }
    let [name, customization] = [Bits::new(u, 300)?, Bits::new(u, 300)?];
    let longest = *u.choose(&[40, 1000])?;
    let block = u.int_in_range(1..=longest)?;
    let bits = 8 * length(u, 500)? + u.int_in_range(0..=7_usize)?;
    let kind = if u.arbitrary()? { Length::Fixed } else { Length::Arbitrary };
    let on = |backend| {
        let mut out = vec![0xa5; bits.div_ceil(8)];
        let bits = bits as u64;
        // The four have no trait in common that takes bits.
        macro_rules! output {
            ($hasher:ident) => {
                match kind {
                    Length::Fixed => $hasher.finalize_bits_to(&mut out, bits),
                    Length::Arbitrary => $hasher.finalize_xof().read_bits(&mut out, bits),
                }
            };
        }
        match function {
            0 => {
                let mut hasher =
                    CShake::<S>::with_backend(backend, name.ours(), customization.ours()).expect("available");
                for part in &parts {
                    hasher.update_bits(part.ours());
                }
                hasher.finalize_xof().read_bits(&mut out, bits)
            }
            1 => {
                let mut mac = <Kmac<S>>::with_backend(backend, name.ours(), customization.ours()).expect("available");
                for part in &parts {
                    mac.update_bits(part.ours());
                }
                verified(&mac, kind);
                output!(mac)
            }
            2 => {
                let mut hasher = TupleHash::<S>::with_backend(backend, customization.ours()).expect("available");
                for part in &parts {
                    hasher.push(part.ours());
                }
                output!(hasher)
            }
            _ => {
                let hasher = <ParallelHash<S>>::with_backend(backend, block as u64, customization.ours());
                let mut hasher = hasher.expect("available");
                for part in &parts {
                    hasher.update_bits(part.ours());
                }
                output!(hasher)
            }
        }
        .expect("as many bits as there is room");
        out
    };
    let ours = on(keccak(u)?);
    same("modes: SP 800-185 on another backend", &ours, &on(keccak(u)?));
    let all = parts.iter().chain([&name, &customization]).map(|part| part.data.len()).sum::<usize>();
    // Each block has its own padding.
    let blocks = if function == 3 { 168 * (all / block) } else { 0 };
    if !is_for_the_reference(all + blocks + ours.len(), &ours) {
        return Ok(());
    }
    let strings: Vec<_> = parts.iter().map(Bits::theirs).collect();
    let message: BitString = strings.iter().flat_map(|string| string.as_slice().iter().copied()).collect();
    let (name, customization) = (name.theirs(), customization.theirs());
    let theirs = match function {
        0 => standard::cshake(strength, &message, bits, &name, &customization),
        1 => standard::kmac(strength, &name, &message, bits, &customization, kind),
        2 => standard::tuple_hash(strength, &strings, bits, &customization, kind),
        _ => standard::parallel_hash(strength, &message, block, bits, &customization, kind),
    };
    let theirs = theirs.to_bytes();
    match function {
        0 => same("modes: cSHAKE, the reference", &ours, &theirs),
        1 => same("modes: KMAC, the reference", &ours, &theirs),
        2 => same("modes: TupleHash, the reference", &ours, &theirs),
        _ => same("modes: ParallelHash, the reference", &ours, &theirs),
    }
    Ok(())
}

/// A tag of 256 bits is taken, one with a wrong bit is not.
fn verified<S: Strength>(mac: &Kmac<S>, kind: Length) {
    let mut tag = [0; 32];
    let verify = |tag: &[u8]| match kind {
        Length::Fixed => mac.clone().verify_bits(tag, 256),
        Length::Arbitrary => mac.clone().verify_xof_bits(tag, 256),
    };
    match kind {
        Length::Fixed => mac.clone().finalize_to(&mut tag),
        Length::Arbitrary => mac.clone().finalize_xof().read_bits(&mut tag, 256).expect("room"),
    }
    holds("modes: KMAC takes its own tag", verify(&tag).is_ok());
    tag[usize::from(tag[0]) % 32] ^= 1 << (tag[1] % 8);
    holds("modes: KMAC refuses another", verify(&tag).is_err());
}

fn tree<S: Strength>(u: &mut Unstructured<'_>, strength: standard::Strength) -> Result<()> {
    let data = mostly_short(u, 20_000, 300_000)?;
    let customization = mostly_short(u, 300, 9000)?;
    let mut out = vec![0; length(u, 300)?];
    let mut hasher = Kt::<S>::with_backend(keccak(u)?, &customization).expect("available");
    for piece in pieces(u, &data)? {
        match u.int_in_range(0..=3_u8)? {
            0 => hasher.update_rayon(piece),
            1 => {
                hasher.update(piece);
                hasher = Kt::from_bytes(&hasher.to_bytes()).expect("it was saved just now");
            }
            _ => hasher.update(piece),
        }
    }
    hasher.finalize_xof_into(&mut out);
    let mut other = vec![0; out.len()];
    Kt::<S>::with_backend(keccak(u)?, "")
        .expect("available")
        .chain(&data)
        .finalize_customized(&customization)
        .read(&mut other);
    same("modes: KT on another backend", &out, &other);
    if is_for_the_reference(data.len() + customization.len(), &out) {
        same("modes: KT, the reference", &out, &reference::turboshake::kt(strength, &data, &customization, out.len()));
    }
    if let Some(first) = data.first_chunk() {
        let mut other = vec![0; out.len()];
        in_subtrees::<S>(u, first, &data[CHUNK_BYTES..], &customization)?.read(&mut other);
        same("modes: KT in subtrees", &other, &out);
    }
    Ok(())
}

/// The leaves in subtrees, everything through bytes.
fn in_subtrees<S: Strength>(
    u: &mut Unstructured<'_>,
    first: &[u8; CHUNK_BYTES],
    mut rest: &[u8],
    customization: &[u8],
) -> Result<lanesum::Reader> {
    let number = |leaf| NonZeroU64::new(leaf).expect("leaves begin at 1");
    let mut node = FinalNode::<S>::with_backend(keccak(u)?, first).expect("available");
    let mut next = 1;
    for _ in 0..u.int_in_range(0..=4_u8)? {
        let leaves = u.int_in_range(0..=rest.len() / CHUNK_BYTES)?;
        let (part, more) = rest.split_at(leaves * CHUNK_BYTES);
        let mut subtree = Leaves::<S>::with_backend(keccak(u)?, number(next)).expect("available");
        pieces(u, part)?.into_iter().for_each(|piece| subtree.update(piece));
        let subtree = subtree.finish().expect("whole leaves").to_bytes();
        node.absorb(&Subtree::from_bytes(&subtree).expect("it was saved just now")).expect("it is the next one");
        node = FinalNode::from_bytes(&node.to_bytes()).expect("it was saved just now");
        next += leaves as u64;
        rest = more;
    }
    let mut last = Leaves::<S>::with_backend(keccak(u)?, number(next)).expect("available");
    last.update(rest);
    let last = last.finish_last(customization).to_bytes();
    Ok(node.finish(&LastSubtree::from_bytes(&last).expect("it was saved just now")).expect("it is the last one"))
}
