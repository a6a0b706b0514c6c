use lanesum::{Algorithm, Domain};

use super::*;
use crate::function::{BLAKE2B, BLAKE3, MAX_BITS};

pub(crate) fn tags() -> impl Iterator<Item = Tag> {
    Function::all().flat_map(|function| {
        let mut lengths = vec![1, 7, 8, 9, 128, 256, 512, 4095, 4096, MAX_BITS, function.usual_bits()];
        lengths.retain(|bits| function.gives(*bits));
        let all =
            move |bits| stated::tests::all(function).into_iter().map(move |stated| Tag { function, bits, stated });
        lengths.into_iter().flat_map(all)
    })
}

/// A whole tag, as it stands before a name.
fn parse(text: &str) -> Option<Tag> {
    let text = format!("{text} (");
    let (function, rest) = Tag::function_of(text.as_bytes())?;
    Tag::read(function, rest).filter(|(_, rest)| *rest == b"(").map(|(tag, _)| tag)
}

#[test]
fn tags_come_back_as_they_were_written() {
    for tag in tags() {
        let text = tag.to_string();
        assert_eq!(parse(&text), Some(tag), "{text}");
    }
}

#[test]
fn tags_as_documented() {
    let text = |function, bits| Tag::plain(function, bits).to_string();
    assert_eq!(text(Function::Own(Algorithm::Sha3_256), 256), "SHA3-256");
    assert_eq!(text(Function::Own(Algorithm::Shake128), 256), "SHAKE128-256");
    assert_eq!(text(Function::Own(Algorithm::Shake256), 13), "SHAKE256-13");
    assert_eq!(text(Function::Own(Algorithm::Keccak256), 256), "Keccak-256");
    assert_eq!(text(Function::Own(Algorithm::Sha512), 512), "SHA512");
    assert_eq!(text(Function::Own(Algorithm::Sha512_256), 256), "SHA512-256");
    assert_eq!(text(BLAKE2B, 512), "BLAKE2b");
    assert_eq!(text(BLAKE2B, 256), "BLAKE2b-256");
    assert_eq!(text(BLAKE3, 512), "BLAKE3-512");
    assert_eq!(text(Function::Own(Algorithm::Kt128), 256), "KT128");
    assert_eq!(text(Function::Own(Algorithm::Kt128), 512), "KT128-512");
    assert_eq!(text(Function::Own(Algorithm::Kt256), 512), "KT256");
    assert_eq!(text(Function::Own(Algorithm::TurboShake128), 256), "TurboSHAKE128-256");
    let named = |name: &str| Function::named(name).unwrap();
    assert_eq!(text(named("cshake128"), 256), "cSHAKE128-256");
    assert_eq!(text(named("kmacxof256"), 512), "KMACXOF256-512");
    let tag = |name: &str, stated| Tag { function: named(name), bits: 256, stated }.to_string();
    let given = |n: &[u8], s: &[u8]| Stated { name: n.into(), custom: s.into(), ..Stated::default() };
    let block = |bytes, s: &[u8]| Stated { block: Some(bytes), ..given(b"", s) };
    assert_eq!(tag("parallelhash128", block(8192, b"")), "ParallelHash128-B8192-256");
    assert_eq!(tag("parallelhash128", block(1, b"My")), "ParallelHash128-B1-S4d79-256");
    assert_eq!(tag("cshake128", given(b"My", b"Email")), "cSHAKE128-N4d79-S456d61696c-256");
    assert_eq!(tag("kmac128", given(b"", b"My")), "KMAC128-S4d79-256");
    assert_eq!(tag("tuplehash128", given(b"", b"\xff")), "TupleHash128-Sff-256");
    assert_eq!(tag("kt128", given(b"", b"My")), "KT128-S4d79");
    assert_eq!(tag("kt256", given(b"", b"My")), "KT256-S4d79-256");
    let salt = Stated { salt: [7; 16].into(), ..Stated::default() };
    assert_eq!(tag("blake256", salt), format!("BLAKE-256-S{}", "07".repeat(16)));
    assert_eq!(text(named("blake512"), 512), "BLAKE-512");
    let domain = Stated { domain: Domain::new(7).unwrap(), ..Stated::default() };
    assert_eq!(tag("turboshake128", domain), "TurboSHAKE128-D07-256");
}

