//! Digests of many messages in one call: `lanesum_digest_many`, `lanesum_finalize_many`.

use super::error::lanesum_error;
use super::functions::{known, lanesum_algorithm};
use super::hasher::{absorbed, check_length, lanesum_hasher};
use super::memory::{Checked, apart, array, bytes, bytes_mut, call};
use super::options::{Given, lanesum_options};
use crate::functions::{option, takes};
use alloc::vec::Vec;
use core::ffi::c_void;
use core::slice;
use lanesum::{Algorithm, Backend, DigestMany, Message, Messages, Strided};
use lanesum_error::*;

/// Messages anywhere in memory.
pub(super) struct Scattered<'a> {
    /// As many as lengths.
    data: &'a [*const c_void],
    lens: &'a [usize],
}

impl<'a> Scattered<'a> {
    /// Looks at all of them: the only place where one can be wrong.
    ///
    /// # Safety
    /// Each of the pointers, if it is not null, points to as many bytes as its length says, which can be read during `'a`.
    #[inline]
    unsafe fn new(
        data: &'a [*const c_void],
        lens: &'a [usize],
        written: *const c_void,
        written_len: usize,
    ) -> Checked<Self> {
        if data.len() != lens.len() {
            return Err(LANESUM_ERROR_INTERNAL);
        }
        if !are_usual(data, lens, written.addr(), written_len) {
            for (&data, &len) in data.iter().zip(lens) {
                apart(data, len, written, written_len)?;
                // SAFETY: as here; this looks at the pointer only.
                unsafe { bytes(data, len) }?;
            }
        }
        Ok(Self { data, lens })
    }

    /// Of a caller's arrays.
    ///
    /// # Safety
    /// If they are not null, both have `count` elements, of which [`Scattered::new`] asks what it does.
    pub(super) unsafe fn of(
        data: *const *const c_void,
        lens: *const usize,
        count: usize,
        written: *const c_void,
        written_len: usize,
    ) -> Checked<Self> {
        let bytes = count.saturating_mul(size_of::<usize>());
        apart(data.cast(), bytes, written, written_len)?;
        apart(lens.cast(), bytes, written, written_len)?;
        // SAFETY: as here.
        unsafe { Self::new(array(data, count)?, array(lens, count)?, written, written_len) }
    }

    /// The bytes of each.
    pub(super) fn slices(&self) -> Vec<&[u8]> {
        (0..self.count()).map(|index| self.message(index).body).collect()
    }

    /// # Safety
    /// The promise of [`Scattered::new`] for this pointer and length, which has found nothing wrong with them.
    #[inline]
    unsafe fn bytes(data: *const c_void, len: usize) -> Message<'a> {
        let data = if len == 0 { core::ptr::dangling() } else { data.cast() };
        // SAFETY: as here: no null pointer has a length above 0, and no length is one that memory does not have.
        Message::new(unsafe { slice::from_raw_parts(data, len) })
    }
}

/// Whether nothing is wrong with any of these, as far as four signs tell, which the compiler takes of several at a time: no pointer is
/// null, and none of the messages shares a byte with what is written. Where this is false, each one has to be looked at by itself.
#[inline]
fn are_usual(data: &[*const c_void], lens: &[usize], written: usize, written_len: usize) -> bool {
    // Below it, neither a sum of two numbers nor a difference of such sums loses its sign.
    const LOW: usize = usize::MAX / 4;
    let end = written.wrapping_add(written_len);
    let (mut all, mut apart, mut null) = (written | written_len, usize::MAX, 0);
    for (data, &len) in data.iter().zip(lens) {
        let data = data.addr();
        all |= data | len;
        // It ends before what is written begins, or begins where that ends: one of the two is negative.
        apart &= data.wrapping_add(len).wrapping_sub(written).wrapping_sub(1) | end.wrapping_sub(1).wrapping_sub(data);
        null |= data.wrapping_sub(1);
    }
    all <= LOW && (apart as isize) < 0 && (null as isize) >= 0
}

