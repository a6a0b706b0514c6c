//! The saved form of parts of a tree: `lnKT`, a version, the kind of part, its strength, a byte 0, numbers (big-endian, eight bytes each),
//! contents, and a checksum of all bytes before it.

use super::super::oneshot::kt128;
use crate::{Error, SavedError};
use alloc::vec::Vec;

const MAGIC: [u8; 4] = *b"lnKT";
const VERSION: u8 = 2;
const HEAD: usize = 8;
const CHECK: usize = 16;

#[derive(Clone, Copy)]
pub(super) enum Part {
    Leaves = 1,
    LastLeaves = 2,
    FinalNode = 3,
}

fn head(kind: Part, bits: u32) -> [u8; HEAD] {
    let [a, b, c, d] = MAGIC;
    [a, b, c, d, VERSION, kind as u8, (bits / 128) as u8, 0]
}

/// The checksum is KT128, which is fast enough for megabytes of chaining values.
fn check(bytes: &[u8]) -> [u8; CHECK] {
    let mut out = [0; CHECK];
    kt128(bytes, b"lanesum: a part of a tree", &mut out);
    out
}

pub(super) struct PartWriter(Vec<u8>);

impl PartWriter {
    /// A saved part with room for contents of `bytes` bytes and up to two numbers.
    pub(super) fn new(kind: Part, bits: u32, bytes: usize) -> Self {
        let mut all = Vec::with_capacity(HEAD + 16 + bytes + CHECK);
        all.extend_from_slice(&head(kind, bits));
        Self(all)
    }

    pub(super) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_be_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let check = check(&self.0);
        self.0.extend_from_slice(&check);
        self.0
    }
}

pub(super) struct PartReader<'a>(&'a [u8]);

impl<'a> PartReader<'a> {
    /// Checks everything but numbers and contents.
    pub(super) fn new(kind: Part, bits: u32, saved: &'a [u8]) -> Result<Self, Error> {
        let wrong = |error| Err(Error::Saved(error));
        let Some((all, stated)) = saved.split_last_chunk::<CHECK>() else { return wrong(SavedError::Nothing) };
        let Some((begin, contents)) = all.split_first_chunk::<HEAD>() else { return wrong(SavedError::Nothing) };
        if begin[..4] != MAGIC {
            return wrong(SavedError::Nothing);
        }
        if begin[4] != VERSION {
            return wrong(SavedError::Version(begin[4]));
        }
        if check(all) != *stated {
            return wrong(SavedError::Checksum);
        }
        if *begin != head(kind, bits) {
            return wrong(SavedError::Other);
        }
        Ok(Self(contents))
    }

    pub(super) fn number(&mut self) -> Result<u64, Error> {
        let (number, rest) = self.0.split_first_chunk().ok_or_else(Self::wrong_length)?;
        self.0 = rest;
        Ok(u64::from_be_bytes(*number))
    }

    pub(super) fn rest(self) -> &'a [u8] {
        self.0
    }

    pub(super) fn wrong_length() -> Error {
        Error::Saved(SavedError::Length)
    }
}
