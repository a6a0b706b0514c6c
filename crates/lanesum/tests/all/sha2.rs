//! Tests of SHA-2 alone: published answers, bits from the high end, the length across every power of two that a counter might break at, the
//! compression functions, SHA-512/t, and HMAC over the block-level traits.

use crate::support;

use digest::{FixedOutput, Reset, Update};
use hmac::{Hmac, HmacReset, KeyInit, Mac};
use lanesum::{
    Algorithm, Backend, Error, FixedHash, Sha2Function, Sha512T, functions,
    hazmat::{sha256_compress, sha512_compress},
};
use reference::{BitString, sha2};
use support::chained::{is_no_longer_than_allowed, passes_powers_of_two};
use support::{backends_of, hex, message};

/// HMAC over the block-level traits, of which `Hmac` keeps the chaining values after the padded key.
///
/// Source: RFC 4231, test cases 1, 2, 3 and 6.
#[test]
fn hmac() {
    fn mac<M: Mac + KeyInit>(key: &[u8], data: &[u8]) -> String {
        let mut mac = <M as KeyInit>::new_from_slice(key).unwrap();
        Mac::update(&mut mac, &data[..data.len() / 3]);
        Mac::update(&mut mac, &data[data.len() / 3..]);
        hex(&mac.finalize().into_bytes())
    }
    let cases: [(&[u8], &[u8], [&str; 4]); 4] = [
        (
            &[0x0b; 20],
            b"Hi There",
            [
                "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
                "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
                "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
            ],
        ),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            [
                "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
            ],
        ),
        (
            &[0xaa; 20],
            &[0xdd; 50],
            [
                "7fb3cb3588c6c1f6ffa9694d7d6ad2649365b0c1f65d69d1ec8333ea",
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
                "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27",
                "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
            ],
        ),
        (
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            [
                "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
                "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
            ],
        ),
    ];
    for (key, data, tags) in cases {
        let ours = [
            mac::<Hmac<lanesum::Sha224>>(key, data),
            mac::<Hmac<lanesum::Sha256>>(key, data),
            mac::<Hmac<lanesum::Sha384>>(key, data),
            mac::<Hmac<lanesum::Sha512>>(key, data),
        ];
        assert_eq!(ours, tags);
        let again = [
            mac::<HmacReset<lanesum::Sha224>>(key, data),
            mac::<hmac::SimpleHmac<lanesum::Sha256>>(key, data),
            mac::<HmacReset<lanesum::Sha384>>(key, data),
            mac::<hmac::SimpleHmac<lanesum::Sha512>>(key, data),
        ];
        assert_eq!(again, tags);
        let own = [
            hex(&lanesum::Sha224::hmac(key, data)),
            hex(&lanesum::Sha256::hmac(key, data)),
            hex(&lanesum::Sha384::hmac(key, data)),
            hex(&lanesum::Sha512::hmac(key, data)),
        ];
        assert_eq!(own, tags);
    }
}

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
            for backend in backends_of(Algorithm::Sha512) {
                let mut hasher = Sha512T::with_backend(t, backend).unwrap();
                assert_eq!((hasher.digest_bits(), hasher.backend()), (t, backend));
                let (head, tail) = data[..bits / 8].split_at(bits / 30);
                hasher.update(head);
                hasher.update(tail);
                let mut out = vec![0xa7; expected.len()];
                hasher.clone().finalize_with_last_bits_into(data[bits / 8], bits as u32 % 8, &mut out).unwrap();
                assert_eq!(out, expected, "{t}, {backend}, {bits} bits");
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
    assert_eq!(
        format!("{:?}", Sha512T::with_backend(8, Backend::Portable).unwrap()),
        "Sha512T { bits: 8, backend: Portable, .. }"
    );
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
