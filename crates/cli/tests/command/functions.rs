//! Every function of the library's table through `sum` and `check`, against the library: files of lengths around every border that the
//! command has, with all options that the function takes, by every way to read.

use lanesum::{Algorithm, Domain, Hasher, Options, Parameter};

use super::{Folder, noise, stdout_of};

/// A block, what is held whole, a leaf of a tree, a piece of a large file, what is read ahead.
const LENGTHS: [usize; 13] = [0, 1, 135, 168, 1000, 8191, 8192, 8193, 65_415, 65_537, 131_072, 131_073, 262_145];

const KEY: &[u8] = b"at least sixteen bytes of a key";
const SALT: [u8; 32] = [0x5a; 32];
const BLOCK: u64 = 1000;

/// The options of the command and of the library that the function takes; none of them if `plain`.
fn options(algorithm: Algorithm, plain: bool) -> (Vec<String>, Options<'static>) {
    let (mut theirs, mut ours) = (vec!["-a".to_owned(), algorithm.name().to_owned()], Options::new());
    let takes =
        |parameter| algorithm.takes(parameter) && (!plain || parameter == Parameter::Key && algorithm.needs_key());
    let mut give = |option: &str, value: &str| theirs.extend([option.to_owned(), value.to_owned()]);
    // BLAKE3 has a key or a context.
    if takes(Parameter::Key) && algorithm != Algorithm::Blake3 {
        give("--key-file", "key");
        ours = ours.key(KEY);
    }
    if takes(Parameter::Customization) {
        // Personalisation is short.
        let custom = if takes(Parameter::DigestBytes) { "my tests" } else { "my application" };
        give("--custom", custom);
        ours = ours.customization(custom.as_bytes());
    }
    if takes(Parameter::FunctionName) {
        give("--function", "F");
        ours = ours.function_name(b"F");
    }
    if takes(Parameter::BlockBytes) {
        give("--block", &BLOCK.to_string());
        ours = ours.block_bytes(BLOCK);
    }
    if takes(Parameter::Domain) {
        give("--domain", "0x0b");
        ours = ours.domain(Domain::new(0x0b).unwrap());
    }
    if takes(Parameter::Salt) {
        let salt = &SALT[..algorithm.salt_bytes()];
        give("--salt", &data_encoding::HEXUPPER.encode(salt));
        ours = ours.salt(salt);
    }
    (theirs, ours)
}

/// The library's digest in hexadecimal digits.
pub(super) fn digest(algorithm: Algorithm, options: Options<'_>, data: &[u8], bits: u64) -> String {
    let mut hasher = Hasher::with_options(algorithm, options).unwrap();
    hasher.update_in_pieces(data.len() as u64, |take| take(data)).map_err(|error: lanesum::Error| error).unwrap();
    let is_bound = !algorithm.is_xof() && !Algorithm::PLAIN.contains(&algorithm);
    let mut reader = if is_bound { hasher.finalize_in_pieces_reset(bits).unwrap() } else { hasher.finalize() };
    let mut out = vec![0; bits.div_ceil(8) as usize];
    reader.read_bits(&mut out, bits).unwrap();
    data_encoding::HEXLOWER.encode(&out)
}

fn files() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    folder.file("key", KEY);
    // In no order of size.
    let names: Vec<_> = (0..LENGTHS.len()).map(|i| LENGTHS[i * 7 % LENGTHS.len()].to_string()).collect();
    for name in &names {
        folder.file(name, &noise(name.parse().unwrap()));
    }
    (folder, names)
}

/// A tuple is one digest of all files, so each is hashed alone.
fn is_tuple(algorithm: Algorithm) -> bool {
    algorithm.name().starts_with("tuple")
}

