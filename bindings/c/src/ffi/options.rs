//! What a caller gives a function beside the message: `lanesum_options`.

use super::error::lanesum_error;
use super::memory::{Checked, apart, bytes};
use crate::functions::Kind;
use crate::state::Options;
use lanesum::{Backend, Domain};
use lanesum_error::*;
use std::ffi::{CStr, c_char, c_void};
use std::ptr;

/// What a function is given beside the message. Begin with LANESUM_OPTIONS, which gives nothing, and set what you need; an option
/// that the function does not take is an error. The memory behind the pointers is read during the call only.
#[repr(C)]
#[allow(non_camel_case_types)]
pub struct lanesum_options {
    /// sizeof(lanesum_options): tells the library what this header knew.
    pub size: usize,
    /// The name of a backend, for example "avx2"; NULL: the best one on this machine.
    pub backend: *const c_char,
    /// KMAC: the key, of any length. Not NULL, even if it is empty.
    pub key: *const c_void,
    /// Bytes of the key.
    pub key_len: usize,
    /// KT, cSHAKE, KMAC, TupleHash, ParallelHash: the customization string.
    pub customization: *const c_void,
    /// Bytes of the customization string.
    pub customization_len: usize,
    /// cSHAKE: the function name, which is for NIST to give.
    pub function_name: *const c_void,
    /// Bytes of the function name.
    pub function_name_len: usize,
    /// BLAKE: the salt, 16 bytes for BLAKE-224 and BLAKE-256, 32 for BLAKE-384 and BLAKE-512.
    pub salt: *const c_void,
    /// Bytes of the salt.
    pub salt_len: usize,
    /// ParallelHash: bytes of a block; 0: 8192.
    pub block_bytes: u64,
    /// TurboSHAKE: the domain separation byte, 0x01 to 0x7f; 0: 0x1f.
    pub domain: u32,
    /// 0.
    pub reserved: u32,
}

/// No options.
pub(super) const NONE: Options<'static> = Options {
    backend: None,
    key: &[],
    customization: &[],
    function_name: &[],
    salt: &[],
    domain: None,
    block_bytes: None,
};

/// Reads the options of a caller, for this function, into `given`, which is [`NONE`]. (As a result, they would be copied several times.)
/// None of them may share memory with what is written.
///
/// # Safety
/// `options` is null, or points to a `lanesum_options`, whose strings can be read during `'a`, as [`bytes`] says.
#[inline]
pub(super) unsafe fn read(
    given: &mut Options<'_>,
    options: *const lanesum_options,
    kind: Kind,
    written: *const c_void,
    written_len: usize,
) -> Checked<()> {
    if options.is_null() {
        return if matches!(kind, Kind::Kmac(..)) { Err(LANESUM_ERROR_OPTION) } else { Ok(()) };
    }
    if !options.is_aligned() {
        return Err(LANESUM_ERROR_ALIGNMENT);
    }
    // SAFETY: it is not null and aligned, and its first member is there, whatever header the caller has.
    if unsafe { ptr::read(options.cast::<usize>()) } != size_of::<lanesum_options>() {
        return Err(LANESUM_ERROR_SIZE);
    }
    apart(options.cast(), size_of::<lanesum_options>(), written, written_len)?;
    // SAFETY: it has the size of this version's.
    let options = unsafe { &*options };
    let takes = kind.takes();
    let string = |data: *const c_void, len: usize, takes: bool| {
        if len == 0 {
            return Ok(&[][..]);
        }
        if !takes {
            return Err(LANESUM_ERROR_OPTION);
        }
        apart(data, len, written, written_len)?;
        // SAFETY: the caller's promise.
        unsafe { bytes(data, len) }
    };
    if options.key.is_null() == takes.key || options.reserved != 0 {
        return Err(LANESUM_ERROR_OPTION);
    }
    let domain = match (options.domain, takes.domain) {
        (0, _) => None,
        (byte, true) => {
            Some(u8::try_from(byte).ok().and_then(|byte| Domain::new(byte).ok()).ok_or(LANESUM_ERROR_OPTION)?)
        }
        (_, false) => return Err(LANESUM_ERROR_OPTION),
    };
    let block_bytes = Some(options.block_bytes).filter(|&bytes| bytes > 0);
    if block_bytes.is_some() && !takes.block_bytes {
        return Err(LANESUM_ERROR_OPTION);
    }
    // SAFETY: the caller's promise.
    given.backend = unsafe { backend(options.backend) }?;
    given.key = string(options.key, options.key_len, takes.key)?;
    given.customization = string(options.customization, options.customization_len, takes.customization)?;
    given.function_name = string(options.function_name, options.function_name_len, takes.function_name)?;
    given.salt = string(options.salt, options.salt_len, takes.salt)?;
    given.domain = domain;
    given.block_bytes = block_bytes;
    Ok(())
}

/// The backend with this name; none for null.
///
/// # Safety
/// `name` is null or a string with a 0 at its end.
pub(super) unsafe fn backend(name: *const c_char) -> Checked<Option<Backend>> {
    if name.is_null() {
        return Ok(None);
    }
    // SAFETY: as here.
    let name = unsafe { CStr::from_ptr(name) };
    let backend = name.to_str().ok().and_then(|name| name.parse().ok());
    backend.map(Some).ok_or(LANESUM_ERROR_BACKEND)
}
