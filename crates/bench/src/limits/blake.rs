//! A block of BLAKE, form by form: crates/blake/src/`lanewise.rs` and `rowwise.rs`.

use lanesum::{Algorithm, Backend};

use super::form::{Round, any, permutation, shift};

/// The operations for one block of each of `width` messages, a number that the backend takes at once.
pub(super) fn form(algorithm: Algorithm, backend: Backend, width: usize) -> Option<Round> {
    let (rounds, word) = match algorithm {
        Algorithm::Blake224 | Algorithm::Blake256 => (14.0, 32),
        Algorithm::Blake384 | Algorithm::Blake512 => (16.0, 64),
        _ => return None,
    };
    if !algorithm.widths(backend).contains(&width) {
        return None;
    }
    let bits = word * width as u32;
    match backend {
        Backend::Portable => Some(words(OF_ROUND, rounds)),
        Backend::AvxWords => Some(words(WITHOUT_MESSAGE, rounds)),
        Backend::Avx512Vl | Backend::Avx512 if width > 1 => Some(lanes_with_rotations(bits, word, rounds)),
        _ if width > 1 => Some(lanes(bits, word, rounds)),
        Backend::Avx512Vl => Some(rows_with_rotations(word, rounds)),
        // Two registers a row: what is counted here has 256 bits.
        _ if word == 64 && !backend.name().starts_with("avx2") => None,
        _ => Some(rows(word, rounds)),
    }
}

/// In a round eight G, one after another in two steps of four: six additions each, six exclusive-ors (two of message and
/// constants) and four rotations. The chain of a G is two additions, two exclusive-ors and two rotations in each half, as what is
/// added first can be added before.
const OF_ROUND: [f64; 3] = [48.0, 48.0, 32.0];
const IN_CHAIN: f64 = 8.0;

/// The same where message and constants are added up in the vector unit, meanwhile.
const WITHOUT_MESSAGE: [f64; 3] = [48.0, 32.0, 32.0];

fn words(of_round: [f64; 3], rounds: f64) -> Round {
    let [additions, exclusive_ors, rotations] = of_round.map(|count| count * rounds);
    Round(vec![
        any("xor", 64, exclusive_ors, IN_CHAIN * rounds),
        any("add", 64, additions, IN_CHAIN * rounds),
        shift("rol", 64, rotations, IN_CHAIN * rounds),
    ])
}

/// One word of each message in a register.
fn lanes_with_rotations(bits: u32, word: u32, rounds: f64) -> Round {
    let [additions, exclusive_ors, rotations] = OF_ROUND.map(|count| count * rounds);
    Round(vec![
        any(if bits == 512 { "vpxord" } else { "vpxor" }, bits, exclusive_ors, IN_CHAIN * rounds),
        any("vpaddq", bits, additions, IN_CHAIN * rounds),
        shift(if word == 32 { "vprold" } else { "vprolq" }, bits, rotations, IN_CHAIN * rounds),
    ])
}

/// The same, of each four rotations two by a shuffle of bytes and two by two shifts and an "or".
fn lanes(bits: u32, word: u32, rounds: f64) -> Round {
    let [additions, exclusive_ors, rotations] = OF_ROUND.map(|count| count * rounds);
    let halves = IN_CHAIN * rounds / 2.0;
    Round(vec![
        any("vpxor", bits, exclusive_ors + rotations / 2.0, 3.0 * halves),
        any("vpaddq", bits, additions, 2.0 * halves),
        shift(if word == 32 { "vpslld" } else { "vpsllq" }, bits, rotations, halves),
        permutation(if bits == 128 { "vpalignr" } else { "vpshufb" }, bits, rotations / 2.0, halves),
    ])
}

/// Four words of one message in a register: a quarter of the operations in the same chain, and in a round six permutations that
/// turn rows, beside the chain. How the words of the message come together is not counted.
fn rows_with_rotations(word: u32, rounds: f64) -> Round {
    let bits = 4 * word;
    let [additions, exclusive_ors, rotations] = OF_ROUND.map(|count| count * rounds / 4.0);
    let turn = if word == 32 { "vpalignr" } else { "vpermq" };
    Round(vec![
        any("vpxor", bits, exclusive_ors, IN_CHAIN * rounds),
        any("vpaddq", bits, additions, IN_CHAIN * rounds),
        shift(if word == 32 { "vprold" } else { "vprolq" }, bits, rotations, IN_CHAIN * rounds),
        permutation(turn, bits, 6.0 * rounds, 0.0),
    ])
}

/// The same, of each four rotations two by a shuffle of bytes and two by two shifts and an "or".
fn rows(word: u32, rounds: f64) -> Round {
    let bits = 4 * word;
    let [additions, exclusive_ors, rotations] = OF_ROUND.map(|count| count * rounds / 4.0);
    let halves = IN_CHAIN * rounds / 2.0;
    let (by_bytes, turn) = if word == 32 { ("vpalignr", "vpalignr") } else { ("vpshufb", "vpermq") };
    Round(vec![
        any("vpxor", bits, exclusive_ors + rotations / 2.0, 3.0 * halves),
        any("vpaddq", bits, additions, 2.0 * halves),
        shift(if word == 32 { "vpslld" } else { "vpsllq" }, bits, rotations, halves),
        permutation(by_bytes, bits, rotations / 2.0, halves),
        permutation(turn, bits, 6.0 * rounds, 0.0),
    ])
}
