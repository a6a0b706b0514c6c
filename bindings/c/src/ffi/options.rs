//! The options of a function: `lanesum_options`.

use super::error::lanesum_error;
use super::memory::{Checked, apart, bytes};
use crate::functions::{option, takes};
use core::ffi::{CStr, c_char, c_void};
use core::ptr;
use lanesum::{Algorithm, Backend, Domain, Options};
use lanesum_error::*;

/// The options of a function. Begin with LANESUM_OPTIONS, which sets none, and set those that you need. An option that the
/// function does not take is LANESUM_ERROR_OPTION: a pointer that is not NULL, whatever its length, or a number above 0. A length
/// above 0 at a NULL is LANESUM_ERROR_NULL. The memory behind the pointers is read during the call only.
#[repr(C)]
#[allow(non_camel_case_types)]
pub struct lanesum_options {
    /// sizeof(lanesum_options): tells the library what this header knew.
    pub size: usize,
    /// The name of a backend, for example "avx2"; NULL: the best one on this machine.
    pub backend: *const c_char,
    /// KMAC: the key, of any length, 0 as well; NULL is no key, and LANESUM_ERROR_OPTION. BLAKE2: up to 64 bytes (BLAKE2s: 32). BLAKE3: 32 bytes.
    pub key: *const c_void,
    /// Bytes of the key.
    pub key_len: usize,
    /// KT, cSHAKE, KMAC, TupleHash, ParallelHash: the customization string. BLAKE2: the personalisation, up to 16 bytes (BLAKE2s: 8). BLAKE3: the
    /// context of derive_key, in place of a key. An empty one is as none.
    pub customization: *const c_void,
    /// Bytes of the customization string.
    pub customization_len: usize,
    /// cSHAKE: the function name, reserved for NIST. Use the customization string for your own functions. An empty one is as none.
    pub function_name: *const c_void,
    /// Bytes of the function name.
    pub function_name_len: usize,
    /// BLAKE: the salt, 16 bytes for BLAKE-224 and BLAKE-256, 32 for BLAKE-384 and BLAKE-512; no other length.
    /// BLAKE2: up to 16 bytes (BLAKE2s: 8).
    pub salt: *const c_void,
    /// Bytes of the salt.
    pub salt_len: usize,
    /// ParallelHash: bytes of a block; 0: 8192.
    pub block_bytes: u64,
    /// TurboSHAKE: the domain separation byte, 0x01 to 0x7f; 0: 0x1f.
    pub domain: u32,
    /// BLAKE2: bytes of the digest, which are bound into it, up to lanesum_digest_bytes; 0: as many.
    pub digest_bytes: u32,
}

const NOTHING: lanesum_options = lanesum_options {
    size: size_of::<lanesum_options>(),
    backend: ptr::null(),
    key: ptr::null(),
    key_len: 0,
    customization: ptr::null(),
    customization_len: 0,
    function_name: ptr::null(),
    function_name_len: 0,
    salt: ptr::null(),
    salt_len: 0,
    block_bytes: 0,
    domain: 0,
    digest_bytes: 0,
};

/// The options of a caller, of which the function takes all that are given.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    options: &'a lanesum_options,
    /// The memory that the call writes to. No string, and no name, may share a byte with it.
    written: *const c_void,
    written_len: usize,
}

impl<'a> Given<'a> {
    /// For this function. None of them may share memory with what is written.
    ///
    /// # Safety
    /// `options` is null, or points to a `lanesum_options`, whose strings can be read during `'a`, as [`bytes`] says.
    #[inline(always)]
    pub(super) unsafe fn new(
        options: *const lanesum_options,
        algorithm: Algorithm,
        written: *const c_void,
        written_len: usize,
    ) -> Checked<Self> {
        let takes = takes(algorithm);
        if options.is_null() {
            if algorithm.needs_key() {
                return Err(LANESUM_ERROR_OPTION);
            }
            return Ok(Self { options: &NOTHING, written, written_len });
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
        let strings = [
            (option::KEY, options.key, options.key_len),
            (option::CUSTOMIZATION, options.customization, options.customization_len),
            (option::FUNCTION_NAME, options.function_name, options.function_name_len),
            (option::SALT, options.salt, options.salt_len),
        ];
        let numbers = [
            (option::BLOCK_BYTES, options.block_bytes),
            (option::DOMAIN, u64::from(options.domain)),
            (option::DIGEST_BYTES, u64::from(options.digest_bytes)),
        ];
        let (mut given, mut is_nowhere) = (0, false);
        // A pointer that is not null gives a string, be it empty.
        for (option, data, len) in strings {
            given |= option * u8::from(!data.is_null());
            is_nowhere |= data.is_null() && len > 0;
        }
        for (option, number) in numbers {
            given |= option * u8::from(number > 0);
        }
        if is_nowhere {
            return Err(LANESUM_ERROR_NULL);
        }
        let is_keyed = given & option::KEY != 0 || !algorithm.needs_key();
        // The library takes an empty salt for none.
        let is_salted = given & option::SALT == 0 || options.salt_len > 0;
        let is_taken = given & !takes == 0;
        if is_keyed && is_salted && is_taken {
            Ok(Self { options, written, written_len })
        } else {
            Err(LANESUM_ERROR_OPTION)
        }
    }

    #[inline(always)]
    fn string(self, data: *const c_void, len: usize) -> Checked<&'a [u8]> {
        if len > 0 {
            apart(data, len, self.written, self.written_len)?;
        }
        // SAFETY: the promise of `new`.
        unsafe { bytes(data, len) }
    }

    fn backend(self) -> Checked<Option<Backend>> {
        let name = self.options.backend;
        if !name.is_null() {
            // SAFETY: the promise of `new`.
            let len = unsafe { CStr::from_ptr(name) }.count_bytes() + 1;
            apart(name.cast(), len, self.written, self.written_len)?;
        }
        // SAFETY: as above.
        unsafe { backend(name) }
    }

    /// All of them, for digests of this many bytes.
    #[inline(always)]
    pub(super) fn all_for(self, algorithm: Algorithm, digest_bytes: usize) -> Checked<Options<'a>> {
        let given = self.options.digest_bytes;
        match takes(algorithm) & option::DIGEST_BYTES {
            0 => {}
            _ if given == 0 && 8 * digest_bytes == algorithm.digest_bits() => {}
            _ if given > 0 && given as usize == digest_bytes => {}
            _ => return Err(LANESUM_ERROR_LENGTH),
        }
        self.all()
    }

    /// All of them.
    #[inline(always)]
    pub(super) fn all(self) -> Checked<Options<'a>> {
        let given = self.options;
        let mut options = Options::from(self.backend()?)
            .salt(self.string(given.salt, given.salt_len)?)
            .customization(self.string(given.customization, given.customization_len)?)
            .function_name(self.string(given.function_name, given.function_name_len)?);
        if !given.key.is_null() {
            options = options.key(self.string(given.key, given.key_len)?);
        }
        if given.block_bytes > 0 {
            options = options.block_bytes(given.block_bytes);
        }
        if given.digest_bytes > 0 {
            options = options.digest_bytes(given.digest_bytes as usize);
        }
        match given.domain {
            0 => Ok(options),
            byte @ 1..=0xff => Ok(options.domain(Domain::new(byte as u8)?)),
            _ => Err(LANESUM_ERROR_OPTION),
        }
    }
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
