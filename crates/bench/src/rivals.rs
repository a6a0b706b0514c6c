//! The rivals, in one table. A new one is a line in [`RIVALS`] and a function from an algorithm to its call. Which of a crate's items is an
//! algorithm's, its name says: [`Algorithm::is_called`].

use ::keccak::Keccak;
use lanesum::Algorithm;
use lanesum::digest::{Digest, ExtendableOutput, Update};
use measure::trials::Hash;

use crate::results;
pub use crate::subjects::{BLOCK_BYTES, CUSTOMIZATION, KEY};

/// A crate that can do something of what lanesum can.
pub struct Rival {
    /// The crate's name.
    pub name: &'static str,
    /// From an algorithm to its function there, if there is one; `None` if this build lacks the crate.
    find: Option<fn(Algorithm) -> Option<Hash>>,
}

/// A crate behind a feature of its own name, as it needs a C compiler or a library.
macro_rules! optional {
    ($name:literal, $find:ident) => {
        Rival {
            name: $name,
            find: {
                #[cfg(feature = $name)]
                let find: Option<fn(Algorithm) -> Option<Hash>> = Some($find);
                #[cfg(not(feature = $name))]
                let find = None;
                find
            },
        }
    };
}

/// How the reason begins for a rival that is missing from the build.
pub(crate) const LACKING: &str = "this build lacks it";

/// A permutation of one state, by the length of its lanes.
#[derive(Clone, Copy)]
pub enum Permute {
    /// Keccak-p\[200\].
    Of8(fn(&mut [u8; 25])),
    /// Keccak-p\[400\].
    Of16(fn(&mut [u16; 25])),
    /// Keccak-p\[800\].
    Of32(fn(&mut [u32; 25])),
    /// Keccak-p\[1600\].
    Of64(fn(&mut [u64; 25])),
}

/// Permutations that can be called alone: the rival, the name here, the function.
const PERMUTATIONS: &[(&str, &str, Permute)] = &[
    ("tiny-keccak", "keccak-f1600", Permute::Of64(::tiny_keccak::keccakf)),
    ("tiny-keccak", "keccak-p1600-12", Permute::Of64(::tiny_keccak::keccakp)),
    ("keccak", "keccak-f1600", Permute::Of64(|state| Keccak::new().with_f1600(|f| f(state)))),
    ("keccak", "keccak-p1600-12", Permute::Of64(|state| Keccak::new().with_p1600::<12>(|p| p(state)))),
    ("keccak", "keccak-f800", Permute::Of32(|state| Keccak::new().with_f800(|f| f(state)))),
    ("keccak", "keccak-f400", Permute::Of16(|state| Keccak::new().with_f400(|f| f(state)))),
    ("keccak", "keccak-f200", Permute::Of8(|state| Keccak::new().with_f200(|f| f(state)))),
];

/// All of them.
pub const RIVALS: &[Rival] = &[
    Rival { name: "sha3", find: Some(sha3) },
    Rival { name: "shake", find: Some(shake) },
    Rival { name: "cshake", find: Some(cshake) },
    // The permutations under the three above.
    Rival { name: "keccak", find: Some(|_| None) },
    optional!("keccak-asm", keccak_asm),
    Rival { name: "tiny-keccak", find: Some(tiny_keccak) },
    optional!("aws-lc-rs", aws_lc_rs),
    optional!("ring", ring),
    optional!("openssl", openssl),
    optional!("gcrypt", gcrypt),
    Rival { name: "sha2", find: Some(sha2) },
    optional!("kangarootwelve_xkcp", kangarootwelve_xkcp),
    Rival { name: "k12", find: Some(k12) },
    Rival { name: "turboshake", find: Some(turboshake) },
    Rival { name: "blake-hash", find: Some(blake_hash) },
    optional!("blake3", blake3),
    Rival { name: "blake2b_simd", find: Some(blake2b_simd) },
    Rival { name: "blake2s_simd", find: Some(blake2s_simd) },
];