/// Runs a function with all options and with none, to all lengths of output; `more` says how to read.
fn all_files(algorithm: Algorithm, more: &[&str]) {
    let (folder, names) = files();
    let usual = algorithm.digest_bits() as u64;
    let has_length = !Algorithm::PLAIN.contains(&algorithm) || algorithm.is_xof();
    let lengths = match (has_length, algorithm.takes_whole_bytes()) {
        (false, _) => vec![usual],
        (true, true) => vec![usual, 80_008],
        (true, false) => vec![usual, 333, 80_003],
    };
    for (plain, bits) in [true, false].into_iter().flat_map(|plain| lengths.iter().map(move |bits| (plain, *bits))) {
        let (theirs, ours) = options(algorithm, plain);
        let length = bits.to_string();
        let mut options: Vec<&str> = theirs.iter().map(String::as_str).chain(more.iter().copied()).collect();
        if bits != usual {
            options.extend(["-l", &length]);
        }
        let names: Vec<_> = if is_tuple(algorithm) { names[..3].to_vec() } else { names.clone() };
        let expected: Vec<_> =
            names.iter().map(|name| digest(algorithm, ours, &noise(name.parse().unwrap()), bits)).collect();
        let runs: Vec<_> = if is_tuple(algorithm) { names.chunks(1).collect() } else { vec![&names[..]] };
        let lines: String =
            runs.into_iter().map(|names| stdout_of(folder.lanesum(&["sum"]).args(&options).args(names))).collect();
        let digests: Vec<_> = lines.lines().map(|line| line.rsplit(" = ").next().unwrap()).collect();
        assert_eq!(digests, expected, "{options:?}");
        // A tag has all that `check` needs, but for the key.
        let key = if options.contains(&"--key-file") { &["--key-file", "key"][..] } else { &[] };
        let check =
            |list: String| super::run(folder.lanesum(&["check", "--quiet", "--strict"]).args(key).write_stdin(list));
        check(lines.clone()).is("", "", 0);
        let digit = if digests[0].starts_with('0') { "= 1" } else { "= 0" };
        let wrong = lines.replacen(&format!("= {}", &digests[0][..1]), digit, 1);
        assert_eq!(check(wrong).status, Some(1), "{options:?}");
        // The first file by itself, and through a pipe.
        if !is_tuple(algorithm) {
            let first = lines.split_inclusive('\n').nth(1).unwrap();
            assert_eq!(stdout_of(folder.lanesum(&["sum"]).args(&options).arg(&names[1])), first, "{options:?}");
            let piped =
                crate::output_of(folder.lanesum(&["sum"]).args(&options).write_stdin(noise(names[1].parse().unwrap())));
            let dash = first.replace(&format!("({})", names[1]), "(-)");
            assert_eq!(String::from_utf8(piped.stdout).unwrap(), dash, "{options:?}");
        }
    }
}

#[test]
fn files_of_every_length() {
    let ways: [&[&str]; 6] = [
        &[],
        &["--threads", "1"],
        &["--threads", "3"],
        &["--io", "sequential,4K", "--threads", "2"],
        &["--backend", "portable"],
        &["--io", "4097"],
    ];
    for (i, &algorithm) in Algorithm::ALL.iter().enumerate() {
        all_files(algorithm, ways[i % ways.len()]);
        // Each family by each way.
        if ["kt128", "parallelhash128", "blake512"].contains(&algorithm.name()) {
            for way in ways {
                all_files(algorithm, way);
            }
        }
    }
}

/// The tags of functions with options, and the lines without tags.
#[test]
fn tags_say_what_a_digest_depends_on() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    folder.file("key", KEY);
    for (options, tag) in [
        (&[][..], "KT128"),
        (&["-a", "kt128", "--custom", ""], "KT128"),
        (&["-a", "kt128", "--custom", "c", "-l", "40"], "KT128-S63-40"),
        (&["-a", "kt256", "-l", "512"], "KT256"),
        (&["-a", "turboshake128", "--domain", "11"], "TurboSHAKE128-D0b-256"),
        (&["-a", "turboshake256", "--domain", "0x1F"], "TurboSHAKE256-512"),
        (&["-a", "shake128", "-l", "13"], "SHAKE128-13"),
        (&["-a", "KECCAK256"], "Keccak-256"),
        (&["-a", "sha512/256"], "SHA512-256"),
        (
            &["-a", "blake256", "--salt", "000102030405060708090A0B0C0D0E0F"],
            "BLAKE-256-S000102030405060708090a0b0c0d0e0f",
        ),
        (&["-a", "blake256", "--salt", "00000000000000000000000000000000"], "BLAKE-256"),
        (&["-a", "cshake128", "--custom", "Email Signature"], "cSHAKE128-S456d61696c205369676e6174757265-256"),
        (&["-a", "cshake256", "--function", "f", "--custom", "c"], "cSHAKE256-N66-S63-512"),
        (&["-a", "kmac128", "--key-file", "key"], "KMAC128-256"),
        (&["-a", "kmacxof256", "--key-file", "key", "--custom", "c", "-l", "33"], "KMACXOF256-S63-33"),
        (&["-a", "parallelhash128", "--block", "3K"], "ParallelHash128-B3072-256"),
    ] {
        let line = stdout_of(folder.lanesum(&["sum"]).args(options).arg("f"));
        assert_eq!(line.rsplit_once(" = ").unwrap().0, format!("{tag} (f)"));
        let bare = stdout_of(folder.lanesum(&["sum", "--untagged"]).args(options).arg("f"));
        assert_eq!(bare, format!("{}  f\n", line.trim_end().rsplit_once(" = ").unwrap().1));
    }
}

