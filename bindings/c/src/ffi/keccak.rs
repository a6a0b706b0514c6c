//! Keccak-p on one or several states in the caller's memory: the calls under XKCP's names.

use super::error::lanesum_error;
use super::memory::{Checked, apart, array, bytes, bytes_mut, call};
use core::array::from_fn;
use core::ffi::{c_uint, c_void};
use core::ptr;
use lanes::Element;
use lanesum::Error;
use lanesum_error::*;
use lanesum_keccak::permutation::engines::{InStep, Lane, Task};
use lanesum_keccak::permutation::forms::{Blocks, Wide};
use lanesum_keccak::permutation::rounds::Rounds;
use lanesum_keccak::states::bytes::{Bytes, extract};
use lanesum_keccak::states::interleaved::{absorb, permute, squeeze};

/// Bytes of one state in memory, of 200 to 1600 bits, at an address that is a multiple of 8.
pub const LANESUM_KECCAK_BYTES_1: usize = 256;
/// Bytes of two states in step, at an address that is a multiple of LANESUM_KECCAK_ALIGNMENT.
pub const LANESUM_KECCAK_BYTES_2: usize = 640;
/// Bytes of four states in step.
pub const LANESUM_KECCAK_BYTES_4: usize = 1024;
/// Bytes of eight states in step.
pub const LANESUM_KECCAK_BYTES_8: usize = 1792;
/// Alignment of two or more states.
pub const LANESUM_KECCAK_ALIGNMENT: usize = 64;

/// The states of a caller. The mark says how many there are, and of which lanes.
#[repr(C)]
struct Contents<T> {
    mark: u64,
    states: T,
}

/// The largest number of states in step.
const MOST: usize = 8;

/// XKCP's headers write it, too (lanesum-snp.h): a program of theirs may overwrite a state before it initialises it.
/// In the upper half of a mark; the lower one has the bytes of a lane and the number of states.
const MARK: u64 = 0x6c61_6e73_0000_0000;

const fn mark(lane_bytes: usize, count: usize) -> u64 {
    MARK | (lane_bytes as u64) << 8 | count as u64
}

/// States of one kind, whatever their number and lanes.
trait Keccak {
    fn add_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error>;
    fn overwrite_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error>;
    fn overwrite_with_zeroes(&mut self, instance: usize, count: usize) -> Result<(), Error>;
    fn extract_bytes(&self, instance: usize, start: usize, out: &mut [u8]) -> Result<(), Error>;
    fn permute(&mut self, rounds: usize) -> Result<(), Error>;
    /// Adds a block of each row, permutes, and so on. All rows have the same number of bytes, which are whole blocks.
    fn absorb(&mut self, rounds: usize, lanes: usize, rows: &Rows) -> Result<(), Error>;
    /// Permutes, fills a block of each row, and so on.
    fn squeeze(&mut self, rounds: usize, lanes: usize, rows: &Rows) -> Result<(), Error>;
    fn count(&self) -> usize;
    fn lane_bytes(&self) -> usize;
}

/// Memory of the caller, of one length for each state, which has been looked at.
struct Rows<'a> {
    data: &'a [*const c_void],
    len: usize,
}

impl Rows<'_> {
    fn row(&self, i: usize) -> &[u8] {
        // SAFETY: `rows` has looked at it, and the caller lends it during the call. A row of 0 bytes may be null.
        unsafe { bytes(self.data[i], self.len) }.unwrap_or_default()
    }

    #[allow(clippy::mut_from_ref)] // it is the caller's memory
    fn row_mut(&self, i: usize) -> &mut [u8] {
        // SAFETY: as above, and `lanesum_keccak_squeeze` has found that no two rows share a byte.
        unsafe { bytes_mut(self.data[i].cast_mut(), self.len) }.unwrap_or_default()
    }
}

/// The lanes of `N` states in step, as registers' words: nothing else, so that memory of any content is states. The forms that permute
/// them belong to the type.
trait RegisterWords {
    type Lane: Lane;
    const COUNT: usize;
    fn words(&self) -> &[Register<Self>];
    fn words_mut(&mut self) -> &mut [Register<Self>];
    /// The forms that are best on this machine.
    fn forms() -> InStep<Self::Lane>;
}

