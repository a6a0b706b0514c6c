//! Published answers, for every algorithm on every backend, and the permutation's through the states.

mod support;

use lanesum::hazmat::{State, States};
use lanesum::{Algorithm, Backend, Hasher};
use support::{backends, backends_of, hex, output};

/// The digest of whole bytes, on every backend.
fn check(algorithm: Algorithm, data: &[u8], digest: &str) {
    for backend in backends_of(algorithm) {
        let ours = output(algorithm, backend, data, algorithm.digest_bits() / 8);
        assert_eq!(hex(&ours), digest, "{algorithm}, {backend}, {} bytes", data.len());
    }
}

/// The order in which the tables below list digests; those of SHA-2 are in `sha2.rs`.
#[test]
fn order_of_the_algorithms() {
    let names: Vec<&str> = Algorithm::PLAIN[..7].iter().map(|algorithm| algorithm.name()).collect();
    assert_eq!(names, ["sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256", "keccak256"]);
}

/// The empty message, the messages of 24, 448 and 896 bits of FIPS 180, and a million times `a`; SHAKE128 to 32 bytes,
/// SHAKE256 to 64.
///
/// Sources: NIST's example values for the empty message; for the others Python 3.11's `hashlib`, which agrees with the
/// test vectors at <https://www.di-mgt.com.au/sha_testvectors.html> for SHA-3 and with other suites' tests for SHAKE.
/// Keccak-256: the empty message as Ethereum's Yellow Paper has it, the others as the tests of many suites have them,
/// such as noble-hashes.
#[test]
fn bytes() {
    let million = vec![b'a'; 1_000_000];
    let cases: [(&[u8], [&str; 7]); 5] = [
        (
            b"",
            [
                "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
                "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
                "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f004",
                "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c\
                 11e3e9402c3ac558f500199d95b6d3e301758586281dcd26",
                "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
                "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200\
                 cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be",
                "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
            ],
        ),
        (
            b"abc",
            [
                "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
                "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
                "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
                "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c9\
                 1a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
                "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8",
                "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739d5a15bef186a5386\
                 c75744c0527e1faa9f8726e462a12a4feb06bd8801e751e4",
                "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
            ],
        ),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            [
                "8a24108b154ada21c9fd5574494479ba5c7e7ab76ef264ead0fcce33",
                "41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376",
                "991c665755eb3a4b6bbdfb75c78a492e8c56a22c5c4d7e429bfdbc32b9d4ad5aa04a1f076e62fea19eef51acd0657c22",
                "04a371e84ecfb5b8b77cb48610fca8182dd457ce6f326a0fd3d7ec2f1e91636dee691fbe0c985302\
                 ba1b0d8dc78c086346b533b49c030d99a27daf1139d6e75e",
                "1a96182b50fb8c7e74e0a707788f55e98209b8d91fade8f32f8dd5cff7bf21f5",
                "4d8c2dd2435a0128eefbb8c36f6f87133a7911e18d979ee1ae6be5d4fd2e332940d8688a4e6a59aa\
                 8060f1f9bc996c05aca3c696a8b66279dc672c740bb224ec",
                "45d3b367a6904e6e8d502ee04999a7c27647f91fa845d456525fd352ae3d7371",
            ],
        ),
        (
            b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno\
               ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            [
                "543e6868e1666c1a643630df77367ae5a62a85070a51c14cbf665cbc",
                "916f6061fe879741ca6469b43971dfdb28b1a32dc36cb3254e812be27aad1d18",
                "79407d3b5916b59c3e30b09822974791c313fb9ecc849e406f23592d04f625dc8c709b98b43b3852b337216179aa7fc7",
                "afebb2ef542e6579c50cad06d2e578f9f8dd6881d7dc824d26360feebf18a4fa73e3261122948efc\
                 fd492e74e82e2189ed0fb440d187f382270cb455f21dd185",
                "7b6df6ff181173b6d7898d7ff63fb07b7c237daf471a5ae5602adbccef9ccf4b",
                "98be04516c04cc73593fef3ed0352ea9f6443942d6950e29a372a681c3deaf4535423709b0284394\
                 8684e029010badcc0acd8303fc85fdad3eabf4f78cae1656",
                "f519747ed599024f3882238e5ab43960132572b7345fbeb9a90769dafd21ad67",
            ],
        ),
        (
            &million,
            [
                "d69335b93325192e516a912e6d19a15cb51c6ed5c15243e7a7fd653c",
                "5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1",
                "eee9e24d78c1855337983451df97c8ad9eedf256c6334f8e948d252d5e0e76847aa0774ddb90a842190d2c558b4b8340",
                "3c3a876da14034ab60627c077bb98f7e120a2a5370212dffb3385a18d4f38859ed311d0a9d5141ce\
                 9cc5c66ee689b266a8aa18ace8282a0e0db596c90b0a7b87",
                "9d222c79c4ff9d092cf6ca86143aa411e369973808ef97093255826c5572ef58",
                "3578a7a4ca9137569cdf76ed617d31bb994fca9c1bbf8b184013de8234dfd13a3fd124d4df76c0a5\
                 39ee7dd2f6e1ec346124c815d9410e145eb561bcd97b18ab",
                "fadae6b49f129bbb812be8407b7b2894f34aecf6dbd1f9b0f0c7e9853098fc96",
            ],
        ),
    ];
    for (data, digests) in cases {
        for (&algorithm, digest) in Algorithm::PLAIN.iter().zip(digests) {
            check(algorithm, data, digest);
        }
    }
}

