//! How digest lines write the bytes of a name that would break them: newline, carriage return and backslash.

/// The letter that stands behind a backslash for this byte of a name.
pub(crate) fn escape_of(byte: u8) -> Option<u8> {
    match byte {
        b'\n' => Some(b'n'),
        b'\r' => Some(b'r'),
        b'\\' => Some(b'\\'),
        _ => None,
    }
}

/// The byte that such a letter stands for.
pub(crate) fn byte_of(letter: u8) -> Option<u8> {
    b"\n\r\\".iter().copied().find(|&byte| escape_of(byte) == Some(letter))
}

/// The name that was written with a letter behind each backslash. None if one of them stands for no byte.
pub(crate) fn unescaped(text: &[u8], byte_of: impl Fn(u8) -> Option<u8>) -> Option<Vec<u8>> {
    let mut bytes = text.iter().copied();
    let mut name = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        name.push(if byte == b'\\' { byte_of(bytes.next()?)? } else { byte });
    }
    Some(name)
}
