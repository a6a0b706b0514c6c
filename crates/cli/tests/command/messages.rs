//! The messages of the command that are not in `src/messages_tests.rs`: each says what is wrong and what to do. A scan of the sources finds
//! messages that have no line here.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::{lanesum, run};

const SALT: &str = "00112233445566778899aabbccddeeff";

/// A wrong command line, and the message.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &["sum", "--backend", "avx2", "-a", "md5"],
        "--backend does not apply to md5, which another library computes: omit it",
    ),
    (&["sum", "--backend", "sha-ni", "-a", "sha3-256"], "sha3-256 has no backend sha-ni; usable here: …"),
    (
        &["keygen", "--set", "XMSS-SHA2_10_256", "k"],
        "a key of XMSS or LMS changes with each signature and is not encrypted: add --no-passphrase",
    ),
    (&["check", "--include", "x"], "--include chooses among the lists in a directory: it needs -r"),
    (&["sum", "--include", "x"], "--include chooses among the files in a directory: it needs -r"),
    (&["sum", "-r", "--include", "{", "."], "not a pattern as in .gitignore: …"),
    (&["sum", "-r", "--exclude", "[", "."], "not a pattern as in .gitignore: …"),
    (&["sum", "-a", "sha256,", "x"], "--algorithm '': an empty name; is there an extra comma?"),
    (
        &["completions", "tcsh"],
        "invalid value 'tcsh' for '<SHELL>'\n  [possible values: bash, elvish, fish, powershell, zsh]",
    ),
    (&["help", "--help"], "unrecognized subcommand '--help'"),
    (&["as", "md6sum"], "lanesum cannot act as md6sum; it can act as …"),
    (&["sum", "--salt", SALT], "--salt does not apply to kt128; it belongs to blake224, blake256, …"),
    (&["sum", "-a", "blake512", "--salt", SALT], "blake512 takes a salt of 64 hexadecimal digits, not 32"),
    (&["sum", "-a", "blake256,blake512", "--salt", SALT], "blake512 takes a salt of 64 hexadecimal digits, not 32"),
    (&["check", "-a", "blake384", "--salt", SALT], "blake384 takes a salt of 64 hexadecimal digits, not 32"),
    (&["sum", "-a", "blake256", "--salt", "00"], "blake256 takes a salt of 32 hexadecimal digits, not 2"),
    (
        &["sum", "-a", "blake256", "--salt", "0x00"],
        "invalid value '0x00' for '--salt <HEX>': a salt has 2 to 64 hexadecimal digits",
    ),
    (&["sum", "--domain", "7"], "--domain does not apply to kt128; it belongs to turboshake128, turboshake256"),
    (
        &["check", "-a", "kt128", "--domain", "7"],
        "--domain does not apply to kt128; it belongs to turboshake128, turboshake256",
    ),
    (
        &["sum", "-a", "turboshake128", "--domain", "0x80"],
        "invalid value '0x80' for '--domain <BYTE>': not a byte from 0x01 to 0x7f, e.g. 0x0b or 11",
    ),
    (&["sum", "-a", "turboshake128", "--custom", "c"], "--custom does not apply to turboshake128; it belongs to …"),
    (&["check", "-a", "sha3-256", "--custom", "a"], "--custom does not apply to sha3-256; it belongs to kt128, …"),
    (
        &["sum", "-a", "kmac128", "--function", "a"],
        "--function does not apply to kmac128; it belongs to cshake128, cshake256",
    ),
    (
        &["sum", "-a", "cshake128,blake3", "--block", "8"],
        "--block does not apply to cshake128, blake3; it belongs to parallelhash128, …",
    ),
    (
        &["sum", "-a", "tuplehash128", "--key-file", "k"],
        "--key-file does not apply to tuplehash128; it belongs to kmac128, …",
    ),
    (
        &["sum", "-a", "parallelhash128", "--block", "-1"],
        "invalid value '-1' for '--block <BYTES>': not a number of bytes from 1 to 18446744073709551615, e.g. 8192 or 8K",
    ),
    (&["sum", "-a", "blake2s", "--salt", SALT], "blake2s takes a salt of up to 16 hexadecimal digits, not 32"),
    (
        &["sum", "-a", "blake2s", "--custom", "123456789"],
        "--custom is the personalisation of blake2s, of at most 8 bytes",
    ),
    (&["sum", "-a", "blake3", "--custom", "c", "--key-file", "k"], "blake3 takes --key-file or --custom, not both"),
    (
        &["sum", "-a", "kmac256"],
        "kmac256 needs a key: write it to a file that only you can read, and give --key-file FILE",
    ),
    (
        &["sum", "-a", "kmac256", "--key-file", "-"],
        "standard input is used for the message (no FILE, or \"-\"), so it cannot be the key as well; for a file named -, write ./-",
    ),
    (
        &["sum", "--raw", "-a", "sha256", "-a", "sha512", "x"],
        "--untagged and --raw do not name the algorithm, so they take only one: omit them, or run once for each algorithm",
    ),
    (
        &["sum", "--untagged", "-a", "sha256,sha512", "x"],
        "--untagged and --raw do not name the algorithm, so they take only one: omit them, or run once for each algorithm",
    ),
    (&["sum", "--raw", "--json", "x"], "the argument '--raw' cannot be used with '--json'"),
    (&["sum", "--hashdeep", "-a", "sha512"], "--hashdeep: hashdeep does not have sha512; it has md5, sha1 and sha256"),
    (
        &["sum", "-a", "tuplehash128", "-a", "sha256"],
        "tuplehash128 makes one digest of all files together and cannot be combined with other algorithms: run lanesum \
         once for each",
    ),
    (
        &["sum", "-a", "tuplehash128", "--untagged", "a", "b"],
        "tuplehash128 makes one digest of all files, but an untagged line has room for one name: omit --untagged, or use --raw",
    ),
    (&["sum", "--raw", "a", "b"], "--raw writes a digest without a name: give exactly one FILE, or omit --raw"),
    (
        &["sum", "-a", "sha256", "-l", "8"],
        "-l 8 does not fit sha256: its digest always has 256 bits; omit -l, or write -l 256 …",
    ),
    (
        &["sum", "-a", "keccak256", "-l", "8"],
        "-l 8 does not fit keccak256: its digest always has 256 bits; omit -l, or write -l 256 (for any length: shake128, shake256)",
    ),
    (
        &["sum", "-a", "shake128,blake3", "-l", "7"],
        "-l 7 does not fit blake3: its output must be a multiple of 8 bits (for any length: shake128, shake256)",
    ),
    (
        &["sum", "-a", "kmac128", "--key-file", "k", "-l", "31"],
        "-l 31 does not fit kmac128: its tag must have at least 32 bits (SP 800-185, section 8.4.2)",
    ),
    (&["sum", "-a", "blake2b", "-l", "9"], "-l 9 does not fit blake2b: its digest has 8 to 512 bits, a multiple of 8"),
    (
        &["sum", "--files-from", "-", "-"],
        "standard input is the list of names (--files-from -), so it cannot be a FILE as well; for a file named -, write ./-",
    ),
    (&["sum", "-r"], "-r needs a directory; for the current one:\n\n  lanesum sum -r .…"),
    (&["check", "-r"], "-r needs a directory; for the current one:\n\n  lanesum check -r .…"),
    (
        &["sum", "--io", "parallel,sequential"],
        "invalid value 'parallel,sequential' for '--io <ORDER,SIZE>': give at most one order and one size, for example parallel,4M",
    ),
    (
        &["audit", "."],
        "audit compares lists with directories: name at least one of each, for example: lanesum audit SUMS DIR",
    ),
    (
        &["sum", "-r", "--links", "record", "--json", "."],
        "--links record writes comments, which lists of this form cannot have (--json, --zero, --hashdeep, and b3sum's)",
    ),
    (&["update", "-", "."], "update replaces a list: it needs a file, not standard input"),
    (
        &["update", "-a", "tuplehash128", "NEW", "."],
        "update writes a line for each file, but tuplehash128 makes one digest of several files; choose another function with -a",
    ),
];

