//! Calls that cannot fail because the caller has checked the arguments: ranges within a state, valid numbers of rounds, whole blocks.

/// The value of a call that cannot fail. If it fails all the same, the process must not go on: what it put out would be a wrong
/// digest, or a message that is not encrypted.
#[inline(always)]
pub fn sure<T, E>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(_) => broken(),
    }
}

/// How many blocks this many bytes are: whole ones, as the caller knows. What is left over would be in no digest.
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
