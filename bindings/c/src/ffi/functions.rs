//! The numbers of the functions, and calls that answer questions about a function.

use super::error::lanesum_error;
use super::memory::{Checked, apart, call};
use super::options;
use crate::functions::{ALL, Kind};
use lanesum::{Algorithm, Backend};
use lanesum_error::*;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::ptr;

/// The functions. Numbers stay as they are in all versions.
///
/// The functions of the BLAKE names are the finalists of the SHA-3 competition, neither BLAKE2 nor BLAKE3. For a TupleHash,
/// each call of lanesum_update appends a string to the tuple. Functions with XOF in their names have output of any length.
/// KMAC, TupleHash and ParallelHash hash the output length, too: outputs of different lengths have nothing in common.
#[repr(C)]
#[allow(non_camel_case_types, missing_docs, dead_code)] // each comment stands for a standard; the numbers come from C
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum lanesum_algorithm {
    /// FIPS 202
    LANESUM_SHA3_224 = 1,
    LANESUM_SHA3_256 = 2,
    LANESUM_SHA3_384 = 3,
    LANESUM_SHA3_512 = 4,
    LANESUM_SHAKE128 = 5,
    LANESUM_SHAKE256 = 6,
    /// Keccak-256 with the padding from before the standard, as Ethereum uses it
    LANESUM_KECCAK256 = 7,
    /// FIPS 180-4
    LANESUM_SHA224 = 8,
    LANESUM_SHA256 = 9,
    LANESUM_SHA384 = 10,
    LANESUM_SHA512 = 11,
    LANESUM_SHA512_224 = 12,
    LANESUM_SHA512_256 = 13,
    /// "SHA-3 proposal BLAKE", version 1.3, 2010
    LANESUM_BLAKE224 = 14,
    LANESUM_BLAKE256 = 15,
    LANESUM_BLAKE384 = 16,
    LANESUM_BLAKE512 = 17,
    /// RFC 9861
    LANESUM_TURBOSHAKE128 = 18,
    LANESUM_TURBOSHAKE256 = 19,
    LANESUM_KT128 = 20,
    LANESUM_KT256 = 21,
    /// SP 800-185
    LANESUM_CSHAKE128 = 22,
    LANESUM_CSHAKE256 = 23,
    LANESUM_KMAC128 = 24,
    LANESUM_KMAC256 = 25,
    LANESUM_KMACXOF128 = 26,
    LANESUM_KMACXOF256 = 27,
    LANESUM_TUPLEHASH128 = 28,
    LANESUM_TUPLEHASH256 = 29,
    LANESUM_TUPLEHASHXOF128 = 30,
    LANESUM_TUPLEHASHXOF256 = 31,
    LANESUM_PARALLELHASH128 = 32,
    LANESUM_PARALLELHASH256 = 33,
    LANESUM_PARALLELHASHXOF128 = 34,
    LANESUM_PARALLELHASHXOF256 = 35,
}

/// The function that a caller has named, if there is one of this number.
#[inline]
pub(super) fn kind(algorithm: MaybeUninit<lanesum_algorithm>) -> Checked<Kind> {
    Kind::numbered(number(algorithm)).ok_or(LANESUM_ERROR_ALGORITHM)
}

/// The same, if it is one of the library's table: those come first in [`ALL`].
#[inline]
pub(super) fn plain(algorithm: MaybeUninit<lanesum_algorithm>) -> Option<Algorithm> {
    Algorithm::ALL.get((number(algorithm) as usize).wrapping_sub(1)).copied()
}

#[inline]
fn number(algorithm: MaybeUninit<lanesum_algorithm>) -> u32 {
    // SAFETY: an enum of C has the size of an int, and the caller has given one, whatever its value.
    unsafe { *algorithm.as_ptr().cast::<u32>() }
}

