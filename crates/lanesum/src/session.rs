//! Checks that all sessions of authenticated encryption use.

use crate::Error;
use ctutils::CtEq;
use lanesum_batch::wipe::wipe;

/// Checks that two buffers have the same length; `argument` is the name of the second one.
pub(crate) fn check_lengths(from: &[u8], to: &[u8], argument: &'static str) -> Result<(), Error> {
    if from.len() == to.len() { Ok(()) } else { Err(Error::Length { argument, expected: from.len(), got: to.len() }) }
}

/// Compares in constant time. Erases the computed tag: only the key's owner may know the right tag of a forged message.
pub(crate) fn check_tag(computed: &mut [u8], tag: &[u8]) -> Result<(), Error> {
    let equal = computed.ct_eq(tag);
    wipe(computed);
    if bool::from(equal) { Ok(()) } else { Err(Error::WrongTag) }
}
