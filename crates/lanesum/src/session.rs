//! Checks that all sessions of authenticated encryption share.

use crate::Error;
use lanesum_batch::wipe::wipe;
use subtle::ConstantTimeEq;

/// Two buffers of one message: `argument` is the name of the second.
pub(crate) fn check_lengths(from: &[u8], to: &[u8], argument: &'static str) -> Result<(), Error> {
    if from.len() == to.len() { Ok(()) } else { Err(Error::Length { argument, expected: from.len(), got: to.len() }) }
}

/// In constant time. The computed tag is erased: it is that of what was sent, and nobody but the key's owner may know it.
pub(crate) fn check_tag(computed: &mut [u8], tag: &[u8]) -> Result<(), Error> {
    let equal = computed.ct_eq(tag);
    wipe(computed);
    if bool::from(equal) { Ok(()) } else { Err(Error::WrongTag) }
}