/// Texts of the sources whose runs are tested elsewhere, and what leads to them; `…` stands for a value.
const ELSEWHERE: &[(&str, &str)] = &[
    ("standard input: …", "a console of Windows that cannot be read; with the text of the system"),
    // Command lines: derived/, forms.rs, backends.rs; the first two need a machine without the backend, or another system.
    ("backend … cannot be used: … (see \"lanesum info\")", "a backend that this processor lacks"),
    (
        "--one-file-system: this platform does not tell file systems apart",
        "a system that does not number its file systems",
    ),
    ("no algorithm has this backend; \"lanesum info\" shows all", "--backend with a backend of no function"),
    ("… …; usable here: …", "a backend that the function does not have"),
    ("takes at most … bytes", "a key or a salt that is too long"),
    ("must be UTF-8", "an option whose text is not UTF-8"),
    // Journals: resume.rs.
    ("…: files whose digests were taken from it, and that were not read again: …", "--resume after an interruption"),
    // Names on Windows: wine.rs.
    (
        "names that differ in case alone would share their lines: the list was not changed",
        "an update of a directory that tells cases apart",
    ),
    (
        "the names … and … differ in case alone, and one of their lines would be lost: the list was not changed",
        "an update of a list from there",
    ),
    // Files that are replaced: replace.rs.
    ("…: another lanesum is replacing this file: waiting for it", "an update during another one"),
    // Lists: check/, audit.rs and lists.rs. The words of cksum stay as they are, because scripts look for them.
    ("line … uses …, which is not supported", "a line of a function that lanesum does not have"),
    ("…: improperly formatted …checksum line", "check --warn, and a line that is no digest line"),
    ("no properly formatted checksum lines found", "a file that is no list"),
    ("no file was verified", "check --ignore-missing, and no file is there"),
    ("…WARNING: … ……", "lines without effect, counted at the end; the next eight are what it counts"),
    ("line is improperly formatted", "a line that is no digest line (GNU's words)"),
    ("lines are improperly formatted", "the same, more than one"),
    ("listed file could not be read", "a file that is not there (GNU's words)"),
    ("listed files could not be read", "the same, more than one"),
    ("computed checksum did NOT match", "a file that was changed (GNU's words)"),
    ("computed checksums did NOT match", "the same, more than one"),
    ("line needs a key: pass it with --key-file FILE", "a line of a MAC, and no key"),
    ("lines need a key: pass it with --key-file FILE", "the same, more than one"),
    (
        "… is broken: anyone can make two files with the same digest; use sha256",
        "a list of md5 or sha1 that is written",
    ),
    // Command lines: args/values.rs; getopt.rs has the words of GNU's getopt.
    ("not a number from … to …", "a number that is too small or too large"),
    ("unrecognized option '--…'", "as sha256sum, with an option that it does not have"),
    ("option '--…' is ambiguous; possibilities:…", "as sha256sum, with the beginning of several options"),
    ("option '--…' doesn't allow an argument", "as sha256sum, with a value for an option without one"),
    ("the lines name no algorithm; … have their digests by ……", "digests alone"),
    ("… is a digest, and there is a file of this name; if that is a list: ./…", "check FILE DIGEST"),
    ("… is a digest: of which file? lanesum check … FILE, or - for standard input", "check DIGEST"),
    ("… is neither a file nor a whole digest: …", "check FILE and a piece of a digest"),
    ("… is no digest by … (-a)", "check FILE DIGEST -a with another function"),
    (
        "both are digests, and there is a file …; if that is meant: ./…",
        "check with a file that has the name of a digest",
    ),
    (
        "no file has its digest by …, which the list's name tells; for another algorithm: -a NAME",
        "SHA3-256SUMS with digests of another function",
    ),
    ("--resume names the file that is to be written; name another one", "sum -o F --resume F"),
    ("no line that needs a key matches: is it the right key? (--key-file)", "check with a key that is another one"),
    (
        "all listed files are missing here, but some are in the directory of their list: try --relative",
        "check from another directory",
    ),
    (
        "none of its files are here, but some are in the directory of the list: the list was not changed; try --relative",
        "update from another directory",
    ),
    (
        "none of the listed files below … is in its place: the list was not changed; --remove-all removes their lines",
        "update of an empty directory: a disk that is not mounted, say",
    ),
    ("…: no file and no listed name lies below this directory", "update with a mistyped directory"),
    ("…: corrupt: …", "update --quiet, and a file whose content has changed, but not its size and mtime"),
    ("… … corrupt, and … stayed as before; if the new content is right: --accept NAME", "update, and such a file"),
    (
        "…: the list records symbolic links, which --follow would replace by files: the list was not changed; for a new list: lanesum update --follow NEW DIR",
        "update --follow of a list by --links record",
    ),
    (
        "--accept: no corrupt file, and no link in the place of one, has the name …",
        "update --accept with a mistyped name",
    ),
    ("-o names one of the lists, which would be replaced: write to another file", "audit -o SUMS SUMS DIR"),
    ("no listed file was looked at", "audit --one-file-system of files on another one"),
    ("…: no listed name lies below this directory…", "audit with a mistyped directory"),
    ("the list has an OpenPGP signature, which was not checked (gpg --verify does that)", "a clear-signed list"),
    (
        "its files are missing here, but some are in the directory of the list: try --relative",
        "audit from another directory",
    ),
    (
        "…: no lists found below (names such as SHA256SUMS, x.sha256; --include names others)",
        "check -r, and a directory without lists",
    ),
    ("… has no effect: …", "an option that no line needs"),
    (
        "made for a collision attack on SHA-1, so another file has the same digest; do not rely on it",
        "a file of a known attack on SHA-1",
    ),
    (
        "a line of TupleHash is of several files together and cannot be audited; use \"lanesum check\"",
        "audit of a list with lines of several files",
    ),
    (
        "1 line is improperly formatted, so its file may be reported as new; \"lanesum check --warn\" shows the line",
        "audit of a damaged list",
    ),
    (
        "… lines are improperly formatted, so their files may be reported as new; \"lanesum check --warn\" shows them",
        "audit of a damaged list",
    ),
    (
        "the list has a line of standard input or of several files, but update only keeps lines of single files: the list was not changed",
        "update of a list with such a line",
    ),
    ("line … … and would be lost: the list was not changed", "update of a list with a line that update does not write"),
    (
        "the list is signed, and an update would break the signature: the list was not changed; update an unsigned copy, and sign that",
        "update of a clear-signed list",
    ),
    (
        "only other programs write lists of this form (hashdeep, OpenSSL, SFV, UTF-16 and the like), and update would lose it: the list was not changed; for a new list: lanesum update NEW DIR",
        "update of another program's list",
    ),
    ("…: … signatures are left; make a new key", "a key of XMSS or LMS that is almost used up: signing/stateful.rs"),
    (
        "… is no longer the signature of …: sign the list again with lanesum sign --force",
        "update of a list that has a signature beside it",
    ),
    // Runs of sum: forms.rs, lists.rs.
    ("…: not written, because nothing could be hashed", "sum -o, and every file failed"),
    ("…: not below the directory of the list (--relative), left out", "sum --relative with a file from elsewhere"),
    ("…: hashdeep's form cannot hold a name with a newline, left out", "sum --hashdeep with such a name"),
    // bench.rs.
    (
        "nothing saved: TurboSHAKE and KT follow the order of SHA-3; name sha3-256 with -a",
        "bench --save -a with a function that has no order of its own",
    ),
    ("nothing saved: …", "bench --save on a machine that is too noisy"),
    // dropin.rs: the words of b3sum.
    ("-: Cannot open `-` in keyed mode", "as b3sum --keyed, and standard input as a file"),
    ("key on standard input: …", "as b3sum --keyed, and standard input that cannot be read"),
    ("expected 32 key bytes from stdin, found …", "as b3sum --keyed with a key of another length"),
];

