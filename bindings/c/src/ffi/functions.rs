//! The numbers of the functions, and calls that answer questions about a function.

use super::error::lanesum_error;
use super::memory::{Checked, apart, call, place};
use super::options;
use crate::functions::{self, LONGEST, numbered, of_c};
use core::ffi::{CStr, c_char};
use core::ptr;
use lanesum::{Algorithm, Backend};
use lanesum_error::*;

/// The number of a function. The header has an enum of them, which `cargo xtask tables` makes from the library's table.
#[repr(transparent)]
#[allow(non_camel_case_types)]
#[derive(Clone, Copy)]
pub struct lanesum_algorithm(u32);

impl From<Algorithm> for lanesum_algorithm {
    fn from(algorithm: Algorithm) -> Self {
        Self(functions::number(algorithm))
    }
}

/// The function that a caller has named, if there is one of this number.
#[inline]
pub(super) fn known(algorithm: lanesum_algorithm) -> Checked<Algorithm> {
    numbered(algorithm.0).ok_or(LANESUM_ERROR_ALGORITHM)
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
        place(name)?;
        place(algorithm)?;
        // SAFETY: the caller gives a string with a 0 at its end.
        let name = unsafe { CStr::from_ptr(name) };
        apart(name.as_ptr().cast(), name.count_bytes() + 1, algorithm.cast(), size_of::<lanesum_algorithm>())?;
        let named = Algorithm::ALL.iter().find(|algorithm| functions::name(**algorithm) == name);
        let named = *named.ok_or(LANESUM_ERROR_ALGORITHM)?;
        // SAFETY: it is not null and aligned, and the caller's to write.
        unsafe { ptr::write(algorithm, named.into()) };
        Ok(())
    })
}

/// The name of a function, for example "sha3-256"; NULL if no function has this number. The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_name(algorithm: lanesum_algorithm) -> *const c_char {
    known(algorithm).map_or(ptr::null(), |algorithm| functions::name(algorithm).as_ptr())
}

/// Bytes of the digest; of a function of any length, those that give it its full collision resistance. 0 if there is no such function.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_digest_bytes(algorithm: lanesum_algorithm) -> usize {
    known(algorithm).map_or(0, |algorithm| algorithm.digest_bits() / 8)
}

/// Bytes of a block: of a sponge, its rate. 0 if there is no such function.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_block_bytes(algorithm: lanesum_algorithm) -> usize {
    known(algorithm).map_or(0, Algorithm::block_bytes)
}

/// Whether the output may have any length: false for those with a digest of one length, and if there is no such function.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_has_any_length(algorithm: lanesum_algorithm) -> bool {
    known(algorithm).is_ok_and(Algorithm::has_any_length)
}

/// Whether the output can be read in pieces, with lanesum_squeeze: it has any length, which is not bound into it.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_is_xof(algorithm: lanesum_algorithm) -> bool {
    known(algorithm).is_ok_and(Algorithm::is_xof)
}

/// The name of the backend that lanesum chooses for the first of this many equally long messages, if the caller names none.
/// If width is not NULL, sets it to the number of messages that the backend takes at once. Returns NULL if there is no such
/// function. The text is never freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_backend(
    algorithm: lanesum_algorithm,
    messages: usize,
    width: *mut usize,
) -> *const c_char {
    let mut name = ptr::null();
    call(|| {
        let choice = known(algorithm)?.chosen(messages);
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
pub unsafe extern "C" fn lanesum_backend_is_available(algorithm: lanesum_algorithm, name: *const c_char) -> bool {
    let mut available = false;
    call(|| {
        let algorithm = known(algorithm)?;
        // SAFETY: the caller gives null or a string with a 0 at its end.
        let backend = unsafe { options::backend(name) }?.ok_or(LANESUM_ERROR_NULL)?;
        available = backend.is_available() && algorithm.backends().contains(&backend);
        Ok(())
    });
    available
}

/// The names of [`Backend::ALL`] as C has strings.
static NAMES: [[u8; LONGEST]; Backend::ALL.len()] = {
    let mut names = [[0; LONGEST]; Backend::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = of_c(Backend::ALL[i].name());
        i += 1;
    }
    names
};

pub(super) fn backend_name(backend: Backend) -> *const c_char {
    let index = Backend::ALL.iter().position(|other| *other == backend);
    index.map_or(ptr::null(), |index| NAMES[index].as_ptr().cast())
}
