//! File names in messages: on one line, and ready to be pasted into a shell.
//!
//! The form is that of GNU coreutils ("shell-escape" quoting): a plain name as it is, others in quotes, control characters and bytes that
//! are not UTF-8 as `$'\n'` and `$'\377'`. In addition, invisible characters, and characters that change the direction of text, are
//! escaped, because they could make a name look like another. (Of these, GNU escapes only U+2028 and U+2029.) Digest lines have another
//! form, which does not escape them: see `line`.

use std::ffi::OsStr;

/// Quotes the name of a file where a shell, or the reader of the message, would misunderstand it.
pub(crate) fn quote_path(name: impl AsRef<OsStr>) -> String {
    quote(name.as_ref().as_encoded_bytes())
}

/// The same of the bytes of a name, as they stand in lists.
pub(crate) fn quote(name: &[u8]) -> String {
    let pieces = pieces(name);
    let [Piece::Text(text)] = pieces[..] else { return with_escapes(&pieces) };
    if !name.iter().enumerate().any(|(at, &byte)| is_special(at, byte, name.len())) {
        return text.to_owned();
    }
    // Double quotes read better around an apostrophe, but keep fewer characters from the shell.
    if name.contains(&b'\'') && name.iter().all(|&byte| is_safe_in_double_quotes(byte)) {
        return format!("\"{text}\"");
    }
    with_escapes(&pieces)
}

/// Does a name hold what cannot be seen, or what a terminal would obey?
pub(crate) fn is_masked(name: &[u8]) -> bool {
    pieces(name).iter().any(|piece| matches!(piece, Piece::Raw(_)))
}

/// A stretch of a name.
enum Piece<'a> {
    /// Text that can be shown.
    Text(&'a str),
    /// Bytes that cannot.
    Raw(&'a [u8]),
}

fn pieces(name: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for chunk in name.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(first) = rest.chars().next() {
            let hidden = is_hidden(first);
            let end = rest.find(|c| is_hidden(c) != hidden).unwrap_or(rest.len());
            let (piece, behind) = rest.split_at(end);
            pieces.push(if hidden { Piece::Raw(piece.as_bytes()) } else { Piece::Text(piece) });
            rest = behind;
        }
        if !chunk.invalid().is_empty() {
            pieces.push(Piece::Raw(chunk.invalid()));
        }
    }
    pieces
}

/// Is this a character that cannot be seen, or changes how others are shown? Controls; line and paragraph separators; and
/// those of general category Cf (Unicode 16.0) that spell no word: the directions of text (UAX 9, section 2), their
/// deprecated forms, zero-width spaces, tags, marks of annotations. The joiners U+200C and U+200D stay: Persian, Indic
/// scripts and emoji are written with them.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Single quotes around all, opened and closed anew around each `$'…'`.
fn with_escapes(pieces: &[Piece<'_>]) -> String {
    let mut out = String::from("'");
    let mut in_escape = false;
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                out.push_str(if in_escape { "''" } else { "" });
                out.push_str(&text.replace('\'', r"'\''"));
                in_escape = false;
            }
            Piece::Raw(bytes) => {
                out.push_str(if in_escape { "" } else { "'$'" });
                bytes.iter().for_each(|&byte| out.push_str(&escape(byte)));
                in_escape = true;
            }
        }
    }
    out + "'"
}

fn escape(byte: u8) -> String {
    let letter = match byte {
        0x07 => 'a',
        0x08 => 'b',
        b'\t' => 't',
        b'\n' => 'n',
        0x0b => 'v',
        0x0c => 'f',
        b'\r' => 'r',
        _ => return format!("\\{byte:03o}"),
    };
    format!("\\{letter}")
}

/// Does a shell, or somebody who reads `name: message`, take this byte for more than itself?
fn is_special(at: usize, byte: u8, length: usize) -> bool {
    match byte {
        b'{' | b'}' => length == 1,
        b'#' | b'~' => at == 0,
        _ => b" !\"$&'()*:;<=>?[\\^`|".contains(&byte),
    }
}

fn is_safe_in_double_quotes(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii() || b" %'+,-./:]_".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names as cksum of GNU coreutils 9.1 prints them.
    #[test]
    fn as_gnu_does() {
        let cases: [(&[u8], &[u8]); 20] = [
            (b"plain-1.txt", b"plain-1.txt"),
            ("é".as_bytes(), "é".as_bytes()),
            (b"", b"''"),
            (b"a b", b"'a b'"),
            (b"a\\b", b"'a\\b'"),
            (b"a:b", b"'a:b'"),
            (b"a?", b"'a?'"),
            (b"{", b"'{'"),
            (b"a{b", b"a{b"),
            (b"#a", b"'#a'"),
            (b"a#~", b"a#~"),
            (b"it's", b"\"it's\""),
            (b"it's $", b"'it'\\''s $'"),
            (b"a'{}", b"'a'\\''{}'"),
            (b"a\nb", b"'a'$'\\n''b'"),
            (b"\nb", b"''$'\\n''b'"),
            (b"b\n\t", b"'b'$'\\n\\t'"),
            (b"x\xff", b"'x'$'\\377'"),
            (b"\x01\xff\x7f", b"''$'\\001\\377\\177'"),
            (b"a\nb'c", b"'a'$'\\n''b'\\''c'"),
        ];
        for (name, quoted) in cases {
            assert_eq!(quote(name).as_bytes().escape_ascii().to_string(), quoted.escape_ascii().to_string());
        }
    }

    #[test]
    fn what_would_mislead_is_escaped() {
        let cases = [
            // Shown as "photo_exe.jpg" by a terminal that turns text round.
            ("photo_\u{202e}gpj.exe", "'photo_'$'\\342\\200\\256''gpj.exe'"),
            ("a\u{2028}b", "'a'$'\\342\\200\\250''b'"),
            ("a\u{2066}\u{feff}", "'a'$'\\342\\201\\246\\357\\273\\277'"),
            ("a\u{85}\u{200b}b", "'a'$'\\302\\205\\342\\200\\213''b'"),
            ("\u{e0041}", "''$'\\363\\240\\201\\201'"),
            ("\u{645}\u{6cc}\u{200c}\u{62e}", "\u{645}\u{6cc}\u{200c}\u{62e}"),
            ("\u{1f469}\u{200d}\u{1f4bb}", "\u{1f469}\u{200d}\u{1f4bb}"),
        ];
        for (name, quoted) in cases {
            assert_eq!(quote(name.as_bytes()), quoted);
        }
    }
}
