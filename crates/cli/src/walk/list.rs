//! A list of names (`--files-from`): one per line, or each ended by NUL. On Windows, lines may end as they do there, and the list may be in
//! UTF-16, as its shells write it, or begin with a byte order mark.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Chain, Cursor, Read};
use std::path::PathBuf;

use crate::read::stdin_file;
use crate::root::open;
use crate::subject::NAME_BYTES;
use crate::walk::trouble::{Reason, Trouble};

/// The first bytes of a list that decide how its names end. No system allows a name of 8 KiB (Linux: 4096 bytes including NUL). So if names
/// end with NUL, there is one in these bytes.
const HEAD_BYTES: u64 = 8 * 1024;

/// The names, one by one. A name is never an option, and `-` is a file of that name (given as `./-`, so that nobody who reads
/// the digest line takes it for standard input): a list that `find` made cannot mean anything else.
#[derive(Debug)]
pub(super) struct List {
    path: PathBuf,
    stage: Stage,
    /// Names taken until now, empty ones too.
    line: u64,
}

#[derive(Debug)]
enum Stage {
    /// Nothing is read yet: that may have to wait for another process.
    Opened(File),
    /// With what ends a name.
    Reading(Reader, u8),
    Ended,
}

type Reader = Chain<Cursor<Vec<u8>>, BufReader<File>>;

impl List {
    /// `-` is standard input.
    pub(super) fn open(path: PathBuf) -> Result<Self, Trouble> {
        let file = if path.as_os_str() == "-" { stdin_file() } else { open(&path) };
        match file {
            Ok(file) => Ok(Self { path, stage: Stage::Opened(file), line: 0 }),
            Err(error) => Err(Trouble { path, reason: error.into() }),
        }
    }

    /// The next name: None at the end.
    fn read(&mut self) -> Result<Option<Vec<u8>>, Reason> {
        let (reader, separator) = match &mut self.stage {
            Stage::Reading(reader, separator) => (reader, *separator),
            Stage::Opened(_) => {
                let Stage::Opened(mut file) = std::mem::replace(&mut self.stage, Stage::Ended) else { return Ok(None) };
                let mut head = Vec::new();
                (&mut file).take(HEAD_BYTES).read_to_end(&mut head)?;
                #[cfg(windows)]
                if let Some(text) = unmarked(&head, &mut file)? {
                    head = text;
                }
                let separator = if head.contains(&b'\0') { b'\0' } else { b'\n' };
                self.stage = Stage::Reading(Cursor::new(head).chain(BufReader::new(file)), separator);
                return self.read();
            }
            Stage::Ended => return Ok(None),
        };
        let mut name = Vec::new();
        let most = NAME_BYTES as u64 + 1;
        if reader.by_ref().take(most).read_until(separator, &mut name)? == 0 {
            self.stage = Stage::Ended;
            return Ok(None);
        }
        self.line += 1;
        if name.last() == Some(&separator) {
            name.pop();
            if cfg!(windows) && separator == b'\n' {
                // No name ends so there.
                name.pop_if(|last| *last == b'\r');
            }
        } else if name.len() > NAME_BYTES {
            reader.skip_until(separator)?;
            return Err(Reason::LongName(self.line));
        }
        Ok(Some(name))
    }
}

/// UTF-8 in the place of a list that begins with a byte order mark; one in UTF-16 is read whole.
#[cfg(windows)]
fn unmarked(head: &[u8], file: &mut File) -> std::io::Result<Option<Vec<u8>>> {
    let (order, start) = match head {
        [0xef, 0xbb, 0xbf, rest @ ..] => return Ok(Some(rest.to_vec())),
        // Without a mark, NUL may end names.
        [0xff, 0xfe, rest @ ..] | [0xfe, 0xff, rest @ ..] => (crate::utf16::encoding(head), rest),
        _ => return Ok(None),
    };
    let Some(order) = order else { return Ok(None) };
    let mut bytes = start.to_vec();
    file.read_to_end(&mut bytes)?;
    let mut text = Vec::new();
    let read = crate::utf16::utf8(bytes.as_slice(), order).read_to_end(&mut text);
    read.map_err(|_| std::io::Error::other("the list is not valid UTF-16; write it in UTF-8"))?;
    Ok(Some(text))
}

impl Iterator for List {
    type Item = Result<PathBuf, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        let path = self.read().transpose()?.and_then(|name| match &name[..] {
            b"" => Err(Reason::EmptyName(self.line)),
            b"-" => Ok(PathBuf::from("./-")),
            _ => path(name, self.line),
        });
        Some(path.map_err(|reason| {
            if matches!(reason, Reason::System(_)) {
                self.stage = Stage::Ended;
            }
            Trouble { path: self.path.clone(), reason }
        }))
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere not every name can be taken")]
fn path(name: Vec<u8>, _line: u64) -> Result<PathBuf, Reason> {
    use std::os::unix::ffi::OsStringExt;
    Ok(OsString::from_vec(name).into())
}

#[cfg(not(unix))]
fn path(name: Vec<u8>, line: u64) -> Result<PathBuf, Reason> {
    String::from_utf8(name).map(|name| OsString::from(name).into()).map_err(|_| Reason::NotUtf8(line))
}
