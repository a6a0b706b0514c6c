//! The key of a message authentication code. It comes from a file, because every user of the machine can see command lines. It is never
//! printed.

use std::ffi::{OsStr, OsString};
use std::io;

use zeroize::Zeroizing;

use crate::facts::Facts;
use crate::output::Plain;
use crate::quote::quote_path;
use crate::read::stdin_file;
use crate::root::open;
use crate::secret;

/// The longest key. Nobody has a key of this length, but many people name a wrong file.
const MOST_BYTES: usize = 1 << 20;

#[derive(Debug, thiserror::Error)]
pub(crate) enum KeyError {
    #[error("{}: {}", place(.0), Plain(.1))]
    Unreadable(OsString, io::Error),
    /// SP 800-185 defines KMAC for an empty key, but keys should have at least as many bits as the strength (section 8.4.1). An empty file
    /// is a mistake, and a tag that anybody can compute authenticates nothing.
    #[error("{}: the key is empty, so anyone could compute the same MACs; give a file of 32 random bytes", place(.0))]
    Empty(OsString),
    #[error("{}: too long for a key (more than {MOST_BYTES} bytes); is it another file?", place(.0))]
    TooLong(OsString),
}

fn place(name: &OsStr) -> String {
    if name == "-" { "key on standard input".into() } else { format!("key file {}", quote_path(name)) }
}

/// All bytes of a file, or of standard input (`-`), a newline at their end too. They are erased when they are dropped.
///
/// # Errors
/// Whatever the system reports; no byte, or too many.
pub(crate) fn read(name: &OsStr) -> Result<Zeroizing<Vec<u8>>, KeyError> {
    let unreadable = |error| KeyError::Unreadable(name.into(), error);
    let mut file = if name == "-" { stdin_file() } else { open(name.as_ref()) }.map_err(unreadable)?;
    match secret::read(&mut file, MOST_BYTES).map_err(unreadable)? {
        None => Err(KeyError::TooLong(name.into())),
        Some(key) if key.is_empty() => Err(KeyError::Empty(name.into())),
        Some(key) => Ok(key),
    }
}

/// Is that standard input, by this name or another: `/dev/stdin`, or the file that it was redirected from?
pub(crate) fn is_stdin(name: &OsStr) -> bool {
    name == "-" || is_the_same_file(name).unwrap_or(false)
}

fn is_the_same_file(name: &OsStr) -> io::Result<bool> {
    // By its name: to open a FIFO would wait for a writer.
    let (one, other) = (Facts::at(name.as_ref())?, Facts::of(&stdin_file()?)?);
    Ok(one.identity.is_some() && one.identity == other.identity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_and_no_more() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let read_back = |content: &[u8]| {
            std::fs::write(file.path(), content).unwrap();
            read(file.path().as_os_str())
        };
        for content in [b"k".as_slice(), b"with a newline\n", b"\0\0", &vec![0xa5; MOST_BYTES]] {
            assert_eq!(read_back(content).unwrap()[..], *content);
        }
        assert!(matches!(read_back(b""), Err(KeyError::Empty(_))));
        assert!(matches!(read_back(&vec![0; MOST_BYTES + 1]), Err(KeyError::TooLong(_))));
        let missing = read(OsStr::new("no such key")).unwrap_err().to_string();
        let expected = std::fs::File::open("no such key").unwrap_err();
        assert_eq!(missing, format!("key file 'no such key': {}", crate::output::Plain(&expected)));
    }
}
