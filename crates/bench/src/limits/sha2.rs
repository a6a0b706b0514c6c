//! A block of SHA-2, form by form: crates/sha2/src/`lanewise.rs`, `scheduled.rs`
//! and `instructions.rs`, and `crates/sha2/src/x86_64/sha512_two.s`.

use lanesum::dispatch::Family;
use lanesum::{Algorithm, Backend};

use super::form::{Round, any, permutation, shift};

/// How many rounds a block has, each with a word of the schedule, of which the first sixteen are the block's.
struct BlockRounds {
    all: f64,
    scheduled: f64,
}

const OF_32_BITS: BlockRounds = BlockRounds { all: 64.0, scheduled: 48.0 };
const OF_64_BITS: BlockRounds = BlockRounds { all: 80.0, scheduled: 64.0 };

/// The operations of each unit for one block of each of `width` messages, a number that the backend takes at once: the integer unit first.
pub(super) fn form(algorithm: Algorithm, backend: Backend, width: usize) -> Option<Vec<Round>> {
    let (rounds, word) = match algorithm.family() {
        Family::Sha256 => (OF_32_BITS, 32),
        Family::Sha512 => (OF_64_BITS, 64),
        _ => return None,
    };
    if !algorithm.widths(backend).contains(&width) {
        return None;
    }
    let bits = word * width as u32;
    match backend {
        Backend::Avx512Vl | Backend::Avx512 if width > 1 => return Some(vec![lanes_of_three_inputs(bits, &rounds)]),
        // Each of a message waits for the one before; the schedules are made meanwhile.
        Backend::ShaNi => {
            let of_one = rounds.all / 2.0;
            return Some(vec![Round(vec![any("sha256rnds2", 128, width as f64 * of_one, of_one)])]);
        }
        _ if width > 1 => return Some(vec![lanes(bits, word, &rounds)]),
        Backend::Sse41 | Backend::Avx if word == 32 => {
            return Some(vec![by_hand("rol", &rounds), schedules(128)]);
        }
        Backend::Avx2 if word == 32 => return Some(vec![by_hand("rorx", &rounds), schedules(256)]),
        Backend::Avx512Vl if word == 32 => return Some(vec![by_hand("rorx", &rounds), schedules_of_three_inputs()]),
        _ => {}
    }
    match backend {
        Backend::Portable => Some(vec![one_word("rol", &rounds)]),
        Backend::Bmi2 => Some(vec![one_word("rorx", &rounds)]),
        Backend::Sse41 | Backend::Avx => Some(vec![nested(&rounds), schedule(128)]),
        Backend::Avx2 => Some(vec![by_hand("rorx", &rounds), schedule(256)]),
        Backend::Avx512Vl => Some(vec![by_hand("rorx", &rounds), schedule_of_three_inputs()]),
        Backend::Avx512VlPacked => Some(vec![packed()]),
        // `sha512-ni` has not been run anywhere.
        _ => None,
    }
}

/// A round: both large sigmas of three rotations and two exclusive-ors, Ch of three operations, Maj of four, seven additions.
/// A word of the schedule: both small sigmas, with a shift in place of the third rotation, and three additions. The chain from
/// E to E: a rotation, two exclusive-ors and an addition, as all else can be added before.
fn one_word(rotation: &'static str, BlockRounds { all, scheduled }: &BlockRounds) -> Round {
    Round(vec![
        any("xor", 64, 11.0 * all + 4.0 * scheduled, 2.0 * all),
        any("add", 64, 7.0 * all + 3.0 * scheduled + 8.0, *all),
        shift(rotation, 64, 6.0 * (all + scheduled), *all),
    ])
}

/// The rounds of `crates/sha2/src/x86_64/sha512_two.s` and `sha256_*.s`: both large sigmas of three rotations and two exclusive-ors, Ch of three
/// operations, Maj of three, eight additions. The chains from E to E and from A to A: a rotation, two exclusive-ors and an addition.
fn by_hand(rotation: &'static str, BlockRounds { all, .. }: &BlockRounds) -> Round {
    Round(vec![
        any("xor", 64, 10.0 * all, 2.0 * all),
        any("add", 64, 8.0 * all + 8.0, *all),
        shift(rotation, 64, 6.0 * all, *all),
    ])
}

/// The same, but the rotations of a large sigma wait for one another, as in the white paper's form for instructions that overwrite an
/// operand.
fn nested(BlockRounds { all, .. }: &BlockRounds) -> Round {
    Round(vec![
        any("xor", 64, 10.0 * all, 2.0 * all),
        any("add", 64, 8.0 * all + 8.0, *all),
        shift("rol", 64, 6.0 * all, 3.0 * all),
    ])
}

