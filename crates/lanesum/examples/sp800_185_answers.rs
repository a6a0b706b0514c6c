//! Outputs of cSHAKE, KMAC, `TupleHash` and their XOFs, one a line, with all that went in: for `.ci/pycryptodome.py`, which
//! computes them anew.
//!
//! A line has the function, the key, the customization, the strings (one message but for a tuple; joined by commas, `-` for
//! none) and the output, in hexadecimal digits, separated by single spaces.

use std::fmt::Write as _;
use std::io::Write as _;

/// Key and customization in turn; around the ends of blocks and of bytes in `left_encode`.
const LENGTHS: [usize; 11] = [0, 1, 100, 135, 136, 137, 255, 256, 1000, 8192, 65536];

/// pycryptodome takes no key below the strength, no tag below 8 bytes.
const KEYS: [usize; 8] = [32, 33, 135, 136, 137, 255, 256, 65536];
const OUTPUTS: [usize; 5] = [8, 32, 64, 167, 1000];

/// Bytes without a pattern that matters here.
fn bytes(len: usize, seed: u64) -> Vec<u8> {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ len as u64;
    let mut next = || {
        x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (x >> 56) as u8
    };
    (0..len).map(|_| next()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut line = |function: &str, key: &[u8], customization: &[u8], strings: &[&[u8]], output: &[u8]| {
        let strings = if strings.is_empty() {
            "-".to_owned()
        } else {
            strings.iter().map(|string| hex(string)).collect::<Vec<_>>().join(",")
        };
        writeln!(out, "{function} {} {} {strings} {}", hex(key), hex(customization), hex(output))
    };
    for (i, &custom) in LENGTHS.iter().enumerate() {
        let customization = &bytes(custom, 1)[..];
        for (j, &len) in LENGTHS.iter().enumerate() {
            let message = &bytes(len, 2)[..];
            let mut output = vec![0; OUTPUTS[(i + j) % OUTPUTS.len()]];
            lanesum::cshake128(message, "", customization, &mut output);
            line("cshake128", b"", customization, &[message], &output)?;
            lanesum::cshake256(message, "", customization, &mut output);
            line("cshake256", b"", customization, &[message], &output)?;

            let key = &bytes(KEYS[(i + j) % KEYS.len()], 3)[..];
            lanesum::kmac128(key, message, customization, &mut output);
            line("kmac128", key, customization, &[message], &output)?;
            lanesum::kmac256(key, message, customization, &mut output);
            line("kmac256", key, customization, &[message], &output)?;

            let (head, rest) = message.split_at(len / 3);
            let tuples: [&[&[u8]]; 3] = [&[head, &[], rest], &[message], &[]];
            let tuple = tuples[j % 3];
            lanesum::tuplehash128(tuple.iter().copied(), customization, &mut output);
            line("tuplehash128", b"", customization, tuple, &output)?;
            lanesum::tuplehash256(tuple.iter().copied(), customization, &mut output);
            line("tuplehash256", b"", customization, tuple, &output)?;
        }
    }
    Ok(())
}
