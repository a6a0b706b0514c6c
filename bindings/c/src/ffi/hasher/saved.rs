//! Messages that are saved as bytes, and restored.

use super::super::error::lanesum_error;
use super::super::functions::{known, lanesum_algorithm};
use super::super::memory::{apart, bytes, bytes_mut, call, place};
use super::{ABSORBING, Contents, absorbed, check_size, lanesum_hasher};
use core::ffi::c_void;
use lanesum::Hasher;
use lanesum_error::*;
use zeroize::Zeroizing;

/// Saves an unfinished message: as bytes from which lanesum_restore goes on, in another process, on another machine or with a later version.
/// Of a function with a key they are as secret as the key. *len is the room at out, and becomes the bytes of the saved state; out may be
/// NULL to ask for them. The state stays as it is.
///
/// Returns LANESUM_ERROR_LENGTH if there is less room (*len is what it takes, and nothing is written), LANESUM_ERROR_NULL, _ALIGNMENT,
/// _STATE, _FINISHED or _OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_save(
    hasher: *const lanesum_hasher,
    out: *mut c_void,
    len: *mut usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's state, which nobody writes meanwhile.
        let absorbed = unsafe { absorbed(hasher) }?;
        place(len)?;
        // SAFETY: the caller's length.
        let room = unsafe { *len };
        apart(len.cast(), size_of::<usize>(), hasher.cast(), size_of::<lanesum_hasher>())?;
        if !out.is_null() {
            apart(out, room, hasher.cast(), size_of::<lanesum_hasher>())?;
            apart(out, room, len.cast(), size_of::<usize>())?;
        }
        let saved = Zeroizing::new(absorbed.to_bytes());
        // SAFETY: as above; of a null pointer only the length is asked.
        unsafe { *len = saved.len() };
        if out.is_null() {
            return Ok(());
        }
        if room < saved.len() {
            return Err(LANESUM_ERROR_LENGTH);
        }
        // SAFETY: the caller's memory, of which there is so much.
        unsafe { bytes_mut(out, saved.len()) }?.copy_from_slice(&saved);
        Ok(())
    })
}

/// Goes on with a message that lanesum_save has saved, of the function `algorithm`. size is sizeof(lanesum_hasher). hasher must not be under
/// way. The backend is the best one here.
///
/// Returns LANESUM_ERROR_SAVED for other bytes, damaged ones, those of another function or of a version that is not known; LANESUM_ERROR_NULL,
/// _ALIGNMENT, _SIZE, _ALGORITHM or _OVERLAP. The state is as it was then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_restore(
    hasher: *mut lanesum_hasher,
    size: usize,
    algorithm: lanesum_algorithm,
    saved: *const c_void,
    len: usize,
) -> lanesum_error {
    call(|| {
        let contents = Contents::of(hasher)?;
        check_size(size)?;
        let algorithm = known(algorithm)?;
        apart(hasher.cast(), size, saved, len)?;
        // SAFETY: the caller's memory; it does not overlap the state.
        let mut restored = Hasher::from_bytes(unsafe { bytes(saved, len) }?)?;
        // A KMACXOF is saved as its KMAC.
        if restored.algorithm() != algorithm && restored.end_as(algorithm).is_err() {
            return Err(LANESUM_ERROR_SAVED);
        }
        // SAFETY: the contents is within the state, which is the caller's to write, and aligned.
        unsafe { Contents::put(contents, ABSORBING, algorithm, restored) };
        Ok(())
    })
}
