//! Calls that cannot fail because the caller has checked the arguments: ranges within a state, valid numbers of rounds, whole blocks.

/// Unwraps the result of a call that cannot fail. If it fails all the same, the process stops: otherwise it could return a wrong digest, or
/// a message in clear instead of a ciphertext.
#[inline(always)]
pub fn sure<T, E>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(_) => broken(),
    }
}

/// The number of blocks in `bytes` bytes. Panics unless they are whole blocks: the rest would be in no digest.
#[inline]
pub fn whole_blocks(bytes: usize, block: usize) -> usize {
    assert!(bytes.is_multiple_of(block), "whole blocks only");
    bytes / block
}

#[cold]
#[inline(never)]
fn broken() -> ! {
    panic!("lanesum: a call that cannot fail has failed; this is a bug")
}
