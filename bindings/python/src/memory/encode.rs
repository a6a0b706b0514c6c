//! Values as bytes, by the table of docs/formats.md, "Rows of tables".
#![allow(clippy::cast_ptr_alignment)] // numbers are read by `at`, which takes any alignment

use super::column::at;
use super::schema::Index;

/// The encoding rules that the caller chooses.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) names: bool,
    pub(crate) by_type: bool,
    pub(crate) signed_zeros: bool,
}

/// The first byte of a value, and the rest.
#[inline]
pub(super) fn put<const N: usize>(first: u8, rest: &[u8; N], out: &mut Vec<u8>) {
    out.push(first);
    out.extend_from_slice(rest);
}

/// A number in the least possible number of bytes, which are counted.
#[inline]
pub(crate) fn count(number: usize, out: &mut Vec<u8>) {
    let number = number as u64;
    if let Ok(byte) = u8::try_from(number) {
        out.extend_from_slice(&[1, byte]);
        return;
    }
    let zeroes = number.leading_zeros() as usize / 8;
    out.push((8 - zeroes) as u8);
    out.extend_from_slice(&number.to_be_bytes()[zeroes..]);
}

/// Bytes with their number.
pub(crate) fn string(bytes: &[u8], out: &mut Vec<u8>) {
    count(bytes.len(), out);
    out.extend_from_slice(bytes);
}

#[inline]
pub(super) fn put_integer(kind: Index, values: *const u8, index: usize, rules: Rules, out: &mut Vec<u8>) {
    if rules.by_type {
        let first = 0x30 + kind as u8;
        return match kind {
            Index::I8 | Index::U8 => put(first, &at(values.cast::<[u8; 1]>(), index), out),
            Index::I16 | Index::U16 => put(first, &at(values.cast::<u16>(), index).to_le_bytes(), out),
            Index::I32 | Index::U32 => put(first, &at(values.cast::<u32>(), index).to_le_bytes(), out),
            Index::I64 | Index::U64 => put(first, &at(values.cast::<u64>(), index).to_le_bytes(), out),
        };
    }
    let value: i64 = match kind {
        Index::I8 => at(values.cast::<i8>(), index).into(),
        Index::U8 => at(values, index).into(),
        Index::I16 => at(values.cast::<i16>(), index).into(),
        Index::U16 => at(values.cast::<u16>(), index).into(),
        Index::I32 => at(values.cast::<i32>(), index).into(),
        Index::U32 => at(values.cast::<u32>(), index).into(),
        Index::I64 | Index::U64 => at(values.cast::<i64>(), index),
    };
    let (first, magnitude) =
        if value < 0 && !matches!(kind, Index::U64) { (0x20, !value as u64) } else { (0x10, value as u64) };
    let zeroes = magnitude.leading_zeros() as usize / 8;
    // All eight bytes, and back again: quicker than a copy of an unknown length.
    put(first + (8 - zeroes) as u8, &magnitude.to_le_bytes(), out);
    out.truncate(out.len() - zeroes);
}

#[inline]
pub(super) fn put_float(bytes: usize, values: *const u8, index: usize, rules: Rules, out: &mut Vec<u8>) {
    let value = match bytes {
        2 => half(at(values.cast(), index)),
        4 => at(values.cast::<f32>(), index).into(),
        _ => at(values.cast::<f64>(), index),
    };
    let nan = value.is_nan();
    let canonical = nan || (value == 0.0 && !rules.signed_zeros);
    if !rules.by_type || bytes == 8 {
        let bits = if canonical { 0x7ff8_0000_0000_0000 * u64::from(nan) } else { value.to_bits() };
        put(if rules.by_type { 0x43 } else { 0x40 }, &bits.to_le_bytes(), out);
    } else if bytes == 4 {
        let bits = if canonical { 0x7fc0_0000 * u32::from(nan) } else { at(values.cast(), index) };
        put(0x42, &bits.to_le_bytes(), out);
    } else {
        let bits = if canonical { 0x7e00 * u16::from(nan) } else { at(values.cast(), index) };
        put(0x41, &bits.to_le_bytes(), out);
    }
}

/// A number of 16 bits (IEEE 754, binary16).
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let magnitude = match (bits >> 10 & 31, bits & 0x3ff) {
        (0, fraction) => f64::from(fraction) / f64::from(1 << 24),
        (31, 0) => f64::INFINITY,
        (31, _) => f64::NAN,
        // The exponent's bias is another one.
        _ => f64::from_bits((u64::from(bits & 0x7fff) << 42) + ((1023 - 15) << 52)),
    };
    sign * magnitude
}

pub(super) fn put_interval(months: i32, days: i32, nanos: i64, out: &mut Vec<u8>) {
    let mut value = [0; 16];
    value[..4].copy_from_slice(&months.to_le_bytes());
    value[4..8].copy_from_slice(&days.to_le_bytes());
    value[8..].copy_from_slice(&nanos.to_le_bytes());
    put(0x65, &value, out);
}

pub(super) fn put_decimal(bytes: usize, scale: i32, values: *const u8, index: usize, out: &mut Vec<u8>) {
    // The words of the magnitude, the lowest first.
    let mut words = match bytes {
        4 => widened(at(values.cast::<i32>(), index).into()),
        8 => widened(at(values.cast::<i64>(), index).into()),
        16 => widened(at(values.cast(), index)),
        _ => at(values.cast::<[u64; 4]>(), index),
    };
    if cfg!(target_endian = "big") && bytes == 32 {
        words.reverse();
    }
    let negative = words[3] >> 63 == 1;
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(carry.into());
        }
    }
    let mut exponent = -scale;
    while words[1..] != [0; 3] && divided(&mut words) {
        exponent += 1;
    }
    if words[1..] == [0; 3] {
        if words[0] == 0 {
            exponent = 0;
        }
        while words[0] != 0 && words[0].is_multiple_of(10) {
            words[0] /= 10;
            exponent += 1;
        }
    }
    put(0x50 + u8::from(negative), &exponent.to_le_bytes(), out);
    let bits = words
        .iter()
        .rposition(|word| *word != 0)
        .map_or(0, |last| 64 * last + 64 - words[last].leading_zeros() as usize);
    let (begin, len) = (out.len() + 1, bits.div_ceil(8));
    out.push(len as u8);
    for word in words {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.truncate(begin + len);
}

fn widened(value: i128) -> [u64; 4] {
    let high = (value >> 127) as u64;
    [value as u64, (value >> 64) as u64, high, high]
}

/// Divides by ten where that leaves nothing over.
fn divided(words: &mut [u64; 4]) -> bool {
    let mut quotient = [0; 4];
    let mut rest = 0_u128;
    for (word, quotient) in words.iter().zip(&mut quotient).rev() {
        let value = rest << 64 | u128::from(*word);
        *quotient = (value / 10) as u64;
        rest = value % 10;
    }
    if rest == 0 {
        *words = quotient;
    }
    rest == 0
}