/// The crates of all rivals, those of signatures too.
pub fn names() -> Vec<&'static str> {
    RIVALS.iter().map(|rival| rival.name).chain(crate::signatures::CRATES).collect()
}

impl Rival {
    /// Its function for an algorithm.
    ///
    /// # Errors
    /// Why there is no contender, in a few words.
    pub fn hash(&self, algorithm: &str) -> Result<Hash, String> {
        let find = self.find.ok_or_else(|| self.lacking())?;
        algorithm.parse().ok().and_then(find).ok_or_else(|| format!("{} has no {algorithm}", self.name))
    }

    /// Its function for one message that all threads of the current rayon pool share, if it has one.
    pub fn over_threads(&self, algorithm: &str) -> Option<Hash> {
        self.find?;
        match (self.name, algorithm) {
            #[cfg(feature = "blake3")]
            ("blake3", "blake3") => hash(|message, out| {
                let mut hasher = ::blake3::Hasher::new();
                hasher.update_rayon(message);
                out.copy_from_slice(hasher.finalize().as_bytes());
            }),
            _ => None,
        }
    }

    fn lacking(&self) -> String {
        format!("{LACKING}: --features {}", self.name)
    }

    /// Its permutation of this name, if it lets others call one.
    pub fn permutation(&self, name: &str) -> Option<Permute> {
        PERMUTATIONS
            .iter()
            .find(|(rival, permutation, _)| (*rival, *permutation) == (self.name, name))
            .map(|found| found.2)
    }

    /// The crate's entry in the report's list.
    pub fn record(&self) -> results::Rival {
        let missing = self.find.is_none().then(|| self.lacking());
        results::Rival { name: self.name, version: missing.is_none().then(|| self.version()).flatten(), missing }
    }

    /// The crate's version as Cargo resolved it, and the library's where that is the system's.
    fn version(&self) -> Option<String> {
        let own = locked_version(include_str!("../../../Cargo.lock"), self.name)?;
        #[cfg(feature = "openssl")]
        if self.name == "openssl" {
            return Some(format!("{own} with {}", ::openssl::version::version()));
        }
        #[cfg(feature = "gcrypt")]
        if self.name == "gcrypt" {
            return Some(format!("{own} with libgcrypt {}", ::gcrypt::init_default().version()));
        }
        Some(own.into())
    }
}

/// The version that the bench is linked with: where Cargo.lock has several, the bench's dependencies name one.
fn locked_version<'l>(lock: &'l str, name: &str) -> Option<&'l str> {
    let package = |name: &str| {
        lock.split("[[package]]").find(|package| {
            let quoted = package.lines().find_map(|line| line.strip_prefix("name = "));
            quoted.is_some_and(|quoted| quoted.trim_matches('"') == name)
        })
    };
    let mut dependencies = package(env!("CARGO_PKG_NAME")).into_iter().flat_map(str::lines);
    let named = dependencies.find_map(|line| line.trim_matches([' ', '"', ',']).strip_prefix(name)?.strip_prefix(' '));
    if named.is_some() {
        return named;
    }
    package(name)?.lines().find_map(|line| line.strip_prefix("version = ")).map(|quoted| quoted.trim_matches('"'))
}

#[allow(clippy::unnecessary_wraps)] // its callers answer with an `Option`
fn hash(mut work: impl FnMut(&[u8], &mut [u8]) + 'static) -> Option<Hash> {
    Some(Box::new(move |message, out| {
        work(message, out);
        Ok(())
    }))
}

/// A function of the crate `digest` 0.11 with a digest of fixed length.
fn fixed<D: Digest + 'static>() -> Option<Hash> {
    hash(|message, out| out.copy_from_slice(&D::digest(message)))
}

/// Calls `$make` with the type of another crate that has the algorithm's name.
macro_rules! called {
    ($algorithm:ident: $make:ident, $($type:path),*) => {{
        $( if is_called($algorithm, stringify!($type)) { return $make::<$type>(); } )*
        None
    }};
}

