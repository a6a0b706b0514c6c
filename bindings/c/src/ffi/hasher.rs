//! A message in pieces: `lanesum_hasher` in the caller's memory, and the calls on it.

#[cfg(all(test, feature = "std"))]
mod memory_tests;
mod saved;

use super::error::lanesum_error;
use super::functions::{backend_name, known, lanesum_algorithm};
use super::memory::{Checked, apart, bytes, bytes_mut, call, erase};
use super::options::{Given, lanesum_options};
use crate::functions::{option, takes};
use core::ffi::{c_char, c_void};
use core::mem::{ManuallyDrop, MaybeUninit};
use core::ptr;
use lanesum::{Algorithm, DigestMany, Hasher, HasherReader};
use lanesum_error::*;

/// An unfinished message of any function. It is opaque, and must stay where the caller has put it (on the stack, in a struct, on the
/// heap): copy it only with lanesum_copy, not with = or memcpy.
///
/// Every state that lanesum_init, lanesum_copy or lanesum_restore has filled goes to lanesum_wipe in the end, which erases it; those of KT,
/// ParallelHash, BLAKE2bp, BLAKE2sp and BLAKE3 may have memory on the heap, which lanesum_wipe frees. One state belongs to one thread at a time; several threads may
/// read one (lanesum_copy) while none writes it. Different states have nothing to do with one another.
#[repr(C)]
#[allow(non_camel_case_types)]
pub struct lanesum_hasher {
    /// Private. The last 128 bytes are reserved for later versions: in this one, only lanesum_wipe writes them.
    pub opaque: [u64; 120],
}

/// The contents of a `lanesum_hasher`, from the first address in it that is aligned for them.
#[repr(C)]
pub(super) struct Contents {
    /// A mark for the stage plus this very address: memory that nobody has initialised, and bytes that were copied here, have none.
    mark: usize,
    algorithm: MaybeUninit<Algorithm>,
    stage: MaybeUninit<Stage>,
}

/// Which one is there, the mark says.
union Stage {
    absorbing: ManuallyDrop<Hasher>,
    squeezing: ManuallyDrop<HasherReader>,
}

const ABSORBING: usize = 0x6c61_6e65_7375_6d31_u64 as usize;
const SQUEEZING: usize = 0x6c61_6e65_7375_6d33_u64 as usize;
const FINISHED: usize = 0x6c61_6e65_7375_6d34_u64 as usize;

/// The last bytes of a state, which are for later versions.
const RESERVE: usize = 128;

const _: () = {
    let room = size_of::<lanesum_hasher>() - (align_of::<Contents>() - align_of::<lanesum_hasher>());
    assert!(size_of::<Contents>() + RESERVE <= room, "the state does not leave the reserve that the header has for it");
};

impl Contents {
    /// The contents of a state of the caller's.
    #[inline]
    fn of(hasher: *const lanesum_hasher) -> Checked<*mut Self> {
        if hasher.is_null() {
            return Err(LANESUM_ERROR_NULL);
        }
        if !hasher.is_aligned() {
            return Err(LANESUM_ERROR_ALIGNMENT);
        }
        let unaligned = hasher.addr() % align_of::<Self>();
        let skipped = if unaligned == 0 { 0 } else { align_of::<Self>() - unaligned };
        Ok(hasher.cast_mut().wrapping_byte_add(skipped).cast())
    }

    #[inline]
    fn stage(&self) -> usize {
        self.mark.wrapping_sub(ptr::from_ref(self).addr())
    }

    #[inline]
    fn set(&mut self, stage: usize) {
        self.mark = stage.wrapping_add(ptr::from_ref(self).addr());
    }

    /// The message under way; an error if it has ended.
    #[inline]
    fn absorbing(&mut self) -> Checked<&mut Hasher> {
        if self.stage() != ABSORBING {
            return Err(LANESUM_ERROR_FINISHED);
        }
        // SAFETY: the mark is only there together with what it says.
        Ok(unsafe { &mut self.stage.assume_init_mut().absorbing })
    }

