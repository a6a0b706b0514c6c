//! One message: any algorithm, in any pieces, saved and restored between them, to the bit; on two backends, against the reference. BLAKE3 also
//! in parts of its tree.

use arbitrary::{Result, Unstructured};
use lanesum::{Algorithm, Hasher, HasherReader};

use super::blake3_tree::blake3_tree;
use super::check::{holds, same};
use super::input::{backend, is_for_the_reference, length, mostly_short, pieces};
use super::model::Start;

/// Most messages are no longer, and others are not for the reference.
const SHORT: usize = 3000;

pub fn hashes(u: &mut Unstructured<'_>) -> Result<()> {
    let start: Start = u.arbitrary()?;
    let algorithm = start.algorithm;
    // Leaves of a tree are long.
    let long = if matches!(algorithm, Algorithm::Kt128 | Algorithm::Kt256) { 80_000 } else { 12_000 };
    let data = mostly_short(u, SHORT, long)?;
    let (last, bits) = if algorithm.takes_whole_bytes() { (0, 0) } else { (u.arbitrary()?, u.int_in_range(0..=7)?) };
    let out_bits =
        if algorithm.is_xof() { 8 * length(u, 1000)? + u.int_in_range(0..=7_usize)? } else { algorithm.digest_bits() };
    let [one, other] = [backend(u, algorithm, |_| true)?, backend(u, algorithm, |_| true)?];
    let make = |backend| Hasher::with_options(algorithm, start.options().backend(backend)).expect("it is available");

    let mut whole = make(other);
    whole.update(&data);
    let whole = read(whole.finalize_with_last_bits(last, bits).expect("few bits"), out_bits, u)?;

    let mut hasher = make(one);
    let mut beside = make(other);
    for piece in pieces(u, &data)? {
        match u.int_in_range(0..=5_u8)? {
            0 => {
                let saved = hasher.to_bytes();
                hasher = Hasher::from_bytes(&saved).expect("it was saved just now");
                same("hashes: saved again", &hasher.to_bytes(), &saved);
                hasher.update(piece);
                beside.update(piece);
            }
            1 => Hasher::update_many(&mut [(&mut hasher, piece), (&mut beside, piece)]),
            2 => {
                hasher.update_rayon(piece);
                beside.update(piece);
            }
            _ => {
                hasher.try_update(piece).expect("short");
                beside.update(piece);
            }
        }
    }
    same("hashes: saved on both backends", &hasher.to_bytes(), &beside.to_bytes());
    let in_pieces = read(hasher.finalize_with_last_bits(last, bits).expect("few bits"), out_bits, u)?;
    same("hashes: in pieces, on another backend", &in_pieces, &whole);
    if data.len() <= SHORT && is_for_the_reference(data.len() + out_bits / 8, &whole) {
        let all_bits = 8 * data.len() + bits as usize;
        let all = [&data[..], &[last]].concat();
        let all = &all[..all_bits.div_ceil(8)];
        same("hashes: the reference", &whole, &start.reference(all, all_bits, out_bits));
    }
    if algorithm == Algorithm::Blake3 {
        blake3_tree(u, &start, &data, &whole[..out_bits / 8])?;
    }
    Ok(())
}

/// This many bits of output, whole bytes first and in pieces.
fn read(mut reader: HasherReader, bits: usize, u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut out = vec![0xff; bits.div_ceil(8)];
    let (mut whole, rest) = out.split_at_mut(bits / 8);
    let left = reader.left_bits();
    for _ in 0..u.int_in_range(0..=3_u8)? {
        let (piece, rest) = whole.split_at_mut(length(u, whole.len())?);
        reader.read(piece).expect("no more than there is");
        whole = rest;
    }
    reader.read(whole).expect("no more than there is");
    if !rest.is_empty() {
        reader.read_bits(rest, bits as u64 % 8).expect("no more than there is");
    }
    if left.is_some() {
        holds("hashes: a digest ends", reader.left_bits() == Some(0) && reader.read(&mut [0]).is_err());
    }
    Ok(out)
}
