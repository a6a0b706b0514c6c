//! Lists of digests in every dialect, from memory: the parsers of the command alone, without a system call, so that there are many runs.
#![no_main]
#![forbid(unsafe_code)]
#![allow(dead_code, unused_imports)]

include!("modules.rs");

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use lanesum_fuzz::check::{holds, same};

use line::{End, Line, LineStyle};
use list::{Dialect, Found, Lists, Only, Reading};
use subject::Subject;

lanesum_fuzz::target!(lists);

/// A list's name says what its lines do not.
const NAMES: [&str; 8] = ["list", "SHA512SUMS", "a.b2", "x.sfv", "a.sha256", "BLAKE3SUMS", "x.kt128", "SHASUMS256.txt"];

/// All lines of a list with this name and these bytes. Bytes that were verified are taken from memory.
fn found(name: &str, bytes: &[u8], mut reading: Reading) -> Lists {
    reading.verified = Some(Arc::new(HashMap::from([(OsString::from(name), Arc::from(bytes))])));
    Lists::new(vec![name.into()], reading)
}

fn lists(u: &mut Unstructured<'_>) -> Result<()> {
    let kind = u.arbitrary::<u8>()?;
    let name = NAMES[usize::from(kind / 8 % 8)];
    let dialect = match kind % 8 {
        0..6 => Dialect::All,
        6 => *u.choose(&[Dialect::Cksum, Dialect::B2sum, Dialect::Sum])?,
        _ => Dialect::Shasum,
    };
    let only = if dialect == Dialect::All {
        None
    } else {
        Some(Only::from(function::Function::Own(lanesum::Algorithm::Sha256)))
    };
    let mut reading = Reading::of(dialect, only);
    if kind % 8 == 5 {
        reading.end = End::Nul;
    }
    // The rest is the list as it is.
    let text = u.bytes(u.len())?;
    let mut ends = 0;
    for found_here in found(name, text, reading) {
        ends += usize::from(matches!(found_here, Found::End(_)));
        let Found::Entry { form: LineStyle::Tagged, subject, digests, .. } = found_here else { continue };
        let [(tag, digest)] = &digests[..] else { continue };
        // An empty digest stands for one of another length in a line of shasum; no file has it.
        if digest.is_empty() {
            continue;
        }
        // As `sum` would write it.
        let line = Line {
            form: LineStyle::Tagged,
            end: End::Newline,
            tag,
            name: subject.name(),
            on_terminal: false,
            mode: b' ',
        };
        let mut written = Vec::new();
        line.start(&mut written).expect("a vector");
        written.extend(data_encoding::HEXLOWER.encode(digest).bytes());
        line.end(&mut written).expect("a vector");
        let again = found("list", &written, Reading::of(Dialect::All, None)).next();
        let Some(Found::Entry { subject: other, digests: others, .. }) = again else {
            panic!("written as {}, which is no digest line", String::from_utf8_lossy(&written))
        };
        same("lists: a line's name, written and read again", other.name(), subject.name());
        same("lists: a line's digest, written and read again", &others[0].1, digest);
        holds("lists: a line's tag, written and read again", others[0].0 == *tag);
    }
    holds("lists: one end", ends == 1);
    Ok(())
}