    /// Puts in a value of the stage.
    ///
    /// # Safety
    /// `contents` can be written and is aligned, and the stage is that of `T`. What is there is not dropped.
    #[inline]
    unsafe fn put<T>(contents: *mut Self, stage: usize, algorithm: Algorithm, value: T) {
        // SAFETY: as here; there is room for a value of each stage. The bytes may be anything, but for the mark, which is set last.
        unsafe {
            (&raw mut (*contents).stage).cast::<T>().write(value);
            (*contents).algorithm = MaybeUninit::new(algorithm);
            (*contents).mark = stage.wrapping_add(contents.addr());
        }
    }

    /// As [`Contents::put`], with the bytes of another value. A value that is made first and then put in takes up to 30 ns more: it is stored in
    /// small pieces, and the copy, which loads larger ones, has to wait for them.
    ///
    /// # Safety
    /// As of [`Contents::put`]; the value owns no memory.
    #[inline]
    unsafe fn put_bytes<T>(contents: *mut Self, stage: usize, algorithm: Algorithm, value: &T) {
        // SAFETY: as here; dropping both does no harm, since neither owns anything.
        unsafe { Self::put(contents, stage, algorithm, ptr::read(ptr::from_ref(value).cast::<MaybeUninit<T>>())) };
    }

    /// Drops what is there. The state is not initialised then.
    #[inline]
    fn clear(&mut self) {
        let stage = self.stage();
        self.mark = 0;
        // SAFETY: the mark is only there together with what it says, which nobody takes for valid any more.
        unsafe {
            match stage {
                ABSORBING => ManuallyDrop::drop(&mut self.stage.assume_init_mut().absorbing),
                SQUEEZING => ManuallyDrop::drop(&mut self.stage.assume_init_mut().squeezing),
                _ => {}
            }
        }
    }

    /// The same, and says that the message has ended.
    #[inline]
    fn finish(&mut self) {
        self.clear();
        self.set(FINISHED);
    }
}

/// A hasher at the beginning of a message.
#[cfg(feature = "std")]
#[inline]
fn fresh(algorithm: Algorithm) -> &'static Hasher {
    use std::sync::OnceLock;
    static ALL: [OnceLock<Hasher>; Algorithm::ALL.len()] = [const { OnceLock::new() }; Algorithm::ALL.len()];
    ALL[algorithm as usize].get_or_init(|| Hasher::new(algorithm))
}

/// Whether a hasher owns memory before its message begins.
#[cfg(feature = "std")]
#[inline]
fn begins_with_memory(algorithm: Algorithm) -> bool {
    #[cfg(feature = "blake")]
    if matches!(algorithm, Algorithm::Blake2bp | Algorithm::Blake2sp) {
        return true;
    }
    let _ = algorithm;
    false
}

/// Whether a hasher may own memory: one of KT or `ParallelHash`, where its message is long, one of KT with a customization string, one
/// of BLAKE3 whose message has begun, and one of BLAKE2bp or BLAKE2sp. (A test here counts allocations.)
#[inline]
fn may_own_memory(algorithm: Algorithm) -> bool {
    #[cfg(feature = "blake")]
    if matches!(algorithm, Algorithm::Blake3 | Algorithm::Blake2bp | Algorithm::Blake2sp) {
        return true;
    }
    matches!(algorithm, Algorithm::Kt128 | Algorithm::Kt256) || takes(algorithm) & option::BLOCK_BYTES != 0
}

/// Takes out what is under way; the state has to be finished, or something else put in.
///
/// # Safety
/// Nobody takes it for valid any more.
unsafe fn take<T>(value: &T) -> T {
    // SAFETY: as here.
    unsafe { ptr::read(value) }
}

/// A call on a state that is under way. After a panic its message has ended: nobody knows what is in it, and it is not dropped.
///
/// # Safety
/// `hasher` is null, or points to a `lanesum_hasher` that nobody else uses during the call.
#[inline]
pub(super) unsafe fn on(hasher: *mut lanesum_hasher, body: impl FnOnce(&mut Contents) -> Checked<()>) -> lanesum_error {
    let contents = match Contents::of(hasher) {
        // SAFETY: the contents is within the state, aligned, and of bytes that may be anything, but for the mark, which is a number.
        Ok(contents) => unsafe { &mut *contents },
        Err(error) => return error,
    };
    let result = match contents.stage() {
        ABSORBING | SQUEEZING => call(|| body(contents)),
        FINISHED => LANESUM_ERROR_FINISHED,
        _ => LANESUM_ERROR_STATE,
    };
    if result == LANESUM_ERROR_INTERNAL {
        contents.set(FINISHED);
    }
    result
}

