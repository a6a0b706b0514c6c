//! Which reader a file of vectors has.

use anyhow::Result;

use super::case::Suite;
use super::unpack::{gunzip, unbzip2, unxz};
use super::{acvp, blobby, derived, hmac, slhdsa, supercop, xkcp, xmss};

/// Reads the cases of a file; the second argument reads another file that it needs.
pub(super) type Reader = Box<dyn Fn(&[u8], &dyn Fn(&str) -> Result<Vec<u8>>) -> Result<Suite>>;

fn reader(read: impl Fn(&[u8]) -> Result<Suite> + 'static) -> Reader {
    Box::new(move |bytes, _| read(bytes))
}

/// One whose files are text, packed by xz.
fn xz(read: impl Fn(&str) -> Result<Suite> + 'static) -> Reader {
    reader(move |bytes| read(std::str::from_utf8(&unxz(bytes)?)?))
}

/// The reader for a file (a path relative to the directory, with `/`), if its cases can be run.
pub(super) fn of(file: &str) -> Option<Reader> {
    match file.split_once('/')? {
        ("acvp", name) => {
            let name = name.strip_suffix(".internalProjection.json.gz")?;
            let plain = acvp::algorithm(name).map(|of| reader(move |bytes| acvp::parse(&gunzip(bytes)?, of)));
            let derived = || derived::function(name).map(|of| reader(move |bytes| derived::parse(&gunzip(bytes)?, of)));
            let hmac = || hmac::algorithm(name).map(|of| reader(move |bytes| hmac::parse(&gunzip(bytes)?, of)));
            plain.or_else(derived).or_else(hmac)
        }
        ("blake", name) => {
            let digests = |stem| blobby::algorithm(stem).map(|of| reader(move |bytes| blobby::parse(bytes, of)));
            let form = || supercop::form(name.strip_suffix(".txt")?);
            let checksum = || form().map(|of| reader(move |bytes| supercop::parse(std::str::from_utf8(bytes)?, of)));
            name.strip_suffix(".blb").and_then(digests).or_else(checksum)
        }
        ("slhdsa", "boringssl_acvptool_expected.SLH-DSA.json.bz2") => Some(Box::new(|bytes, other| {
            let prompts = other("slhdsa/boringssl_acvptool_vectors.SLH-DSA.json.bz2")?;
            slhdsa::both(&unbzip2(&prompts)?, &unbzip2(bytes)?)
        })),
        ("slhdsa", name) if name.ends_with(".internalProjection.json.gz") => {
            Some(reader(|bytes| slhdsa::projection(&gunzip(bytes)?)))
        }
        ("slhdsa", name) if name.contains(".internalProjection.") => {
            Some(reader(|bytes| slhdsa::projection(&unxz(bytes)?)))
        }
        ("slhdsa", name) => {
            let stem = name.strip_prefix("boringssl_slhdsa_")?.strip_suffix(".txt.xz")?;
            let set = stem.rsplit_once('_')?.0.replace('_', "-").parse().ok()?;
            Some(xz(move |text| slhdsa::text(text, set)))
        }
        ("xkcp", name) => xkcp::reader(name.strip_suffix(".txt.xz")?).map(xz),
        ("xmss", name) => xmss::set(name).map(|set| xz(move |text| xmss::parse(text, set))),
        _ => None,
    }
}