/// Keccak-256 as Ethereum uses it: the event and the function that every token has.
///
/// Source: ERC-20 and Solidity's contract interface specification (the first is topic 0 of every `Transfer`; the
/// selector `a9059cbb` is the first four bytes of the second).
#[test]
fn ethereum() {
    check(
        Algorithm::Keccak256,
        b"Transfer(address,address,uint256)",
        "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
    );
    check(
        Algorithm::Keccak256,
        b"transfer(address,uint256)",
        "a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b",
    );
}

/// The messages of NIST's examples: 5 and 30 bits, and 11000101 repeated, which is the byte a3, to 1600, 1605 and 1630.
fn nist_message(bits: usize) -> Vec<u8> {
    match bits {
        // 11001 and 110010100001101011011110100110, the first bit lowest.
        5 => vec![0x13],
        30 => vec![0x53, 0x58, 0x7b, 0x19],
        _ => vec![0xa3; bits.div_ceil(8)],
    }
}

/// `out` bytes of output of the first `bits` bits of `data`.
fn hash_bits(algorithm: Algorithm, backend: Backend, data: &[u8], bits: usize, out: usize) -> String {
    let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(&data[..bits / 8]);
    let last = data.get(bits / 8).copied().unwrap_or(0);
    let mut output = vec![0; out];
    hasher.finalize_with_last_bits(last, (bits % 8) as u32).unwrap().read(&mut output).unwrap();
    hex(&output)
}