/// Begins a message. size is sizeof(lanesum_hasher): it tells the library what the caller's header knew. options may be NULL, but not
/// for KMAC, which needs a key.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, _LENGTH, _ALGORITHM, _OPTION, _BACKEND or _OVERLAP. The state is erased then: it is
/// not initialised, even if it was before. Three errors leave it as it was: a misaligned hasher, a wrong size argument (not a wrong
/// size in options), and _OVERLAP, because options or a string of it lies in the state.
/// hasher may be a state that was wiped. First wipe a state that is in use: otherwise its heap memory leaks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_init(
    hasher: *mut lanesum_hasher,
    size: usize,
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
) -> lanesum_error {
    let contents = match Contents::of(hasher).and_then(|contents| check_size(size).map(|()| contents)) {
        Ok(contents) => contents,
        Err(error) => return error,
    };
    // SAFETY: the caller's state and options.
    let begun = call(|| unsafe { begin(contents, algorithm, options, hasher.cast(), size) });
    if !matches!(begun, LANESUM_OK | LANESUM_ERROR_OVERLAP) {
        // No message goes on where another one did not begin.
        // SAFETY: the state is the caller's to write, and aligned.
        unsafe { erase(&raw mut (*hasher).opaque) };
    }
    begun
}

/// # Safety
/// The contents are the caller's to write, and within `size` bytes at `hasher`; the options as of [`Given::new`].
#[inline(always)]
unsafe fn begin(
    contents: *mut Contents,
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    hasher: *const c_void,
    size: usize,
) -> Checked<()> {
    let algorithm = known(algorithm)?;
    #[cfg(feature = "std")]
    if options.is_null() && !algorithm.needs_key() {
        // SAFETY: the contents is within the state, which is the caller's to write, and aligned.
        unsafe {
            if begins_with_memory(algorithm) {
                Contents::put(contents, ABSORBING, algorithm, fresh(algorithm).clone());
            } else {
                Contents::put_bytes(contents, ABSORBING, algorithm, fresh(algorithm));
            }
        }
        return Ok(());
    }
    // SAFETY: the caller's options; they do not overlap the state.
    let given = unsafe { Given::new(options, algorithm, hasher, size) }?.all()?;
    // SAFETY: as above.
    unsafe { Contents::put(contents, ABSORBING, algorithm, Hasher::with_options(algorithm, given)?) };
    Ok(())
}

/// The unfinished message of a state that is only read.
///
/// # Safety
/// `hasher` is null, or points to a `lanesum_hasher` that nobody writes during `'a`.
pub(super) unsafe fn absorbed<'a>(hasher: *const lanesum_hasher) -> Checked<&'a Hasher> {
    // SAFETY: as here.
    let contents = unsafe { &*Contents::of(hasher)? };
    match contents.stage() {
        // SAFETY: the mark is only there together with what it says.
        ABSORBING => Ok(unsafe { &contents.stage.assume_init_ref().absorbing }),
        SQUEEZING | FINISHED => Err(LANESUM_ERROR_FINISHED),
        _ => Err(LANESUM_ERROR_STATE),
    }
}

/// The size of a state in all headers so far. A later one that has another keeps this one among those that it takes.
#[inline]
fn check_size(size: usize) -> Checked<()> {
    if size == size_of::<lanesum_hasher>() { Ok(()) } else { Err(LANESUM_ERROR_SIZE) }
}

/// Appends len bytes to the message; to a tuple, a string of len bytes. data may be NULL if len is 0.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED, _OVERLAP, _LENGTH or _MESSAGE_TOO_LONG.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_update(hasher: *mut lanesum_hasher, data: *const c_void, len: usize) -> lanesum_error {
    let body = |contents: &mut Contents| {
        apart(hasher.cast(), size_of::<lanesum_hasher>(), data, len)?;
        // SAFETY: the caller's memory; it does not overlap the state.
        let data = unsafe { bytes(data, len) }?;
        Ok(contents.absorbing()?.try_update(data)?)
    };
    // SAFETY: the caller's state.
    unsafe { on(hasher, body) }
}