impl Messages for Scattered<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.lens.len()
    }

    #[inline]
    fn message(&self, index: usize) -> Message<'_> {
        let len = self.lens[index];
        // SAFETY: there are as many pointers as lengths; `new` has looked at this one.
        unsafe { Self::bytes(*self.data.get_unchecked(index), len) }
    }

    #[inline]
    fn fetch<'a>(&'a self, first: usize, group: &mut [Message<'a>]) {
        let all = first..first + group.len();
        let (data, lens) = (&self.data[all.clone()], &self.lens[all]);
        for (message, (&data, &len)) in group.iter_mut().zip(data.iter().zip(lens)) {
            // SAFETY: as above.
            *message = unsafe { Self::bytes(data, len) };
        }
    }
}

/// Messages that lie one after the other, as those of Arrow's arrays.
struct Column<'a, O> {
    data: &'a [u8],
    /// One more than messages.
    offsets: &'a [O],
}

/// Arrow's two kinds of offsets.
trait Offset: Copy + Ord + Into<i64> {}
impl Offset for i32 {}
impl Offset for i64 {}

impl<'a, O: Offset> Column<'a, O> {
    /// Looks at all offsets: the only place where one can be wrong.
    #[inline]
    fn new(data: &'a [u8], offsets: &'a [O]) -> Checked<Self> {
        let falls = offsets.windows(2).fold(0, |all, pair| all | u8::from(pair[0] > pair[1]));
        let first = offsets.first().map_or(0, |&first| first.into());
        let last = offsets.last().map_or(0, |&last| last.into());
        let fits = first >= 0 && usize::try_from(last).is_ok_and(|last| last <= data.len());
        if falls == 0 && fits { Ok(Self { data, offsets }) } else { Err(LANESUM_ERROR_LENGTH) }
    }

    /// # Safety
    /// These are two neighbours of the offsets.
    #[inline]
    unsafe fn between(&self, from: O, to: O) -> Message<'a> {
        // SAFETY: as here; `new` has found that they ascend, from 0 or above to at most the length.
        Message::new(unsafe { self.data.get_unchecked(from.into() as usize..to.into() as usize) })
    }
}

impl<O: Offset> Messages for Column<'_, O> {
    #[inline]
    fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    #[inline]
    fn message(&self, index: usize) -> Message<'_> {
        // SAFETY: they are neighbours.
        unsafe { self.between(self.offsets[index], self.offsets[index + 1]) }
    }

    #[inline]
    fn fetch<'a>(&'a self, first: usize, group: &mut [Message<'a>]) {
        let offsets = &self.offsets[first..=first + group.len()];
        for (message, ends) in group.iter_mut().zip(offsets.windows(2)) {
            // SAFETY: as above.
            *message = unsafe { self.between(ends[0], ends[1]) };
        }
    }
}

/// The digests of count messages in one call, as many at a time as is fastest on this machine. Message i is the lens[i] bytes at
/// messages[i], and its digest is written to the digest_len bytes at out + i * digest_len. Lengths may differ and may be 0.
/// out_len must be count * digest_len, and digest_len as of lanesum_finalize.
///
/// Returns LANESUM_ERROR_NULL, _ALGORITHM, _LENGTH, _ALIGNMENT, _OVERLAP, _OPTION, _SIZE, _BACKEND or _MESSAGE_TOO_LONG; nothing was
/// written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_digest_many(
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    messages: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut c_void,
    out_len: usize,
    digest_len: usize,
) -> lanesum_error {
    call(|| {
        let algorithm = checked(algorithm, count, out_len, digest_len)?;
        // SAFETY: the caller's arrays, and the messages that they name. What is read and what is written are apart.
        let messages = unsafe { Scattered::of(messages, lens, count, out, out_len)? };
        // SAFETY: the caller's memory, apart from the messages.
        unsafe { digest_many(algorithm, options, &messages, out, out_len, digest_len) }
    })
}

