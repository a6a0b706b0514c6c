//! Parts of a state that may begin and end at any bit. Bit i of a string is bit i mod 8 of byte i / 8, the lowest first (FIPS 202, section
//! B.1).

use crate::states::snp::Snp;
use lanesum_batch::sure::sure;

/// A byte whose low `count` bits are 1; `count` is 1 to 8.
const fn ones(count: usize) -> u8 {
    (0xff_u16 >> (8 - count)) as u8
}

/// `count` bits of `data`, up to 8, from bit `at` on.
fn read(data: &[u8], at: usize, count: usize) -> u8 {
    // The bits may end in the last byte of `data`.
    let second = data.get(at / 8 + 1).copied().unwrap_or(0);
    let both = u16::from_le_bytes([data[at / 8], second]);
    (both >> (at % 8)) as u8 & ones(count)
}

/// Adds `len` bits of `data`, from bit `from` on, to the bits of the state from `to` on. The caller knows that they fit.
pub fn add<S: Snp>(state: &mut S, to: usize, data: &[u8], from: usize, len: usize) {
    let mut done = 0;
    if to.is_multiple_of(8) && from.is_multiple_of(8) {
        let bytes = &data[from / 8..][..len / 8];
        sure(state.add_bytes(to / 8, bytes));
        done = 8 * bytes.len();
    }
    while done < len {
        let at = to + done;
        let count = (8 - at % 8).min(len - done);
        sure(state.add_bytes(at / 8, &[read(data, from + done, count) << (at % 8)]));
        done += count;
    }
}

/// Copies `len` bits of the state, from bit `from` on, to the bits of `out` from `to` on. The later bits of the byte with bit `to` are
/// overwritten. The caller knows that `out` has room.
pub fn extract<S: Snp>(state: &S, from: usize, out: &mut [u8], to: usize, len: usize) {
    let mut done = 0;
    if to.is_multiple_of(8) && from.is_multiple_of(8) {
        let bytes = &mut out[to / 8..][..len / 8];
        done = 8 * bytes.len();
        sure(state.extract_bytes(from / 8, bytes));
    }
    while done < len {
        let (at, to) = (from + done, to + done);
        let count = (8 - at % 8).min(8 - to % 8).min(len - done);
        let mut byte = [0];
        sure(state.extract_bytes(at / 8, &mut byte));
        let out = &mut out[to / 8];
        *out = *out & !(0xff << (to % 8)) | (byte[0] >> (at % 8) & ones(count)) << (to % 8);
        done += count;
    }
}

/// Adds σ‖pad10*1\[`rate`\](|σ|) to the front of the state, after `at` bits that were added before; σ is the first `bits` bits of `data`.
/// Requires at + bits ≤ rate - 2 (FIPS 202, section 5.1).
pub fn add_padded<S: Snp>(state: &mut S, rate: usize, at: usize, data: &[u8], bits: usize) {
    add(state, at, data, 0, bits);
    add(state, at + bits, &[1], 0, 1);
    add(state, rate - 1, &[1], 0, 1);
}

/// The bytes of the state from `start` on, at most up to `rate` bits; bits past the rate are 0.
pub fn outer<S: Snp>(state: &S, rate: usize, start: usize, out: &mut [u8]) {
    sure(state.extract_bytes(start, out));
    let end = 8 * (start + out.len());
    if let (true, Some(last)) = (end > rate, out.last_mut()) {
        *last &= ones(8 + rate - end);
    }
}
