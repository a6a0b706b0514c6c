//! Keys of SLH-DSA, XMSS and LMS that somebody else may have written: PKCS#8, `SubjectPublicKeyInfo`, PEM, raw bytes, and key files of XMSS
//! and LMS with a right checksum; signatures of LMS. They begin as right ones and are changed, or are the fuzzer's own bytes. A key that was
//! read must be written as the same bytes.

use arbitrary::{Result, Unstructured};
use signatures::lms::{self, Function, HashFunction, Verifier};
use signatures::pkcs8::der::Encode;
use signatures::pkcs8::der::asn1::{BitStringRef, OctetStringRef};
use signatures::pkcs8::{AlgorithmIdentifierRef, DecodePrivateKey, EncodePrivateKey, LineEnding, PrivateKeyInfoRef};
use signatures::slh_dsa::{self, SigningKey, VerifyingKey};
use signatures::Error;
use signatures::spki::{DecodePublicKey, EncodePublicKey};
use signatures::xmss::{self, KeyFile};

use super::check::{holds, same};
use super::input::change;

pub fn keys(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=13_u8)? {
        0..3 => private(u),
        3..5 => public(u),
        5 => private_pem(u),
        6 => public_pem(u),
        7 => raw(u),
        8..10 => lms(u),
        10 => lms_file(u),
        _ => key_file(u),
    }
}

/// Any bytes are such a key: whether its root is right is another question.
fn signing_key(u: &mut Unstructured<'_>) -> Result<SigningKey> {
    let set = *u.choose(slh_dsa::ParameterSet::ALL)?;
    let (first, rest) = u.arbitrary::<(u8, u8)>()?;
    let mut bytes = vec![rest; set.signing_key_bytes()];
    bytes[0] = first;
    Ok(SigningKey::from_bytes(set, &bytes).expect("as long as keys are"))
}

/// `right`, changed or not; or other bytes.
fn perhaps(u: &mut Unstructured<'_>, right: &[u8]) -> Result<Vec<u8>> {
    if u.ratio(1, 4)? {
        return Ok(u.bytes(u.len())?.to_vec());
    }
    let mut other = right.to_vec();
    change(u, &mut other)?;
    Ok(other)
}

fn private(u: &mut Unstructured<'_>) -> Result<()> {
    let key = signing_key(u)?;
    if u.ratio(1, 4)? {
        return with_public(u, &key);
    }
    let der = key.to_pkcs8_der().expect("any key");
    let der = der.as_bytes();
    let read = SigningKey::from_pkcs8_der(der).expect("it was written just now");
    same("keys: a private key in PKCS#8, read again", &read.to_bytes(), &key.to_bytes());
    let other = perhaps(u, der)?;
    if let Ok(read) = SigningKey::from_pkcs8_der(&other) {
        let again = read.to_pkcs8_der().expect("any key");
        let bytes = read.to_bytes();
        holds("keys: a private key is in what it was read from", other.windows(bytes.len()).any(|at| at == &*bytes));
        let again = SigningKey::from_pkcs8_der(again.as_bytes()).expect("it was written just now");
        holds("keys: a private key keeps its parameter set", again.parameter_set() == read.parameter_set());
    }
    Ok(())
}

/// A public key beside the private one, as version 2 of PKCS#8 allows, is the same one.
fn with_public(u: &mut Unstructured<'_>, key: &SigningKey) -> Result<()> {
    let bytes = key.to_bytes();
    let algorithm = AlgorithmIdentifierRef { oid: key.parameter_set().oid(), parameters: None };
    let mut info = PrivateKeyInfoRef::new(algorithm, OctetStringRef::new(&bytes).expect("short"));
    let own = key.verifying_key();
    let mut public = own.as_bytes().to_vec();
    change(u, &mut public)?;
    info.public_key = Some(BitStringRef::from_bytes(&public).expect("short"));
    let der = info.to_der().expect("it is short");
    let taken = SigningKey::from_pkcs8_der(&der).is_ok();
    holds("keys: a public key beside must be the same one", taken == (public == own.as_bytes()));
    Ok(())
}

fn public(u: &mut Unstructured<'_>) -> Result<()> {
    let key = signing_key(u)?.verifying_key();
    let der = key.to_public_key_der().expect("any key");
    let other = perhaps(u, der.as_bytes())?;
    match VerifyingKey::from_public_key_der(&other) {
        Ok(read) => {
            let again = read.to_public_key_der().expect("any key");
            same("keys: a public key has one encoding", again.as_bytes(), &other);
        }
        Err(_) => holds("keys: a public key is read again", other != der.as_bytes()),
    }
    Ok(())
}