/// As lanesum_digest_many, of messages that lie one after the other in one buffer of data_len bytes, as in Arrow's Binary and String
/// arrays: message i is the bytes from offsets[i] to offsets[i + 1]. There are count + 1 offsets, none below the one before; if count
/// is 0, offsets may be NULL.
///
/// Arrow's validity bitmap is not read: a null value has the digest of the bytes between its offsets, usually that of the empty
/// string. You must ignore the digests of nulls yourself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_digest_many_offsets32(
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    data: *const c_void,
    data_len: usize,
    offsets: *const i32,
    count: usize,
    out: *mut c_void,
    out_len: usize,
    digest_len: usize,
) -> lanesum_error {
    // SAFETY: the caller's promise.
    call(|| unsafe { column(algorithm, options, data, data_len, offsets, count, out, out_len, digest_len) })
}

/// As lanesum_digest_many_offsets32, with offsets of 64 bits, as in Arrow's LargeBinary and LargeString arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_digest_many_offsets64(
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    data: *const c_void,
    data_len: usize,
    offsets: *const i64,
    count: usize,
    out: *mut c_void,
    out_len: usize,
    digest_len: usize,
) -> lanesum_error {
    // SAFETY: the caller's promise.
    call(|| unsafe { column(algorithm, options, data, data_len, offsets, count, out, out_len, digest_len) })
}

/// As lanesum_digest_many, of messages of one length at equal distances in one buffer of data_len bytes: message i is the message_len bytes
/// from data + i * stride. They may overlap. The prefix_len bytes at prefix come before each of them; out may not overlap them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_digest_many_strided(
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    prefix: *const c_void,
    prefix_len: usize,
    data: *const c_void,
    data_len: usize,
    message_len: usize,
    stride: usize,
    count: usize,
    out: *mut c_void,
    out_len: usize,
    digest_len: usize,
) -> lanesum_error {
    call(|| {
        let algorithm = checked(algorithm, count, out_len, digest_len)?;
        apart(data, data_len, out, out_len)?;
        apart(prefix, prefix_len, out, out_len)?;
        // SAFETY: the caller's memory. What is read and what is written are apart.
        let (prefix, data) = unsafe { (bytes(prefix, prefix_len)?, bytes(data, data_len)?) };
        let messages = Prefixed { prefix, messages: Strided::new(data, message_len, stride, count)? };
        // SAFETY: as above.
        unsafe { digest_many(algorithm, options, &messages, out, out_len, digest_len) }
    })
}

/// Messages that all begin with the same bytes.
struct Prefixed<'a> {
    prefix: &'a [u8],
    messages: Strided<'a>,
}

impl Messages for Prefixed<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.messages.count()
    }

    #[inline]
    fn message(&self, index: usize) -> Message<'_> {
        Message { prefix: self.prefix, ..self.messages.message(index) }
    }

    #[inline]
    fn strided(&self) -> Option<Strided<'_>> {
        self.prefix.is_empty().then_some(self.messages)
    }
}

/// As lanesum_digest_many, of messages that all begin with what hasher has absorbed, once for all of them, and with its options. hasher
/// stays as it is. The prefix_lens[i] bytes at prefixes[i] come before message i; both arrays are NULL for no prefixes. For a TupleHash,
/// message i with its prefix is the last string of tuple i.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _FINISHED, _LENGTH, _OVERLAP or _MESSAGE_TOO_LONG; nothing was written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_finalize_many(
    hasher: *const lanesum_hasher,
    prefixes: *const *const c_void,
    prefix_lens: *const usize,
    messages: *const *const c_void,
    lens: *const usize,
    count: usize,
    out: *mut c_void,
    out_len: usize,
    digest_len: usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's state, which nobody writes meanwhile.
        let absorbed = unsafe { absorbed(hasher) }?;
        let is_digest = absorbed.algorithm().has_any_length() || digest_len == absorbed.digest_bytes();
        if !is_digest || count.checked_mul(digest_len) != Some(out_len) {
            return Err(LANESUM_ERROR_LENGTH);
        }
        apart(hasher.cast(), size_of::<lanesum_hasher>(), out, out_len)?;
        let has_prefixes = !(prefixes.is_null() && prefix_lens.is_null());
        // SAFETY: the caller's arrays, and what they name. What is read and what is written are apart.
        let (prefixes, messages, out) = unsafe {
            let prefixes =
                has_prefixes.then(|| Scattered::of(prefixes, prefix_lens, count, out, out_len)).transpose()?;
            (prefixes, Scattered::of(messages, lens, count, out, out_len)?, bytes_mut(out, out_len)?)
        };
        Ok(match prefixes {
            None => absorbed.finalize_many(&messages, digest_len, out),
            Some(prefixes) => absorbed.finalize_many(&Joined { prefixes, messages }, digest_len, out),
        }?)
    })
}

