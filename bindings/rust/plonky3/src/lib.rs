//! The traits of Plonky3's [`p3_symmetric`] over lanesum: each type hashes as the type of the same name in `p3-keccak`, `p3-sha256` or
//! `p3-blake3`, and stands where that stands, in a `MerkleTreeMmcs` for example. Many rows or nodes go through the lanes in one call, on
//! whatever vectors the processor has.
//!
//! ```
//! use lanesum_plonky3::Keccak256Hash;
//! use p3_symmetric::{CompressionFunctionFromHasher, CryptographicHasher};
//!
//! let mut digests = [[0; 32]; 2];
//! Keccak256Hash.hash_many(b"leftright?", &mut digests); // two messages of five bytes
//! assert_eq!(digests[0], Keccak256Hash.hash_slice(b"leftr"));
//! // Nodes of a tree: this, or the hash itself, which is a compression function, too.
//! let nodes = CompressionFunctionFromHasher::<_, 2, 32>::new(Keccak256Hash);
//! ```
#![no_std]
#![forbid(unsafe_code)]

use lanesum::Strided;
use lanesum::digest::Digest;
use lanesum::hazmat::{State, States};
use p3_symmetric::{
    CompressionFunction, CryptographicHasher, CryptographicPermutation, Permutation, PseudoCompressionFunction,
};

/// The number of states that [`KeccakF`] permutes at once: `[[u64; VECTOR_LEN]; 25]`.
pub const VECTOR_LEN: usize = 8;

/// Plonky3 cuts its batches at multiples of this; some times the widest kernel's slots.
const LANES: usize = 32;

macro_rules! hashes {
    ($($(#[$doc:meta])* $name:ident: $hasher:ty, $one:path;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl CryptographicHasher<u8, [u8; 32]> for $name {
            const LANES: usize = LANES;

            fn hash_iter<I: IntoIterator<Item = u8>>(&self, input: I) -> [u8; 32] {
                let mut hasher = <$hasher>::new();
                p3_util::apply_to_chunks::<512, _, _>(input, |bytes| hasher.update(bytes));
                hasher.finalize().into()
            }

            fn hash_iter_slices<'a, I: IntoIterator<Item = &'a [u8]>>(&self, input: I) -> [u8; 32] {
                let mut hasher = <$hasher>::new();
                input.into_iter().for_each(|bytes| hasher.update(bytes));
                hasher.finalize().into()
            }

            fn hash_slice(&self, input: &[u8]) -> [u8; 32] {
                $one(input)
            }

            fn hash_many(&self, input: &[u8], out: &mut [[u8; 32]]) {
                let (count, len) = (out.len(), input.len().checked_div(out.len()).unwrap_or(0));
                assert!(count == 0 || len * count == input.len(), "input length ({}) must be a whole multiple of the digest count ({count})", input.len());
                let messages = Strided::new(input, len, len, count).expect("their bytes were counted");
                <$hasher>::digest_many(&messages, out).expect("a digest for each message");
            }
        }

        impl PseudoCompressionFunction<[u8; 32], 2> for $name {
            const LANES: usize = LANES;

            fn compress(&self, input: [[u8; 32]; 2]) -> [u8; 32] {
                $one(input.as_flattened())
            }

            fn compress_many(&self, inputs: &[[[u8; 32]; 2]], out: &mut [[u8; 32]]) {
                assert_eq!(inputs.len(), out.len(), "group count must equal the output count");
                self.hash_many(inputs.as_flattened().as_flattened(), out);
            }
        }

        impl CompressionFunction<[u8; 32], 2> for $name {}
    )*};
}
hashes! {
    /// Keccak-256, as `p3_keccak::Keccak256Hash`; of two digests, the Keccak-256 of their 64 bytes.
    Keccak256Hash: lanesum::Keccak256, lanesum::keccak256;
    /// SHA3-256, as `p3_keccak::Sha3_256Hash`.
    Sha3_256Hash: lanesum::Sha3_256, lanesum::sha3_256;
    /// SHA-256 with its padding, as `p3_sha256::Sha256`. (`p3_sha256::Sha256Compress`, which has none, is another function.)
    Sha256: lanesum::Sha256, lanesum::sha256;
    /// BLAKE3, as `p3_blake3::Blake3`.
    Blake3: lanesum::Blake3, lanesum::blake3;
}

/// Keccak-f\[1600\], as `p3_keccak::KeccakF`.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeccakF;

fn permute<const N: usize>(lanes: &mut [[u64; N]]) {
    let mut states = States::<u64, N>::new();
    for (k, lane) in lanes.iter().enumerate() {
        states.set_lane_all(k, lane).expect("one of 25");
    }
    states.permute_all(24).expect("the usual number of rounds");
    for (k, lane) in lanes.iter_mut().enumerate() {
        *lane = states.lane_all(k).expect("one of 25");
    }
}

impl Permutation<[u64; 25]> for KeccakF {
    fn permute_mut(&self, input: &mut [u64; 25]) {
        permute(input.as_chunks_mut::<1>().0);
    }
}

impl Permutation<[[u64; VECTOR_LEN]; 25]> for KeccakF {
    fn permute_mut(&self, input: &mut [[u64; VECTOR_LEN]; 25]) {
        permute(input);
    }
}

impl Permutation<[u8; 200]> for KeccakF {
    fn permute_mut(&self, input: &mut [u8; 200]) {
        let mut state = State::<u64>::new();
        state.overwrite_bytes(0, input).expect("the bytes of a state");
        state.permute(24).expect("the usual number of rounds");
        state.extract_bytes(0, input).expect("the bytes of a state");
    }
}

impl CryptographicPermutation<[u64; 25]> for KeccakF {}
impl CryptographicPermutation<[[u64; VECTOR_LEN]; 25]> for KeccakF {}
impl CryptographicPermutation<[u8; 200]> for KeccakF {}