type Register<T> = <<T as RegisterWords>::Lane as Element>::Register;

/// One state.
struct One<W: Lane>([W::Register; 25]);

/// Several states in step.
struct Several<W: Lane, const N: usize>(Wide<[[W::Register; N]; 25]>);

impl<W: Lane> RegisterWords for One<W> {
    type Lane = W;
    const COUNT: usize = 1;
    #[inline]
    fn words(&self) -> &[W::Register] {
        &self.0
    }
    #[inline]
    fn words_mut(&mut self) -> &mut [W::Register] {
        &mut self.0
    }
    #[inline]
    fn forms() -> InStep<W> {
        InStep::one()
    }
}

macro_rules! several {
    ($($lane:ident: $($count:literal)*;)*) => { $( $(
        impl RegisterWords for Several<$lane, $count> {
            type Lane = $lane;
            const COUNT: usize = $count;
            #[inline]
            fn words(&self) -> &[Register<Self>] {
                self.0.0.as_flattened()
            }
            #[inline]
            fn words_mut(&mut self) -> &mut [Register<Self>] {
                self.0.0.as_flattened_mut()
            }
            #[inline]
            fn forms() -> InStep<$lane> {
                // Found once: it takes 5 to 10 ns, of 140 for two states. Programs in C cannot install another order of backends.
                #[cfg(feature = "std")]
                {
                    static FORMS: std::sync::OnceLock<InStep<$lane>> = std::sync::OnceLock::new();
                    *FORMS.get_or_init(|| InStep::best($count, Task::Permuting))
                }
                #[cfg(not(feature = "std"))]
                InStep::best($count, Task::Permuting)
            }
        }
    )* )* };
}
several! {
    u64: 2 4 8;
    u32: 2 4 8;
    u16: 2 4 8;
    u8: 2 4 8;
}

impl<T: RegisterWords> Keccak for T {
    fn add_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error> {
        Bytes::<T::Lane>::new(self.words_mut(), instance, T::COUNT).add(start, data)
    }
    fn overwrite_bytes(&mut self, instance: usize, start: usize, data: &[u8]) -> Result<(), Error> {
        Bytes::<T::Lane>::new(self.words_mut(), instance, T::COUNT).overwrite(start, data)
    }
    fn overwrite_with_zeroes(&mut self, instance: usize, count: usize) -> Result<(), Error> {
        Bytes::<T::Lane>::new(self.words_mut(), instance, T::COUNT).overwrite_with_zeroes(count)
    }
    fn extract_bytes(&self, instance: usize, start: usize, out: &mut [u8]) -> Result<(), Error> {
        extract::<T::Lane>(self.words(), instance, T::COUNT, start, out)
    }
    fn permute(&mut self, rounds: usize) -> Result<(), Error> {
        permute(T::forms(), self.words_mut(), T::COUNT, Rounds::new::<T::Lane>(rounds)?);
        Ok(())
    }
    fn absorb(&mut self, rounds: usize, lanes: usize, rows: &Rows) -> Result<(), Error> {
        let (rounds, forms) = (Rounds::new::<T::Lane>(rounds)?, T::forms());
        let of = Blocks { lanes, count: rows.len / (T::Lane::BYTES * lanes), ahead: 0, theta: forms.theta };
        // One state needs no array of rows, which takes 5 ns.
        if T::COUNT == 1 {
            absorb(forms, self.words_mut(), 1, &[rows.row(0)], of, rounds);
            return Ok(());
        }
        let data: [&[u8]; MOST] = from_fn(|i| if i < T::COUNT { rows.row(i) } else { &[] });
        absorb(forms, self.words_mut(), T::COUNT, &data[..T::COUNT], of, rounds);
        Ok(())
    }
    fn squeeze(&mut self, rounds: usize, lanes: usize, rows: &Rows) -> Result<(), Error> {
        let (rounds, forms) = (Rounds::new::<T::Lane>(rounds)?, T::forms());
        let of = Blocks { lanes, count: rows.len / (T::Lane::BYTES * lanes), ahead: 0, theta: forms.theta };
        let mut out: [&mut [u8]; MOST] = from_fn(|i| if i < T::COUNT { rows.row_mut(i) } else { &mut [] });
        squeeze(forms, self.words_mut(), T::COUNT, &mut out[..T::COUNT], of, rounds);
        Ok(())
    }
    fn count(&self) -> usize {
        T::COUNT
    }
    fn lane_bytes(&self) -> usize {
        T::Lane::BYTES
    }
}

