//! Cases of all functions, for all ways to call them: published answers, messages that end anywhere, inputs of any length.

use crate::bits::Bits;
use crate::published::published;
use crate::support::{edges, last_bits, message};
use crate::ways::{Case, check, derived};
use lanesum::{Algorithm, Error, Hasher, Options, Parameter};

#[test]
fn published_answers() {
    for answer in reference::answers::all() {
        published(&answer);
    }
}

/// Bits in whole bytes, some that are not, and those at which a block of either rate of SP 800-185 ends.
fn bit_lengths() -> impl Iterator<Item = usize> {
    let ends =
        [136, 168, 272, 336].into_iter().flat_map(|bytes| [8 * bytes - 9, 8 * bytes - 1, 8 * bytes, 8 * bytes + 3]);
    [0, 1, 7, 8, 9, 15, 64].into_iter().chain(ends)
}

/// Bytes: none, one, around the rate of the stronger functions, around a second byte in `left_encode`, and a third.
const BYTES: [usize; 8] = [0, 1, 135, 136, 137, 255, 256, 65536];

/// Messages that end around the ends of blocks, and of the room for a length, with every number of last bits; plain and with all that the
/// function takes.
#[test]
fn messages_that_end_anywhere() {
    for &algorithm in Algorithm::ALL {
        for len in edges(algorithm, 2) {
            for bits in [0, 1, 2, 3, 4, 5, 6, 7] {
                // All of them at the ends, and those that differ from byte to byte elsewhere.
                if last_bits(algorithm, bits) != bits || bits > 1 && bits < 7 && len % 7 != 0 {
                    continue;
                }
                let strings = vec![Bits::new(8 * len + bits as usize, 1)];
                check(&Case::usual(algorithm, strings.clone()));
                if !derived().any(|other| other == algorithm) {
                    check(&Case::new(algorithm, strings));
                }
            }
        }
    }
}

/// Messages of zeroes or ones, which could be mistaken for padding.
#[test]
fn messages_of_zeroes_and_ones() {
    for &algorithm in Algorithm::ALL {
        for len in edges(algorithm, 1) {
            for byte in [0, 0xff] {
                let bits = last_bits(algorithm, len as u32 % 8) as usize;
                check(&Case::new(
                    algorithm,
                    vec![Bits { data: vec![byte; (8 * len + bits).div_ceil(8)], len: 8 * len + bits }],
                ));
            }
        }
    }
}

/// Outputs around the ends of blocks, and none.
#[test]
fn outputs_of_any_length() {
    for &algorithm in Algorithm::ALL {
        let is_fixed = Algorithm::PLAIN.contains(&algorithm) && !algorithm.is_xof();
        for bits in bit_lengths().chain([1343, 1345, 2400, 4096, 10_001]) {
            let bits = if is_fixed { bits % (algorithm.digest_bits() + 1) } else { bits };
            for len in [0, 10] {
                let mut case = Case::usual(algorithm, vec![Bits::new(8 * len, 2)]);
                case.out_bits = bits;
                check(&case);
            }
        }
    }
}

/// Keys, names and customization strings in bytes and in bits; with one another in the block that they fill.
#[test]
fn inputs_of_any_length() {
    for algorithm in derived() {
        let inputs = BYTES.map(|bytes| 8 * bytes).into_iter().chain(bit_lengths()).chain([8 * 132, 8 * 164 + 3]);
        for (i, bits) in inputs.enumerate() {
            for other in [0, 13, bits] {
                let mut case = Case::new(algorithm, vec![Bits::new(8 * (i % 3) + other % 2, 3)]);
                (case.custom, case.block_bytes) = (Bits::new(other, 4), 3);
                (case.key, case.name) = (Bits::new(bits, 5), Bits::new(bits, 6));
                check(&case);
                std::mem::swap(&mut case.custom, &mut case.name);
                check(&case);
            }
        }
    }
}

