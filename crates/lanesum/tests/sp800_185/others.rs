//! Against the crates cshake and tiny-keccak, which know whole bytes only.

use super::support::{backends, hex, message};
use super::{Bits, Both, Function, LENGTHS};
use lanesum::strengths::{Bits128, Bits256};
use proptest::prelude::*;
use reference::sp800_185::Length;
use tiny_keccak::{IntoXof, Xof as _};

fn rust_crypto<const RATE: usize>(function: &[u8], customization: &[u8], data: &[u8], out: usize) -> Vec<u8> {
    use lanesum::digest::{ExtendableOutput, Update};
    let mut output = vec![0; out];
    let mut hasher = cshake::CShake::<RATE>::new_with_function_name(function, customization);
    hasher.update(data);
    hasher.finalize_xof_into(&mut output);
    output
}

/// What tiny-keccak makes of pieces, the length of the output bound in (where the function does that).
fn tiny(mut hasher: impl tiny_keccak::Hasher, pieces: &[&[u8]], out: usize) -> Vec<u8> {
    let mut output = vec![0; out];
    for piece in pieces {
        hasher.update(piece);
    }
    hasher.finalize(&mut output);
    output
}

/// The same where the length is one of the two.
fn tiny_either<H: tiny_keccak::Hasher + IntoXof>(
    mut hasher: H,
    pieces: &[&[u8]],
    length: Length,
    out: usize,
) -> Vec<u8> {
    if length == Length::Fixed {
        return tiny(hasher, pieces, out);
    }
    let mut output = vec![0; out];
    for piece in pieces {
        hasher.update(piece);
    }
    hasher.into_xof().squeeze(&mut output);
    output
}

/// Whether `bytepad` of these strings has zeroes to add. Where it has none, tiny-keccak 2.0.2 permutes once too often (its
/// `fill_block` does not look whether the block has begun), and NIST's and the reference's answers are others.
fn is_padded(rate: usize, strings: &[&[u8]]) -> bool {
    let encoded = |x: usize| 1 + (1..=8).find(|n| x >> (8 * n) == 0).unwrap_or(8);
    let strings: usize = strings.iter().map(|string| encoded(8 * string.len()) + string.len()).sum();
    !(encoded(rate) + strings).is_multiple_of(rate)
}

/// What is hashed, and how much of what comes of it.
#[derive(Debug)]
struct Case<'a> {
    key: &'a [u8],
    customization: &'a [u8],
    pieces: &'a [&'a [u8]],
    block_bytes: usize,
    out: usize,
}

impl Case<'_> {
    fn check<S: Both>(&self, function: &Function, theirs: &[u8], name: &str) {
        let bits: Vec<Bits> = self.pieces.iter().map(|piece| Bits::of(piece)).collect();
        for backend in backends() {
            let ours = function.ours::<S>(backend, &bits, 8 * self.out);
            assert_eq!(hex(&ours), hex(theirs), "{name}, {backend}, {self:.99?}");
        }
    }

    fn cshake<S: Both, const RATE: usize>(&self, tiny_keccak: tiny_keccak::CShake) {
        let Self { key, customization, pieces, out, .. } = *self;
        let function = Function::CShake { function: Bits::of(key), customization: Bits::of(customization) };
        self.check::<S>(&function, &rust_crypto::<RATE>(key, customization, &pieces.concat(), out), "cshake");
        if is_padded(RATE, &[key, customization]) || (key.is_empty() && customization.is_empty()) {
            self.check::<S>(&function, &tiny(tiny_keccak, pieces, out), "tiny-keccak");
        }
    }

    fn others<S: Both>(
        &self,
        rate: usize,
        (kmac, tuple, parallel): (tiny_keccak::Kmac, tiny_keccak::TupleHash, tiny_keccak::ParallelHash),
    ) {
        let Self { key, customization, pieces, block_bytes, out } = *self;
        let custom = || Bits::of(customization);
        for length in LENGTHS {
            if is_padded(rate, &[b"KMAC", customization]) && is_padded(rate, &[key]) {
                let function = Function::Kmac { key: Bits::of(key), customization: custom(), length };
                self.check::<S>(&function, &tiny_either(kmac.clone(), pieces, length, out), "KMAC");
            }
            if is_padded(rate, &[b"TupleHash", customization]) {
                let function = Function::Tuple { customization: custom(), length };
                self.check::<S>(&function, &tiny_either(tuple.clone(), pieces, length, out), "TupleHash");
            }
            if is_padded(rate, &[b"ParallelHash", customization]) {
                let function = Function::Parallel { block_bytes, customization: custom(), length };
                self.check::<S>(&function, &tiny_either(parallel.clone(), pieces, length, out), "ParallelHash");
            }
        }
    }

    /// All functions of both strengths, on every backend.
    fn compare(&self) {
        use tiny_keccak::{CShake, Kmac, ParallelHash, TupleHash};
        let Self { key, customization, block_bytes, .. } = *self;
        self.cshake::<Bits128, 168>(CShake::v128(key, customization));
        self.cshake::<Bits256, 136>(CShake::v256(key, customization));
        let parallel = ParallelHash::v128(customization, block_bytes);
        self.others::<Bits128>(168, (Kmac::v128(key, customization), TupleHash::v128(customization), parallel));
        let parallel = ParallelHash::v256(customization, block_bytes);
        self.others::<Bits256>(136, (Kmac::v256(key, customization), TupleHash::v256(customization), parallel));
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_message(
        key in prop::collection::vec(any::<u8>(), 0..300),
        customization in prop::collection::vec(any::<u8>(), 0..300),
        data in prop::collection::vec(any::<u8>(), 0..5000),
        cut: prop::sample::Index,
        block_bytes in prop_oneof![1..20_usize, 1..6000_usize],
        out in 0..600_usize,
    ) {
        let (head, rest) = data.split_at(cut.index(data.len() + 1));
        Case { key: &key, customization: &customization, pieces: &[head, rest], block_bytes, out }.compare();
    }
}