/// Keys, salts, personalisation and contexts of BLAKE2 and BLAKE3: digests of "abc" by Python's hashlib 3.11 and b3sum 1.8.7.
#[test]
fn inputs_of_blake2_and_blake3() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    folder.file("20", &[b'k'; 20]);
    folder.file("32", b"12345678901234567890123456789012");
    folder.file("64", &std::array::from_fn::<u8, 64, _>(|i| i as u8));
    folder.file("65", &[0; 65]);
    folder.file("friend", b"whats the Elvish word for friend");
    for (options, line, key) in [
        (
            &["-a", "blake2b", "--key-file", "20"][..],
            "BLAKE2b-K (f) = 085bf71be047924307ccf58f2db3ac5f7aac6648850c11b49ebfda368fe878a7a585b14abd5134b464107076cec974001c1aa9e8bd7ab1591c5c506e7aa02782",
            "20",
        ),
        (
            &["-a", "blake2b", "-l", "256", "--key-file", "64", "--salt", "73616c7400", "--custom", "ZcashPoW"],
            "BLAKE2b-S73616c74-P5a63617368506f57-K-256 (f) = 3b2bd2ea60cf5d9686ad5293c751440633874a7dda80ea18464c08ee340407c7",
            "64",
        ),
        (
            &["-a", "blake2s", "--key-file", "32", "--salt", "73616c7473616c74", "--custom", "person"],
            "BLAKE2s-S73616c7473616c74-P706572736f6e-K (f) = 5c37915e45436630427bf884f755677ddedb438b3af0a0f4023781eb15fca12e",
            "32",
        ),
        (
            &["-a", "blake3", "--key-file", "friend"],
            "BLAKE3-K (f) = 157f8b4b104070014ab0b3b7aff364f794e010e92b1c976318e892f380b53406",
            "friend",
        ),
        (
            &["-a", "blake3", "--custom", "BLAKE3 2019-12-27 16:29:52 test vectors context"],
            "BLAKE3-S424c414b453320323031392d31322d32372031363a32393a3532207465737420766563746f727320636f6e74657874 (f) = 221c3923b5f3358d596e6cbad6c20c2c63df740e7dc46a8f9ebab07d460ba827",
            "",
        ),
    ] {
        assert_eq!(stdout_of(folder.lanesum(&["sum"]).args(options).arg("f")), format!("{line}\n"));
        // Twice, so that both go through the lanes.
        let two = stdout_of(folder.lanesum(&["sum"]).args(options).args(["f", "f"]));
        assert_eq!(two, format!("{line}\n{line}\n"));
        let list = folder.file("list", line.as_bytes());
        let check = |key: &str| {
            let key = if key.is_empty() { vec![] } else { vec!["--key-file", key] };
            super::run(folder.lanesum(&["check", "--quiet"]).args(key).arg(&list)).status
        };
        assert_eq!(check(key), Some(0), "{line}");
        if !key.is_empty() {
            let another = if key == "32" { "20" } else { "32" };
            assert_eq!((check(""), check(another)), (Some(1), Some(1)), "{line}");
        }
        // Without a tag, the options say it again.
        let bare = stdout_of(folder.lanesum(&["sum", "--untagged"]).args(options).arg("f"));
        let right = super::run(folder.lanesum(&["check", "--quiet", "-"]).args(options).write_stdin(bare));
        if !options.contains(&"-l") {
            assert_eq!((right.status, right.stderr.as_str()), (Some(0), ""), "{line}");
        }
    }
    for (options, status) in [
        (&["-a", "blake3", "--key-file", "20"][..], 1),
        (&["-a", "blake2b", "--key-file", "65"], 1),
        (&["-a", "blake2s", "--custom", "123456789"], 2),
        (&["-a", "blake2s", "--salt", "000102030405060708"], 2),
        (&["-a", "blake3", "--custom", "c", "--key-file", "32"], 2),
        (&["-a", "blake3", "--salt", "00"], 2),
    ] {
        let run = super::run(folder.lanesum(&["sum"]).args(options).arg("f"));
        run.prints("", status);
        assert!(!run.stderr.is_empty());
    }
}