/// With the longest digest, in bytes.
const BLAKE2: [(Algorithm, usize); 4] =
    [(Algorithm::Blake2b, 64), (Algorithm::Blake2s, 32), (Algorithm::Blake2bp, 64), (Algorithm::Blake2sp, 32)];

/// The length of BLAKE2's digest is bound into it; lengths that it does not have are refused.
#[test]
fn digests_of_blake2_of_any_length() {
    for (algorithm, most) in BLAKE2 {
        for bytes in 1..=most {
            for len in [0, 5, 1000] {
                let mut case = Case::new(algorithm, vec![Bits::new(8 * len, bytes as u64)]);
                (case.digest_bytes, case.out_bits) = (Some(bytes), 8 * bytes);
                check(&case);
                case.out_bits -= 3;
                check(&case);
            }
        }
        let options = |bytes| Options::new().digest_bytes(bytes);
        for wrong in [0, most + 1, usize::MAX] {
            assert!(matches!(Hasher::with_options(algorithm, options(wrong)), Err(Error::Length { .. })));
        }
        let (bits, left) = (8 * 21, 8 * 20);
        assert_eq!(algorithm.digest(options(20), b"", &mut [0; 21]), Err(Error::DigestSpent { bits, left }));
        let many = algorithm.digest_many(options(20), &["one", "two"], &mut [0; 42]);
        assert_eq!(many, Err(Error::Length { argument: "out", expected: 40, got: 42 }));
        let mut hasher = Hasher::with_options(algorithm, options(20)).unwrap();
        assert_eq!(hasher.finalize_into_reset(&mut [0; 21]), Err(Error::DigestSpent { bits, left }));
        assert_eq!(hasher.finalize_in_pieces_reset(bits).unwrap_err(), Error::DigestSpent { bits, left });
        assert_eq!(hasher.finalize_many(&["one"], 21, &mut [0; 21]), Err(Error::DigestSpent { bits, left }));
        assert_eq!(Hasher::from_bytes(&hasher.to_bytes()).unwrap().finalize().left_bits(), Some(left));
    }
}

/// Around blocks, chunks, and the numbers of chunks that the kernels take at once.
#[test]
fn borders_of_blake3() {
    let chunks = (1..=17).chain([31, 32, 33, 48]).flat_map(|n| [1024 * n - 64, 1024 * n - 1, 1024 * n, 1024 * n + 1]);
    for (i, len) in chunks.enumerate() {
        let mut case = Case::new(Algorithm::Blake3, vec![Bits::new(8 * len, 1)]);
        case.out_bits = 256 + i;
        check(&case);
    }
}

/// Around the blocks of the leaves and the rounds of all leaves, in pieces that end anywhere: which block of a leaf is its last shows late.
#[test]
fn borders_of_blake2bp_and_blake2sp() {
    for (algorithm, _) in &BLAKE2[2..] {
        let lengths = (0..=17).flat_map(|blocks| [64 * blocks, 64 * blocks + 1]);
        for len in lengths.chain([511, 1023, 1535, 1537, 2047, 2049, 5000]) {
            for key in [0, 9] {
                let pieces = [len, 1, len % 7, 513, 1, 1200].map(|len| message(len, len as u64));
                let mut case = Case::new(*algorithm, vec![Bits::of(&pieces.concat())]);
                case.key = Bits::new(8 * key, 3);
                check(&case);
                let mut hasher = Hasher::with_options(*algorithm, Options::new().key(&case.key.data)).unwrap();
                for piece in &pieces {
                    hasher.update(piece);
                    hasher = Hasher::from_bytes(&hasher.to_bytes()).unwrap();
                }
                let mut digest = vec![0; algorithm.digest_bits() / 8];
                hasher.finalize_into_reset(&mut digest).unwrap();
                assert_eq!(digest, case.expected(), "{algorithm}, {len} bytes and more");
            }
        }
    }
}