/// The value of another crate that has the algorithm's name; without one, returns `None`.
#[cfg(any(feature = "aws-lc-rs", feature = "gcrypt", feature = "ring"))]
macro_rules! value_called {
    ($algorithm:ident: $($value:path),*) => {
        match $algorithm {
            $( _ if is_called($algorithm, stringify!($value)) => &$value, )*
            _ => return None,
        }
    };
}

fn is_called(algorithm: Algorithm, path: &str) -> bool {
    algorithm.is_called(path.rsplit("::").next().unwrap_or(path))
}

/// One with any length.
fn xof<X: Default + Update + ExtendableOutput + 'static>() -> Option<Hash> {
    hash(|message, out| X::default().chain(message).finalize_xof_into(out))
}

fn sha3(algorithm: Algorithm) -> Option<Hash> {
    called!(algorithm: fixed, ::sha3::Sha3_224, ::sha3::Sha3_256, ::sha3::Sha3_384, ::sha3::Sha3_512, ::sha3::Keccak256)
}

/// Where the crate `sha3` has put its XOFs since its version 0.12.
fn shake(algorithm: Algorithm) -> Option<Hash> {
    called!(algorithm: xof, ::shake::Shake128, ::shake::Shake256)
}

fn cshake(algorithm: Algorithm) -> Option<Hash> {
    fn customized<const RATE: usize>() -> Option<Hash> {
        hash(|message, out| {
            let hasher = ::cshake::CShake::<RATE>::new_with_function_name(b"", CUSTOMIZATION.as_bytes());
            hasher.chain(message).finalize_xof_into(out);
        })
    }
    match algorithm {
        Algorithm::CShake128 => customized::<168>(),
        Algorithm::CShake256 => customized::<136>(),
        _ => None,
    }
}

#[cfg(feature = "keccak-asm")]
fn keccak_asm(algorithm: Algorithm) -> Option<Hash> {
    fn fixed<D: ::keccak_asm::Digest + 'static>() -> Option<Hash> {
        hash(|message, out| out.copy_from_slice(&D::digest(message)))
    }
    called!(algorithm: fixed, ::keccak_asm::Sha3_224, ::keccak_asm::Sha3_256, ::keccak_asm::Sha3_384, ::keccak_asm::Sha3_512, ::keccak_asm::Keccak256)
}

fn tiny_keccak(algorithm: Algorithm) -> Option<Hash> {
    use ::tiny_keccak::{CShake, Hasher, KangarooTwelve, Keccak, Kmac, ParallelHash, Sha3, Shake, TupleHash};
    fn with<H: Hasher>(new: impl Fn() -> H + 'static) -> Option<Hash> {
        hash(move |message, out| {
            let mut hasher = new();
            hasher.update(message);
            hasher.finalize(out);
        })
    }
    // A type's constructors are its sizes.
    macro_rules! sizes {
        ($($type:ident $arguments:tt $($size:ident)*),*) => {
            $($( if algorithm.is_called(&concat!(stringify!($type), stringify!($size)).replacen('v', "", 1)) {
                return with(|| $type::$size $arguments);
            } )*)*
        };
    }
    // The message of TupleHash is a tuple of one string.
    sizes!(Sha3 () v224 v256 v384 v512, Keccak () v256, Shake () v128 v256, CShake (b"", CUSTOMIZATION.as_bytes()) v128 v256,
        Kmac (KEY, b"") v128 v256, TupleHash (b"") v128 v256, ParallelHash (b"", BLOCK_BYTES) v128 v256);
    algorithm.is_called("KangarooTwelve").then(|| with(|| KangarooTwelve::new(b"")))?
}

