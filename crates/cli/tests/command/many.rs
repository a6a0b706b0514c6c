//! Many files and several algorithms at once: every way to read and hash gives the same lines, in the order of the arguments.

use lanesum::{Algorithm, Options};

use super::functions::digest;
use super::{Folder, lanesum, noise, stdout_of};

/// Lengths around every border that the command has: a block, what is held whole, a piece of a large file, what is read
/// ahead, and files that end at different times.
const LENGTHS: [usize; 24] = [
    0, 1, 135, 136, 137, 1000, 4096, 65_415, 65_416, 65_417, 65_536, 131_071, 131_072, 131_073, 200_000, 262_143,
    262_144, 262_145, 300_000, 524_288, 786_433, 1_048_576, 4_194_304, 4_194_305,
];

fn files(folder: &Folder) -> Vec<String> {
    // In no order of size.
    let order = (0..LENGTHS.len()).map(|i| LENGTHS[i * 7 % LENGTHS.len()]);
    order
        .map(|length| {
            folder.file(length.to_string(), &noise(length));
            length.to_string()
        })
        .collect()
}

/// The line of a file of [`noise`], by the library.
fn line(tag: &str, algorithm: Algorithm, bits: u64, length: usize, name: &str) -> String {
    format!("{tag} ({name}) = {}\n", digest(algorithm, Options::new(), &noise(length), bits))
}

#[test]
fn every_way_to_read_gives_the_same_lines() {
    let folder = Folder::new();
    let files = files(&folder);
    // One of each kind. A program starts slowly under wine, and Windows reads for all functions alike.
    let algorithms = [
        ("SHA3-256", Algorithm::Sha3_256),
        ("SHA256", Algorithm::Sha256),
        ("BLAKE2b", Algorithm::Blake2b),
        ("BLAKE2s", Algorithm::Blake2s),
        ("BLAKE3", Algorithm::Blake3),
    ];
    for (tag, algorithm) in algorithms.into_iter().take(if cfg!(windows) { 1 } else { 5 }) {
        let bits = algorithm.digest_bits() as u64;
        let expected: String =
            files.iter().map(|file| line(tag, algorithm, bits, file.parse().unwrap(), file)).collect();
        let algorithm = algorithm.name();
        for options in [
            &["--threads", "1"][..],
            &["--threads", "2"],
            &["--threads", "7"],
            &[],
            &["--io", "sequential"],
            &["--io", "sequential,4K", "--threads", "3"],
            &["--io", "4097"],
            &["--io", "1M"],
        ] {
            let lines = stdout_of(folder.lanesum(&["sum", "-a", algorithm]).args(options).args(&files));
            assert!(lines == expected, "{algorithm} {options:?}:\n{lines}\n{expected}");
        }
    }
}

#[test]
fn several_algorithms_share_a_reading_and_keep_their_order() {
    let folder = Folder::new();
    let files = files(&folder);
    let algorithms = [
        ("SHAKE256-512", Algorithm::Shake256, 512),
        ("BLAKE3", Algorithm::Blake3, 256),
        ("SHA3-224", Algorithm::Sha3_224, 224),
    ];
    let of = |length: usize, name: &str| {
        algorithms.map(|(tag, algorithm, bits)| line(tag, algorithm, bits, length, name)).concat()
    };
    let expected: String = files.iter().map(|file| of(file.parse().unwrap(), file)).collect();
    let at_once: [&[&str]; 2] =
        [&["-a", "shake256,blake3,sha3-224"], &["-a", "shake256", "-a", "blake3,sha3-224,blake3"]];
    for options in at_once {
        assert_eq!(stdout_of(folder.lanesum(&["sum"]).args(options).args(&files)), expected);
    }
    // A pipe can be read only once.
    let piped = stdout_of(folder.lanesum(&["sum", "-a", "shake256,blake3,sha3-224"]).write_stdin(noise(1000)));
    assert_eq!(piped, of(1000, "-"));
}

#[test]
fn a_length_is_for_those_that_have_a_choice() {
    let lines = stdout_of(lanesum(&["sum", "-a", "sha3-256,shake128,blake3", "-l", "128"]).write_stdin(""));
    let tags = lines.lines().map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>();
    assert_eq!(tags, ["SHA3-256", "SHAKE128-128", "BLAKE3-128"]);
}

/// A small file that is hashed in a batch, and outputs of lengths that fill no byte.
#[test]
fn lengths_in_bits_are_the_same_in_a_batch() {
    let folder = Folder::new();
    let names = (0..20).map(|i| i.to_string()).collect::<Vec<_>>();
    for name in &names {
        folder.file(name, &noise(name.len() * 777));
    }
    for bits in [1, 2, 7, 8, 9, 13, 255, 257, 1344, 32768, 32769, 40001] {
        for (tag, algorithm) in [("SHAKE128", Algorithm::Shake128), ("SHAKE256", Algorithm::Shake256)] {
            let tag = format!("{tag}-{bits}");
            let expected: String =
                names.iter().map(|name| line(&tag, algorithm, bits, name.len() * 777, name)).collect();
            let mut sum = folder.lanesum(&["sum", "-a", algorithm.name(), "-l", &bits.to_string()]);
            assert!(stdout_of(sum.args(&names)) == expected, "{tag}");
        }
    }
}

/// More files than are taken at a time, some of them missing: complaints and lines each in their order.
#[test]
fn the_order_holds_for_thousands() {
    let folder = Folder::new();
    let mut names = Vec::new();
    let mut lines = 0;
    for i in 0..3000 {
        let name = format!("{:05}", i * 7919 % 3000);
        if i % 10 != 3 {
            folder.file(&name, &noise(i % 777 * 3));
            lines += 1;
        }
        names.push(name);
    }
    let many = crate::output_of(folder.lanesum(&["sum", "-a", "sha3-256", "--threads", "4"]).args(&names));
    assert_eq!(many.status.code(), Some(1));
    let written = String::from_utf8(many.stdout).unwrap();
    let written = written.lines().map(|line| &line["SHA3-256 (".len()..][..5]).collect::<Vec<_>>();
    let expected = names.iter().filter(|name| folder.path().join(name).exists()).collect::<Vec<_>>();
    assert_eq!(written.len(), lines);
    assert_eq!(written, expected);
    let complaints = String::from_utf8(many.stderr).unwrap();
    assert_eq!(complaints.lines().count(), 3000 - lines);
    let missing = names.iter().filter(|name| !folder.path().join(name).exists());
    assert!(complaints.lines().zip(missing).all(|(line, name)| line.starts_with(&format!("lanesum: {name}: "))));
}
