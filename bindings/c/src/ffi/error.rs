//! The error codes, their texts, and the code for each error of the library.

use core::ffi::{CStr, c_char};
use core::mem::MaybeUninit;
use lanesum::Error;

/// The result of a call. A call that fails changes nothing, unless its description says otherwise.
#[repr(C)]
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum lanesum_error {
    /// It has done what it was asked for.
    LANESUM_OK = 0,
    /// A null pointer where there must be memory: only a length of 0 may have one.
    LANESUM_ERROR_NULL = 1,
    /// No function has this number or name.
    LANESUM_ERROR_ALGORITHM = 2,
    /// A length that the function does not have, or one that no memory has.
    LANESUM_ERROR_LENGTH = 3,
    /// The state was not initialised, or was moved in memory. Copy states with lanesum_copy only.
    LANESUM_ERROR_STATE = 4,
    /// The output has been asked for: the message has ended.
    LANESUM_ERROR_FINISHED = 5,
    /// Memory that is written overlaps memory that is read, or a state.
    LANESUM_ERROR_OVERLAP = 6,
    /// An option that the function does not take, or with a value that it does not take; or a function that lacks its key.
    LANESUM_ERROR_OPTION = 7,
    /// A size that this library does not know, because it is older than the header; or too little memory for Keccak states.
    LANESUM_ERROR_SIZE = 8,
    /// A pointer is not aligned as its type asks for.
    LANESUM_ERROR_ALIGNMENT = 9,
    /// No backend has this name, or the function or this machine has none of this name.
    LANESUM_ERROR_BACKEND = 10,
    /// The tag is not that of the message, or the proof not one of the tree.
    LANESUM_ERROR_TAG = 11,
    /// The message has more bits than its standard allows.
    LANESUM_ERROR_MESSAGE_TOO_LONG = 12,
    /// The file cannot be opened or read; errno says why, but not on Windows.
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    LANESUM_ERROR_FILE = 13,
    /// The call does not exist for this function: its output cannot be read in pieces, or it has no key to verify with.
    LANESUM_ERROR_CALL = 14,
    /// A range, an instance, a rate or a number of rounds that the states do not have, or leaves that a Merkle tree does not have.
    LANESUM_ERROR_RANGE = 15,
    /// A defect of lanesum, which please report. The state can only be wiped then. Every call that returns errors can return this one:
    /// the lists of errors leave it out.
    LANESUM_ERROR_INTERNAL = 16,
    /// The bytes are no state of this function that lanesum_save has saved, were damaged, or are of a version that is not known.
    LANESUM_ERROR_SAVED = 17,
}

use lanesum_error::*;

impl From<Error> for lanesum_error {
    #[cold]
    fn from(error: Error) -> Self {
        match error {
            Error::BackendUnavailable(_)
            | Error::WrongHere(_)
            | Error::OnlyInPapers(_)
            | Error::NoForm { .. }
            | Error::NoFormForLane { .. }
            | Error::UnknownBackend => LANESUM_ERROR_BACKEND,
            Error::UnknownAlgorithm { .. } | Error::MisspeltAlgorithm(_) => LANESUM_ERROR_ALGORITHM,
            Error::OutOfState { .. } | Error::NoSuchInstance { .. } | Error::Rounds(_) | Error::Rate(_) => {
                LANESUM_ERROR_RANGE
            }
            Error::MessageTooLong => LANESUM_ERROR_MESSAGE_TOO_LONG,
            Error::Saved(_) => LANESUM_ERROR_SAVED,
            Error::WrongTag => LANESUM_ERROR_TAG,
            Error::DigestSpent { .. }
            | Error::ShortTag(_)
            | Error::TooFewBytes { .. }
            | Error::Length { .. }
            | Error::TooShort { .. } => LANESUM_ERROR_LENGTH,
            Error::BlockSize
            | Error::Domain(_)
            | Error::SaltLength { .. }
            | Error::NoCustomization
            | Error::NoDomain
            | Error::KeyMissing
            | Error::NotTaken(_) => LANESUM_ERROR_OPTION,
            _ => LANESUM_ERROR_INTERNAL,
        }
    }
}

/// The text of an error, in English. Never null; the text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_strerror(error: MaybeUninit<lanesum_error>) -> *const c_char {
    // SAFETY: an enum of C has the size of an int, and the caller has given one, whatever its value.
    let number = unsafe { *error.as_ptr().cast::<u32>() };
    text(number).as_ptr()
}

const fn text(number: u32) -> &'static CStr {
    match number {
        0 => c"no error",
        1 => c"a null pointer where memory is needed; only a length of 0 may have one",
        2 => c"unknown algorithm; lanesum.h has the names",
        3 => c"a length that the function does not have, or that no memory holds; lanesum_digest_bytes says how long a digest is",
        4 => c"the state was not initialised, or was moved; copy states with lanesum_copy",
        5 => c"the message has ended; begin the next one with lanesum_init",
        6 => c"overlapping buffers; memory that is written must not be read as well",
        7 => c"an option or a value of one that the function does not take, or a missing key; lanesum_options says what each takes",
        8 => c"a size that the library does not know; install the header's version, or give Keccak states LANESUM_KECCAK_BYTES",
        9 => c"a misaligned pointer; align it as its type asks for",
        10 => c"the function or this machine has no such backend; give NULL for the fastest one",
        11 => c"wrong tag or proof: it, the message or the key has changed; do not trust the message",
        12 => c"the message has more bits than its standard allows; split it",
        13 => c"the file cannot be read; errno says why, but not on Windows",
        14 => c"the function has no such call; lanesum.h says which functions each call is for",
        15 => c"a range, instance, rate, number of rounds or leaf that is not there; lanesum.h has the limits",
        16 => c"internal error of lanesum; wipe the state, and please report this",
        17 => c"no saved state of this function, a damaged one, or one of a later version; save the message again",
        _ => c"no error of lanesum has this number; lanesum.h has all of them",
    }
}