fn private_pem(u: &mut Unstructured<'_>) -> Result<()> {
    let key = signing_key(u)?;
    let other = perhaps(u, key.to_pkcs8_pem(LineEnding::LF).expect("any key").as_bytes())?;
    let Ok(Ok(read)) = str::from_utf8(&other).map(SigningKey::from_pkcs8_pem) else { return Ok(()) };
    let pem = read.to_pkcs8_pem(LineEnding::CRLF).expect("any key");
    let again = SigningKey::from_pkcs8_pem(&pem).expect("it was written just now");
    same("keys: a private key in PEM, written and read again", &again.to_bytes(), &read.to_bytes());
    Ok(())
}

fn public_pem(u: &mut Unstructured<'_>) -> Result<()> {
    let key = signing_key(u)?.verifying_key();
    let other = perhaps(u, key.to_public_key_pem(LineEnding::LF).expect("any key").as_bytes())?;
    let Ok(Ok(read)) = str::from_utf8(&other).map(VerifyingKey::from_public_key_pem) else { return Ok(()) };
    let pem = read.to_public_key_pem(LineEnding::CRLF).expect("any key");
    let again = VerifyingKey::from_public_key_pem(&pem).expect("it was written just now");
    same("keys: a public key in PEM, written and read again", again.as_bytes(), read.as_bytes());
    Ok(())
}

/// Lengths, and the number in front of XMSS's public keys.
fn raw(u: &mut Unstructured<'_>) -> Result<()> {
    let (set, other) = (*u.choose(xmss::ParameterSet::ALL)?, *u.choose(xmss::ParameterSet::ALL)?);
    let mut bytes = other.oid().to_be_bytes().to_vec();
    bytes.resize(other.verifying_key_bytes(), u.arbitrary()?);
    change(u, &mut bytes)?;
    let read = xmss::VerifyingKey::from_bytes(set, &bytes);
    let right = bytes.len() == set.verifying_key_bytes() && bytes[..4] == set.oid().to_be_bytes();
    holds("keys: a public key of XMSS has its set's number and length", read.is_ok() == right);
    if let Ok(key) = read {
        let signature = xmss::Signature::from_bytes(u.bytes(u.len())?);
        // As long as one is no input.
        holds("keys: a short signature of XMSS is refused", key.verify(b"", &signature).is_err());
    }
    let lengths = slh_dsa::ParameterSet::ALL.iter().find(|set| SigningKey::from_bytes(**set, &bytes).is_ok());
    let right = slh_dsa::ParameterSet::ALL.iter().find(|set| set.signing_key_bytes() == bytes.len());
    holds("keys: a private key of SLH-DSA has its set's length", lengths == right);
    Ok(())
}

/// Public keys of LMS and HSS, and signatures of `b"message"`.
static SIGNED: std::sync::LazyLock<Vec<[Vec<u8>; 2]>> = std::sync::LazyLock::new(|| {
    let sets = ["LMS_SHA256_M24_H5_W4", "LMS_SHAKE_M24_H5_W2", "LMS_SHA256_M24_H5_W4,LMS_SHA256_M24_H5_W1"];
    let signed = |set: &str| {
        let set: lms::ParameterSet = set.parse().expect("a set");
        let seed = &[7; 32][..set.levels()[0].function().bytes()];
        let mut key = lms::hazmat::PrivateKey::from_seed(set, seed, &[9; 16], None).expect("its lengths");
        let signature = key.sign(3, b"message").expect("its first signature");
        [key.verifying_key().as_bytes().to_vec(), signature.as_bytes().to_vec()]
    };
    sets.map(signed).into()
});

/// Both verifiers say the same, and only the right signature is valid.
fn lms(u: &mut Unstructured<'_>) -> Result<()> {
    fn pieces<F: Function>(key: &[u8], signature: &[u8]) -> core::result::Result<(), Error> {
        let mut verifier = Verifier::<F>::new(key, signature)?;
        verifier.update(b"mess");
        verifier.update(b"age");
        verifier.finish()
    }
    let [right, signed] = u.choose(&SIGNED)?;
    let (bytes, signature) = (perhaps(u, right)?, perhaps(u, signed)?);
    let [sha2, shake] = [pieces::<lanesum::Sha256>, pieces::<lanesum::Shake256>].map(|f| f(&bytes, &signature));
    let Ok(key) = lms::VerifyingKey::from_bytes(&bytes) else {
        holds("keys: a key of LMS that cannot be read verifies nothing", sha2.is_err() && shake.is_err());
        return Ok(());
    };
    same("keys: a public key of LMS, written again", key.as_bytes(), &bytes);
    let found = key.verify(b"message", &lms::Signature::from_bytes(&signature));
    let (own, other) = if matches!(key.top().1.function(), HashFunction::Shake256 | HashFunction::Shake256_192) { (shake, sha2) } else { (sha2, shake) };
    holds("keys: LMS is verified whole as in pieces", own == found && other == Err(Error::ParameterSet));
    holds("keys: only the right signature of LMS is valid", found.is_ok() == ((&bytes, &signature) == (right, signed)));
    let der = perhaps(u, key.to_public_key_der().expect("any key").as_bytes())?;
    if let Ok(read) = lms::VerifyingKey::from_public_key_der(&der) {
        same("keys: a public key of LMS in DER", read.to_public_key_der().expect("any key").as_bytes(), &der);
    }
    Ok(())
}