/// An expression with the type of the states of a kind.
macro_rules! each_kind {
    ($kind:expr, $type:ident => $then:expr, $else:expr) => {
        each_kind!(@ $kind, $type => $then, $else,
            One<u64>, 8 1; Several<u64, 2>, 8 2; Several<u64, 4>, 8 4; Several<u64, 8>, 8 8;
            One<u32>, 4 1; Several<u32, 2>, 4 2; Several<u32, 4>, 4 4; Several<u32, 8>, 4 8;
            One<u16>, 2 1; Several<u16, 2>, 2 2; Several<u16, 4>, 2 4; Several<u16, 8>, 2 8;
            One<u8>, 1 1; Several<u8, 2>, 1 2; Several<u8, 4>, 1 4; Several<u8, 8>, 1 8)
    };
    (@ $kind:expr, $type:ident => $then:expr, $else:expr, $($of:ty, $bytes:literal $count:literal);*) => {
        match $kind {
            $( kind if kind == const { mark($bytes, $count) } => { type $type = $of; $then } )*
            _ => $else,
        }
    };
}

/// The states at this address, which must be initialised.
///
/// # Safety
/// `states` is null or points to memory that `lanesum_keccak_init` has filled, or a copy of it, and nobody else uses it during `'a`.
#[inline]
unsafe fn states<'a>(states: *mut c_void) -> Checked<&'a mut dyn Keccak> {
    if states.is_null() {
        return Err(LANESUM_ERROR_NULL);
    }
    if !states.cast::<u64>().is_aligned() {
        return Err(LANESUM_ERROR_ALIGNMENT);
    }
    // SAFETY: not null and aligned, and the mark lies first in each kind.
    let kind = unsafe { ptr::read(states.cast::<u64>()) };
    each_kind!(kind, Of => {
        let contents = states.cast::<Contents<Of>>();
        // SAFETY: of this kind, as the mark says, and aligned.
        if contents.is_aligned() { Ok(unsafe { &mut (*contents).states }) } else { Err(LANESUM_ERROR_ALIGNMENT) }
    }, Err(LANESUM_ERROR_STATE))
}

/// Makes count states, 1, 2, 4 or 8, of width bits, 200, 400, 800 or 1600, which are permuted in step, all of zeroes: Keccak-p as a
/// building block, which separates no domains and protects against no misuse. They are opaque, are in the caller's memory of size bytes, at
/// least LANESUM_KECCAK_BYTES_1 to _8, and hold nothing on the heap: they may be copied with memcpy to memory that is aligned alike, within
/// the process.
///
/// Returns LANESUM_ERROR_NULL, _ALIGNMENT, _SIZE, or _RANGE for another width or count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_init(
    states: *mut c_void,
    size: usize,
    width: c_uint,
    count: c_uint,
) -> lanesum_error {
    call(|| {
        if states.is_null() {
            return Err(LANESUM_ERROR_NULL);
        }
        if !width.is_multiple_of(200) || count > 8 {
            return Err(LANESUM_ERROR_RANGE);
        }
        let kind = mark((width / 200) as usize, count as usize);
        each_kind!(kind, Of => {
            let contents = states.cast::<Contents<Of>>();
            if !contents.is_aligned() {
                return Err(LANESUM_ERROR_ALIGNMENT);
            }
            if size < stated(count) {
                return Err(LANESUM_ERROR_SIZE);
            }
            // SAFETY: the caller's memory, large enough and aligned.
            unsafe {
                ptr::write_bytes(contents, 0, 1);
                (*contents).mark = kind;
            }
            Ok(())
        }, Err(LANESUM_ERROR_RANGE))
    })
}

/// The bytes that the header states.
const fn stated(count: c_uint) -> usize {
    match count {
        1 => LANESUM_KECCAK_BYTES_1,
        2 => LANESUM_KECCAK_BYTES_2,
        4 => LANESUM_KECCAK_BYTES_4,
        _ => LANESUM_KECCAK_BYTES_8,
    }
}