/// Keys, contexts, salts and personalisations, alone and together, over several blocks and chunks.
#[test]
fn inputs_of_blake2_and_blake3() {
    for len in [0, 1, 64, 65, 128, 129, 1024, 1025, 5000] {
        let blake3 = |key: &[u8], custom: &[u8]| {
            let mut case = Case::new(Algorithm::Blake3, vec![Bits::new(8 * len, 1), Bits::new(8 * (len % 7), 2)]);
            (case.key, case.custom, case.out_bits) = (Bits::of(key), Bits::of(custom), 1000);
            check(&case);
        };
        blake3(&[7; 32], b"");
        blake3(b"", b"lanesum 2026-11-29 12:00:00 a context");
        for (algorithm, most) in BLAKE2 {
            for (key, salt, person) in [(1, 0, 0), (most, 0, 0), (0, 1, 0), (0, 0, most / 4), (5, most / 4, 3)] {
                let mut case = Case::new(algorithm, vec![Bits::new(8 * len, 1)]);
                (case.key, case.custom) = (Bits::new(8 * key, 3), Bits::new(8 * person, 4));
                case.salt = Bits::new(8 * salt, 5).data;
                check(&case);
                (case.digest_bytes, case.out_bits) = (Some(20), 160);
                check(&case);
            }
        }
    }
}

/// Inputs that the functions do not have; tags that are too short, too long or wrong; states without a key.
#[test]
fn refusals_and_tags_of_blake2_and_blake3() {
    let of = |algorithm, options: Options<'_>| Hasher::with_options(algorithm, options);
    for (algorithm, most) in BLAKE2 {
        let long = |bytes| vec![1; bytes];
        assert!(matches!(
            of(algorithm, Options::new().key(&long(most + 1))),
            Err(Error::Length { argument: "key", .. })
        ));
        assert!(of(algorithm, Options::new().salt(&long(most / 4 + 1))).is_err());
        assert!(of(algorithm, Options::new().customization(&long(most / 4 + 1))).is_err());
    }
    for wrong in [0, 31, 33] {
        let error = of(Algorithm::Blake3, Options::new().key(&vec![1; wrong])).unwrap_err();
        assert_eq!(error, Error::Length { argument: "key", expected: 32, got: wrong });
    }
    assert!(of(Algorithm::Blake3, Options::new().key(&[1; 32]).derive_key("context")).is_err());
    for algorithm in [Algorithm::Sha256, Algorithm::Blake2b, Algorithm::Kt128] {
        assert_eq!(of(algorithm, Options::new().derive_key("context")).unwrap_err(), Error::NoCustomization);
    }
    // An empty context is one, unlike an empty customization string.
    let first = |options| {
        let mut out = [0; 32];
        Algorithm::Blake3.digest(options, b"material", &mut out).unwrap();
        out
    };
    let derived = reference::blake3::hash(&reference::blake3::Mode::Derive(b""), b"material", 0, 32);
    assert_eq!(first(Options::new().derive_key(""))[..], derived[..]);
    assert_eq!(first(Options::new().customization(b"")), lanesum::blake3(b"material"));
    for algorithm in
        [Algorithm::Blake2b, Algorithm::Blake2s, Algorithm::Blake2bp, Algorithm::Blake2sp, Algorithm::Blake3]
    {
        let mut hasher = of(algorithm, Options::new().key(&[9; 32])).unwrap();
        hasher.update(b"message");
        let mut tag = vec![0; algorithm.digest_bits() / 8];
        hasher.clone().finalize().read(&mut tag).unwrap();
        assert_eq!(hasher.clone().verify(&tag), Ok(()));
        // Through a saved state, which has the key.
        let mut again = Hasher::from_bytes(&hasher.to_bytes()).unwrap();
        again.reset();
        again.update(b"message");
        assert_eq!(again.verify(&tag), Ok(()), "{algorithm}");
        let shorter = hasher.clone().verify(&tag[..20]);
        assert_eq!(shorter.is_ok(), algorithm == Algorithm::Blake3, "{algorithm}");
        tag[19] ^= 1;
        assert_eq!(hasher.clone().verify(&tag), Err(Error::WrongTag));
        assert_eq!(hasher.verify(&tag[..3]), Err(Error::ShortTag(24)));
        assert_eq!(Hasher::new(algorithm).verify(&tag), Err(Error::NotTaken(Parameter::Key)));
    }
}

