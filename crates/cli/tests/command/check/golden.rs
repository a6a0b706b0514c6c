//! Gives the same lists to GNU's programs and to `lanesum check`. Standard output, standard error and status must be the same, except for
//! the programs' names. The digests also come from GNU's programs.

use std::io::Write;
use std::process::{Command as System, Stdio};

use super::{Folder, Seen, check, functions};

/// The programs of coreutils by what they compute, as `-a` names it in cksum and in lanesum. All that lanesum knows run.
const PROGRAMS: &[(&str, &str)] = &[
    ("blake2b", "b2sum"),
    ("md5", "md5sum"),
    ("sha1", "sha1sum"),
    ("sha224", "sha224sum"),
    ("sha256", "sha256sum"),
    ("sha384", "sha384sum"),
    ("sha512", "sha512sum"),
];

/// A list's lines beyond a tag that only cksum reads (sha512sum and the like take one form of tag and no short line).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Any,
    Cksum,
}

/// One of GNU's programs, and how lanesum is asked for the same.
struct Rival {
    program: &'static str,
    arguments: Vec<&'static str>,
    ours: Vec<&'static str>,
    reader: Reader,
    /// Does it read lines without a tag?
    untagged: bool,
}

/// A function that both know.
struct Shared {
    name: &'static str,
    program: &'static str,
}

impl Shared {
    fn all() -> Vec<Self> {
        let known = functions();
        let shared = PROGRAMS.iter().filter(|(name, _)| known.iter().any(|other| other == name));
        let shared: Vec<_> = shared.map(|&(name, program)| Self { name, program }).collect();
        assert!(shared.iter().any(|shared| shared.name == "blake2b"));
        shared
    }

    /// Two that stand for the rest where it is not lines that are tried.
    fn some() -> impl Iterator<Item = Self> {
        Self::all().into_iter().filter(|shared| ["blake2b", "sha512"].contains(&shared.name))
    }

    fn rivals(&self) -> [Rival; 3] {
        let reader = if self.name == "blake2b" { Reader::Cksum } else { Reader::Any };
        [
            Rival {
                program: "cksum",
                arguments: vec!["--check"],
                ours: vec![],
                reader: Reader::Cksum,
                untagged: false,
            },
            Rival {
                program: "cksum",
                arguments: vec!["-a", self.name, "--check"],
                ours: vec!["-a", self.name],
                reader: Reader::Cksum,
                untagged: true,
            },
            Rival {
                program: self.program,
                arguments: vec!["--check"],
                ours: vec!["-a", self.name],
                reader,
                untagged: true,
            },
        ]
    }

    /// The tag and the digest of a message.
    fn digest(&self, message: &[u8]) -> (String, String) {
        let output = gnu("cksum", &["-a", self.name], &Folder::new(), message);
        let line = output.stdout[0].clone();
        let (tag, digest) = line.split_once(" (-) = ").unwrap();
        (tag.to_owned(), digest.to_owned())
    }
}

fn gnu(program: &str, arguments: &[&str], folder: &Folder, stdin: &[u8]) -> Seen {
    let mut child = System::new(program)
        .args(arguments)
        .current_dir(folder.path())
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    Seen::new(&child.wait_with_output().unwrap(), program)
}

/// Is the installed cksum the one that lanesum is held to? Says so if not.
fn installed() -> bool {
    let version = System::new("cksum").arg("--version").output().ok().map(|output| output.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version).lines().next().unwrap_or_default().to_owned();
    // Later ones read base64 and write other messages.
    let fits = version == "cksum (GNU coreutils) 9.1";
    if !fits {
        // Past the test harness, which shows nothing of a test that passes.
        let _ = writeln!(std::io::stderr(), "not run: check beside GNU coreutils 9.1 (cksum says \"{version}\")");
    }
    fits
}

/// Files of many names, all with the content "abc", but for "b".
fn files() -> Folder {
    let folder = Folder::new();
    for name in
        ["abc", "a b", " s", "*", "x\\y", "new\nline", "car\rriage", "a\nb\\c\rd", ") = ", "a) = b", "it's", "n:1"]
    {
        folder.file(name, b"abc");
    }
    folder.file("b", b"x");
    std::fs::create_dir(folder.path().join("d")).unwrap();
    folder.file("d/abc", b"abc");
    folder
}