/// Of the functions that a digest without a tag may be by, some take no text or key of that length; they are left out.
#[test]
fn guesses_that_take_no_such_parameter() {
    let folder = Folder::new();
    folder.file("f", b"abc");
    folder.file("key", &[b'k'; 40]);
    for (function, parameter) in [
        ("kt128", &["--custom", "my application"][..]),
        ("blake256", &["--salt", "00112233445566778899aabbccddeeff"]),
        ("kmac256", &["--key-file", "key"]),
    ] {
        let ours = stdout_of(folder.lanesum(&["sum", "-a", function]).args(parameter).arg("f"));
        let ours =
            if function == "kmac256" { ours } else { format!("{}  f\n", ours.trim_end().rsplit(' ').next().unwrap()) };
        let plain = stdout_of(folder.lanesum(&["sum", "-a", "sha256", "--untagged"]).arg("f"));
        for list in [ours.clone(), if function == "kmac256" { ours + &plain } else { ours }] {
            let run = super::run(folder.lanesum(&["check", "--quiet", "-"]).args(parameter).write_stdin(list.clone()));
            assert_eq!(run.status, Some(0), "{function}: {list}{}", run.stderr);
        }
    }
}

/// One large file, which all threads share; from a pipe, too. Blocks that do not divide what is read at a time.
#[test]
fn one_large_file() {
    let folder = Folder::new();
    let data = noise(21_000_003);
    folder.file("large", &data);
    let check = |algorithm: Algorithm, ours: Options<'_>, theirs: &[&str]| {
        let expected = digest(algorithm, ours, &data, algorithm.digest_bits() as u64);
        let options = [&["sum", "-a", algorithm.name()], theirs].concat();
        let is_of_one_backend = theirs.contains(&"--backend");
        for threads in if is_of_one_backend { &["3"][..] } else { &["1", "2", "5"] } {
            let line = stdout_of(folder.lanesum(&options).args(["--threads", threads, "large"]));
            assert_eq!(line.trim_end().rsplit(" = ").next(), Some(expected.as_str()), "{options:?}, {threads} threads");
        }
        if is_of_one_backend {
            return;
        }
        // Several side by side, as long as they last; and what has no length.
        let three = stdout_of(folder.lanesum(&options).args(["--threads", "1", "large", "large", "large"]));
        assert_eq!(three.matches(&expected).count(), 3, "{options:?}");
        let piped = stdout_of(folder.lanesum(&options).args(["--threads", "2"]).write_stdin(data.clone()));
        assert_eq!(piped.trim_end().rsplit(" = ").next(), Some(expected.as_str()), "{options:?}, piped");
    };
    for block in [8192, 10_007, 1 << 16, 1 << 20, 5_000_000, 1 << 40] {
        let ours = Options::new().block_bytes(block).customization(b"c");
        check(Algorithm::ParallelHash128, ours, &["--custom", "c", "--block", &block.to_string()]);
    }
    for backend in Algorithm::Kt128.backends().iter().filter(|backend| backend.is_available()) {
        check(Algorithm::Kt128, Options::new().customization(b"c"), &["--custom", "c", "--backend", backend.name()]);
    }
    check(Algorithm::Kt256, Options::new(), &[]);
    check(Algorithm::Blake3, Options::new().customization(b"c"), &["--custom", "c"]);
    for algorithm in [Algorithm::Sha3_256, Algorithm::Sha256, Algorithm::Blake2b, Algorithm::Blake2s, Algorithm::Blake3]
    {
        check(algorithm, Options::new(), if algorithm == Algorithm::Blake3 { &["--io", "64K"] } else { &[] });
    }
    // Around what each thread reads by itself.
    for bytes in [(2 << 18) - 1, 2 << 18, (2 << 18) + 1, (33 << 18) + 1025, 40 << 20] {
        let data = noise(bytes);
        let file = folder.file("shared", &data);
        let line = stdout_of(folder.lanesum(&["sum", "-a", "blake3", "--threads", "3"]).arg(file));
        let expected = digest(Algorithm::Blake3, Options::new(), &data, 256);
        assert_eq!(line.trim_end().rsplit(" = ").next(), Some(expected.as_str()), "{bytes}");
    }
}
