//! The rivals, in one table. A new one is a line in [`RIVALS`] and a function from the names of its algorithms to its calls; a
//! new algorithm is a line in each function whose crate has it.

use ::keccak::Keccak;
use lanesum::digest::{Digest, ExtendableOutput, Update};
use measure::trials::Hash;

use crate::results;
pub use crate::subjects::{BLOCK_BYTES, CUSTOMIZATION, KEY};

/// A crate that can do something of what lanesum can.
pub struct Rival {
    /// The crate's name.
    pub name: &'static str,
    /// From an algorithm's name to its function there, if there is one; `None` if this build lacks the crate.
    find: Option<fn(&str) -> Option<Hash>>,
}

/// A crate behind a feature of its own name, as it needs a C compiler or a library.
macro_rules! optional {
    ($name:literal, $find:ident) => {
        Rival {
            name: $name,
            find: {
                #[cfg(feature = $name)]
                let find: Option<fn(&str) -> Option<Hash>> = Some($find);
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
        find(algorithm).ok_or_else(|| format!("{} has no {algorithm}", self.name))
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

/// One with any length.
fn xof<X: Default + Update + ExtendableOutput + 'static>() -> Option<Hash> {
    hash(|message, out| X::default().chain(message).finalize_xof_into(out))
}

fn sha3(algorithm: &str) -> Option<Hash> {
    match algorithm {
        "sha3-224" => fixed::<::sha3::Sha3_224>(),
        "sha3-256" => fixed::<::sha3::Sha3_256>(),
        "sha3-384" => fixed::<::sha3::Sha3_384>(),
        "sha3-512" => fixed::<::sha3::Sha3_512>(),
        "keccak256" => fixed::<::sha3::Keccak256>(),
        _ => None,
    }
}

/// Where the crate `sha3` has put its XOFs since its version 0.12.
fn shake(algorithm: &str) -> Option<Hash> {
    match algorithm {
        "shake128" => xof::<::shake::Shake128>(),
        "shake256" => xof::<::shake::Shake256>(),
        _ => None,
    }
}

fn cshake(algorithm: &str) -> Option<Hash> {
    fn customized<const RATE: usize>() -> Option<Hash> {
        hash(|message, out| {
            let hasher = ::cshake::CShake::<RATE>::new_with_function_name(b"", CUSTOMIZATION.as_bytes());
            hasher.chain(message).finalize_xof_into(out);
        })
    }
    match algorithm {
        "cshake128" => customized::<168>(),
        "cshake256" => customized::<136>(),
        _ => None,
    }
}

#[cfg(feature = "keccak-asm")]
fn keccak_asm(algorithm: &str) -> Option<Hash> {
    fn fixed<D: ::keccak_asm::Digest + 'static>() -> Option<Hash> {
        hash(|message, out| out.copy_from_slice(&D::digest(message)))
    }
    match algorithm {
        "sha3-224" => fixed::<::keccak_asm::Sha3_224>(),
        "sha3-256" => fixed::<::keccak_asm::Sha3_256>(),
        "sha3-384" => fixed::<::keccak_asm::Sha3_384>(),
        "sha3-512" => fixed::<::keccak_asm::Sha3_512>(),
        "keccak256" => fixed::<::keccak_asm::Keccak256>(),
        _ => None,
    }
}

fn tiny_keccak(algorithm: &str) -> Option<Hash> {
    use ::tiny_keccak::{CShake, Hasher, KangarooTwelve, Keccak, Kmac, ParallelHash, Sha3, Shake, TupleHash};
    fn with<H: Hasher>(new: impl Fn() -> H + 'static) -> Option<Hash> {
        hash(move |message, out| {
            let mut hasher = new();
            hasher.update(message);
            hasher.finalize(out);
        })
    }
    match algorithm {
        "sha3-224" => with(Sha3::v224),
        "sha3-256" => with(Sha3::v256),
        "sha3-384" => with(Sha3::v384),
        "sha3-512" => with(Sha3::v512),
        "keccak256" => with(Keccak::v256),
        "shake128" => with(Shake::v128),
        "shake256" => with(Shake::v256),
        "kt128" => with(|| KangarooTwelve::new(b"")),
        "cshake128" => with(|| CShake::v128(b"", CUSTOMIZATION.as_bytes())),
        "cshake256" => with(|| CShake::v256(b"", CUSTOMIZATION.as_bytes())),
        "kmac128" => with(|| Kmac::v128(KEY, b"")),
        "kmac256" => with(|| Kmac::v256(KEY, b"")),
        // The message is a tuple of one string.
        "tuplehash128" => with(|| TupleHash::v128(b"")),
        "tuplehash256" => with(|| TupleHash::v256(b"")),
        "parallelhash128" => with(|| ParallelHash::v128(b"", BLOCK_BYTES)),
        "parallelhash256" => with(|| ParallelHash::v256(b"", BLOCK_BYTES)),
        _ => None,
    }
}

#[cfg(feature = "aws-lc-rs")]
fn aws_lc_rs(algorithm: &str) -> Option<Hash> {
    use ::aws_lc_rs::digest;
    let algorithm = match algorithm {
        "sha3-256" => &digest::SHA3_256,
        "sha3-384" => &digest::SHA3_384,
        "sha3-512" => &digest::SHA3_512,
        "sha224" => &digest::SHA224,
        "sha256" => &digest::SHA256,
        "sha384" => &digest::SHA384,
        "sha512" => &digest::SHA512,
        "sha512-256" => &digest::SHA512_256,
        _ => return None,
    };
    hash(move |message, out| out.copy_from_slice(digest::digest(algorithm, message).as_ref()))
}

#[cfg(feature = "ring")]
fn ring(algorithm: &str) -> Option<Hash> {
    use ::ring::digest;
    let algorithm = match algorithm {
        "sha256" => &digest::SHA256,
        "sha384" => &digest::SHA384,
        "sha512" => &digest::SHA512,
        "sha512-256" => &digest::SHA512_256,
        _ => return None,
    };
    hash(move |message, out| out.copy_from_slice(digest::digest(algorithm, message).as_ref()))
}

/// With the algorithm fetched and the context made once, which is the fastest way into it.
#[cfg(feature = "openssl")]
fn openssl(algorithm: &str) -> Option<Hash> {
    use ::openssl::md::Md;
    use ::openssl::md_ctx::MdCtx;
    use measure::trials::Failed;
    let (name, is_xof) = match algorithm {
        "sha3-224" => ("SHA3-224", false),
        "sha3-256" => ("SHA3-256", false),
        "sha3-384" => ("SHA3-384", false),
        "sha3-512" => ("SHA3-512", false),
        "shake128" => ("SHAKE128", true),
        "shake256" => ("SHAKE256", true),
        // From OpenSSL 3.2 on.
        "keccak256" => ("KECCAK-256", false),
        "sha224" => ("SHA224", false),
        "sha256" => ("SHA256", false),
        "sha384" => ("SHA384", false),
        "sha512" => ("SHA512", false),
        "sha512-224" => ("SHA512-224", false),
        "sha512-256" => ("SHA512-256", false),
        "blake2b" => ("BLAKE2B-512", false),
        _ => return None,
    };
    let md = Md::fetch(None, name, None).ok()?;
    let mut context = MdCtx::new().ok()?;
    Some(Box::new(move |message, out| {
        let mut digest = || {
            context.digest_init(&md)?;
            context.digest_update(message)?;
            if is_xof { context.digest_final_xof(out) } else { context.digest_final(out).map(drop) }
        };
        digest().map_err(|_| Failed)
    }))
}

/// libgcrypt. The context is made once, which is the fastest way into it.
#[cfg(feature = "gcrypt")]
fn gcrypt(algorithm: &str) -> Option<Hash> {
    use ::gcrypt::digest::{Algorithm, MessageDigest};
    use measure::trials::Failed;
    let algorithm = match algorithm {
        "sha3-224" => Algorithm::Sha3_224,
        "sha3-256" => Algorithm::Sha3_256,
        "sha3-384" => Algorithm::Sha3_384,
        "sha3-512" => Algorithm::Sha3_512,
        "sha224" => Algorithm::Sha224,
        "sha256" => Algorithm::Sha256,
        "sha384" => Algorithm::Sha384,
        "sha512" => Algorithm::Sha512,
        "blake2b" => Algorithm::Blake2B512,
        _ => return None,
    };
    let mut context = MessageDigest::new(algorithm).ok()?;
    Some(Box::new(move |message, out| {
        context.reset();
        context.update(message);
        context.finish();
        let digest = context.get_only_digest().and_then(|digest| digest.get(..out.len())).ok_or(Failed)?;
        out.copy_from_slice(digest);
        Ok(())
    }))
}

fn sha2(algorithm: &str) -> Option<Hash> {
    match algorithm {
        "sha224" => fixed::<::sha2::Sha224>(),
        "sha256" => fixed::<::sha2::Sha256>(),
        "sha384" => fixed::<::sha2::Sha384>(),
        "sha512" => fixed::<::sha2::Sha512>(),
        "sha512-224" => fixed::<::sha2::Sha512_224>(),
        "sha512-256" => fixed::<::sha2::Sha512_256>(),
        _ => None,
    }
}

#[cfg(feature = "kangarootwelve_xkcp")]
fn kangarootwelve_xkcp(algorithm: &str) -> Option<Hash> {
    match algorithm {
        "kt128" => hash(|message, out| {
            let mut hasher = ::kangarootwelve_xkcp::Hasher::new();
            hasher.update(message);
            hasher.finalize_xof().squeeze(out);
        }),
        _ => None,
    }
}

fn k12(algorithm: &str) -> Option<Hash> {
    match algorithm {
        "kt128" => xof::<::k12::Kt128>(),
        "kt256" => xof::<::k12::Kt256>(),
        _ => None,
    }
}

fn turboshake(algorithm: &str) -> Option<Hash> {
    match algorithm {
        "turboshake128" => xof::<::turboshake::TurboShake128>(),
        "turboshake256" => xof::<::turboshake::TurboShake256>(),
        _ => None,
    }
}

fn blake_hash(algorithm: &str) -> Option<Hash> {
    fn fixed<D: ::blake_hash::Digest + 'static>() -> Option<Hash> {
        hash(|message, out| out.copy_from_slice(&D::digest(message)))
    }
    match algorithm {
        "blake224" => fixed::<::blake_hash::Blake224>(),
        "blake256" => fixed::<::blake_hash::Blake256>(),
        "blake384" => fixed::<::blake_hash::Blake384>(),
        "blake512" => fixed::<::blake_hash::Blake512>(),
        _ => None,
    }
}

#[cfg(feature = "blake3")]
fn blake3(algorithm: &str) -> Option<Hash> {
    let blake3 = |message: &[u8], out: &mut [u8]| match <&mut [u8; 32]>::try_from(&mut *out) {
        Ok(out) => *out = *::blake3::hash(message).as_bytes(),
        Err(_) => ::blake3::Hasher::new().update(message).finalize_xof().fill(out),
    };
    (algorithm == "blake3").then(|| hash(blake3))?
}

fn blake2b_simd(algorithm: &str) -> Option<Hash> {
    let parallel =
        |message: &[u8], out: &mut [u8]| out.copy_from_slice(::blake2b_simd::blake2bp::blake2bp(message).as_bytes());
    match algorithm {
        "blake2b" => hash(|message, out| out.copy_from_slice(::blake2b_simd::blake2b(message).as_bytes())),
        "blake2bp" => hash(parallel),
        _ => None,
    }
}

fn blake2s_simd(algorithm: &str) -> Option<Hash> {
    let parallel =
        |message: &[u8], out: &mut [u8]| out.copy_from_slice(::blake2s_simd::blake2sp::blake2sp(message).as_bytes());
    match algorithm {
        "blake2s" => hash(|message, out| out.copy_from_slice(::blake2s_simd::blake2s(message).as_bytes())),
        "blake2sp" => hash(parallel),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::Known;
    use crate::subjects::Derived;

    /// On every backend, at lengths around the ends of all functions' blocks and paddings, and beyond what one call of any takes.
    #[test]
    fn rivals_agree_with_each_other_and_with_lanesum() {
        let data: Vec<u8> = (0..20_000_u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
        for known in Known::all() {
            for len in (0..300).step_by(11).chain([55, 56, 64, 111, 112, 128, 135, 136, 144, 1000, 9000, data.len()]) {
                agree(&known, &data[..len]);
            }
        }
    }

    fn agree(known: &Known, message: &[u8]) {
        let mut seen: Vec<(String, Vec<u8>)> = Vec::new();
        if let Ok(algorithm) = known.name.parse::<lanesum::Algorithm>() {
            for backend in algorithm.backends().iter().filter(|backend| backend.is_available()) {
                let mut out = vec![0; known.output_bytes];
                let plain = lanesum::Options::from(Some(*backend));
                let options = Derived::of(known.name).map_or(plain, |derived| derived.options(Some(*backend)));
                let mut hasher = lanesum::Hasher::with_options(algorithm, options).expect("the machine has it");
                hasher.update(message);
                hasher.finalize().read(&mut out).unwrap();
                seen.push((format!("lanesum on {backend}"), out));
            }
        }
        for rival in RIVALS {
            let Ok(mut hash) = rival.hash(known.name) else { continue };
            let mut out = vec![0; known.output_bytes];
            hash(message, &mut out).expect("it has the algorithm");
            seen.push((rival.name.to_owned(), out));
        }
        for (name, out) in &seen {
            assert_eq!(out, &seen[0].1, "{}, {} bytes, by {name} and {}", known.name, message.len(), seen[0].0);
        }
    }

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
