//! Public keys and signatures as bytes (RFC 8554, sections 4.3, 4.5, 5.3, 5.4 and 6.1 to 6.3), and the kinds of hashes (section 7.1).

use super::parameters::Level;
use crate::Error;

/// `D_PBLC`, `D_MESG`, `D_LEAF` and `D_INTR`.
pub(super) const PUBLIC: u16 = 0x8080;
pub(super) const MESSAGE: u16 = 0x8181;
pub(super) const LEAF: u16 = 0x8282;
pub(super) const INNER: u16 = 0x8383;

/// A public key of LMS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TreeKey<'a> {
    pub(super) level: Level,
    pub(super) id: &'a [u8],
    pub(super) root: &'a [u8],
    pub(super) bytes: &'a [u8],
}

/// A signature of LMS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TreeSignature<'a> {
    pub(super) leaf: u32,
    pub(super) randomizer: &'a [u8],
    pub(super) one_time: &'a [u8],
    pub(super) path: &'a [u8],
}

pub(super) fn take<'a>(rest: &mut &'a [u8], len: usize) -> Result<&'a [u8], Error> {
    let (taken, left) = rest.split_at_checked(len).ok_or(Error::Invalid)?;
    *rest = left;
    Ok(taken)
}

pub(super) fn number(rest: &mut &[u8]) -> Result<u32, Error> {
    Ok(take(rest, 4)?.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

impl<'a> TreeKey<'a> {
    /// Reads a key from the front.
    pub(super) fn read(rest: &mut &'a [u8]) -> Result<Self, Error> {
        let bytes = *rest;
        let level = Level::of_types(number(rest)?, number(rest)?).ok_or(Error::ParameterSet)?;
        let (id, root) = (take(rest, 16)?, take(rest, level.n())?);
        Ok(Self { level, id, root, bytes: &bytes[..level.key_bytes()] })
    }
}

impl<'a> TreeSignature<'a> {
    /// Reads a signature from the front. Its type must be that of the key.
    pub(super) fn read(level: Level, rest: &mut &'a [u8]) -> Result<Self, Error> {
        let (n, types) = (level.n(), level.types());
        let leaf = number(rest)?;
        let ots = take(rest, 4)?;
        let (randomizer, one_time) = (take(rest, n)?, take(rest, level.chains() * n)?);
        let lms = take(rest, 4)?;
        let path = take(rest, level.height() * n)?;
        if [lms, ots] != [&types[..4], &types[4..]] || leaf >> level.height() != 0 {
            return Err(Error::Invalid);
        }
        Ok(Self { leaf, randomizer, one_time, path })
    }
}

/// The number of levels, and the key of the top one.
pub(super) fn read_key(bytes: &[u8]) -> Result<(u32, TreeKey<'_>), Error> {
    let mut rest = bytes;
    let levels = number(&mut rest).map_err(|_| Error::ParameterSet)?;
    let key = TreeKey::read(&mut rest)?;
    if !(1..=8).contains(&levels) {
        return Err(Error::ParameterSet);
    }
    if rest.is_empty() { Ok((levels, key)) } else { Err(Error::Invalid) }
}

/// Splits a signature: calls `upper` with each key, its signature, and the next key, which it signs. Returns the last key and signature.
pub(super) fn split<'a>(
    (levels, key): (u32, TreeKey<'a>),
    signature: &'a [u8],
    mut upper: impl FnMut(TreeKey<'a>, TreeSignature<'a>, TreeKey<'a>) -> Result<(), Error>,
) -> Result<(TreeKey<'a>, TreeSignature<'a>), Error> {
    let (mut rest, mut key) = (signature, key);
    if number(&mut rest)? != levels - 1 {
        return Err(Error::Invalid);
    }
    for _ in 1..levels {
        let signature = TreeSignature::read(key.level, &mut rest)?;
        let next = TreeKey::read(&mut rest).map_err(|_| Error::Invalid)?;
        if next.level.function() != key.level.function() {
            return Err(Error::Invalid);
        }
        upper(key, signature, next)?;
        key = next;
    }
    let last = TreeSignature::read(key.level, &mut rest)?;
    if rest.is_empty() { Ok((key, last)) } else { Err(Error::Invalid) }
}
