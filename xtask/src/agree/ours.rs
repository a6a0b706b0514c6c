//! lanesum's outputs of a case.

use std::ops::Range;

use anyhow::Result;
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{CShake, DigestMany, Hasher, Kmac, Options, ParallelHash, Strength, TupleHash};
use lanesum_bench::rivals::{BLOCK_BYTES, CUSTOMIZATION, KEY};

use super::case::{Bits, Case, Shape, What};

pub(crate) fn outputs(case: &Case, data: &[u8]) -> Result<Vec<Vec<u8>>> {
    match case.function.what {
        What::Algorithm(algorithm) => {
            let options = case.backend.map_or_else(Options::new, Options::from);
            let hasher = Hasher::with_options(algorithm, options)?;
            let finish = |hasher: Hasher, out: &mut [u8]| Ok(hasher.finalize().read(out)?);
            run(case, data, &hasher, finish, |hasher, messages, out| {
                match case.shape {
                    Shape::Threads => hasher.finalize_many_rayon(messages, case.out, out)?,
                    _ => hasher.finalize_many(messages, case.out, out)?,
                }
                Ok(())
            })
        }
        What::CShake(Bits::B128) => cshake::<Bits128>(case, data),
        What::CShake(Bits::B256) => cshake::<Bits256>(case, data),
        What::Kmac(Bits::B128) => kmac::<Bits128>(case, data),
        What::Kmac(Bits::B256) => kmac::<Bits256>(case, data),
        What::TupleHash(Bits::B128) => tuple_hash::<Bits128>(case, data),
        What::TupleHash(Bits::B256) => tuple_hash::<Bits256>(case, data),
        What::ParallelHash(Bits::B128) => parallel_hash::<Bits128>(case, data),
        What::ParallelHash(Bits::B256) => parallel_hash::<Bits256>(case, data),
    }
}

/// Each message by `finish`, or all by `many`.
fn run<H: Update + Clone>(
    case: &Case,
    data: &[u8],
    hasher: &H,
    finish: impl Fn(H, &mut [u8]) -> Result<()>,
    many: impl Fn(&H, &[&[u8]], &mut [u8]) -> Result<()>,
) -> Result<Vec<Vec<u8>>> {
    let prefix = match &case.shape {
        Shape::Pieces(cuts) => {
            let alone = |range: &Range<usize>| {
                let mut hasher = hasher.clone();
                for piece in pieces(&data[range.clone()], cuts) {
                    hasher.update(piece);
                }
                let mut out = vec![0; case.out];
                finish(hasher, &mut out).map(|()| out)
            };
            return case.messages.iter().map(alone).collect();
        }
        Shape::Batch | Shape::Threads => 0,
        Shape::After(prefix) => *prefix,
    };
    let mut hasher = hasher.clone();
    hasher.update(&data[case.messages[0].start..][..prefix]);
    let messages: Vec<_> = case.messages.iter().map(|range| &data[range.clone()][prefix..]).collect();
    let mut out = vec![0; case.out * messages.len()];
    many(&hasher, &messages, &mut out)?;
    Ok(out.chunks_exact(case.out).map(<[u8]>::to_vec).collect())
}

fn pieces<'a>(message: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut % (message.len() + 1)).collect();
    cuts.sort_unstable();
    let begins = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([message.len()]);
    begins.zip(ends).map(|(begin, end)| &message[begin..end]).collect()
}

fn cshake<S: Strength>(case: &Case, data: &[u8]) -> Result<Vec<Vec<u8>>> {
    let hasher = match case.backend {
        Some(backend) => CShake::<S>::with_backend(backend, "", CUSTOMIZATION)?,
        None => CShake::new("", CUSTOMIZATION),
    };
    let finish = |hasher: CShake<S>, out: &mut [u8]| {
        hasher.finalize_xof_into(out);
        Ok(())
    };
    run(case, data, &hasher, finish, |hasher, messages, out| Ok(hasher.finalize_many(messages, case.out, out)?))
}

fn kmac<S: Strength>(case: &Case, data: &[u8]) -> Result<Vec<Vec<u8>>> {
    let mac = match case.backend {
        Some(backend) => <Kmac<S>>::with_backend(backend, KEY, "")?,
        None => <Kmac<S>>::with_customization(KEY, ""),
    };
    let finish = |mac: Kmac<S>, out: &mut [u8]| {
        mac.finalize_to(out);
        Ok(())
    };
    run(case, data, &mac, finish, |mac, messages, out| Ok(mac.finalize_many(messages, case.out, out)?))
}

fn parallel_hash<S: Strength>(case: &Case, data: &[u8]) -> Result<Vec<Vec<u8>>> {
    let hasher = match case.backend {
        Some(backend) => <ParallelHash<S>>::with_backend(backend, BLOCK_BYTES as u64, "")?,
        None => ParallelHash::new(BLOCK_BYTES as u64, "")?,
    };
    let finish = |hasher: ParallelHash<S>, out: &mut [u8]| {
        hasher.finalize_to(out);
        Ok(())
    };
    run(case, data, &hasher, finish, |hasher, messages, out| Ok(hasher.finalize_many(messages, case.out, out)?))
}

/// Of one string each, which has no shape.
fn tuple_hash<S: Strength>(case: &Case, data: &[u8]) -> Result<Vec<Vec<u8>>> {
    let alone = |range: &Range<usize>| {
        let mut hasher = match case.backend {
            Some(backend) => TupleHash::<S>::with_backend(backend, "")?,
            None => TupleHash::new(""),
        };
        hasher.push(&data[range.clone()]);
        let mut out = vec![0; case.out];
        hasher.finalize_to(&mut out);
        Ok(out)
    };
    case.messages.iter().map(alone).collect()
}