/// Ends the message and writes its digest, or the first len bytes of output of a function of any length. len must be
/// lanesum_digest_bytes for a digest of one length (of BLAKE2, the option digest_bytes, if it was given); into the output of KMAC, TupleHash and ParallelHash it is bound.
///
/// The state is then finished, and has no heap memory. Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED, _OVERLAP or
/// _LENGTH; the message can then continue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_finalize(hasher: *mut lanesum_hasher, out: *mut c_void, len: usize) -> lanesum_error {
    let body = |contents: &mut Contents| {
        apart(hasher.cast(), size_of::<lanesum_hasher>(), out, len)?;
        // SAFETY: the caller's memory; it does not overlap the state.
        let out = unsafe { bytes_mut(out, len) }?;
        let hasher = contents.absorbing()?;
        let algorithm = hasher.algorithm();
        if !algorithm.has_any_length() && out.len() != hasher.digest_bytes() {
            return Err(LANESUM_ERROR_LENGTH);
        }
        hasher.finalize_into_reset(out)?;
        contents.finish();
        if takes(algorithm) & option::KEY != 0 {
            contents.stage = MaybeUninit::zeroed();
        }
        Ok(())
    };
    // SAFETY: the caller's state.
    unsafe { on(hasher, body) }
}

/// A digest of one length has that length; of BLAKE2's lengths, the options say which.
#[inline]
pub(super) fn check_length(algorithm: Algorithm, len: usize) -> Checked<()> {
    let most = algorithm.digest_bits() / 8;
    let is_shorter = || takes(algorithm) & option::DIGEST_BYTES != 0 && (1..most).contains(&len);
    if algorithm.has_any_length() || len == most || is_shorter() { Ok(()) } else { Err(LANESUM_ERROR_LENGTH) }
}

/// Writes the next len bytes of the output, of a function for which lanesum_is_xof is true. The first call ends the message; one that
/// fails leaves all as it was.
///
/// Returns LANESUM_ERROR_CALL for the other functions, and as lanesum_finalize.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_squeeze(hasher: *mut lanesum_hasher, out: *mut c_void, len: usize) -> lanesum_error {
    let body = |contents: &mut Contents| {
        apart(hasher.cast(), size_of::<lanesum_hasher>(), out, len)?;
        // SAFETY: the caller's memory; it does not overlap the state.
        let out = unsafe { bytes_mut(out, len) }?;
        if contents.stage() != SQUEEZING {
            let hasher = contents.absorbing()?;
            let algorithm = hasher.algorithm();
            if !algorithm.is_xof() {
                return Err(LANESUM_ERROR_CALL);
            }
            // SAFETY: the state is finished at once, and gets its output.
            unsafe {
                let hasher = take(hasher);
                contents.set(FINISHED);
                Contents::put(contents, SQUEEZING, algorithm, hasher.finalize_with_last_bits(0, 0)?);
            }
        }
        // SAFETY: the mark says that it is there.
        let squeezing = unsafe { &mut contents.stage.assume_init_mut().squeezing };
        Ok(squeezing.read(out)?)
    };
    // SAFETY: the caller's state.
    unsafe { on(hasher, body) }
}

/// Ends the message of a KMAC, or of a keyed BLAKE2, and says whether tag is its tag of len bytes, at least 4; of a KMACXOF or a keyed BLAKE3,
/// whether the output begins with it. The time does not depend on where they differ. The caller must decide how long a tag has to be, never the sender.
///
/// Returns LANESUM_ERROR_TAG if the tag is wrong: do not trust the message. The state is finished and erased then, too.
/// Returns LANESUM_ERROR_CALL for states without a key, LANESUM_ERROR_LENGTH for a tag of fewer than 4 bytes, and the
/// errors of lanesum_finalize.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_verify(hasher: *mut lanesum_hasher, tag: *const c_void, len: usize) -> lanesum_error {
    let body = |contents: &mut Contents| {
        apart(hasher.cast(), size_of::<lanesum_hasher>(), tag, len)?;
        // SAFETY: the caller's memory; it does not overlap the state.
        let tag = unsafe { bytes(tag, len) }?;
        let hasher = contents.absorbing()?;
        if !hasher.has_key() {
            return Err(LANESUM_ERROR_CALL);
        }
        if tag.len() < SHORTEST_TAG {
            return Err(LANESUM_ERROR_LENGTH);
        }
        // SAFETY: the state is finished at once, and erased.
        let hasher = unsafe { take(hasher) };
        contents.set(FINISHED);
        contents.stage = MaybeUninit::zeroed();
        Ok(hasher.verify(tag)?)
    };
    // SAFETY: the caller's state.
    unsafe { on(hasher, body) }
}

