//! The least that one message of KT128 or KT256 could take (RFC 9861, section 3).

use lanesum::{Algorithm, Backend};

use super::counts::{CHUNK, rounds};
use crate::limits::Limits;

/// Core cycles. `choose` tells which backend takes how many of the chunks at once.
///
/// The first chunk goes beside the leaves, and the final node takes the chaining values in a slot of the widest form; its last
/// permutation is alone.
pub(super) fn cycles(
    algorithm: Algorithm,
    bytes: usize,
    output_bytes: usize,
    limits: &Limits,
    choose: impl Fn(usize) -> (Backend, usize),
) -> Option<f64> {
    let rate = algorithm.block_bytes();
    let at_once = |count: usize| {
        let (backend, width) = choose(count);
        Some((limits.permutation(backend, width, rounds(algorithm))?, width))
    };
    let (one, _) = at_once(1)?;
    let more_output = output_bytes.div_ceil(rate).saturating_sub(1);
    // After the message comes the length of a customization string, 0, in one byte.
    let total = bytes + 1;
    if total <= CHUNK {
        return Some((total / rate + 1 + more_output) as f64 * one);
    }
    let leaves = (total - CHUNK).div_ceil(CHUNK);
    let of_chunk = |i: usize| match i {
        0 => CHUNK / rate,
        // Each with a byte for its domain.
        i if i == leaves => (total - leaves * CHUNK) / rate + 1,
        _ => CHUNK / rate + 1,
    };
    let (mut done, mut cycles) = (0, 0.0);
    let (mut widest, mut most) = (one, 1);
    while done <= leaves {
        let (permutation, width) = at_once(leaves + 1 - done)?;
        if width > most {
            (widest, most) = (permutation, width);
        }
        let longest = (done..(done + width).min(leaves + 1)).map(of_chunk).max().unwrap_or(0);
        cycles += longest as f64 * permutation;
        done += width;
    }
    let value = algorithm.digest_bits() / 8;
    let digits = (usize::BITS - leaves.leading_zeros()).div_ceil(8) as usize;
    // The first chunk, eight bytes after it, the values, their number, 0xffff.
    let node = CHUNK + 8 + leaves * value + digits + 1 + 2;
    let beside = (node / rate).saturating_sub(CHUNK / rate);
    Some(cycles + beside as f64 * widest / most as f64 + (1 + more_output) as f64 * one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_counted_with_chunks_and_the_final_node() {
        let limits = Limits::of(64, &["xor", "rol"]);
        let one = limits.permutation(Backend::Portable, 1, 12).expect("its operations are there");
        let count = |algorithm, bytes, output| {
            let choose = |_| (Backend::Portable, 1);
            (cycles(algorithm, bytes, output, &limits, choose).expect("as its permutation") / one).round() as u32
        };
        assert_eq!([0, 166, 167, 8191].map(|bytes| count(Algorithm::Kt128, bytes, 32)), [1, 1, 2, 49]);
        assert_eq!(count(Algorithm::Kt128, 0, 169), 2);
        // The first chunk of 48 whole blocks and 128 bytes, a leaf of one byte, and the end of the final node.
        assert_eq!(count(Algorithm::Kt128, 8192, 32), 48 + 1 + 1 + 1);
        // 127 leaves and a last one of a byte: 8192 + 8 + 128 · 32 + 4 bytes in the final node.
        assert_eq!(count(Algorithm::Kt128, 1 << 20, 32), 48 + 127 * 49 + 1 + (73 - 48) + 1);
        assert_eq!(count(Algorithm::Kt256, 1 << 20, 64), 60 + 127 * 61 + 1 + (120 - 60) + 1);
    }

    #[test]
    fn a_first_chunk_and_seven_leaves_take_as_long_as_one() {
        let limits = Limits::of(512, &["vpternlogq", "vpxord", "vprolq"]);
        let of = |bytes| cycles(Algorithm::Kt128, bytes, 32, &limits, |_| (Backend::Avx512, 8)).expect("it is known");
        let permutation = limits.permutation(Backend::Avx512, 8, 12).expect("it is known");
        // One permutation of eight, of which one is needed, and two blocks of chaining values beside the leaves.
        assert!((of(8 * 8192 - 1) / permutation - (49.0 + 2.0 / 8.0 + 1.0)).abs() < 1e-9, "{}", of(8 * 8192 - 1));
    }
}