/// A key file of LMS without its checksum.
static LMS_FILE: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (file, set) = (directory.path().join("key"), "LMS_SHA256_M24_H5_W1,LMS_SHA256_M24_H5_W2".parse().expect("a set"));
    lms::KeyFile::create(&file, set, &mut getrandom::SysRng).expect("it can be written");
    let mut bytes = std::fs::read(file).expect("it was written");
    bytes.truncate(bytes.len() - 32);
    bytes
});

/// With a right checksum again: what can be opened has a public key, and as many signatures left as its set allows.
fn lms_file(u: &mut Unstructured<'_>) -> Result<()> {
    let mut file = LMS_FILE.clone();
    change(u, &mut file)?;
    let sum = lanesum::sha3_256(&file);
    std::fs::write(&*FILE, [&file[..], &sum].concat()).expect("it can be written");
    let read = lms::KeyFile::open(&*FILE);
    if let Ok(key) = read {
        holds("keys: a key of LMS has no more signatures than its set", key.left() <= key.parameter_set().capacity());
        lms::VerifyingKey::from_bytes(key.verifying_key().as_bytes()).expect("its public key");
    } else {
        holds("keys: a right key file of LMS is read", file != *LMS_FILE);
    }
    Ok(())
}

/// Where key files stand.
static FILE: std::sync::LazyLock<tempfile::TempPath> =
    std::sync::LazyLock::new(|| tempfile::NamedTempFile::new().expect("a temporary file").into_temp_path());

/// The key file of XMSS, whose trees are still to be computed; with a right checksum again, mostly.
fn key_file(u: &mut Unstructured<'_>) -> Result<()> {
    let set = *u.choose(xmss::ParameterSet::ALL)?;
    let n = set.seed_bytes();
    let next = u.arbitrary::<u64>()? >> u.int_in_range(0..=63_u8)?;
    let mut right = [&b"lanesum-xmss-k\0\x01"[..], &[u8::from(set.is_multi_tree())]].concat();
    right.extend(set.oid().to_be_bytes());
    right.extend(next.to_be_bytes());
    right.extend([u.arbitrary::<[u8; 2]>()?; 2].concat().repeat(n));
    let layers = set.name().rsplit_once('/').map_or(1, |(_, rest)| {
        rest.split('_').next().and_then(|layers| layers.parse().ok()).expect("XMSSMT-SHA2_20/4_256: four layers")
    });
    for _ in 0..layers {
        right.extend([0; 9]);
    }
    let mut file = right.clone();
    change(u, &mut file)?;
    let sum = lanesum::sha3_256(&file);
    file.extend(sum);
    let damaged = u.ratio(1, 8)?;
    if damaged {
        let at = u.int_in_range(0..=file.len() - 1)?;
        file[at] ^= 1 << u.int_in_range(0..=7_u8)?;
    }
    std::fs::write(&*FILE, &file).expect("it can be written");
    let read = KeyFile::open(&*FILE);
    if damaged {
        holds("keys: a key file with a wrong checksum is refused", read.is_err());
    }
    if file.starts_with(&right) && file.len() == right.len() + 32 && !damaged {
        holds("keys: a right key file is read", read.is_ok() == (next <= 1 << set.height()));
    }
    if let Ok(key) = read {
        let (own, number) = (key.verifying_key(), key.verifying_key().parameter_set().oid().to_be_bytes());
        holds("keys: no more signatures are left than there were", key.left() <= 1 << own.parameter_set().height());
        let n = (own.as_bytes().len() - 4) / 2;
        // Behind magic, kind, number and index stand two secret seeds, the public one, and the root.
        let (seed, root) = (&file[29 + 2 * n..][..n], &file[29 + 3 * n..][..n]);
        same("keys: a key file's public key", own.as_bytes(), &[&number[..], root, seed].concat());
    }
    Ok(())
}
