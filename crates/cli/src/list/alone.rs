//! A digest of the command line, without a list.

use super::entry::{digest_in_any_base, is_hex};
use super::{foreign, kind};
use crate::function::Function;
use crate::tag::{Stated, Tag};

/// A digest that stands alone: the functions by which it may be, and its bytes. None if it is none.
pub(crate) fn alone(text: &[u8], only: Option<Function>, given: &Stated) -> Option<(Vec<Tag>, Vec<u8>)> {
    let tag = |function: Function, bits| Tag { function, bits, stated: given.of(function) };
    if let Some((function, digest)) = foreign::named_digest(text) {
        let tags = vec![tag(function, function.usual_bits())];
        return only.is_none_or(|only| only == function).then_some((tags, digest));
    }
    let bits = match text.len() as u64 {
        digits if is_hex(text) => digits * 4,
        // The base32 of Nix, of 256 and 512 bits: shorter text may be a word.
        52 => 256,
        103 => 512,
        _ => return None,
    };
    let digest = digest_in_any_base(text, bits).filter(|_| bits >= kind::SHORTEST_BITS)?;
    let functions = match only {
        Some(only) => vec![only],
        None => kind::by_length(bits),
    };
    let fits = |function: &Function| function.gives(bits) && !function.is_of_a_tuple();
    let tags: Vec<_> = functions.into_iter().filter(fits).map(|function| tag(function, bits)).collect();
    (!tags.is_empty()).then_some((tags, digest))
}
