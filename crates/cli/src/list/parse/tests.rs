//! Lines, and what is read in them.

use lanesum::Algorithm;

use super::*;
use crate::function::{BLAKE2B, BLAKE3, MAX_BITS};
use crate::line::Line;
use crate::subject::NAME_BYTES;
use crate::tag::tests::tags;

const NAMES: [&[u8]; 14] = [
    b"plain",
    b"",
    b" ",
    b" x",
    b"-",
    b"*",
    b"a\nb",
    b"a\rb\n",
    b"\\",
    b"\\n",
    b"not \xff utf-8",
    b"with (parentheses) = inside",
    b"SHA3-256 (x) = 00",
    b") = \n (",
];

fn parser(end: End, only: Option<Function>) -> Parser {
    Parser::new(end, Dialect::All, only.map(Only::from), Stated::default())
}

fn entry(tag: &Tag, form: LineStyle, name: &[u8], digest: &[u8]) -> Entry {
    let digests = vec![(tag.clone(), digest.to_vec())];
    Entry::new(form, name.to_vec(), digests, false)
}

fn line(form: LineStyle, end: End, tag: &Tag, name: &[u8], digest: &str) -> Vec<u8> {
    let line = Line { form, end, tag, name, on_terminal: false, mode: b' ' };
    let mut out = Vec::new();
    line.start(&mut out).unwrap();
    out.extend_from_slice(digest.as_bytes());
    line.end(&mut out).unwrap();
    assert_eq!(out.pop(), Some(end.byte()));
    out
}

#[test]
fn tagged_lines_come_back_as_they_were_written() {
    for tag in tags().filter(|tag| tag.bits < MAX_BITS) {
        let digest = vec![1; tag.bits.div_ceil(8) as usize];
        let hex = "01".repeat(digest.len());
        for text in [&hex, &hex.to_uppercase(), &data_encoding::BASE64.encode(&digest)] {
            for (name, end) in NAMES.into_iter().flat_map(|name| [(name, End::Newline), (name, End::Nul)]) {
                let text = line(LineStyle::Tagged, end, &tag, name, text);
                let expected = entry(&tag, LineStyle::Tagged, name, &digest);
                assert_eq!(parser(end, None).parse(&text), Ok(expected), "{}", text.escape_ascii());
            }
        }
    }
}

#[test]
fn untagged_lines_come_back_where_their_function_is_known() {
    let of_one_file = |tag: &Tag| !tag.function.is_of_a_tuple();
    for tag in tags().filter(of_one_file).filter(|tag| tag.bits < MAX_BITS && tag.bits.is_multiple_of(8)) {
        let digest = vec![1; tag.bits.div_ceil(8) as usize];
        let hex = "01".repeat(digest.len());
        let base64 = data_encoding::BASE64.encode(&digest);
        for text in [hex, base64] {
            // Nobody writes an empty name, and one blank before an empty name could be the other form.
            for (name, end) in NAMES.into_iter().skip(2).flat_map(|name| [(name, End::Newline), (name, End::Nul)]) {
                let text = line(LineStyle::Untagged, end, &tag, name, &text);
                let expected = entry(&tag, LineStyle::Untagged, name, &digest);
                // The parameters that the line does not state are given.
                let mut told = Parser::new(end, Dialect::All, Some(tag.function.into()), tag.stated.clone());
                assert_eq!(told.parse(&text).as_ref(), Ok(&expected), "{}", text.escape_ascii());
                let mut guessed = Parser::new(end, Dialect::All, None, tag.stated.clone());
                guessed.begin(Some(Hint { functions: vec![tag.function], sure: true, file: None }), OsStr::new("x"));
                assert_eq!(guessed.parse(&text), Ok(expected), "{}", text.escape_ascii());
            }
        }
    }
}

#[test]
fn malformed_lines_are_not_entries() {
    let lines: [&[u8]; 16] = [
        b"",
        b"SHAKE128-8 (f) = ",
        b"SHAKE128-8 (f) = 5",
        b"SHAKE128-8 (f) = 5a5a",
        b"SHAKE128-8 (f) = 5g",
        b"SHAKE128-8 (f) = Wg",
        b"SHAKE128-8 (f) = Wh==",
        b"SHAKE128-7 (f) = 80",
        b"SHAKE128 (f) = 5a",
        b"SHAKE128-8 (a\0b) = 5a",
        b"SHAKE128-8 (f) = 5a\0",
        b"\\SHAKE128-8 (a\\) = 5a",
        b"\\SHAKE128-8 (a\\t) = 5a",
        b"SHA3-256-8 (f) = 5a",
        b"BLAKE2bx (f) = 5a",
        b"added  f",
    ];
    for line in lines {
        assert_eq!(parser(End::Newline, None).parse(line), Err(Improper), "{}", line.escape_ascii());
    }
    for line in [b"SHAKE128-7 (f) = 7F".as_slice(), b"SHAKE128-8 (f) = Wg=="] {
        assert!(parser(End::Newline, None).parse(line).is_ok());
    }
    let long = |name: usize| [b"SHAKE128-8 (".as_slice(), &vec![b'n'; name], b") = 5a"].concat();
    assert!(parser(End::Newline, None).parse(&long(NAME_BYTES)).is_ok());
    assert_eq!(parser(End::Newline, None).parse(&long(NAME_BYTES + 1)), Err(Improper));
}

#[test]
fn a_length_may_tell_the_function() {
    let mut parser = parser(End::Newline, None);
    let text = |digits: usize| ["5a".repeat(digits).as_bytes(), b"  f"].concat();
    let fitting = |digits: usize| kind::by_length(digits as u64 * 8);
    for digits in 16..=64 {
        let tags: Vec<_> =
            fitting(digits).into_iter().map(|function| Tag::plain(function, digits as u64 * 8)).collect();
        assert!(tags.len() > 1, "{digits}");
        let entry = parser.parse(&text(digits)).unwrap();
        assert_eq!((&entry.digests[0].0, &entry.guess[..]), (&tags[0], &tags[..]));
    }
    assert_eq!(parser.parse(&text(15)), Err(Improper));
    let [sha384, sha3, blake] = [Algorithm::Sha384, Algorithm::Sha3_384, Algorithm::Blake384].map(Function::Own);
    assert_eq!(fitting(48), [sha384, sha3, blake, BLAKE2B, BLAKE3]);
    assert!(fitting(32).len() > 1);
}

#[test]
fn one_form_of_untagged_lines_excludes_the_other() {
    let told = || parser(End::Newline, Some(BLAKE2B));
    let name = |parser: &mut Parser, line: &[u8]| parser.parse(line).map(|entry| entry.name);
    let mut parser = told();
    assert_eq!(name(&mut parser, b"5a  f"), Ok(b"f".to_vec()));
    assert_eq!(name(&mut parser, b"5a *f"), Ok(b"f".to_vec()));
    assert_eq!(name(&mut parser, b"5a f"), Err(Improper));
    let mut parser = told();
    assert_eq!(name(&mut parser, b"5a f"), Ok(b"f".to_vec()));
    assert_eq!(name(&mut parser, b"5a  f"), Ok(b" f".to_vec()));
    assert_eq!(name(&mut parser, b"5a *f"), Ok(b"*f".to_vec()));
}
