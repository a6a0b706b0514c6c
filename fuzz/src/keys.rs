//! Keys of SLH-DSA and XMSS that somebody else may have written: PKCS#8, `SubjectPublicKeyInfo`, PEM, raw bytes, and key files of XMSS with
//! a right checksum. They begin as right ones and are changed, or are the fuzzer's own bytes. A key that was read must be written as the
//! same bytes.

use arbitrary::{Result, Unstructured};
use signatures::pkcs8::der::Encode;
use signatures::pkcs8::der::asn1::{BitStringRef, OctetStringRef};
use signatures::pkcs8::{AlgorithmIdentifierRef, DecodePrivateKey, EncodePrivateKey, LineEnding, PrivateKeyInfoRef};
use signatures::slh_dsa::{self, SigningKey, VerifyingKey};
use signatures::spki::{DecodePublicKey, EncodePublicKey};
use signatures::xmss::{self, KeyFile};

use super::check::{holds, same};
use super::input::change;

pub fn keys(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=9_u8)? {
        0..3 => private(u),
        3..5 => public(u),
        5 => private_pem(u),
        6 => public_pem(u),
        7 => raw(u),
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
