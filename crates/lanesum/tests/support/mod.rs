//! Common parts of the integration tests: the backends of this machine, test messages, the oracle.
#![allow(dead_code)] // each test file uses a part

/// Calls a macro with each type that has a digest of fixed length, and its one-shot functions.
#[allow(unused_macros)]
macro_rules! with_fixed {
    ($use:ident $($context:tt)*) => {
        $use! { $($context)*:
            Sha3_224 sha3_224 sha3_224_bits;
            Sha3_256 sha3_256 sha3_256_bits;
            Sha3_384 sha3_384 sha3_384_bits;
            Sha3_512 sha3_512 sha3_512_bits;
            Keccak256 keccak256 keccak256_bits;
            Sha224 sha224 sha224_bits;
            Sha256 sha256 sha256_bits;
            Sha384 sha384 sha384_bits;
            Sha512 sha512 sha512_bits;
            Sha512_224 sha512_224 sha512_224_bits;
            Sha512_256 sha512_256 sha512_256_bits;
            Blake224 blake224 blake224_bits;
            Blake256 blake256 blake256_bits;
            Blake384 blake384 blake384_bits;
            Blake512 blake512 blake512_bits;
        }
    };
}

use lanesum::hazmat::{Lane, State};
use lanesum::{Algorithm, Backend, BitOrder};
use reference::BitString;
use reference::named::{self, Inputs};

pub mod chained;
pub mod dropped;
pub mod guard;
#[cfg(all(unix, target_arch = "x86_64", not(miri)))]
pub mod stack;

/// Every backend of Keccak-p[1600] that this machine can run.
pub fn backends() -> Vec<Backend> {
    backends_of(Algorithm::Sha3_256)
}

/// Every backend of an algorithm that this machine can run. A processor that lacks one is no failure here; CI asks by name
/// (`required_backends`). In the tests of `lanesum-papers`, which has some of the same files: those that it adds.
pub fn backends_of(algorithm: Algorithm) -> Vec<Backend> {
    #[cfg(papers)]
    let backends = lanesum_papers::registered(algorithm.family());
    #[cfg(not(papers))]
    let backends = algorithm.backends().iter().copied();
    backends.filter(|backend| backend.is_available()).collect()
}

/// Those of [`backends`] that have a form for these lanes.
pub fn backends_for<W: Lane>() -> Vec<Backend> {
    let has = |backend: &Backend| match State::<W>::with_backend(*backend) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error, lanesum::Error::NoFormForLane { backend: *backend, bits: 8 * W::BYTES });
            false
        }
    };
    backends().into_iter().filter(has).collect()
}

/// Numbers that look random, the same in each run; the highest bits do so most.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.0
    }

    /// From 0 to `most`.
    pub fn to(&mut self, most: usize) -> usize {
        (self.next() >> 33) as usize % (most + 1)
    }

    /// Whether something happens that does so in one of `n` cases.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.to(n - 1) == 0
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.to(all.len() - 1)]
    }
}

/// A message whose bytes all differ from their neighbours and from other messages'.
pub fn message(len: usize, seed: u64) -> Vec<u8> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ len as u64);
    (0..len).map(|_| (random.next() >> 56) as u8).collect()
}

/// As many bits of a last byte as the algorithm takes: none if it takes whole bytes only.
pub fn last_bits(algorithm: Algorithm, bits: u32) -> u32 {
    if algorithm.takes_whole_bytes() { 0 } else { bits }
}

/// The first `bits` bits of `data` in the algorithm's order.
pub fn bits_of(algorithm: Algorithm, data: &[u8], bits: usize) -> BitString {
    match algorithm.bit_order() {
        BitOrder::LowestFirst => BitString::from_bits_lsb(data, bits),
        BitOrder::HighestFirst => BitString::from_bits_msb(data, bits),
    }
}

/// Bits as bytes in the algorithm's order.
pub fn bytes_of(algorithm: Algorithm, bits: &BitString) -> Vec<u8> {
    match algorithm.bit_order() {
        BitOrder::LowestFirst => bits.to_bytes(),
        BitOrder::HighestFirst => bits.to_bytes_msb(),
    }
}

/// The first `bits` bits of `data` hashed by the reference, to the algorithm's usual length.
pub fn expected(algorithm: Algorithm, data: &[u8], bits: usize) -> Vec<u8> {
    expected_output(algorithm, data, bits, algorithm.digest_bits())
}

/// The same to `out_bits` bits of output.
pub fn expected_output(algorithm: Algorithm, data: &[u8], bits: usize, out_bits: usize) -> Vec<u8> {
    bytes_of(algorithm, &expected_bits(algorithm, data, bits, out_bits))
}

