//! Tests of SHA-2 alone: the length across every power of two that a counter might break at, the compression functions, SHA-512/t.

use crate::support;

use digest::common::hazmat::SerializableState;
use digest::{FixedOutput, Reset, Update};
use lanesum::{
    Algorithm, Backend, Error, FixedHash, Sha2Function, Sha512T, functions,
    hazmat::{sha256_compress, sha512_compress},
};
use reference::{BitString, sha2};
use support::chained::{is_no_longer_than_allowed, passes_powers_of_two};
use support::{backends_of, message};

/// The block-level form and back: a message cut anywhere is the same.
#[test]
fn core_and_buffer() {
    use digest::block_api::{CoreProxy, FixedOutputCore, UpdateCore};
    fn check<F: Sha2Function>()
    where
        FixedHash<F>: CoreProxy<Core = lanesum::hazmat::Sha2Core<F>>,
    {
        let data = message(700, 1);
        let expected = FixedHash::<F>::default().chain(&data).finalize_fixed();
        for cut in 0..=data.len() {
            let (core, buffer) = FixedHash::<F>::default().chain(&data[..cut]).decompose();
            let whole = FixedHash::<F>::compose(core.clone(), buffer.clone()).chain(&data[cut..]);
            assert_eq!(whole.finalize_fixed(), expected, "{}, cut at {cut}", F::ALGORITHM);
            let (mut core, mut buffer) = (core, buffer);
            buffer.digest_blocks(&data[cut..], |blocks| core.update_blocks(blocks));
            let mut out = digest::Output::<FixedHash<F>>::default();
            core.finalize_fixed_core(&mut buffer, &mut out);
            assert_eq!(out, expected, "{}, cut at {cut}", F::ALGORITHM);
        }
        let (mut core, _) = FixedHash::<F>::default().chain(&data).decompose();
        let shown = format!("{core:?}");
        assert!(shown.starts_with(&format!("{} {{ backend: ", F::ALGORITHM)) && shown.ends_with(", .. }"), "{shown}");
        digest::Reset::reset(&mut core);
        let (_, empty) = FixedHash::<F>::default().decompose();
        let again = FixedHash::<F>::compose(core, empty);
        assert_eq!(again.chain(&data).finalize_fixed(), expected, "{}, reset", F::ALGORITHM);
    }
    check::<functions::Sha224>();
    check::<functions::Sha256>();
    check::<functions::Sha384>();
    check::<functions::Sha512>();
    check::<functions::Sha512_224>();
    check::<functions::Sha512_256>();
}