/// Bytes of the shortest tag (SP 800-185, section 8.4.2).
const SHORTEST_TAG: usize = 4;

/// Chooses how an unfinished message will end: KMAC128 as KMACXOF128, with output of any length, or the other way round; likewise
/// those of KMAC256, TupleHash and ParallelHash. Before the end, they do not differ.
///
/// Returns LANESUM_ERROR_CALL for any other change, LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED or _ALGORITHM.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_end_as(hasher: *mut lanesum_hasher, algorithm: lanesum_algorithm) -> lanesum_error {
    let body = |contents: &mut Contents| {
        let hasher = contents.absorbing()?;
        let algorithm = known(algorithm)?;
        hasher.end_as(algorithm).map_err(|_| LANESUM_ERROR_CALL)?;
        contents.algorithm = MaybeUninit::new(algorithm);
        Ok(())
    };
    // SAFETY: the caller's state.
    unsafe { on(hasher, body) }
}

/// Copies the state from to the state to, which must not be under way. The copy is at the same place in the message or in
/// the output. size is sizeof(lanesum_hasher).
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, _STATE, _FINISHED or _OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_copy(
    to: *mut lanesum_hasher,
    size: usize,
    from: *const lanesum_hasher,
) -> lanesum_error {
    call(|| {
        let (to_contents, from_contents) = (Contents::of(to)?, Contents::of(from)?);
        check_size(size)?;
        apart(to.cast(), size, from.cast(), size)?;
        // SAFETY: the caller's state, which nobody writes meanwhile.
        let from = unsafe { &*from_contents };
        // SAFETY: the mark is only there together with what it says, and with the function; `to` is the caller's to write, aligned, and apart.
        unsafe {
            let (stage, algorithm) = (from.stage.assume_init_ref(), from.algorithm);
            match from.stage() {
                ABSORBING if !may_own_memory(algorithm.assume_init()) => {
                    Contents::put_bytes::<Hasher>(to_contents, ABSORBING, algorithm.assume_init(), &stage.absorbing);
                }
                ABSORBING => {
                    Contents::put(to_contents, ABSORBING, algorithm.assume_init(), Hasher::clone(&stage.absorbing));
                }
                SQUEEZING => {
                    Contents::put(
                        to_contents,
                        SQUEEZING,
                        algorithm.assume_init(),
                        HasherReader::clone(&stage.squeezing),
                    );
                }
                FINISHED => return Err(LANESUM_ERROR_FINISHED),
                _ => return Err(LANESUM_ERROR_STATE),
            }
        }
        Ok(())
    })
}

/// Frees what the state has on the heap, and erases it. It may be initialised again then. One that is finished is erased as well; one
/// that was wiped, or is of zeroes, may be wiped again.
///
/// Fill a state with zeroes if it may be wiped before it is initialised. Most other bytes are recognised as no state: they stay as they
/// are, with LANESUM_ERROR_STATE. But the remains of a state that lay at this very address are taken for that state.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT or _STATE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_wipe(hasher: *mut lanesum_hasher) -> lanesum_error {
    call(|| {
        let contents = Contents::of(hasher)?;
        // SAFETY: the caller's state, aligned.
        let contents = unsafe { &mut *contents };
        if contents.mark == 0 {
            return Ok(());
        }
        if !matches!(contents.stage(), ABSORBING | SQUEEZING | FINISHED) {
            return Err(LANESUM_ERROR_STATE);
        }
        contents.clear();
        // SAFETY: all of it is the caller's, and any bytes are a state that was not initialised.
        unsafe { erase(&raw mut (*hasher).opaque) };
        Ok(())
    })
}

/// The name of the backend of an unfinished message; NULL for any other state. The text is never freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_backend_of(hasher: *const lanesum_hasher) -> *const c_char {
    let mut name = ptr::null();
    call(|| {
        // SAFETY: the caller's state, which nobody writes meanwhile.
        let contents = unsafe { &*Contents::of(hasher)? };
        if contents.stage() == ABSORBING {
            // SAFETY: the mark is only there together with what it says.
            name = backend_name(unsafe { &contents.stage.assume_init_ref().absorbing }.backend());
        }
        Ok(())
    });
    name
}
