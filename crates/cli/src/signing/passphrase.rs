//! Passphrases: from the terminal, without showing them, or from a file.

use zeroize::Zeroizing;

use super::error::SigningError;
use super::files;
use crate::args::PassphraseArgs;
#[cfg(unix)]
use crate::{interrupt, secret};

/// For a new key: asked for twice.
pub(super) fn new(args: &PassphraseArgs) -> Result<Zeroizing<String>, SigningError> {
    if let Some(passphrase) = from_file(args)? {
        return Ok(passphrase);
    }
    let first = ask("Passphrase for the new key: ")?;
    if first.is_empty() {
        return Err(SigningError::NoPassphrase);
    }
    if ask("The same again: ")? == first { Ok(first) } else { Err(SigningError::Differ) }
}

/// For a key in a file.
pub(super) fn known(args: &PassphraseArgs, key: &str) -> Result<Zeroizing<String>, SigningError> {
    match from_file(args)? {
        Some(passphrase) => Ok(passphrase),
        None => ask(&format!("Passphrase of {key}: ")),
    }
}

/// The longest passphrase file.
const MOST_BYTES: usize = 64 << 10;

fn from_file(args: &PassphraseArgs) -> Result<Option<Zeroizing<String>>, SigningError> {
    let Some(file) = &args.passphrase_file else { return Ok(None) };
    let text = if file == "-" { files::read_secret_stdin(MOST_BYTES)? } else { files::read_secret(file, MOST_BYTES)? };
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line =
        std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).map_err(|_| SigningError::PassphraseText)?;
    if line.is_empty() { Err(SigningError::NoPassphrase) } else { Ok(Some(Zeroizing::new(line.to_owned()))) }
}

#[cfg(unix)]
fn ask(prompt: &str) -> Result<Zeroizing<String>, SigningError> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    use std::fs::OpenOptions;
    use std::io::Write as _;

    secret::shield();
    let terminal = OpenOptions::new().read(true).write(true).open("/dev/tty");
    let mut terminal = terminal.map_err(|_| SigningError::NoTerminal)?;
    let io = |error: std::io::Error| SigningError::Io { name: "terminal".into(), error };
    let shown = tcgetattr(&terminal).map_err(|error| io(error.into()))?;
    let mut hidden = shown.clone();
    hidden.local_modes.remove(LocalModes::ECHO);
    terminal.write_all(prompt.as_bytes()).map_err(io)?;
    // Ctrl-C must not leave the terminal without echo.
    interrupt::catch();
    let mut line = Zeroizing::new([0; LINE]);
    let read = match tcsetattr(&terminal, OptionalActions::Flush, &hidden) {
        Ok(()) => read_line(&mut terminal, &mut line),
        Err(error) => Err(error.into()),
    };
    let restored = tcsetattr(&terminal, OptionalActions::Flush, &shown);
    let _ = terminal.write_all(b"\n");
    interrupt::release();
    if interrupt::came() {
        interrupt::end();
    }
    let read = read.map_err(io)?;
    restored.map_err(|error| io(error.into()))?;
    let line = std::str::from_utf8(&line[..read]).map_err(|_| SigningError::PassphraseText)?;
    Ok(Zeroizing::new(line.trim_end_matches(['\n', '\r']).to_owned()))
}

/// A terminal gives a line at a time, of at most 4,095 bytes.
#[cfg(unix)]
const LINE: usize = 4096;

/// One line, or nothing if a signal comes first.
#[cfg(unix)]
fn read_line(terminal: &mut std::fs::File, line: &mut [u8; LINE]) -> std::io::Result<usize> {
    use std::io::Read as _;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    // A signal may come just before the waiting begins.
    let tick = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
    while !interrupt::came() {
        match poll(&mut [PollFd::new(terminal, PollFlags::IN)], Some(&tick)) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return terminal.read(line),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(0)
}

#[cfg(windows)]
fn ask(prompt: &str) -> Result<Zeroizing<String>, SigningError> {
    use std::io::ErrorKind;

    rpassword::prompt_password(prompt).map(Zeroizing::new).map_err(|error| match error.kind() {
        ErrorKind::Interrupted => SigningError::Io { name: "terminal".into(), error },
        _ => SigningError::NoTerminal,
    })
}

#[cfg(not(any(unix, windows)))]
fn ask(_: &str) -> Result<Zeroizing<String>, SigningError> {
    Err(SigningError::NoTerminal)
}
