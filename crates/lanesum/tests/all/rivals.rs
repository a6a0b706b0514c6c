//! Other people's implementations of the functions: one table for all tests that compare with them.

use lanesum::Algorithm;
use lanesum::digest::{ExtendableOutput, Update};
use sha3::Digest;

/// A hasher of another crate.
pub trait Rival {
    fn name(&self) -> &'static str;
    fn update(&mut self, data: &[u8]);
    /// The output so far.
    fn read(&self, out: &mut [u8]);
}

struct Of<H> {
    name: &'static str,
    hasher: H,
    update: fn(&mut H, &[u8]),
    read: fn(H, &mut [u8]),
}

impl<H: Clone> Rival for Of<H> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn update(&mut self, data: &[u8]) {
        (self.update)(&mut self.hasher, data);
    }

    fn read(&self, out: &mut [u8]) {
        (self.read)(self.hasher.clone(), out);
    }
}

type Boxed = Box<dyn Rival>;

fn of<H: Clone + 'static>(name: &'static str, hasher: H, update: fn(&mut H, &[u8]), read: fn(H, &mut [u8])) -> Boxed {
    Box::new(Of { name, hasher, update, read })
}

fn rust_crypto<D: Digest + Clone + 'static>() -> Boxed {
    of(
        "RustCrypto",
        D::new(),
        |hasher, data| Digest::update(hasher, data),
        |hasher, out| {
            out.copy_from_slice(&hasher.finalize());
        },
    )
}

fn blake<D: blake_hash::digest::Digest + Clone + 'static>() -> Boxed {
    of(
        "blake-hash",
        D::new(),
        |hasher, data| hasher.update(data),
        |hasher, out| {
            out.copy_from_slice(&hasher.finalize());
        },
    )
}

fn xof<X: Default + Update + ExtendableOutput + Clone + 'static>(name: &'static str) -> Boxed {
    of(name, X::default(), |hasher, data| Update::update(hasher, data), X::finalize_xof_into)
}

fn tiny<H: tiny_keccak::Hasher + Clone + 'static>(hasher: H) -> Boxed {
    of("tiny-keccak", hasher, H::update, H::finalize)
}

fn ring(algorithm: &'static ring::digest::Algorithm) -> Boxed {
    of("ring", ring::digest::Context::new(algorithm), ring::digest::Context::update, |hasher, out| {
        out.copy_from_slice(hasher.finish().as_ref());
    })
}

/// The crates of one author have no trait in common.
macro_rules! simd {
    ($hasher:ty) => {
        of(
            "blake2_simd",
            <$hasher>::new(),
            |hasher, data| _ = hasher.update(data),
            |hasher, out| {
                out.copy_from_slice(hasher.finalize().as_bytes());
            },
        )
    };
}

/// The others of a function. The crate sha3 0.12 has no SHAKE. Two functions of blake-hash panic beyond x86-64: an operation of the vectors
/// that it uses has no body there.
pub fn rivals(algorithm: Algorithm) -> Vec<Boxed> {
    match algorithm {
        Algorithm::Sha3_224 => vec![rust_crypto::<sha3::Sha3_224>(), tiny(tiny_keccak::Sha3::v224())],
        Algorithm::Sha3_256 => vec![rust_crypto::<sha3::Sha3_256>(), tiny(tiny_keccak::Sha3::v256())],
        Algorithm::Sha3_384 => vec![rust_crypto::<sha3::Sha3_384>(), tiny(tiny_keccak::Sha3::v384())],
        Algorithm::Sha3_512 => vec![rust_crypto::<sha3::Sha3_512>(), tiny(tiny_keccak::Sha3::v512())],
        Algorithm::Shake128 => vec![tiny(tiny_keccak::Shake::v128())],
        Algorithm::Shake256 => vec![tiny(tiny_keccak::Shake::v256())],
        Algorithm::Keccak256 => vec![rust_crypto::<sha3::Keccak256>(), tiny(tiny_keccak::Keccak::v256())],
        Algorithm::Sha224 => vec![rust_crypto::<sha2::Sha224>()],
        Algorithm::Sha256 => vec![rust_crypto::<sha2::Sha256>(), ring(&ring::digest::SHA256)],
        Algorithm::Sha384 => vec![rust_crypto::<sha2::Sha384>(), ring(&ring::digest::SHA384)],
        Algorithm::Sha512 => vec![rust_crypto::<sha2::Sha512>(), ring(&ring::digest::SHA512)],
        Algorithm::Sha512_224 => vec![rust_crypto::<sha2::Sha512_224>()],
        Algorithm::Sha512_256 => vec![rust_crypto::<sha2::Sha512_256>(), ring(&ring::digest::SHA512_256)],
        Algorithm::Blake224 => vec![blake::<blake_hash::Blake224>()],
        Algorithm::Blake256 => vec![blake::<blake_hash::Blake256>()],
        Algorithm::Blake384 | Algorithm::Blake512 if cfg!(not(target_arch = "x86_64")) => vec![],
        Algorithm::Blake384 => vec![blake::<blake_hash::Blake384>()],
        Algorithm::Blake512 => vec![blake::<blake_hash::Blake512>()],
        Algorithm::TurboShake128 => vec![xof::<turboshake::TurboShake128>("turboshake")],
        Algorithm::TurboShake256 => vec![xof::<turboshake::TurboShake256>("turboshake")],
        Algorithm::Kt128 => vec![xof::<k12::Kt128>("k12"), tiny(tiny_keccak::KangarooTwelve::new(b""))],
        Algorithm::Kt256 => vec![xof::<k12::Kt256>("k12")],
        Algorithm::Blake2b => vec![simd!(blake2b_simd::State)],
        Algorithm::Blake2s => vec![simd!(blake2s_simd::State)],
        Algorithm::Blake2bp => vec![simd!(blake2b_simd::blake2bp::State)],
        Algorithm::Blake2sp => vec![simd!(blake2s_simd::blake2sp::State)],
        Algorithm::Blake3 => {
            let read = |hasher: blake3::Hasher, out: &mut [u8]| hasher.finalize_xof().fill(out);
            vec![of("blake3", blake3::Hasher::new(), |hasher, data| _ = hasher.update(data), read)]
        }
        other => panic!("{other} has no rival: add it here"),
    }
}