/// The version of the library, "0.1.0"; LANESUM_VERSION is that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Sets algorithm to the function with this name, for example "sha3-256" or "kmac128": a name as in the command lanesum.
///
/// Returns LANESUM_ERROR_ALGORITHM if no function has this name, and LANESUM_ERROR_NULL, _ALIGNMENT and _OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_algorithm_by_name(
    name: *const c_char,
    algorithm: *mut lanesum_algorithm,
) -> lanesum_error {
    call(|| {
        if name.is_null() || algorithm.is_null() {
            return Err(LANESUM_ERROR_NULL);
        }
        if !algorithm.is_aligned() {
            return Err(LANESUM_ERROR_ALIGNMENT);
        }
        // SAFETY: the caller gives a string with a 0 at its end.
        let name = unsafe { CStr::from_ptr(name) };
        apart(name.as_ptr().cast(), name.count_bytes() + 1, algorithm.cast(), size_of::<lanesum_algorithm>())?;
        let index = ALL.iter().position(|kind| kind.name() == name).ok_or(LANESUM_ERROR_ALGORITHM)?;
        // SAFETY: it is not null and aligned, and the caller's to write; the number is one of the enum.
        unsafe { ptr::write(algorithm.cast(), index as u32 + 1) };
        Ok(())
    })
}

/// The name of a function, for example "sha3-256"; NULL if no function has this number. The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_name(algorithm: MaybeUninit<lanesum_algorithm>) -> *const c_char {
    kind(algorithm).map_or(ptr::null(), |kind| kind.name().as_ptr())
}

/// Bytes of the digest; of a function of any length, those that give it its full collision resistance. 0 if there is no such function.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_digest_bytes(algorithm: MaybeUninit<lanesum_algorithm>) -> usize {
    kind(algorithm).map_or(0, Kind::digest_bytes)
}

/// Bytes of a block: of a sponge, its rate. 0 if there is no such function.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_block_bytes(algorithm: MaybeUninit<lanesum_algorithm>) -> usize {
    kind(algorithm).map_or(0, Kind::block_bytes)
}

/// Whether the output may have any length: false for those with a digest of one length, and if there is no such function.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_has_any_length(algorithm: MaybeUninit<lanesum_algorithm>) -> bool {
    kind(algorithm).is_ok_and(Kind::has_any_length)
}

/// Whether the output can be read in pieces, with lanesum_squeeze: it has any length, which is not bound into it.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_is_xof(algorithm: MaybeUninit<lanesum_algorithm>) -> bool {
    kind(algorithm).is_ok_and(Kind::is_xof)
}

/// The name of the backend that lanesum chooses for the first of this many equally long messages, if the caller names none.
/// If width is not NULL, sets it to the number of messages that the backend takes at once. Returns NULL if there is no such
/// function. The text is never freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_backend(
    algorithm: MaybeUninit<lanesum_algorithm>,
    messages: usize,
    width: *mut usize,
) -> *const c_char {
    let mut name = ptr::null();
    call(|| {
        let choice = kind(algorithm)?.kin().chosen(messages);
        if !width.is_null() && width.is_aligned() {
            // SAFETY: not null, aligned, and the caller's to write.
            unsafe { ptr::write(width, choice.width) };
        }
        name = backend_name(choice.backend);
        Ok(())
    });
    name
}

/// Whether the function has a backend of this name that this machine can run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_backend_is_available(
    algorithm: MaybeUninit<lanesum_algorithm>,
    name: *const c_char,
) -> bool {
    let mut available = false;
    call(|| {
        let kind = kind(algorithm)?;
        // SAFETY: the caller gives null or a string with a 0 at its end.
        let backend = unsafe { options::backend(name) }?.ok_or(LANESUM_ERROR_NULL)?;
        available = backend.is_available() && has_form(kind.kin(), backend);
        Ok(())
    });
    available
}

fn has_form(algorithm: Algorithm, backend: Backend) -> bool {
    algorithm.backends().contains(&backend)
}

/// Bytes for a name, with the 0 at its end.
const LONGEST: usize = 24;

/// The names of [`Backend::ALL`] as C has strings.
static NAMES: [[u8; LONGEST]; Backend::ALL.len()] = {
    let mut names = [[0; LONGEST]; Backend::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        let name = Backend::ALL[i].name().as_bytes();
        assert!(name.len() < LONGEST, "room for a 0");
        let mut k = 0;
        while k < name.len() {
            names[i][k] = name[k];
            k += 1;
        }
        i += 1;
    }
    names
};

pub(super) fn backend_name(backend: Backend) -> *const c_char {
    let index = Backend::ALL.iter().position(|other| *other == backend);
    index.map_or(ptr::null(), |index| NAMES[index].as_ptr().cast())
}
