//! The library against the crates sha3, tiny-keccak, sha2, ring and blake-hash, on every backend: all functions that they have.

use crate::support;

use lanesum::digest::{ExtendableOutput, Update};
use lanesum::hazmat::State;
use lanesum::{Algorithm, Hasher, Message};
use proptest::prelude::*;
use sha3::Digest;
use support::{backends, backends_of, edges, expected, hex, message, output};
use tiny_keccak::Hasher as _;

/// The outputs of other implementations for `data`, `len` bytes each, with their names. The crate sha3 0.12 has no SHAKE.
fn others(algorithm: Algorithm, data: &[u8], len: usize) -> Vec<(&'static str, Vec<u8>)> {
    fn rust_crypto<D: Digest>(data: &[u8]) -> (&'static str, Vec<u8>) {
        ("sha3", D::digest(data).to_vec())
    }
    fn sha2<D: Digest>(data: &[u8]) -> (&'static str, Vec<u8>) {
        ("sha2", D::digest(data).to_vec())
    }
    fn blake<D: blake_hash::digest::Digest>(data: &[u8]) -> (&'static str, Vec<u8>) {
        ("blake-hash", D::digest(data).to_vec())
    }
    fn ring(algorithm: &'static ring::digest::Algorithm, data: &[u8]) -> (&'static str, Vec<u8>) {
        ("ring", ring::digest::digest(algorithm, data).as_ref().to_vec())
    }
    fn xof<X: Default + Update + ExtendableOutput>(
        name: &'static str,
        data: &[u8],
        len: usize,
    ) -> (&'static str, Vec<u8>) {
        let mut out = vec![0; len];
        X::default().chain(data).finalize_xof_into(&mut out);
        (name, out)
    }
    let tiny = |mut hasher: tiny_keccak::Sha3| {
        let mut out = vec![0; len];
        hasher.update(data);
        hasher.finalize(&mut out);
        ("tiny-keccak", out)
    };
    let tiny_shake = |mut hasher: tiny_keccak::Shake| {
        let mut out = vec![0; len];
        hasher.update(data);
        hasher.finalize(&mut out);
        ("tiny-keccak", out)
    };
    match algorithm {
        Algorithm::Sha3_224 => vec![rust_crypto::<sha3::Sha3_224>(data), tiny(tiny_keccak::Sha3::v224())],
        Algorithm::Sha3_256 => vec![rust_crypto::<sha3::Sha3_256>(data), tiny(tiny_keccak::Sha3::v256())],
        Algorithm::Sha3_384 => vec![rust_crypto::<sha3::Sha3_384>(data), tiny(tiny_keccak::Sha3::v384())],
        Algorithm::Sha3_512 => vec![rust_crypto::<sha3::Sha3_512>(data), tiny(tiny_keccak::Sha3::v512())],
        Algorithm::Shake128 => vec![tiny_shake(tiny_keccak::Shake::v128())],
        Algorithm::Shake256 => vec![tiny_shake(tiny_keccak::Shake::v256())],
        Algorithm::Keccak256 => {
            let mut hasher = tiny_keccak::Keccak::v256();
            let mut out = vec![0; len];
            hasher.update(data);
            hasher.finalize(&mut out);
            vec![rust_crypto::<sha3::Keccak256>(data), ("tiny-keccak", out)]
        }
        Algorithm::Sha224 => vec![sha2::<sha2::Sha224>(data)],
        Algorithm::Sha256 => vec![sha2::<sha2::Sha256>(data), ring(&ring::digest::SHA256, data)],
        Algorithm::Sha384 => vec![sha2::<sha2::Sha384>(data), ring(&ring::digest::SHA384, data)],
        Algorithm::Sha512 => vec![sha2::<sha2::Sha512>(data), ring(&ring::digest::SHA512, data)],
        Algorithm::Sha512_224 => vec![sha2::<sha2::Sha512_224>(data)],
        Algorithm::Sha512_256 => vec![sha2::<sha2::Sha512_256>(data), ring(&ring::digest::SHA512_256, data)],
        Algorithm::Blake224 => vec![blake::<blake_hash::Blake224>(data)],
        Algorithm::Blake256 => vec![blake::<blake_hash::Blake256>(data)],
        // The crate blake-hash panics beyond x86-64: an operation of the vectors that it uses has no body there.
        Algorithm::Blake384 | Algorithm::Blake512 if cfg!(not(target_arch = "x86_64")) => {
            vec![("reference", expected(algorithm, data, 8 * data.len()))]
        }
        Algorithm::Blake384 => vec![blake::<blake_hash::Blake384>(data)],
        Algorithm::Blake512 => vec![blake::<blake_hash::Blake512>(data)],
        Algorithm::TurboShake128 => vec![xof::<turboshake::TurboShake128>("turboshake", data, len)],
        Algorithm::TurboShake256 => vec![xof::<turboshake::TurboShake256>("turboshake", data, len)],
        Algorithm::Kt128 => {
            let mut out = vec![0; len];
            let mut hasher = tiny_keccak::KangarooTwelve::new(b"");
            hasher.update(data);
            hasher.finalize(&mut out);
            vec![("tiny-keccak", out), xof::<k12::Kt128>("k12", data, len)]
        }
        Algorithm::Kt256 => vec![xof::<k12::Kt256>("k12", data, len)],
        Algorithm::Blake2b => vec![("blake2b_simd", blake2b_simd::blake2b(data).as_bytes().to_vec())],
        Algorithm::Blake2bp => vec![("blake2b_simd", blake2b_simd::blake2bp::blake2bp(data).as_bytes().to_vec())],
        Algorithm::Blake2sp => vec![("blake2s_simd", blake2s_simd::blake2sp::blake2sp(data).as_bytes().to_vec())],
        Algorithm::Blake2s => vec![("blake2s_simd", blake2s_simd::blake2s(data).as_bytes().to_vec())],
        Algorithm::Blake3 => {
            let mut out = vec![0; len];
            blake3::Hasher::new().update(data).finalize_xof().fill(&mut out);
            vec![("blake3", out)]
        }
        other => panic!("{other} has no rival: add it here"),
    }
}