/// Messages, each of which begins with a prefix of its own.
struct Joined<'a> {
    prefixes: Scattered<'a>,
    messages: Scattered<'a>,
}

impl Messages for Joined<'_> {
    fn count(&self) -> usize {
        self.messages.count()
    }

    fn message(&self, index: usize) -> Message<'_> {
        Message { prefix: self.prefixes.message(index).body, ..self.messages.message(index) }
    }
}

/// # Safety
/// As of [`array`], [`bytes`] and [`bytes_mut`].
#[allow(clippy::too_many_arguments)] // those of the function of the header
unsafe fn column<O: Offset>(
    algorithm: lanesum_algorithm,
    options: *const lanesum_options,
    data: *const c_void,
    data_len: usize,
    offsets: *const O,
    count: usize,
    out: *mut c_void,
    out_len: usize,
    digest_len: usize,
) -> Checked<()> {
    let algorithm = checked(algorithm, count, out_len, digest_len)?;
    // Arrow's empty arrays may come without offsets.
    let is_empty = count == 0 && offsets.is_null();
    let entries = if is_empty { 0 } else { count.checked_add(1).ok_or(LANESUM_ERROR_LENGTH)? };
    apart(data, data_len, out, out_len)?;
    apart(offsets.cast(), entries.saturating_mul(size_of::<O>()), out, out_len)?;
    // SAFETY: as here. What is read and what is written are apart.
    let messages = unsafe { Column::new(bytes(data, data_len)?, array(offsets, entries)?)? };
    // SAFETY: as here.
    unsafe { digest_many(algorithm, options, &messages, out, out_len, digest_len) }
}

/// The function, if these lengths agree. Before the messages are looked at: whoever counts too many of them mostly shows it here.
fn checked(algorithm: lanesum_algorithm, count: usize, out_len: usize, digest_len: usize) -> Checked<Algorithm> {
    let algorithm = known(algorithm)?;
    check_length(algorithm, digest_len)?;
    if count.checked_mul(digest_len) == Some(out_len) { Ok(algorithm) } else { Err(LANESUM_ERROR_LENGTH) }
}

/// # Safety
/// As of [`Given::new`] and [`bytes_mut`]; the messages are apart from `out`, which is as long as their digests.
unsafe fn digest_many<M: Messages>(
    algorithm: Algorithm,
    options: *const lanesum_options,
    messages: &M,
    out: *mut c_void,
    out_len: usize,
    digest_len: usize,
) -> Checked<()> {
    if options.is_null() && !algorithm.needs_key() && takes(algorithm) & option::DIGEST_BYTES == 0 {
        // SAFETY: as here.
        return Ok(algorithm.digest_many(None::<Backend>, messages, unsafe { bytes_mut(out, out_len) }?)?);
    }
    // SAFETY: as here.
    let (given, out) = unsafe { (Given::new(options, algorithm, out, out_len)?, bytes_mut(out, out_len)?) };
    let given = given.all_for(algorithm, digest_len)?;
    Ok(algorithm.digest_many(given, messages, out)?)
}
