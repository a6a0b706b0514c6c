//! lanesum's outputs of a case.

use std::ops::Range;

use anyhow::Result;
use lanesum::{DigestMany, Hasher, Options, Parameter};
use lanesum_bench::rivals::{BLOCK_BYTES, CUSTOMIZATION, KEY};

use super::case::{Case, Parameters, Shape};

/// Each message by itself, or all in one call.
pub(crate) fn outputs(case: &Case, data: &[u8]) -> Result<Vec<Vec<u8>>> {
    let takes = |parameter| case.function.takes(parameter);
    let mut options = case.backend.map_or_else(Options::new, Options::from);
    if case.function.needs_key() {
        options = options.key(KEY);
    } else if takes(Parameter::FunctionName) {
        options = options.customization(CUSTOMIZATION.as_bytes());
    } else if takes(Parameter::BlockBytes) {
        options = options.block_bytes(BLOCK_BYTES as u64);
    }
    if let Some(Parameters { key, salt, custom }) = &case.parameters {
        options = options.salt(&data[salt.clone()]).customization(&data[custom.clone()]);
        if takes(Parameter::DigestBytes) {
            options = options.digest_bytes(case.out);
        }
        if !key.is_empty() {
            options = options.key(&data[key.clone()]);
        }
    }
    let mut hasher = Hasher::with_options(case.function, options)?;
    let is_tuple = case.function.is_of_tuples();
    let prefix = match &case.shape {
        Shape::Pieces(_) | Shape::After(_) if is_tuple => return each(case, data, &hasher, &[]),
        Shape::Pieces(cuts) => return each(case, data, &hasher, cuts),
        Shape::Batch | Shape::Threads => 0,
        Shape::After(prefix) => *prefix,
    };
    if prefix > 0 {
        hasher.update(&data[case.messages[0].start..][..prefix]);
    }
    let messages: Vec<_> = case.messages.iter().map(|range| &data[range.clone()][prefix..]).collect();
    let mut out = vec![0; case.out * messages.len()];
    match case.shape {
        Shape::Threads => hasher.finalize_many_rayon(&messages[..], case.out, &mut out)?,
        _ => hasher.finalize_many(&messages[..], case.out, &mut out)?,
    }
    Ok(out.chunks_exact(case.out).map(<[u8]>::to_vec).collect())
}

/// One message after the other, each cut at these places; a tuple of one string is whole.
fn each(case: &Case, data: &[u8], hasher: &Hasher, cuts: &[usize]) -> Result<Vec<Vec<u8>>> {
    let alone = |range: &Range<usize>| {
        let mut hasher = hasher.clone();
        for piece in pieces(&data[range.clone()], cuts) {
            hasher.update(piece);
        }
        let mut out = vec![0; case.out];
        hasher.finalize_into_reset(&mut out)?;
        Ok(out)
    };
    case.messages.iter().map(alone).collect()
}

fn pieces<'a>(message: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut % (message.len() + 1)).collect();
    cuts.sort_unstable();
    let begins = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([message.len()]);
    begins.zip(ends).map(|(begin, end)| &message[begin..end]).collect()
}