/// Bytes of output to compare: the digest, or as many as are wanted of an XOF.
fn output_len(algorithm: Algorithm, wanted: usize) -> usize {
    if algorithm.is_xof() { wanted } else { algorithm.digest_bits() / 8 }
}

/// Every backend against all others; the message in one piece and cut at `cut`.
fn compare(algorithm: Algorithm, data: &[u8], cut: usize, wanted: usize) -> Result<(), String> {
    let len = output_len(algorithm, wanted);
    let others = others(algorithm, data, len);
    for backend in backends_of(algorithm) {
        let ours = output(algorithm, backend, data, len);
        let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
        hasher.update(&data[..cut]);
        hasher.update(&data[cut..]);
        let mut in_two = vec![0; len];
        hasher.finalize().read(&mut in_two).unwrap();
        for (name, theirs) in &others {
            if ours != *theirs || in_two != *theirs {
                let [ours, in_two, theirs] = [&ours, &in_two, theirs].map(|out| hex(out));
                return Err(format!(
                    "{algorithm}, {backend}, {} bytes: {ours}, cut at {cut} {in_two}, {name} {theirs}",
                    data.len()
                ));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_message(
        algorithm in proptest::sample::select(Algorithm::PLAIN),
        data in prop::collection::vec(any::<u8>(), 0..=5000),
        cut: prop::sample::Index,
        wanted in 0..=1500_usize,
    ) {
        let cut = cut.index(data.len() + 1);
        prop_assert_eq!(compare(algorithm, &data, cut, wanted), Ok(()));
    }

    /// The permutation alone, on any state.
    #[test]
    fn any_state(lanes: [u64; 25]) {
        let mut expected = lanes;
        tiny_keccak::keccakf(&mut expected);
        let [before, expected] = [lanes, expected].map(|lanes| lanes.map(u64::to_le_bytes).concat());
        for backend in backends() {
            let mut state = State::<u64>::with_backend(backend).unwrap();
            state.add_bytes(0, &before).unwrap();
            state.permute(24).unwrap();
            let mut after = [0; 200];
            state.extract_bytes(0, &mut after).unwrap();
            prop_assert_eq!(hex(&after), hex(&expected), "{}", backend);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A ragged batch, on every backend and on those that the library chooses.
    #[test]
    fn any_batch(
        algorithm in proptest::sample::select(Algorithm::PLAIN),
        lengths in prop::collection::vec(prop_oneof![0..=300_usize, 0..=3000_usize], 0..=36),
        same in any::<bool>(),
        wanted in 0..=500_usize,
    ) {
        let data = message(3000 + lengths.len(), lengths.len() as u64);
        let length = |i: usize| if same { lengths[0] } else { lengths[i] };
        let messages: Vec<&[u8]> = (0..lengths.len()).map(|i| &data[i..][..length(i)]).collect();
        let len = output_len(algorithm, wanted);
        let theirs: Vec<_> = messages.iter().map(|message| others(algorithm, message, len)).collect();
        let messages: Vec<Message> = messages.into_iter().map(Message::new).collect();
        for backend in backends_of(algorithm).into_iter().map(Some).chain([None]) {
            let mut ours = vec![0; len * messages.len()];
            algorithm.digest_many(backend, &messages, len, &mut ours).unwrap();
            for (i, others) in theirs.iter().enumerate() {
                for (name, theirs) in others {
                    let ours = &ours[i * len..][..len];
                    prop_assert_eq!(hex(ours), hex(theirs), "{}, {:?}, {}, message {}", algorithm, backend, name, i);
                }
            }
        }
    }
}

/// Every length through some blocks of the greatest rate, and those around 20 blocks of every rate.
#[test]
fn every_length() {
    for &algorithm in Algorithm::PLAIN {
        for len in (0..600).chain(edges(algorithm, 20)) {
            let data = message(len, len as u64);
            compare(algorithm, &data, len / 2, 400).unwrap();
        }
    }
}

/// Messages of 256 KiB and more, of which the kernels take nearly all blocks in one call. In two halves, for two threads.
#[test]
fn long_messages() {
    compare_long(Algorithm::PLAIN.iter().step_by(2));
}

#[test]
fn long_messages_of_the_others() {
    compare_long(Algorithm::PLAIN.iter().skip(1).step_by(2));
}

fn compare_long<'a>(algorithms: impl Iterator<Item = &'a Algorithm>) {
    for &algorithm in algorithms {
        let block = algorithm.block_bytes();
        for len in [1 << 18, (1 << 18) + 1, (1 << 18) / block * block, 3 * (1 << 18) - 7] {
            compare(algorithm, &message(len, 1), 1, 1000).unwrap();
        }
    }
}

/// Outputs of 1 MiB and more.
#[test]
fn long_outputs() {
    for algorithm in [Algorithm::Shake128, Algorithm::Shake256] {
        let block = algorithm.block_bytes();
        for len in [1 << 20, (1 << 20) / block * block, (1 << 20) + 1] {
            let data = message(100, 2);
            // Of the bytes that differ, only where the first is.
            for (name, theirs) in others(algorithm, &data, len) {
                for backend in backends_of(algorithm) {
                    let ours = output(algorithm, backend, &data, len);
                    let differ = ours.iter().zip(&theirs).position(|(a, b)| a != b);
                    assert_eq!(differ, None, "{algorithm}, {backend}, {len} bytes, {name}: first byte that differs");
                }
            }
        }
    }
}