/// Runs both on the same lists, and compares.
#[track_caller]
fn compare(folder: &Folder, rival: &Rival, flags: &[&str], lists: &[&str], stdin: &[u8]) {
    let theirs = gnu(rival.program, &[&rival.arguments, flags, lists].concat(), folder, stdin);
    let mut theirs = theirs;
    for line in &mut theirs.stderr {
        // Lines before any tag are of no function here.
        *line = line.replace("improperly formatted CRC checksum line", "improperly formatted checksum line");
    }
    let mut ours = check(folder, &[&rival.ours, flags, lists].concat(), stdin);
    for line in &mut ours.stderr {
        // A directory is told apart from other lists that cannot be read.
        if let Some((list, _)) = line.split_once(": Is a directory; ") {
            *line = format!("{list}: read error");
        }
    }
    let texts = || lists.iter().filter_map(|list| std::fs::read(folder.path().join(list)).ok());
    assert_eq!(
        ours,
        theirs,
        "{} {:?} {flags:?} {lists:?}: {:?}",
        rival.program,
        rival.arguments,
        texts().map(|text| text.escape_ascii().to_string()).collect::<Vec<_>>()
    );
}

const FLAGS: &[&[&str]] = &[
    &[],
    &["--quiet"],
    &["--status"],
    &["--warn"],
    &["--strict"],
    &["--ignore-missing"],
    &["--strict", "-w", "--ignore-missing"],
    &["--ignore-missing", "--status", "--strict"],
    &["--ignore-missing", "--quiet"],
    // The last of these counts.
    &["--quiet", "--warn"],
    &["--warn", "--quiet"],
    &["--warn", "--status"],
    &["--status", "--quiet", "--strict", "--strict"],
    &["--status", "-w", "-w"],
];

/// In these, `T` stands for the tag, `H` for the digest of "abc", `U` for the same in capitals; an entry's name is as it is.
const TAGGED: &[&str] = &[
    "T (abc) = H\n",
    "T (abc) = H",
    "T (abc) = U\n",
    "T (abc) = H\r\n",
    "T (abc) = H\r\r\n",
    "T (abc) = H \n",
    "T (abc) = H0\n",
    "T (abc) = HH\n",
    "T(abc)= H\n",
    "T(abc)=H\n",
    "T (abc) \t=\t  H\n",
    "T (abc) == H\n",
    "T (abc) H\n",
    "T (abc = H\n",
    "T [abc] = H\n",
    "  \tT (abc) = H\n",
    " \\T (abc) = H\n",
    "\\ T (abc) = H\n",
    "\\\\T (abc) = H\n",
    "T () = H\n",
    "T ( s) = H\n",
    "T (a) = b) = H\n",
    "T () = ) = H\n",
    "T (it's) = H\nT (n:1) = H\nT (it's) = h\n",
    "T (x\\y) = H\n",
    "\\T (x\\\\y) = H\n",
    "\\T (x\\y) = H\n",
    "\\T (x\\\\y\\) = H\n",
    "\\T (new\\nline) = H\n",
    "\\T (car\\rriage) = H\n",
    "T (car\rriage) = H\n",
    "\\T (a\\nb\\\\c\\rd) = H\n",
    "\\T (no\\nfile\\\\) = H\n",
    "T (new\nline) = H\n",
    "\n\nT (abc) = H\n\n\nx\n",
    "# comment\n#\n\r\nT (abc) = H\n #no comment\n",
    "x\nT (abc) = H\ny\n",
    "MM (abc) = H\n",
    "T",
    "T (",
    "T ()",
    "T )",
    "T (\\",
    "T-",
    "T (abc) =",
    "\\",
    "#",
    "\r",
    "T (-) = H\n",
    "T (-) = H\nT (-) = H\n",
    "T (./abc) = H\nT (../nofile) = H\nT (d/../d/abc) = H\nT (abc/abc) = H\n",
];

/// Other forms, which cksum and b2sum read.
const TAGGED_BY_CKSUM: &[&str] =
    &["T  (abc) = H\n", "T\t(abc) = H\n", "T\t (abc) = H\n", "T   (abc) = H\n", "T \t(abc) = H\n"];

/// Lines of b2sum's own.
const BLAKE2B: &[&str] = &[
    "BLAKE2b-512 (abc) = H\n",
    "BLAKE2b-0x200 (abc) = H\n",
    "BLAKE2b-01000 (abc) = H\n",
    "BLAKE2b- \t\u{b}512 (abc) = H\n",
    "BLAKE2b-+512 (abc) = H\n",
    "BLAKE2b--512 (abc) = H\n",
    "BLAKE2b-512(abc) = H\n",
    "BLAKE2b-512  (abc) = H\n",
    "BLAKE2b-512\t(abc) = H\n",
    "BLAKE2b-512k (abc) = H\n",
    "BLAKE2b-512-512 (abc) = H\n",
    "BLAKE2b-520 (abc) = H00\n",
    "BLAKE2b-511 (abc) = H\n",
    "BLAKE2b-256 (abc) = H\n",
    "BLAKE2b-0 (abc) = \n",
    "BLAKE2b-0x (abc) = 6b\n",
    "BLAKE2b-99999999999999999999999 (abc) = 6b\n",
    // The first byte of BLAKE2b-8 of "abc", and the whole of BLAKE2b-16 of "abc", by b2sum.
    "BLAKE2b-8 (abc) = 6b\nBLAKE2b-16 (abc) = e9e1\nBLAKE2b-16 (abc) = 6b6b\n",
    "blake2b (abc) = H\n",
];

