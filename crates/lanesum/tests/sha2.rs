//! What SHA-2 has of its own: published answers, bits from the high end, the length across every power of two that a counter
//! might break at, the compression functions, SHA-512/t, and HMAC over the block-level traits.

mod support;

use digest::{FixedOutput, Reset, Update};
use hmac::{Hmac, HmacReset, KeyInit, Mac};
use lanesum::{
    Algorithm, Backend, Error, FixedHash, Hasher, Sha2Function, Sha512T, functions,
    hazmat::{sha256_compress, sha512_compress},
};
use reference::{BitString, sha2};
use support::chained::{after, is_no_longer_than_allowed, passes_powers_of_two};
use support::{backends_of, hex, message, output};

const ALL: [Algorithm; 6] = [
    Algorithm::Sha224,
    Algorithm::Sha256,
    Algorithm::Sha384,
    Algorithm::Sha512,
    Algorithm::Sha512_224,
    Algorithm::Sha512_256,
];

/// The empty message, the messages of 24, 448 and 896 bits of FIPS 180, and a million times `a`.
///
/// Sources: NIST, Cryptographic Standards and Guidelines, Example Values, SHA-2; where those have none of a function, Python
/// 3.11's `hashlib` (OpenSSL 3.0).
#[test]
fn published_answers() {
    let million = vec![b'a'; 1_000_000];
    let cases: [(&[u8], [&str; 6]); 5] = [
        (
            b"",
            [
                "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
                "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
                "6ed0dd02806fa89e25de060c19d3ac86cabb87d6a0ddd05c333b84f4",
                "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a",
            ],
        ),
        (
            b"abc",
            [
                "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
                "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
                "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
            ],
        ),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            [
                "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f5fe95b1fe3c8452b",
                "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c33596fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445",
                "e5302d6d54bb242275d1e7622d68df6eb02dedd13f564c13dbda2174",
                "bde8e1f9f19bb9fd3406c90ec6bc47bd36d8ada9f11880dbc8a22a7078b6a461",
            ],
        ),
        (
            b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno\
               ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            [
                "c97ca9a559850ce97a04a96def6d99a9e0e0e2ab14e6b8df265fc0b3",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
                "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039",
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
                "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9",
                "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a",
            ],
        ),
        (
            &million,
            [
                "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67",
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
                "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985",
                "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
                "37ab331d76f0d36de422bd0edeb22a28accd487b7a8453ae965dd287",
                "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21",
            ],
        ),
    ];
    for (data, digests) in cases {
        for (algorithm, digest) in ALL.into_iter().zip(digests) {
            for backend in backends_of(algorithm) {
                let ours = output(algorithm, backend, data, algorithm.digest_bits() / 8);
                assert_eq!(hex(&ours), digest, "{algorithm}, {backend}, {} bytes", data.len());
            }
        }
    }
}

/// Five bits, the high ones of a byte.
///
/// Source: RFC 6234, section 8.5, test 5 of each function.
#[test]
fn five_bits() {
    let cases = [
        (Algorithm::Sha224, 0x68, "e3b048552c3c387bcab37f6eb06bb79b96a4aee5ff27f51531a9551c"),
        (Algorithm::Sha256, 0x68, "d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"),
        (
            Algorithm::Sha384,
            0x10,
            "8d17be79e32b6718e07d8a603eb84ba0478f7fcfd1bb93995f7d1149e09143ac1ffcfc56820e469f3878d957a15a3fe4",
        ),
        (
            Algorithm::Sha512,
            0xb0,
            "d4ee29a9e90985446b913cf1d1376c836f4be2c1cf3cada0720a6bf4857d886a7ecb3c4e4c0fa8c7f95214e41dc1b0d2\
             1b22a84cc03bf8ce4845f34dd5bdbad4",
        ),
    ];
    for (algorithm, last, digest) in cases {
        for backend in backends_of(algorithm) {
            let mut out = vec![0; algorithm.digest_bits() / 8];
            let hasher = Hasher::with_backend(algorithm, backend).unwrap();
            hasher.finalize_with_last_bits(last | 0x07, 5).unwrap().read(&mut out).unwrap();
            assert_eq!(hex(&out), digest, "{algorithm}, {backend}");
        }
    }
}

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

/// A saved state says how much of the block is filled; what is not filled must be zeroes, so that there is one for each state.
#[test]
fn saved_states_that_no_hasher_gives() {
    let block = Algorithm::Sha256.block_bytes();
    for position in [0, 1, 63] {
        let fits = |rest: &[u8]| after::<functions::Sha256>(640 + position as u128, rest).is_some();
        assert!(fits(&vec![0x11; position]));
        assert!(!fits(&[vec![0x11; position], vec![0x01]].concat()));
        assert!(!fits(&[vec![0; block - 1], vec![0x80]].concat()));
    }
}