/// Messages of bits: SHA3-224, SHA3-256, SHA3-384 and SHA3-512 of each.
///
/// Source: NIST, Cryptographic Standards and Guidelines, Example Values, `SHA3-256_Msg5.pdf` and so on
/// (<https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values>).
#[test]
fn nist_sha3() {
    let cases = [
        (
            5,
            [
                "ffbad5da96bad71789330206dc6768ecaeb1b32dca6b3301489674ab",
                "7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af",
                "737c9b491885e9bf7428e792741a7bf8dca9653471c3e148473f2c236b6a0a6455eb1dce9f779b4b6b237fef171b1c64",
                "a13e01494114c09800622a70288c432121ce70039d753cadd2e006e4d961cb27544c1481e5814bdc\
             eb53be6733d5e099795e5e81918addb058e22a9f24883f37",
            ],
        ),
        (
            30,
            [
                "d666a514cc9dba25ac1ba69ed3930460deaac9851b5f0baab007df3b",
                "c8242fef409e5ae9d1f1c857ae4dc624b92b19809f62aa8c07411c54a078b1d0",
                "955b4dd1be03261bd76f807a7efd432435c417362811b8a50c564e7ee9585e1ac7626dde2fdc030f876196ea267f08c3",
                "9834c05a11e1c5d3da9c740e1c106d9e590a0e530b6f6aaa7830525d075ca5db1bd8a6aa981a2861\
             3ac334934a01823cd45f45e49b6d7e6917f2f16778067bab",
            ],
        ),
        (
            1600,
            [
                "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0",
                "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787",
                "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd76197a31fd55ee989f2d7050dd473e8f",
                "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca81b7c13c30adf52a3\
             659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00",
            ],
        ),
        (
            1605,
            [
                "22d2f7bb0b173fd8c19686f9173166e3ee62738047d7eadd69efb228",
                "81ee769bed0950862b1ddded2e84aaa6ab7bfdd3ceaa471be31163d40336363c",
                "a31fdbd8d576551c21fb1191b54bda65b6c5fe97f0f4a69103424b43f7fdb835979fdbeae8b3fe16cb82e587381eb624",
                "fc4a167ccb31a937d698fde82b04348c9539b28f0c9d3b4505709c03812350e4990e9622974f6e57\
             5c47861c0d2e638ccfc2023c365bb60a93f528550698786b",
            ],
        ),
        (
            1630,
            [
                "4e907bb1057861f200a599e9d4f85b02d88453bf5b8ace9ac589134c",
                "52860aa301214c610d922a6b6cab981ccd06012e54ef689d744021e738b9ed20",
                "3485d3b280bd384cf4a777844e94678173055d1cbc40c7c2c3833d9ef12345172d6fcd31923bb8795ac81847d3d8855c",
                "cf9a30ac1f1f6ac0916f9fef1919c595debe2ee80c85421210fdf05f1c6af73aa9cac881d0f91db6\
             d034a2bbadc1cf7fbcb2ecfa9d191d3a5016fb3fad8709c9",
            ],
        ),
    ];
    for (bits, digests) in cases {
        let data = nist_message(bits);
        for (&algorithm, digest) in Algorithm::PLAIN.iter().zip(digests) {
            for backend in backends() {
                let ours = hash_bits(algorithm, backend, &data, bits, algorithm.digest_bits() / 8);
                assert_eq!(ours, digest, "{algorithm}, {backend}, {bits} bits");
            }
        }
    }
}

/// SHAKE128 and SHAKE256 to 512 bytes, four blocks: the first 32 bytes and the last 32.
///
/// Source: as [`nist_sha3`], `SHAKE128_Msg5.pdf` and so on.
#[test]
fn nist_shake() {
    let cases = [
        (
            0,
            [
                [
                    "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
                    "43e41b45a653f2a5c4492c1add544512dda2529833462b71a41a45be97290b6f",
                ],
                [
                    "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f",
                    "ab0bae316339894304e35877b0c28a9b1fd166c796b9cc258a064a8f57e27f2a",
                ],
            ],
        ),
        (
            5,
            [
                [
                    "2e0abfba83e6720bfbc225ff6b7ab9ffce58ba027ee3d898764fef287ddeccca",
                    "654d7d75c908abe62564753eac39d7503da6d37c2e32e1af3b8aec8ae3069cd9",
                ],
                [
                    "48a5c11abaeeff092f3646ef0d6b3d3ff76c2f55f9c732ac6470c03764008212",
                    "669f6fce5c5509fbb6afd24aeacc5fa4a51523e6b173246ed4bfa521d74fc6bb",
                ],
            ],
        ),
        (
            30,
            [
                [
                    "6d5d39c55f3cca567feaf422dc64ba17401d07756d78b0fa3d546d66afc27671",
                    "2c7156bd7f3cf2b745c912a40bc1b559b656e3e903cc5733e86ba15dfef70678",
                ],
                [
                    "465d081dff875e396200e4481a3e9dcd88d079aa6d66226cb6ba454107cb81a7",
                    "1266ce9b11286e674ca9c10c9c9955049a66e9051d9a2b1fc9afe26798e9cec6",
                ],
            ],
        ),
        (
            1600,
            [
                [
                    "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037",
                    "44c9fb359fd56ac0a9a75a743cff6862f17d7259ab075216c0699511643b6439",
                ],
                [
                    "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d",
                    "6a1a9d7846436e4dca5728b6f760eef0ca92bf0be5615e96959d767197a0beeb",
                ],
            ],
        ),
        (
            1605,
            [
                [
                    "4ac38ebd1678b4a452792c5673f9777d36b55451aaae2424924942d318a2f6f5",
                    "ad540bec2d046c18e355faf8313d2ef8995ee6aae42568f314933e3a21e5be40",
                ],
                [
                    "98d093b067475760124ffb9204a5b327c6bb05c54ff234f0b43fac7240415166",
                    "532b48d6f1a2d1723b07d5460bc13916d96e88180713ac33d2c232e35e764e04",
                ],
            ],
        ),
        (
            1630,
            [
                [
                    "89846dc776ac0f014572ea79f560773451002938248e6882569ac32aeab191fc",
                    "6381676abbd2d9104ed23a9e89310246b026cedd57595b1ab6fe88a784be0c06",
                ],
                [
                    "8a8325079b0fc3265d52f59855cafe655df438aa639f6fec991f2494330ce32f",
                    "c83d5ef7bc27efa393af4c439fc39958e0e75537358802ef0853b7470b0f19ac",
                ],
            ],
        ),
    ];
    for (bits, outputs) in cases {
        let data = nist_message(bits);
        for (algorithm, [first, last]) in [Algorithm::Shake128, Algorithm::Shake256].into_iter().zip(outputs) {
            for backend in backends() {
                let ours = hash_bits(algorithm, backend, &data, bits, 512);
                assert_eq!(ours[..64], *first, "{algorithm}, {backend}, {bits} bits: first bytes");
                assert_eq!(ours[960..], *last, "{algorithm}, {backend}, {bits} bits: last bytes");
            }
        }
    }
}

