//! All calls that finish the message of a saved state, for every function whose hashers can be saved.

use digest::common::hazmat::SerializableState;
use digest::{ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset, Update, XofReader};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, CShake, DigestMany, FixedFunction, FixedHash, Hasher, Kmac, Kt, ParallelHash, Sha512T, Strength,
    TupleHash, TurboShake, Xof, XofFunction, functions,
};

/// Digests of a message by several calls.
pub type Ways = Vec<(&'static str, Vec<u8>)>;

/// Finishes the message of a saved state and then `more` by all calls that do; `None` if the state is refused.
pub type Finish = fn(saved: &[u8], more: &[u8]) -> Option<Ways>;

fn read(mut reader: impl XofReader, pieces: usize) -> Vec<u8> {
    let mut out = vec![0; 200];
    out.chunks_mut(pieces).for_each(|piece| reader.read(piece));
    out
}

/// Two outputs of `finalize_many`, which must be those of the same message.
fn both(out: &[u8]) -> Vec<u8> {
    let (first, second) = out.split_at(out.len() / 2);
    if first == second { first.to_vec() } else { out.to_vec() }
}

fn restored<T: SerializableState>(saved: &[u8]) -> Option<T> {
    T::deserialize(saved.try_into().ok()?).ok()
}

/// The same state by a second saving.
fn again<T: SerializableState>(state: &T) -> T {
    let saved = state.serialize();
    let Ok(again) = T::deserialize(&saved) else { panic!("what was restored and saved again is refused") };
    assert!(again.serialize() == saved, "what was saved again differs");
    again
}

/// A [`Hasher`], and the type of the same function.
pub fn hasher(saved: &[u8], more: &[u8]) -> Option<Ways> {
    let start = Hasher::from_bytes(saved);
    let algorithm = start.as_ref().map_or(Algorithm::Kt128, Hasher::algorithm);
    let start = start.ok()?;
    let bytes = if algorithm.is_xof() { 200 } else { start.digest_bytes() };
    assert_eq!(start.to_bytes(), saved, "{algorithm}: what was saved again differs");
    let finish = |hasher: Hasher, pieces: usize| {
        let (mut reader, mut out) = (hasher.finalize(), vec![0; bytes]);
        out.chunks_mut(pieces).for_each(|piece| reader.read(piece).unwrap());
        out
    };
    let updated = |pieces: usize| {
        let mut hasher = start.clone();
        hasher.update(&[]);
        more.chunks(pieces).for_each(|piece| hasher.update(piece));
        hasher
    };
    // The end of a message that is too long is an error, whatever the way.
    let mut out = vec![0; bytes];
    updated(1 << 20).finalize_with_last_bits(0, 0).ok()?.read(&mut out).unwrap();
    let mut ways = vec![
        ("finalize_with_last_bits", out),
        ("finalize", finish(updated(1 << 20), bytes)),
        ("update in pieces, read in pieces", finish(updated(1000), 7)),
        ("saved again", finish(Hasher::from_bytes(&updated(1 << 20).to_bytes()).unwrap(), bytes)),
    ];
    for messages in [&[more][..], &[more, more]] {
        let mut out = vec![0; bytes * messages.len()];
        start.finalize_many(messages, bytes, &mut out).unwrap();
        ways.push(("finalize_many", if messages.len() == 1 { out } else { both(&out) }));
    }
    let (mut one, mut other, mut out) = (start.clone(), start.clone(), vec![0; bytes]);
    Hasher::update_many(&mut [(&mut one, more), (&mut other, more)]);
    ways.push(("update_many", finish(one, bytes)));
    other.finalize_into_reset(&mut out).unwrap();
    ways.push(("update_many, finalize_into_reset", out));
    #[cfg(feature = "rayon")]
    {
        let mut hasher = start.clone();
        hasher.update_rayon(more);
        ways.push(("update_rayon", finish(hasher, bytes)));
    }
    // The types have BLAKE2's longest digests alone.
    if bytes >= algorithm.digest_bits() / 8 {
        ways.extend(typed(algorithm, saved, more));
    } else {
        assert!(restored::<FixedHash<functions::Blake2b>>(saved).is_none(), "a digest of another length");
        assert!(restored::<FixedHash<functions::Blake2s>>(saved).is_none(), "a digest of another length");
    }
    Some(ways)
}

/// The type of the algorithm takes the states that [`Hasher`] takes.
fn typed(algorithm: Algorithm, saved: &[u8], more: &[u8]) -> Ways {
    fn fixed<F: FixedFunction>(saved: &[u8], more: &[u8]) -> Ways {
        let start: FixedHash<F> = restored(saved).expect("Hasher has taken it");
        let mut out = [FixedHash::<F>::default().finalize_fixed()];
        start.finalize_many(&[more], &mut out).unwrap();
        let mut hasher = start.chain(more);
        let whole = again(&hasher).finalize_fixed();
        vec![
            ("FixedHash::finalize_many", out[0].to_vec()),
            ("FixedHash::finalize_fixed", whole.to_vec()),
            ("FixedHash::finalize_fixed_reset", hasher.finalize_fixed_reset().to_vec()),
        ]
    }
    fn xof<F: XofFunction>(saved: &[u8], more: &[u8]) -> Ways {
        let start: Xof<F> = restored(saved).expect("Hasher has taken it");
        let mut many = vec![0; 200];
        start.finalize_many(&[more], 200, &mut many).unwrap();
        let mut hasher = start.chain(more);
        let whole = read(again(&hasher).finalize_xof(), 200);
        vec![("Xof::finalize_many", many), ("Xof", whole), ("Xof, reset", read(hasher.finalize_xof_reset(), 7))]
    }
    fn turbo<S: Strength>(saved: &[u8], more: &[u8]) -> Ways {
        let start: TurboShake<S> = restored(saved).expect("Hasher has taken it");
        let mut many = vec![0; 200];
        start.finalize_many(&[more], 200, &mut many).unwrap();
        let mut hasher = start.chain(more);
        let whole = read(again(&hasher).finalize_xof(), 200);
        vec![("TurboShake::finalize_many", many), ("it", whole), ("its reset", read(hasher.finalize_xof_reset(), 7))]
    }
    fn kt<S: Strength>(saved: &[u8], more: &[u8]) -> Ways {
        let start = Kt::<S>::from_bytes(saved).expect("Hasher has taken it");
        assert_eq!(start.to_bytes(), saved);
        let mut many = vec![0; 200];
        start.finalize_many(&[more], 200, &mut many).unwrap();
        let mut hasher = start.chain(more);
        let whole = read(hasher.clone().finalize_xof(), 200);
        vec![("Kt::finalize_many", many), ("Kt", whole), ("Kt, reset", read(hasher.finalize_xof_reset(), 7))]
    }
    let finish = match algorithm {
        // Its type saves no state.
        Algorithm::Blake3 => return Vec::new(),
        Algorithm::Sha3_224 => fixed::<functions::Sha3_224>,
        Algorithm::Sha3_256 => fixed::<functions::Sha3_256>,
        Algorithm::Sha3_384 => fixed::<functions::Sha3_384>,
        Algorithm::Sha3_512 => fixed::<functions::Sha3_512>,
        Algorithm::Keccak256 => fixed::<functions::Keccak256>,
        Algorithm::Sha224 => fixed::<functions::Sha224>,
        Algorithm::Sha256 => fixed::<functions::Sha256>,
        Algorithm::Sha384 => fixed::<functions::Sha384>,
        Algorithm::Sha512 => fixed::<functions::Sha512>,
        Algorithm::Sha512_224 => fixed::<functions::Sha512_224>,
        Algorithm::Sha512_256 => fixed::<functions::Sha512_256>,
        Algorithm::Blake224 => fixed::<functions::Blake224>,
        Algorithm::Blake256 => fixed::<functions::Blake256>,
        Algorithm::Blake384 => fixed::<functions::Blake384>,
        Algorithm::Blake512 => fixed::<functions::Blake512>,
        Algorithm::Shake128 => xof::<functions::Shake128>,
        Algorithm::Shake256 => xof::<functions::Shake256>,
        Algorithm::TurboShake128 => turbo::<Bits128>,
        Algorithm::TurboShake256 => turbo::<Bits256>,
        Algorithm::Kt128 => kt::<Bits128>,
        Algorithm::Kt256 => kt::<Bits256>,
        Algorithm::Blake2b => fixed::<functions::Blake2b>,
        Algorithm::Blake2s => fixed::<functions::Blake2s>,
        Algorithm::Blake2bp => fixed::<functions::Blake2bp>,
        Algorithm::Blake2sp => fixed::<functions::Blake2sp>,
        other => panic!("{other} has no type here: add it"),
    };
    finish(saved, more)
}

pub fn cshake<S: Strength>(saved: &[u8], more: &[u8]) -> Option<Ways> {
    let start: CShake<S> = restored(saved)?;
    let mut many = vec![0; 400];
    start.finalize_many(&[more, more], 200, &mut many).unwrap();
    let mut hasher = start.clone().chain([]).chain(more);
    Some(vec![
        ("finalize_xof", read(start.chain(more).finalize_xof(), 200)),
        ("finalize_many", both(&many)),
        ("saved again", read(again(&hasher).finalize_xof(), 7)),
        ("finalize_xof_reset", read(hasher.finalize_xof_reset(), 7)),
    ])
}

pub fn kmac<S: Strength>(saved: &[u8], more: &[u8]) -> Option<Ways> {
    let start: Kmac<S> = restored(saved)?;
    let bytes = S::BITS as usize / 4;
    let mut many = vec![0; 2 * bytes];
    start.finalize_many(&[more, more], bytes, &mut many).unwrap();
    let mut hasher = start.clone().chain([]).chain(more);
    let mut to = vec![0; bytes];
    hasher.clone().finalize_to(&mut to);
    let mut pieces = vec![0; bytes];
    let mut reader = hasher.clone().finalize_in_pieces(8 * bytes as u64);
    pieces.chunks_mut(7).for_each(|piece| reader.read(piece));
    Some(vec![
        ("finalize_fixed", start.chain(more).finalize_fixed().to_vec()),
        ("finalize_many", both(&many)),
        ("finalize_to", to),
        ("finalize_in_pieces", pieces),
        ("saved again", again(&hasher).finalize_fixed().to_vec()),
        ("finalize_fixed_reset", hasher.finalize_fixed_reset().to_vec()),
    ])
}

pub fn tuple<S: Strength>(saved: &[u8], more: &[u8]) -> Option<Ways> {
    let mut hasher: TupleHash<S> = restored(saved)?;
    hasher.push(more);
    let mut to = vec![0; 200];
    hasher.clone().finalize_to(&mut to);
    Some(vec![
        ("finalize_in_pieces", read(hasher.clone().finalize_in_pieces(1600), 7)),
        ("saved again", read(again(&hasher).finalize_in_pieces(1600), 200)),
        ("finalize_to", to),
    ])
}

pub fn parallel<S: Strength>(saved: &[u8], more: &[u8]) -> Option<Ways> {
    let start: ParallelHash<S> = restored(saved)?;
    let bytes = S::BITS as usize / 4;
    let mut many = vec![0; 2 * bytes];
    start.finalize_many(&[more, more], bytes, &mut many).unwrap();
    let mut hasher = start.clone().chain([]);
    more.chunks(1000).for_each(|piece| Update::update(&mut hasher, piece));
    let mut to = vec![0; bytes];
    hasher.clone().finalize_to(&mut to);
    Some(vec![
        ("finalize_fixed", start.chain(more).finalize_fixed().to_vec()),
        ("finalize_many", both(&many)),
        ("finalize_to", to),
        ("saved again", again(&hasher).finalize_fixed().to_vec()),
        ("finalize_fixed_reset", hasher.finalize_fixed_reset().to_vec()),
    ])
}

pub fn sha512t(saved: &[u8], more: &[u8]) -> Option<Ways> {
    let mut hasher: Sha512T = restored(saved)?;
    hasher.update(more);
    let (mut out, mut bits) = ([0; 64], [0; 64]);
    let bytes = hasher.digest_bits().div_ceil(8) as usize;
    let ended = hasher.clone().finalize_with_last_bits_into(0, 0, &mut bits[..bytes]);
    ended.ok()?;
    again(&hasher).finalize_into(&mut out[..bytes]).unwrap();
    Some(vec![("finalize_into", out.to_vec()), ("finalize_with_last_bits_into", bits.to_vec())])
}