/// The compression functions over any number of blocks, from any chaining value, on every backend.
#[test]
fn compression_functions() {
    for blocks in 0..=20 {
        let data = message(128 * blocks + 64, blocks as u64);
        let (values, data) = data.split_at(64);
        let words =
            |len: usize| values.chunks(len).map(|word| word.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        let start: [u64; 8] = words(8).collect::<Vec<_>>().try_into().unwrap();
        let expected = sha2::compress_all(sha2::Word::W64, start, &BitString::from_bytes_msb(data));
        for backend in backends_of(Algorithm::Sha512).into_iter().map(Some).chain([None]) {
            let mut state = start;
            sha512_compress(backend, &mut state, data.as_chunks().0).unwrap();
            assert_eq!(state, expected, "{backend:?}, {blocks} blocks");
        }
        let start: Vec<u64> = words(4).take(8).collect();
        let data = &data[..64 * blocks];
        let expected =
            sha2::compress_all(sha2::Word::W32, start.clone().try_into().unwrap(), &BitString::from_bytes_msb(data));
        for backend in backends_of(Algorithm::Sha256).into_iter().map(Some).chain([None]) {
            let mut state = <[u32; 8]>::try_from(start.iter().map(|word| *word as u32).collect::<Vec<_>>()).unwrap();
            sha256_compress(backend, &mut state, data.as_chunks().0).unwrap();
            assert_eq!(state.map(u64::from), expected, "{backend:?}, {blocks} blocks");
        }
    }
    let error = Error::NoForm { backend: Backend::Compact, forms: Algorithm::Sha512.backends() };
    assert_eq!(sha512_compress(Some(Backend::Compact), &mut [0; 8], &[[0; 128]]), Err(error));
}

/// SHA-512/t for every t, messages of bits included, against the reference.
#[test]
fn any_t() {
    for t in (1..512).filter(|t| *t != 384) {
        let data = message(200, t.into());
        for bits in [0, 24, 895, 896, 1024, 1597] {
            let expected =
                sha2::hash(sha2::Function::Sha512T(t), &BitString::from_bits_msb(&data, bits)).to_bytes_msb();
            let mut seen = None;
            for backend in backends_of(Algorithm::Sha512) {
                let mut hasher = Sha512T::with_backend(t, backend).unwrap();
                assert_eq!((hasher.digest_bits(), hasher.backend()), (t, backend));
                let (head, tail) = data[..bits / 8].split_at(bits / 30);
                hasher.update(head);
                // Saved between, the same on all backends.
                let saved = hasher.serialize();
                assert_eq!(*seen.get_or_insert(saved), saved, "{t}, {backend}, {bits} bits");
                let mut restored = Sha512T::deserialize(&saved).unwrap();
                assert!(restored.digest_bits() == t && restored.serialize() == saved);
                hasher.update(tail);
                restored.update(tail);
                let mut out = vec![0xa7; expected.len()];
                hasher.clone().finalize_with_last_bits_into(data[bits / 8], bits as u32 % 8, &mut out).unwrap();
                assert_eq!(out, expected, "{t}, {backend}, {bits} bits");
                restored.finalize_with_last_bits_into(data[bits / 8], bits as u32 % 8, &mut out).unwrap();
                assert_eq!(out, expected, "{t}, {backend}, {bits} bits, restored");
                if bits % 8 == 0 {
                    out.fill(0xa7);
                    hasher.clone().finalize_into(&mut out).unwrap();
                    assert_eq!(out, expected, "{t}, {backend}, {bits} bits");
                }
                out.push(0);
                let error = Error::Length { argument: "out", expected: expected.len(), got: out.len() };
                assert_eq!(hasher.clone().finalize_into(&mut out), Err(error));
                let partial = Err(Error::PartialByte(8));
                assert_eq!(hasher.clone().finalize_with_last_bits_into(0, 8, &mut out), partial);
                // From the beginning again, on the same backend.
                hasher.reset();
                assert_eq!((hasher.digest_bits(), hasher.backend()), (t, backend));
                hasher.update(&data[..bits / 8]);
                out.pop();
                out.fill(0xa7);
                hasher.finalize_with_last_bits_into(data[bits / 8], bits as u32 % 8, &mut out).unwrap();
                assert_eq!(out, expected, "{t}, {backend}, {bits} bits, after a reset");
            }
        }
    }
    for t in [0, 384, 512, 513, 1 << 16 | 256, u32::MAX] {
        assert_eq!(Sha512T::new(t).unwrap_err(), Error::DigestBits(t));
    }
}

/// Messages that pass the places where a length of 32 bits or 64 wraps, counted in bits or in bytes, in pieces and in one.
#[test]
fn lengths_across_powers_of_two() {
    passes_powers_of_two::<functions::Sha224>(&[29, 32]);
    passes_powers_of_two::<functions::Sha256>(&[29, 31, 32, 33, 60]);
    passes_powers_of_two::<functions::Sha384>(&[29, 32, 61, 64, 67]);
    passes_powers_of_two::<functions::Sha512>(&[29, 31, 32, 33, 60, 61, 62, 63, 64, 65, 124]);
    passes_powers_of_two::<functions::Sha512_224>(&[61]);
    passes_powers_of_two::<functions::Sha512_256>(&[61]);
}

/// The longest messages that the standard allows have digests; one bit more is an error, and changes nothing.
#[test]
fn no_message_is_longer_than_the_standard_allows() {
    // 2^64 - 1 and 2^128 - 1 bits (FIPS 180-4, figure 1): so many whole bytes, and seven bits.
    is_no_longer_than_allowed::<functions::Sha224>((1 << 61) - 1);
    is_no_longer_than_allowed::<functions::Sha256>((1 << 61) - 1);
    is_no_longer_than_allowed::<functions::Sha384>((1 << 125) - 1);
    is_no_longer_than_allowed::<functions::Sha512>((1 << 125) - 1);
    is_no_longer_than_allowed::<functions::Sha512_224>((1 << 125) - 1);
    is_no_longer_than_allowed::<functions::Sha512_256>((1 << 125) - 1);
}
