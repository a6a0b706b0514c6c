//! Where lines go: standard output with its errors kept, and complaints on standard error.

use std::fmt;
use std::io::{self, Write};

use crate::progress;

/// Lines are held back until there are so many bytes of them, or nothing more is known for now. Only a line that is longer
/// is written in several pieces.
const BUFFER_BYTES: usize = 64 * 1024;

/// Standard output by its descriptor.
///
/// `std::io::Stdout` would not do: it takes a bad descriptor for success and keeps a buffer of its own, whose last
/// error is lost at exit.
#[cfg(unix)]
type Stdout = std::fs::File;
#[cfg(not(unix))]
type Stdout = io::StdoutLock<'static>;

/// Standard output, in whole lines; every error reaches the caller.
pub(crate) struct Output {
    sink: Stdout,
    lines: Vec<u8>,
}

impl Output {
    /// Opens standard output.
    ///
    /// One that the caller closed (`>&-`) fails at the first write, as with every other command: who writes nothing
    /// (`check --status`) needs none.
    pub(crate) fn open() -> io::Result<Self> {
        #[cfg(unix)]
        let stdout = if startup::Stream::Output.was_open() {
            use std::os::fd::AsFd;
            Stdout::from(io::stdout().as_fd().try_clone_to_owned()?)
        } else {
            // Open for reading alone: a write is answered as one to no descriptor at all, with EBADF.
            Stdout::open("/dev/null")?
        };
        #[cfg(not(unix))]
        let stdout = io::stdout().lock();
        Ok(Self { sink: stdout, lines: Vec::with_capacity(2 * BUFFER_BYTES) })
    }

    /// A line has ended: now what is held back may go out.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        if self.lines.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.lines.len() + bytes.len() > 2 * BUFFER_BYTES {
            // A line of more than `BUFFER_BYTES`.
            self.flush()?;
        }
        self.lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = progress::aside(|| self.sink.write_all(&self.lines));
        // What could not be written once is not written again.
        self.lines.clear();
        written
    }
}

/// Which file, whatever its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) file: u64,
}

/// The regular file that standard output is, if it is one.
#[cfg(unix)]
pub(crate) fn output_file() -> Option<Identity> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let stdout = startup::Stream::Output.was_open().then(io::stdout)?;
    let seen = Stdout::from(stdout.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
    seen.is_file().then(|| Identity { device: seen.dev(), file: seen.ino() })
}

#[cfg(not(unix))]
pub(crate) fn output_file() -> Option<Identity> {
    None
}

/// One line on standard error, with the command's name before it.
///
/// `message` may hold any bytes (file names); the caller has quoted what needs it. An error of standard error itself
/// has nowhere to go.
pub(crate) fn complain(message: &[u8]) {
    let mut line = b"lanesum: ".to_vec();
    line.extend_from_slice(message);
    line.push(b'\n');
    let _ = progress::aside(|| io::stderr().write_all(&line));
}

/// A system error in the words of every other command: Rust adds "(os error 2)".
pub(crate) struct Plain<'a>(pub(crate) &'a io::Error);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let bare = self.0.raw_os_error().and_then(|code| text.strip_suffix(&format!(" (os error {code})")));
        f.write_str(bare.unwrap_or(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_lose_their_number() {
        let missing = std::fs::File::open("/no/such/file").unwrap_err();
        assert!(!Plain(&missing).to_string().contains("os error"));
        assert_eq!(Plain(&io::Error::other("own words")).to_string(), "own words");
    }
}