/// The state of zeroes after 1, 2 and 1000 applications of Keccak-f[1600].
///
/// Source: computed with XKCP, whose 64-bit and AVX-512 builds agree; the first two are also in its file
/// `KeccakF-1600-IntermediateValues.txt`.
const AFTER: [(usize, &str); 3] = [
    (
        1,
        "e7dde140798f25f18a47c033f9ccd584eea95aa61e2698d54d49806f304715bd57d05362054e288b\
         d46f8e7f2da497ffc44746a4a0e5fe90762e19d60cda5b8c9c05191bf7a630ad64fc8fd0b75a9330\
         35d617233fa95aeb0321710d26e6a6a95f55cfdb167ca58126c84703cd31b8439f56a5111a2ff201\
         61aed9215a63e505f270c98cf2febe641166c47b95703661cb0ed04f555a7cb8c832cf1c8ae83e8c\
         14263aae22790c94e409c5a224f94118c26504e72635f5163ba1307fe944f67549a2ec5c7bfff1ea",
    ),
    (
        2,
        "3ccb6ef94d955c2d6db55770d02c336a6c6bd770128d3d0994d06955b2d9208a56f1e7e5994f9c4f\
         38fb65daa2b957f90daf7512ae3d7785f710d8c347f2f4fa59879af7e69e1b1f25b498ee0fccfee4\
         a168ceb9b661ce684f978fbac466eadef5b1af6e833dc433d9db1927045406e065128309f0a9f87c\
         434717bfa64954fd404b99d833addd9774e70b5dfcd5ea483cb0b755eec8b8e3e9429e646e22a091\
         7bddbae729310e90e8cca3fac59e2a20b63d1c4e4602345b59104ca4624e9f605cbf8f6ad26cd020",
    ),
    (
        1000,
        "3c8a4efdeff1ee14a6d1bd33598d75bdb818a837e62b548629e5bbb40a8f80ccd546fbb95d12266f\
         bf78e614af6a334e2c8c309bc10faaa26a52235f825738d139d3a6abca165fd2c7ceb98d0aeb49b8\
         e61b54a03c61de6244b12ce10773020884b97f3990db97b909e4608f2aea2595283f6cdc24180f40\
         f3e985faf5042c342af76c8e36f97080d3b06061a016b92bde95681cde2d4c808091306d594c2685\
         217dc2fb90aaf61d1d553323c9ca096492ea3199b2caef07cd13058a796a5530463d14930f044bd0",
    ),
];

/// The state of zeroes after Keccak-p[1600, 12], the last 12 rounds. Source: computed with XKCP.
const AFTER_12_ROUNDS: &str = "1786a7b938545e8e1ed059f2506acdd9351fa952c6e7b887c5e0e4cd67e09310455ad9f290ab33b0\
     451adda8722fa7e09c2f6714aa8037c51d075100f547dd3ecc8a170c311da3b3a0aa5792a586b579\
     9bf9b1b33d7c4abc93678ae66340876866250e2e33036c5cda30f0b90212aa9c9f7acf2b789a3b5f\
     2379ae61e0c136e5ec873cb718b6e96dc28a9170f1d1be2ab724edda53bdab6a5ae12e2c6a41c1bf\
     af5209b936e0cfc6d76070dc17365045e47a9fc2b21156627a64302cdb7136d41ca02c22760dfdcf";

