//! The operations on signatures that are timed.

use std::hint::black_box;

use signatures::slh_dsa::Calls;

/// The message that is signed.
pub(super) const MESSAGE: &[u8] = b"a message of 32 bytes for signing";

/// A contender with its name; lanesum is the first of an operation.
pub(super) type Work<'a> = (&'static str, Box<dyn FnMut() + 'a>);

pub(super) struct Operation<'a> {
    pub(super) name: &'static str,
    /// Of lanesum.
    pub(super) calls: Calls,
    pub(super) contenders: Vec<Work<'a>>,
}

/// A call whose result is thrown away.
pub(super) fn timed<'a, T>(mut call: impl FnMut() -> T + 'a) -> Box<dyn FnMut() + 'a> {
    Box::new(move || drop(black_box(call())))
}
