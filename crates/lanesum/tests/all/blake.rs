//! Tests of BLAKE alone: known answers, salts, the count of bits that each block is hashed with, the compression functions.

use crate::support;

use digest::array::Array;
use digest::common::hazmat::SerializableState;
use digest::{FixedOutput, FixedOutputReset, Reset, Update};
use lanesum::hazmat::{BlakeChain, blake256_compress, blake256_compress_two, blake512_compress};
use lanesum::{Algorithm, Backend, BlakeFunction, Error, FixedHash, Hasher, functions};
use reference::{BitString, blake};
use support::chained::{after, blake_function, is_no_longer_than_allowed, passes_powers_of_two};
use support::{backends_of, message};

/// A salt stays over a reset and in a saved state. A salt of zeroes is the same as none; any other changes the digest.
#[test]
fn salts() {
    fn check<F: BlakeFunction>() {
        let salt: digest::array::Array<u8, F::Salt> = digest::array::Array::from_fn(|i| 0xf0 ^ i as u8);
        let data = message(333, 2);
        let of = blake_function(F::ALGORITHM);
        let expected = blake::hash(of, Some(&salt), &BitString::from_bytes_msb(&data)).to_bytes_msb();
        for backend in backends_of(F::ALGORITHM) {
            let mut hasher = FixedHash::<F>::salted_with_backend(&salt, backend).unwrap();
            assert_eq!(hasher.backend(), backend);
            for cut in [0, 64, 100, 128, 333] {
                let begun = hasher.clone().chain(&data[..cut]);
                let mut saved = FixedHash::<F>::deserialize(&begun.serialize()).ok().unwrap();
                Update::update(&mut saved, &data[cut..]);
                assert_eq!(saved.finalize_fixed_reset()[..], expected, "{backend}, {cut}");
                assert_eq!(saved.chain(&data).finalize_fixed()[..], expected, "{backend}, {cut}");
                Update::update(&mut hasher, &data[..cut]);
                Reset::reset(&mut hasher);
            }
            assert_eq!(hasher.chain(&data).finalize_fixed()[..], expected, "{backend}");
        }
        let none = FixedHash::<F>::salted(&Array::default()).chain(&data).finalize_fixed();
        assert_eq!(none, FixedHash::<F>::default().chain(&data).finalize_fixed());
        assert_ne!(none[..], expected);
    }
    check::<functions::Blake224>();
    check::<functions::Blake256>();
    check::<functions::Blake384>();
    check::<functions::Blake512>();
    let error = Error::NoForm { backend: Backend::ShaNi, forms: Algorithm::Blake512.backends() };
    assert_eq!(Hasher::salted(Algorithm::Blake512, Some(Backend::ShaNi), &[0; 32]).unwrap_err(), error);
}

/// The count passes the places where a word of it wraps, and where a number of bytes would.
#[test]
fn counts_across_powers_of_two() {
    passes_powers_of_two::<functions::Blake224>(&[29, 32]);
    passes_powers_of_two::<functions::Blake256>(&[29, 31, 32, 33, 60]);
    passes_powers_of_two::<functions::Blake384>(&[29, 32, 61, 64, 67]);
    passes_powers_of_two::<functions::Blake512>(&[29, 31, 32, 33, 60, 61, 62, 63, 64, 65, 124]);
}

/// The longest messages have digests; one bit more is an error, not a count that wraps.
#[test]
fn no_message_is_longer_than_the_counter() {
    is_no_longer_than_allowed::<functions::Blake224>((1 << 61) - 1);
    is_no_longer_than_allowed::<functions::Blake256>((1 << 61) - 1);
    is_no_longer_than_allowed::<functions::Blake384>((1 << 125) - 1);
    is_no_longer_than_allowed::<functions::Blake512>((1 << 125) - 1);
    assert!(after::<functions::Blake256>(64, &[1]).is_none(), "a byte that the length does not have");
}

/// Words of 32 or 64 bits from bytes, big-endian.
fn words(data: &[u8], len: usize) -> Vec<u64> {
    data.chunks(len).map(|word| word.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))).collect()
}

/// The compression functions over any number of blocks, from any value, salt and counter, on every backend.
#[test]
fn compression_functions() {
    for blocks in 0..=5 {
        let data = message(128 * blocks, blocks as u64);
        for counter in [[0, 0], [u32::MAX - 511, 3], [u32::MAX - 1023, u32::MAX]] {
            let start = BlakeChain::<u32> { value: [3, 1, 4, 1, 5, 9, 2, 6], salt: [7, 0, !0, 1], counter };
            let (mut h, mut t) = (start.value.map(u64::from), u64::from(counter[1]) << 32 | u64::from(counter[0]));
            for m in data[..64 * blocks].chunks(64) {
                t = t.wrapping_add(512);
                h = blake::Word::W32.compress(h, &words(m, 4), start.salt.map(u64::from), [t & 0xffff_ffff, t >> 32]);
            }
            let expected =
                BlakeChain { value: h.map(|word| word as u32), counter: [t as u32, (t >> 32) as u32], ..start };
            for backend in backends_of(Algorithm::Blake256).into_iter().map(Some).chain([None]) {
                let mut chain = start;
                blake256_compress(backend, &mut chain, data[..64 * blocks].as_chunks().0).unwrap();
                assert_eq!(chain, expected, "{backend:?}, {blocks} blocks");
            }
            // Beside another message.
            let other = BlakeChain::<u32> { value: [!0; 8], ..start };
            let others = message(64 * blocks, 99);
            let mut other_alone = other;
            blake256_compress(None, &mut other_alone, others.as_chunks().0).unwrap();
            let available = [Backend::Avx2, Backend::Avx512Vl].into_iter().filter(|backend| backend.is_available());
            for backend in available {
                let (mut first, mut second) = (start, other);
                let both = [data[..64 * blocks].as_chunks().0, others.as_chunks().0];
                blake256_compress_two(Some(backend), [&mut first, &mut second], both).unwrap();
                assert_eq!([first, second], [expected, other_alone], "{backend}, {blocks} blocks");
            }
        }
        let start = BlakeChain::<u64> { value: [!0; 8], salt: [1, 2, 3, 4], counter: [u64::MAX - 2047, 6] };
        let (mut h, mut t) = (start.value, 6 << 64 | u128::from(u64::MAX - 2047));
        for m in data.chunks(128) {
            t += 1024;
            h = blake::Word::W64.compress(h, &words(m, 8), start.salt, [t as u64, (t >> 64) as u64]);
        }
        for backend in backends_of(Algorithm::Blake512).into_iter().map(Some).chain([None]) {
            let mut chain = start;
            blake512_compress(backend, &mut chain, data.as_chunks().0).unwrap();
            let expected = BlakeChain { value: h, counter: [t as u64, (t >> 64) as u64], ..start };
            assert_eq!(chain, expected, "{backend:?}, {blocks} blocks");
        }
    }
    let error = Error::NoForm { backend: Backend::Compact, forms: Algorithm::Blake512.backends() };
    assert_eq!(blake512_compress(Some(Backend::Compact), &mut BlakeChain::default(), &[]), Err(error));
    let [mut first, mut second] = [BlakeChain::default(); 2];
    let error = Error::Length { argument: "blocks", expected: 1, got: 2 };
    assert_eq!(blake256_compress_two(None, [&mut first, &mut second], [&[[0; 64]], &[[0; 64]; 2]]), Err(error));
}
