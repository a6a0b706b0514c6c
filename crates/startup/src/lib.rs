//! Tells which of the standard streams the caller had closed (`>&-` in a shell).
//!
//! Before `main`, Rust's runtime opens `/dev/null` in the place of closed streams, so that no file gets their descriptors. Then output to a
//! closed standard output is lost without an error, and a closed standard input looks empty: for a command that hashes, a wrong result with
//! status 0. After that, such a stream cannot be distinguished from a `/dev/null` that the caller passed. So this crate looks before the
//! runtime does (rust-lang/rust issue 88825). On systems other than Unix, descriptors are not inherited in this way, and all streams count
//! as open.
//!
//! [`unfinished`] also needs code that is rarely written: it removes files within a signal handler. `changed` is there on Windows alone.

#![cfg_attr(not(any(unix, windows)), forbid(unsafe_code))]

#[cfg(windows)]
mod change;
#[cfg(any(unix, windows))]
pub mod unfinished;

#[cfg(windows)]
pub use change::changed;

use std::sync::atomic::{AtomicU8, Ordering};

/// A standard stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

impl Stream {
    /// Did the caller hand this stream over open?
    pub fn was_open(self) -> bool {
        CLOSED.load(Ordering::Relaxed) & self.bit() == 0
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The bits of the streams that were closed.
static CLOSED: AtomicU8 = AtomicU8::new(0);

#[cfg(unix)]
mod unix {
    use std::os::fd::BorrowedFd;
    use std::sync::atomic::Ordering;

    use rustix::io::{Errno, fcntl_getfd};
    use rustix::stdio::{stderr, stdin, stdout};

    use super::{CLOSED, Stream};

    // `unsafe` says that this may run before `main`: it makes three system calls and stores a number, and needs nothing
    // of the standard library that its runtime would have to prepare.
    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            let mut closed = 0;
            let mut look = |stream: Stream, descriptor: BorrowedFd<'_>| {
                if fcntl_getfd(descriptor) == Err(Errno::BADF) {
                    closed |= stream.bit();
                }
            };
            look(Stream::Input, stdin());
            look(Stream::Output, stdout());
            look(Stream::Error, stderr());
            CLOSED.store(closed, Ordering::Relaxed);
        }
    }
}