#[cfg(feature = "aws-lc-rs")]
fn aws_lc_rs(algorithm: Algorithm) -> Option<Hash> {
    let algorithm = value_called!(algorithm: ::aws_lc_rs::digest::SHA3_256, ::aws_lc_rs::digest::SHA3_384, ::aws_lc_rs::digest::SHA3_512,
        ::aws_lc_rs::digest::SHA224, ::aws_lc_rs::digest::SHA256, ::aws_lc_rs::digest::SHA384, ::aws_lc_rs::digest::SHA512,
        ::aws_lc_rs::digest::SHA512_256);
    hash(move |message, out| out.copy_from_slice(::aws_lc_rs::digest::digest(algorithm, message).as_ref()))
}

#[cfg(feature = "ring")]
fn ring(algorithm: Algorithm) -> Option<Hash> {
    let algorithm = value_called!(algorithm: ::ring::digest::SHA256, ::ring::digest::SHA384, ::ring::digest::SHA512, ::ring::digest::SHA512_256);
    hash(move |message, out| out.copy_from_slice(::ring::digest::digest(algorithm, message).as_ref()))
}

/// With the algorithm fetched and the context made once, which is the fastest way into it.
#[cfg(feature = "openssl")]
fn openssl(algorithm: Algorithm) -> Option<Hash> {
    use ::openssl::md::Md;
    use ::openssl::md_ctx::MdCtx;
    use measure::trials::Failed;
    if algorithm.is_derived() {
        return None;
    }
    // It knows a function by the tag or by the name in another program's lists; Keccak-256 from OpenSSL 3.2 on.
    let mut names = [algorithm.tag()].into_iter().chain(algorithm.other_tags().iter().copied());
    let md = names.find_map(|name| Md::fetch(None, name, None).ok())?;
    let mut context = MdCtx::new().ok()?;
    Some(Box::new(move |message, out| {
        let mut digest = || {
            context.digest_init(&md)?;
            context.digest_update(message)?;
            if algorithm.is_xof() { context.digest_final_xof(out) } else { context.digest_final(out).map(drop) }
        };
        digest().map_err(|_| Failed)
    }))
}

/// libgcrypt. The context is made once, which is the fastest way into it.
#[cfg(feature = "gcrypt")]
fn gcrypt(algorithm: Algorithm) -> Option<Hash> {
    use measure::trials::Failed;
    let algorithm = value_called!(algorithm: ::gcrypt::digest::Algorithm::Sha3_224, ::gcrypt::digest::Algorithm::Sha3_256,
        ::gcrypt::digest::Algorithm::Sha3_384, ::gcrypt::digest::Algorithm::Sha3_512, ::gcrypt::digest::Algorithm::Sha224,
        ::gcrypt::digest::Algorithm::Sha256, ::gcrypt::digest::Algorithm::Sha384, ::gcrypt::digest::Algorithm::Sha512,
        ::gcrypt::digest::Algorithm::Blake2B512);
    let mut context = ::gcrypt::digest::MessageDigest::new(*algorithm).ok()?;
    Some(Box::new(move |message, out| {
        context.reset();
        context.update(message);
        context.finish();
        let digest = context.get_only_digest().and_then(|digest| digest.get(..out.len())).ok_or(Failed)?;
        out.copy_from_slice(digest);
        Ok(())
    }))
}

fn sha2(algorithm: Algorithm) -> Option<Hash> {
    called!(algorithm: fixed, ::sha2::Sha224, ::sha2::Sha256, ::sha2::Sha384, ::sha2::Sha512, ::sha2::Sha512_224, ::sha2::Sha512_256)
}

#[cfg(feature = "kangarootwelve_xkcp")]
fn kangarootwelve_xkcp(algorithm: Algorithm) -> Option<Hash> {
    let kt128 = |message: &[u8], out: &mut [u8]| {
        let mut hasher = ::kangarootwelve_xkcp::Hasher::new();
        hasher.update(message);
        hasher.finalize_xof().squeeze(out);
    };
    (algorithm == Algorithm::Kt128).then(|| hash(kt128))?
}

fn k12(algorithm: Algorithm) -> Option<Hash> {
    called!(algorithm: xof, ::k12::Kt128, ::k12::Kt256)
}

