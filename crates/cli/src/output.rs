//! Where lines go: standard output with its errors kept, and complaints on standard error.

use std::fmt;
use std::io::{self, BufWriter, Write};

/// Larger than any usual line: a line is then one `write`, and stays whole when several processes share a pipe
/// (up to its `PIPE_BUF`) and when Ctrl-C comes between two lines.
const BUFFER_BYTES: usize = 64 * 1024;

/// Standard output by its descriptor.
///
/// `std::io::Stdout` would not do: it takes a bad descriptor for success and keeps a buffer of its own, whose last
/// error is lost at exit.
#[cfg(unix)]
type Stdout = std::fs::File;
#[cfg(not(unix))]
type Stdout = io::StdoutLock<'static>;

/// Standard output, line by line; every error reaches the caller.
pub(crate) struct Output {
    sink: BufWriter<Stdout>,
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
        Ok(Self { sink: BufWriter::with_capacity(BUFFER_BYTES, stdout) })
    }

    /// Hands everything written so far to the system: after each line, so that lines appear when they are known.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// One line on standard error, with the command's name before it.
///
/// `message` may hold any bytes (file names); the caller has quoted what needs it. An error of standard error itself
/// has nowhere to go.
pub(crate) fn complain(message: &[u8]) {
    let mut line = b"lanesum: ".to_vec();
    line.extend_from_slice(message);
    line.push(b'\n');
    let _ = io::stderr().write_all(&line);
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