/// The same as bits.
pub fn expected_bits(algorithm: Algorithm, data: &[u8], bits: usize, out_bits: usize) -> BitString {
    named::hash(algorithm.name(), &Inputs::default(), &[bits_of(algorithm, data, bits)], out_bits)
}

/// The rates of all sponges in bytes (FIPS 202, table 3, and SHAKE's).
pub const RATES: [usize; 5] = [72, 104, 136, 144, 168];

/// Byte lengths around the ends of the first `blocks` blocks, without repetition, and 0 and 1. A sponge gets those of the blocks of
/// every rate. SHA-2 and BLAKE get those of their own blocks, and those where the length does not fit behind the padding any more.
pub fn edges(algorithm: Algorithm, blocks: usize) -> Vec<usize> {
    let sizes: Vec<(usize, usize)> = match algorithm.bit_order() {
        BitOrder::LowestFirst => RATES.map(|rate| (rate, 0)).into(),
        BitOrder::HighestFirst => [0, algorithm.block_bytes() / 8].map(|len| (algorithm.block_bytes(), len)).into(),
    };
    let ends = sizes.iter().flat_map(|(size, len)| (1..=blocks).map(move |block| size * block - len));
    let mut lengths: Vec<usize> = [0, 1].into_iter().chain(ends.flat_map(|end| end - 1..=end + 1)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// `len` bytes of output of `data` hashed in one piece on `backend`.
pub fn output(algorithm: Algorithm, backend: Backend, data: &[u8], len: usize) -> Vec<u8> {
    let mut hasher = lanesum::Hasher::with_backend(algorithm, backend).unwrap();
    hasher.update(data);
    let mut out = vec![0; len];
    hasher.finalize().read(&mut out).unwrap();
    out
}

/// The name of an algorithm, as the trait writes it.
pub fn name_by_trait<T: digest::common::AlgorithmName>() -> String {
    struct Name<T>(std::marker::PhantomData<T>);
    impl<T: digest::common::AlgorithmName> std::fmt::Display for Name<T> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            T::write_alg_name(f)
        }
    }
    Name::<T>(std::marker::PhantomData).to_string()
}

/// Bytes of the self-tests of the Keccak code package: byte i is `plus + 161 * len - (i rotated left by `rotation` bits) + i`.
pub fn pattern(len: usize, plus: usize, rotation: usize) -> Vec<u8> {
    let start = plus.wrapping_add(161 * len) as u8;
    let byte = |i: u8| start.wrapping_sub(i.rotate_left(rotation as u32 % 8)).wrapping_add(i);
    let mut bytes = (0..=255).map(byte).collect::<Vec<u8>>().repeat(len.div_ceil(256));
    bytes.truncate(len);
    bytes
}

/// The checksum object of these self-tests: the sponge over Keccak-f without capacity, which the library does not have.
pub struct Checksum<W: Lane> {
    state: State<W>,
    position: usize,
}

impl<W: Lane> Checksum<W> {
    pub fn new(backend: Option<Backend>) -> Self {
        let state = backend.map_or_else(State::new, |backend| State::with_backend(backend).unwrap());
        Self { state, position: 0 }
    }

    pub fn absorb(&mut self, mut data: &[u8]) {
        let size = 25 * W::BYTES;
        while !data.is_empty() {
            let (now, rest) = data.split_at(data.len().min(size - self.position));
            self.state.add_bytes(self.position, now).unwrap();
            self.position += now.len();
            if self.position == size {
                self.state.permute(W::ROUNDS).unwrap();
                self.position = 0;
            }
            data = rest;
        }
    }

    /// The first `N` bytes in hexadecimal.
    pub fn squeeze<const N: usize>(mut self) -> String {
        self.state.add_bytes(self.position, &[1]).unwrap();
        self.state.add_bytes(25 * W::BYTES - 1, &[0x80]).unwrap();
        self.state.permute(W::ROUNDS).unwrap();
        let mut out = [0; N];
        self.state.extract_bytes(0, &mut out).unwrap();
        hex(&out)
    }
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// A saved state with the checksum that its bytes should have: FNV-1a of 64 bits, big-endian.
pub fn resealed(saved: &[u8]) -> Vec<u8> {
    let (all, _) = saved.split_at(saved.len() - 8);
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let checksum = all.iter().fold(0xcbf2_9ce4_8422_2325, step);
    [all, &checksum.to_be_bytes()].concat()
}
