//! Lists in the forms of other programs: a small list of each form, as its program writes it. docs/lists.md has a row for each.

use super::{Folder, expect};

const MD5: &str = "900150983cd24fb0d6963f7d28e17f72";
const SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";
const SHA256: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const SHA512: &str = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";
/// In base64, and as Nix writes it: from its own tests.
const SRI: &str = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
const NIX: &str = "1b8m03r63zqhnjf7l5wnldhh7c134ap5vpj0850ymkq1iyzicy5s";

/// The name of a list, its text, and the files with the content "abc" that it names.
const LISTS: &[(&str, &str, &[&str])] = &[
    // PowerShell 5.1: `Get-FileHash abc, 'a b' | Out-File x.txt`, and the same with Format-List and Export-Csv.
    (
        "table",
        "\r\nAlgorithm       Hash                                                                   Path            \r\n\
         ---------       ----                                                                   ----            \r\n\
         SHA256          {SHA256}       abc             \r\nMD5             {MD5}                 a b   \r\n\r\n\r\n",
        &["abc", "a b"],
    ),
    (
        "list",
        "\n\nAlgorithm : SHA256\nHash      : {SHA256}\nPath      : d\\long-na\n            me\n\nAlgorithm : MD5\n\
         Hash      : {MD5}\nPath      : a b\n\n\n",
        &["d/long-name", "a b"],
    ),
    (
        "csv",
        "#TYPE Microsoft.PowerShell.Commands.FileHashInfo\r\n\"Algorithm\",\"Hash\",\"Path\"\r\n\
         \"SHA256\",\"{SHA256}\",\"abc\"\r\n\"SHA1\",\"{SHA1}\",\"q\"\"uote\"\r\n",
        &["abc", "q\"uote"],
    ),
    // With other columns, in another order, without the function; digest lines behind; tables of other programs.
    (
        "semicolons",
        "Path;Algorithm;Hash\nabc;SHA256;{SHA256}\nSHA256 (a b) = {SHA256}\n{SHA256}  MD5\nd/long-name;MD5;{MD5}\n",
        &["abc", "a b", "MD5", "d/long-name"],
    ),
    (
        "columns",
        "\"Length\",\"Path\",\"Hash\",\"Name\",\"Algorithm\"\r\n\"3\",\"abc\",\"{SHA256}\",\"x, y\",\"SHA256\"\r\n\
         \"3\",\"q\"\"uote\",\"{MD5}\",\"x\",\"MD5\"\r\n",
        &["abc", "q\"uote"],
    ),
    ("hash-path", "\"Hash\",\"Path\"\n\"{SHA256}\",\"abc\"\n\"{SHA256}\",\"a b\"\n", &["abc", "a b"]),
    ("tabs", "name\tsha256\tmd5\nabc\t{SHA256}\t{MD5}\na b\t\t{MD5}\n", &["abc", "a b"]),
    (
        "certutil",
        "SHA256 hash of abc:\r\n{SHA256}\r\nCertUtil: -hashfile command completed successfully.\r\n\
         MD5 hash of file a b:\r\n90 01 50 98 3c d2 4f b0 d6 96 3f 7d 28 e1 7f 72\r\n",
        &["abc", "a b"],
    ),
    ("SRI", "{SRI}  abc\na b {SRI}\nq\"uote: {SRI}\n", &["abc", "a b", "q\"uote"]),
    ("prefix", "sha256:{SHA256}  abc\nsha256:{NIX} *a b\nd/long-name md5:{MD5}\n", &["abc", "a b", "d/long-name"]),
    ("abc.sha256", "{NIX}\n", &["abc"]),
    (
        "fragment",
        "https://host/files/abc#sha256={SHA256}\na b#md5={MD5}\nhttps://host/d%2Dx/q%22uote#egg=x&md5={MD5}\n",
        &["abc", "a b", "q\"uote"],
    ),
    // A digest and nothing else, of the file that the list is named after.
    ("abc.sha512", "sha256:{SHA256}\n", &["abc"]),
    ("a b.sha256", "{SRI}\n", &["a b"]),
    ("abc.sha256sum", "{SHA256}\n", &["abc"]),
    ("nix32", "{NIX}  abc\n{NIX} *a b\n", &["abc", "a b"]),
    // Names that begin as comments do, and one that is a field of Debian's.
    ("marks-sha256.txt", "# note\n#sha256: {SHA256}\n#f: {SHA256}\n;f: {SHA256}\n", &["#f", ";f"]),
    ("rows", "Path,SHA256\n#f,{SHA256}\nabc,{SHA256}\n", &["#f", "abc"]),
    (
        "gpg-sha256",
        "Version: BA7816BF 8F01CFEA 414140DE 5DAE2223  B00361A3 96177A9C B410FF61 F20015AD\n\
         #f: BA7816BF 8F01CFEA 414140DE 5DAE2223  B00361A3 96177A9C B410FF61 F20015AD\n",
        &["Version", "#f"],
    ),
    ("pip", "x-1.tar.gz:\n--hash=sha256:{SHA256}\nx-1.tar.gz:\n--hash=sha512:{SHA512}\n", &["x-1.tar.gz"]),
    (
        "commas-sha256.txt",
        "{SHA256}, abc\n{SHA256},a b\nMD5, {SHA256}\nd/long-name,{SHA256}\n",
        &["abc", "a b", "MD5", "d/long-name"],
    ),
    ("quotes", "\"{SHA256}\",\"q\"\"uote\"\n\"a b\",\"{SHA256}\"\n", &["q\"uote", "a b"]),
    ("colons-sha256.txt", "abc: {SHA256}\na b: {SHA256}\n", &["abc", "a b"]),
    ("x.sha2", "{SHA256}  abc\n{SHA512}  a b\n", &["abc", "a b"]),
    // `gpg --print-md sha512`, and `--print-mds`.
    (
        "gpg-sha512",
        "abc: DDAF35A1 93617ABA CC417349 AE204131 12E6FA4E 89A97EA2 0A9EEEE6 4B55D39A\n     \
         2192992A 274FC1A8 36BA3C23 A3FEEBBD 454D4423 643CE80E 2A9AC94F A54CA49F\n\
         a b: DDAF35A1 93617ABA CC417349 AE204131 12E6FA4E 89A97EA2 0A9EEEE6 4B55D39A\n     \
         2192992A 274FC1A8 36BA3C23 A3FEEBBD 454D4423 643CE80E 2A9AC94F A54CA49F\n",
        &["abc", "a b"],
    ),
    (
        "gpg",
        "abc:    MD5 = 90 01 50 98 3C D2 4F B0  D6 96 3F 7D 28 E1 7F 72\n\
         a b:   SHA1 = A999 3E36 4706 816A BA3E  2571 7850 C26C 9CD0 D89D\n\
         q\"uote: SHA256 = BA7816BF 8F01CFEA 414140DE 5DAE2223 B00361A3 96177A9C B410FF61\n             \
         F20015AD\n",
        &["abc", "a b", "q\"uote"],
    ),
    // bsdtar, with whole paths; and mtree of FreeBSD, by directories.
    (
        "tar.mtree",
        "#mtree\n./a\\040b time=1.0 mode=644 type=file size=3 md5digest={MD5} sha256digest={SHA256}\n./d mode=755 type=dir\n\
         ./d/long-name type=file \\\n    sha256digest={SHA256}\n./link type=link link=abc\n",
        &["./a b", "./d/long-name"],
    ),
    (
        "bsd.mtree",
        "#\t   user: root\n#\tmachine: x\n\n# .\n/set type=file uid=0 mode=0644 nlink=1\n.               type=dir nlink=3\n\
         \x20   abc         size=3 sha256={SHA256}\n\n# ./d\nd               type=dir\n    long-name   md5={MD5}\n# ./d\n..\n\n..\n",
        &["./abc", "./d/long-name"],
    ),
    (
        "mtree-C",
        ". type=dir mode=0755 nlink=3 \n./a\\040b type=file size=3 sha256={SHA256} flags=none \n./d type=dir \n./d/long-name type=file sha512={SHA512}\n",
        &["./a b", "./d/long-name"],
    ),
    ("manifest-sha256.txt", "{SHA256}  d/50%25%0Ax\n{SHA256} \t  abc\n{SHA256}\ta b\n", &["d/50%\nx", "abc", "a b"]),
    (
        "x.dsc",
        "Format: 3.0 (quilt)\nSource: x\nPackage-List:\n x deb misc optional arch=any\nChecksums-Sha1:\n {SHA1} 3 abc\n\
         Checksums-Sha256:\n {SHA256} 3 q\"uote\nFiles:\n {MD5} 3 d/long-name\n",
        &["abc", "q\"uote", "d/long-name"],
    ),
    (
        "x.changes",
        "Format: 1.8\nDate: x\nChanges:\n x (1) unstable; urgency=medium\n .\n   * deadbeef\nFiles:\n {MD5} 3 misc optional abc\n",
        &["abc"],
    ),
    ("InRelease", "Valid-Until: x\nSigned-By: x\nSHA256:\n {SHA256}        3 abc\n", &["abc"]),
    (
        "Release",
        "Origin: Debian\nSuite: stable\nMD5Sum:\n {MD5}        3 d/long-name\nSHA256:\n {SHA256}        3 abc\n",
        &["d/long-name", "abc"],
    ),
    (
        "Manifest",
        "AUX p.patch 3 BLAKE2B {BLAKE2B} SHA512 {SHA512}\nDIST abc 3 SHA256 {SHA256} WHIRLPOOL 00\nIGNORE x\n\
         DATA a\\x20b 3 MD5 {MD5}\nDATA d/long\\u002Dname 3 SHA1 {SHA1}\n",
        &["files/p.patch", "abc", "a b", "d/long-name"],
    ),
    // `sha256deep -z`, and `rhash --base32`.
    ("deep", "         3  {SHA256}  abc\n         3  {SHA256}  a b\n", &["abc", "a b"]),
    (
        "base32",
        "SHA256 (abc) = xj4bnp4pahh6uqkbidpf3lrceoyagyndsylxvhfucd7wd4qacwwq\n\
         SHA1 (a b) = VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\n",
        &["abc", "a b"],
    ),
    // A digest after the name, as rhash and cfv read it, though the name is one of a function.
    ("x.md5", "MD5  {MD5}\na b  {MD5}\n", &["MD5", "a b"]),
    ("paths", "{SHA256}  d\\long-name\n", &["d/long-name"]),
];

