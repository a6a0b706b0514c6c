//! Against the crates cshake and tiny-keccak, which know whole bytes only.

use super::support::{Random, message};
use crate::bits::Bits;
use crate::ways;
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

/// The inputs of a function, and the length of its output.
#[derive(Debug)]
struct Case<'a> {
    key: &'a [u8],
    customization: &'a [u8],
    pieces: &'a [&'a [u8]],
    block_bytes: usize,
    out: usize,
}

impl Case<'_> {
    fn check(&self, algorithm: Algorithm, theirs: &[u8]) {
        let Self { key, customization, pieces, block_bytes, out } = *self;
        let [key, custom] = [key, customization].map(Bits::of);
        let strings = pieces.iter().map(|piece| Bits::of(piece)).collect();
        let name = key.clone();
        let case =
            ways::Case { key, name, custom, block_bytes, out_bits: 8 * out, ..ways::Case::new(algorithm, strings) };
        ways::compare(&case, 0, theirs);
    }

    /// All functions of both strengths, on every backend.
    fn compare(&self) {
        use Algorithm as A;
        use tiny_keccak::{CShake, Kmac, ParallelHash, TupleHash};
        let Self { key, customization, pieces, block_bytes, out } = *self;
        let data = pieces.concat();
        self.check(A::CShake128, &rust_crypto::<168>(key, customization, &data, out));
        self.check(A::CShake256, &rust_crypto::<136>(key, customization, &data, out));
        let cshake = [
            (A::CShake128, 168, CShake::v128(key, customization)),
            (A::CShake256, 136, CShake::v256(key, customization)),
        ];
        for (algorithm, rate, tiny_keccak) in cshake {
            if is_padded(rate, &[key, customization]) || (key.is_empty() && customization.is_empty()) {
                self.check(algorithm, &tiny(tiny_keccak, pieces, out));
            }
        }
        let kmac = [
            ([A::Kmac128, A::KmacXof128], 168, Kmac::v128(key, customization)),
            ([A::Kmac256, A::KmacXof256], 136, Kmac::v256(key, customization)),
        ];
        for (both, rate, tiny_keccak) in kmac {
            if is_padded(rate, &[b"KMAC", customization]) && is_padded(rate, &[key]) {
                self.either(both, &tiny_keccak);
            }
        }
        let tuple = [
            ([A::TupleHash128, A::TupleHashXof128], 168, TupleHash::v128(customization)),
            ([A::TupleHash256, A::TupleHashXof256], 136, TupleHash::v256(customization)),
        ];
        for (both, rate, tiny_keccak) in tuple {
            if is_padded(rate, &[b"TupleHash", customization]) {
                self.either(both, &tiny_keccak);
            }
        }
        let parallel = [
            ([A::ParallelHash128, A::ParallelHashXof128], 168, ParallelHash::v128(customization, block_bytes)),
            ([A::ParallelHash256, A::ParallelHashXof256], 136, ParallelHash::v256(customization, block_bytes)),
        ];
        for (both, rate, tiny_keccak) in parallel {
            if is_padded(rate, &[b"ParallelHash", customization]) {
                self.either(both, &tiny_keccak);
            }
        }
    }

    /// With the length bound in, and without.
    fn either<H: tiny_keccak::Hasher + IntoXof + Clone>(&self, [bound, xof]: [Algorithm; 2], hasher: &H) {
        self.check(bound, &tiny(hasher.clone(), self.pieces, self.out));
        let (mut hasher, mut output) = (hasher.clone(), vec![0; self.out]);
        self.pieces.iter().for_each(|piece| hasher.update(piece));
        hasher.into_xof().squeeze(&mut output);
        self.check(xof, &output);
    }
}

#[test]
fn lengths_of_keys_and_customizations() {
    let data = message(1000, 1);
    for bytes in [0, 1, 135, 136, 137, 255, 256, 65536] {
        let (key, customization) = (&message(bytes, 2)[..], &message(bytes, 3)[..]);
        let pieces = &[&data[..300], &data[300..]];
        Case { key, customization, pieces, block_bytes: 8 + bytes / 2, out: 100 }.compare();
    }
}

#[test]
fn any_message() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let (key, customization) = (message(random.to(300), 1), message(random.to(300), 2));
        let data = message(random.to(5000), seed);
        let (head, rest) = data.split_at(random.to(data.len()));
        let block_bytes = 1 + random.to([20, 6000][seed as usize % 2]);
        let pieces = &[head, rest];
        Case { key: &key, customization: &customization, pieces, block_bytes, out: random.to(600) }.compare();
    }
}
