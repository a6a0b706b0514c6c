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