const _: () = {
    assert!(size_of::<Contents<One<u64>>>() <= LANESUM_KECCAK_BYTES_1);
    assert!(size_of::<Contents<Several<u64, 2>>>() <= LANESUM_KECCAK_BYTES_2);
    assert!(size_of::<Contents<Several<u64, 4>>>() <= LANESUM_KECCAK_BYTES_4);
    assert!(size_of::<Contents<Several<u64, 8>>>() <= LANESUM_KECCAK_BYTES_8);
    // Shorter lanes are kept as words of 32 bits.
    assert!(size_of::<Contents<One<u8>>>() <= LANESUM_KECCAK_BYTES_1);
    assert!(size_of::<Contents<Several<u8, 2>>>() <= LANESUM_KECCAK_BYTES_2);
    assert!(size_of::<Contents<Several<u8, 4>>>() <= LANESUM_KECCAK_BYTES_4);
    assert!(size_of::<Contents<Several<u8, 8>>>() <= LANESUM_KECCAK_BYTES_8);
    assert!(align_of::<Contents<Several<u64, 8>>>() <= LANESUM_KECCAK_ALIGNMENT);
    assert!(align_of::<Contents<One<u64>>>() <= 8);
};

/// The states, and bytes that are read, which do not overlap them.
///
/// # Safety
/// As of [`states`] and [`bytes`].
#[inline]
unsafe fn with_input<'a>(
    memory: *mut c_void,
    data: *const c_void,
    len: usize,
) -> Checked<(&'a mut dyn Keccak, &'a [u8])> {
    // SAFETY: as here.
    let states = unsafe { states(memory) }?;
    apart(memory, stated(states.count() as c_uint), data, len)?;
    // SAFETY: as here; it does not overlap the states.
    Ok((states, unsafe { bytes(data, len) }?))
}

/// The number of an instance that the states have.
#[inline]
fn instance_of(states: &dyn Keccak, instance: c_uint) -> Checked<usize> {
    let index = instance as usize;
    if index < states.count() { Ok(index) } else { Err(LANESUM_ERROR_RANGE) }
}

/// Puts bytes into one state, in the way that `put` has.
///
/// # Safety
/// As of [`with_input`].
#[inline]
unsafe fn put(
    states: *mut c_void,
    instance: c_uint,
    data: *const c_void,
    len: usize,
    put: impl FnOnce(&mut dyn Keccak, usize, &[u8]) -> Result<(), lanesum::Error>,
) -> lanesum_error {
    call(|| {
        // SAFETY: as here.
        let (states, data) = unsafe { with_input(states, data, len) }?;
        let instance = instance_of(states, instance)?;
        Ok(put(states, instance, data)?)
    })
}

/// Adds (exclusive-or) len bytes to those of one state from byte start on; of a single state, instance is 0. Bytes are in the order of
/// FIPS 202, section B.1.
///
/// Returns LANESUM_ERROR_RANGE if they do not fit or the instance does not exist, LANESUM_ERROR_NULL, _ALIGNMENT, _STATE, _OVERLAP or
/// _LENGTH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_add_bytes(
    states: *mut c_void,
    instance: c_uint,
    data: *const c_void,
    start: usize,
    len: usize,
) -> lanesum_error {
    // SAFETY: the caller's memory.
    unsafe { put(states, instance, data, len, |states, instance, data| states.add_bytes(instance, start, data)) }
}

/// As lanesum_keccak_add_bytes, but the bytes of the state are replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_overwrite_bytes(
    states: *mut c_void,
    instance: c_uint,
    data: *const c_void,
    start: usize,
    len: usize,
) -> lanesum_error {
    // SAFETY: the caller's memory.
    unsafe { put(states, instance, data, len, |states, instance, data| states.overwrite_bytes(instance, start, data)) }
}

/// Replaces the first len bytes of one state with zeroes. Errors as lanesum_keccak_add_bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_overwrite_with_zeroes(
    states: *mut c_void,
    instance: c_uint,
    len: usize,
) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's states.
        let states = unsafe { self::states(states) }?;
        let instance = instance_of(states, instance)?;
        Ok(states.overwrite_with_zeroes(instance, len)?)
    })
}