fn bytes_of(state: &State) -> String {
    let mut out = [0; 200];
    state.extract_bytes(0, &mut out).unwrap();
    hex(&out)
}

#[test]
fn permutation_of_one_state() {
    for backend in backends() {
        let mut state = State::<u64>::with_backend(backend).unwrap();
        let mut done = 0;
        for (applications, bytes) in AFTER {
            while done < applications {
                state.permute(24).unwrap();
                done += 1;
            }
            assert_eq!(bytes_of(&state), bytes, "{backend}, {applications} applications");
        }
        state.initialize();
        state.permute(12).unwrap();
        assert_eq!(bytes_of(&state), AFTER_12_ROUNDS, "{backend}, 12 rounds");
    }
}

/// Absorbing zeroes is permuting: the fused form, at every rate.
#[test]
fn permutation_by_absorbing_zeroes() {
    let zeroes = vec![0; 1000 * 192];
    for backend in backends() {
        for lanes in 1..=24 {
            for (applications, bytes) in AFTER {
                let mut state = State::<u64>::with_backend(backend).unwrap();
                let len = applications * 8 * lanes;
                assert_eq!(state.absorb_blocks(lanes, 24, &zeroes[..len]), Ok(len));
                assert_eq!(bytes_of(&state), bytes, "{backend}, {lanes} lanes, {applications} blocks");
            }
            let mut state = State::<u64>::with_backend(backend).unwrap();
            assert_eq!(state.absorb_blocks(lanes, 12, &zeroes[..8 * lanes]), Ok(8 * lanes));
            assert_eq!(bytes_of(&state), AFTER_12_ROUNDS, "{backend}, {lanes} lanes, 12 rounds");
        }
    }
}

/// Squeezing permutes and puts out: the fused form, at every rate.
#[test]
fn permutation_by_squeezing() {
    let mut out = vec![0; 1000 * 192];
    for backend in backends() {
        for lanes in 1..=24 {
            let block = 8 * lanes;
            let mut state = State::<u64>::with_backend(backend).unwrap();
            assert_eq!(state.squeeze_blocks(lanes, 24, &mut out[..1000 * block]), Ok(1000 * block));
            for (applications, bytes) in AFTER {
                let ours = hex(&out[(applications - 1) * block..applications * block]);
                assert_eq!(ours, bytes[..2 * block], "{backend}, {lanes} lanes, block {applications}");
            }
            assert_eq!(bytes_of(&state), AFTER[2].1, "{backend}, {lanes} lanes");
        }
    }
}

/// The state of zeroes after this many permutations.
fn after(applications: usize) -> &'static str {
    AFTER.iter().find(|(count, _)| *count == applications).unwrap().1
}

/// `N` states at once.
fn permutation_of_states<const N: usize>() {
    fn bytes_of<const N: usize>(states: &States<u64, N>) -> [String; N] {
        std::array::from_fn(|i| {
            let mut out = [0; 200];
            states.extract_bytes(i, 0, &mut out).unwrap();
            hex(&out)
        })
    }
    for backend in backends() {
        let mut states = States::<u64, N>::with_backend(backend).unwrap();
        states.permute_all(24).unwrap();
        assert_eq!(bytes_of(&states), [after(1); N], "{backend}, {N} states");
        // The even ones begin anew, so that none can pass for its neighbour.
        for even in (0..N).step_by(2) {
            states.initialize(even).unwrap();
        }
        states.permute_all(24).unwrap();
        let expected: [&str; N] = std::array::from_fn(|i| after(1 + i % 2));
        assert_eq!(bytes_of(&states), expected, "{backend}, {N} states");

        states.initialize_all();
        for _ in 0..1000 {
            states.permute_all(24).unwrap();
        }
        assert_eq!(bytes_of(&states), [after(1000); N], "{backend}, {N} states");
        states.initialize_all();
        states.permute_all(12).unwrap();
        assert_eq!(bytes_of(&states), [AFTER_12_ROUNDS; N], "{backend}, {N} states, 12 rounds");
    }
}

#[test]
fn permutation_of_many_states() {
    permutation_of_states::<1>();
    permutation_of_states::<2>();
    permutation_of_states::<4>();
    permutation_of_states::<8>();
}
