//! Many files and several algorithms at once: every way to read and hash gives the same lines, in the order of the arguments.

use super::{Folder, lanesum, noise, run, stdout_of};

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

/// One of each kind, and those that `functions` has not.
const ALGORITHMS: [&str; 5] = ["sha3-256", "sha256", "blake2b", "blake2s", "blake3"];

#[test]
fn every_way_to_read_gives_the_same_lines() {
    let folder = Folder::new();
    let files = files(&folder);
    // A program starts slowly under wine, and Windows reads for all functions alike.
    for algorithm in &ALGORITHMS[..if cfg!(windows) { 1 } else { ALGORITHMS.len() }] {
        // One file a run: no other can be in its way.
        let mut expected = String::new();
        for file in &files {
            expected += &stdout_of(&mut folder.lanesum(&["sum", "-a", algorithm, "--threads", "1", file]));
        }
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
fn one_large_file_is_shared_among_threads() {
    let folder = Folder::new();
    folder.file("large", &noise(20_000_003));
    for algorithm in ALGORITHMS {
        let alone = stdout_of(&mut folder.lanesum(&["sum", "-a", algorithm, "--threads", "1", "large"]));
        for options in [&["--threads", "2"][..], &["--threads", "8"], &["--threads", "4", "--io", "64K"]] {
            assert_eq!(stdout_of(folder.lanesum(&["sum", "-a", algorithm, "large"]).args(options)), alone);
        }
        let piped = stdout_of(folder.lanesum(&["sum", "-a", algorithm]).write_stdin(noise(20_000_003)));
        assert_eq!(piped, alone.replace("(large)", "(-)"));
    }
}

#[test]
fn several_algorithms_share_a_reading_and_keep_their_order() {
    let folder = Folder::new();
    let files = files(&folder);
    let one = |algorithm: &str, file: &str| stdout_of(&mut folder.lanesum(&["sum", "-a", algorithm, file]));
    let mut expected = String::new();
    for file in &files {
        for algorithm in ["shake256", "blake3", "sha3-224"] {
            expected += &one(algorithm, file);
        }
    }
    let at_once: [&[&str]; 2] =
        [&["-a", "shake256,blake3,sha3-224"], &["-a", "shake256", "-a", "blake3,sha3-224,blake3"]];
    for options in at_once {
        assert_eq!(stdout_of(folder.lanesum(&["sum"]).args(options).args(&files)), expected);
    }
    // A pipe can be read only once.
    let piped = stdout_of(folder.lanesum(&["sum", "-a", "shake256,blake3"]).write_stdin(noise(1000)));
    assert_eq!(piped, (one("shake256", "1000") + &one("blake3", "1000")).replace("(1000)", "(-)"));
}

#[test]
fn a_length_is_for_those_that_have_a_choice() {
    let lines = stdout_of(lanesum(&["sum", "-a", "sha3-256,shake128,blake3", "-l", "128"]).write_stdin(""));
    let tags = lines.lines().map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>();
    assert_eq!(tags, ["SHA3-256", "SHAKE128-128", "BLAKE3-128"]);
    run(lanesum(&["sum", "-a", "shake128,blake3", "-l", "7"]).write_stdin(""))
        .fails(2, "-l 7 does not fit blake3: its output must be a multiple of 8 bits");
}

/// A small file that is hashed in a batch, and outputs of lengths that fill no byte.
#[test]
fn lengths_in_bits_are_the_same_in_a_batch() {
    let folder = Folder::new();
    let names = (0..20).map(|i| i.to_string()).collect::<Vec<_>>();
    for name in &names {
        folder.file(name, &noise(name.len() * 777));
    }
    for bits in ["1", "7", "8", "13", "257", "32768", "32769", "40001"] {
        let mut expected = String::new();
        for name in &names {
            let piped =
                crate::output_of(lanesum(&["sum", "-a", "shake256", "-l", bits]).write_stdin(noise(name.len() * 777)));
            expected += &String::from_utf8(piped.stdout).unwrap().replace("(-)", &format!("({name})"));
        }
        let lines = stdout_of(folder.lanesum(&["sum", "-a", "shake256", "-l", bits]).args(&names));
        assert!(lines == expected, "{bits} bits");
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