fn turboshake(algorithm: Algorithm) -> Option<Hash> {
    called!(algorithm: xof, ::turboshake::TurboShake128, ::turboshake::TurboShake256)
}

fn blake_hash(algorithm: Algorithm) -> Option<Hash> {
    fn fixed<D: ::blake_hash::Digest + 'static>() -> Option<Hash> {
        hash(|message, out| out.copy_from_slice(&D::digest(message)))
    }
    called!(algorithm: fixed, ::blake_hash::Blake224, ::blake_hash::Blake256, ::blake_hash::Blake384, ::blake_hash::Blake512)
}

#[cfg(feature = "blake3")]
fn blake3(algorithm: Algorithm) -> Option<Hash> {
    let blake3 = |message: &[u8], out: &mut [u8]| match <&mut [u8; 32]>::try_from(&mut *out) {
        Ok(out) => *out = *::blake3::hash(message).as_bytes(),
        Err(_) => ::blake3::Hasher::new().update(message).finalize_xof().fill(out),
    };
    (algorithm == Algorithm::Blake3).then(|| hash(blake3))?
}

fn blake2b_simd(algorithm: Algorithm) -> Option<Hash> {
    let parallel =
        |message: &[u8], out: &mut [u8]| out.copy_from_slice(::blake2b_simd::blake2bp::blake2bp(message).as_bytes());
    match algorithm {
        Algorithm::Blake2b => hash(|message, out| out.copy_from_slice(::blake2b_simd::blake2b(message).as_bytes())),
        Algorithm::Blake2bp => hash(parallel),
        _ => None,
    }
}

fn blake2s_simd(algorithm: Algorithm) -> Option<Hash> {
    let parallel =
        |message: &[u8], out: &mut [u8]| out.copy_from_slice(::blake2s_simd::blake2sp::blake2sp(message).as_bytes());
    match algorithm {
        Algorithm::Blake2s => hash(|message, out| out.copy_from_slice(::blake2s_simd::blake2s(message).as_bytes())),
        Algorithm::Blake2sp => hash(parallel),
        _ => None,
    }
}

/// BLAKE2b of many messages, each with a digest of 32 bytes.
pub fn blake2b_many<'a>(messages: impl Iterator<Item = &'a [u8]>, out: &mut [[u8; 32]]) {
    let mut params = blake2b_simd::Params::new();
    params.hash_length(32);
    let mut jobs: Vec<_> = messages.map(|message| blake2b_simd::many::HashManyJob::new(&params, message)).collect();
    blake2b_simd::many::hash_many(&mut jobs);
    for (out, job) in out.iter_mut().zip(&jobs) {
        out.copy_from_slice(job.to_hash().as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::Known;

    #[test]
    fn every_rival_has_something_and_a_version() {
        for rival in RIVALS.iter().filter(|rival| rival.find.is_some()) {
            let has = |known: &Known| rival.hash(known.name).is_ok() || rival.permutation(known.name).is_some();
            assert!(Known::all().iter().any(has), "{}", rival.name);
            let record = rival.record();
            assert!(record.missing.is_none());
            let version = record.version.expect("it stands in Cargo.lock");
            assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{version}");
        }
    }

    #[test]
    fn versions_are_found_by_the_whole_name() {
        let lock = "[[package]]\nname = \"ring-compat\"\nversion = \"2.0.0\"\n\n[[package]]\nname = \"ring\"\nversion = \"1.0.0\"\n";
        assert_eq!(locked_version(lock, "ring"), Some("1.0.0"));
        assert_eq!(locked_version(lock, "rin"), None);
        let several = "[[package]]\nname = \"ring\"\nversion = \"0.9.0\"\n\n[[package]]\nname = \"ring\"\nversion = \"1.0.0\"\n\n\
                       [[package]]\nname = \"lanesum-bench\"\nversion = \"3.0.0\"\ndependencies = [\n \"ring-x 4.0.0\",\n \"ring 1.0.0\",\n]\n";
        assert_eq!(locked_version(several, "ring"), Some("1.0.0"));
    }
}
