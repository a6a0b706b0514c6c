//! How many permutations a message takes, and how many messages a backend takes at once.

use lanesum::dispatch::Family;
use lanesum::{Algorithm, Backend, BitOrder};
use measure::trials::{Case, Contender, RowKind};

/// Bytes of a chunk of KT128 and KT256.
pub(super) const CHUNK: usize = 8192;

/// Whether an algorithm cuts long messages into chunks.
pub fn is_tree(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Kt128 | Algorithm::Kt256)
}

/// Rounds of its permutation; of SHA-2 nothing that means anything.
pub fn rounds(algorithm: Algorithm) -> usize {
    let is_turbo = matches!(algorithm, Algorithm::TurboShake128 | Algorithm::TurboShake256);
    if is_turbo || is_tree(algorithm) { 12 } else { 24 }
}

/// Permutations, or blocks of SHA-2, that a message of this many bytes costs, output included; of KT128 and KT256 one of a single
/// chunk.
pub(super) fn permutations(algorithm: Algorithm, bytes: usize, output_bytes: usize) -> usize {
    let rate = algorithm.block_bytes();
    if matches!(algorithm, Algorithm::Blake2b | Algorithm::Blake2s | Algorithm::Blake3) {
        // Without padding; and of BLAKE3 without the parents of chunks.
        return bytes.div_ceil(rate).max(1);
    }
    if algorithm.bit_order() == BitOrder::HighestFirst {
        // The padding is at least one byte and the length, which is an eighth of a block.
        return (bytes + 1 + rate / 8).div_ceil(rate);
    }
    // Before the padding the length of an empty customization string.
    let bytes = if is_tree(algorithm) { bytes + 1 } else { bytes };
    // The padding is at least one byte; a first block of output comes with the last permutation of the input.
    bytes / rate + 1 + output_bytes.div_ceil(rate).saturating_sub(1)
}

/// Whether it is a sponge over Keccak-p\[1600\], or a tree of such.
pub fn is_of_keccak(algorithm: Algorithm) -> bool {
    algorithm.family() == Family::Keccak
}

/// How many of this many messages, blocks or chunks a backend takes at once.
pub(super) fn width_for(algorithm: Algorithm, backend: Backend, messages: usize) -> usize {
    let native = algorithm.widths(backend);
    native.iter().find(|width| **width >= messages).or(native.last()).copied().unwrap_or(1)
}

/// A limit, or why there is none.
pub(super) fn known(limit: Option<f64>) -> Result<f64, String> {
    limit.ok_or_else(|| "the operations of this form are not counted, or one of them was not measured here".into())
}

/// The limit in core cycles per byte of all messages, from the core cycles that they take at least.
pub(super) fn per_byte(case: &Case, cycles: impl FnOnce() -> Option<f64>) -> Result<f64, String> {
    let bytes = case.bytes * case.messages;
    match case.kind {
        RowKind::Ragged => {
            Err("messages of different lengths keep the slots busy to an extent that no formula tells".into())
        }
        RowKind::Threads | RowKind::OneMessage => {
            Err("a limit is one core's, and this is the time of several threads".into())
        }
        _ if bytes == 0 => Err("there is no byte to divide by".into()),
        _ => known(cycles()).map(|cycles| cycles / bytes as f64),
    }
}

/// For a [`RowKind::Form`] the contender on each backend, else the one on what the dispatch chooses.
pub(super) fn on_each<'a>(
    case: &Case,
    backends: impl Iterator<Item = Backend>,
    on: impl Fn(Option<Backend>) -> Contender<'a>,
) -> Vec<Contender<'a>> {
    if case.kind == RowKind::Form { backends.map(|backend| on(Some(backend))).collect() } else { vec![on(None)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_counted_with_padding_and_output() {
        let of = |bytes, output| permutations(Algorithm::Sha3_256, bytes, output);
        assert_eq!([of(0, 32), of(135, 32), of(136, 32), of(4096, 32)], [1, 1, 2, 31]);
        let of = |bytes, output| permutations(Algorithm::Shake128, bytes, output);
        assert_eq!([of(0, 0), of(4096, 168), of(4096, 169), of(167, 337)], [1, 25, 26, 3]);
        let of = |bytes, output| permutations(Algorithm::TurboShake128, bytes, output);
        assert_eq!([of(0, 32), of(167, 32), of(168, 169)], [1, 1, 3]);
        let of = |bytes, output| permutations(Algorithm::Sha256, bytes, output);
        assert_eq!([of(0, 32), of(55, 32), of(56, 32), of(64, 32), of(4096, 32)], [1, 1, 2, 2, 65]);
        let of = |bytes, output| permutations(Algorithm::Sha512, bytes, output);
        assert_eq!([of(0, 64), of(111, 64), of(112, 64), of(4096, 64)], [1, 1, 2, 33]);
    }
}
