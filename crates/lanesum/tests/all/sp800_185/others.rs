//! Against the crates cshake and tiny-keccak, which know whole bytes only.

use super::support::{Random, message};
use crate::bits::Bits;
use crate::ways::{Case, compare};
use lanesum::Algorithm;
use tiny_keccak::{IntoXof, Xof as _};

fn rust_crypto<const RATE: usize>(function: &[u8], customization: &[u8], data: &[u8], out: usize) -> Vec<u8> {
    use lanesum::digest::{ExtendableOutput, Update};
    let mut output = vec![0; out];
    let mut hasher = cshake::CShake::<RATE>::new_with_function_name(function, customization);
    hasher.update(data);
    hasher.finalize_xof_into(&mut output);
    output
}

/// The output of tiny-keccak for these pieces, with the output length bound in (where the function does that).
fn tiny(mut hasher: impl tiny_keccak::Hasher, pieces: &[&[u8]], out: usize) -> Vec<u8> {
    let mut output = vec![0; out];
    for piece in pieces {
        hasher.update(piece);
    }
    hasher.finalize(&mut output);
    output
}

/// Whether `bytepad` of these strings has zeroes to add. Where it has none, tiny-keccak 2.0.2 permutes once too often (its
/// `fill_block` does not look whether the block has begun), and NIST's and the reference's answers are others.
fn is_padded(rate: usize, strings: &[&[u8]]) -> bool {
    let encoded = |x: usize| 1 + (1..=8).find(|n| x >> (8 * n) == 0).unwrap_or(8);
    let strings: usize = strings.iter().map(|string| encoded(8 * string.len()) + string.len()).sum();
    !(encoded(rate) + strings).is_multiple_of(rate)
}

/// All functions of both strengths, on every backend. The key is cSHAKE's function name.
fn check(key: &[u8], customization: &[u8], pieces: &[&[u8]], block_bytes: usize, out: usize) {
    use Algorithm as A;
    use tiny_keccak::{CShake, Kmac, ParallelHash, TupleHash};
    let check = |algorithm: Algorithm, theirs: &[u8]| {
        let mut case = Case::new(algorithm, pieces.iter().map(|piece| Bits::of(piece)).collect());
        [case.key, case.name, case.custom] = [key, key, customization].map(Bits::of);
        (case.block_bytes, case.out_bits) = (block_bytes, 8 * out);
        compare(&case, 0, theirs);
    };
    // With the length bound in, and without; not where tiny-keccak is wrong.
    let is_right = |rate, strings: &[&[&[u8]]]| strings.iter().all(|strings| is_padded(rate, strings));
    macro_rules! either {
        ($bound:ident, $xof:ident, $rate:literal, $strings:expr, $hasher:expr) => {
            if is_right($rate, $strings) {
                check(A::$bound, &tiny($hasher, pieces, out));
                let (mut hasher, mut output) = ($hasher, vec![0; out]);
                for piece in pieces {
                    tiny_keccak::Hasher::update(&mut hasher, piece);
                }
                hasher.into_xof().squeeze(&mut output);
                check(A::$xof, &output);
            }
        };
    }
    let data = pieces.concat();
    check(A::CShake128, &rust_crypto::<168>(key, customization, &data, out));
    check(A::CShake256, &rust_crypto::<136>(key, customization, &data, out));
    let is_plain = key.is_empty() && customization.is_empty();
    if is_right(168, &[&[key, customization]]) || is_plain {
        check(A::CShake128, &tiny(CShake::v128(key, customization), pieces, out));
    }
    if is_right(136, &[&[key, customization]]) || is_plain {
        check(A::CShake256, &tiny(CShake::v256(key, customization), pieces, out));
    }
    let of: &[&[&[u8]]] = &[&[b"KMAC", customization], &[key]];
    either!(Kmac128, KmacXof128, 168, of, Kmac::v128(key, customization));
    either!(Kmac256, KmacXof256, 136, of, Kmac::v256(key, customization));
    let of: &[&[&[u8]]] = &[&[b"TupleHash", customization]];
    either!(TupleHash128, TupleHashXof128, 168, of, TupleHash::v128(customization));
    either!(TupleHash256, TupleHashXof256, 136, of, TupleHash::v256(customization));
    let of: &[&[&[u8]]] = &[&[b"ParallelHash", customization]];
    either!(ParallelHash128, ParallelHashXof128, 168, of, ParallelHash::v128(customization, block_bytes));
    either!(ParallelHash256, ParallelHashXof256, 136, of, ParallelHash::v256(customization, block_bytes));
}

#[test]
fn any_inputs() {
    let data = message(1000, 1);
    for bytes in [0, 1, 135, 136, 137, 255, 256, 65536] {
        check(&message(bytes, 2), &message(bytes, 3), &[&data[..300], &data[300..]], 8 + bytes / 2, 100);
    }
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let [key, customization] = [1, 2].map(|seed| message(random.to(300), seed));
        let data = message(random.to(5000), seed);
        let (head, rest) = data.split_at(random.to(data.len()));
        check(&key, &customization, &[head, rest], 1 + random.to([20, 6000][seed as usize % 2]), random.to(600));
    }
}