const UNTAGGED: &[&str] = &[
    "H  abc\n",
    "H *abc\n",
    "U  abc\n",
    "H  abc",
    "H  abc\r\n",
    "H abc\n",
    "H\tabc\n",
    "H\t abc\n",
    "H   s\n",
    " H  abc\n",
    " \t H  abc\n",
    "Habc\n",
    "H\n",
    "H  \n",
    "H   \n",
    "H *\n",
    "H  *\n",
    "H0  abc\n",
    "H00  abc\n",
    "0H  abc\n",
    "0  abc\n",
    "xH  abc\n",
    "\\H  abc\n",
    "\\H  new\\nline\n",
    "\\H *new\\nline\n",
    "\\H new\\nline\n",
    "\\H  x\\y\n",
    "\\H  x\\\n",
    "H  x\\y\n",
    " \\H  abc\n",
    "\\ H  abc\n",
    "H\u{b} abc\n",
    "H \tabc\n",
    "H -\n",
    "H  -\n",
    // The first untagged line decides between one blank and two.
    "H  abc\nH abc\nH *abc\n",
    "H abc\nH  abc\nH *abc\nH  s\n",
    "T (abc) = H\nH  abc\n",
    "H  abc\n# x\nT (b) = H\n\nx\n",
];

/// Shorter than any line of sha512sum may be; and digests of other lengths, which b2sum takes.
const UNTAGGED_BY_CKSUM: &[&str] = &["H ", "\\H ", "6b  abc\n", "6b a\n", "6b *abc\n", "6b \n", "6b", "6\n"];

/// `template` with a function's own tag and digests.
fn fill(template: &str, tag: &str, digest: &str) -> Vec<u8> {
    // Hexadecimal digits have none of these letters, and the tag, which may have one, comes last.
    template.replace('U', &digest.to_uppercase()).replace('H', digest).replace('T', tag).into_bytes()
}