/// Copies len bytes of one state from byte start on to out. Errors as lanesum_keccak_add_bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_extract_bytes(
    states: *const c_void,
    instance: c_uint,
    out: *mut c_void,
    start: usize,
    len: usize,
) -> lanesum_error {
    call(|| {
        let memory = states.cast_mut();
        // SAFETY: the caller's states, which are only read.
        let states = &*unsafe { self::states(memory) }?;
        apart(memory, stated(states.count() as c_uint), out, len)?;
        let instance = instance_of(states, instance)?;
        // SAFETY: the caller's memory, which does not overlap the states.
        Ok(states.extract_bytes(instance, start, unsafe { bytes_mut(out, len) }?)?)
    })
}

/// Applies the last rounds rounds of Keccak-f to all states (Keccak-p[width, rounds], FIPS 202, section 3.3).
///
/// Returns LANESUM_ERROR_RANGE unless rounds is at least 1 and at most 24 for 1600 bits, 22 for 800, 20 for 400 and 18 for
/// 200. Returns LANESUM_ERROR_NULL, _ALIGNMENT or _STATE, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_permute(states: *mut c_void, rounds: c_uint) -> lanesum_error {
    call(|| {
        // SAFETY: the caller's states.
        let states = unsafe { self::states(states) }?;
        Ok(states.permute(rounds as usize)?)
    })
}

/// Absorbs blocks of lanes lanes into all states: adds the next block of data[i] to the front of state i, for all i, permutes, and so
/// on, blocks times. The states stay in registers meanwhile.
///
/// Returns LANESUM_ERROR_RANGE unless lanes is 1 to 25, and errors as lanesum_keccak_permute and lanesum_keccak_add_bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_absorb(
    states: *mut c_void,
    rounds: c_uint,
    lanes: c_uint,
    data: *const *const c_void,
    blocks: usize,
) -> lanesum_error {
    call(|| {
        let memory = states;
        // SAFETY: the caller's states.
        let states = unsafe { self::states(memory) }?;
        // SAFETY: the caller's array, with an entry for each state.
        let rows = unsafe { rows(memory, states, data, lanes, 25, blocks) }?;
        Ok(states.absorb(rounds as usize, lanes as usize, &rows)?)
    })
}

/// Squeezes blocks of lanes lanes out of all states: permutes, copies the front of state i to the next block of out[i], for all i, and
/// so on, blocks times. What was in the states before the first permutation is not put out.
///
/// Errors as lanesum_keccak_absorb, with at most 24 lanes; LANESUM_ERROR_OVERLAP if two outputs overlap, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_keccak_squeeze(
    states: *mut c_void,
    rounds: c_uint,
    lanes: c_uint,
    out: *const *mut c_void,
    blocks: usize,
) -> lanesum_error {
    call(|| {
        let memory = states;
        // SAFETY: the caller's states.
        let states = unsafe { self::states(memory) }?;
        // SAFETY: the caller's array, with an entry for each state.
        let rows = unsafe { rows(memory, states, out.cast(), lanes, 24, blocks) }?;
        for (i, row) in rows.data.iter().enumerate() {
            for other in &rows.data[..i] {
                apart(*row, rows.len, *other, rows.len)?;
            }
            apart(out.cast(), size_of_val(rows.data), *row, rows.len)?;
        }
        Ok(states.squeeze(rounds as usize, lanes as usize, &rows)?)
    })
}

/// A row of this many blocks for each state, none of which overlaps the states.
///
/// # Safety
/// As of [`array`]; what its entries point to as of [`bytes`].
unsafe fn rows<'a>(
    memory: *const c_void,
    states: &dyn Keccak,
    data: *const *const c_void,
    lanes: c_uint,
    most: c_uint,
    blocks: usize,
) -> Checked<Rows<'a>> {
    if !(1..=most).contains(&lanes) {
        return Err(LANESUM_ERROR_RANGE);
    }
    let len = blocks.checked_mul(lanes as usize * states.lane_bytes()).ok_or(LANESUM_ERROR_LENGTH)?;
    // SAFETY: as here.
    let data = unsafe { array(data, states.count()) }?;
    for row in data {
        apart(memory, stated(states.count() as c_uint), *row, len)?;
        // SAFETY: as here; this looks at the pointer only.
        unsafe { bytes(*row, len) }?;
    }
    Ok(Rows { data, len })
}