/// Words of 32 bits of as many blocks as fit into a register: both small sigmas of five shifts and four operations that join, four
/// additions with that of the constants.
fn schedules(bits: u32) -> Round {
    let words = OF_32_BITS.scheduled * 32.0 / f64::from(bits);
    Round(vec![
        any("vpxor", bits, 8.0 * words, 0.0),
        any("vpaddq", bits, 4.0 * words + 16.0 * 32.0 / f64::from(bits), 0.0),
        shift("vpsllq", bits, 10.0 * words, 0.0),
    ])
}

/// The same in 256-bit registers with rotations, and both exclusive-ors of a sigma in one operation.
fn schedules_of_three_inputs() -> Round {
    let words = OF_32_BITS.scheduled / 8.0;
    Round(vec![
        any("vpternlogq", 256, 2.0 * words, 0.0),
        any("vpaddq", 256, 4.0 * words + 2.0, 0.0),
        shift("vprolq", 256, 4.0 * words, 0.0),
        shift("vpsllq", 256, 2.0 * words, 0.0),
    ])
}

/// One word of each message in a register. A round: both large sigmas of three rotations and one operation of three inputs, Ch and
/// Maj of one each, nine additions (E and the next A are summed apart, which makes the chain short). A word of the schedule: both
/// small sigmas of two rotations, a shift and one operation, three additions. The chain from E to E: a rotation, the
/// exclusive-or, one addition. The block's bytes come by loads and shuffles that depend on the width, and are not counted.
fn lanes_of_three_inputs(bits: u32, BlockRounds { all, scheduled }: &BlockRounds) -> Round {
    Round(vec![
        any("vpternlogq", bits, 4.0 * all + 2.0 * scheduled, *all),
        any("vpaddq", bits, 9.0 * all + 3.0 * scheduled + 8.0, *all),
        shift("vprolq", bits, 6.0 * all + 4.0 * scheduled, *all),
        shift("vpsllq", bits, 2.0 * scheduled, 0.0),
    ])
}

/// The same without such operations. A rotation is two shifts and an "or" (with 64-bit words in 256-bit registers that by a byte
/// is a shuffle), Ch takes three operations, and Maj three, as it shares one with the next round's; seven additions. The chain
/// from E to E: a shift, three operations that join, two additions.
fn lanes(bits: u32, word: u32, BlockRounds { all, scheduled }: &BlockRounds) -> Round {
    let by_bytes = if (bits, word) == (256, 64) { *scheduled } else { 0.0 };
    let mut operations = vec![
        any("vpxor", bits, 16.0 * all + 8.0 * scheduled - by_bytes, 3.0 * all),
        any("vpaddq", bits, 7.0 * all + 3.0 * scheduled + 8.0, 2.0 * all),
        shift("vpsllq", bits, 12.0 * all + 10.0 * scheduled - 2.0 * by_bytes, *all),
    ];
    if by_bytes > 0.0 {
        operations.push(permutation("vpshufb", bits, by_bytes, 0.0));
    }
    Round(operations)
}

/// A and E in one register, all in the vector unit. A round: three rotations, an operation of three inputs for the large sigmas, Maj
/// and Ch, five additions with a blend in one of them, one operation across; a word of the schedule as in lanes, for four blocks. The chain:
/// a rotation, the exclusive-or, one addition.
fn packed() -> Round {
    let BlockRounds { all, scheduled } = OF_64_BITS;
    Round(vec![
        any("vpternlogq", 128, 3.0 * all + 2.0 * scheduled / 4.0, all),
        any("vpaddq", 128, 5.0 * all + (3.0 * scheduled + all) / 4.0 + 4.0, all),
        shift("vprolq", 128, 3.0 * all + 4.0 * scheduled / 4.0, all),
        shift("vpsllq", 128, 2.0 * scheduled / 4.0, 0.0),
        permutation("vpalignr", 128, all, 0.0),
    ])
}

/// A pair of words: both small sigmas of five shifts and four exclusive-ors, two pairs taken from neighbours, four additions with
/// that of the constants. In 256-bit registers that is for two blocks.
fn schedule(bits: u32) -> Round {
    let share = 128.0 / f64::from(bits);
    let pairs = OF_64_BITS.scheduled / 2.0 * share;
    Round(vec![
        any("vpxor", bits, 8.0 * pairs, 0.0),
        any("vpaddq", bits, 4.0 * pairs + 8.0 * share, 0.0),
        shift("vpsllq", bits, 10.0 * pairs, 0.0),
        permutation("vpalignr", bits, 2.0 * pairs, 0.0),
    ])
}

/// The same with rotations, and both exclusive-ors of a sigma in one operation.
fn schedule_of_three_inputs() -> Round {
    let pairs = OF_64_BITS.scheduled / 4.0;
    Round(vec![
        any("vpternlogq", 256, 2.0 * pairs, 0.0),
        any("vpaddq", 256, 4.0 * pairs + 4.0, 0.0),
        shift("vprolq", 256, 4.0 * pairs, 0.0),
        shift("vpsllq", 256, 2.0 * pairs, 0.0),
        permutation("vpalignr", 256, 2.0 * pairs, 0.0),
    ])
}
