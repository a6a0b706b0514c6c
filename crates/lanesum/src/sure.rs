//! Calls that cannot fail, as the caller knows: ranges within a state, numbers of rounds that exist.

/// The value of a call that cannot fail. If it fails all the same, the process must not go on: what it put out would be a wrong
/// digest, or a message that is not encrypted.
#[inline(always)]
pub(crate) fn sure<T, E>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(_) => broken(),
    }
}

#[cold]
#[inline(never)]
fn broken() -> ! {
    panic!("lanesum: a call that cannot fail has failed; this is a bug")
}
