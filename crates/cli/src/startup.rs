//! What the standard streams were before Rust's runtime touched them.
//!
//! The runtime opens `/dev/null` in place of a standard stream that the caller closed, before `main` runs. With
//! that, `lanesum sum FILE >&-` would lose its digests and report success, and `lanesum sum <&-` would print the
//! digest of nothing. Afterwards the two cases look the same as an honest `/dev/null` opened for reading and
//! writing, which is what Python's `subprocess.DEVNULL` hands over, so that only a look before `main` can tell
//! (rust-lang/rust issue 88825).

#[cfg(unix)]
mod probe {
    use std::sync::atomic::{AtomicBool, Ordering};

    static STDIN: AtomicBool = AtomicBool::new(false);
    static STDOUT: AtomicBool = AtomicBool::new(false);

    // SAFETY: runs before `main` on the only thread. It makes two system calls and stores to two atomics, and needs
    // nothing that the runtime sets up.
    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            STDIN.store(rustix::io::fcntl_getfd(rustix::stdio::stdin()).is_err(), Ordering::Relaxed);
            STDOUT.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
        }
    }

    pub(super) fn stdin_closed() -> bool {
        STDIN.load(Ordering::Relaxed)
    }

    pub(super) fn stdout_closed() -> bool {
        STDOUT.load(Ordering::Relaxed)
    }
}

/// Fails if the caller closed standard input.
pub(crate) fn stdin_is_open() -> std::io::Result<()> {
    #[cfg(unix)]
    if probe::stdin_closed() {
        return Err(rustix::io::Errno::BADF.into());
    }
    Ok(())
}

/// Fails if the caller closed standard output.
pub(crate) fn stdout_is_open() -> std::io::Result<()> {
    #[cfg(unix)]
    if probe::stdout_closed() {
        return Err(rustix::io::Errno::BADF.into());
    }
    Ok(())
}
