//! Bytes as hexadecimal digits.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

pub(super) fn unhex(hex: &str) -> Result<Vec<u8>> {
    ensure!(hex.len().is_multiple_of(2) && hex.is_ascii(), "{} hexadecimal digits", hex.len());
    let digits =
        |at| u8::from_str_radix(&hex[at..at + 2], 16).with_context(|| format!("{:?} at {at}", &hex[at..at + 2]));
    (0..hex.len()).step_by(2).map(digits).collect()
}