/// Does `text` have the pieces of `pattern` in order, from its beginning to its end? `…` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('…');
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    for piece in pieces {
        let Some(at) = rest.rfind(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.is_empty()
}

#[test]
fn refusals() {
    let mut wrong = String::new();
    for &(arguments, text) in REFUSED {
        let refused = run(lanesum(arguments).write_stdin(""));
        let said = refused.stderr.strip_prefix("error: ").unwrap_or(&refused.stderr);
        let said =
            said.split("\n\nUsage:").next().and_then(|said| said.split("\n\nFor more").next()).unwrap_or_default();
        if (refused.stdout.as_str(), refused.status) != ("", Some(2)) || !fits(text, said.trim_end()) {
            writeln!(wrong, "{arguments:?}: {:?}\n  {said}", refused.status).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The literals with a space that follow one of these words in the same call or statement; values as `…`.
fn texts(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for word in
        ["Refusal(", "refuse(", "complain(", "say(", "warn(", "Err(format!(", "let message = ", "let warning = "]
    {
        for (at, _) in code.match_indices(word) {
            let mut depth = usize::from(word.ends_with('('));
            let mut rest = code[at + word.len()..].chars();
            while let Some(char) = rest.next() {
                match char {
                    '(' => depth += 1,
                    ')' if depth == 1 && word.ends_with('(') => break,
                    ')' => depth -= 1,
                    ';' if depth == 0 => break,
                    '"' => found.extend(Some(literal(&mut rest)).filter(|text| text.contains(' '))),
                    _ => {}
                }
            }
        }
    }
    found
}

/// The rest of a literal whose first quote has been read.
fn literal(rest: &mut std::str::Chars<'_>) -> String {
    let mut text = String::new();
    while let Some(char) = rest.next() {
        match char {
            '"' => break,
            '\\' => match rest.next() {
                Some('\n') => *rest = rest.as_str().trim_start().chars(),
                Some('n') => text.push('\n'),
                other => text.extend(other),
            },
            '{' => {
                rest.by_ref().find(|char| *char == '}');
                text.push('…');
            }
            _ => text.push(char),
        }
    }
    text
}

fn sources(directory: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.file_name() != Some("messages_tests.rs".as_ref()) {
            let name = path.display().to_string();
            found.extend(texts(&fs::read_to_string(&path).unwrap()).into_iter().map(|text| (name.clone(), text)));
        }
    }
}

#[test]
fn every_text_of_the_sources_has_a_line() {
    let mut found = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut found);
    let said = |text: &str| REFUSED.iter().any(|(_, row)| row.contains(text) || fits(text, row) || fits(row, text));
    let missing: Vec<_> =
        found.iter().filter(|(_, text)| !ELSEWHERE.iter().any(|(row, _)| row == text) && !said(text.trim())).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let old: Vec<_> = ELSEWHERE.iter().filter(|(row, _)| !found.iter().any(|(_, text)| text == row)).collect();
    assert!(old.is_empty(), "no source has these any more: {old:#?}");
}