#[test]
fn no_other_text_is_a_tag() {
    let others = [
        "",
        "SHA3",
        "SHA3-257",
        "sha3-256",
        "SHAKE128",
        "SHAKE128-",
        "SHAKE128-0",
        "SHAKE128-08",
        "SHAKE128-4294967297",
        "SHAKE128-99999999999999999999",
        "SHAKE128--8",
        "SHAKE128-8  ",
        "SHAKE128-8\t",
        "SHAKE128-8-8",
        "SHAKE128-0x",
        "SHA3-256-128",
        "SHA3-256-",
        "BLAKE2b   ",
        "BLAKE2bx",
        "BLAKE2b-7",
        "BLAKE2b-520",
        "BLAKE3-257",
        "cSHAKE128",
        "CSHAKE128-256",
        "cSHAKE128-B8192-256",
        "KMAC128-31",
        "cSHAKE128-N-256",
        "cSHAKE128-S-256",
        "cSHAKE128-S4-256",
        "cSHAKE128-S4D-256",
        "cSHAKE128-S4g-256",
        "cSHAKE128-S0x4d-256",
        "cSHAKE128-S4d-N4d-256",
        "cSHAKE128-N4d-N4d-256",
        "cSHAKE128-S4d-S4d-256",
        "cSHAKE128-S4d",
        "cSHAKE128-S4d256",
        "cSHAKE128-n4d-256",
        "cSHAKE128-256-S4d",
        "cSHAKE128 -S4d-256",
        "TurboSHAKE128",
        "TurboSHAKE128-D07",
        "TurboSHAKE128-D1f-256",
        "TurboSHAKE128-D00-256",
        "TurboSHAKE128-D80-256",
        "TurboSHAKE128-D7-256",
        "TurboSHAKE128-D007-256",
        "TurboSHAKE128-D0B-256",
        "TurboSHAKE128-D-256",
        "TurboSHAKE128-D07-D07-256",
        "TurboSHAKE128-S4d-256",
        "TurboSHAKE128-257",
        "KT128-D07",
        "KT128-N4d",
        "KT128-S",
        "KT128-S4D",
        "KT128-512-S4d",
        "KT128-0",
        "KT128-13",
        "KMAC128-N4d-256",
        "KMAC128-S4d--256",
        "SHA3-256-S4d",
        "SHAKE128-S4d-256",
        "BLAKE2b-S",
        "BLAKE2b-S4d00",
        "BLAKE2b-P00",
        "BLAKE2b-P4d-S4d",
        "BLAKE2b-S0707070707070707070707070707070707",
        "BLAKE2s-P070707070707070707",
        "BLAKE2b-K4d",
        "BLAKE3-K-S4d",
        "BLAKE3-P4d",
        "KMAC128-K-256",
        "BLAKE-S4d",
        "BLAKE-128",
        "BLAKE2-256",
        "BLAKE-256-S",
        "BLAKE-256-S07",
        "BLAKE-256-S0707070707070707070707070707070",
        "BLAKE-256-S0707070707070707070707070707070G",
        "BLAKE-256-S0707070707070707070707070707070707",
        // No salt, which is written as none.
        "BLAKE-256-S00000000000000000000000000000000",
        "BLAKE-512-S07070707070707070707070707070707",
        "ParallelHash128-S4d-B8192-256",
        "ParallelHash128-S4d-256",
        "ParallelHash128-256",
        "ParallelHash128-B8192",
        "ParallelHash128-B0-256",
        "ParallelHash128-B08-256",
        "ParallelHash128-B-256",
        "ParallelHash128-B+8-256",
        "ParallelHash128-B18446744073709551616-256",
        "ParallelHash128-B8192-B8192-256",
        "ParallelHash128-256-B8192",
        "ParallelHash128-b8192-256",
    ];
    for text in others {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn spellings_that_gnu_takes() {
    let is = |text: &str, function, bits| assert_eq!(parse(text), Some(Tag::plain(function, bits)), "{text:?}");
    for text in ["BLAKE2b", "BLAKE2b ", "BLAKE2b\t", "BLAKE2b-512", "BLAKE2b-0x200", "BLAKE2b-01000"] {
        is(text, BLAKE2B, 512);
    }
    is("BLAKE2b-+256", BLAKE2B, 256);
    is("BLAKE2b- 256", BLAKE2B, 256);
    is("SHA3-256-256", Function::Own(Algorithm::Sha3_256), 256);
    let (function, rest) = Tag::function_of(b"BLAKE2b(abc)").unwrap();
    assert_eq!(Tag::read(function, rest), Some((Tag::plain(function, 512), b"(abc)".as_slice())));
}

/// Lists must be readable for good: no name may change, and a new one is promised, too.
#[test]
fn the_names_are_those_that_are_promised() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/compatibility.md");
    let page = std::fs::read_to_string(page).unwrap();
    let section = page.split_once("## Tags in lists").unwrap().1.split_once("##").unwrap().0;
    let lines = section.lines().filter(|line| line.starts_with("- "));
    let mut promised: Vec<&str> = lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    let mut names: Vec<&str> = Function::all().map(Tag::name_of).collect();
    promised.sort_unstable();
    names.sort_unstable();
    assert_eq!(names, promised);
}
