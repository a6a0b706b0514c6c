//! The text of a signature file. docs/formats.md describes it byte by byte.

use std::ffi::OsStr;

use data_encoding::{BASE64, HEXLOWER};

use super::error::{SigningError, name};
use super::files;
use super::scheme::{PublicKey, Set};
use crate::root::Root;

/// The first line, without the version.
const MAGIC: &str = "lanesum-signature";
const VERSION: &str = "1";
/// Base64 digits of a line.
const WIDTH: usize = 76;
const MOST_COMMENT: usize = 1000;

/// The header that is signed together with a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) set: Set,
    /// [`key_id`].
    pub(super) key: String,
    pub(super) comment: String,
}

pub(super) struct SignatureFile {
    pub(super) header: Header,
    pub(super) signature: Vec<u8>,
}

impl Header {
    /// The first four lines.
    fn lines(&self) -> String {
        format!("{MAGIC} {VERSION}\nset: {}\nkey: {}\ncomment: {}\n", self.set, self.key, self.comment)
    }

    /// The bytes that are signed: the first four lines of the file, and the list.
    pub(super) fn signed(&self, list: &[u8]) -> Vec<u8> {
        [self.lines().as_bytes(), list].concat()
    }

    /// The whole file.
    pub(super) fn text(&self, signature: &[u8]) -> String {
        let digits = BASE64.encode(signature);
        let mut text = self.lines() + "signature:\n";
        for line in digits.as_bytes().chunks(WIDTH) {
            text.push_str(&String::from_utf8_lossy(line));
            text.push('\n');
        }
        text
    }
}

/// The first half of the SHA3-256 of a public key's `SubjectPublicKeyInfo` in DER, as hexadecimal digits.
pub(super) fn key_id(key: &PublicKey) -> Result<String, SigningError> {
    let der = key.der().map_err(|error| SigningError::Encoding(error.into()))?;
    Ok(HEXLOWER.encode(&lanesum::sha3_256(der.as_bytes())[..16]))
}

pub(super) fn check_comment(comment: &str) -> Result<(), SigningError> {
    // Those that turn the direction of writing could make a terminal show something else.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let fits = comment.len() <= MOST_COMMENT && !comment.contains(|c: char| c.is_control() || turns(c));
    if fits { Ok(()) } else { Err(SigningError::Comment) }
}

/// Reads a signature file. Rejects everything that `text` would not write, so that each signature has exactly one text.
pub(super) fn read(file: &OsStr, root: &Root) -> Result<SignatureFile, SigningError> {
    let bytes = match files::read_found(file, root) {
        Err(SigningError::Io { name, error }) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(SigningError::Missing(name));
        }
        bytes => bytes?,
    };
    parse(&bytes).map_err(|fault| match fault {
        Fault::Version(version) => SigningError::Version { file: name(file), version },
        Fault::Format(what) => SigningError::Format { file: name(file), what },
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Fault {
    Version(String),
    Format(&'static str),
}

fn parse(bytes: &[u8]) -> Result<SignatureFile, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::Format("not text"))?;
    if text.contains('\r') {
        return Err(Fault::Format("something has changed its line ends to CRLF"));
    }
    let mut lines = text.split_inclusive('\n').map(|line| line.strip_suffix('\n').ok_or(Fault::Format("cut off")));
    let mut field = |name: &'static str| {
        let line = lines.next().ok_or(Fault::Format("cut off"))??;
        line.strip_prefix(name).ok_or(Fault::Format("a line is missing"))
    };
    let version = field(MAGIC).map_err(|_| Fault::Format("the first line is another"))?;
    let version = version.strip_prefix(' ').ok_or(Fault::Format("the first line is another"))?;
    if version != VERSION {
        return Err(Fault::Version(version.chars().filter(|c| !c.is_control()).take(20).collect()));
    }
    let set = field("set: ")?.parse::<Set>().map_err(|_| Fault::Format("unknown parameter set"))?;
    let (key, comment) = (field("key: ")?.to_owned(), field("comment: ")?.to_owned());
    if HEXLOWER.decode(key.as_bytes()).map(|id| id.len()) != Ok(16) {
        return Err(Fault::Format("the key's identifier is not 32 hexadecimal digits"));
    }
    check_comment(&comment).map_err(|_| Fault::Format("the comment"))?;
    if !field("signature:")?.is_empty() {
        return Err(Fault::Format("a line is missing"));
    }
    let digits = lines.collect::<Result<Vec<_>, _>>()?.concat();
    let signature = BASE64.decode(digits.as_bytes()).map_err(|_| Fault::Format("the signature is not base64"))?;
    if signature.len() != set.signature_bytes() {
        return Err(Fault::Format("the signature has another length"));
    }
    let header = Header { set, key, comment };
    if header.text(&signature).as_bytes() != bytes {
        return Err(Fault::Format("not in the form that lanesum writes"));
    }
    Ok(SignatureFile { header, signature })
}

#[cfg(test)]
mod tests {
    use super::*;
    use signatures::slh_dsa::{ParameterSet, SigningKey};

    fn file() -> String {
        let key = SigningKey::from_seeds(ParameterSet::Shake128f, &[1; 16], &[2; 16], &[3; 16]).unwrap();
        let id = key_id(&PublicKey::SlhDsa(key.verifying_key())).unwrap();
        let header = Header { set: Set::SlhDsa(key.parameter_set()), key: id, comment: "Räder: 1".into() };
        header.text(key.sign_deterministic(b"", &header.signed(b"list")).unwrap().as_bytes())
    }

    #[test]
    fn what_is_written_is_read() {
        let text = file();
        let read = parse(text.as_bytes()).unwrap_or_else(|_| panic!("read"));
        assert_eq!(read.header.text(&read.signature), text);
        assert_eq!(read.header.comment, "Räder: 1");
        assert!(text.lines().all(|line| line.len() <= 76));
    }

    #[test]
    fn nothing_else_is_read() {
        let text = file();
        let refused = |text: &str| parse(text.as_bytes()).err();
        assert_eq!(refused(&text.replace("signature 1\n", "signature 2\n")), Some(Fault::Version("2".into())));
        for (from, to) in [
            ("lanesum", "minisign"),
            ("SHAKE-128f", "SHAKE-128x"),
            ("SHAKE-128f", "SHAKE-128s"),
            ("set: SLH", "set: slh"),
            ("key: ", "key:"),
            ("comment: ", "Comment: "),
            ("\n", "\r\n"),
            ("1\n", "1\n\n"),
            ("comment: R", "comment: \u{1b}R"),
            ("comment: R", "comment: \u{202e}R"),
            ("key: ", "key: \u{1b}[31m"),
            ("key: ", "key: 00"),
        ] {
            assert!(refused(&text.replacen(from, to, 1)).is_some(), "{from:?} to {to:?}");
        }
        for end in [0, 10, 100, text.len() - 1, text.len() - 2] {
            assert!(refused(&text[..end]).is_some(), "{end}");
        }
        assert!(refused(&(text.clone() + "\n")).is_some() && refused(&(text + "=")).is_some());
    }
}