pub(super) fn folder() -> Folder {
    let folder = Folder::new();
    for directory in ["d", "files"] {
        std::fs::create_dir(folder.path().join(directory)).unwrap();
    }
    for name in [
        "abc",
        "a b",
        "q\"uote",
        "MD5",
        "d/long-name",
        "d/50%\nx",
        "files/p.patch",
        "#f",
        ";f",
        "Version",
        "x-1.tar.gz",
    ] {
        folder.file(name, b"abc");
    }
    folder.file("bagit.txt", b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    folder
}

fn filled(text: &str, folder: &Folder) -> String {
    let blake2b = crate::stdout_of(&mut folder.lanesum(&["sum", "-a", "blake2b", "--untagged", "abc"]));
    let text = text.replace("{BLAKE2B}", blake2b.split(' ').next().unwrap());
    let digests =
        [("{MD5}", MD5), ("{SHA1}", SHA1), ("{SHA256}", SHA256), ("{SHA512}", SHA512), ("{SRI}", SRI), ("{NIX}", NIX)];
    digests.iter().fold(text, |text, (name, digest)| text.replace(name, digest))
}

/// `check` reads this list, says that these files are right, and that each is not once it has changed.
#[track_caller]
pub(super) fn reads(folder: &Folder, list: &str, text: &[u8], names: &[&str]) {
    folder.file(list, text);
    let line = |name: &str, word: &str| {
        if name.contains('\n') {
            format!("\\{}: {word}\n", name.replace('\n', "\\n"))
        } else {
            format!("{name}: {word}\n")
        }
    };
    let run = crate::run(&mut folder.lanesum(&["check", list]));
    let right: String = names.iter().map(|name| line(name, "OK")).collect();
    // A file may have several lines.
    let mut lines: Vec<_> = run.stdout.lines().collect();
    lines.dedup();
    assert_eq!((lines.join("\n") + "\n", run.status), (right, Some(0)), "{list}: {}", run.stderr);
    assert!(!run.stderr.contains("improper"), "{list}: {}", run.stderr);
    for name in names {
        folder.file(name, b"abd");
        let run = crate::run(&mut folder.lanesum(&["check", "--quiet", list]));
        assert!(run.stdout.contains(&line(name, "FAILED")) && run.status == Some(1), "{list}: {}", run.stdout);
        folder.file(name, b"abc");
    }
    // update would lose the form.
    let run = crate::run(&mut folder.lanesum(&["update", "--dry-run", list, "d"]));
    let untagged = ["x.sha2", "x.sha512", "rhash-sha256.txt", "BSD", "base32", "nix32"];
    assert!(run.status == Some(1) || untagged.contains(&list), "{list}: {}", run.stdout);
}

#[test]
fn stored_lists() {
    let folder = folder();
    for (list, text, names) in LISTS {
        let text = filled(text, &folder);
        reads(&folder, list, text.as_bytes(), names);
        // As `>` in PowerShell writes it.
        let mark = if *list == "paths" { "" } else { "\u{feff}" };
        let wide = format!("{mark}{text}");
        let little: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = wide.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for text in [little, big] {
            let run = crate::run(folder.lanesum(&["check", "--strict", "-"]).write_stdin(text));
            assert!(run.status == Some(0) || list.contains("sha") || *list == "x.md5", "{list}: {}", run.stderr);
        }
    }
}

/// Neither a list's text nor a name in it may hide a line, or turn it into that of another file.
#[test]
fn what_is_no_list_of_files_passes_nobody() {
    let folder = folder();
    folder.file("6 abc", b"abc");
    // The list's name, its text, what is written, and the number of lines that are no digest lines.
    for (list, text, stdout, improper) in [
        // A form of several lines begins no more, once another has begun.
        (
            "SUMS",
            "SHA256 (abc) = {SHA256}\n#mtree\nAlgorithm : SHA256\nSHA256 hash of a b:\n{SHA256}  MD5\n",
            "abc: OK\nMD5: OK\n",
            2,
        ),
        ("y.sha256", "{SHA256}  abc\nMD5  {SHA256}\n{SHA256}  6 abc\n", "abc: OK\n6 abc: OK\n", 1),
        ("z.sfv", "; x\nAlgorithm : SHA256 {SHA256}\nabc {SHA256}\n", "", 0),
        // Lines that should say something and do not.
        ("half", "Algorithm : SHA256\nHash      : {SHA256}\n\n{SHA256} *abc\n", "abc: OK\n", 1),
        ("half2", "{SRI}  abc\nSHA256 hash of a b:\n", "abc: OK\n", 1),
        ("short", "SHA256 hash of abc:\n{MD5}\nsha256:{SHA256}  abc\n", "abc: OK\n", 1),
        ("x.mtree", "#mtree\nabc type=file size=3\na\\040b sha256={SHA256}\n{SHA256}  MD5\n", "a b: OK\nMD5: OK\n", 1),
        // A digest line is read, whatever stands before it; what lies below a directory whose name cannot be read is not.
        ("prose", "Date: today\n\n{SHA256}  abc\nSHA256 (abc) = {SHA256}\n", "abc: OK\nabc: OK\n", 0),
        ("bare", "Checksums-Sha256:\n {SHA256} 3 abc\n", "abc: OK\n", 0),
        ("v.mtree", "#mtree\nx\\q type=dir\nabc sha256={SHA256}\n..\nabc sha256={SHA256}\n", "abc: OK\n", 2),
        (
            "w.mtree",
            "#mtree\n/set type=dir\nx\nabc type=file sha256={SHA256}\n..\nabc type=file sha256={SHA256}\n",
            "",
            0,
        ),
        ("y.mtree", "#mtree\nabc size=4 sha256={SHA256}\n", "abc: FAILED\n", 0),
        (
            "y.dsc",
            "Format: 1\nChecksums-Sha256:\n {SHA256} x abc\n {SHA256} 4 abc\n {MD5} 3 abc\n{SHA256}  abc\n",
            "abc: FAILED\nabc: OK\n",
            2,
        ),
        ("z.csv", "Algorithm,Hash,Path\nSHA256,{MD5},abc\nSHA256,{SHA256},\"abc\nMD5,{MD5},abc\n", "abc: OK\n", 2),
        // A path in quotes that goes on in the next line: no digest line is made of it.
        ("y.csv", "Path,Hash\n\"x\n{SHA256}  abc\",{SHA256}\na b,{SHA256}\n{SHA256}  MD5\n", "a b: OK\nMD5: OK\n", 2),
        ("x.csv", "Path,Hash,Hash\nabc,x,{SHA256}\nabc,{SHA256}\n,{SHA256},\nabc,,\na b,,{SHA256}\n", "a b: OK\n", 4),
        // SHA-256 in a list whose name tells another function; MD5 is not guessed there.
        ("abc.sha512", "{SHA256}  abc\n", "abc: OK\n", 0),
        ("x-sha512.txt", "{MD5}  abc\nsha256:{SHA256}  abc\n", "abc: FAILED\nabc: OK\n", 0),
        // Half a digest, and an unknown function.
        ("cut", "sha256:{MD5}  abc\nsha257:{SHA256}  abc\nsha256-{SHA256}  abc\n{SRI}  abc\n", "abc: OK\n", 3),
    ] {
        folder.file(list, filled(text, &folder).as_bytes());
        let run = crate::run(&mut folder.lanesum(&["check", list]));
        let failed = stdout.contains("FAILED") || stdout.is_empty();
        if !stdout.is_empty() {
            assert_eq!(run.stdout, stdout, "{list}: {}", run.stderr);
        }
        assert_eq!(run.status, Some(i32::from(failed)), "{list}: {} {}", run.stdout, run.stderr);
        let warning = match improper {
            0 => String::new(),
            1 => "WARNING: 1 line is improperly formatted".into(),
            lines => format!("WARNING: {lines} lines are improperly formatted"),
        };
        assert!(
            run.stderr.contains(&warning) && (improper > 0 || !run.stderr.contains("improper")),
            "{list}: {}",
            run.stderr
        );
    }
}

/// Names of files that look like the beginning of another program's lines: no line behind them is lost, and no digest comes from a name.
#[test]
fn names_that_look_like_lines() {
    let folder = folder();
    let digest = format!("x: {}", "ab".repeat(32));
    let groups = format!("x: {}", ["abababab"; 8].join(" "));
    let names = [
        "A: SHA256 = AB",
        "path,sha256",
        "x,path,sha256,",
        &digest,
        &groups,
        "/set type=file",
        "Algorithm : SHA256",
        "SHA256 hash of y:",
        "Format: 1.0",
        "#mtree",
    ];
    for name in names.into_iter().filter(|name| !name.contains('/')) {
        folder.file(name, b"abc");
    }
    for name in names {
        folder.file("LIST", format!("{SHA256}  {name}\n{SHA256}  abc\n{SHA256}  a b\n").as_bytes());
        let run = crate::run(&mut folder.lanesum(&["check", "LIST"]));
        let others = run.stdout.ends_with("abc: OK\na b: OK\n");
        assert!(
            others && (run.stdout.starts_with(&format!("{name}: OK\n")) || name.contains('/')),
            "{name}: {}{}",
            run.stdout,
            run.stderr
        );
        assert_eq!(run.status, Some(i32::from(name.contains('/'))), "{name}: {}", run.stderr);
        // Begun, and not ended.
        folder.file("LIST", format!("{name}\n{SHA256}  abc\n{SHA256}  a b\n").as_bytes());
        let run = crate::run(&mut folder.lanesum(&["check", "LIST"]));
        // The line behind the first one of certutil is the digest, and lines of a table have as many columns as its titles.
        let expected = if name.contains("hash of") { "a b: OK\n" } else { "abc: OK\na b: OK\n" };
        // Or nothing of the list is taken.
        assert!(run.stdout.ends_with(expected) || run.status == Some(1), "{name} alone: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn lock_files_are_no_lists() {
    let folder = folder();
    for (program, text) in [
        ("npm", "{\n  \"lockfileVersion\": 3,\n      \"integrity\": \"sha512-AA==\",\n"),
        ("yarn", "# comment\n\n__metadata:\n  version: 8\n\n\"x@npm:1\":\n  checksum: 10c0/{SHA512}\n"),
        ("yarn", "x@1:\n  resolved \"https://host/x.tgz#{SHA1}\"\n  integrity sha512-AA==\n"),
        ("npm", "{\"name\":\"x\",\"lockfileVersion\":3,\"packages\":{}}\n"),
        ("pip", "x==1 --hash=sha256:{SHA256}\n"),
        ("pip", "x==1 \\\n    --hash=sha256:{SHA256}\n"),
        ("cargo", "[[package]]\nname = \"abc\"\nchecksum = \"{SHA256}\"\n"),
    ] {
        folder.file("LOCK", filled(text, &folder).as_bytes());
        let run = crate::run(&mut folder.lanesum(&["check", "LOCK"]));
        let said = format!(
            "this is a lock file of {program}: it has digests of packages, not of files; {program} checks them itself"
        );
        assert!(run.stderr.contains(&said) && run.stdout.is_empty() && run.status == Some(1), "{}", run.stderr);
    }
    // `npm pack --json`.
    folder.file("JSON", b"[\n  {\n    \"filename\": \"abc\",\n    \"integrity\": \"sha512-AA==\",\n");
    let said = "lanesum: JSON: this is JSON about packages, not a list of files; \"lanesum check FILE sha512-DIGEST\" checks a file against one of its digests\n";
    expect(&folder, &["JSON"], "", "", said, 1);
}

#[test]
fn a_file_and_its_digest() {
    let folder = folder();
    let named =
        |name: &str| format!("lanesum: abc: the lines name no algorithm; 1 of 1 files have their digests by {name}\n");
    for (digest, said) in [
        (SHA256.to_owned(), named("sha256")),
        (SHA256.to_uppercase(), named("sha256")),
        (format!("sha256:{SHA256}"), String::new()),
        (format!("SHA256:{NIX}"), String::new()),
        (NIX.to_owned(), named("sha256")),
        (SRI.to_owned(), String::new()),
        (MD5.to_owned(), named("md5, which is broken: anyone can make two files with the same digest")),
        (super::super::SHA3_256_ABC.to_owned(), named("sha3-256")),
    ] {
        for order in [["abc", digest.as_str()], [digest.as_str(), "abc"]] {
            expect(&folder, &order, "", "abc: OK\n", &said, 0);
        }
        expect(&folder, &["-", &digest], "abc", "-: OK\n", &said.replace("abc:", "'standard input':"), 0);
        folder.file("abc", b"abd");
        crate::run(&mut folder.lanesum(&["check", "abc", &digest])).prints("abc: FAILED\n", 1);
        folder.file("abc", b"abc");
    }
    expect(&folder, &["-a", "sha256", "abc", SHA256], "", "abc: OK\n", "", 0);
    let other = "lanesum: WARNING: 1 computed checksum did NOT match\n";
    expect(&folder, &["-a", "sha3-256", "abc", SHA256], "", "abc: FAILED\n", other, 1);
    // A digest alone.
    for digest in [SHA256, SRI] {
        let run = crate::run(&mut folder.lanesum(&["check", digest]));
        let said = format!(
            "error: {digest} is a digest: of which file? lanesum check {digest} FILE, or - for standard input\n"
        );
        assert!(run.stderr.starts_with(&said) && run.status == Some(2), "{}", run.stderr);
    }
    // A piece of a digest.
    for (cut, why) in [(&SHA256[1..], "it has 63 digits; SHA-256 has 64"), ("sha256:00", "a part of it may be missing")]
    {
        for arguments in [["abc", cut], [cut, "abc"]] {
            let run = crate::run(folder.lanesum(&["check"]).args(arguments));
            let said = format!("error: {cut} is neither a file nor a whole digest: {why}\n");
            assert!(run.stderr.starts_with(&said) && run.status == Some(2), "{}", run.stderr);
        }
    }
    for (arguments, said) in [
        (["abc", SHA256, "-a", "md5"], format!("{SHA256} is no digest by md5 (-a)")),
        (["abc", &format!("md5:{MD5}"), "-a", "sha256"], format!("md5:{MD5} is no digest by sha256 (-a)")),
    ] {
        let run = crate::run(folder.lanesum(&["check"]).args(arguments));
        assert!(run.stderr.starts_with(&format!("error: {said}\n")) && run.status == Some(2), "{}", run.stderr);
    }
    // A file with the name of a digest.
    folder.file(MD5, b"abc");
    let both = format!("error: both are digests, and there is a file {MD5}; if that is meant: ./{MD5}\n");
    let run = crate::run(&mut folder.lanesum(&["check", MD5, SHA256]));
    assert!(run.stderr.starts_with(&both) && run.status == Some(2), "{}", run.stderr);
    crate::run(&mut folder.lanesum(&["check", &format!("./{MD5}"), SHA256])).prints(&format!("./{MD5}: OK\n"), 0);
    std::fs::remove_file(folder.path().join(MD5)).unwrap();
    // An argument that is not a digest is a list, and so is one that is a file.
    for arguments in [["abc", "added"], ["none", &SHA256[1..]], [SHA256, SHA256]] {
        let run = crate::run(folder.lanesum(&["check"]).args(arguments));
        assert!(
            run.stderr.contains("No such file") && run.stdout.is_empty() && run.status == Some(1),
            "{}",
            run.stderr
        );
    }
    let run = crate::run(&mut folder.lanesum(&["check", "none", SHA256]));
    assert!(run.stdout == "none: FAILED open or read\n" && run.status == Some(1), "{}", run.stdout);
    // Whoever puts a list there must not pass for the digest.
    folder.file(SHA256, format!("{SHA256}  abc\n").as_bytes());
    let run = crate::run(&mut folder.lanesum(&["check", "abc", SHA256]));
    assert!(
        run.stdout.is_empty() && run.status == Some(2) && run.stderr.contains("there is a file of this name"),
        "{}",
        run.stderr
    );
}

/// A list that is only called like a bag's manifest has names as they are.
#[test]
fn a_manifest_without_a_bag() {
    let folder = Folder::new();
    folder.file("50%25", b"abc");
    folder.file("manifest-sha256.txt", format!("{SHA256}  50%25\n").as_bytes());
    expect(&folder, &["manifest-sha256.txt"], "", "50%25: OK\n", "", 0);
    let check = || crate::run(&mut folder.lanesum(&["check", "manifest-sha256.txt"])).stdout;
    folder.file("bagit.txt", b"");
    folder.file("50%", b"abd");
    assert_eq!(check(), "50%: FAILED\n");
    // As bagit.py writes it.
    std::fs::remove_file(folder.path().join("50%")).unwrap();
    assert_eq!(check(), "50%25: OK\n");
    std::fs::remove_file(folder.path().join("50%25")).unwrap();
    assert_eq!(check(), "50%: FAILED open or read\n");
}