#[test]
fn tuples_of_strings_of_any_length() {
    for algorithm in derived().filter(|algorithm| algorithm.name().starts_with("tuple")) {
        check(&Case::new(algorithm, vec![]));
        for bits in BYTES.map(|bytes| 8 * bytes).into_iter().chain(bit_lengths()) {
            for other in [3, 8] {
                let strings = [Bits::new(other, 3), Bits::new(bits, 2), Bits::default(), Bits::new(bits % 9, 5)];
                check(&Case::usual(algorithm, strings.to_vec()));
            }
        }
    }
}

/// Blocks of any size, numbers of blocks that fill the slots of every kernel and that do not, last blocks of any length.
#[test]
fn parallel_blocks_of_any_size() {
    for algorithm in derived().filter(|algorithm| algorithm.name().starts_with("parallel")) {
        for block_bytes in [1, 2, 8, 135, 136, 137, 167, 168, 169, 336, 1000, 1 << 40] {
            for blocks in [0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31] {
                for rest in [0, 1, 8, 8 * block_bytes.min(1000) - 1] {
                    // Each function has half of them.
                    if blocks % 2 == usize::from(algorithm.is_xof()) {
                        let message = Bits::new(8 * block_bytes.min(1000) * blocks + rest, 2);
                        let cut = message.len / 8 * 4;
                        let mut case = Case::new(algorithm, message.cut(&[cut]));
                        (case.block_bytes, case.custom) = (block_bytes, Bits::new(rest % 5, 1));
                        check(&case);
                    }
                }
            }
        }
    }
}

const CHUNK: usize = 8192;

/// Around blocks, chunks and groups of chunks; the customization string and its length end before a chunk's last byte, at it and across it,
/// and are longer than what goes into the last leaf at once, and than a chunk.
#[test]
fn borders_of_trees() {
    let one = |algorithm, len, custom: &Bits| {
        let mut case = Case::new(algorithm, vec![Bits::new(8 * len, 1)]);
        (case.custom, case.out_bits) = (custom.clone(), 256);
        check(&case);
    };
    for algorithm in [Algorithm::Kt128, Algorithm::Kt256] {
        let chunks = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17].into_iter();
        let chunks = chunks.flat_map(|n| [n * CHUNK - 2, n * CHUNK - 1, n * CHUNK, n * CHUNK + 1]);
        let leaves = [CHUNK + 135, CHUNK + 136, CHUNK + 167, CHUNK + 168, 3 * CHUNK + 5000, 8 * CHUNK + 500];
        for len in [1023, 1024, 1025].into_iter().chain(chunks).chain(leaves) {
            one(algorithm, len, &Bits::default());
        }
        for custom in [1, 2, 189, 190, 255, 256, 317, 318, 319, 320, 321, CHUNK - 4, CHUNK - 2, CHUNK, 3 * CHUNK] {
            let custom = Bits::new(8 * custom, 3);
            for len in
                [0, 1, 8000, CHUNK - 3, CHUNK - 2, CHUNK - 1, CHUNK, 2 * CHUNK - 2, 2 * CHUNK, 8 * CHUNK - 2, 70_000]
            {
                if algorithm == Algorithm::Kt128 || [0, CHUNK - 2, 70_000].contains(&len) {
                    one(algorithm, len, &custom);
                }
            }
        }
    }
}
