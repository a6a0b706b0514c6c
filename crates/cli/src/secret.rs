//! Keys and passphrases: how they are read, and how the process keeps them to itself.

use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read as _};

use zeroize::{Zeroize as _, Zeroizing};

/// To be called before a secret is read. From then on, no other process of this user can look into this one, and a crash writes no memory
/// to a file.
///
/// A system that refuses one of these is no reason to refuse the work.
pub(crate) fn shield() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    }
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        // A core dump that goes to a program does not heed the limit.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}

/// All bytes of a file that is expected to be short, erased when they are dropped. None if there are more than `most`.
///
/// # Errors
/// Whatever the system reports.
pub(crate) fn read(file: &mut File, most: usize) -> io::Result<Option<Zeroizing<Vec<u8>>>> {
    shield();
    // At its full length from the start: a vector that grew would leave copies behind.
    let mut bytes = Zeroizing::new(vec![0; most + 1]);
    let mut length = 0;
    while length < bytes.len() {
        match file.read(&mut bytes[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(length);
    Ok((length <= most).then_some(bytes))
}

/// More than the deepest call that handles a secret needs.
const STACK_BYTES: usize = 64 << 10;

/// Overwrites the stack below the caller, where calls that have returned may have left copies of a secret.
#[inline(never)]
#[expect(clippy::large_stack_arrays, reason = "the stack is what is overwritten")]
pub(crate) fn wipe_stack() {
    let mut bytes = [0_u8; STACK_BYTES];
    bytes.zeroize();
    black_box(&bytes);
}
