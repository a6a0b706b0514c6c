//! A block of SHA-2, form by form: crates/lanesum/src/sha2/`lanewise.rs`, `stitched.rs` and `sha_ni.rs`.

use lanesum::{Algorithm, Backend};

use super::{Form, any, permutation, shift};

/// How many rounds a block has, each with a word of the schedule, of which the first sixteen are the block's.
struct Rounds {
    all: f64,
    scheduled: f64,
}

const OF_32_BITS: Rounds = Rounds { all: 64.0, scheduled: 48.0 };
const OF_64_BITS: Rounds = Rounds { all: 80.0, scheduled: 64.0 };

/// What each unit does for one block: the integer unit first.
pub(super) fn form(algorithm: Algorithm, backend: Backend) -> Option<Vec<Form>> {
    let rounds = match algorithm {
        Algorithm::Sha224 | Algorithm::Sha256 => OF_32_BITS,
        Algorithm::Sha384 | Algorithm::Sha512 | Algorithm::Sha512_224 | Algorithm::Sha512_256 => OF_64_BITS,
        _ => return None,
    };
    match backend {
        Backend::Portable => Some(vec![one_word("rol", &rounds)]),
        Backend::Bmi2 => Some(vec![one_word("rorx", &rounds)]),
        Backend::Sse41 | Backend::Avx => Some(vec![stitched("rol", 3.0), schedule(128)]),
        Backend::Avx2 => Some(vec![stitched("rorx", 1.0), schedule(256)]),
        Backend::Avx512Vl => Some(vec![stitched("rorx", 1.0), schedule_of_three_inputs()]),
        // Each waits for the one before; the schedule is made meanwhile.
        Backend::ShaNi => Some(vec![Form(vec![any("sha256rnds2", 128, rounds.all / 2.0, rounds.all / 2.0)])]),
        // `sha512-ni` has not been run anywhere.
        _ => None,
    }
}

/// A round: both large sigmas of three rotations and two exclusive-ors, Ch of three operations, Maj of four, seven additions.
/// A word of the schedule: both small sigmas, with a shift in place of the third rotation, and three additions. The chain from
/// E to E: a rotation, two exclusive-ors and an addition, as all else can be added before.
fn one_word(rotation: &'static str, Rounds { all, scheduled }: &Rounds) -> Form {
    Form(vec![
        any("xor", 64, 11.0 * all + 4.0 * scheduled, 2.0 * all),
        any("add", 64, 7.0 * all + 3.0 * scheduled + 8.0, *all),
        shift(rotation, 64, 6.0 * (all + scheduled), *all),
    ])
}

/// The rounds alone: as above, but Maj shares an exclusive-or with the next round's, and W + K comes as one number. `in_chain`
/// is how many of large sigma 1's rotations wait for one another: all three in the white paper's form for instructions that
/// overwrite an operand.
fn stitched(rotation: &'static str, in_chain: f64) -> Form {
    let rounds = OF_64_BITS.all;
    Form(vec![
        any("xor", 64, 10.0 * rounds, 2.0 * rounds),
        any("add", 64, 7.0 * rounds + 8.0, rounds),
        shift(rotation, 64, 6.0 * rounds, in_chain * rounds),
    ])
}

/// A pair of words: both small sigmas of five shifts and four exclusive-ors, two pairs taken from neighbours, four additions with
/// that of the constants. In 256-bit registers that is for two blocks.
fn schedule(bits: u32) -> Form {
    let share = 128.0 / f64::from(bits);
    let pairs = OF_64_BITS.scheduled / 2.0 * share;
    Form(vec![
        any("vpxor", bits, 8.0 * pairs, 0.0),
        any("vpaddq", bits, 4.0 * pairs + 8.0 * share, 0.0),
        shift("vpsllq", bits, 10.0 * pairs, 0.0),
        permutation("vpalignr", bits, 2.0 * pairs, 0.0),
    ])
}

/// The same with rotations, and both exclusive-ors of a sigma in one operation.
fn schedule_of_three_inputs() -> Form {
    let pairs = OF_64_BITS.scheduled / 4.0;
    Form(vec![
        any("vpternlogq", 256, 2.0 * pairs, 0.0),
        any("vpaddq", 256, 4.0 * pairs + 4.0, 0.0),
        shift("vprolq", 256, 4.0 * pairs, 0.0),
        shift("vpsllq", 256, 2.0 * pairs, 0.0),
        permutation("vpalignr", 256, 2.0 * pairs, 0.0),
    ])
}