#[test]
fn every_form_of_line_is_judged_alike() {
    if !installed() {
        return;
    }
    let folder = files();
    for (place, shared) in Shared::all().into_iter().enumerate() {
        let (tag, digest) = shared.digest(b"abc");
        for rival in shared.rivals() {
            let mut templates = TAGGED.to_vec();
            let more = |fits: bool, more: &[&'static str]| if fits { more.to_vec() } else { Vec::new() };
            templates.extend(more(rival.reader == Reader::Cksum, TAGGED_BY_CKSUM));
            templates.extend(more(shared.name == "blake2b", BLAKE2B));
            templates.extend(more(rival.untagged, UNTAGGED));
            templates.extend(more(rival.untagged && rival.reader == Reader::Cksum, UNTAGGED_BY_CKSUM));
            // rhash writes so for MD5, and lanesum reads it.
            templates.retain(|template| !(shared.name == "md5" && template.starts_with("T   (")));
            // The other functions differ in tag and length alone: they share the templates, but for the first of all.
            let stands_for_the_rest = Shared::some().any(|some| some.name == shared.name);
            let takes = |i: usize| stands_for_the_rest || i < 5 || i % 5 == place % 5;
            for template in templates.into_iter().enumerate().filter(|(i, _)| takes(*i)).map(|(_, template)| template) {
                folder.file("list", &fill(template, &tag, &digest));
                compare(&folder, &rival, &["--warn"], &["list"], b"abc");
            }
        }
    }
}

#[test]
fn every_flag_does_the_same() {
    if !installed() {
        return;
    }
    let lists = [
        "T (abc) = H\n",
        "x\nT (abc) = H\n",
        "x\ny\nT (abc) = H\nT (b) = H\n",
        "T (b) = H\nT (b) = H\nT (nofile) = H\n",
        "T (nofile) = H\nT (none\\) = H\n",
        "T (nofile) = H\nx\n",
        "T (nofile) = H\nT (abc) = H\nT (d) = H\n",
        "T (d) = H\nT (d) = H\n",
        "T (abc/x) = H\nT () = H\n",
        "x\n",
        "x\ny\n",
        "# nothing\n",
        "",
    ];
    let folder = files();
    for shared in Shared::some() {
        let (tag, digest) = shared.digest(b"abc");
        for rival in shared.rivals() {
            for list in lists {
                folder.file("list", &fill(list, &tag, &digest));
                for flags in FLAGS {
                    compare(&folder, &rival, flags, &["list"], b"");
                }
            }
        }
    }
}

#[test]
fn lists_of_every_kind() {
    if !installed() {
        return;
    }
    let folder = files();
    for shared in Shared::some() {
        let (tag, digest) = shared.digest(b"abc");
        let list = |name: &str, text: &str| folder.file(name, &fill(text, &tag, &digest));
        list("good", "T (abc) = H\n");
        list("bad", "T (b) = H\nx\n");
        list("stdin", "T (-) = H\n");
        list("two blanks", "H  abc\n");
        list("one:blank", "H abc\n");
        list("empty", "");
        list("x", "x\n");
        let good = fill("T (abc) = H\n", &tag, &digest);
        let stdin = fill("x\nT (-) = H\nT (abc) = H\n", &tag, &digest);
        for rival in shared.rivals() {
            for lists in [
                &["good", "bad"][..],
                &["bad", "good", "good"],
                &["x", "good", "x", "n:1"],
                &["nolist", "good"],
                &["good", "d", "empty"],
                &["good/x"],
                &["stdin", "stdin"],
                &["-"],
                &["-", "-"],
                &[],
                &["", "good"],
                &["--", "good"],
            ] {
                for flags in [&["--warn"][..], &["--status"], &["--ignore-missing"]] {
                    compare(&folder, &rival, flags, lists, &good);
                    compare(&folder, &rival, flags, lists, &stdin);
                    compare(&folder, &rival, flags, lists, b"");
                }
            }
            if rival.untagged {
                for lists in
                    [&["two blanks", "one:blank"][..], &["one:blank", "two blanks"], &["good", "one:blank", "x"]]
                {
                    compare(&folder, &rival, &["--warn"], lists, b"");
                }
            }
        }
    }
}

/// A generator of mutations that is the same in every run.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    pub(crate) fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A line with up to three bytes changed, put in or left out.
pub(crate) fn mutated(mut line: Vec<u8>, chance: &mut Chance) -> Vec<u8> {
    for _ in 0..chance.of(&[0, 0, 1, 1, 2, 3]) {
        let at = chance.below(line.len() + 1);
        // Most of a line is its digest: what stands before and behind it is of more interest.
        let at = if chance.below(2) == 0 { at.min(24) } else { at };
        let byte = chance.of(b" \t\\()=-*#059abBgGnrx\r\x01\xff~'\"");
        match chance.below(3) {
            0 => line.insert(at, byte),
            1 if at < line.len() => line[at] = byte,
            _ if at < line.len() => drop(line.remove(at)),
            _ => {}
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}

#[test]
fn mutated_lists_are_judged_alike() {
    if !installed() {
        return;
    }
    let folder = files();
    let mut chance = Chance(2026);
    for shared in Shared::all() {
        let (tag, digest) = shared.digest(b"abc");
        // With -a, GNU lets any one byte follow a tag: see `parse.rs` on why lanesum does not.
        let follows = |line: &[u8]| {
            let line = line.trim_ascii_start();
            let rest = line.strip_prefix(b"\\").unwrap_or(line).strip_prefix(tag.as_bytes());
            rest.is_none_or(|rest| matches!(rest.first(), None | Some(b' ' | b'\t' | b'-' | b'(')))
        };
        // sha512sum and the like do not accept everything in a tag that cksum accepts.
        for rival in shared.rivals().into_iter().filter(|rival| rival.reader == Reader::Cksum) {
            let tagged = ["T (@) = H", "\\T (@) = H", "T (@) = U"];
            let untagged = ["H  @", "H *@", "\\H  @"];
            let forms = [&tagged[..], if rival.untagged { &untagged } else { &[] }].concat();
            for round in 0..25 {
                let names = ["abc", "b", "nofile", "d", "./abc", "a b", ") = ", "x\\y", "x\\\\y", "-", "", "*", " s"];
                let lines = std::iter::repeat_with(|| {
                    let line = String::from_utf8(fill(chance.of(&forms), &tag, &digest)).unwrap();
                    let line = line.replace('@', chance.of(&names));
                    mutated(line.into_bytes(), &mut chance)
                });
                let lines: Vec<_> = lines.filter(|line| follows(line)).take(40).collect();
                folder.file("list", &lines.join(&b"\n"[..]));
                compare(&folder, &rival, &["--warn", FLAGS[round % 7].first().unwrap_or(&"-w")], &["list"], b"abc");
            }
        }
    }
}
