//! Published answers through all ways to call a function.

use crate::bits::Bits;
use crate::ways::{Case, compare};
use reference::BitString;

/// Compares with a published answer.
pub fn published(answer: &reference::answers::Answer) {
    let bits = |bits: &BitString| Bits { data: bits.to_bytes(), len: bits.len() };
    let strings = answer.strings.iter().map(|(data, len)| Bits { data: data.clone(), len: *len }).collect();
    let mut case = Case::new(answer.function.parse().unwrap(), strings);
    case.salt = answer.inputs.salt.clone().unwrap_or_default();
    (case.key, case.custom) = (bits(&answer.inputs.key), bits(&answer.inputs.custom));
    (case.block_bytes, case.domain) = (answer.inputs.block_bytes, answer.inputs.domain);
    if !answer.is_cut {
        case.out_bits = 8 * (answer.from + answer.output.len());
    }
    compare(&case, answer.from, &answer.output);
}
